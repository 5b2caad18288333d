#!/usr/bin/python3
"""A second implementation of the play (engine/RULES.md 4 to 7) and of engine/PERFT.md, written from these pages: it counts
the decision sequences of the kept tables again, as deep as is quick.

    perft_reference.py tests/golden             exit code 0 if every count agrees, else 1
    perft_reference.py tests/golden --brief     of whole deals only the first choice
    perft_reference.py --self-test              proves that a wrong count is found
"""
import collections
import copy
import functools
import itertools
import sys

import deals_reference

RANKS = {rank: value for value, rank in enumerate("23456789TJQKA", 2)}
SPECIAL = {"Dog": 0, "Mah": 1, "Drg": 15, "Phx": None}
BOMBS = ("quad", "straight_flush")
GRAVON = {"bomb_ignores_wish": True, "dragon_only_to_seat_with_cards": True}

# What is played: the cards, their type, the rank that is compared (of a lone Phoenix half a point above what lay there
# before), and the rank that the Phoenix stands for.
Play = collections.namedtuple("Play", "cards kind rank phoenix_as")


def rank_of(card):
    return SPECIAL[card] if card in SPECIAL else RANKS[card[0]]


def classify(cards, phoenix_as=None):
    """The play that several cards are, or None."""
    natural = [card for card in cards if card != "Phx"]
    ranks = sorted([rank_of(card) for card in natural] + ([phoenix_as] if phoenix_as else []))
    count = collections.Counter(ranks)
    low, high, size = ranks[0], ranks[-1], len(ranks)
    kind, rank = None, high
    if len(count) == 1:
        kind = {2: "pair", 3: "triple", 4: None if phoenix_as else "quad"}.get(size)
    elif sorted(count.values()) == [2, 3]:
        kind, rank = "full_house", max(count, key=count.get)
    elif len(count) == high - low + 1 and set(count.values()) == {2}:
        kind = "stairs"
    elif len(count) == high - low + 1 == size >= 5:
        suits = {card[1] for card in cards}
        kind = "straight_flush" if len(suits) == 1 and not phoenix_as and low >= 2 else "straight"
    return Play(cards, kind, rank, phoenix_as) if kind else None


def meanings(cards):
    if len(cards) == 1:
        (card,) = cards
        return [Play(cards, "single", 1.5 if card == "Phx" else rank_of(card), None)]
    if "Dog" in cards or "Drg" in cards:
        return []
    if "Phx" not in cards:
        return [play for play in [classify(cards)] if play]
    of_rank = collections.Counter(rank_of(card) for card in cards if card != "Phx")
    plays = [classify(cards, rank) for rank in range(2, 15) if of_rank[rank] < 4]
    return [play for play in plays if play]


@functools.lru_cache(None)
def all_plays(hand):
    subsets = itertools.chain.from_iterable(itertools.combinations(sorted(hand), n) for n in range(1, len(hand) + 1))
    return [play for cards in subsets for play in meanings(frozenset(cards))]


def beats(play, table):
    if play.kind in BOMBS:
        return table.kind not in BOMBS or (len(play.cards), play.rank) > (len(table.cards), table.rank)
    if (play.kind, len(play.cards)) != (table.kind, len(table.cards)) or "Dog" in play.cards:
        return False
    return "Drg" not in table.cards if play.cards == {"Phx"} else play.rank > table.rank


