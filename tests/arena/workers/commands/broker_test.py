"""What a worker's user may do at a broker that `tichu-arena broker` has configured, tried against a real NATS server.

    python3 broker_test.py PROGRAM

Needs nats-server, and openssl for TLS; without them tests are skipped, and say so.
"""

import base64
import json
import os
import re
import shutil
import socket
import ssl
import stat
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".."))
import cases  # noqa: E402

PROGRAM = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 else ""
NATS = shutil.which("nats-server") or shutil.which("nats-server", path="/usr/sbin:/sbin:/usr/local/sbin")
# An answer may take long on a busy machine; that none comes is known by the answer to a ping.
PATIENCE = 600


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Client:
    """A NATS client of the simplest kind: one line after another."""

    def __init__(self, port, user=None, password=None, authority=None):
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self.stream = self.socket.makefile("rb")
        self.stream.readline()
        if authority:
            self.stream.close()
            context = ssl.create_default_context(cafile=authority)
            self.socket = context.wrap_socket(self.socket, server_hostname="localhost")
            self.stream = self.socket.makefile("rb")
        self.heard = []
        self.errors = []
        self.next = 1
        options = {"verbose": False, "pedantic": False, "lang": "python", "version": "1", "headers": True}
        if user:
            options.update(user=user, **{"pass": password})
        self.say("CONNECT " + json.dumps(options))
        try:
            self.settle()
        except OSError:
            self.close()
            raise

    def close(self):
        self.stream.close()
        self.socket.close()

    def say(self, line):
        self.socket.sendall(line.encode() + b"\r\n")

    def settle(self):
        """Reads until everything that was said has been answered."""
        self.say("PING")
        while True:
            line = self.stream.readline().decode().strip()
            if line == "":
                raise ConnectionError("; ".join(self.errors) or "the server has closed the connection")
            if line == "PONG":
                return
            if line == "PING":
                self.say("PONG")
            elif line.startswith("-ERR"):
                self.errors.append(line)
            elif line.startswith(("MSG", "HMSG")):
                words = line.split()
                body = self.stream.read(int(words[-1]) + 2)[:-2]
                head = int(words[-2]) if line.startswith("HMSG") else 0
                reply = words[3] if len(words) > (5 if line.startswith("HMSG") else 4) else ""
                self.heard.append((words[1], int(words[2]), body[head:], reply))

    def subscribe(self, subject):
        self.say(f"SUB {subject} {self.next}")
        self.next += 1
        self.settle()

    def publish(self, subject, body=b"", reply=""):
        self.socket.sendall(f"PUB {subject} {reply} {len(body)}\r\n".encode() + body + b"\r\n")
        self.settle()

    def request(self, subject, body=b"", inbox="_INBOX"):
        """The answer, waited for: its subject, the number of the request, what it says, where it wants an answer. None if the server
        has refused to pass the request on."""
        errors = len(self.errors)
        reply = f"{inbox}.{self.next}"
        number = self.next
        self.subscribe(reply)
        self.publish(subject, body, reply)
        deadline = time.monotonic() + PATIENCE
        while not any(heard[1] == number for heard in self.heard) and len(self.errors) == errors:
            if time.monotonic() > deadline:
                raise AssertionError(f"no answer to {subject}")
            time.sleep(0.002)
            self.settle()
        return next((heard for heard in self.heard if heard[1] == number), None)


