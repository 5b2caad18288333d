"""The engine in process: cards, combinations, deals, rounds and observations as values.

Cards are numbers as in tichu.cards, or texts such as "7j". Values are copied by copy(), pickled, compared and hashed."""


def _why_not_compiled():
    """A sentence on why the compiled part cannot be imported: it is missing, or was built for another Python."""
    import pathlib
    import sys

    for found in pathlib.Path(__file__).parent.glob("_core.cpython-*.so"):
        digits = found.name.split("-")[1]
        return (
            f"the compiled part of tichu was built for Python {digits[0]}.{digits[1:]}, and this is Python "
            f"{sys.version_info.major}.{sys.version_info.minor}: use that one, or build the arena with this one's python3-dev"
        )
    return (
        "the compiled part of tichu is not here: install pybind11-dev and python3-dev and build the arena again, "
        "or install the package python3-tichu"
    )


try:
    from ._core import (
        ACTION_COUNT,
        ACTION_SEGMENTS,
        ACTION_TABLE_VERSION,
        Action,
        Combination,
        Deal,
        Observation,
        PluginPlayer,
        QuestionOrder,
        Round,
        Rules,
        action_name,
        action_play,
        action_rows,
        layout,
        plays,
    )
except ModuleNotFoundError as error:
    if error.name != f"{__package__}._core":
        raise
    raise ModuleNotFoundError(_why_not_compiled(), name=error.name) from None


class Question:
    """What a seat is asked (`Round.question`, `Observation.asked`, `QuestionOrder.next`)."""

    GRAND_TICHU, TICHU, PUSH, TURN, BOMB, GIVE_DRAGON = range(6)


class ActionKind:
    """What an Action is (`Action.kind`)."""

    CALL_GRAND_TICHU, NO_GRAND_TICHU, CALL_TICHU, PUSH, PLAY, PASS, NO_BOMB, GIVE_DRAGON = range(8)


class Ask:
    """What a table of VecEnv asks (`VecEnv.asks`)."""

    GRAND_TICHU, TICHU, PUSH_RIGHT, PUSH_PARTNER, PUSH_LEFT, PLAY, WISH, BOMB, GIVE_DRAGON = range(9)


def restored(name, state):
    """What pickle calls: the value of a class of this module."""
    kinds = (Action, Combination, Deal, Observation, QuestionOrder, Round, Rules)
    return {kind.__name__: kind for kind in kinds}[name]._of_state(state)


__all__ = [
    "ACTION_COUNT",
    "ACTION_SEGMENTS",
    "ACTION_TABLE_VERSION",
    "Action",
    "ActionKind",
    "Ask",
    "Combination",
    "Deal",
    "Observation",
    "PluginPlayer",
    "Question",
    "QuestionOrder",
    "Round",
    "Rules",
    "action_name",
    "action_play",
    "action_rows",
    "layout",
    "plays",
]
