"""The bot class: the same decisions and defaults as tichu::Bot in C++."""

import collections
import random
from typing import NamedTuple

from . import answers, cards
from .observation import Rules, Side


class Options(collections.UserDict):
    """A bot's options, name to value, as strings. A bot asks for them when it is made: the others are refused."""

    def __init__(self, pairs=()):
        self.asked = set()
        super().__init__(pairs)

    def __getitem__(self, name):
        self.asked.add(name)
        return super().__getitem__(name)

    def __contains__(self, name):
        self.asked.add(name)
        return super().__contains__(name)

    def refuse_unknown(self):
        """Raises a ValueError that names an option which nobody has asked for, and those that were asked for."""
        for name in self.data:
            if name not in self.asked:
                known = ", ".join(sorted(self.asked)) or "none"
                raise ValueError(f"unknown option {name}; there are {known}")


class Setup(NamedTuple):
    """What a bot is told when it sits down. One instance plays one round, or one game, in one seat."""

    seed: int  # for the bot's own random numbers
    rules: Rules
    options: Options  # name to value, from the tournament file
    remarks: bool = False  # whether what the bot says of its decisions (`Bot.remark`) is kept


class Remark(NamedTuple):
    """What a bot says of its decision, as `Bot.remark` takes it."""

    note: str
    value: float | None
    probabilities: tuple


def worth(card):
    """Orders single cards: Dog, Mahjong, 2 to A, Phoenix, Dragon; then by suit."""
    value = {cards.PHOENIX: 15, cards.DRAGON: 16}.get(card, cards.rank(card))
    return value, card


class Bot:
    """A Tichu player. `play` alone makes a complete bot; each other decision has a playable default."""

    name = ""  # empty: the class's name
    version = "1.0"
    said = None  # the remark that goes with the next answer

    def __init__(self, setup):
        self.setup = setup
        self.random = random.Random(setup.seed)

    def play(self, seen):
        """The own turn: one of `seen.plays`, or None to pass, which is legal where `seen.may_pass`."""
        raise NotImplementedError("a bot needs the method play(self, seen)")

    def wish(self, seen, play):
        """The rank (2 to 14) to wish for when `play`, which holds the Mahjong, is about to be played; 0 for no wish."""
        return 0

    def call_grand_tichu(self, seen):
        """Whether to call Grand Tichu on the first eight cards."""
        return False

    def call_tichu(self, seen):
        """Whether to call Tichu: asked around the push, and with each own turn before the first card."""
        return False

    def push(self, seen):
        """The three cards to give away: to the right, to the partner, to the left."""
        right, left, partner = sorted(seen.hand, key=worth)[:3]
        return right, partner, left

    def bomb(self, seen):
        """A bomb to play out of turn, one of `seen.plays`, or None; asked only where the bot holds one."""
        return None

    def give_dragon(self, seen):
        """The opponent who gets the Dragon's trick: Side.RIGHT or Side.LEFT."""
        return Side.LEFT if seen.hand_size[Side.LEFT] > seen.hand_size[Side.RIGHT] else Side.RIGHT

    def observe(self, seen, event):
        """Called after each event; `seen` includes it already."""

    def remark(self, note="", value=None, probabilities=()):
        """Says something of the decision under way, for people who look at it later; nobody at the table sees it.

        `note` is a text, of which 1024 bytes are kept, `value` the points that the bot expects in this round, its
        team's less the other's, `probabilities` pairs of a move in the bot's own words and a number from 0 to 1, of
        which 32 are kept. Said twice, the second counts.
        """
        self.said = Remark(*answers.remark(note, value, probabilities))
