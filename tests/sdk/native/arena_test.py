"""Policies of this process before the arena's program, on a suite of a few boards.

    arena_test.py"""
import contextlib
import io
import json
import os
import pathlib
import select
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest
from unittest import mock

import tichu
from tichu import arena
from tichu.engine import Observation, Question

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(FOLDER, "..", ".."))
sys.path.insert(0, os.path.join(FOLDER, "../../../sdk/python/examples"))
import cases  # noqa: E402
import deep_monte_carlo  # noqa: E402
from patience import PATIENT  # noqa: E402

SUITE = """seed = 7
deals = 4
schedule = "gauntlet"
"""
GREEDY = '[[bot]]\nname = "pool-greedy"\npath = "greedy"\n'
LOWEST = '[[bot]]\nname = "partner-lowest"\npath = "lowest"\n'
# results/benchmark/README.md has these lines
PAGE = """
import tichu

class Mine(tichu.Bot):
    def play(self, seen):
        return min(seen.plays, key=lambda play: play.half_points, default=None)

card = tichu.benchmark(Mine, "mine", quick=True)
print(card["strength"]["without_faults"], card["partners"]["lost"]["without_faults"])
"""


STOPPED = """
import sys, time
import tichu

class Slow(tichu.Bot):
    def play(self, seen):
        time.sleep(float(sys.argv[1]))
        return seen.plays[0] if seen.plays else None

tichu.benchmark(Slow, "slow", folder=sys.argv[2], arguments=sys.argv[3:])
"""


class Fails(tichu.Bot):
    """Raises in the middle of a round."""

    def play(self, seen):
        if len(seen.hand) < 8:
            raise RuntimeError("by design")
        return seen.plays[0] if seen.plays else None


