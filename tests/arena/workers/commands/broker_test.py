"""What a worker's user may do at a broker that `tichu-arena broker` has configured, tried against a real NATS server.

    python3 broker_test.py PROGRAM

Needs nats-server, and openssl for TLS; without them tests are skipped, and say so.
"""

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

    def publish_status(self, subject, status):
        """An empty message with a header such as the server's own messages have."""
        head = f"NATS/1.0 {status}\r\n\r\n".encode()
        self.socket.sendall(f"HPUB {subject} {len(head)} {len(head)}\r\n".encode() + head + b"\r\n")
        self.settle()


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
        leader = self.client("leader")
        leader.subscribe("tichu.from.>")
        red = self.client("red")
        red.subscribe("tichu.to.red.*")
        red.subscribe("tichu.roll")
        for kind in ("hello", "beat", "files", "result.k"):
            red.publish("tichu.from.red." + kind, kind.encode())
        leader.settle()
        self.assertEqual([heard[2] for heard in leader.heard], [b"hello", b"beat", b"files", b"result.k"])
        for subject in ("tichu.roll", "tichu.to.red.unit", "tichu.to.red.word", "tichu.to.red.files"):
            leader.publish(subject, subject.encode())
        red.settle()
        self.assertEqual([heard[2] for heard in red.heard],
                         [b"tichu.roll", b"tichu.to.red.unit", b"tichu.to.red.word", b"tichu.to.red.files"])
        self.assertEqual(red.errors, [])

    def test_a_worker_hears_nothing_that_is_for_others(self):
        self.init()
        self.add("red")
        self.add("blue")
        self.start()
        leader = self.client("leader")
        red = self.client("red")
        blue = self.client("blue")
        for subject in (">", "*.>", "tichu.>", "tichu.to.>", "tichu.to.*.unit", "tichu.to.red.unit", "tichu.to.red.*", "tichu.from.>",
                        "tichu.from.red.>", "tichu.from.*.result.k", "tichu.from.blue.>", "_INBOX.>", "$JS.>", "$SYS.>"):
            self.expect_refused(blue, lambda subject=subject: blue.say(f"SUB {subject} 99"), subject)
        leader.publish("tichu.to.red.unit", b"secret")
        red.publish("tichu.from.red.result.k", b"secret")
        blue.settle()
        self.assertEqual(blue.heard, [])

    def test_a_worker_says_nothing_for_others(self):
        self.init()
        self.add("red")
        self.add("blue")
        self.start()
        leader = self.client("leader")
        leader.subscribe(">")
        blue = self.client("blue")
        for subject in ("tichu.from.red.result.k", "tichu.from.red.beat", "tichu.from.red.hello", "tichu.from.red.files", "tichu.to.red.word",
                        "tichu.to.blue.word", "tichu.to.red.unit", "tichu.roll", "_INBOX.1", "$SYS.REQ.SERVER.PING"):
            self.expect_refused(blue, lambda subject=subject: blue.publish(subject, b"false"), subject)
            self.expect_refused(blue, lambda subject=subject: blue.publish_status(subject, "503 No Responders"), subject)
        leader.settle()
        self.assertEqual(leader.heard, [])

    def test_there_is_no_store_whose_messages_a_worker_could_reach(self):
        """Neither to be pulled, acknowledged, read, deleted or purged by a worker, nor made by the leader."""
        self.init()
        self.add("blue")
        self.start()
        leader = self.client("leader")
        blue = self.client("blue")
        for subject in ("$JS.API.CONSUMER.MSG.NEXT.UNITS.workers", "$JS.ACK.UNITS.workers.1.1.1.1.0", "$JS.API.STREAM.MSG.GET.RESULTS",
                        "$JS.API.STREAM.DELETE.UNITS", "$JS.API.STREAM.PURGE.UNITS", "$JS.API.CONSUMER.DELETE.UNITS.workers"):
            self.expect_refused(blue, lambda subject=subject: blue.publish(subject, b"", "tichu.from.blue.x"), subject)
        leader.subscribe("answers")
        leader.publish("$JS.API.INFO", b"", "answers")
        leader.settle()
        self.assertEqual(leader.heard, [])

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
        self.assertEqual(os.listdir(self.path("broker")), ["nats.conf"])
        with open(self.path("broker", "nats.conf"), encoding="utf-8") as file:
            text = file.read()
        for password in self.users.values():
            self.assertNotIn(password, text)
        self.assertEqual(stat.S_IMODE(os.stat(self.path("broker", "nats.conf")).st_mode) & 0o077, 0)

    def test_what_cannot_be_is_refused(self):
        self.init()
        self.assertIn("there already", self.run_arena("broker", "init", self.path("broker"), code=2))
        self.add("red")
        self.assertIn("is there already", self.run_arena("broker", "add", self.path("broker"), "red", code=2))
        self.assertIn("is there already", self.run_arena("broker", "add", self.path("broker"), "leader", code=2))
        self.assertIn("letters, digits", self.run_arena("broker", "add", self.path("broker"), "a.>", code=2))
        self.assertIn("no such worker", self.run_arena("broker", "remove", self.path("broker"), "blue", code=2))
        self.assertIn("broker init", self.run_arena("broker", "list", self.path("nowhere"), code=2))
        for wrong in (("--host", ""), ("--host", "a b"), ("--cert", __file__)):
            self.run_arena("broker", "init", self.path("other"), *wrong, code=2)
            self.assertFalse(os.path.exists(self.path("other")))

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
