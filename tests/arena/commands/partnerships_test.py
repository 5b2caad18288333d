"""Tournaments with teams of two different bots: what each bot and each pair contributed, and that `rate` finds the same from what
`export` prints.

    python3 partnerships_test.py PROGRAM
"""
import csv
import io
import os
import unittest

import arena_command
from arena_command import CommandTest

MIXED = """deals = 12
seed = 3
name = "mixed"
[[bot]]
name = "steady"
[[bot]]
name = "=greedy, x"
kind = "plugin"
path = "greedy"
[[bot]]
name = "lowest"
[[bot]]
name = "random"
[[pair]]
name = "friends"
bots = ["steady", "=greedy, x"]
[[pair]]
bots = ["lowest", "random"]
"""


class Partnerships(CommandTest):
    def play(self, *arguments):
        done = self.run_arena("tournament", *arguments, code=0)
        return done.stdout

    def export(self, name):
        done = self.run_arena("export", self.path("results", name), "--csv", code=0)
        return done.stdout

    def rate(self, text, *flags):
        done = self.run_arena("rate", "-", *flags, input=text, code=0)
        return done.stdout

    def rated(self, text, *flags):
        return arena_command.json.loads(self.rate(text, "--json", *flags))

    def assert_rate_agrees(self, name):
        found = self.results(name)["partnerships"]
        rated = self.rated(self.export(name), "--model", "members")

        def rounded(value):
            return None if value is None else round(value, 4)

        self.assertEqual([(row["name"], row["group"], row["strength"]["value"], row["strength"]["error95"], row["boards"])
                          for row in found["bots"]],
                         [(row["name"], row["group"], rounded(row["value"]), rounded(row["error95"]), row["boards"])
                          for row in rated["ratings"]])
        self.assertEqual([(row["first"], row["second"], row["synergy"]["value"], row["synergy"]["error95"], row["boards"])
                          for row in found["pairs"]],
                         [(row["first"], row["second"], rounded(row["value"]), rounded(row["error95"]), row["boards"])
                          for row in rated["synergies"]])
        return found

    def test_of_named_pairs_are_rated_alike_from_the_boards(self):
        self.write("mixed.toml", MIXED)
        text = self.play("mixed.toml")
        found = self.assert_rate_agrees("mixed")
        self.assertEqual({row["name"] for row in found["bots"]}, {"steady", "=greedy, x", "lowest", "random"})
        self.assertEqual(len(found["pairs"]), 6)
        for row in found["bots"]:
            self.assertGreater(row["strength"]["error95"], 0)
        self.assertIn("own strength of", text)
        self.assertIn("synergy", text)
        with open(self.path("results", "mixed", "partnerships.csv"), encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row["what"] for row in rows], ["strength"] * 4 + ["synergy"] * 6)
        self.assertEqual([float(row["points_a_round"]) for row in rows],
                         [row["strength"]["value"] for row in found["bots"]] + [row["synergy"]["value"] for row in found["pairs"]])

    def test_elo_of_the_boards_is_that_of_the_report(self):
        self.write("mixed.toml", MIXED)
        self.play("mixed.toml")
        rated = {row["name"]: row for row in self.rated(self.export("mixed"))["ratings"]}
        for row in self.results("mixed")["standings"]:
            self.assertAlmostEqual(rated[row["name"]]["value"], row["elo"]["value"], places=3)
            self.assertAlmostEqual(rated[row["name"]]["error95"], row["elo"]["error95"], places=3)

    def test_of_games_and_of_a_mixed_schedule_are_rated_alike(self):
        self.play("--bot", "steady", "--bot", "greedy", "--bot", "lowest", "--bot", "random", "--schedule", "mixed", "--games", "1",
                  "--seed", "5", "--name", "games")
        found = self.assert_rate_agrees("games")
        self.assertEqual(len(found["pairs"]), 6)
        self.assertNotIn(None, [row["synergy"]["value"] for row in found["pairs"]])

    def test_what_boards_do_not_tell_is_open(self):
        text = self.play("--bot", "steady", "--bot", "greedy", "--bot", "lowest", "--schedule", "mixed", "--deals", "4", "--seed", "1",
                         "--name", "three")
        found = self.assert_rate_agrees("three")
        # Three teams of three bots: what a pair has beyond its members cannot be told.
        self.assertEqual([row["synergy"] for row in found["pairs"]], [{"value": None, "error95": None}] * 3)
        self.assertNotIn(None, [row["strength"]["value"] for row in found["bots"]])
        self.assertIn("open: who played with whom does not tell it", text)
        self.assertNotIn("nan", text.lower())
        self.assertIn("synergy,steady,greedy,,,", self.read("results", "three", "partnerships.csv"))

    def test_of_others_are_not_spoken_of(self):
        text = self.play("--bot", "steady", "--bot", "greedy", "--deals", "2", "--seed", "1", "--name", "plain")
        self.assertNotIn("synergy", text)
        self.assertNotIn("partnerships", self.results("plain"))
        self.assertFalse(os.path.exists(self.path("results", "plain", "partnerships.csv")))
        self.assertEqual(self.export("plain").splitlines()[0],
                         "job,board,first,second,tables,rounds,first_points,second_points,margin,result,score,first_faults,second_faults")

    def test_boards_of_several_tournaments_are_rated_together(self):
        for number, name in enumerate(("one", "two")):
            self.play("--bot", "steady", "--bot", "greedy", "--bot", "lowest", "--bot", "random", "--schedule", "mixed", "--deals",
                      "3", "--seed", str(number), "--name", name)
        one, two = self.export("one"), self.export("two")
        both = self.rated(one + two, "--model", "members")
        self.assertEqual(both["boards"], 2 * self.rated(one, "--model", "members")["boards"])
        # The same number in the other tournament is of other cards, with its heading and without it.
        self.assertEqual(both, self.rated(one + two.split("\n", 1)[1], "--model", "members"))
        renumbered = list(csv.DictReader(io.StringIO(two)))
        far = "".join(f"{100 + int(row['board'])},{row['first']},{row['second']},{row['margin']}\n" for row in renumbered)
        near = "".join(f"{row['board']},{row['first']},{row['second']},{row['margin']}\n"
                       for row in csv.DictReader(io.StringIO(one)))
        self.assertEqual(both, self.rated("board,first,second,margin\n" + near + far, "--model", "members"))

    def test_a_wrong_row_is_named_by_line_and_column(self):
        self.play("--bot", "steady", "--bot", "greedy", "--deals", "2", "--seed", "1", "--name", "plain")
        lines = self.export("plain").splitlines()
        fields = lines[2].split(",")
        fields[8] = "many"
        self.write("bad.csv", "\n".join([*lines[:2], ",".join(fields)]) + "\n")
        done = self.run_arena("rate", "bad.csv")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn('bad.csv:3: column 9: "many" is not a number of points', done.stderr)
        done = self.run_arena("rate", "results/plain/results.csv")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("results.csv:1: this is a table of standings", done.stderr)


if __name__ == "__main__":
    arena_command.main()