class Benchmark(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.place = pathlib.Path(place.name)
        suite = self.place / "suite"
        suite.mkdir()
        (suite / "strength.toml").write_text(SUITE + PATIENT + GREEDY)
        (suite / "partners.toml").write_text(SUITE + 'opponents = ["pool-greedy"]\n' + PATIENT + GREEDY + LOWEST)
        self.arguments = ["--suite", suite, "-j", "2"]

    def test_APolicyHasTheCardOfThePlugInThatItAsks(self):
        folder = self.place / f"a policy's {'long' * 30}" / "benchmark"  # longer than the address of a socket may be
        card = tichu.benchmark(lambda seed: tichu.load_bot("steady", seed), "steady", folder=folder, arguments=self.arguments)
        self.assertEqual(card["strength"]["boards"], 4)
        subprocess.run([arena.find_arena(), "benchmark", "steady", *self.arguments, "--results", self.place, "--name", "plug-in"],
                       check=True, capture_output=True)
        self.assertEqual((folder / "card.json").read_bytes(), (self.place / "plug-in/card.json").read_bytes())

        def unasked(seed):
            raise AssertionError("a finished benchmark asks nobody")

        self.assertEqual(tichu.benchmark(unasked, "steady", folder=folder, arguments=self.arguments), card)

    def test_ExceptionsOfABotAreItsFaults(self):
        card = tichu.benchmark(Fails, quick=True, arguments=self.arguments)
        self.assertEqual((card["bot"], card["suite"]["part"], card["strength"]["boards"]), ("policy", 10, 1))
        self.assertEqual(set(card["strength"]["faults"]) | set(card["partners"]["faults"]), {"crash"})

    def test_FilesOfAStandInThatIsLateAreNotItsEnd(self):
        receive = socket.recv_fds

        def received(stand_in, *sizes):
            select.select([stand_in], [], [])  # they come before anybody waits for them
            return receive(stand_in, *sizes)

        late = arena.STAND_IN.replace("    socket.send_fds", "    __import__('time').sleep(0.1)\n    socket.send_fds")
        self.assertNotEqual(late, arena.STAND_IN)
        with mock.patch.object(arena, "STAND_IN", late), mock.patch.object(socket, "recv_fds", received):
            card = tichu.benchmark(lambda seed: tichu.load_bot("steady", seed), quick=True, arguments=self.arguments)
        self.assertEqual((card["strength"]["faults"], card["partners"]["faults"]), ({}, {}))

    def start(self, seconds, folder):
        return subprocess.Popen([sys.executable, "-c", STOPPED, seconds, self.place / folder, *self.arguments], start_new_session=True,
                                stderr=subprocess.DEVNULL)

    def boards(self, folder):
        """How many are stored."""
        total = 0
        for path in (self.place / folder).rglob("tournament.sqlite"):
            with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as store:
                total += store.execute("SELECT count(*) FROM job").fetchone()[0]
        return total

    def left(self):
        """The processes of this benchmark that are left, forks of the policies included."""
        left = []
        for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
            with contextlib.suppress(OSError):
                if os.fsencode(self.place) in path.read_bytes():
                    left.append(path.parent.name)
        return left

    def stop_after_a_board(self, folder, stop):
        before = self.boards(folder)
        stopped = self.start("0.05", folder)
        while self.boards(folder) <= before:
            self.assertIsNone(stopped.poll())
            time.sleep(0.05)
        stop(stopped.pid)
        self.assertNotEqual(stopped.wait(), 0)
        while self.left():
            time.sleep(0.05)
        self.assertFalse((self.place / folder / "card.json").exists(), "the arena has gone on without its policies")

    def test_StoppingItHoweverChangesNothing(self):
        self.assertEqual(self.start("0", "whole").wait(), 0)
        self.stop_after_a_board("stopped", lambda pid: os.killpg(pid, signal.SIGTERM))
        self.stop_after_a_board("stopped", lambda pid: os.kill(pid, signal.SIGTERM))
        self.stop_after_a_board("stopped", lambda pid: os.kill(pid, signal.SIGKILL))
        self.assertEqual(self.start("0", "stopped").wait(), 0)
        self.assertEqual(*((self.place / folder / "card.json").read_bytes() for folder in ("whole", "stopped")))

    def test_TheLinesOfTheResearchersPageGiveACard(self):
        cards = []

        def shortened(*given, **more):
            cards.append(arena.benchmark(*given, **more, arguments=self.arguments))
            return cards[-1] | {"partners": {"lost": {"without_faults": None}}}  # this suite knows nobody to compare with

        with mock.patch.object(tichu, "benchmark", shortened), contextlib.redirect_stdout(io.StringIO()) as said:
            exec(PAGE, {})
        self.assertEqual((cards[0]["bot"], cards[0]["strength"]["faults"]), ("mine", {}))
        self.assertIn("points", said.getvalue())

    def test_TheLearnersExampleEndsWithACard(self):
        def shortened(*given, **more):
            return arena.benchmark(*given, **more, arguments=self.arguments)

        words = ["deep_monte_carlo.py", "--minutes", "0.01", "--tables", "16", "--against", "", "--out", str(self.place / "learnt"),
                 "--card", str(self.place / "card")]
        with (mock.patch.object(tichu, "benchmark", shortened), mock.patch.object(sys, "argv", words),
              contextlib.redirect_stdout(io.StringIO()) as said):
            deep_monte_carlo.main()
        card = json.loads((self.place / "card/card.json").read_text())
        self.assertEqual((card["bot"], card["strength"]["faults"], card["partners"]["faults"]), ("learnt", {}, {}))
        self.assertIn(str(card["strength"]["without_faults"]), said.getvalue())

    def test_WhatCannotBeMeasuredIsRefused(self):
        with self.assertRaisesRegex(TypeError, "makes a player from its seed"):
            tichu.benchmark("steady")
        with self.assertRaisesRegex(RuntimeError, "exit code 2"):
            tichu.benchmark(Fails, arguments=["--suite", self.place])


class LastTrick(unittest.TestCase):
    def test_ItsDragonIsGivenAfterTheRoundsEnd(self):
        asked = []

        def gives(seen, rest):
            if seen.asked == Question.GIVE_DRAGON and seen.stage == tichu.Stage.OVER:
                asked.append(seen)
            return rest(seen)

        for index in range(1000):
            players = [tichu.load_bot("steady", 4 * index + seat) for seat in range(4)]
            tichu.play_round([lambda seen, rest=player: gives(seen, rest) for player in players], tichu.Deal(3, index))
            if asked:
                break
        self.assertTrue(asked)
        for seen in asked:
            pure = tichu.Observation(seen.rules, seen.own_score, seen.their_score)
            for event in seen.events:
                pure.see(event)
            self.assertEqual(Observation.of(pure, Question.GIVE_DRAGON), seen)


if __name__ == "__main__":
    cases.main()
