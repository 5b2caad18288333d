"""What a ladder's process does when something throws in any of its threads: it lives on, and its log says when and why.

    python3 ladder_throws_test.py PROGRAM FAILING_NEW

FAILING_NEW lets operator new throw once, at a random one of the next allocations of a thread: of the network, of those that
answer, unpack, build, check, play, rate, send hooks, analyse and look after the ladder. Each thread throws TICHU_THROWS (5) times.
"""
import json
import mmap
import os
import random
import re
import shutil
import signal
import struct
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
from patience import PATIENT_LADDER  # noqa: E402

PROGRAM, FAILING_NEW = (os.path.abspath(path) for path in sys.argv[1:3])
BOTS = os.path.join(os.path.dirname(PROGRAM), "..", "bots")
THROWS = int(os.environ.get("TICHU_THROWS", "5"))
SECONDS = int(os.environ.get("TICHU_LONGEST_WAIT", "600"))
MOST_SPARED = 4096
ORDER_BYTES = 16 + 16 * MOST_SPARED
SETTINGS = f"""[uploads]
a_day = 100000
at_once = 1000
[play]
references = ["greedy", "lowest", "random"]
threads = 2
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
        self.order_file = os.path.join(place.name, "order")
        with open(self.order_file, "wb") as file:
            file.write(bytes(ORDER_BYTES))
        with open(self.order_file, "r+b") as file:
            self.order = mmap.mmap(file.fileno(), ORDER_BYTES)
        self.log = open(os.path.join(place.name, "log"), "w+", encoding="utf-8")  # noqa: SIM115
        self.addCleanup(self.log.close)
        self.server = subprocess.Popen([PROGRAM, "ladder", "serve", self.folder, "--port", "0"], stdout=subprocess.PIPE, stderr=self.log, text=True,
                                       env={**os.environ, "LD_PRELOAD": FAILING_NEW, "TICHU_FAILING_NEW": self.order_file})
        self.addCleanup(self.end)
        self.url = self.server.stdout.readline().strip()
        spared = self.spared_functions()
        self.order[8:16 + 16 * len(spared)] = struct.pack(f"Q{2 * len(spared)}Q", len(spared), *sum(spared, ()))
        self.token = subprocess.run([PROGRAM, "ladder", "admin", self.folder, "add", "ada"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
        self.sent = 0

    def end(self):
        if self.server.poll() is None:
            self.server.send_signal(signal.SIGTERM)
            self.server.wait(timeout=SECONDS)
        self.server.stdout.close()

    def spared_functions(self):
        """Where functions begin and end in memory that destroy JSON values or belong to Protobuf."""
        program = os.readlink(f"/proc/{self.server.pid}/exe")
        symbols = subprocess.run(["nm", "-S", program], check=True, stdout=subprocess.PIPE, text=True).stdout
        with open(f"/proc/{self.server.pid}/maps", encoding="utf-8") as file:
            base = next(int(line.split("-")[0], 16) for line in file if line.rstrip().endswith(program))
        names = r"_ZN8nlohmann\w*10json_value7destroy|\w*5tichu2v1|\w*6google8protobuf"
        found = re.findall(rf"(?m)^([0-9a-f]+) ([0-9a-f]+) [tTwW] (?:{names})", symbols)
        self.assertLess(len(found), MOST_SPARED)
        return [(base + int(offset, 16), base + int(offset, 16) + int(size, 16)) for offset, size in found]

    def logged(self):
        with open(os.path.join(self.place, "log"), encoding="utf-8") as file:
            return file.read()

    def assert_lives(self):
        if self.server.poll() is None:
            return
        with open(self.order_file + ".place", encoding="utf-8") as file:
            places = re.findall(r"/tichu-arena(?:-ladder)?\(\+(0x[0-9a-f]+)\)", file.read())
        program = os.path.join(os.path.dirname(PROGRAM), "..", "libexec", "tichu-arena-ladder")
        called = subprocess.run(["addr2line", "-Cfse", program, *places], stdout=subprocess.PIPE, text=True, check=False).stdout
        self.fail(f"it ended with {self.server.returncode} after a throw in\n{called}\n{self.logged()[-3000:]}")

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
        deadline = time.monotonic() + SECONDS
        while not condition():
            self.assert_lives()
            self.assertLess(time.monotonic(), deadline, what + self.logged()[-3000:])
            time.sleep(0.05)

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

    def keep_busy(self, stopped):
        """Does what gives each thread something to do, until it is told to stop."""
        while not stopped.is_set() and self.server.poll() is None:
            self.send_bot()
            self.ask("POST", "api/v1/matches", json.dumps({"first": "bot-1@1", "second": "lowest@1", "boards": 2}).encode())
            for board in range(3):
                self.ask("POST", f"api/v1/boards/{random.randrange(20)}/analysis")
                for path in ("", "api/v1/ladder", "api/v1/status", "api/v1/boards?most=50", f"api/v1/boards/{board}", "api/v1/crosstable"):
                    self.ask("GET", path)
                stopped.wait(0.02)

    def let_throw(self, thread):
        """Lets an allocation of the thread throw; False if it makes none, or ends."""
        self.order[:8] = struct.pack("ii", thread, random.choice((0, 1, 3, 10, 30, 100, 300)))
        deadline = time.monotonic() + 2
        while struct.unpack("ii", self.order[:8])[0] != 0:
            if time.monotonic() > deadline or not os.path.exists(f"/proc/{self.server.pid}/task/{thread}"):
                self.order[:8] = bytes(8)
                return False
            time.sleep(0.002)
        return True

    def test_lives_on_whatever_throws(self):
        self.wait_for(lambda: self.status()["boards"] > 20, "no boards are played")
        stopped = threading.Event()
        busy = threading.Thread(target=self.keep_busy, args=(stopped,))
        busy.start()
        thrown = {}
        try:
            for _ in range(THROWS):
                for thread in sorted(map(int, os.listdir(f"/proc/{self.server.pid}/task"))):
                    thrown[thread] = thrown.get(thread, 0) + self.let_throw(thread)
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
