"""Tichu in Python.

Bots for the arena: derive from Bot, write `play`, end the script with `run(MyBot)`. This needs python3-protobuf alone.

The engine in process, for search and training: `tichu.engine` (rounds, observations, legal plays as values),
`tichu.VecEnv` (many tables at once, into numpy arrays), `tichu.load_bot` (bundled bots as callables). This needs the compiled
part of the package and python3-numpy, which are loaded when one of these names is used first."""

from . import cards
from .bot import Bot, Remark, Setup
from .observation import Call, Combination, Event, EventKind, Observation, Rules, Side, Stage, Type

__all__ = [
    "Bot",
    "Call",
    "Combination",
    "Event",
    "EventKind",
    "Observation",
    "Remark",
    "Rules",
    "Setup",
    "Side",
    "Stage",
    "Type",
    "cards",
    "run",
]

# What is loaded on first use, by module. The names that the pure package has too (Combination, Observation, Rules) are
# those of tichu.engine there.
_LATER = {
    "run": "program",
    "Action": "engine",
    "Deal": "engine",
    "Round": "engine",
    "Seating": "vec_env",
    "VecEnv": "vec_env",
    "load_bot": "bots",
    "benchmark": "arena",
    "duel": "evaluation",
    "evaluate": "evaluation",
    "play_round": "playing",
    "read_record": "records",
    "write_record": "records",
}


# Modules of their own that may be named without an import.
_MODULES = ("arena", "bots", "dataset", "engine", "evaluation", "gym", "pettingzoo", "playing", "records", "spaces")


def __getattr__(name):
    from importlib import import_module

    if name in _LATER:
        value = getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
    elif name in _MODULES:
        value = import_module(f"{__name__}.{name}")
    else:
        raise AttributeError(f"module 'tichu' has no attribute '{name}'")
    globals()[name] = value
    return value
