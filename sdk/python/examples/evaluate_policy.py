#!/usr/bin/python3
"""How good is a policy written in Python? Each deal is played twice with the seats swapped, so the luck of the cards goes
out; the error is that of the mean."""

import argparse

import tichu
from tichu.engine import Action, Question


class SavesAces:
    """Plays its lowest combination, but passes rather than to lay an ace or better on the partner's trick."""

    def __init__(self, seed):
        self.rest = tichu.load_bot("greedy", seed)  # for all but the turns

    def __call__(self, seen):
        if seen.asked != Question.TURN:
            return self.rest(seen)
        plays = sorted(seen.plays, key=lambda play: (play.is_bomb, play.half_points))
        partner_leads = bool(seen.table) and seen.table_owner == tichu.Side.PARTNER
        if not plays or seen.may_pass and (partner_leads and plays[0].rank >= 14 or plays[0].is_bomb):
            return Action.pass_()
        return Action.play(plays[0])


parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--deals", type=int, default=200)
deals = parser.parse_args().deals
for opponent in ("random", "greedy"):
    print(opponent, tichu.evaluate(SavesAces, lambda seed, name=opponent: tichu.load_bot(name, seed), deals))
