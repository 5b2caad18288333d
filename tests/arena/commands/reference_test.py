"""The ladders that are kept are what their commands play: the first boards of every pairing, once more.

    python3 reference_test.py PROGRAM
"""

import csv
import json
import os
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import cases  # noqa: E402

from arena_command import PATIENT_FLAGS, PROGRAM

RESULTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../results")


class KeptLadder:
    def rows(self, name):
        with open(os.path.join(RESULTS, self.folder, name), newline="") as file:
            return list(csv.DictReader(file))

    def test_has_the_boards_that_are_played_today(self):
        kept = self.rows("first_boards.csv")
        deals = 1 + max(int(row["board"]) for row in kept)
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([PROGRAM, "tournament", os.path.join(RESULTS, self.folder, "ladder.toml"), "--deals", str(deals),
                                   *PATIENT_FLAGS, "--results", folder, "--name", "ladder", "--events", "-"],
                                  capture_output=True, text=True, timeout=1200)
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        played = [{key: str(line[key]) for key in ("board", "first", "second", "margin", "score")} for line in lines
                  if line["type"] == "board"]
        order = [entrant["name"] for entrant in lines[0]["entrants"]]
        played.sort(key=lambda row: (order.index(row["first"]), order.index(row["second"]), int(row["board"])))
        self.assertEqual(played, kept)

    def test_is_told_as_it_was_found(self):
        with open(os.path.join(RESULTS, self.folder, "README.md")) as file:
            told = [line.split() for line in file if line[:7].strip()[:1].isdigit()]
        found = self.rows("results.csv")
        self.assertEqual([line[1] for line in told], [row["name"] for row in found])
        for line, row in zip(told, found):
            self.assertEqual(float(line[2]), round(float(row["elo"])), row["name"])
            self.assertEqual(line[4], f"{float(row['points_a_round']):+.1f}", row["name"])


class ReferenceLadder(KeptLadder, unittest.TestCase):
    folder = "reference"


class Levels(KeptLadder, unittest.TestCase):
    folder = "levels"


if __name__ == "__main__":
    cases.main()
