"""How many points per round one team is ahead of another, over duplicated deals."""

import math
from functools import partial
from typing import NamedTuple

from .bots import load_bot
from .engine import Deal
from .playing import play_round


class Estimate(NamedTuple):
    """The mean margin in points per round, and the standard error of that mean."""

    mean: float
    error: float
    deals: int

    def __str__(self):
        return f"{self.mean:+.1f} ± {self.error:.1f} points per round ({self.deals} deals, each played twice)"


def estimate(margins):
    """The Estimate of one margin a deal, each the mean of both seatings."""
    count = len(margins)
    if count < 2:
        raise ValueError("an error needs two deals at least")
    mean = sum(margins) / count
    variance = sum((margin - mean) ** 2 for margin in margins) / (count - 1)
    return Estimate(mean, math.sqrt(variance / count), count)


def _maker(bot):
    return partial(load_bot, bot) if isinstance(bot, str) else bot


def evaluate(ours, theirs, deals=100, seed=0, rules="standard"):
    """Plays each deal twice, with the teams' seats swapped, and gives the Estimate of our margin.

    `ours` and `theirs` are names of bundled bots, or make a player from a number, its seed:
    `lambda seed: tichu.load_bot("steady", seed)`. Each seat of each round gets a player of its own."""
    ours, theirs = _maker(ours), _maker(theirs)
    margins = []
    for index in range(deals):
        deal = Deal(seed, index)
        total = 0
        for swapped in (0, 1):
            makers = (theirs, ours) if swapped else (ours, theirs)
            players = [makers[seat % 2](8 * index + 4 * swapped + seat) for seat in range(4)]
            score = play_round(players, deal, rules).result["score"]
            total += score[swapped] - score[1 - swapped]
        margins.append(total / 2)
    return estimate(margins)
