"""Random requests to every path of a running ladder's description, and mutated bytes: it lives, answers no 5xx, and keeps nothing.

    python3 api_fuzz_test.py PROGRAM

Sends TICHU_REQUESTS (5,000) requests over four connections at a time, each as one of a thousand clients (of
more the service remembers how often they ask, up to a bound). TICHU_SEED chooses others.
"""
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".."))
import cases  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
REQUESTS = int(os.environ.get("TICHU_REQUESTS", "5000"))
SEED = int(os.environ.get("TICHU_SEED", "1"))
SECONDS = int(os.environ.get("TICHU_LONGEST_WAIT", "600"))
CLIENTS = 4
AUTHORS = 12  # each may ask 20 times a second
# Nobody else's machine is asked: hooks only to addresses that the ladder refuses.
HOOKS = ["https://127.0.0.1/x", "https://[::1]/", "http://192.168.0.1/", "https://localhost/", "ftp://10.0.0.1", "", 5, None]
WORDS = ["", "0", "1", "-1", "1.5", "9" * 30, "greedy", "lowest", "greedy@1", "fox", "no-such", "%00", "%ff%fe", "../..", "a" * 300, "é", "<b>", "' OR 1=1 --", "null", "true"]
FIELDS = ["name", "reason", "first", "second", "boards", "candidate", "base", "points0", "points1", "pool", "scopes", "days", "url", "role", "invitation", "events"]


def value(draw, depth=0):
    kinds = [lambda: draw.choice(WORDS), lambda: draw.randrange(-2**63, 2**64), lambda: draw.random() * 1e308, lambda: draw.choice([True, False, None])]
    if depth < 3:
        kinds += [lambda: [value(draw, depth + 1) for _ in range(draw.randrange(4))],
                  lambda: {draw.choice(FIELDS): value(draw, depth + 1) for _ in range(draw.randrange(4))}]
    return draw.choice(kinds)()


def mutated(draw, data):
    data = bytearray(data)
    for _ in range(draw.choice((1, 1, 2, 8))):
        at = draw.randrange(len(data) + 1)
        change = draw.randrange(4)
        if change == 0 and at < len(data):
            data[at] ^= 1 << draw.randrange(8)
        elif change == 1:
            data[at:at] = draw.choice((b"\r\n", b"\0", b"\r\n\r\n", b":", b" ", b"\xff" * 40, b"Transfer-Encoding: chunked\r\n", b"a" * 9000))
        elif change == 2:
            del data[at:at + draw.randrange(1, 20)]
        else:
            data[at:at] = data[draw.randrange(len(data) + 1):][:draw.randrange(1, 200)]
    return bytes(data)


class Connection:
    """One client after another over one connection, for as long as the server keeps it."""

    def __init__(self, port):
        self.port, self.socket, self.unread = port, None, b""

    def close(self):
        if self.socket is not None:
            self.socket.close()
        self.socket, self.unread = None, b""

    def send(self, data):
        if self.socket is None:
            self.socket = socket.create_connection(("127.0.0.1", self.port), timeout=SECONDS)
        self.socket.sendall(data)

    def read_until(self, is_whole):
        while not is_whole(self.unread):
            piece = self.socket.recv(65536)
            if not piece:
                raise ConnectionError
            self.unread += piece

    def answer(self, is_head):
        """The status of the next answer."""
        self.read_until(lambda data: b"\r\n\r\n" in data)
        head, self.unread = self.unread.split(b"\r\n\r\n", 1)
        status = int(head.split(b" ", 2)[1])
        if status == 100:
            return self.answer(is_head)
        length = re.search(rb"(?i)\r\ncontent-length: (\d+)", head)
        size = int(length.group(1)) if length and not is_head and status not in (204, 304) else 0
        self.read_until(lambda data: len(data) >= size)
        self.unread = self.unread[size:]
        if re.search(rb"(?i)\r\n(connection: close|transfer-encoding: chunked)", head):
            self.close()
        return status


