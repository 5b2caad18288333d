"""`tichu-arena dataset` and the rows of it, on a few rounds; of the small set the hashes stand in tests/golden/dataset.sha256.

    dataset_test.py             add --write to write the hashes again"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import numpy as np

import tichu
from tichu import arena, dataset

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import cases  # noqa: E402

GOLDEN = pathlib.Path(__file__).resolve().parents[2] / "golden/dataset.sha256"


class SmallSet(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(place.cleanup)
        cls.results = place.name
        cls.folder = pathlib.Path(cls.results, "small")
        assert cls.make("1").returncode == 0
        dataset.add_rows(cls.folder)
        cls.sums = (cls.folder / "SHA256SUMS").read_text()

    @classmethod
    def make(cls, threads, *more, worlds="20"):
        command = [arena.find_arena(), "dataset", "steady", "--rounds", "24", "--piece", "16", "--valued", "1", "--worlds", worlds,
                   "--results", cls.results, "--name", "small", "-j", threads, *more]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def test_HasTheHashesThatAreKept(self):
        self.assertEqual(self.sums, GOLDEN.read_text())

    def test_IsContinuedWithTheSameBytes(self):
        for name in ("values-0001.jsonl", "rows-0001.npz"):
            (self.folder / name).unlink()
        self.assertEqual(self.make("2").returncode, 0)
        self.assertEqual((self.folder / "SHA256SUMS").read_text(), self.sums)
        self.assertEqual(len(dataset.add_rows(self.folder)), 2)
        self.assertEqual((self.folder / "SHA256SUMS").read_text(), self.sums)

    def test_IsNotMixedWithAnother(self):
        done = self.make("1", worlds="21")
        self.assertEqual(done.returncode, 2)
        self.assertIn("made by another build or with other flags", done.stderr)

    def test_IsPlayedOnThisMachine(self):
        done = self.make("1", "--nats", "nats://127.0.0.1:1")
        self.assertEqual(done.returncode, 2)
        self.assertIn("does not go with dataset", done.stderr)

    def test_RowsAreThoseOfTheRecords(self):
        lines = (self.folder / "records-0000.jsonl").read_text().splitlines()
        with np.load(self.folder / "rows-0000.npz") as rows:
            turns = len(rows["chosen"])
            self.assertEqual(rows["observations"].shape, (turns, 301))
            self.assertEqual(set(rows["rounds"]), set(range(16)))
            for turn in range(0, turns, 50):
                played = tichu.read_record(lines[rows["rounds"][turn]])
                seat, action, _ = played.recorded()[rows["after"][turn]]
                self.assertEqual(seat, rows["seats"][turn])
                offsets = rows["legal_offsets"]
                self.assertIn(rows["chosen"][turn], rows["legal_ids"][offsets[turn]:offsets[turn + 1]])
                if action.kind == tichu.engine.ActionKind.PLAY:
                    self.assertEqual(action.combination.action_id, rows["chosen"][turn])
                score = played.result["score"]
                self.assertEqual(score[seat % 2] - score[1 - seat % 2], rows["margins"][turn])

    def test_EveryLegalPlayHasAValue(self):
        lines = (self.folder / "records-0000.jsonl").read_text().splitlines()
        valued = [json.loads(line) for line in (self.folder / "values-0000.jsonl").read_text().splitlines()]
        with np.load(self.folder / "rows-0000.npz") as rows:
            choices = {(rows["rounds"][turn], rows["after"][turn]): rows["legal_offsets"][turn + 1] - rows["legal_offsets"][turn]
                       for turn in range(len(rows["chosen"]))}
        compared = 0
        for decision in valued:
            moves = [play["move"] for play in decision["plays"]]
            self.assertEqual(len(set(moves)), len(moves))
            self.assertEqual((decision["plays"][0]["ahead"], decision["worlds"]), (0, 20))
            seat, action, out_of_turn = tichu.read_record(lines[0]).recorded()[decision["after"]]
            if seat == decision["seat"] and not out_of_turn and (0, decision["after"]) in choices:
                # The plays are told apart by suits where a straight flush may break, ids by what the hand would hold.
                self.assertGreaterEqual(len(moves), choices[0, decision["after"]])
                self.assertEqual(moves[0] == "pass", action.kind == tichu.engine.ActionKind.PASS)
                compared += 1
        self.assertGreater(compared, 10)


if __name__ == "__main__":
    if "--write" in sys.argv:
        SmallSet.setUpClass()
        GOLDEN.write_text(SmallSet.sums)
    else:
        cases.main()
