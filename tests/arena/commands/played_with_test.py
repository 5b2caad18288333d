"""What played in a stored tournament: versions and fingerprints of its bots and the sandbox that was used, also if they changed
while it was stopped.

    python3 played_with_test.py PROGRAM
"""
import contextlib
import csv
import json
import os
import signal
import sqlite3
import subprocess
import time
import unittest

import arena_command
from arena_command import CommandTest, PROGRAM, patient

PICO = os.path.join(os.path.dirname(os.path.dirname(PROGRAM)), "bots", "pico")
BOT = """#!/usr/bin/python3
import sys
sys.path.insert(0, {pico!r})
from tichu import Bot, run


class Stranger(Bot):
    name = "stranger"
    version = {version!r}

    def play(self, seen):
        return seen.plays[0] if seen.plays else None


run(Stranger)
"""
# What clears a screen, text that runs backwards, markup, a formula, and more than anybody wants to read.
HOSTILE = "=9\x1b[2J\u202e<b>|" + "x" * 100


class PlayedWith(CommandTest):
    def write_bot(self, version):
        os.makedirs(self.path("bot"), exist_ok=True)
        os.chmod(self.path("bot"), 0o755)
        self.write("bot/stranger.py", BOT.format(pico=PICO, version=version), 0o755)

    def stored(self, name, query):
        # Only to be read: a database that is not there yet must not be made.
        database = "file:" + self.path("results", name, "tournament.sqlite") + "?mode=ro"
        with contextlib.closing(sqlite3.connect(database, uri=True)) as database:
            return database.execute(query).fetchall()

    def boards(self, name):
        try:
            return self.stored(name, "SELECT count(*) FROM job")[0][0]
        except sqlite3.Error:
            return 0

    def play_some(self, name, *arguments):
        """Runs the arena until it has stored boards, and stops it."""
        process = subprocess.Popen([PROGRAM, *patient(arguments)], cwd=self.folder.name, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        before = self.boards(name)
        while process.poll() is None and self.boards(name) <= before:
            time.sleep(0.01)
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        error = process.communicate(timeout=1200)[1]
        self.assertIn(process.returncode, (0, 130), error)

    def builds(self, name, bot):
        return next(known for known in self.results(name)["bots"] if known["name"] == bot)["builds"]

    def test_is_in_results_and_shown(self):
        done = self.run_arena("play", "steady", "g=program:greedy", "--deals", "3", "--seed", "1", "--name", "cup", code=0)
        [steady] = self.builds("cup", "steady")
        self.assertEqual({**steady, "fingerprint": ""},
                         {"says": "steady", "version": "1.0", "fingerprint": "", "boards": 3, "first_job": 0})
        self.assertRegex(steady["fingerprint"], "^[0-9a-f]{8}-[0-9a-f-]{27}$")
        [greedy] = self.builds("cup", "g")
        self.assertEqual((greedy["says"], greedy["version"]), ("greedy", "1.0"))
        with open(self.path("results", "cup", "arena.log"), encoding="utf-8") as file:
            self.assertIn(f'bot "g" says that it is "greedy", version "1.0"; fingerprint of its files {greedy["fingerprint"]}\n', file.read())
        self.assertNotIn("fingerprint", done.stderr)
        text = self.run_arena("show", "results/cup").stdout
        self.assertRegex(text, rf"(?m)^g +greedy 1\.0 +{greedy['fingerprint'][:8]} +3 +0$")
        shown = json.loads(self.run_arena("show", "results/cup", "--json").stdout)
        self.assertEqual(shown["results"]["bots"], self.results("cup")["bots"])
        [listed] = json.loads(self.run_arena("list", "--json").stdout)
        self.assertEqual(listed["bots"][1],
                         {"name": "g", "says": "greedy", "version": "1.0", "fingerprint": greedy["fingerprint"]})
        self.assertIn("steady (1.0), g (greedy 1.0)", self.run_arena("list").stdout)
        with open(self.path("results/cup/bots.csv"), encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(rows[1], {"bot": "g", "says": "greedy", "version": "1.0", "fingerprint": greedy["fingerprint"],
                                   "boards": "3", "first_job": "0"})

    def test_a_hostile_version_is_bounded_and_harmless(self):
        self.write_bot(HOSTILE)
        self.run_arena("play", "greedy", "b=trusted:bot/stranger.py", "--deals", "1", "--seed", "1", "--name", "cup", code=0)
        [build] = self.builds("cup", "b")
        self.assertEqual(build["version"], "=9?[2J?<b>|" + "x" * 53)
        for arguments in (("show", "results/cup"), ("list",), ("show", "results/cup", "--json"), ("list", "--json")):
            output = self.run_arena(*arguments).stdout
            self.assertIn("=9?[2J?<b>|xx", output, arguments)
            self.assertNotIn("\x1b", output)
            self.assertNotIn("\u202e", output)
        with open(self.path("results/cup/bots.csv"), encoding="utf-8", newline="") as file:
            self.assertEqual(list(csv.DictReader(file))[1]["version"][:3], "'=9")
        self.assertEqual(self.run_arena("report", "results/cup").returncode, 0)

    def test_a_bot_that_changed_has_a_line_for_each_build(self):
        self.write_bot("1.0")
        self.play_some("cup", "tournament", "--bot", "greedy", "--bot", "b=trusted:bot/stranger.py", "--schedule", "ladder",
                       "--deals", "1", "--seed", "1", "--name", "cup")
        first = self.boards("cup")
        # A run of the same bots is no other line.
        self.play_some("cup", "resume", "results/cup")
        second = self.boards("cup")
        self.write_bot("2.0")
        self.play_some("cup", "resume", "results/cup", "--accept-changes")
        self.assertEqual(len(self.builds("cup", "greedy")), 1)
        old, new = self.builds("cup", "b")
        self.assertEqual((old["version"], new["version"]), ("1.0", "2.0"))
        self.assertNotEqual(old["fingerprint"], new["fingerprint"])
        self.assertEqual((old["boards"], old["first_job"]), (second, 0))
        self.assertEqual(old["boards"] + new["boards"], self.boards("cup"))
        self.assertEqual(self.stored("cup", "SELECT run, count(*) FROM job GROUP BY run ORDER BY run"),
                         [(0, first), (1, second - first), (2, new["boards"])])
        [[since]] = self.stored("cup", "SELECT min(number) FROM job WHERE run = 2")
        self.assertEqual(new["first_job"], since)
        text = self.run_arena("show", "results/cup").stdout
        self.assertRegex(text, rf"(?m)^b +stranger 1\.0 +{old['fingerprint'][:8]} +{second} +0$")
        self.assertRegex(text, rf"(?m)^b +stranger 2\.0 +{new['fingerprint'][:8]} +{new['boards']} +{since}$")

    def sandboxed(self, kind):
        self.write("boxed.toml", f'name = "cup"\nseed = 1\ndeals = 1\nschedule = "ladder"\n[sandbox]\nkind = "{kind}"\nreadable = ["{PICO}"]\n'
                   '[[bot]]\nname = "greedy"\n[[bot]]\nname = "b"\nkind = "program"\npath = "./bot/stranger.py"\n')

    def test_the_sandbox_is_the_one_that_was_used(self):
        self.write_bot("1.0")
        for kind in ("landlock", "bubblewrap"):
            self.sandboxed(kind)
            if kind == "landlock":
                try:
                    self.play_some("cup", "tournament", "boxed.toml")
                except AssertionError as missing:
                    self.skipTest(f"no {kind} here: {missing}")
            else:
                with contextlib.closing(sqlite3.connect(self.path("results/cup/tournament.sqlite"), isolation_level=None)) as database:
                    database.execute("UPDATE tournament SET configuration = json_set(configuration, '$.sandbox.kind', 'bubblewrap')")
                before = self.results("cup")["sandbox"]
                self.assertEqual((before["kind"], before["bots"], "runs" in before), ("landlock", ["b"], False))
                try:
                    self.play_some("cup", "resume", "results/cup")
                except AssertionError as missing:
                    self.skipTest(f"no {kind} here: {missing}")
        found = self.results("cup")["sandbox"]
        self.assertEqual(found["kind"], "bubblewrap")
        self.assertEqual([run["kind"] for run in found["runs"]], ["landlock", "bubblewrap"])
        self.assertEqual(sum(run["boards"] for run in found["runs"]), self.boards("cup"))
        self.assertEqual(json.loads(self.run_arena("show", "results/cup", "--json").stdout)["results"]["sandbox"], found)
        self.assertRegex(self.run_arena("show", "results/cup").stdout,
                         r"Sandbox of bots that are not trusted: landlock \(\d+ boards?\); then bubblewrap \(\d+ boards?\)\.")

    def test_of_an_imported_tournament_nobody_knows(self):
        self.run_arena("play", "steady", "greedy", "--deals", "1", "--seed", "1", "--name", "cup")
        self.write("rounds.jsonl", self.run_arena("export", "results/cup").stdout)
        self.run_arena("import", "rounds.jsonl", "--tournament", "results/again", code=0)
        found = json.loads(self.run_arena("show", "results/again", "--json").stdout)["results"]
        self.assertEqual(found["bots"], [{"name": "steady", "builds": []}, {"name": "greedy", "builds": []}])
        self.assertIsNone(found["sandbox"]["kind"])
        self.assertRegex(self.run_arena("show", "results/again").stdout, r"(?m)^steady +- +- +- +-$")


if __name__ == "__main__":
    arena_command.main()
