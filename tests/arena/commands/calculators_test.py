#!/usr/bin/python3
"""tichu-arena llr and elo against a second, slow computation, and against figures that others state.

    calculators_test.py TICHU_ARENA

The second computation of a generalized likelihood ratio maximises the likelihood directly: for normalized Elo it searches over
the mean, and for each mean over the two multipliers of the conditions (mean, variance), instead of solving linearised conditions again
and again."""
import json
import math
import os
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import cases  # noqa: E402

ARENA = sys.argv.pop(1) if __name__ == "__main__" else ""
EMPTY = 1e-3


def arena(*arguments):
    return subprocess.run([ARENA, *arguments], capture_output=True, text=True, timeout=1200, check=False)


def answer(command, kind, cells, *more):
    done = arena(command, f"--{kind}", ",".join(map(str, cells)), "--json", *map(str, more))
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def distribution(cells):
    weights = [cell or EMPTY for cell in cells]
    return sum(weights), [(i / (len(cells) - 1), w / sum(weights)) for i, w in enumerate(weights)]


def likelihood(observed, conditions):
    """The greatest sum of chance * log(p / chance) with the means of all conditions 0; -inf where none has them. Each
    condition is a list, a value a cell; Newton's method on the convex dual, with halved steps."""
    def dual(multipliers):
        total = 0
        for cell, (_, chance) in enumerate(observed):
            inside = 1 + sum(m * c[cell] for m, c in zip(multipliers, conditions))
            if inside <= 0:
                return math.inf
            total -= chance * math.log(inside)
        return total

    at = [0.0] * len(conditions)
    for _ in range(500):
        inside = [1 + sum(m * c[i] for m, c in zip(at, conditions)) for i in range(len(observed))]
        slope = [-sum(p * c[i] / inside[i] for i, (_, p) in enumerate(observed)) for c in conditions]
        bend = [[sum(p * c[i] * d[i] / inside[i] ** 2 for i, (_, p) in enumerate(observed)) for d in conditions] for c in conditions]
        if len(conditions) == 1:
            step = [-slope[0] / bend[0][0]]
        else:
            determinant = bend[0][0] * bend[1][1] - bend[0][1] * bend[1][0]
            if determinant == 0 or dual(at) < -60:
                return -math.inf  # the dual has no bound: nothing meets the conditions
            step = [(bend[0][1] * slope[1] - bend[1][1] * slope[0]) / determinant,
                    (bend[1][0] * slope[0] - bend[0][0] * slope[1]) / determinant]
        scale = 1.0
        while scale > 1e-18 and dual([a + scale * s for a, s in zip(at, step)]) > dual(at):
            scale /= 2
        at = [a + scale * s for a, s in zip(at, step)]
        if max(abs(s) for s in step) * scale < 1e-15 * (1 + max(abs(a) for a in at)):
            break
    return dual(at)


def likelihood_of_mean(observed, mean):
    return likelihood(observed, [[a - mean for a, _ in observed]])


def likelihood_of_t(observed, t):
    if t == 0:
        return likelihood_of_mean(observed, 0.5)

    def at_mean(mean):
        square = mean * mean + ((mean - 0.5) / t) ** 2
        return likelihood(observed, [[a - mean for a, _ in observed], [a * a - square for a, _ in observed]])

    # A grid of distances from a half, on the side that t has, then golden section around the best; no variance allows more than
    # the last. Very near a half no distribution on so few scores has the variance.
    most = abs(t) * 0.5 / math.sqrt(1 + t * t)
    grid = [0.5 + math.copysign(most * 0.8 ** k, t) for k in range(80)]
    best = max(range(1, len(grid) - 1), key=lambda k: at_mean(grid[k]))
    low, high = grid[best - 1], grid[best + 1]
    ratio = (math.sqrt(5) - 1) / 2
    left, right = high - ratio * (high - low), low + ratio * (high - low)
    of_left, of_right = at_mean(left), at_mean(right)
    for _ in range(40):  # the distance becomes 4e-9 of what it was, and the likelihood is flat at its maximum
        if of_left > of_right:
            high, right, of_right = right, left, of_left
            left = high - ratio * (high - low)
            of_left = at_mean(left)
        else:
            low, left, of_left = left, right, of_right
            right = low + ratio * (high - low)
            of_right = at_mean(right)
    return max(of_left, of_right)


def slow_llr(cells, model, elo0, elo1):
    boards, observed = distribution(cells)
    if model == "logistic":
        under = [likelihood_of_mean(observed, 1 / (1 + 10 ** (-elo / 400))) for elo in (elo0, elo1)]
    else:
        tables = (len(cells) - 1) / 2
        under = [likelihood_of_t(observed, elo * math.log(10) / 800 * math.sqrt(tables)) for elo in (elo0, elo1)]
    return boards * (under[1] - under[0])