@unittest.skipUnless(NATS, "nats-server is not installed (apt-get install nats-server)")
class Broker(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.port = free_port()
        self.authority = None
        self.users = {}

    def path(self, *parts):
        return os.path.join(self.folder.name, *parts)

    def run_arena(self, *arguments, code=0):
        done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout if code == 0 else done.stderr

    def note_user(self, text):
        name, password = re.search(r"(?:nats|tls)://([^:]+):([^@]+)@HOST", text).groups()
        self.users[name] = password

    def init(self, *flags):
        self.note_user(self.run_arena("broker", "init", self.path("broker"), "--host", "127.0.0.1", "--port", str(self.port), *flags))

    def add(self, worker):
        self.note_user(self.run_arena("broker", "add", self.path("broker"), worker))

    def start(self):
        self.server = subprocess.Popen([NATS, "-c", self.path("broker", "nats.conf"), "-l", self.path("log")])
        self.addCleanup(self.server.wait)
        self.addCleanup(self.server.kill)
        while True:
            if self.server.poll() is not None:
                with open(self.path("log"), encoding="utf-8") as log:
                    raise AssertionError(log.read())
            try:
                socket.create_connection(("127.0.0.1", self.port), PATIENCE).close()
                return
            except ConnectionRefusedError:
                time.sleep(0.005)

    def client(self, user):
        client = Client(self.port, user, self.users[user], self.authority)
        self.addCleanup(client.close)
        return client

    def streams(self):
        """What a leader makes, as far as rights depend on it, and a unit and a result of red's in it."""
        leader = self.client("leader")
        for name, subject, more in (("TICHU_UNITS", "tichu.unit.>", {"retention": "workqueue"}),
                                    ("TICHU_RESULTS", "tichu.result.>", {"retention": "workqueue"}),
                                    ("TICHU_BOTS", "tichu.bot.>", {"allow_direct": True, "retention": "limits"})):
            config = {"name": name, "subjects": [subject], "storage": "file", "max_consumers": -1, "num_replicas": 1, **more}
            self.assertIn(b"created", leader.request(f"$JS.API.STREAM.CREATE.{name}", json.dumps(config).encode())[2])
        consumer = {"stream_name": "TICHU_UNITS", "config": {"durable_name": "workers-b", "ack_policy": "explicit",
                                                             "filter_subject": "tichu.unit.b.>"}}
        made = leader.request("$JS.API.CONSUMER.DURABLE.CREATE.TICHU_UNITS.workers-b", json.dumps(consumer).encode())
        self.assertNotIn(b"error", made[2])
        for subject in ("tichu.unit.b.k.1", "tichu.unit.b.k.2", "tichu.result.red.k.0", "tichu.bot.ab.0"):
            self.assertNotIn(b"error", leader.request(subject, b"what " + subject.encode())[2])
        return leader

    def expect_refused(self, client, act, what):
        before = len(client.errors)
        act()
        client.settle()
        self.assertEqual(len(client.errors), before + 1, what)
        self.assertIn("Permissions Violation", client.errors[-1], what)

    def test_a_worker_does_its_work(self):
        self.init()
        self.add("red")
        self.start()
        leader = self.streams()
        red = self.client("red")
        inbox = "_INBOX_red"
        first = red.request("$JS.API.CONSUMER.MSG.NEXT.TICHU_UNITS.workers-b", json.dumps({"batch": 1, "no_wait": True}).encode(), inbox)
        self.assertEqual(first[2], b"what tichu.unit.b.k.1")
        self.assertIn(b"stream", red.request("tichu.result.red.k.1", b"a result", inbox)[2])
        self.assertEqual(red.request("$JS.API.DIRECT.GET.TICHU_BOTS", b'{"last_by_subj": "tichu.bot.ab.0"}', inbox)[2],
                         b"what tichu.bot.ab.0")
        self.assertNotIn(b"error", red.request("$JS.API.CONSUMER.INFO.TICHU_UNITS.workers-b", b"", inbox)[2])
        leader.subscribe("tichu.hello.*")
        red.publish("tichu.hello.red", b"hello")
        leader.settle()
        self.assertEqual(leader.heard[-1][2], b"hello")
        red.subscribe("tichu.word.red")
        red.subscribe("tichu.roll")
        leader.publish("tichu.word.red", b"welcome")
        red.settle()
        self.assertEqual(red.heard[-1][2], b"welcome")
        self.assertEqual(red.errors, [])

    def test_a_worker_hears_nothing_that_is_given_to_others(self):
        self.init()
        self.add("red")
        self.add("blue")
        self.start()
        leader = self.streams()
        blue = self.client("blue")
        for subject in (">", "tichu.>", "tichu.unit.>", "tichu.unit.b.k.1", "tichu.result.>", "tichu.result.red.>", "_INBOX.>",
                        "_INBOX_red.>", "tichu.word.red", "tichu.word.*", "tichu.beat.*", "$JS.API.>", "$JS.ACK.>", "$JS.EVENT.>"):
            self.expect_refused(blue, lambda subject=subject: blue.say(f"SUB {subject} 99"), subject)
        leader.publish("tichu.word.red", b"secret")
        leader.request("tichu.unit.b.k.3", b"secret")
        blue.settle()
        self.assertEqual(blue.heard, [])

    def test_a_worker_looks_into_no_stream(self):
        self.init()
        self.add("blue")
        self.start()
        self.streams()
        blue = self.client("blue")
        for subject, body in (
                ("$JS.API.STREAM.MSG.GET.TICHU_UNITS", b'{"seq": 1}'), ("$JS.API.STREAM.MSG.GET.TICHU_RESULTS", b'{"seq": 1}'),
                ("$JS.API.DIRECT.GET.TICHU_UNITS", b'{"seq": 1}'), ("$JS.API.DIRECT.GET.TICHU_RESULTS.tichu.result.red.k.0", b""),
                ("$JS.API.STREAM.INFO.TICHU_UNITS", b""), ("$JS.API.STREAM.NAMES", b""), ("$JS.API.STREAM.LIST", b""),
                ("$JS.API.STREAM.PURGE.TICHU_RESULTS", b""), ("$JS.API.STREAM.DELETE.TICHU_UNITS", b""),
                ("$JS.API.STREAM.UPDATE.TICHU_UNITS", b"{}"), ("$JS.API.STREAM.CREATE.MINE", b'{"name": "MINE", "sources": [{"name": "TICHU_UNITS"}]}'),
                ("$JS.API.CONSUMER.DURABLE.CREATE.TICHU_UNITS.mine", b"{}"), ("$JS.API.CONSUMER.CREATE.TICHU_RESULTS", b"{}"),
                ("$JS.API.CONSUMER.DELETE.TICHU_UNITS.workers-b", b""), ("$JS.API.CONSUMER.MSG.NEXT.TICHU_RESULTS.leader-k", b""),
                ("$JS.SNAPSHOT.RESTORE.TICHU_UNITS.x", b""), ("$JS.API.STREAM.SNAPSHOT.TICHU_UNITS", b"{}"), ("$SYS.REQ.SERVER.PING", b"")):
            self.expect_refused(blue, lambda subject=subject, body=body: blue.publish(subject, body, "_INBOX_blue.1"), subject)
        self.assertEqual(blue.heard, [])

    def test_a_worker_says_nothing_for_others(self):
        self.init()
        self.add("red")
        self.add("blue")
        self.start()
        leader = self.streams()
        blue = self.client("blue")
        for subject in ("tichu.result.red.k.1", "tichu.result.red", "tichu.beat.red", "tichu.hello.red", "tichu.word.red", "tichu.roll",
                        "tichu.unit.b.k.9", "tichu.bot.ab.0", "_INBOX_red.1", "_INBOX.1"):
            self.expect_refused(blue, lambda subject=subject: blue.publish(subject, b"false"), subject)
        info = leader.request("$JS.API.STREAM.INFO.TICHU_RESULTS")
        self.assertEqual(json.loads(info[2])["state"]["messages"], 1)

    def test_an_answer_on_anothers_subject_is_no_result(self):
        """What rights do not forbid: the server's answer to a request goes where the request says. So a leader blames nobody for
        a message that is no result."""
        self.init()
        self.add("blue")
        self.start()
        leader = self.streams()
        blue = self.client("blue")
        blue.publish("$JS.API.CONSUMER.INFO.TICHU_UNITS.workers-b", b"", "tichu.result.red.k.7")
        deadline = time.monotonic() + PATIENCE
        while json.loads(leader.request("$JS.API.STREAM.INFO.TICHU_RESULTS")[2])["state"]["messages"] < 2:
            self.assertLess(time.monotonic(), deadline)
        last = json.loads(leader.request("$JS.API.STREAM.MSG.GET.TICHU_RESULTS", b'{"last_by_subj": "tichu.result.red.k.7"}')[2])
        self.assertTrue(base64.b64decode(last["message"]["data"]).startswith(b'{"type":"io.nats.jetstream.api'))

    def test_nobody_comes_in_without_the_password(self):
        self.init()
        self.add("red")
        self.start()
        for user, password in ((None, None), ("red", "x"), ("blue", self.users["red"]), ("leader", self.users["red"])):
            # The server closes at once: what it says may be lost with what was on its way to it.
            with self.assertRaisesRegex(ConnectionError, "Authorization Violation|reset by peer|Broken pipe"):
                Client(self.port, user, password)

    def test_who_is_removed_does_not_come_in_again(self):
        self.init()
        self.add("red")
        self.add("blue")
        self.start()
        self.client("red")
        self.run_arena("broker", "remove", self.path("broker"), "red")
        self.assertEqual(self.run_arena("broker", "list", self.path("broker")), "blue\n")
        self.server.send_signal(1)
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                Client(self.port, "red", self.users["red"]).close()
            except ConnectionError:
                break
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.01)
        self.client("blue")

    def test_passwords_are_kept_as_hashes_that_others_cannot_read(self):
        self.init()
        self.add("red")
        for name in ("nats.conf", "users"):
            with open(self.path("broker", name), encoding="utf-8") as file:
                text = file.read()
            for password in self.users.values():
                self.assertNotIn(password, text)
            self.assertEqual(stat.S_IMODE(os.stat(self.path("broker", name)).st_mode) & 0o077, 0)

    def test_what_cannot_be_is_refused(self):
        self.init()
        self.assertIn("there already", self.run_arena("broker", "init", self.path("broker"), code=2))
        self.add("red")
        self.assertIn("is there already", self.run_arena("broker", "add", self.path("broker"), "red", code=2))
        self.assertIn("is there already", self.run_arena("broker", "add", self.path("broker"), "leader", code=2))
        self.assertIn("letters, digits", self.run_arena("broker", "add", self.path("broker"), "a.>", code=2))
        self.assertIn("no such worker", self.run_arena("broker", "remove", self.path("broker"), "blue", code=2))
        self.assertIn("broker init", self.run_arena("broker", "list", self.path("nowhere"), code=2))

    @unittest.skipUnless(shutil.which("openssl"), "openssl is not installed")
    def test_tls_by_the_documented_commands(self):
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ed25519", "-nodes", "-days", "3650", "-subj", "/CN=localhost",
                        "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", self.path("server.key"),
                        "-out", self.path("server.pem")], check=True, capture_output=True)
        self.init("--cert", self.path("server.pem"), "--key", self.path("server.key"))
        self.add("red")
        self.start()
        with self.assertRaises(ConnectionError):
            Client(self.port, "red", self.users["red"])
        self.authority = self.path("server.pem")
        self.assertEqual(self.client("red").errors, [])
        # A leader and a worker, each by the URL that was printed: the worker is called as its user.
        secure = ["--nats-ca", self.path("server.pem")]
        address = "tls://{}:{}@127.0.0.1:" + str(self.port)
        with open(self.path("worker.log"), "wb") as log:
            worker = subprocess.Popen([PROGRAM, "worker", "--nats", address.format("red", self.users["red"]), "--cores", "1",
                                       "--cache", self.path("cache"), "--allow-unsandboxed", *secure], stderr=log)
        self.addCleanup(worker.wait)
        self.addCleanup(worker.kill)
        table = self.run_arena("play", "greedy", "lowest", "--deals", "20", "--seed", "3", "--results", self.path("results"),
                               "--nats", address.format("leader", self.users["leader"]), *secure)
        self.assertIn("greedy", table)
        worker.send_signal(15)
        self.assertEqual(worker.wait(PATIENCE), 0)
        with open(self.path("worker.log"), encoding="utf-8") as log:
            self.assertIn("worker red: 1 core", log.read())


if __name__ == "__main__":
    cases.main()
