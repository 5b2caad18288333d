"""A tournament that is killed again and again ends with what an undisturbed run gives.

    python3 resume_test.py PROGRAM
"""

import contextlib
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time

from arena_command import PROGRAM, CommandTest, main, patient

KILLS = int(os.environ.get("TICHU_KILLS", "100"))
TABLES = {
    "tournament": "name, seed, format, seatings, boards, rules, limits, program, configuration",
    "bot": "*",
    "entrant": "*",
    "job": "number, board, first_entrant, second_entrant, margin, verdict, score, tables, spread",
    "side": "job, side, entrant, faults, rounds, tichu_called, tichu_made, grand_called, grand_made, double_victories, "
            "bomb_hands",
    "rounds": "*",
    "fault": "*",
}


def contents(folder):
    """All that a tournament's folder holds, but for times."""
    with contextlib.closing(sqlite3.connect(os.path.join(folder, "tournament.sqlite"))) as database:
        found = {table: sorted(database.execute(f"SELECT {columns} FROM {table}"))
                 for table, columns in TABLES.items()}
    for name in ("results.json", "results.csv"):
        with open(os.path.join(folder, name), "rb") as file:
            found[name] = file.read()
    found["records"] = subprocess.run([PROGRAM, "export", folder, "--jsonl"], capture_output=True, check=True).stdout
    return found


def stored_boards(folder):
    """How many boards a killed tournament has stored, None where it has no database yet; by a copy, which alone recovers."""
    if not os.path.exists(os.path.join(folder, "tournament.sqlite")):
        return None
    with tempfile.TemporaryDirectory() as copy:
        shutil.copy(os.path.join(folder, "tournament.sqlite"), copy)
        try:
            shutil.copy(os.path.join(folder, "tournament.sqlite-wal"), copy)
        except FileNotFoundError:
            # There is none, or it has just ended: then all that was in it is in the database now.
            shutil.copy(os.path.join(folder, "tournament.sqlite"), copy)
            with contextlib.suppress(FileNotFoundError):
                os.remove(os.path.join(copy, "tournament.sqlite-wal"))
        with contextlib.closing(sqlite3.connect(os.path.join(copy, "tournament.sqlite"))) as database:
            return database.execute("SELECT count(*) FROM job").fetchone()[0]