class FuzzTest(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        os.chmod(place.name, 0o755)
        self.folder = os.path.join(place.name, "ladder")
        admin = subprocess.run([PROGRAM, "ladder", "init", self.folder], check=True, stdout=subprocess.PIPE, text=True).stdout.split()[-1]
        with open(os.path.join(self.folder, "ladder.toml"), "w", encoding="utf-8") as file:
            # Of bots that play millions of boards meanwhile these would be what memory is needed for.
            file.write('[play]\nreferences = ["greedy", "lowest", "sampler"]\nthreads = 1\n[quotas]\nmatch_boards_a_day = 10\ntests_a_day = 1\n[analysis]\nat_once = 0\n')
        self.log = open(os.path.join(place.name, "log"), "w+", encoding="utf-8")  # noqa: SIM115
        self.addCleanup(self.log.close)
        self.server = subprocess.Popen([PROGRAM, "ladder", "serve", self.folder, "--port", "0", "--behind-proxy", "--url", "https://ladder.example/"],
                                       stdout=subprocess.PIPE, stderr=self.log, text=True)
        self.addCleanup(self.end)
        # The address that people use is another, so the port is looked up.
        self.server.stdout.readline()
        self.port = self.port_of_server()
        self.tokens = [None, "tch_0_" + "0" * 64, "x", admin]
        for name, role in [("judge", "moderator")] + [(f"author-{i}", "author") for i in range(AUTHORS)]:
            done = subprocess.run([PROGRAM, "ladder", "admin", self.folder, "add", name, "--role", role], check=True, stdout=subprocess.PIPE, text=True)
            self.tokens.append(done.stdout.strip())
        self.failures, self.counts, self.largest, self.mutex = [], {}, 0, threading.Lock()

    def end(self):
        if self.server.poll() is None:
            self.server.send_signal(signal.SIGTERM)
            self.server.wait(timeout=SECONDS)
        self.server.stdout.close()

    def port_of_server(self):
        sockets = {os.readlink(f"/proc/{self.server.pid}/fd/{fd}") for fd in os.listdir(f"/proc/{self.server.pid}/fd")}
        with open("/proc/net/tcp", encoding="utf-8") as file:
            rows = [line.split() for line in file.readlines()[1:]]
        return next(int(row[1].split(":")[1], 16) for row in rows if row[3] == "0A" and f"socket:[{row[9]}]" in sockets)

    def logged(self):
        self.log.flush()
        with open(self.log.name, encoding="utf-8") as file:
            return file.read()[-3000:]

    def memory(self):
        with open(f"/proc/{self.server.pid}/status", encoding="utf-8") as file:
            found = re.search(r"RssAnon:\s+(\d+)", file.read())
        return int(found.group(1)) if found else 0  # it has ended

    def get(self, path):
        """Head and body of the answer."""
        connection = Connection(self.port)
        connection.send(f"GET {path} HTTP/1.1\r\nHost: ladder.example\r\nX-Forwarded-For: 10.0.0.1\r\nX-Forwarded-Proto: https\r\nConnection: close\r\n\r\n".encode())
        data = b""
        while piece := connection.socket.recv(65536):
            data += piece
        connection.close()
        return data.split(b"\r\n\r\n", 1)

    def has_dump(self):
        return int(self.get("/api/v1/dump")[0].split()[1]) != 503

    def description(self):
        return json.loads(self.get("/openapi.json")[1])

    def request(self, draw, operations):
        """Its path, its method and its bytes."""
        path, method, query_names = draw.choice(operations)
        if draw.random() < 0.1:
            method = draw.choice(("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "BREW"))
        target = re.sub(r"\{\w+\}", lambda _: draw.choice(WORDS), path)
        if draw.random() < 0.5 and query_names:
            target += "?" + "&".join(f"{draw.choice(query_names)}={draw.choice(WORDS)}" for _ in range(draw.randrange(1, 4)))
        headers = [("Host", "ladder.example"), ("X-Forwarded-Proto", "https"),
                   ("X-Forwarded-For", f"10.0.{draw.randrange(4)}.{draw.randrange(250)}")]
        # Nobody deletes an account whose token the rest is to be asked with.
        token = draw.choice(self.tokens[:3] if target.startswith("/api/v1/account") and method == "DELETE" else self.tokens)
        if token is not None:
            headers.append(("Authorization", "Bearer " + token))
        if draw.random() < 0.1:
            headers.append((draw.choice(("Idempotency-Key", "If-None-Match", "Accept", "Content-Digest", "Expect", "Origin", "Sec-Fetch-Site", "Last-Event-ID")), draw.choice(WORDS)))
        body = b""
        if method in ("POST", "PUT", "PATCH") or draw.random() < 0.05:
            chosen = {"url": draw.choice(HOOKS)} if "hooks" in path else value(draw)
            body = json.dumps(chosen).encode() if draw.random() < 0.8 else draw.randbytes(draw.choice((0, 1, 500, 70_000)))
            headers += [("Content-Type", draw.choice(("application/json", "application/octet-stream", "text/plain"))), ("Content-Length", str(len(body)))]
        head = "".join(f"{name}: {text}\r\n" for name, text in headers if all(" " <= c for c in text))
        return path, method, f"{method} {target.replace(' ', '+')} HTTP/1.1\r\n{head}\r\n".encode() + body

    def send_some(self, seed, count, operations):
        draw = random.Random(seed)
        connection = Connection(self.port)
        for _ in range(count):
            path, method, data = self.request(draw, operations)
            is_raw = draw.random() < 0.2 and "hooks" not in path
            if is_raw:
                data, path = mutated(draw, data), "raw bytes"
            status = 0
            try:
                connection.send(data)
                if is_raw:
                    connection.socket.shutdown(socket.SHUT_WR)
                status = connection.answer(method == "HEAD")
            except OSError:  # the server has closed, as it may for bytes that make no sense
                connection.close()
                if self.server.poll() is not None:
                    return
            if is_raw:
                connection.close()
            with self.mutex:
                self.counts[status] = self.counts.get(status, 0) + 1
                if status >= 500 and path not in ("/readyz", "raw bytes") or status in (500, 502, 504):
                    self.failures.append((status, data[:300]))
        connection.close()

    def send(self, seed, count, operations):
        threads = [threading.Thread(target=self.send_some, args=(f"{seed}-{client}", count // CLIENTS, operations)) for client in range(CLIENTS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            while thread.is_alive():
                thread.join(0.5)
                self.largest = max(self.largest, self.memory())
        self.assertIsNone(self.server.poll(), self.logged())

    def test_lives_answers_and_keeps_nothing(self):
        operations = [(path, method.upper(), [each["name"] for each in operation.get("parameters", []) if each["in"] == "query"])
                      for path, methods in self.description()["paths"].items() for method, operation in methods.items()]
        self.assertGreater(len(operations), 60)
        while not self.has_dump():  # no board was played yet
            self.assertIsNone(self.server.poll(), self.logged())
            time.sleep(0.1)
        self.send(f"{SEED}-first", 1000, operations)  # so that what is made once is there
        idle = self.memory()
        self.send(SEED, REQUESTS, operations)
        self.assertEqual(self.failures[:5], [], self.logged())
        self.assertGreater(self.counts.get(200, 0), REQUESTS // 50, self.counts)
        self.assertLess(max(self.largest, self.memory()), 2 * idle, f"KiB; answers by status: {self.counts}")
        print(f"{REQUESTS} requests, {idle} KiB before, {self.largest} KiB at most, {self.memory()} KiB after; answers by status: {dict(sorted(self.counts.items()))}")


if __name__ == "__main__":
    cases.main()