# Counts and log-likelihood ratios that fastchess states in its tests of the same conventions, to 1 %.
STATED = (
    ("pentanomial", (365, 16618, 36229, 16974, 390), "normalized", 0, 2, 2.25),
    ("pentanomial", (127, 4883, 10712, 5150, 104), "normalized", -1.75, 0.25, 3.01),
    ("pentanomial", (223, 9863, 21279, 10037, 246), "logistic", 0.5, 2.5, -3.07),
    ("pentanomial", (871, 26175, 55983, 26678, 821), "logistic", 0, 2, -4.98),
    ("trinomial", (36027, 68692, 36433), "normalized", 0, 2, 0.92),
    ("trinomial", (10650, 20431, 10871), "normalized", -1.75, 0.25, 2.30),
    ("trinomial", (21184, 40708, 21404), "logistic", 0.5, 2.5, -1.57),
    ("trinomial", (57030, 106593, 57433), "logistic", 0, 2, -2.59),
)
COUNTS = (
    ("pentanomial", (46, 936, 2083, 1043, 63)),
    ("pentanomial", (0, 12, 31, 20, 0)),
    ("pentanomial", (10789, 19328, 33806, 19402, 10543)),
    ("pentanomial", (3, 0, 5, 0, 9)),
    ("trinomial", (120, 300, 151)),
    ("trinomial", (40, 0, 55)),
    ("trinomial", (0, 16700, 0)),
)


class LogLikelihoodRatio(unittest.TestCase):
    def test_agrees_with_what_fastchess_states(self):
        for kind, cells, model, elo0, elo1, stated in STATED:
            found = answer("llr", kind, cells, "--elo0", elo0, "--elo1", elo1, "--model", model)["llr"]
            self.assertAlmostEqual(found, stated, delta=0.01 * (1 + abs(stated)), msg=cells)

    def test_agrees_with_a_slow_direct_maximisation(self):
        for kind, cells in COUNTS:
            for elo0, elo1 in ((0, 5), (-3, 1), (0, 60)):
                for model in ("logistic", "normalized"):
                    found = answer("llr", kind, cells, "--elo0", elo0, "--elo1", elo1, "--model", model)["llr"]
                    expected = slow_llr(cells, model, elo0, elo1)
                    self.assertAlmostEqual(found, expected, delta=1e-5 * (1 + abs(expected)), msg=f"{cells} {model} {elo0} {elo1}")

    def test_changes_its_sign_with_the_side(self):
        there = answer("llr", "pentanomial", (46, 936, 2083, 1043, 63), "--elo0", 0, "--elo1", 5)["llr"]
        back = answer("llr", "pentanomial", (63, 1043, 2083, 936, 46), "--elo0", -5, "--elo1", 0)["llr"]
        self.assertAlmostEqual(there, -back, places=9)

    def test_is_zero_without_boards(self):
        for model in ("logistic", "normalized"):
            found = answer("llr", "pentanomial", (0, 0, 0, 0, 0), "--model", model)
            self.assertEqual((found["llr"], found["verdict"], found["boards"]), (0, "undecided", 0))

    def test_is_finite_for_every_extreme(self):
        for cells in ((0, 0, 0, 0, 1), (1, 0, 0, 0, 0), (0, 0, 7, 0, 0), (10**12, 0, 0, 0, 0), (1, 0, 0, 0, 10**12)):
            for model in ("logistic", "normalized"):
                for elo0, elo1 in ((0, 5), (-800, 800)):
                    found = answer("llr", "pentanomial", cells, "--elo0", elo0, "--elo1", elo1, "--model", model)["llr"]
                    self.assertTrue(math.isfinite(found), f"{cells} {model}")

    def test_verdict_follows_the_bounds(self):
        found = answer("llr", "pentanomial", (46, 936, 2083, 1043, 63), "--alpha", 0.05, "--beta", 0.05)
        self.assertAlmostEqual(found["upper"], math.log(19), places=12)
        self.assertEqual(found["verdict"], "accepted")
        wide = answer("llr", "pentanomial", (46, 936, 2083, 1043, 63), "--alpha", 0.001)
        self.assertEqual(wide["verdict"], "undecided")


