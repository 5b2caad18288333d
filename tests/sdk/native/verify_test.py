"""Episodes of VecEnv are rounds for the arena: `tichu-arena verify` accepts each, and a bot against the compiled module plays
there as it is.

    verify_test.py BUILD_FOLDER [unittest's arguments]"""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

import numpy as np

import tichu
from tichu import VecEnv

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import cases  # noqa: E402
from patience import patient  # noqa: E402

BUILD = os.path.abspath(sys.argv.pop(1))
ARENA = os.path.join(BUILD, "bin/tichu-arena")
EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../sdk/python/examples")


def run(*command, **more):
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=1200, check=False, **more)
    if done.returncode != 0:
        raise AssertionError(f"{command} ended with {done.returncode}:\n{done.stdout[-3000:]}")
    return done.stdout


class Verified(unittest.TestCase):
    def test_EveryExportedEpisodeIsAccepted(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "episodes.jsonl")
            with open(path, "w", encoding="utf-8") as file:
                count = sum(self.write(file, rules, seats) for rules in ("standard", "gravon") for seats in (
                    ("learner",) * 4, ("learner", "steady", "light", "random")))
            said = run(ARENA, "verify", path)
            self.assertEqual(said.splitlines().count("ok"), count)

    def write(self, file, rules, seats):
        env = VecEnv(64, seed=21, rules=rules, seats=seats)
        count = 0
        while count < 400:
            env.step(env.sample())
            for table in np.flatnonzero(env.ends):
                file.write(tichu.write_record(env.finished_round(int(table))) + "\n")
                count += 1
        self.assertEqual(env.bot_faults, 0)
        return count


class Arena(unittest.TestCase):
    def test_ABotAgainstTheCompiledModulePlaysInTheArenaAsItIs(self):
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o755)  # a root's bots run as nobody
            run(ARENA, "new-bot", "searcher", "--lang", "python", "--into", folder)
            script = os.path.join(folder, "searcher/bot.py")
            shutil.copy(os.path.join(EXAMPLES, "searching_bot.py"), script)
            out = os.path.join(folder, "results")
            run(ARENA, *patient(["play", f"searching=program:{script}", "greedy", "--deals", "2", "--results", out, "--strict"]), cwd=folder)
            run(ARENA, "verify", os.path.join(out, "searching-vs-greedy"))


if __name__ == "__main__":
    cases.main()
