"""What a ladder's process does when something throws in any of its threads: it lives on, and its log says when and why.

    python3 ladder_throws_test.py PROGRAM FAILING_NEW

FAILING_NEW lets operator new throw once, at a random one of the next allocations of a thread: of the network, of those that
answer, unpack, build, check, play, rate, send hooks, analyse and look after the ladder. Each thread throws TICHU_THROWS (5) times.
"""
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.error
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".."))
import cases  # noqa: E402
from patience import PATIENT_LADDER, wait_for  # noqa: E402
from thrower import Thrower  # noqa: E402

PROGRAM, FAILING_NEW = (os.path.abspath(path) for path in sys.argv[1:3])
BOTS = os.path.join(os.path.dirname(PROGRAM), "..", "bots")
THROWS = int(os.environ.get("TICHU_THROWS", "5"))
SECONDS = int(os.environ.get("TICHU_LONGEST_WAIT", "600"))
SETTINGS = f"""[uploads]
a_day = 100000
at_once = 1000
[play]
references = ["greedy", "lowest", "random"]
threads = 1
[quotas]
active = 1000
bots = 10000
match_boards_a_day = 1000000
{PATIENT_LADDER}"""


class ThrowingTest(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        os.chmod(place.name, 0o755)
        self.place, self.folder = place.name, os.path.join(place.name, "ladder")
        subprocess.run([PROGRAM, "ladder", "init", self.folder], check=True, stdout=subprocess.DEVNULL)
        with open(os.path.join(self.folder, "ladder.toml"), "w", encoding="utf-8") as file:
            file.write(SETTINGS)
        self.thrower = Thrower(FAILING_NEW, os.path.join(place.name, "order"))
        self.log = open(os.path.join(place.name, "log"), "w+", encoding="utf-8")  # noqa: SIM115
        self.addCleanup(self.log.close)
        self.server = subprocess.Popen([PROGRAM, "ladder", "serve", self.folder, "--port", "0"], stdout=subprocess.PIPE, stderr=self.log, text=True,
                                       env=self.thrower.environment())
        self.addCleanup(self.end)
        self.url = self.server.stdout.readline().strip()
        self.thrower.follow(self.server.pid)
        self.token = subprocess.run([PROGRAM, "ladder", "admin", self.folder, "add", "ada"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
        self.sent = 0

    def end(self):
        if self.server.poll() is None:
            self.server.send_signal(signal.SIGTERM)
            self.server.wait(timeout=SECONDS)
        self.server.stdout.close()

    def logged(self):
        with open(os.path.join(self.place, "log"), encoding="utf-8") as file:
            return file.read()

    def assert_lives(self):
        if self.server.poll() is None:
            return
        self.fail(f"it ended with {self.server.returncode} after a throw in\n{self.thrower.place()}\n{self.logged()[-3000:]}")

    def ask(self, method, path, body=None, kind="application/json"):
        """The answer's status and text; a connection that was ended is status 0."""
        headers = {"Authorization": "Bearer " + self.token, **({"Content-Type": kind} if body is not None else {})}
        try:
            with urllib.request.urlopen(urllib.request.Request(self.url + path, body, headers, method=method), timeout=SECONDS) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read()
        except OSError:
            return 0, b""

    def status(self):
        status, text = self.ask("GET", "api/v1/status")
        self.assertEqual(status, 200, text + self.logged()[-3000:].encode())
        return json.loads(text)

    def wait_for(self, condition, what):
        wait_for(condition, SECONDS, self.assert_lives, lambda: what + self.logged()[-3000:])

    def taken_in(self):
        """How many bots of others play."""
        return len(json.loads(self.ask("GET", "api/v1/ladder")[1])["standings"]) - 3

    def send_bot(self, note=""):
        """The same files as before are refused if they play already; another note makes them others."""
        self.sent += 1
        name = f"bot-{self.sent}"
        folder = os.path.join(self.place, name)
        os.mkdir(folder)
        shutil.copy(os.path.join(BOTS, "random"), os.path.join(folder, "bot"))
        with open(os.path.join(folder, "bot.toml"), "w", encoding="utf-8") as file:
            file.write(f'name = "{name}"\nlanguage = "program"\nentry = "bot"\n')
        with open(os.path.join(folder, "note"), "w", encoding="utf-8") as file:
            file.write(note)
        packed = shutil.make_archive(folder, "gztar", folder)
        with open(packed, "rb") as file:
            return self.ask("PUT", f"api/v1/bots/{name}/versions", file.read(), "application/octet-stream")

    def has_decided(self):
        """Whether no bot that was sent is on its way; False if the ladder does not say."""
        status, text = self.ask("GET", "api/v1/status")
        return status == 200 and all(queue["waiting"] + queue["running"] == 0 for queue in json.loads(text)["queues"])

    def keep_busy(self, stopped):
        """Does what gives each thread something to do, until it is told to stop."""
        while not stopped.is_set() and self.server.poll() is None:
            if self.has_decided():
                self.send_bot()
            self.ask("POST", "api/v1/matches", json.dumps({"first": "bot-1@1", "second": "lowest@1", "boards": 2}).encode())
            for board in range(3):
                self.ask("POST", f"api/v1/boards/{random.randrange(20)}/analysis")
                for path in ("", "api/v1/ladder", "api/v1/status", "api/v1/boards?most=50", f"api/v1/boards/{board}", "api/v1/crosstable"):
                    self.ask("GET", path)
                stopped.wait(0.02)

    def test_lives_on_whatever_throws(self):
        self.wait_for(lambda: self.status()["boards"] > 20, "no boards are played")
        stopped = threading.Event()
        busy = threading.Thread(target=self.keep_busy, args=(stopped,))
        busy.start()
        thrown = {}
        try:
            for _ in range(THROWS):
                for thread in self.thrower.threads():
                    thrown[thread] = thrown.get(thread, 0) + self.thrower.let_throw(thread)
                    self.assert_lives()
        finally:
            stopped.set()
            busy.join()
        self.assertGreater(sum(1 for count in thrown.values() if count > 0), 8, thrown)
        self.assert_works_on()
        self.assertRegex(self.logged(), r"(?m)^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ .*std::bad_alloc")

    def assert_works_on(self):
        boards = self.status()["boards"]
        self.wait_for(lambda: self.status()["boards"] > boards + 20, "no boards are played any more")
        taken_in = self.taken_in()
        status, text = self.send_bot("the last")
        self.assertEqual(status, 202, text)
        self.wait_for(lambda: self.taken_in() > taken_in, "no bot is taken in any more")
        with urllib.request.urlopen(self.url + "api/v1/stream", timeout=SECONDS) as stream:
            for _ in range(3):  # one a second
                while not stream.readline().startswith(b"event: status"):
                    self.assert_lives()


if __name__ == "__main__":
    cases.main()
