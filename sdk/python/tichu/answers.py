"""What a bot's decisions have to be. Anything else is refused here, by a sentence with the decision's name, instead of
somewhere in the program around the bot. Whether an answer is legal is left to the arena."""

import operator

LONGEST_SHOWN = 80


def what(value):
    """A value for people, with its type."""
    text = repr(value)
    if len(text) > LONGEST_SHOWN:
        text = text[:LONGEST_SHOWN] + "..."
    return "None" if value is None else f"the {type(value).__name__} {text}"


def yes_or_no(value, decision):
    """A bool, numpy's included. Not what is merely truthy: "no" is."""
    if isinstance(value, bool) or type(value).__name__ in ("bool", "bool_"):
        return bool(value)
    raise TypeError(f"{decision}() must return True or False; it returned {what(value)}")


def play_or_none(value, decision):
    if value is None or (hasattr(value, "cards") and hasattr(value, "phoenix_as")):
        return value
    raise TypeError(f"{decision}() must return one of seen.plays, or None; it returned {what(value)}")


def number(value, decision, meaning):
    """A whole number of a byte's size, numpy's included."""
    try:
        whole = operator.index(value)
    except TypeError:
        whole = None
    if whole is None or isinstance(value, bool) or not 0 <= whole <= 255:
        raise TypeError(f"{decision}() must return {meaning}; it returned {what(value)}")
    return whole


def rank_to_wish(value):
    return number(value, "wish", "a rank from 2 to 14, or 0 for no wish")


def receiver(value):
    return number(value, "give_dragon", "Side.RIGHT or Side.LEFT")


def cards_to_push(value):
    """Three cards, as bytes."""
    meaning = "three cards of seen.hand: for the right, the partner, the left"
    try:
        given = tuple(value)
    except TypeError:
        given = ()
    if len(given) != 3 or isinstance(value, (str, set, frozenset, dict)):
        raise TypeError(f"push() must return {meaning}; it returned {what(value)}")
    return bytes(number(card, "push", meaning) for card in given)


def remark(note, value, probabilities):
    """The parts of a remark, of which numbers become float."""
    if not isinstance(note, str):
        raise TypeError(f"remark() takes a str as note; it got {what(note)}")
    try:
        value = None if value is None else float(value)
        probabilities = tuple((move, float(probability)) for move, probability in probabilities)
    except (TypeError, ValueError):
        raise TypeError(
            "remark() takes a number or None as value, and pairs of a str and a number as probabilities; it got "
            f"{what(value)} and {what(probabilities)}"
        ) from None
    for move, _ in probabilities:
        if not isinstance(move, str):
            raise TypeError(f"remark() takes a str as the name of a move; it got {what(move)}")
    return note, value, probabilities