class Resume(CommandTest):
    def setUp(self):
        super().setUp()
        self.played = os.path.join(self.folder.name, "results", "cup")

    def start(self, *arguments):
        return subprocess.Popen([PROGRAM, *patient(arguments)], cwd=self.folder.name, stdout=subprocess.DEVNULL,
                                stderr=subprocess.PIPE)

    def finish(self, *arguments, code=0):
        process = self.start(*arguments)
        _, errors = process.communicate(timeout=1200)
        self.assertEqual(process.returncode, code, errors.decode(errors="replace"))
        return errors.decode(errors="replace")

    def tournament(self, *more):
        # The last bot commits a fault wherever it plays.
        return ["tournament", "--name", "cup", "--seed", "5", "--bot", "greedy", "--bot", "lowest", "--bot",
                "g=program:greedy", "--bot", "random=program:random", "--bot", "bad=trusted:" + self.broken_bot(),
                *more]

    def broken_bot(self):
        path = os.path.join(self.folder.name, "bad")
        if not os.path.exists(path):
            with open(path, "w", encoding="utf-8") as file:
                file.write("#!/bin/sh\nexec " + os.path.join(os.path.dirname(PROGRAM), "../bots/greedy") + "\n")
            os.chmod(path, 0o755)
        return path

    def killed_until_done(self, chance, kills):
        """Starts the tournament and kills it at random moments until it ends by itself. The number of kills."""
        killed = 0
        arguments = self.begin
        while True:
            process = self.start(*arguments)
            try:
                process.wait(timeout=chance.uniform(0, 0.5 if killed < kills else 1200))
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                process.wait()
                killed += 1
                self.met.append(stored_boards(self.played))
            errors = process.stderr.read().decode(errors="replace")
            process.stderr.close()
            if process.returncode == 0:
                return killed
            if process.returncode != -signal.SIGKILL:
                # Killed before its database was there: nothing is lost, it is begun again.
                self.assertIn("there is no tournament", errors)
            has_tournament = os.path.exists(os.path.join(self.played, "tournament.sqlite"))
            arguments = ["resume", self.played] if has_tournament else self.begin

    def check_kills(self, schedule, kills):
        self.begin = self.tournament("-j2", "--deals", "12", *schedule)
        self.finish(*self.begin)
        undisturbed = contents(self.played)
        chance = random.Random(repr(schedule))
        done, tournaments = 0, 0
        self.met = []
        while done < kills:
            shutil.rmtree(self.played)
            done += self.killed_until_done(chance, kills - done)
            tournaments += 1
            disturbed = contents(self.played)
            for key, value in undisturbed.items():
                self.assertEqual(disturbed[key], value, f"{key} of {schedule} after {done} kills")
        boards = [met for met in self.met if met is not None]
        print(f"{done} kills of {tournaments} tournaments of {len(undisturbed['job'])} boards: {len(self.met) - len(boards)} before the "
              f"database was there, {boards.count(0)} before the first board, {len(boards) - boards.count(0)} with "
              f"{min(filter(None, boards), default=0)} to {max(boards, default=0)} boards stored")

    def test_a_round_robin_that_is_killed_ends_the_same(self):
        self.check_kills([], KILLS // 2)

    def test_a_swiss_tournament_that_is_killed_ends_the_same(self):
        self.check_kills(["--schedule", "swiss", "--rounds", "5"], KILLS - KILLS // 2)

    def test_a_tournament_that_was_stopped_goes_on_to_the_same_end(self):
        self.begin = self.tournament("-j2", "--deals", "30")
        self.finish(*self.begin)
        undisturbed = contents(self.played)
        shutil.rmtree(self.played)
        process = self.start(*self.begin)
        self.wait_until(lambda: os.path.exists(os.path.join(self.played, "tournament.sqlite")), process)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=1200)
        if process.returncode not in (0, 130, -signal.SIGINT):
            self.fail(f"ended with {process.returncode}")
        self.finish("resume", self.played)
        self.assertEqual(contents(self.played), undisturbed)
        # Once more changes nothing.
        self.finish("resume", self.played)
        self.assertEqual(contents(self.played), undisturbed)

    def test_changed_bots_are_refused_unless_told(self):
        process = self.start(*self.tournament("--deals", "1000000"))
        self.wait_until(lambda: stored_boards(self.played), process)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=1200)
        before = contents(self.played)
        with open(self.broken_bot(), "a", encoding="utf-8") as file:
            file.write("# changed\n")
        self.assertIn('bot "bad"', self.finish("resume", self.played, code=2))
        self.assertEqual(contents(self.played), before)
        for flags in (("--accept-changes",), ()):
            process = self.start("resume", self.played, *flags)
            boards = stored_boards(self.played)
            self.wait_until(lambda: stored_boards(self.played) > boards, process)
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=1200)
            self.assertEqual(process.returncode, 130)

    def test_what_is_over_is_shown_again_whatever_became_of_its_bots(self):
        self.finish(*self.tournament("--deals", "1"))
        before = contents(self.played)
        with open(self.broken_bot(), "a", encoding="utf-8") as file:
            file.write("# changed\n")
        self.finish("resume", self.played)
        os.remove(self.broken_bot())
        os.remove(os.path.join(self.played, "results.json"))
        self.finish("resume", self.played)
        self.assertEqual(contents(self.played), before)

    def test_a_stopped_round_robin_has_all_pairings_within_two_turns(self):
        process = self.start("tournament", "--name", "cup", "--bot", "greedy", "--bot", "lowest", "--bot", "random", "--bot",
                             "g=program:greedy", "--deals", "100000", "-j2")
        self.wait_until(lambda: (stored_boards(self.played) or 0) >= 400, process)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=1200)
        with contextlib.closing(sqlite3.connect(os.path.join(self.played, "tournament.sqlite"))) as database:
            played = [boards for boards, in database.execute("SELECT count(*) FROM job GROUP BY first_entrant, second_entrant")]
        self.assertEqual(len(played), 6)
        # A thread may begin a turn while another is still at the beginning of the one before it.
        self.assertLessEqual(max(played) - min(played), 2 * 20)

    def ladder(self, *flags):
        self.finish("tournament", "--name", "cup", "--seed", "3", "--bot", "steady", "--bot", "greedy", "--bot", "lowest", "--bot",
                    "random", "--schedule", "ladder", "--deals", "4", "-j2", *flags)

    def config(self):
        with contextlib.closing(sqlite3.connect(os.path.join(self.played, "tournament.sqlite"))) as database:
            return json.loads(database.execute("SELECT configuration FROM tournament").fetchone()[0])

    def test_a_ladder_that_has_ended_goes_on_to_a_higher_limit(self):
        self.ladder("--limit", "90")
        whole = contents(self.played)["job"]
        shutil.rmtree(self.played)
        self.ladder("--limit", "37")
        said = self.finish("resume", self.played, "--limit", "90")
        self.assertIn("the limit of the ladder was 37 boards and is 90 now", said)
        self.assertIn("the seed was told when the ladder had ended", said)
        self.assertEqual(contents(self.played)["job"], whole)
        self.assertEqual(self.config()["schedule"]["limit"], 90)
        self.finish("resume", self.played)
        self.assertEqual(contents(self.played)["job"], whole)
        self.assertIn("90 boards are stored already; give more", self.finish("resume", self.played, "--limit", "90", code=2))

    def test_a_run_of_a_ladder_without_end_has_a_budget(self):
        self.ladder("--minutes", "0")
        stored = stored_boards(self.played)  # some: what was under way when the time was over
        self.finish("resume", self.played, "--limit", "+7")
        self.assertEqual(stored_boards(self.played), stored + 7)
        self.assertIsNone(self.config()["schedule"]["limit"])
        shown = subprocess.run([PROGRAM, "show", self.played], capture_output=True, text=True, check=True).stdout
        self.assertIn("cup: stopped", shown)
        self.assertNotIn("seed", shown)
        limit = stored + 27
        self.finish("resume", self.played, "--limit", str(limit))
        in_parts = contents(self.played)["job"]
        begin = time.monotonic()
        said = self.finish("resume", self.played, "--minutes", "0.01")
        self.assertIn("the time of this run is over", said)
        self.assertGreater(stored_boards(self.played), limit)
        self.assertGreaterEqual(time.monotonic() - begin, 0.6)
        shutil.rmtree(self.played)
        self.ladder("--limit", str(limit))
        self.assertEqual(in_parts, contents(self.played)["job"])

    def test_a_limit_of_boards_is_for_ladders(self):
        self.finish(*self.tournament("--deals", "1"))
        before = contents(self.played)
        self.assertIn("--limit: goes with the schedule ladder, found round-robin",
                      self.finish("resume", self.played, "--limit", "+5", code=2))
        self.assertIn("is not a whole number", self.finish("resume", self.played, "--limit", "5x", code=2))
        self.assertEqual(contents(self.played), before)

    def test_a_second_arena_is_refused(self):
        first = self.start("play", "greedy", "lowest", "--deals", "1000000", "--name", "cup", "-j1")
        database = os.path.join(self.played, "tournament.sqlite")
        self.wait_until(lambda: os.path.exists(database) and os.path.getsize(database) > 0, first)
        self.assertIn("another arena is playing this tournament", self.finish("resume", self.played, code=2))
        first.kill()
        first.communicate()

    def test_what_is_no_tournament_is_refused(self):
        self.assertIn("there is no folder", self.finish("resume", self.played, code=2))
        self.assertIn("there is no tournament", self.finish("resume", self.folder.name, code=2))


if __name__ == "__main__":
    main()
