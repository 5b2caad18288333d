"""Calls with anything in any order: an error of Python may come of it, never the end of the interpreter. TICHU_FUZZ_CALLS
says how many calls (60,000)."""
import copy
import faulthandler
import os
import pickle
import random
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import cases  # noqa: E402

import numpy as np

import tichu
from tichu import VecEnv, engine, pettingzoo
from tichu.engine import Action, Combination, Deal, Observation, PluginPlayer, Round, Rules
from tichu.gym import SeatEnv

CALLS = int(os.environ.get("TICHU_FUZZ_CALLS", "60000"))
REFUSALS = (ValueError, TypeError, IndexError, KeyError, AttributeError, RuntimeError, OverflowError, pickle.PickleError,
            MemoryError, AssertionError)
TEXTS = ("", "pass", "7j", "7j 7s", "Phx", "Phx>7", "5j 6j 7j 8s Phx=9", "Mah wish 9", "tichu", "gravon", "standard target=1",
         "\0", "é", "random", "light", "learner", "mask", "ids", "compact-v1", "full-v1", "play", "dealt", "imagined")
# Names that would do what no test should: end the process, or write files.
LEFT_OUT = ("__class__", "__init_subclass__", "__subclasshook__", "tofile")


class Chaos:
    """A heap of values that calls take from and add to."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.values = [Deal(1, 0), Rules(), Combination("7j 7s"), Combination("Phx", Combination("Kj")), Action.pass_(),
                       Action.push("7j", "8j", "9j"), Round(Deal(1, 0)), Round.open(Deal(2, 0)),
                       Round(Deal(1, 0)).observation(0), SeatEnv(), pettingzoo.env(), tichu.load_bot("greedy")]
        for threads in (1, 2):
            self.values.append(VecEnv(3, threads=threads, legal=("mask", "features"), auto_reset=threads == 1))
        self.kinds = (Deal, Rules, Combination, Action, Round, Observation, PluginPlayer)
        self.functions = [engine.plays, engine.action_name, engine.action_play, engine.layout, Deal, Rules, Combination, Round,
                          Round.open, Round.of_recorded, Deal.from_hands, Deal.from_text, Action.push, Action.play,
                          Action.give_dragon, Action.from_text, Observation.of, pickle.dumps, copy.deepcopy]

    def argument(self):
        pick = self.random.random
        if pick() < 0.3:
            return self.random.choice(self.values)
        return self.random.choice((
            lambda: self.random.randint(-2, 64), lambda: self.random.choice((-(2**63), 2**64, 2**31, 1589, 1 << 20)),
            lambda: self.random.choice(TEXTS), lambda: None, lambda: self.random.random(), lambda: True,
            lambda: self.random.sample(tichu.cards.DECK, self.random.randint(0, 14)),
            lambda: np.full(3, self.random.randint(-1, 1589), self.random.choice((np.int16, np.int64, np.float32, np.uint8))),
            lambda: np.zeros((3, 301), np.uint8), lambda: {"rewards": np.zeros((3, 4), np.float32)}, lambda: (0, Action.pass_()),
            lambda: [(0, Action.pass_(), False)] * self.random.randint(0, 3), lambda: object(), lambda: b"\0\xff",
        ))()

    def call(self):
        if self.random.random() < 0.3:
            function = self.random.choice(self.functions)
        else:
            target = self.random.choice(self.values)
            names = [name for name in dir(target) if name not in LEFT_OUT and (name[0] != "_" or name[:2] == "__" or name == "_of_state")]
            function = getattr(target, self.random.choice(names))
        arguments = [self.argument() for _ in range(self.random.choice((0, 0, 1, 1, 2, 3)))]
        result = function(*arguments) if callable(function) else function
        if isinstance(result, self.kinds) and self.random.random() < 0.5:
            self.values[self.random.randrange(len(self.values))] = result

    def play(self):
        """Something sensible, so that the values get somewhere."""
        for value in self.values:
            if isinstance(value, VecEnv):
                value.step(value.sample())
            elif isinstance(value, Round) and not value.is_over:
                value.apply(value.seat, value.policy_action("random", self.random.getrandbits(32)))


class Fuzz(unittest.TestCase):
    def test_NoSequenceOfCallsEndsTheInterpreter(self):
        faulthandler.enable()
        refused = 0
        for seed in range(max(1, CALLS // 1000)):
            chaos = Chaos(seed)
            for number in range(1000):
                try:
                    chaos.call() if number % 5 else chaos.play()
                except REFUSALS:
                    refused += 1
        self.assertGreater(refused, CALLS // 100)

    def test_SpoiltPicklesAreRefused(self):
        chance = random.Random(1)
        values = [Deal(1, 0), Combination("7j 7s"), Action.push("7j", "8j", "9j"), Round(Deal(1, 0)).finished("random"),
                  Round(Deal(1, 0)).finished("random").observation(2)]
        for value in values:
            whole = pickle.dumps(value)
            for _ in range(300):
                spoilt = bytearray(whole)
                for _ in range(chance.randint(1, 3)):
                    # Numbers only: a spoilt name could make pickle call anything at all.
                    place = chance.randrange(len(spoilt))
                    if not (65 <= spoilt[place] <= 122):
                        spoilt[place] = chance.choice((0, 1, 15, 63, 200, 255))
                try:
                    pickle.loads(bytes(spoilt))
                except Exception:  # pickle itself raises many kinds
                    pass

    def test_StatesOfTheWrongShapeAreRefused(self):
        for kind in (Deal, Rules, Combination, Action, Round, Observation):
            for state in ((), (1, 2, 3), ("dealt",), None, "x", ([], [], []), (99, 0, 0, 0, 0)):
                with self.assertRaises(REFUSALS, msg=(kind, state)):
                    kind._of_state(state)

    def test_AValueWithoutContentsCannotBeMade(self):
        for kind in (Deal, Rules, Combination, Action, Round, Observation, PluginPlayer, VecEnv):
            for make in (kind.__new__, object.__new__, kind.__base__.__new__):
                with self.assertRaises(TypeError):
                    make(kind)
        with self.assertRaises(TypeError):
            Round.__base__()

        # A subclass could use a value before it is made.
        for kind in (Deal, Rules, Combination, Action, Round, Observation, PluginPlayer, VecEnv):
            with self.assertRaisesRegex(TypeError, "not an acceptable base type"):
                type("Unready", (kind,), {})


if __name__ == "__main__":
    cases.main()
