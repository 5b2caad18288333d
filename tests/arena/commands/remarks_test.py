"""What bots say of their decisions, from the bot to the export: honest and hostile remarks, and none.

    python3 remarks_test.py PROGRAM TEST_BOTS
"""

import collections
import json
import os
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import cases  # noqa: E402

from arena_command import BOTS, PROGRAM, patient

LONGEST_NOTE, LONGEST_MOVE, MOST_MOVES = 1024, 100, 32
MOST_BYTES, MOST_BYTES_OF_GAME = 16384, 64 * 16384


def refuse(word):
    raise ValueError(f"{word} is no JSON")


def size(remark):
    moves = remark.get("probabilities", [])
    return 24 + len(remark.get("note", "").encode()) + 10 * ("value" in remark) + sum(len(move.encode()) + 10 for move, _ in moves)


class Remarks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.play("loud")
        cls.play("quiet", "--no-remarks")
        cls.loud, cls.quiet = cls.rounds("loud"), cls.rounds("quiet")

    @classmethod
    def arena(cls, *arguments, **more):
        return subprocess.run([PROGRAM, *patient(arguments)], cwd=cls.folder.name, capture_output=True, timeout=1200, check=False, **more)

    @classmethod
    def play(cls, name, *flags):
        done = cls.arena("tournament", "--bot", "sampler", "--bot", f"babble=trusted:program:{BOTS}/careless_bot babbles",
                         "--option", "sampler.simulations=40", "--deals", "4", "--seed", "3", "--strict", "--name", name, *flags)
        assert done.returncode == 0, done.stderr

    @classmethod
    def rounds(cls, name):
        lines = cls.arena("export", f"results/{name}", "--jsonl").stdout.decode().splitlines()
        return [json.loads(line, parse_constant=refuse) for line in lines]

    def remarks(self, bot):
        return [remark for record in self.loud for remark in record["remarks"] if record["bots"][remark["seat"]] == bot]

    def test_of_a_bundled_bot_tell_what_it_expects(self):
        said = [remark for remark in self.remarks("sampler") if "value" in remark]
        self.assertGreater(len(said), 40)
        for remark in said:
            self.assertIn("guesses", remark["note"])
            self.assertAlmostEqual(sum(probability for _, probability in remark["probabilities"]), 1, delta=0.02)

    def test_that_are_hostile_are_kept_within_their_bounds(self):
        said = self.remarks("babble")
        self.assertGreater(len(said), 40)
        for remark in said:
            self.assertLessEqual(len(remark.get("note", "").encode()), LONGEST_NOTE)
            self.assertLessEqual(len(remark.get("probabilities", [])), MOST_MOVES)
            for move, probability in remark.get("probabilities", []):
                self.assertLessEqual(len(move.encode()), LONGEST_MOVE)
                self.assertTrue(0 <= probability <= 1)
        for record in self.loud:
            for seat in range(4):
                self.assertLessEqual(sum(size(remark) for remark in record["remarks"] if remark["seat"] == seat), MOST_BYTES)

    def test_of_a_long_game_are_kept_within_its_bound(self):
        babbles = f"trusted:program:{BOTS}/careless_bot babbles"
        done = self.arena("play", f"a={babbles}", f"b={babbles}", "--games", "1", "--rule", "target=20000", "--name", "long")
        self.assertEqual(done.returncode, 0, done.stderr)
        said = collections.Counter()
        for record in self.rounds("long"):
            for remark in record.get("remarks", []):
                said[record["seating"], remark["seat"]] += size(remark)
        self.assertEqual(len(said), 8)
        for kept in said.values():
            self.assertTrue(MOST_BYTES_OF_GAME - 3000 < kept <= MOST_BYTES_OF_GAME, said)

    def test_stand_with_their_decisions(self):
        for record in self.loud:
            for remark in record["remarks"]:
                if remark["question"] == "turn":
                    self.assertEqual(record["events"][remark["after"]]["seat"], remark["seat"])

    def test_leave_records_that_are_sound(self):
        exported = self.arena("export", "results/loud", "--jsonl").stdout
        file = os.path.join(self.folder.name, "loud.jsonl")
        with open(file, "wb") as out:
            out.write(exported)
        self.assertEqual(self.arena("verify", file).returncode, 0)

    def test_change_nothing_else(self):
        def without(record):
            return {key: value for key, value in record.items() if key not in ("remarks", "event")}

        self.assertEqual([without(record) for record in self.loud], [without(record) for record in self.quiet])

    def test_are_the_same_from_a_plug_in_a_plug_in_in_a_box_and_a_program(self):
        said = []
        for name, form in (("plugin", "sampler"), ("hosted", "untrusted:sampler"), ("program", "program:sampler")):
            done = self.arena("play", f"x={form}", "lowest", "--option", "x.simulations=40", "--deals", "2", "--seed", "5", "--strict",
                              "--name", name)
            self.assertEqual(done.returncode, 0, done.stderr)
            said.append([record["remarks"] for record in self.rounds(name)])
        self.assertGreater(sum(map(len, said[0])), 20)
        self.assertEqual(said[1], said[0])
        self.assertEqual(said[2], said[0])

    def test_that_nobody_wants_are_not_there(self):
        self.assertTrue(all("remarks" not in record for record in self.quiet))


if __name__ == "__main__":
    cases.main()
