"""The legal answers a second time, from rows of the layout full-v1 alone, by counting: for each id what cards of each rank
it needs. Written from engine/RULES.md and the documented order of ids; it shares nothing with the engine."""
import itertools

import numpy as np

from tichu import engine

RANKS = range(2, 15)
NOTHING, SINGLE, PAIR, TRIPLE, STAIRS, FULL_HOUSE, STRAIGHT, QUAD, FLUSH = range(9)


def shapes():
    """Of each play in the order of ids: kind, length, doubled rank, needs {rank: count}, phoenix, suit."""
    yield from ((SINGLE, 1, 2 * rank, {} if rank == 0 else {rank: 1}, rank == 0 and "Dog", None) for rank in range(0, 15))
    yield (SINGLE, 1, None, {}, "Phx", None)
    yield (SINGLE, 1, 30, {}, "Drg", None)
    for kind, size in ((PAIR, 2), (TRIPLE, 3)):
        for patched in (0, 1):
            yield from ((kind, size, 2 * rank, {rank: size - patched}, patched and "Phx", None) for rank in RANKS)
    for in_pair, in_triple in ((0, 0), (1, 0), (0, 1)):
        for triple, pair in itertools.permutations(RANKS, 2):
            yield (FULL_HOUSE, 5, 2 * triple, {triple: 3 - in_triple, pair: 2 - in_pair},
                   (in_pair or in_triple) and "Phx", None)
    yield from runs(STAIRS, range(2, 8), 2)
    yield from runs(STRAIGHT, range(5, 15), 1)
    yield from ((QUAD, 4, 2 * rank, {rank: 4}, 0, None) for rank in RANKS)
    for length in range(5, 14):
        for top in range(length + 1, 15):
            for suit in range(4):
                yield (FLUSH, length, 2 * top, {rank: 1 for rank in range(top - length + 1, top + 1)}, 0, suit)


def runs(kind, sizes, each):
    for patched in (0, 1):
        for size in sizes:
            lowest = 1 if kind == STRAIGHT else 2
            for top in range(size + lowest - 1, 15):
                ranks = range(top - size + 1, top + 1)
                whole = {rank: each for rank in ranks}
                if not patched:
                    yield (kind, size * each, 2 * top, whole, 0, None)
                    continue
                for missing in ranks:
                    if missing != 1:
                        yield (kind, size * each, 2 * top, {**whole, missing: each - 1}, "Phx", None)


SHAPES = list(shapes())
FIELDS = {name: slice(at, at + size) for name, at, size, _ in engine.layout("full-v1")}


def legal_masks(rows):
    """The mask of each row (n, 756) where a play or a bomb is asked: bool (n, 1589)."""
    hand = rows[:, FIELDS["hand"]]
    suits = hand[:, :52].reshape(-1, 13, 4).astype(bool)
    counts = np.zeros((len(rows), 15), np.uint8)
    counts[:, 2:] = suits.sum(2)
    counts[:, 1] = hand[:, 52]
    special = {"Dog": hand[:, 53] > 0, "Phx": hand[:, 54] > 0, "Drg": hand[:, 55] > 0}
    table = {name: rows[:, FIELDS[f"table_{name}"]] for name in ("kind", "rank", "length", "phoenix")}
    on_kind, on_rank = table["kind"].argmax(1), table["rank"].argmax(1)
    on_value = 2 * on_rank.astype(int) + table["phoenix"][:, 0]
    bombs_only = rows[:, FIELDS["ask"]][:, 7] > 0
    legal = np.zeros((len(rows), engine.ACTION_COUNT), bool)
    for number, shape in enumerate(SHAPES, 1):
        fits = possible(shape, counts, suits, special)
        legal[:, number] = fits & beats(shape, on_kind, on_value, table["length"][:, 0], bombs_only)
    lead = on_kind == NOTHING
    legal[:, 0] = ~lead & ~bombs_only
    legal[:, 1588] = bombs_only
    bind_wish(rows, legal, bombs_only, counts)
    return legal


def possible(shape, counts, suits, special):
    kind, _, _, needs, extra, suit = shape
    fits = special[extra].copy() if extra else np.ones(len(counts), bool)
    for rank, count in needs.items():
        fits &= counts[:, rank] >= count
    natural = [rank - 2 for rank in needs if rank != 1]
    if kind == FLUSH:
        fits &= suits[:, natural, suit].all(1)
    if kind == STRAIGHT and not extra and 1 not in needs:
        for one in range(4):  # cards of one suit alone are a straight flush
            others = np.delete(suits[:, natural], one, axis=2)
            fits &= ~(suits[:, natural, one].all(1) & ~others.any((1, 2)))
    return fits


def beats(shape, on_kind, on_value, on_length, bombs_only):
    kind, length, value, _, extra, _ = shape
    lead = on_kind == NOTHING
    is_bomb = kind in (QUAD, FLUSH)
    if is_bomb:
        higher = (on_kind < QUAD) | (length > on_length) | ((length == on_length) & (value > on_value))
        return lead & ~bombs_only | ~lead & higher
    if extra == "Phx" and kind == SINGLE:
        higher = on_value < 30
    else:
        higher = value > on_value
    if extra == "Dog":
        higher = False
    return ~bombs_only & (lead | (on_kind == kind) & (on_length == length) & higher)


def bind_wish(rows, legal, bombs_only, counts):
    wish = np.where(rows[:, FIELDS["wish"]].any(1), rows[:, FIELDS["wish"]].argmax(1) + 2, 0)
    for rank in RANKS:
        fulfils = np.zeros(engine.ACTION_COUNT, bool)
        fulfils[1 : 1 + len(SHAPES)] = [shape[3].get(rank, 0) > 0 for shape in SHAPES]
        binds = (wish == rank) & ~bombs_only & (legal & fulfils).any(1)
        legal[binds] &= fulfils
