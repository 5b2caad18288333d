"""A ladder service whose rated boards are played by workers: boards and standings are those of a ladder at home, and it says what it lacks.

    python3 ladder_workers_test.py PROGRAM TEST_BOTS

Needs nats-server; without it every test is skipped, and says so. TICHU_KILLS: with 100 or more, 1, 2 and 16 workers are compared with
home over more boards.
"""

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
import unittest

TESTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
sys.path[:0] = [TESTS, os.path.join(TESTS, "arena", "commands"), os.path.join(TESTS, "arena", "workers", "commands")]
import cases  # noqa: E402

from arena_command import BOTS, CommandTest, PROGRAM
import ladder_survival_test
import workers_test

AT_LENGTH = int(os.environ.get("TICHU_KILLS", "5")) >= 100
WORKERS = [1, 2, 16] if AT_LENGTH else [2]
# More than a ladder gives out before it looks at results.
BOARDS = 2000 if AT_LENGTH else 400
SEED = 0x1adde5


@unittest.skipUnless(workers_test.NATS, "nats-server is not installed (apt-get install nats-server)")
class LadderWorkers(CommandTest):
    def setUp(self):
        super().setUp()
        self.processes = []
        self.addCleanup(self.end_workers)
        os.mkdir(self.path("nats"))
        self.broker = workers_test.Broker(self.path("nats"))
        self.addCleanup(lambda: self.broker.kill())

    def worker(self, name=None):
        """A worker that has found its broker."""
        name = name or f"w{len(self.processes) + 1}"
        with open(self.path(name + ".log"), "w+", encoding="utf-8") as log:
            worker = subprocess.Popen([PROGRAM, "worker", "--nats", self.broker.url, "--cores", "1", "--name", name, "--cache",
                                       self.path("cache")], cwd="/", stdout=log, stderr=log)
            self.processes.append(worker)
            while not os.pread(log.fileno(), 1 << 16, 0):
                self.assertIsNone(worker.poll())
                time.sleep(0.01)
        return worker

    def end_workers(self):
        for process in self.processes:
            if process.poll() is None:
                process.kill()
                process.wait()

    def ladder(self, name):
        ladder = ladder_survival_test.Ladder(self.path(name), SEED)
        self.addCleanup(lambda: ladder.port is None or ladder.end(signal.SIGKILL))
        return ladder

    def play(self, name, *flags):
        """A ladder of bundled bots that has played for a while, and how many boards from the first on it has without a gap."""
        ladder = self.ladder(name)
        ladder.start(*flags)
        ladder.wait_for(lambda: ladder.boards() >= BOARDS)
        ladder.end()
        numbers = [number for (number,) in ladder.asked("SELECT number FROM job ORDER BY number")]
        return ladder, next((place for place, number in enumerate(numbers) if place != number), len(numbers))

    def boards_of_units(self, name):
        """How many each unit has, without those that are played again."""
        seen, sizes = set(), []
        with contextlib.closing(sqlite3.connect(self.path(name, "season-1", "units.sqlite"))) as book:
            for (text,) in book.execute("SELECT jobs FROM unit ORDER BY number"):
                jobs = json.loads(text)
                if jobs[0] not in seen:
                    sizes.append(len(jobs))
                seen.update(jobs)
        return sizes

    @staticmethod
    def slow_from(ladder):
        """The first job that depends on what boards take."""
        return min([job for (job,) in ladder.asked("SELECT job FROM change WHERE kind = 'cost' AND job IS NOT NULL")], default=1 << 60)

    def test_workers_play_the_ladder_that_home_plays(self):
        home, at_home = self.play("home")
        for number in WORKERS:
            while len(self.processes) < number:
                self.worker()
            away, there = self.play(f"{number}", "--nats", self.broker.url)
            same = min(at_home, there, self.slow_from(home), self.slow_from(away))
            self.assertGreater(same, 8)
            for mine, its in zip(away.results(same), home.results(same), strict=True):
                self.assertEqual(mine, its, f"of {number} workers")
            query = f"SELECT job, packed FROM rounds WHERE job < {same} ORDER BY job"
            self.assertEqual(away.asked(query), home.asked(query), f"the records of {number} workers")
            self.assertEqual(away.standings(same, self.path("copies", str(number))), home.standings(same, self.path("copies", f"home-{number}")))
            # A ladder gives out some 256 boards before it sees results: once that is known no worker gets all of them.
            self.assertLess(max(self.boards_of_units(f"{number}")[-3:]), 128, "boards of a unit")
            print(f"{number} workers: {same} boards, meetings, records and standings as at home")
        self.assertEqual(home.asked("SELECT count(*) FROM fault"), [(0,)])

    def test_it_waits_for_broker_and_workers_and_says_so(self):
        ladder = self.ladder("away")
        self.broker.kill()
        ladder.start("--nats", self.broker.url)
        self.wait_for_code(ladder, "broker_away")
        self.assertFalse(ladder.status()["playing"])
        self.assertIn("NATS server cannot be reached", ladder.status()["trouble"])
        self.assertEqual(ladder_survival_test.Survival.readiness(ladder)[0], 503)
        self.assertIn("cannot connect to nats://", ladder.told())
        self.broker.start()
        self.wait_for_code(ladder, "no_workers")
        self.assertFalse(ladder.status()["playing"])
        worker = self.worker()
        self.wait_for_boards(ladder)
        self.assertTrue(ladder.status()["playing"])
        # Killed in the midst of boards: nobody's bot is to blame.
        worker.kill()
        worker.wait()
        self.worker()
        self.wait_for_boards(ladder)
        self.broker.kill()
        self.wait_for_code(ladder, "broker_away")
        self.broker.start()
        self.wait_for_boards(ladder)
        self.assertEqual(ladder.status()["machine_faults"], 0)
        self.assertEqual(ladder.asked("SELECT count(*) FROM fault"), [(0,)])

    def wait_for_code(self, ladder, code):
        ladder.wait_for(lambda: ladder.status().get("trouble_code") == code)

    def wait_for_boards(self, ladder):
        first = ladder.boards()

        def plays():
            for worker in self.processes:
                self.assertIn(worker.poll(), (None, -signal.SIGKILL), "a worker has ended by itself")
            return ladder.boards() > first + 20 and ladder.status().get("trouble_code") == ""

        ladder.wait_for(plays)

    def test_a_liars_boards_are_invalidated_and_played_again(self):
        ladder = self.ladder("away")
        ladder.start("--nats", self.broker.url)
        version = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True).stdout.strip()
        with open(self.path("liar.log"), "wb") as log:
            liar = subprocess.Popen([os.path.join(BOTS, "lying_worker"), self.broker.url, "liar", workers_test.BUNDLED,
                                     self.path("cache"), version, "lies=1"], stdout=log, stderr=log)
        self.processes.append(liar)
        # Its first boards are stored, and then played here.
        ladder.wait_for(lambda: liar.poll() is not None)
        self.processes.remove(liar)
        def jobs_invalidated():
            return [job for (job,) in ladder.asked("SELECT job FROM invalidated ORDER BY job")]

        ladder.wait_for(jobs_invalidated)
        invalidated = jobs_invalidated()
        self.worker()
        self.wait_for_boards(ladder)
        there = f"SELECT count(*) FROM job WHERE number IN ({','.join(map(str, invalidated))})"
        ladder.wait_for(lambda: ladder.asked(there) == [(len(invalidated),)])
        self.assertEqual([worker for (worker,) in ladder.asked("SELECT DISTINCT worker FROM invalidated")], ["liar"])
        seen = {worker["name"]: (worker["state"], worker["reason"]) for worker in ladder.status()["workers"]["workers"]}
        self.assertEqual(seen["liar"], ("refused", "it played a board differently than the leader does"))

        def acts():
            with contextlib.closing(sqlite3.connect(self.path("away", "ladder.sqlite"))) as sql:
                return set(sql.execute("SELECT act, target FROM audit WHERE actor = 'ladder'"))

        ladder.wait_for(lambda: acts() >= {("stop worker", "worker liar"), ("remove boards", "worker liar"), ("admit worker", "worker w1")})
        ladder.end()
        self.run_arena("verify", self.path("away", "season-1"), code=0)
        # What stands in their place is what home plays there.
        home = self.ladder("home")
        home.start()
        home.wait_for(lambda: home.boards() > 0 and home.asked("SELECT count(*) FROM job WHERE number = 0") == [(1,)])
        home.end()
        query = "SELECT number, margin FROM job WHERE number = 0"
        self.assertEqual(ladder.asked(query), home.asked(query))

    def submit_fox(self, ladder, language, *lines):
        """The stranger's bot of new-bot, with these lines more in its bot.toml."""
        self.run_arena("new-bot", "fox", "--lang", language, code=0)
        if language == "c":
            source = self.read("fox", "bot.c")
            says = "static void decide_turn(const tichu_observation* seen, tichu_answer* answer) {\n"
            self.assertIn(says, source)
            with open(self.path("fox", "bot.c"), "w", encoding="utf-8") as file:
                file.write("#include <stdio.h>\n" + source.replace(says, says + '  fputs("fox thinks\\n", stderr);\n'))
        with open(self.path("fox", "bot.toml"), "a", encoding="utf-8") as file:
            file.writelines(line + "\n" for line in lines)
        sent = self.run_arena("submit", "fox", "--to", f"http://127.0.0.1:{ladder.port}/", env={**os.environ, "TICHU_TOKEN": ladder.token})
        self.assertEqual(sent.returncode, 0, sent.stdout + sent.stderr + ladder.told())

    @staticmethod
    def jobs_of_fox(ladder):
        """Those that are stored."""
        return {job for (job,) in ladder.asked("SELECT number FROM job WHERE first_entrant = 3 OR second_entrant = 3")}

    def test_a_bots_files_are_kept_from_strangers_workers(self):
        """If its bot.toml says so: its boards wait for the owner's, and the stranger's plays others meanwhile."""
        ladder = self.ladder("away")
        ladder.start("--nats", self.broker.url)
        self.submit_fox(ladder, "c", "guest_workers = false")
        self.worker("guest-eve")
        ladder.wait_for(lambda: "boards of bots with guest_workers = false wait for another" in ladder.told())
        ladder.wait_for(lambda: ladder.boards() > 0)
        self.assertEqual(self.jobs_of_fox(ladder), set())
        self.worker("attic")
        ladder.wait_for(lambda: len(self.jobs_of_fox(ladder)) >= 8)
        ladder.end()
        of_fox = self.jobs_of_fox(ladder)
        with contextlib.closing(sqlite3.connect(self.path("away", "season-1", "units.sqlite"))) as book:
            units = [(worker, of_fox.intersection(json.loads(jobs)))
                     for worker, jobs in book.execute("SELECT worker, jobs FROM unit WHERE worker != ''")]
        self.assertEqual([jobs for worker, jobs in units if worker == "guest-eve" and jobs], [])
        self.assertIn("guest-eve", [worker for worker, _ in units])
        self.assertNotIn("cannot be played", self.read("guest-eve.log"))

    def test_bots_of_strangers_travel(self):
        ladder = self.ladder("away")
        ladder.start("--nats", self.broker.url)
        self.worker()
        self.submit_fox(ladder, "python" if AT_LENGTH else "c")
        ladder.wait_for(lambda: len(self.jobs_of_fox(ladder)) >= 8)
        seats = ladder.ask("GET", f"boards/{max(self.jobs_of_fox(ladder))}/seats")[1]["seats"]
        if not AT_LENGTH:
            self.assertEqual({seat["output"][-11:] for seat in seats if seat["version"] == "fox@1"}, {"fox thinks\n"}, seats)
        ladder.end()
        self.assertEqual(ladder.asked("SELECT count(*) FROM fault"), [(0,)])
        with contextlib.closing(sqlite3.connect(self.path("away", "season-1", "units.sqlite"))) as book:
            self.assertGreater(book.execute("SELECT count(*) FROM unit WHERE worker = 'w1' AND state = 'stored'").fetchone()[0], 0)
        self.run_arena("verify", self.path("away", "season-1"), code=0)

    def test_a_submitted_bot_that_one_worker_plays_differently_does_not_repeat_itself(self):
        """The worker goes on."""
        ladder = self.ladder("away")
        ladder.start("--nats", self.broker.url)
        self.submit_fox(ladder, "c")
        # Only now, so that all of them meet from the first board on: units have boards with the bot and others.
        self.worker()
        version = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True).stdout.strip()
        with open(self.path("odd.log"), "wb") as log:
            odd = subprocess.Popen([os.path.join(BOTS, "lying_worker"), self.broker.url, "odd", workers_test.BUNDLED,
                                    self.path("cache"), version, "reseeds=fox"], stdout=log, stderr=log)
        self.processes.append(odd)

        ladder.wait_for(lambda: "does not repeat itself" in ladder.told())
        self.assertIn("of submitted bots differently than the leader", ladder.told())
        self.assertNotIn("worker odd is stopped", ladder.told())
        self.assertIsNone(odd.poll(), "it goes on")
        ladder.end()
        with contextlib.closing(sqlite3.connect(self.path("away", "season-1", "units.sqlite"))) as book:
            invalid = {job for (jobs,) in book.execute("SELECT jobs FROM unit WHERE recheck = 'invalid'") for job in json.loads(jobs)}
        invalidated = {job for (job,) in ladder.asked("SELECT job FROM invalidated WHERE worker = 'odd'")}
        self.assertLessEqual(invalidated, invalid, "its other boards stay")
        # Each board is stored once, as its last player has played it, and is what the referee makes of its record.
        self.run_arena("verify", self.path("away", "season-1"), code=0)
        self.assertEqual(ladder.asked("SELECT count(*) FROM fault"), [(0,)])


if __name__ == "__main__":
    cases.main()
