"""The rows of VecEnv made from an Observation, without the compiled module: so a player that was trained on rows can sit
at the arena. The fields are those of `tichu.engine.layout`; here stands the same a second time, in plain words."""

from . import cards
from .observation import EventKind, Side, Stage

# The order of cards in a row: by rank and suit, then Mahjong, Dog, Phoenix, Dragon.
ORDER = cards.DECK
PLACE = {card: place for place, card in enumerate(ORDER)}
SPECIALS = (cards.MAHJONG, cards.DOG, cards.PHOENIX, cards.DRAGON)
OTHERS = (Side.RIGHT, Side.PARTNER, Side.LEFT)
COMPACT_SIZE = 301
FULL_SIZE = 756
ACTION_SIZE = 96
RUN = 5  # the fewest cards of a straight flush


class Ask:
    """What is asked, as in tichu.engine.Ask."""

    GRAND_TICHU, TICHU, PUSH_RIGHT, PUSH_PARTNER, PUSH_LEFT, PLAY, WISH, BOMB, GIVE_DRAGON = range(9)


def one_by_one(held):
    row = [0] * len(ORDER)
    for card in held:
        row[PLACE[card]] = 1
    return row


def counted(held):
    row = [0] * 17
    for card in held:
        row[13 + SPECIALS.index(card) if card in SPECIALS else cards.rank(card) - 2] += 1
    return row


def one_hot(value, size):
    return [int(place == value) for place in range(size)]


def byte(value):
    return max(0, min(255, value))


def flush_cards(hand):
    """The cards of a hand that belong to a straight flush in it."""
    found = set()
    for low in set(hand) - set(SPECIALS):
        run = range(low, low + RUN)
        if cards.rank(low) + RUN - 1 <= 14 and all(card in hand for card in run):
            found.update(run)
    return found


def declined(seen):
    """By side, kind and rank of what each seat passed on last."""
    last, kind, rank = [(0, 0)] * 4, 0, 0
    for event in seen.events:
        if event.kind == EventKind.PLAY and cards.DOG not in event.combination.cards:
            kind, rank = event.combination.type, event.combination.rank
        elif event.kind == EventKind.PASS:
            last[event.who] = (kind, rank)
        elif event.kind == EventKind.TRICK_TAKEN:
            kind, rank = 0, 0
    return last


def trick_part(seen):
    table = seen.table
    row = one_hot(table.type, 9) + one_hot(table.rank if table.type else -1, 16)
    row += [len(table.cards), int(tuple(table.cards) == (cards.PHOENIX,))]
    row += one_hot(seen.table_owner if table.type else -1, 4)
    return row + [seen.trick_points + 25, seen.passes] + one_hot(seen.wish - 2, 13)


def table_part(seen, ask, chosen):
    row = one_hot(-1 if ask is None else ask, 9) + trick_part(seen) + list(seen.hand_size)
    row += [int(call == 1) for call in seen.calls] + [int(call == 2) for call in seen.calls]
    row += [seen.out.index(side) + 1 if side in seen.out else 0 for side in range(4)]
    passed_on = declined(seen)
    for side in OTHERS:
        row += passed_on[side]
    row += [chosen.type, chosen.rank, len(chosen.cards)] if chosen is not None else [0, 0, 0]
    row += [seen.won[0] + seen.won[2] + 25, seen.won[1] + seen.won[3] + 25]
    return row + [(seen.own_score + 1000) // 10, (seen.their_score + 1000) // 10]


def observation_row(seen, ask=None, layout="compact-v1", pushing=(), chosen=None):
    """The row of `layout` for an Observation (of this package or of tichu.engine) as a list of numbers 0..255.

    `ask` is what the seat is asked, one of Ask, or None; `pushing` the cards of its push that are chosen already, to the
    right first; `chosen` its play with the Mahjong whose wish is asked for."""
    write = {"compact-v1": counted, "full-v1": one_by_one}[layout]
    row = write(seen.hand)
    if layout == "compact-v1":
        flush = {cards.rank(card) for card in flush_cards(seen.hand)}
        row += [int(rank in flush) for rank in range(2, 15)]
    row += write(seen.unseen())
    for side in range(4):
        row += write(seen.played[side])
    play_began = seen.stage in (Stage.PLAY, Stage.OVER)
    given = list(pushing) + [None] * (3 - len(pushing)) if pushing else seen.given[1:] if play_began else [None] * 3
    for card in list(given) + list(seen.received[1:]):
        row += write([] if card is None else [card])
    return [byte(value) for value in row + table_part(seen, ask, chosen)]


def card_features(held):
    row = [0] * 52
    for rank in range(2, 15):
        count = sum(card not in SPECIALS and cards.rank(card) == rank for card in held)
        for place in range(count):
            row[4 * (rank - 2) + place] = 1
    return row + [int(card in held) for card in SPECIALS]


def play_row(seen, play):
    """The row of the layout action-v1 for a play of `seen.plays`, or None to pass or not to bomb."""
    if play is None:
        return action_row(declines=1)
    held = set(play.cards)
    breaks = play.type != 8 and bool(held & flush_cards(seen.hand))
    fulfils = any(card not in SPECIALS and cards.rank(card) == seen.wish for card in held)
    return action_row(
        held,
        kind=play.type,
        rank=play.rank,
        length=len(held),
        phoenix_as=play.phoenix_as,
        bomb=int(play.is_bomb),
        goes_out=int(len(held) == len(seen.hand)),
        fulfils=int(fulfils),
        breaks_flush=int(breaks),
    )


def push_row(card, side):
    """The same for a card that is pushed to a side 1..3."""
    return action_row({card}, push_to=side)


def wish_row(rank):
    """The same for a wish: 2..14, or 0 for none."""
    return action_row(rank=rank) if rank else action_row(declines=1)


def gift_row(side):
    """The same for the Dragon's trick to side 1 or 3."""
    return action_row(gift_to=side)


def call_row(call):
    """The same for calling Tichu or Grand Tichu, or not."""
    return action_row(calls=1) if call else action_row(declines=1)


def action_row(held=(), kind=0, rank=None, length=0, phoenix_as=0, **flags):
    """A row from its fields; what is not named is 0."""
    row = card_features(held) + one_hot(kind, 9) + one_hot(-1 if rank is None else rank, 16) + [length, phoenix_as]
    row += [flags.get(name, 0) for name in ("bomb", "goes_out", "fulfils", "breaks_flush", "declines", "calls")]
    row += one_hot(flags.get("push_to", 0) - 1, 3)
    row += one_hot({1: 0, 3: 1}.get(flags.get("gift_to"), -1), 2)
    row += [points_of(held) + 25 if held else 0]
    return row + [0] * (ACTION_SIZE - len(row))


def points_of(held):
    return sum(cards.points(card) for card in held)
