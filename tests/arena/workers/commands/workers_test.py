"""A tournament that workers play ends with what one at home ends with, whoever is killed meanwhile.

    python3 workers_test.py PROGRAM TEST_BOTS

Needs nats-server; without it every test is skipped, and says so. TICHU_KILLS: how often workers are killed; broker and leader a
fifth as often; with 100 or more, up to 16 workers are compared with home.
"""

import contextlib
import hashlib
import json
import os
import random
import shutil
import signal
import socket
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
import patience  # noqa: E402

from arena_command import BOTS, PROGRAM, patient  # first: the next two take the arguments away
import broker_test
import resume_test
from resume_test import contents, stored_boards

resume_test.PROGRAM = PROGRAM
BUNDLED = os.path.join(os.path.dirname(PROGRAM), "../bots")
SCRIPTED_BOT = os.path.join(BOTS, "scripted_bot")
KILLS = int(os.environ.get("TICHU_KILLS", "10"))
BRIEF = KILLS < 100
WORKERS = [1, 3] if BRIEF else [1, 2, 16]
AT_HOME = {}
NATS = shutil.which("nats-server") or shutil.which("nats-server", path="/usr/sbin:/sbin:/usr/local/sbin")


# Speaks JSON, and answers each turn wrongly first.
WRONG_AT_FIRST = """#!/usr/bin/python3
import json, sys
for line in sys.stdin:
    question = json.loads(line)
    said = {"call": False}
    if "hello" in question:
        print('{"hello": {"name": "tries", "wants_legal_plays": true}}', flush=True)
        continue
    if "ask" not in question:
        break
    if question["ask"] == "push":
        said = {"push": question["seen"]["hand"].split()[:3]}
    elif question["ask"] == "give_dragon":
        said = {"give_to": "left"}
    elif "legal" in question and "fault" not in question:
        said = {"play": "Mah Dog"}
    elif "legal" in question:
        said = {"pass": True} if question["legal"]["may_pass"] else {"play": question["legal"]["plays"][0]}
    print(json.dumps({"id": question["id"], **said}), flush=True)
"""


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Broker:
    """A NATS server on this machine, which can be killed and started again."""

    def __init__(self, folder):
        self.folder = folder
        self.flags = []
        self.port = free_port()
        self.url = f"nats://127.0.0.1:{self.port}"
        self.start()

    def start(self):
        self.process = subprocess.Popen([NATS, "-a", "127.0.0.1", "-p", str(self.port), "-l", os.path.join(self.folder, "log"),
                                         *self.flags])
        while True:
            if self.process.poll() is not None:
                raise AssertionError(f"nats-server has ended with {self.process.returncode}")
            try:
                socket.create_connection(("127.0.0.1", self.port), 60).close()
                return
            except ConnectionRefusedError:
                time.sleep(0.005)

    def kill(self):
        self.process.kill()
        self.process.wait()


class Passage:
    """The way to a port of this machine. While `open` is not set connections stand, and nothing arrives."""

    def __init__(self, port):
        self.target = port
        self.open = threading.Event()
        self.open.set()
        self.left = None  # bytes to the port, about, after which it is shut
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def close(self):
        self.open.set()
        self.listener.close()

    def accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
                far = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                return
            for source, target in ((near, far), (far, near)):
                threading.Thread(target=self.carry, args=(source, target, target is far), daemon=True).start()

    def carry(self, source, target, is_to_port):
        try:
            while data := source.recv(65536):
                self.open.wait()
                target.sendall(data)
                if is_to_port and self.left is not None:
                    self.left -= len(data)
                    if self.left <= 0:
                        self.open.clear()
                        self.left = None
        except OSError:
            pass
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        source.close()


def message(*fields):
    """A message of arena/workers/units/units.proto: numbers, texts and bytes by their fields."""
    def varint(number):
        encoded = b""
        while number > 127:
            encoded += bytes([number & 127 | 128])
            number >>= 7
        return encoded + bytes([number])

    encoded = b""
    for field, value in fields:
        if isinstance(value, int):
            encoded += varint(field << 3) + varint(value)
        else:
            value = value.encode() if isinstance(value, str) else value
            encoded += varint(field << 3 | 2) + varint(len(value)) + value
    return encoded


def hello(worker, build, cores=1):
    return message((1, 1), (2, worker), (3, build), (5, cores), (8, "none"))


def packed(result):
    """A result as it is sent, with a digest before it."""
    return hashlib.blake2b(result, digest_size=16).digest() + result


def own_build():
    return subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True).stdout.strip()


