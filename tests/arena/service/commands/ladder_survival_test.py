"""A ladder that is killed and whose disk is full again and again: nothing is lost, nothing is doubled, nothing gets stuck.

    python3 ladder_survival_test.py PROGRAM

TICHU_KILLS (5) times its process is killed at a random moment, TICHU_FILLS (a twentieth of that) times its disk is filled; then its boards and standings are
compared with those of a ladder with the same seed that nothing has disturbed. A small disk needs a namespace of mounts: without one
that part is skipped, and says so.
"""
import contextlib
import ctypes
import hashlib
import http.client
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import unittest

TESTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
sys.path[:0] = [TESTS, os.path.join(TESTS, "arena", "commands")]
import cases  # noqa: E402

from arena_command import PATIENT_LADDER, PROGRAM
from patience import wait_for

KILLS = int(os.environ.get("TICHU_KILLS", "5"))
FILLS = int(os.environ.get("TICHU_FILLS", str(max(1, KILLS // 20))))
SECONDS = int(os.environ.get("TICHU_LONGEST_WAIT", "600"))
DISK_MB = 96
# Bots whose boards take milliseconds, so that no board's time has a part in who meets; and room that a small disk has.
SETTINGS = """[uploads]
a_day = 100000
[play]
references = ["greedy", "lowest", "random"]
threads = 2
[care]
uploads_stop_mb = 24
play_stops_mb = 12
backup_every_hours = 0
""" + PATIENT_LADDER
CLONE_NEWNS, MS_REC, MS_PRIVATE = 0x20000, 0x4000, 1 << 18


class Ladder:
    """A ladder in a folder, and its process while it runs."""

    def __init__(self, folder, seed):
        self.folder = folder
        done = subprocess.run([PROGRAM, "ladder", "init", folder], check=True, stdout=subprocess.PIPE, text=True)
        self.token = done.stdout.strip().splitlines()[-1]
        with open(os.path.join(folder, "ladder.toml"), "w", encoding="utf-8") as file:
            file.write(SETTINGS)
        with contextlib.closing(sqlite3.connect(os.path.join(folder, "ladder.sqlite"))) as sql, sql:
            sql.execute("UPDATE season SET seed = ?", (f"{seed:016x}",))
        self.process = None
        self.port = None

    def start(self, *flags):
        self.log = tempfile.TemporaryFile("w+", encoding="utf-8")
        self.process = subprocess.Popen([PROGRAM, "ladder", "serve", self.folder, "--port", "0", *flags], stdout=subprocess.PIPE, stderr=self.log, text=True)
        found = re.match(r"http://127\.0\.0\.1:(\d+)/$", self.process.stdout.readline().strip())
        if found is None:
            raise RuntimeError("the ladder is not served: " + self.told())
        self.port = int(found.group(1))

    def end(self, how=signal.SIGTERM):
        self.port = None
        self.process.send_signal(how)
        self.process.communicate(timeout=SECONDS)
        self.log.close()

    def told(self):
        return os.pread(self.log.fileno(), 1 << 24, 0).decode(errors="replace")[-2000:]

    def ask(self, method, path, body=None, headers=None):
        """Status and JSON; None if the ladder was not there."""
        if self.port is None:
            return None
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        try:
            connection.request(method, "/api/v1/" + path, body=body, headers={"Authorization": "Bearer " + self.token, **(headers or {})})
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        except (OSError, http.client.HTTPException, ValueError):
            return None
        finally:
            connection.close()

    def status(self):
        answer = self.ask("GET", "status")
        return answer[1] if answer else {}

    def wait_for(self, condition):
        def lives():
            if self.process.poll() is not None:
                raise RuntimeError(f"waited in vain (exit code {self.process.poll()}): " + self.told())

        wait_for(condition, SECONDS, lives, self.told)

    def asked(self, query):
        file = os.path.join(self.folder, "season-1", "tournament.sqlite")
        with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=SECONDS)) as sql:
            return sql.execute(query).fetchall()

    def boards(self):
        with contextlib.suppress(sqlite3.Error):
            return self.asked("SELECT count(*) FROM job")[0][0]
        return 0

    def results(self, most):
        """Of the first boards all that is no time and not the number of the run, and how they were decided."""
        columns = [row[1] for row in self.asked("PRAGMA table_info(job)") if row[1] not in ("run", "stored") and not row[1].endswith("_ns")]
        jobs = self.asked(f"SELECT {', '.join(columns)} FROM job WHERE number < {most} ORDER BY number")
        meetings = self.asked(f"SELECT number, first_job, boards, first_entrant, second_entrant, reason, results FROM meeting WHERE first_job < {most} ORDER BY 1")
        return jobs, meetings

    def standings(self, most, place):
        """What `rate` says of the first boards."""
        copy = os.path.join(place, hashlib.sha256(self.folder.encode()).hexdigest()[:8], "season-1")
        os.makedirs(copy)
        with contextlib.closing(sqlite3.connect(os.path.join(self.folder, "season-1", "tournament.sqlite"))) as sql:
            sql.execute("VACUUM INTO ?", (os.path.join(copy, "tournament.sqlite"),))
        with contextlib.closing(sqlite3.connect(os.path.join(copy, "tournament.sqlite"))) as sql, sql:
            for table, column in (("rounds", "job"), ("fault", "job"), ("usage", "job"), ("meeting", "first_job"), ("job", "number")):
                sql.execute(f"DELETE FROM {table} WHERE {column} >= {most}")
        exported = subprocess.run([PROGRAM, "export", copy, "--csv"], check=True, stdout=subprocess.PIPE)
        return subprocess.run([PROGRAM, "rate", "-"], input=exported.stdout, check=True, stdout=subprocess.PIPE).stdout.decode()


class Uploads(threading.Thread):
    """Sends one small upload after another under a key of its own, until it was answered, whatever happens to the ladder."""

    def __init__(self, ladder):
        super().__init__()
        self.ladder, self.stopped, self.answered, self.refused = ladder, threading.Event(), {}, set()
        self.start()

    def run(self):
        number = 0
        while not self.stopped.is_set():
            answer = self.ladder.ask("PUT", "bots/uploaded/versions", b"no archive %d" % number, {"Idempotency-Key": f"key-{number}"})
            if answer is not None and answer[0] == 202:
                self.answered[number] = answer[1]["number"]
                number += 1
            elif answer is not None:
                self.refused.add(answer[1]["code"])
            self.stopped.wait(0.1)

    def end(self):
        self.stopped.set()
        self.join()


class Survival(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.TemporaryDirectory()
        self.addCleanup(self.place.cleanup)
        os.chmod(self.place.name, 0o755)

    def path(self, *parts):
        return os.path.join(self.place.name, *parts)

    def expect_nothing_stuck(self, ladder, uploads):
        """Every upload that was answered is there once, and has come to its end."""
        states = {}

        def have_ended():
            answer = ladder.ask("GET", "account")
            if answer and answer[0] == 200:  # not too many questions in a minute
                states.update({version["number"]: version["state"] for bot in answer[1]["bots"] for version in bot["versions"]})
            return all(states.get(number) == "refused" for number in uploads.answered.values())

        ladder.wait_for(have_ended)
        self.assertEqual(len(set(uploads.answered.values())), len(uploads.answered), "two uploads became one version")
        # The last may have been taken without the answer having come.
        self.assertLessEqual(len(states), len(uploads.answered) + 1, "an upload became two versions")

    def expect_as_undisturbed(self, disturbed, seed):
        count = disturbed.boards()
        numbers = [number for (number,) in disturbed.asked("SELECT number FROM job ORDER BY number")]
        self.assertEqual(numbers, list(range(count)), "a board is missing")
        self.assertEqual(disturbed.asked("SELECT count(DISTINCT board) FROM job")[0][0], count, "a board was played twice")
        self.assertEqual(disturbed.asked("SELECT count(*) FROM rounds")[0][0], count)
        self.assertEqual(disturbed.asked("PRAGMA integrity_check"), [("ok",)])
        quiet = Ladder(self.path("quiet"), seed)
        quiet.start()
        quiet.wait_for(lambda: quiet.boards() >= count)
        quiet.end()
        # What a bot's boards take has a part in who meets from the job on where it was noticed to be long.
        slow = [job for ladder in (disturbed, quiet) for (job,) in ladder.asked("SELECT job FROM change WHERE kind = 'cost' AND job IS NOT NULL")]
        same = min([count, *slow])
        for one, other in zip(disturbed.results(same), quiet.results(same), strict=True):
            differing = next(((mine, its) for mine, its in zip(one, other) if mine != its), None)
            self.assertIsNone(differing, f"a row differs: {differing}")
            self.assertEqual(len(one), len(other))
        self.assertEqual(disturbed.standings(same, self.path("copies")), quiet.standings(same, self.path("copies")))
        return same

    def test_killed_at_random_moments(self):
        chance = random.Random(20)
        ladder = Ladder(self.path("killed"), 0x5eed)
        ladder.start()
        uploads = Uploads(ladder)
        try:
            for kill in range(KILLS):
                if kill > 0:
                    ladder.start()
                first = ladder.boards()
                ladder.wait_for(lambda first=first: ladder.boards() > first)
                time.sleep(chance.random() * 0.5)  # the moment decides nothing but what is interrupted
                self.assertIsNone(ladder.process.poll(), "the ladder has ended by itself")
                ladder.end(signal.SIGKILL)
            ladder.start()
            uploads.end()
            self.expect_nothing_stuck(ladder, uploads)
        finally:
            uploads.end()
            if ladder.port is not None:
                ladder.end()
        same = self.expect_as_undisturbed(ladder, 0x5eed)
        print(f"{KILLS} kills: {ladder.boards()} boards, none lost or doubled, {same} as undisturbed; {len(uploads.answered)} uploads, none stuck")

    def small_disk(self):
        """A folder on a disk of its own, in a namespace of this process alone."""
        libc = ctypes.CDLL(None, use_errno=True)
        disk = self.path("disk")
        os.mkdir(disk)
        if libc.unshare(CLONE_NEWNS) != 0 or libc.mount(b"none", b"/", None, MS_REC | MS_PRIVATE, None) != 0:
            self.skipTest("no small disk: this user may not make a namespace of mounts")
        if libc.mount(b"tmpfs", disk.encode(), b"tmpfs", 0, f"size={DISK_MB}m,mode=755".encode()) != 0:
            self.skipTest("no small disk: " + os.strerror(ctypes.get_errno()))
        self.addCleanup(libc.umount2, disk.encode(), 2)
        return disk

    @staticmethod
    def fill(disk, left_mb):
        """Leaves so much free; 0: not a byte."""
        with open(os.path.join(disk, "ballast"), "ab") as file, contextlib.suppress(OSError):
            while (free := shutil.disk_usage(disk).free - left_mb * 2**20) > 0:
                os.write(file.fileno(), b"\0" * min(free, 1 << 20))

    def test_disk_full(self):
        disk = self.small_disk()
        ladder = Ladder(os.path.join(disk, "ladder"), 0xf111)
        ladder.start()
        uploads = Uploads(ladder)
        try:
            for _ in range(FILLS):
                self.fill_once(ladder, disk, uploads)
            uploads.end()
            self.expect_nothing_stuck(ladder, uploads)
        finally:
            uploads.end()
            ladder.end()
        same = self.expect_as_undisturbed(ladder, 0xf111)
        print(f"{FILLS} times full: {ladder.boards()} boards, none lost or doubled, {same} as undisturbed; {len(uploads.answered)} uploads, none stuck")

    def fill_once(self, ladder, disk, uploads):
        first = ladder.boards()
        ladder.wait_for(lambda: ladder.boards() > first and ladder.status().get("trouble_code") == "")
        # Uploads stop first.
        self.fill(disk, 18)
        ladder.wait_for(lambda: ladder.status().get("trouble_code") == "disk_low")
        status = ladder.status()
        self.assertFalse(status["accepts_uploads"])
        self.assertTrue(status["playing"], status)
        uploads.refused.clear()
        ladder.wait_for(lambda: "disk_full" in uploads.refused)
        # Not a byte is left, in the midst of play.
        self.fill(disk, 0)
        ladder.wait_for(lambda: ladder.status().get("trouble_code") == "disk_full")
        ladder.wait_for(lambda: not ladder.status()["playing"])
        status = ladder.status()
        self.assertIn("disk", status["trouble"])
        ready = self.readiness(ladder)
        self.assertEqual(ready[0], 503)
        self.assertIn("disk", ready[1])
        stopped = ladder.boards()
        os.remove(os.path.join(disk, "ballast"))
        freed = time.monotonic()
        ladder.wait_for(lambda: ladder.boards() > stopped and ladder.status().get("trouble_code") == "" and ladder.status()["accepts_uploads"])
        print(f"plays again {time.monotonic() - freed:.1f} s after there was room")
        answered = len(uploads.answered)
        ladder.wait_for(lambda: len(uploads.answered) > answered)

    @staticmethod
    def readiness(ladder):
        connection = http.client.HTTPConnection("127.0.0.1", ladder.port, timeout=SECONDS)
        try:
            connection.request("GET", "/readyz")
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()


if __name__ == "__main__":
    cases.main()
