"""How many points per round one team is ahead of another, over duplicated deals."""

import math
from functools import partial
from typing import NamedTuple

import numpy as np

from .bot import Bot
from .bots import load_bot
from .engine import Deal, PluginPlayer
from .playing import play_round
from .vec_env import Seating, VecEnv


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
    if isinstance(bot, str):
        return partial(load_bot, bot)
    if isinstance(bot, (Bot, PluginPlayer)) or isinstance(bot, type) and issubclass(bot, Bot):
        raise TypeError(f'a team is the name of a bundled bot, or makes a player from its seed, such as '
                        f'lambda seed: tichu.load_bot("steady", seed); this is {bot!r}')
    return bot


def evaluate(ours, theirs, deals=100, seed=0, rules="standard"):
    """Plays each deal twice, with the teams' seats swapped, and gives the Estimate of our margin.

    `ours` and `theirs` are names of bundled bots, or make a player from a number, its seed:
    `lambda seed: tichu.load_bot("steady", seed)`. Each seat of each round gets a player of its own. TypeError for a
    player itself, or a class of players."""
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


class Duel(NamedTuple):
    """What two teams did over duplicated deals: our margin, and for us and them how often a round had a call that was made, a
    call that was broken, a double victory; each between 0 and 1 but for two calls of a team."""

    margin: Estimate
    made: tuple
    broken: tuple
    doubles: tuple

    def __str__(self):
        parts = [f"{name} {ours:.1%} to {theirs:.1%}" for name, (ours, theirs) in
                 (("calls made", self.made), ("broken", self.broken), ("double victories", self.doubles))]
        return f"{self.margin}; {', '.join(parts)}"


def duel(ours, theirs, deals=1000, seed=0, *, tables=1024, **more):
    """Plays each deal twice, with the teams' seats swapped, many tables at once: a Duel.

    `ours` is an array policy: a callable of a VecEnv and the numbers of the tables at which it is asked, which gives an action id
    for each. `theirs` is one too, or a seat of VecEnv such as "steady". `more` goes to VecEnv: obs, legal, rules, threads."""
    margins = np.zeros((2, deals))
    sums = np.zeros((3, 2))
    for swapped in (0, 1):
        seats = ["learner" if callable(theirs) or seat % 2 == swapped else theirs for seat in range(4)]
        env = VecEnv(min(tables, deals), seed, seats, **more)
        policies = [theirs, ours] if swapped else [ours, theirs]
        seating = Seating(env, policies, np.arange(4) % 2)
        left = deals
        while left > 0:
            env.step(seating.answers())
            ended = np.flatnonzero(env.ends)
            ended = ended[env.episodes[ended] - env.n < deals]
            left -= len(ended)
            margins[swapped, env.episodes[ended] - env.n] = 100 * env.rewards[ended, swapped]
            calls, doubles = env.calls[ended], env.double_victories[ended] * (1 - 2 * swapped)
            for side, team in enumerate((calls[:, swapped::2], calls[:, 1 - swapped :: 2])):
                sums[:, side] += (team > 0).sum(), (team < 0).sum(), (doubles == 1 - 2 * side).sum()
    rates = sums / (2 * deals)
    return Duel(estimate(margins.mean(0).tolist()), *(tuple(row) for row in rates.tolist()))