@unittest.skipUnless(NATS, "nats-server is not installed (apt-get install nats-server)")
class Workers(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        os.chmod(self.folder.name, 0o755)
        os.mkdir(self.path("nats"))
        self.broker = Broker(self.path("nats"))
        self.addCleanup(lambda: self.broker.kill())
        self.workers = []
        self.logs = {}
        self.addCleanup(self.end_workers)
        self.begun = 0

    def path(self, *parts):
        return os.path.join(self.folder.name, *parts)

    def end_workers(self):
        for worker in self.workers:
            if worker.poll() is None:
                worker.kill()
                worker.wait()
        self.workers = []

    def worker(self, *flags, url=None):
        self.begun += 1
        with open(self.path(f"worker-{self.begun}.log"), "wb") as log:
            worker = subprocess.Popen([PROGRAM, "worker", "--nats", url or self.broker.url, "--cores", "1", "--name", f"w{self.begun}",
                                       "--cache", self.path("cache"), *flags], cwd="/", stdout=log, stderr=log)
        self.workers.append(worker)
        self.logs[worker] = f"worker-{self.begun}.log"
        return worker

    def start(self, *arguments):
        with open(self.path("leader.log"), "ab") as log:
            return subprocess.Popen([PROGRAM, *patient(arguments)], cwd=self.folder.name, stdout=log, stderr=log)

    def log(self, name="leader.log"):
        with open(self.path(name), encoding="utf-8", errors="replace") as file:
            return file.read()

    def finish(self, process, code=0):
        process.wait(1200)
        self.assertEqual(process.returncode, code, self.log())

    def tournament(self, results, *more):
        """Of bundled plug-ins and of programs that travel: a folder with files that the bot needs, one that is always at fault,
        and a script whose interpreter is the system's."""
        greedy = os.path.join(os.path.dirname(PROGRAM), "../bots/greedy")
        if not os.path.exists(self.path("bots")):
            for name in ("carried", "failing"):
                os.makedirs(self.path("bots", name))
                with open(self.path("bots", name, "bot"), "w", encoding="utf-8") as file:
                    file.write('#!/bin/sh\nread -r command <"$(dirname "$0")/command"\nexec "$(dirname "$0")"/$command\n')
                os.chmod(self.path("bots", name, "bot"), 0o755)
            for name, command, program in (("carried", "own_greedy", greedy), ("failing", "scripted --exit-at 3", SCRIPTED_BOT)):
                with open(self.path("bots", name, "command"), "w", encoding="utf-8") as file:
                    file.write(command + "\n")
                shutil.copy(program, self.path("bots", name, command.split()[0]))
        return ["tournament", "--name", "cup", "--results", self.path(results), "--seed", "5", "--bot", "greedy", "--bot",
                "random", "--bot", "carried=program:" + self.path("bots", "carried", "bot"), "--bot",
                "interpreted=program:/bin/sh " + self.path("bots", "carried", "bot"), "--bot",
                "failing=program:" + self.path("bots", "failing", "bot"), "--faults", "substitute", "--give-up-after", "6", *more]

    def light_tournament(self, results, *more):
        """Of quick bots, and one program."""
        return ["tournament", "--name", "cup", "--results", self.path(results), "--seed", "5", "--bot", "greedy", "--bot", "random",
                "--bot", "lowest", "--bot", "g=program:greedy", *more]

    def plain_tournament(self, results, *more):
        """Of bundled plug-ins alone."""
        return ["tournament", "--name", "cup", "--results", self.path(results), "--seed", "5", "--bot", "greedy", "--bot", "random",
                "--bot", "lowest", "--bot", "plain", "--deals", "150", *more]

    def quick_tournament(self, results, *more):
        """Of the quickest plug-ins."""
        return ["tournament", "--name", "cup", "--results", self.path(results), "--seed", "5", "--bot", "greedy", "--bot", "random",
                "--bot", "lowest", "--deals", "150", *more]

    def at_home(self, tournament, *more):
        """What this tournament ends with at home, as `contents` has it. It is played once, since it ends with that each time."""
        arguments = tournament("home", *more)
        key = tuple(argument.replace(self.folder.name, "") for argument in arguments)
        if key not in AT_HOME:
            self.finish(self.start(*arguments))
            AT_HOME[key] = contents(self.path("home", "cup"))
            shutil.rmtree(self.path("home"))
            os.remove(self.path("leader.log"))
        return AT_HOME[key]

    def assert_same(self, results, expected, about):
        def comparable(key, rows):
            # What was sent tells how much time was left.
            return [[column for column in row if not isinstance(column, bytes)] for row in rows] if key == "fault" else rows

        for key, value in contents(self.path(results, "cup")).items():
            if key != "tournament":  # the configuration tells the folder of the results
                self.assertEqual(comparable(key, value), comparable(key, expected[key]), f"{key} {about}")

    def test_workers_play_what_home_plays(self):
        for flags in ([], ["--schedule", "swiss", "--rounds", "3"]):
            home = "home" + str(len(flags))
            self.finish(self.start(*self.tournament(home, "--deals", "6", *flags)))
            expected = contents(self.path(home, "cup"))
            for number in WORKERS[-1:] if flags and BRIEF else WORKERS:
                while len(self.workers) < number:
                    self.worker()
                results = f"{number}-{len(flags)}"
                self.finish(self.start(*self.tournament(results, "--deals", "6", "--nats", self.broker.url, *flags)))
                self.assert_same(results, expected, f"of {number} workers {flags}")
            self.end_workers()

    def test_workers_count_the_same_retries(self):
        with open(self.path("bot"), "w", encoding="utf-8") as file:
            file.write(WRONG_AT_FIRST)
        os.chmod(self.path("bot"), 0o755)
        self.worker()
        counted = []
        for results, where in (("at-home", []), ("elsewhere", ["--nats", self.broker.url])):
            self.finish(self.start("play", "tries=json:" + self.path("bot"), "greedy", "--deals", "2", "--seed", "5", "--retries", "1", "--name",
                                   "cup", "--results", self.path(results), *where))
            with open(self.path(results, "cup", "results.json"), encoding="utf-8") as file:
                counted.append(json.load(file))
        self.assertGreater(counted[0]["retries"][0]["count"], 50)
        self.assertEqual(counted[1]["retries"], counted[0]["retries"])
        self.assertEqual(counted[1]["fault_count"], 0)

    def test_games_and_plug_ins_are_the_same_too(self):
        bot, games = ("plain", "1") if BRIEF else ("pico", "4")
        begin = ["tournament", "--name", "cup", "--seed", "9", "--bot", "greedy", "--bot", "lowest", "--bot", bot, "--games", games]
        self.finish(self.start(*begin, "--results", self.path("home")))
        self.worker()
        self.finish(self.start(*begin, "--results", self.path("away"), "--nats", self.broker.url))
        self.assert_same("away", contents(self.path("home", "cup")), "of games")

    def await_workers(self, *workers):
        """Until they have reached the broker: without one they end."""
        for worker in workers:
            while "reference rounds" not in self.log(self.logs[worker]):
                self.assertIsNone(worker.poll(), self.log(self.logs[worker]))
                time.sleep(0.01)

    def killed_until_done(self, chance, pauses):
        """Plays the tournament on three workers, and kills those whom `pauses` names after so many seconds each; all come back.
        Returns how long nothing was stored after each kill."""
        self.await_workers(*(self.worker() for _ in range(3)))
        arguments = self.light_tournament("away", "--deals", self.deals, "--nats", self.broker.url)
        played = self.path("away", "cup")

        def begin():
            resume = ["resume", played, "--nats", self.broker.url]
            return self.start(*(resume if os.path.exists(os.path.join(played, "tournament.sqlite")) else arguments))

        def begin_again():
            """Of a leader that ended since there was no broker when it began, as on a busy machine."""
            self.assertEqual(leader.returncode, 3, self.log())
            self.assertIn("the broker: cannot connect", self.log().splitlines()[-1])
            return begin()

        leader = begin()
        stood = []
        for who in pauses:
            time.sleep(chance.uniform(0, 1))
            if leader.poll() == 0:
                break
            if leader.poll() is not None:
                leader = begin_again()
            before = stored_boards(played) or 0
            if who == "worker":
                worker = chance.choice([worker for worker in self.workers if worker.poll() is None])
                worker.send_signal(signal.SIGKILL)
                worker.wait()
                self.await_workers(self.worker())
            elif who == "broker":
                self.broker.kill()
                self.broker.start()
            else:
                leader.send_signal(signal.SIGKILL)
                leader.wait()
                leader = begin()
            began = time.monotonic()
            waits = patience.pauses()
            while leader.poll() is None and (stored_boards(played) or 0) <= before:
                time.sleep(next(waits))
            stood.append((who, time.monotonic() - began))
        while leader.wait(1200) != 0:
            leader = begin_again()
        self.end_workers()
        return stood

    def test_whoever_is_killed_nothing_is_lost_or_doubled(self):
        self.deals = "100" if KILLS <= 20 else "2000"
        expected = self.at_home(self.light_tournament, "--deals", self.deals)
        chance = random.Random(KILLS)
        todo = ["worker"] * KILLS + (["broker"] + ["leader"]) * (KILLS // 5)
        chance.shuffle(todo)
        stood, tournaments = [], 0
        while todo:
            shutil.rmtree(self.path("away"), ignore_errors=True)
            done = self.killed_until_done(chance, todo)
            todo = todo[len(done):]
            stood += done
            tournaments += 1
            self.assert_same("away", expected, f"after {len(stood)} kills")
        for who in ("worker", "broker", "leader"):
            times = sorted(seconds for killed, seconds in stood if killed == who)
            if times:
                print(f"{len(times)} kills of a {who}: no board was stored for {times[len(times) // 2]:.2f} s (median), "
                      f"{times[-1]:.2f} s at most")
        print(f"{tournaments} tournaments of {len(expected['job'])} boards")

    @unittest.skipIf(BRIEF, "in the tier all: its bots are programs whose words fill messages")
    def test_units_that_are_too_large_for_a_message_are_divided(self):
        """Of six bots, of which a message holds five."""
        with open(self.path("nats.conf"), "w", encoding="utf-8") as file:
            file.write("max_payload: 616000\n")
        self.broker.kill()
        self.broker.flags = ["-c", self.path("nats.conf")]
        self.broker.start()
        own = self.path("own")
        os.mkdir(own)
        shutil.copy(os.path.join(os.path.dirname(PROGRAM), "../bots/greedy"), os.path.join(own, "greedy"))
        with open(os.path.join(own, "bot"), "w", encoding="utf-8") as file:
            file.write('#!/bin/sh\nexec "$(dirname "$0")/greedy"\n')
        os.chmod(os.path.join(own, "bot"), 0o755)
        begin = ["tournament", "--name", "cup", "--seed", "5", "--deals", "1"]
        for bot in range(6):
            words = " ".join([f"{bot}" * 3900] * 29)  # which mean nothing to it
            begin += ["--bot", f"b{bot}=program:{own}/bot {words}"]
        self.finish(self.start(*begin, "--results", self.path("home")))
        self.worker()
        self.finish(self.start(*begin, "--results", self.path("away"), "--nats", self.broker.url))
        self.assert_same("away", contents(self.path("home", "cup")), "of units that were divided")
        with contextlib.closing(sqlite3.connect(self.path("away", "cup", "units.sqlite"))) as book:
            dropped = book.execute("SELECT count(*) FROM unit WHERE state = 'dropped'").fetchone()
        self.assertGreater(dropped[0], 0, "no unit was too large")
        self.assertNotIn("set aside", self.log())

    @unittest.skipIf(BRIEF, "in the tier all: its bots are programs whose words fill messages")
    def test_a_board_that_is_too_large_for_a_message_is_set_aside_and_named(self):
        """Of two pairs of bots and a light one: a message holds one pair."""
        with open(self.path("nats.conf"), "w", encoding="utf-8") as file:
            file.write("max_payload: 616000\n")
        self.broker.kill()
        self.broker.flags = ["-c", self.path("nats.conf")]
        self.broker.start()
        with open(self.path("cup.toml"), "w", encoding="utf-8") as file:
            file.write('seed = 5\ndeals = 2\nname = "cup"\n[[bot]]\nname = "greedy"\n')
            for bot in range(4):
                words = json.dumps([f"{bot}" * 3900] * 45)  # which mean nothing to it
                file.write(f'[[bot]]\nname = "b{bot}"\nkind = "program"\npath = "{BUNDLED}/greedy"\nargs = {words}\n')
            file.write('[[pair]]\nbots = ["b0", "b1"]\n[[pair]]\nbots = ["b2", "b3"]\n')
        begin = ["tournament", self.path("cup.toml")]
        self.finish(self.start(*begin, "--results", self.path("home")))
        self.worker()
        self.finish(self.start(*begin, "--results", self.path("away"), "--nats", self.broker.url), code=3)
        self.assertRegex(self.log(), r"job \d+ is set aside: its unit has \d+ bytes, and the broker takes messages of \d+ \(max_payload")
        self.assertIn("2 boards could not be played by any worker, such as job", self.log())
        self.assertEqual(stored_boards(self.path("away", "cup")), stored_boards(self.path("home", "cup")) - 2, "all else is there")
        self.finish(self.start("resume", self.path("away", "cup")))
        self.assert_same("away", contents(self.path("home", "cup")), "of boards that were set aside")

    def client(self):
        client = broker_test.Client(self.broker.port)
        self.addCleanup(client.close)
        return client

    def key(self, results):
        """What the tournament is called among workers."""
        file = self.path(results, "cup", "units.sqlite")
        while True:
            with contextlib.suppress(sqlite3.OperationalError), contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as book:
                row = book.execute("SELECT tournament FROM book").fetchone()
                if row:
                    return row[0]
            time.sleep(0.01)

    def test_nothing_that_a_worker_says_is_taken_for_the_servers(self):
        """Messages with headers such as the server's own have, under all that a worker may say, and answers that it asks for on
        others' subjects."""
        expected = self.at_home(self.quick_tournament)
        evil = self.client()
        leader = self.start(*self.quick_tournament("away"), "--nats", self.broker.url)
        key = self.key("away")
        worker = self.worker()
        evil.publish("tichu.from.evil.hello", hello("evil", own_build(), cores=200), reply="tichu.to.w1.word")
        while leader.poll() is None:
            for status in ("503 No Responders", "404 No Messages", "408 Request Timeout", "409 Consumer Deleted", "100 Idle Heartbeat",
                           "400 Bad", "500 Error"):
                for kind in ("hello", "beat", "files", "result." + key):
                    evil.publish_status("tichu.from.evil." + kind, status)
            evil.publish("tichu.from.evil.beat", b"", reply="tichu.to.w1.unit")
            time.sleep(0.05)
        self.finish(leader)
        self.assertIsNone(worker.poll(), self.log("worker-1.log"))
        self.assert_same("away", expected, "beside forged headers")

    def test_a_worker_changes_nothing_of_units_that_others_have(self):
        """It says that it has them, that it has played them, and that it failed at them."""
        expected = self.at_home(self.quick_tournament)
        evil = self.client()
        leader = self.start(*self.quick_tournament("away"), "--nats", self.broker.url)
        key = self.key("away")
        evil.publish("tichu.from.evil.hello", hello("evil", own_build()))
        worker = self.worker()
        while leader.poll() is None:
            for unit in range(40):
                name = message((1, key), (2, unit))
                evil.publish("tichu.from.evil.beat", message((1, 1), (2, "evil"), (5, name), (6, name)))
                failed = message((1, 1), (2, key), (3, unit), (6, message((2, "x"))))
                evil.publish("tichu.from.evil.result." + key, packed(failed))
            time.sleep(0.05)
        self.finish(leader)
        self.assertIsNone(worker.poll(), self.log("worker-1.log"))
        self.assertNotIn("could not play", self.log())
        self.assertNotIn("refused", self.log())
        self.assert_same("away", expected, "beside a worker that speaks of others' units")

    def test_a_worker_that_gives_nothing_back_has_one_unit_at_a_time(self):
        """And ends no tournament, whether it says that it has the unit or not."""
        expected = self.at_home(self.quick_tournament)
        evil = self.client()
        build = own_build()
        worker = self.worker()
        for results, says_so in (("silent", False), ("keeping", True)):
            leader = self.start(*self.quick_tournament(results), "--nats", self.broker.url)
            key = self.key(results)
            taken, out = set(), []
            while leader.poll() is None:
                evil.publish("tichu.from.evil.hello", hello("evil", build, cores=200))
                under_way = [(5, message((1, key), (2, unit))) for (unit,) in out if says_so]
                evil.publish("tichu.from.evil.beat", message((1, 1), (2, "evil"), (4, 200), *under_way))
                with contextlib.closing(sqlite3.connect(self.path(results, "cup", "units.sqlite"))) as book:
                    with contextlib.suppress(sqlite3.OperationalError):
                        out = book.execute("SELECT number FROM unit WHERE state = 'out' AND worker = 'evil'").fetchall()
                        self.assertLessEqual(len(out), 1)
                        taken.add(len(out))
                time.sleep(0.02)
            self.finish(leader)
            self.assertIn(1, taken, "it had no unit at all")
            self.assertIsNone(worker.poll(), self.log("worker-1.log"))
            self.assert_same(results, expected, "beside a worker that gives nothing back")

    def test_nobody_says_hello_for_another(self):
        leader = self.start(*self.light_tournament("away", "--deals", "4", "--nats", self.broker.url))
        evil = self.client()
        while "worker evil (" not in self.log():
            self.assertIsNone(leader.poll(), self.log())
            # The server lets a worker's user say hello under its own name alone, whatever it says there.
            evil.publish("tichu.from.evil.hello", hello("w1", "another build"))
            evil.publish("tichu.from.evil.hello", hello("evil", "another build"))
            time.sleep(0.05)
        worker = self.worker()
        self.finish(leader)
        self.assertRegex(self.log(), r"worker evil \(\) plays nothing here: it is another build")
        self.assertNotIn("worker w1 () plays nothing here", self.log())
        self.assertIsNone(worker.poll(), self.log("worker-1.log"))

    def test_a_worker_that_is_stopped_gives_back_what_it_has(self):
        worker = self.worker()
        leader = self.start(*self.light_tournament("away", "--deals", "100", "--nats", self.broker.url))
        while not stored_boards(self.path("away", "cup")):
            self.assertIsNone(leader.poll(), self.log())
            time.sleep(0.01)
        worker.send_signal(signal.SIGTERM)
        worker.wait(600)
        self.assertEqual(worker.returncode, 0, self.log("worker-1.log"))
        self.assertIn("finishes what it has", self.log("worker-1.log"))
        leader.send_signal(signal.SIGTERM)
        self.finish(leader, code=130)
        stored = stored_boards(self.path("away", "cup"))
        # What was stopped among workers can go on at home.
        self.finish(self.start("resume", self.path("away", "cup")))
        self.assertGreater(stored_boards(self.path("away", "cup")), stored)
        self.assert_same("away", self.at_home(self.light_tournament, "--deals", "100"), "of a tournament that came home")

    def odd_worker(self, name, *words):
        """A worker that is not as it should be (tests/arena/workers/lying_worker.cpp)."""
        with open(self.path(name + ".log"), "ab") as log:
            worker = subprocess.Popen([os.path.join(BOTS, "lying_worker"), self.broker.url, name, BUNDLED, self.path("cache"),
                                       own_build(), *words], stdout=log, stderr=log)
        self.workers.append(worker)
        self.logs[worker] = name + ".log"
        return worker

    def assert_truth(self, results, expected, liar):
        """The liar was found out, and the tournament holds what is played at home. Returns whose boards were invalidated."""
        self.assertIn("falsely", self.log("liar.log"), "the liar had no part")
        self.assertIn("worker liar was stopped", self.log())
        self.assertNotRegex(self.log(), r"worker w\d+ (was stopped|is stopped|is refused)")
        self.assert_same(results, expected, "after a liar")
        with contextlib.closing(sqlite3.connect(self.path(results, "cup", "tournament.sqlite"))) as database:
            invalidated = database.execute("SELECT DISTINCT worker FROM invalidated").fetchall()
        liar.wait(600)
        self.assertEqual(liar.returncode, 1, "a leader refuses it")
        return invalidated

    def test_a_worker_that_plays_other_moves_is_drained_and_its_boards_invalidated(self):
        for flags in ([], ["--schedule", "swiss", "--rounds", "3"]):
            results = "away" + str(len(flags))
            expected = self.at_home(self.plain_tournament, *flags)
            # As long as it is alone the leader's own machine plays its units again.
            liar = self.odd_worker("liar", "lies=2")
            leader = self.start(*self.plain_tournament(results, *flags), "--nats", self.broker.url)
            while "falsely" not in self.log("liar.log"):
                self.assertIsNone(leader.poll(), self.log())
                self.assertIsNone(liar.poll(), self.log("liar.log"))
                time.sleep(0.05)
            self.worker()
            self.finish(leader)
            self.assertEqual(self.assert_truth(results, expected, liar), [("liar",)])
            self.end_workers()
            for log in ("liar.log", "leader.log"):
                os.remove(self.path(log))

    def test_of_a_liar_that_begins_late_only_what_nobody_confirmed_is_invalidated(self):
        expected = self.at_home(self.quick_tournament)
        liar = self.odd_worker("liar", "lies=1", "after=4")
        leader = self.start(*self.quick_tournament("away"), "--nats", self.broker.url)
        while "worker liar is stopped" not in self.log():
            self.assertIsNone(leader.poll(), self.log())
            time.sleep(0.05)
        self.worker()
        self.finish(leader)
        self.assertEqual(self.assert_truth("away", expected, liar), [("liar",)])
        with contextlib.closing(sqlite3.connect(self.path("away", "cup", "tournament.sqlite"))) as database:
            invalidated = {job for (job,) in database.execute("SELECT job FROM invalidated")}
        with contextlib.closing(sqlite3.connect(self.path("away", "cup", "units.sqlite"))) as book:
            confirmed = book.execute("SELECT jobs FROM unit WHERE recheck = 'valid' AND checked_by = '' AND worker = 'liar'").fetchall()
        self.assertTrue(confirmed, "its very first unit was true")
        for (jobs,) in confirmed:
            self.assertFalse(invalidated.intersection(json.loads(jobs)), "what the leader's machine has confirmed stays")

    def test_honest_workers_find_a_liar_among_them(self):
        expected = self.at_home(self.plain_tournament)
        for _ in range(2):
            self.worker()
        liar = self.odd_worker("liar", "lies=3")
        self.await_workers(liar)
        self.finish(self.start(*self.plain_tournament("away"), "--nats", self.broker.url))
        # What it plays falsely of its own units once more counts for nothing, and then it need not be found.
        if "worker liar was stopped" in self.log():
            # None of its boards is stored if it was found out by a unit that another had played first.
            self.assertIn(self.assert_truth("away", expected, liar), ([("liar",)], []))
        else:
            self.assert_same("away", expected, "beside a liar that has no part in the results")

    def test_that_bots_were_late_is_scored_only_if_another_machine_saw_it(self):
        """Beside a worker that says so of all its boards, and is not blamed: its machine may be busy."""
        expected = self.at_home(self.quick_tournament)
        self.assertEqual(expected["fault"], [])
        late = self.odd_worker("late", "late=1")
        leader = self.start(*self.quick_tournament("away"), "--nats", self.broker.url)
        while "falsely" not in self.log("late.log"):
            self.assertIsNone(leader.poll(), self.log())
            self.assertIsNone(late.poll(), self.log("late.log"))
            time.sleep(0.05)
        self.worker()
        self.finish(leader)
        self.assert_same("away", expected, "beside a worker on which all bots are late")
        self.assertNotRegex(self.log(), r"worker \w+ (was stopped|is stopped|is refused)")

    def test_a_worker_with_few_untrue_results_is_not_refused(self):
        expected = self.at_home(self.light_tournament, "--deals", "100")
        self.odd_worker("careless", "untrue=2")
        self.finish(self.start(*self.light_tournament("away", "--deals", "100"), "--nats", self.broker.url))
        self.assertGreater(self.log().count("a result of worker careless is refused"), 3)
        self.assertNotIn("is refused from now on", self.log())
        self.assert_same("away", expected, "of a worker whose every second result is untrue")

    def test_units_are_no_smaller_for_what_a_worker_says_that_they_took(self):
        expected = self.at_home(self.quick_tournament)
        self.odd_worker("boaster", "hours=1000")
        self.finish(self.start(*self.quick_tournament("away"), "--nats", self.broker.url))
        self.assert_same("away", expected, "of a worker that says that each unit took weeks")
        with contextlib.closing(sqlite3.connect(self.path("away", "cup", "units.sqlite"))) as book:
            units = [len(json.loads(jobs)) for (jobs,) in book.execute("SELECT jobs FROM unit ORDER BY number")]
        self.assertGreater(max(units[3:]), 1, "three were parsed before any was played")

    def test_two_liars_at_once_leave_nothing_behind(self):
        """Whether they tell the same lie, so that each confirms the other's, or not."""
        expected = self.at_home(self.quick_tournament)
        for case, words in (("same", []), ("other", ["as=last"])):
            names = [f"{case}-liar-1", f"{case}-liar-2"]
            self.await_workers(self.odd_worker(names[0], "lies=1"), self.odd_worker(names[1], "lies=1", *words))
            leader = self.start(*self.quick_tournament(case), "--nats", self.broker.url)
            # The honest one comes when both are gone.
            while any(f"worker {name} is stopped" not in self.log() for name in names):
                self.assertIsNone(leader.poll(), self.log())
                time.sleep(0.05)
            self.worker()
            self.finish(leader)
            self.assert_same(case, expected, f"after two liars with {case} lies")
            self.assertNotRegex(self.log(), r"worker w\d+ (was stopped|is stopped|is refused)")
            self.end_workers()
            os.remove(self.path("leader.log"))

    def test_two_liars_among_honest_ones_leave_nothing_behind(self):
        expected = self.at_home(self.quick_tournament)
        self.await_workers(self.worker(), self.worker(), self.odd_worker("liar-1", "lies=2"),
                           self.odd_worker("liar-2", "lies=2", "as=last"))
        self.finish(self.start(*self.quick_tournament("away"), "--nats", self.broker.url))
        self.assert_same("away", expected, "after two liars among honest workers")
        self.assertNotRegex(self.log(), r"worker w\d+ (was stopped|is stopped|is refused)")

    def test_a_drain_while_the_broker_is_away_is_not_lost(self):
        expected = self.at_home(self.quick_tournament)
        self.await_workers(self.odd_worker("liar", "lies=1"))
        leader = self.start(*self.quick_tournament("away"), "--nats", self.broker.url)
        # On a quick machine the liar may be drained, and its boards invalidated, between two looks.
        while not stored_boards(self.path("away", "cup")) and "worker liar is stopped" not in self.log():
            self.assertIsNone(leader.poll(), self.log())
            time.sleep(0.01)
        self.broker.kill()
        time.sleep(1)  # meanwhile the leader's own machine finds out
        self.broker.start()
        while "worker liar is stopped" not in self.log():
            self.assertIsNone(leader.poll(), self.log())
            time.sleep(0.05)
        self.worker()
        self.finish(leader)
        self.assert_same("away", expected, "after a drain while the broker was away")

    def test_a_resume_at_home_invalidates_what_was_found_false(self):
        """As if the leader had been killed between the finding and the invalidate."""
        self.finish(self.start(*self.light_tournament("home", "--deals", "20")))
        self.worker()
        self.finish(self.start(*self.light_tournament("away", "--deals", "20", "--nats", self.broker.url)))
        self.end_workers()
        folder = self.path("away", "cup")
        with contextlib.closing(sqlite3.connect(os.path.join(folder, "units.sqlite"))) as book, book:
            book.execute("INSERT INTO invalidation (worker, reason, jobs) VALUES ('w1', 'it is a test', '[3,4,50]')")
            # And before it knew whether the last unit that it played again was true.
            book.execute("UPDATE unit SET recheck = 'open' WHERE number = (SELECT max(number) FROM unit WHERE recheck = 'valid')")
        unanswered = "1 unit of workers that were to be played again were not"
        self.assertNotIn(unanswered, self.log())
        self.finish(self.start("resume", folder))
        self.assertIn("worker w1: 3 boards invalidated, to be played again: it is a test", self.log())
        self.assert_same("away", contents(self.path("home", "cup")), "after a resume at home")
        with contextlib.closing(sqlite3.connect(os.path.join(folder, "tournament.sqlite"))) as database:
            self.assertEqual(database.execute("SELECT job, worker FROM invalidated ORDER BY job").fetchall(),
                             [(3, "w1"), (4, "w1"), (50, "w1")])
        self.finish(self.start("resume", folder))
        self.assertEqual(self.log().count("boards invalidated"), 1, "only once")
        self.assertEqual(self.log().count(unanswered), 2, "as often as it goes on at home")
        self.finish(self.start("resume", folder, "--nats", self.broker.url))
        self.finish(self.start("resume", folder))
        self.assertEqual(self.log().count(unanswered), 2, "the leader of workers knows no more of it, and lets it be")

    def programs_of(self, worker, name):
        """Processes of this name among those that a worker has started, and that these have."""
        parents, names = {}, {}
        for process in filter(str.isdigit, os.listdir("/proc")):
            with contextlib.suppress(OSError), open(f"/proc/{process}/stat", encoding="utf-8", errors="replace") as file:
                command, _, rest = file.read().partition("(")[2].rpartition(")")
                parents[int(process)], names[int(process)] = int(rest.split()[1]), command
        found = set()
        for process in parents:
            above = process
            while above in parents and above != worker.pid:
                above = parents[above]
            if above == worker.pid and names[process] == name:
                found.add(process)
        return found

    def test_a_program_that_a_machine_kills_is_no_fault_of_its_bot(self):
        expected = self.at_home(self.light_tournament, "--deals", "100")
        worker = self.worker()
        leader = self.start(*self.light_tournament("away", "--deals", "100", "--nats", self.broker.url))
        killed = 0
        while leader.poll() is None and killed < 5:
            for process in self.programs_of(worker, "greedy"):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
                    killed += 1
            time.sleep(0.05)
        self.finish(leader)
        self.assertGreater(killed, 0)
        self.assertNotRegex(self.log(), r"worker \w+ (was stopped|is stopped|is refused)")
        self.assert_same("away", expected, "after programs were killed on a worker")

    def test_a_slow_machine_plays_no_bots_that_look_at_the_clock(self):
        begin = ["tournament", "--name", "cup", "--seed", "5", "--bot", "g=timed:greedy", "--bot", "lowest", "--deals", "20"]
        self.finish(self.start(*begin, "--results", self.path("home")))
        slow = self.odd_worker("slow", "speed=1")
        leader = self.start(*begin, "--results", self.path("away"), "--nats", self.broker.url)
        while "worker slow does not play bots that look at the clock" not in self.log():
            self.assertIsNone(leader.poll(), self.log())
            self.assertIsNone(slow.poll(), self.log("slow.log"))
            time.sleep(0.05)
        self.assertEqual(stored_boards(self.path("away", "cup")), 0)
        self.odd_worker("fast", "speed=1e11")
        self.finish(leader)
        self.assert_same("away", contents(self.path("home", "cup")), "of bots that look at the clock")

    @unittest.skipIf(BRIEF, "in the tier all: a worker that died is missed after seconds, and eighteen must die")
    def test_a_unit_that_kills_its_workers_is_set_aside_and_named(self):
        leader = self.start(*self.plain_tournament("away"), "--nats", self.broker.url)
        worker, died = self.odd_worker("w", "dies=17"), 0
        while leader.poll() is None:
            time.sleep(0.05)
            if worker.poll() is not None:
                worker, died = self.odd_worker("w", "dies=17"), died + 1
        self.assertEqual(leader.returncode, 3, self.log())
        self.assertIn("1 board could not be played by any worker, such as job 17", self.log())
        print(f"{died} workers died of job 17")
        # All else is there, and home can play what is left.
        self.finish(self.start(*self.plain_tournament("home")))
        planned = stored_boards(self.path("home", "cup"))
        self.assertEqual(stored_boards(self.path("away", "cup")), planned - 1)
        self.finish(self.start("resume", self.path("away", "cup")))
        self.assert_same("away", contents(self.path("home", "cup")), "after a poison unit")

    def test_a_cut_between_workers_and_broker_costs_time_alone(self):
        expected = self.at_home(self.light_tournament, "--deals", "200")
        passage = Passage(self.broker.port)
        self.addCleanup(passage.close)
        for _ in range(2):
            self.worker(url=f"nats://127.0.0.1:{passage.port}")
        leader = self.start(*self.light_tournament("away", "--deals", "200", "--nats", self.broker.url))
        while not stored_boards(self.path("away", "cup")):
            self.assertIsNone(leader.poll(), self.log())
            time.sleep(0.01)
        passage.open.clear()
        time.sleep(8 if BRIEF else 60)  # longer than the broker waits for signs of life
        before, began = stored_boards(self.path("away", "cup")), time.monotonic()
        passage.open.set()
        while leader.poll() is None and stored_boards(self.path("away", "cup")) <= before:
            time.sleep(0.02)
        print(f"a cut of the network: boards were stored again {time.monotonic() - began:.2f} s after its end")
        self.finish(leader)
        self.assert_same("away", expected, "after a cut")

    def test_without_a_broker_leader_and_worker_say_so(self):
        leader = self.start(*self.light_tournament("away", "--deals", "4", "--nats", "nats://127.0.0.1:1"))
        leader.wait(600)
        self.assertEqual(leader.returncode, 3, self.log())
        self.assertIn("cannot connect to nats://127.0.0.1:1", self.log())
        worker = subprocess.run([PROGRAM, "worker", "--nats", "nats://me:secret@127.0.0.1:1"], capture_output=True, text=True,
                                check=False, timeout=600)
        self.assertEqual(worker.returncode, 3, worker.stderr)
        self.assertIn("cannot connect to nats://127.0.0.1:1", worker.stderr)
        self.assertNotIn("secret", worker.stderr)


if __name__ == "__main__":
    cases.main()
