#!/usr/bin/python3
"""Decides by chance, and writes what it knows to standard error before each decision."""
from tichu import Bot, Side, cards, run


def mask(some_cards):
    return sum(1 << card for card in some_cards)


def describe(seen):
    table = seen.table
    numbers = [
        mask(seen.hand),
        mask(seen.first_eight),
        *map(mask, seen.played),
        mask(seen.trick_cards),
        mask(table.cards),
        table.type,
        table.rank,
        table.phoenix_as,
        *(255 if card is None else card for card in seen.given[1:]),
        *(255 if card is None else card for card in seen.received[1:]),
        *seen.calls,
        *seen.hand_size,
        *seen.won,
        seen.trick_points,
        seen.table_owner if table.cards else 0,
        seen.to_act,
        seen.wish,
        seen.stage,
        seen.passes,
        *seen.out,
        seen.own_score,
        seen.their_score,
        len(seen.events),
        int(seen.may_call_tichu()),
        mask(seen.unseen()),
    ]
    print("seen", *numbers)


class Echo(Bot):
    version = "2.0"

    def play(self, seen):
        describe(seen)
        if len(seen.hand) == 8:
            self.remark("a surrogate \ud800", 12.5, [(cards.text(play.cards[0]), 0.25) for play in seen.plays[:2]])
        return self.random.choice(seen.plays + [None] * seen.may_pass)

    def wish(self, seen, play):
        return self.random.choice((0, *range(2, 15)))

    def call_grand_tichu(self, seen):
        describe(seen)
        return self.random.random() < 0.2

    def call_tichu(self, seen):
        return self.random.random() < 0.1

    def push(self, seen):
        describe(seen)
        return self.random.sample(sorted(seen.hand), 3)

    def bomb(self, seen):
        describe(seen)
        assert seen.may_pass and all(play.is_bomb for play in seen.plays)
        return self.random.choice(seen.plays + [None])

    def give_dragon(self, seen):
        describe(seen)
        choices = [side for side in (Side.RIGHT, Side.LEFT) if not seen.is_out(side)]
        return self.random.choice(choices)

    def observe(self, seen, event):
        assert seen.events[-1] is event
        assert all(card in cards.DECK for card in event.combination.cards)


if __name__ == "__main__":
    run(Echo)
