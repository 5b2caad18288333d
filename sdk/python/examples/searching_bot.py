#!/usr/bin/python3
"""A bot that searches with the compiled module: for each play it guesses the hidden hands and plays the round to its end. The
arena runs it as it is:

    PYTHONPATH=build/release/python build/release/bin/tichu-arena play mine=program:sdk/python/examples/searching_bot.py greedy --deals 3
"""

from tichu import Bot, run
from tichu.engine import Action, Question, Observation

GUESSES = 20


class Searching(Bot):
    """Plays what brings most points on average over guessed hands, everybody going on as the policy "light"."""

    name = "searching"

    def play(self, seen):
        choices = list(seen.plays) + ([None] if seen.may_pass else [])
        if len(choices) == 1:
            return choices[0]
        known = Observation.of(seen, asked=Question.TURN)
        sums = [0] * len(choices)
        for _ in range(GUESSES):
            hands = known.guess_hands(seed=self.random.getrandbits(63))
            if hands is None:
                continue
            table = known.imagine(hands)
            for number, choice in enumerate(choices):
                after = table.copy()
                after.apply(0, Action.pass_() if choice is None else Action.play(choice))
                sums[number] += after.playouts("light")[0]
        return choices[sums.index(max(sums))]


if __name__ == "__main__":
    run(Searching)