class Elo(unittest.TestCase):
    def test_agrees_with_the_formulas(self):
        for kind, cells in COUNTS[:5]:
            boards, observed = distribution(cells)
            mean = sum(a * p for a, p in observed)
            variance = sum(p * (a - mean) ** 2 for a, p in observed)
            error = 1.959963984540054 * math.sqrt(variance / boards)
            found = answer("elo", kind, cells)
            elo = [-400 * math.log10(1 / x - 1) for x in (mean, mean - error, mean + error)]
            tables = (len(cells) - 1) / 2
            normalized = (mean - 0.5) / math.sqrt(tables * variance) * 800 / math.log(10)
            self.assertAlmostEqual(found["elo"]["value"], elo[0], places=9)
            self.assertAlmostEqual(found["elo"]["low"], elo[1], places=9)
            self.assertAlmostEqual(found["elo"]["high"], elo[2], places=9)
            self.assertAlmostEqual(found["elo"]["error95"], (elo[2] - elo[1]) / 2, places=9)
            self.assertAlmostEqual(found["normalized_elo"]["value"], normalized, places=9)

    def test_after_like_boards_says_what_was_not_seen(self):
        won = answer("elo", "pentanomial", (0, 0, 0, 0, 3))
        self.assertIsNone(won["elo"]["high"])
        self.assertAlmostEqual(won["elo"]["low"], -400 * math.log10(1 / 0.025 ** (1 / 3) - 1), places=9)
        self.assertEqual(won["likelihood_of_superiority"], 1 - 2 ** -4)
        self.assertIsNone(won["normalized_elo"])
        self.assertEqual(won["score"], 1)
        drawn = answer("elo", "trinomial", (0, 1, 0))
        self.assertAlmostEqual(drawn["elo"]["value"], 0, places=9)
        self.assertEqual(drawn["likelihood_of_superiority"], 0.5)
        self.assertAlmostEqual(drawn["elo"]["low"], -drawn["elo"]["high"], places=9)

    def test_says_in_words_what_like_boards_tell(self):
        for cells, words in (((0, 0, 1), ("Every board was won", "0.001 boards", "below -636.43 this many boards would have shown another result")),
                             ((0, 0, 12), ("Every board was won", "below +177.53")),
                             ((4, 0, 0), ("Every board was lost", "any great weakness", "above ")),
                             ((0, 3, 0), ("All boards ended alike", "outside of it")),
                             ((0, 0, 0), ("nothing is known",))):
            text = arena("elo", "--trinomial", ",".join(map(str, cells))).stdout
            for part in words:
                self.assertIn(part, text, cells)
            self.assertEqual(text.splitlines()[-1], answer("elo", "trinomial", cells)["note"])
        self.assertIsNone(answer("elo", "trinomial", (2, 3, 12))["note"])
        self.assertEqual(len(arena("elo", "--trinomial", "2,3,12").stdout.splitlines()), 4)

    def test_ends_beyond_the_scale_are_open(self):
        for cells, low, high in (((1, 0, 20000), 1199.83, None), ((20000, 0, 1), None, -1199.83), ((1, 0, 2000), 1131.71, None),
                                 ((0, 0, 20000), 1199.83, None)):
            found = answer("elo", "trinomial", cells)
            for end, expected in (("low", low), ("high", high)):
                if expected is None:
                    self.assertIsNone(found["elo"][end], cells)
                else:
                    self.assertAlmostEqual(found["elo"][end], expected, delta=0.01, msg=cells)
            self.assertIsNone(found["elo"]["error95"], cells)
        text = arena("elo", "--trinomial", "1,0,20000").stdout
        self.assertIn("[+1199.83, open]", text)
        self.assertIn("Elo is kept within ±1200; an open end of the interval lies beyond that.", text)

    def test_counts_are_decimal(self):
        self.assertEqual(answer("elo", "trinomial", ("010", "08", "0012"))["boards"], 30)

    def test_score_is_that_of_the_counts(self):
        self.assertEqual(answer("elo", "trinomial", (0, 1, 1))["score"], 0.75)

    def test_without_boards_is_zero_and_open(self):
        found = answer("elo", "trinomial", (0, 0, 0))
        self.assertEqual(found["elo"], {"value": 0, "low": None, "high": None, "error95": None})


class WrongUse(unittest.TestCase):
    def test_is_refused_with_a_reason(self):
        for arguments, part in (
                (("elo", "--pentanomial", "1,2,3"), "pentanomial"),
                (("elo", "--trinomial", "1,2,x"), "x"),
                (("elo", "--trinomial", "1,2,0x10"), "not a whole number from 0"),
                (("elo", "--trinomial", "1,2,-3"), "not a whole number from 0"),
                (("elo",), "required"),
                (("elo", "--trinomial", "1,2,3", "--pentanomial", "1,2,3,4,5"), "2 were given"),
                (("llr", "--trinomial", "1,2,3", "--elo0", "5", "--elo1", "0"), "must be below"),
                (("llr", "--trinomial", "1,2,3", "--elo0", "nan"), "\"nan\" is not a number from"),
                (("llr", "--trinomial", "1,2,3", "--alpha", "0"), "not a number from"),
                (("llr", "--trinomial", "1,2,3", "--model", "bayes"), "bayes")):
            done = arena(*arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertIn(part, done.stdout + done.stderr)


if __name__ == "__main__":
    cases.main()