def on_table(play, table):
    """The play with the value that it has on the table."""
    return play._replace(rank=table.rank // 1 + 0.5) if table and play.cards == {"Phx"} else play


def holds(play, rank):
    return any(card not in SPECIAL and rank_of(card) == rank for card in play.cards)


def flush_cards(hand):
    """The cards of straight flushes."""
    flushes = (play.cards for play in all_plays(hand) if play.kind == "straight_flush")
    return frozenset(itertools.chain.from_iterable(flushes))


def choice(play, flush):
    """What tells plays apart: suits only of the cards of straight flushes."""
    return tuple(sorted(card if card in flush or card in SPECIAL else card[0] for card in play.cards)), play.phoenix_as


class Round:
    """A round after the push; `decision` is what is awaited: ("turn" | "bomb" | "give", seat), or None at the end."""

    def __init__(self, hands, rules):
        self.hands, self.rules = list(hands), rules
        self.out, self.table, self.owner, self.acted, self.wish = [], None, 0, 0, None
        self.waiting = []     # who must still pass before the trick is collected
        self.window = []      # who is still to be asked for a bomb, in order
        self.turn = 0
        self.giving = False

    def seats_with_cards(self, after):
        return [seat % 4 for seat in range(after + 1, after + 5) if self.hands[seat % 4]]

    def ended(self):
        return len(self.out) == 3 or (len(self.out) == 2 and self.out[0] % 2 == self.out[1] % 2)

    def receivers(self):
        opponents = [(self.owner + 1) % 4, (self.owner + 3) % 4]
        only = self.rules.get("dragon_only_to_seat_with_cards")
        return [seat for seat in opponents if self.hands[seat]] if only else opponents

    def bombs(self, seat):
        return [play for play in all_plays(self.hands[seat]) if play.kind in BOMBS and beats(play, self.table)]

    def open_window(self):
        asked = self.seats_with_cards(self.acted)
        self.window = [seat for seat in asked if self.bombs(seat) and (not self.waiting or seat != self.turn)]

    def legal_plays(self, seat):
        """The plays on the seat's turn, and whether it may pass (RULES 6.2, 7.3, 7.4)."""
        plays = all_plays(self.hands[seat])
        if self.table:
            plays = [on_table(play, self.table) for play in plays if beats(play, self.table)]
        fulfilling = [play for play in plays if holds(play, self.wish)]
        if fulfilling and self.rules.get("bomb_ignores_wish"):
            fulfilling += [play for play in plays if play.kind in BOMBS and not holds(play, self.wish)]
        return fulfilling or plays, bool(self.table) and not any(holds(play, self.wish) for play in plays)

    def play(self, seat, play, wish=None):
        self.hands[seat] = self.hands[seat] - play.cards
        if not self.hands[seat]:
            self.out.append(seat)
        if holds(play, self.wish):
            self.wish = None
        self.wish = wish or self.wish
        self.acted, self.window = seat, []
        if "Dog" in play.cards:
            self.table = None
            self.turn = self.seats_with_cards(seat + 1)[0]  # from the partner on
            return
        self.table, self.owner = play, seat
        self.waiting = [other for other in self.seats_with_cards(seat) if other != seat]
        if self.ended():
            self.waiting = []
            self.giving = "Drg" in play.cards and len(self.out) == 3
            self.table = None
            return
        self.turn = self.waiting[0]
        self.open_window()

    def pass_turn(self):
        self.acted = self.turn
        self.waiting.remove(self.turn)
        if self.waiting:
            self.turn = self.seats_with_cards(self.acted)[0]
        self.open_window()

    def give(self):
        self.giving = False
        self.collect()

    def collect(self):
        self.table = None
        self.turn = ([self.owner] if self.hands[self.owner] else self.seats_with_cards(self.owner))[0]

    def next_decision(self):
        """Does what is forced, up to the next decision."""
        while True:
            if self.giving:
                if len(self.receivers()) > 1:
                    return "give", self.owner
                self.give()
            if self.ended() and not self.table:
                return None
            if self.window:
                return "bomb", self.window[0]
            if self.table and not self.waiting:
                self.giving = "Drg" in self.table.cards
                if not self.giving:
                    self.collect()
            elif self.legal_plays(self.turn)[0]:
                return "turn", self.turn
            else:
                self.pass_turn()

    def after_each_choice(self):
        """The rounds after each choice of the decision that is open."""
        kind, seat = self.next_decision()
        if kind == "give":
            yield from (self.after(Round.give) for _ in self.receivers())
            return
        plays, may_refuse = (self.bombs(seat), True) if kind == "bomb" else self.legal_plays(seat)
        flush = flush_cards(self.hands[seat])
        for play in {choice(play, flush): play for play in plays}.values():
            wishes = [None] + list(range(2, 15)) if "Mah" in play.cards else [None]
            yield from (self.after(Round.play, seat, play, wish) for wish in wishes)
        if may_refuse:
            yield self.after(Round.refuse_bomb if kind == "bomb" else Round.pass_turn)

    def refuse_bomb(self):
        self.window = self.window[1:]

    def after(self, do, *arguments):
        other = copy.copy(self)
        other.hands, other.out, other.waiting = list(self.hands), list(self.out), list(self.waiting)
        do(other, *arguments)
        return other


def perft(round_, depth):
    if depth == 0:
        return 1, 0
    if round_.next_decision() is None:
        return 0, 1
    counts = [perft(other, depth - 1) for other in round_.after_each_choice()]
    return sum(count[0] for count in counts), sum(count[1] for count in counts)


def parse_rules(text):
    preset, *options = text.split()
    rules = dict(GRAVON) if preset == "gravon" else {}
    rules.update((option, value == "true") for option, value in (word.split("=") for word in options))
    return rules


def parse_table(text):
    """The play on the table: cards, `Phx=7` beside others or `Phx>7` alone."""
    cards = frozenset(word[:3] if word.startswith("Phx") else word for word in text.split())
    for word in text.split():
        if word.startswith("Phx>"):
            return Play(cards, "single", RANKS[word[4:]] + 0.5, None)
        if word.startswith("Phx="):
            return classify(cards, RANKS[word[4:]])
    return meanings(cards)[-1]


def position(lines):
    """The round that the lines of a position describe (engine/PERFT.md)."""
    keys = dict(line.split(None, 1) for line in lines)
    hands = [frozenset(hand.split()) - {"-"} for hand in keys["hands"].split("|")]
    round_ = Round(hands, parse_rules(keys.get("rules", "standard")))
    round_.out = [int(seat) for seat in keys.get("out", "").split()]
    round_.wish = RANKS.get(keys.get("wish", "").strip())
    if "table" in keys:
        owner, table = keys["table"].split(None, 1)
        round_.owner, round_.table = int(owner), parse_table(table)
        others = [seat for seat in round_.seats_with_cards(round_.owner) if seat != round_.owner]
        round_.waiting = others[int(keys.get("passes", 0)):]
        round_.acted = int(keys.get("acted", owner))
        round_.turn = round_.seats_with_cards(round_.acted)[0]
    if "bomb" in keys:
        round_.open_window()
        round_.window = round_.window[round_.window.index(int(keys["bomb"])):]
    return round_


def read_count(word):
    sequences, _, ended = word.partition("/")
    return int(sequences), int(ended or 0)


def check_clauses(text, most=400):
    """The faults of a table of positions: one sentence each."""
    faults = []
    for block in text.split("\n\n"):
        title, *lines = [line for line in block.splitlines() if not line.startswith("#")] or [""]
        if not lines:
            continue
        expected = [read_count(word) for word in lines[-1].split()[1:]]
        for depth, count in enumerate(expected, 1):
            if count[0] > most:
                break
            found = perft(position(lines[:-1]), depth)
            if found != count:
                faults.append(f"{title}: depth {depth} has {found}, not {count}")
    return faults


def dealt(seed, index, rules):
    hands = [frozenset(hand.replace("+", "").split()) for hand in deals_reference.deal(seed, index).split("|")]
    round_ = Round(hands, parse_rules(rules))
    round_.turn = next(seat for seat in range(4) if "Mah" in hands[seat])
    return round_


def check_deals(text, deepest):
    """The faults of a table of whole deals."""
    faults = []
    for line in text.splitlines():
        if line.startswith("#") or int(line.split()[2]) > deepest:
            continue
        deal, rules, depth, *count = line.split()
        found = perft(dealt(*(int(number) for number in deal.split(":")), rules), int(depth))
        if found != tuple(int(number) for number in count):
            faults.append(f"{line}: has {found}")
    return faults


def self_test():
    right = "4.1 a pair\nhands 7j 7s | 2j | 2s | 2p\ncounts 2 2\n"
    assert check_clauses(right) == []
    assert len(check_clauses(right.replace("2 2", "3 2"))) == 1
    assert check_deals("1:0 standard 1 32 0", 1) == []
    assert len(check_deals("1:0 standard 1 33 0", 1)) == 1
    return []


def main():
    if sys.argv[1] == "--self-test":
        faults = self_test()
    else:
        faults = check_clauses(open(f"{sys.argv[1]}/perft_clauses.txt", encoding="utf-8").read())
        deepest = 1 if "--brief" in sys.argv else 2
        faults += check_deals(open(f"{sys.argv[1]}/perft.txt", encoding="utf-8").read(), deepest)
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
