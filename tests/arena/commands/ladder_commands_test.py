"""A ladder whose bots come and go: entered, paused and retired while it is played, stopped or killed.

    python3 ladder_commands_test.py PROGRAM
"""

import contextlib
import csv
import io
import os
import sqlite3
import subprocess
import time

from arena_command import PROGRAM, CommandTest, main, patient


class Ladder(CommandTest):
    def setUp(self):
        super().setUp()
        self.played = self.path("results", "ladder")

    def arena(self, *arguments):
        done = self.run_arena(*arguments, code=0)
        return done.stdout

    def start(self, *arguments):
        with open(self.path("leader.log"), "ab") as log:
            process = subprocess.Popen([PROGRAM, *patient(arguments)], cwd=self.folder.name, stdout=log, stderr=log)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def wait_until(self, holds, leader):
        """Waits for what a running ladder does; one that has ended will not do it."""
        while not holds():
            if leader.poll() is not None:
                self.fail(f"the ladder ended with {leader.returncode}:\n{self.read('leader.log')}")
            time.sleep(0.01)

    def asked(self, query):
        with contextlib.closing(sqlite3.connect(os.path.join(self.played, "tournament.sqlite"), timeout=600)) as database:
            return database.execute(query).fetchall()

    def wait_for_boards(self, count, leader):
        database = os.path.join(self.played, "tournament.sqlite")
        self.wait_until(lambda: os.path.exists(database) and self.asked("SELECT count(*) FROM job")[0][0] >= count, leader)

    def tournament(self, *bots):
        flags = [flag for bot in bots for flag in ("--bot", bot)]
        return ["tournament", "--schedule", "ladder", "--name", "ladder", "--deals", "4", "-j2", *flags]

    def test_bots_come_and_go_while_it_is_played(self):
        leader = self.start(*self.tournament("greedy", "lowest"))
        self.wait_for_boards(50, leader)
        self.assertEqual(self.arena("enter", "results/ladder", "mine@1=steady", "--owner", "anna"),
                         "mine@1 has entered as number 2\n")
        self.arena("enter", "results/ladder", "mine@2=steady", "--owner", "anna", "--after", "mine@1")
        self.arena("retire", "results/ladder", "lowest")
        self.wait_until(lambda: len(self.asked("SELECT 1 FROM change WHERE job IS NOT NULL AND kind != 'cost'")) == 3, leader)
        self.wait_for_boards(self.asked("SELECT max(job) FROM change")[0][0] + 400, leader)
        leader.terminate()
        self.assertEqual(leader.wait(), 130)
        rows = list(csv.DictReader(io.StringIO(self.arena("export", "results/ladder", "--meetings"))))
        pairs = {(row["first"], row["second"]) for row in rows}
        self.assertIn(("greedy", "mine@1"), pairs)
        self.assertIn(("greedy", "mine@2"), pairs)
        self.assertNotIn(("mine@1", "mine@2"), pairs)
        retired = self.asked("SELECT job FROM change WHERE kind = 'retire'")[0][0]
        for row in rows:
            if int(row["first_job"]) >= retired:
                self.assertNotIn("lowest", (row["first"], row["second"]))
        self.assertIn("all ok", self.arena("verify", "results/ladder"))

    def test_killed_at_any_moment_it_goes_on_as_if_nothing_had_happened(self):
        self.arena(*self.tournament("greedy", "lowest", "random"), "--limit", "30")
        for turn in range(int(os.environ.get("TICHU_KILLS", "10"))):
            before = self.asked("SELECT count(*) FROM job")[0][0]
            leader = self.start("resume", "results/ladder", "--limit", "+100000")
            if turn % 3 == 0:
                self.arena("enter", "results/ladder", f"b{turn}={('steady', 'greedy')[turn % 2]}")
            if turn % 4 == 1:
                self.arena("pause", "results/ladder", "random", *(["--end"] if turn % 8 == 5 else []))
            self.wait_for_boards(before + 20 + 7 * turn, leader)
            leader.kill()
            leader.wait()
        before = self.asked("SELECT count(*) FROM job")[0][0]
        self.arena("resume", "results/ladder", "--limit", "+50")
        # Of what was under way nothing is missing or there twice, and every meeting follows from the results before it.
        self.assertEqual(self.asked("SELECT count(*), max(number) + 1 FROM job")[0][0], before + 50)
        self.assertIn("all ok", self.arena("verify", "results/ladder"))

    def test_a_meeting_that_does_not_follow_is_found(self):
        self.arena(*self.tournament("greedy", "lowest", "random"), "--limit", "400")
        with contextlib.closing(sqlite3.connect(os.path.join(self.played, "tournament.sqlite"))) as database:
            database.execute("UPDATE meeting SET reason = 'floor' WHERE number = 50")
            database.commit()
        done = self.run_arena("verify", "results/ladder", code=1)
        self.assertIn("meeting 50 of the ladder is not what follows", done.stdout)

    def test_whoever_cannot_enter_is_told_why(self):
        self.arena(*self.tournament("greedy", "lowest"), "--limit", "20")
        self.assert_refused('"greedy" is or was in the ladder already', "enter", "results/ladder", "greedy")
        self.assert_refused('did you mean "lowest"?', "retire", "results/ladder", "lowst")
        self.assert_refused("there is no bundled bot", "enter", "results/ladder", "mine")
        self.arena("retire", "results/ladder", "lowest")
        self.arena("retire", "results/ladder", "lowest")
        self.assert_refused("has retired for good", "pause", "results/ladder", "lowest")
        self.arena("play", "greedy", "lowest", "--deals", "2", "--name", "match")
        self.assert_refused("is no ladder", "enter", "results/match", "steady")
        self.assert_refused("--meetings: goes with the schedule ladder, found round-robin", "export", "results/match",
                            "--meetings")


if __name__ == "__main__":
    main()
