#!/usr/bin/python3
"""The player of deep_monte_carlo.py as a bot for the arena: the weights lie beside it in learnt.npz. It needs numpy, and of
the package what is not compiled."""

import pathlib

import numpy as np

from tichu import Bot, run
from tichu.rows import Ask, gift_row, observation_row, play_row, push_row, wish_row


class Learnt(Bot):
    """Does what the net values most; it never calls, as in training."""

    name = "learnt"
    weights_file = pathlib.Path(__file__).resolve().parent / "learnt.npz"

    def __init__(self, setup):
        super().__init__(setup)
        stored = np.load(self.weights_file)
        self.scales = stored["seen_scale"], stored["action_scale"]
        self.weights = [stored[f"weight{number}"] for number in range(7)]

    def best(self, seen, ask, choices, action_rows, **under_way):
        """The choice whose row has the highest value."""
        of_seen, of_action, bias, deep, deep_bias, last, _ = self.weights
        row = np.array(observation_row(seen, ask, **under_way), np.float32) * self.scales[0]
        actions = np.array(action_rows, np.float32) * self.scales[1]
        hidden = np.maximum(row @ of_seen + bias + actions @ of_action, 0)
        values = (np.maximum(hidden @ deep + deep_bias, 0) @ last)[:, 0]
        return choices[int(values.argmax())]

    def play(self, seen):
        choices = ([None] if seen.may_pass else []) + list(seen.plays)
        return self.best(seen, Ask.PLAY, choices, [play_row(seen, play) for play in choices])

    def bomb(self, seen):
        choices = list(seen.plays) + [None]
        return self.best(seen, Ask.BOMB, choices, [play_row(seen, play) for play in choices])

    def wish(self, seen, play):
        choices = [0, *range(2, 15)]
        return self.best(seen, Ask.WISH, choices, [wish_row(rank) for rank in choices], chosen=play)

    def push(self, seen):
        chosen = []
        for side in (1, 2, 3):
            choices = sorted(set(seen.hand) - set(chosen))
            rows = [push_row(card, side) for card in choices]
            chosen.append(self.best(seen, Ask.PUSH_RIGHT + side - 1, choices, rows, pushing=chosen))
        return chosen

    def give_dragon(self, seen):
        return self.best(seen, Ask.GIVE_DRAGON, [1, 3], [gift_row(1), gift_row(3)])


if __name__ == "__main__":
    run(Learnt)
