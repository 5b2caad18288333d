"""What a worker and a leader do when something throws in any of their threads: they live on, or end and say why; nothing stands still.

    python3 workers_throw_test.py PROGRAM TEST_BOTS FAILING_NEW

Needs nats-server. Each thread throws TICHU_THROWS (2) times (failing_new.cpp).
"""
import os
import subprocess
import sys
import tempfile
import time
import unittest

FAILING_NEW = os.path.abspath(sys.argv.pop(3))
TESTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
sys.path[:0] = [TESTS, os.path.join(TESTS, "arena", "commands")]
import cases  # noqa: E402

from arena_command import PROGRAM, patient
from resume_test import stored_boards
from thrower import Thrower
from workers_test import NATS, Broker

THROWS = int(os.environ.get("TICHU_THROWS", "2"))
SECONDS = int(os.environ.get("TICHU_LONGEST_WAIT", "600"))
CAUSES = ("std::bad_alloc", "not enough memory")


@unittest.skipUnless(NATS, "nats-server is not installed (apt-get install nats-server)")
class Throws(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        os.chmod(folder.name, 0o755)
        self.folder = folder.name
        os.mkdir(self.path("nats"))
        self.broker = Broker(self.path("nats"))
        self.addCleanup(self.broker.kill)
        self.read, self.processes, self.throwers = {}, {}, {}
        self.addCleanup(self.end_all)

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def log(self, name):
        with open(self.path(name + ".log"), encoding="utf-8", errors="replace") as file:
            return file.read()

    def end_all(self):
        for process in self.processes.values():
            process.kill()
            process.wait()

    def begin(self, name):
        """The worker or the leader, for the first time or again."""
        if name == "leader":
            words = ["resume", self.path("away", "cup")]
            if stored_boards(self.path("away", "cup")) is None:
                words = ["tournament", "--name", "cup", "--results", self.path("away"), "--bot", "greedy", "--bot", "random", "--bot", "g=program:lowest",
                         "--deals", "1000000"]
            words = [*patient(words), "--nats", self.broker.url]
        else:
            words = ["worker", "--nats", self.broker.url, "--cores", "1", "--name", "w1", "--cache", self.path("cache")]
        thrower = self.throwers.setdefault(name, Thrower(FAILING_NEW, self.path(name + ".order")))
        with open(self.path(name + ".log"), "ab") as log:
            process = subprocess.Popen([PROGRAM, *words], cwd=self.folder, stdout=log, stderr=log, env=thrower.environment())
        self.processes[name] = process
        while not os.readlink(f"/proc/{process.pid}/exe").endswith("-workers"):
            self.assertIsNone(process.poll(), self.log(name))
            time.sleep(0.002)
        thrower.follow(process.pid)

    def begin_again(self):
        """Those that have ended; each says what it ended of."""
        for name, process in self.processes.items():
            if process.poll() is None:
                continue
            told = self.log(name)[self.read.get(name, 0):]
            self.read[name] = len(self.log(name))
            self.assertEqual(process.returncode, 3, f"{name} after a throw in\n{self.throwers[name].place()}\n{told[-3000:]}")
            self.assertTrue(any(cause in told for cause in CAUSES), told[-3000:])
            self.begin(name)

    def play_on(self):
        """Until boards are stored that were not before."""
        before, deadline = stored_boards(self.path("away", "cup")), time.monotonic() + SECONDS
        while (stored_boards(self.path("away", "cup")) or 0) <= (before or 0):
            self.begin_again()
            self.assertLess(time.monotonic(), deadline, self.log("leader")[-3000:] + self.log("worker")[-3000:])
            time.sleep(0.1)

    def test_live_on_or_say_why_not(self):
        for name in ("leader", "worker"):
            self.begin(name)
        self.play_on()
        for _ in range(THROWS):
            for name in ("leader", "worker"):
                thrown, deadline = 0, time.monotonic() + SECONDS
                while thrown == 0:
                    self.assertLess(time.monotonic(), deadline, f"no thread of the {name} makes an allocation")
                    for thread in self.throwers[name].threads():
                        thrown += self.throwers[name].let_throw(thread, 0.5)
                        self.begin_again()
                self.play_on()


if __name__ == "__main__":
    cases.main()
