"""Bots for the Tichu arena in Python: derive from Bot, write `play`, end the script with `run(MyBot)`."""

from . import cards
from .bot import Bot, Remark, Setup
from .observation import Call, Combination, Event, EventKind, Observation, Rules, Side, Stage, Type
from .program import run

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
