"""What strangers try on a ladder, each numbered, and each without any effect: the real program, one server for all.

    python3 ladder_abuse_test.py PROGRAM BOTS

After each case the database holds what it held before (but for what the case says that it may change), nothing is left in the ladder's
temporary folders, and the server answers. BOTS has the bundled bots' folder beside it.
"""
import base64
import contextlib
import gzip
import hashlib
import http.client
import io
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import ssl
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".."))
import cases  # noqa: E402
from patience import PATIENT_LADDER, wait_for  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
BOTS = os.path.join(os.path.dirname(PROGRAM), "..", "bots")
SECONDS = int(os.environ.get("TICHU_LONGEST_WAIT", "600"))
HOSTILE = "</script><img src=x onerror=alert(1)>'\"; DROP TABLE bot;--"
UPLOADS_A_DAY = 40
SETTINGS = f"""[uploads]
a_day = {UPLOADS_A_DAY}
at_once = 64
[play]
references = ["greedy", "lowest", "random"]
threads = 1
{PATIENT_LADDER}"""
# What may change without anybody's doing.
VOLATILE = {"day", "event", "outbox", "sqlite_sequence"}
KEPT_BY_ITSELF = {("setting", "standings")}


def all_at_once(work, count):
    results = [None] * count

    def run(index):
        results[index] = work(index)

    threads = [threading.Thread(target=run, args=(index,)) for index in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def packed(files):
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:gz") as tar:
        for name, content, mode in files:
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = len(content), mode
            tar.addfile(entry, io.BytesIO(content))
    return data.getvalue()


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def json(self):
        return json.loads(self.body)

    @property
    def code(self):
        return self.json().get("code")


def answers_to(client, data):
    """All that comes back for these bytes until the server closes. What is sent in one piece is answered as fast as the server can."""
    with contextlib.suppress(OSError):
        client.sendall(data)
    text = b""
    while True:
        try:
            piece = client.recv(65536)
        except OSError:
            return text
        if not piece:
            return text
        text += piece


class Ladder:
    """The server that all cases attack, and its accounts."""

    def __init__(self):
        self.place = tempfile.TemporaryDirectory()
        os.chmod(self.place.name, 0o755)
        self.folder = os.path.join(self.place.name, "ladder")
        self.admin = self.run("init", self.folder).strip().splitlines()[-1]
        with open(os.path.join(self.folder, "ladder.toml"), "w", encoding="utf-8") as file:
            file.write(SETTINGS)
        self.log = open(os.path.join(self.place.name, "log"), "w+", encoding="utf-8", errors="replace")  # noqa: SIM115
        self.server = subprocess.Popen([PROGRAM, "ladder", "serve", self.folder, "--port", "0"], stdout=subprocess.PIPE, stderr=self.log, text=True)
        try:
            self.prepare()
        except BaseException:
            self.end()
            raise

    def prepare(self):
        line = self.server.stdout.readline()
        found = re.match(r"http://127\.0\.0\.1:(\d+)/$", line.strip())
        if found is None:
            raise RuntimeError(line + self.told())
        self.port = int(found.group(1))
        self.wait_for(lambda: self.ask("GET", "/api/v1/status").json()["boards"] > 20 and self.ask("HEAD", "/api/v1/dump").status == 200)
        self.author = self.account("ada")
        self.stranger = self.account("bob")
        self.moderator = self.account("judge", "moderator")
        self.submit_bots()
        paused = self.ask("POST", "/api/v1/ladder/pause", self.moderator, {"reason": "for the test"})
        assert paused.status == 204, paused.body

    def submit_bots(self):
        """Of ada: owl, which plays, and hen, which was refused and has logs."""
        with open(os.path.join(BOTS, "greedy"), "rb") as file:
            program = file.read()
        manifest = f'name = "owl"\nlanguage = "program"\nentry = "bot"\ndescription = {json.dumps(HOSTILE)}\n'.encode()
        self.owl = packed([("bot.toml", manifest, 0o644), ("bot", program, 0o755)])
        assert self.upload("owl", self.author, self.owl).status == 202
        assert self.upload("hen", self.author, packed([("x", b"1", 0o644)])).status == 202
        # Rated, so that no later rating of boards that were under way at the pause adds a step.
        self.wait_for(lambda: self.state("owl") == "rated" and self.state("hen") == "refused")

    def state(self, bot, number=1):
        return self.ask("GET", f"/api/v1/bots/{bot}/versions/{number}", self.admin).json().get("state")

    def run(self, *words):
        return subprocess.run([PROGRAM, "ladder", *words], check=True, stdout=subprocess.PIPE, text=True).stdout

    def account(self, name, role="author"):
        return self.run("admin", self.folder, "add", name, "--role", role).strip()

    def told(self):
        self.log.flush()
        with open(self.log.name, encoding="utf-8", errors="replace") as file:
            return file.read()

    def wait_for(self, condition):
        def lives():
            if self.server.poll() is not None:
                raise RuntimeError("waited in vain: " + self.told()[-2000:])

        wait_for(condition, SECONDS, lives, lambda: self.told()[-2000:])

    def await_turns(self, token, turns):
        """Until so many requests with the token are allowed at once."""
        while int(re.search(r";r=(\d+)", self.ask("GET", "/api/v1/account", token).headers["RateLimit"])[1]) < turns:
            time.sleep(1)

    def ask(self, method, target, token=None, body=None, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        sent = dict(headers or {})
        if token:
            sent["Authorization"] = "Bearer " + token
        if isinstance(body, dict):
            body = json.dumps(body).encode()
            sent.setdefault("Content-Type", "application/json")
        try:
            connection.request(method, target, body=body, headers=sent)
            answer = connection.getresponse()
            return Answer(answer.status, answer.headers, b"" if "event-stream" in answer.getheader("Content-Type", "") else answer.read())
        finally:
            connection.close()

    def upload(self, bot, token, data, **headers):
        return self.ask("PUT", f"/api/v1/bots/{bot}/versions", token, data, {name.replace("_", "-"): value for name, value in headers.items()})

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=SECONDS)

    def raw(self, data):
        """All that comes back for these bytes until the server closes, which it does to whoever says nothing more for ten seconds."""
        with self.connect() as client:
            return answers_to(client, data)

    def database(self):
        return sqlite3.connect(f"file:{os.path.join(self.folder, 'ladder.sqlite')}?mode=ro", uri=True, timeout=SECONDS)

    def kept(self):
        """A digest of each table that only people's acts change. A request that was cancelled still counts the boards that were at hand."""
        digests = {}
        with self.database() as sql:
            tables = [name for (name,) in sql.execute("SELECT name FROM sqlite_schema WHERE type = 'table'") if name not in VOLATILE]
            for table in tables:
                columns = [row[1] for row in sql.execute(f"PRAGMA table_info({table})") if row[1] not in ("last_used", "boards_played")]
                rows = [row for row in sql.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY 1, 2")
                        if (table, row[0]) not in KEPT_BY_ITSELF]
                digests[table] = hashlib.sha256(repr(rows).encode()).hexdigest()
        sql.close()
        return digests

    def count(self, query, *values):
        sql = self.database()
        try:
            return sql.execute(query, values).fetchone()[0]
        finally:
            sql.close()

    def end(self):
        self.server.send_signal(signal.SIGTERM)
        self.server.communicate(timeout=SECONDS)
        self.log.close()
        self.place.cleanup()


def setUpModule():
    globals()["LADDER"] = Ladder()


def tearDownModule():
    LADDER.end()  # noqa: F821


def named(path):
    """An address of the API's description, of things that there are if anything is."""
    names = {"document": "rules", "language": "python", "bot": "owl", "number": "1", "board": "1", "first": "owl", "second": "greedy", "token": "0000",
             "request": "1", "card": "1", "hook": "1", "account": "ada", "tag": "walk", "remote": "goose", "remote_board": "1-0", "day": "2026-01-01",
             "day_board": "0" * 16, "request_board": "0"}
    return re.sub(r"\{(\w+)\}", lambda found: names[found.group(1)], path)


class AbuseCase(unittest.TestCase):
    """A case that may change the tables that it names in `may_change`, and no others."""

    def setUp(self):
        self.ladder = LADDER  # noqa: F821
        self.before = self.ladder.kept()
        self.may_change = set()

    def tearDown(self):
        after = self.ladder.kept()
        changed = {table for table in after if after[table] != self.before.get(table)}
        self.assertLessEqual(changed, self.may_change, "these tables have changed")
        self.assertIsNone(self.ladder.server.poll(), self.ladder.told()[-2000:])
        self.assertEqual(self.ladder.ask("GET", "/healthz").status, 200)
        for folder in ("incoming", "work"):
            self.ladder.wait_for(lambda folder=folder: os.listdir(os.path.join(self.ladder.folder, folder)) == [])

    def wait_until_settled(self, bot):
        """Until none of the bot's versions is on its way."""
        states = "'received', 'unpacked', 'screened', 'built', 'checked', 'validated'"
        query = f"SELECT count(*) FROM version JOIN bot ON bot.id = version.bot WHERE bot.name = ? AND state IN ({states})"
        self.ladder.wait_for(lambda: self.ladder.count(query, bot) == 0)

    def assert_refused(self, answer, status, code=None):
        self.assertEqual(answer.status, status, answer.body[:500])
        self.assertIn("problem+json", answer.headers["Content-Type"])
        if code is not None:
            self.assertEqual(answer.code, code, answer.body[:500])

    def assert_no_success(self, text, message=None):
        """No answer in it is a success."""
        for status in re.findall(rb"^HTTP/1\.1 (\d+)", text, re.MULTILINE):
            self.assertGreaterEqual(int(status), 400, message)


GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


class Floods(AbuseCase):
    def test_01_heads_that_never_end(self):
        slow = [self.ladder.connect() for _ in range(200)]
        for client in slow:
            client.sendall(b"GET / HTTP/1.1\r\nHost: lo")
        for _ in range(5):
            self.assertEqual(self.ladder.ask("GET", "/api/v1/ladder").status, 200)
        for client in slow:
            client.close()

    def test_02_bodies_that_trickle(self):
        slow = [self.ladder.connect() for _ in range(40)]
        for number, client in enumerate(slow):
            client.sendall(f"PUT /api/v1/bots/slow-{number}x/versions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {self.ladder.author}\r\n"
                           "Content-Length: 1000000\r\n\r\nx".encode())
        self.assertEqual(self.ladder.ask("GET", "/api/v1/ladder").status, 200)
        for client in slow:
            client.close()

    def test_03_a_head_of_100_kB(self):
        self.assert_no_success(self.ladder.raw(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 100_000 + b"\r\n\r\n"))

    def test_04_ten_thousand_headers(self):
        self.assert_no_success(self.ladder.raw(b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"a: b\r\n" * 10_000 + b"\r\n"))

    def test_05_a_body_where_none_is_wanted(self):
        self.assert_refused(self.ladder.ask("GET", "/api/v1/ladder", body=b"x" * 100), 400, "body_unwanted")

    def test_06_a_JSON_body_of_terabytes(self):
        text = self.ladder.raw(b"POST /api/v1/accounts HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                               b"Content-Length: 1099511627776\r\n\r\n{")
        self.assertTrue(text.startswith(b"HTTP/1.1 413"), text[:200])

    def test_07_a_JSON_body_in_endless_chunks(self):
        chunk = b"8000\r\n" + b" " * 0x8000 + b"\r\n"
        text = self.ladder.raw(b"POST /api/v1/accounts HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                               b"Transfer-Encoding: chunked\r\n\r\n" + chunk * 20)
        self.assert_no_success(text)

    def test_08_JSON_nested_thirty_thousand_deep(self):
        for body in (b"[" * 30_000, b'{"name":' * 8000, b'{"name":' + b"[" * 30_000 + b"]" * 30_000 + b"}"):
            answer = self.ladder.ask("POST", "/api/v1/accounts", body=body, headers={"Content-Type": "application/json"})
            self.assertIn(answer.status, (400, 413, 429), answer.body[:200])

    def test_09_JSON_with_the_same_name_twice_and_odd_numbers(self):
        for body in (b'{"name": "x-one", "name": "x-two"}', b'{"name": 1e999}', b'{"name": NaN}', b'{"name": "\\ud800"}', b'{"name": "\xff"}', b'\xef\xbb\xbf{}',
                     b'{"name": "a\\u0000b"}', b"null", b'"x"', b"{}{}"):
            answer = self.ladder.ask("POST", "/api/v1/accounts", body=body, headers={"Content-Type": "application/json"})
            self.assertIn(answer.status, (400, 403, 429), (body, answer.body[:200]))

    def test_10_a_thousand_requests_in_one_piece(self):
        text = self.ladder.raw(GET.replace(b"Connection: close\r\n", b"") * 999 + GET * 2)
        self.assertEqual(text.count(b"HTTP/1.1 200"), 1000)

    def test_11_a_token_that_asks_without_end(self):
        token = self.ladder.account("eager-one")
        self.may_change = {"account", "token", "audit"}
        asked = f"GET /api/v1/account HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n".encode()
        many = (asked + b"\r\n") * 400 + asked + b"Connection: close\r\n\r\n"
        begin = time.monotonic()
        text = self.ladder.raw(many)
        self.assertIn(b"HTTP/1.1 200", text)
        # A token may ask 200 times at once and 20 times a second: on a busy machine the server may answer no faster.
        while b"HTTP/1.1 429" not in text:
            self.assertGreater(time.monotonic() - begin, (401 - 200) / 20)
            begin = time.monotonic()
            text = self.ladder.raw(many)
        limited = text[text.index(b"HTTP/1.1 429"):]
        self.assertIn(b"application/problem+json", limited)
        self.assertIn(b'"rate_token"', limited)
        self.assertRegex(limited, rb"Retry-After: [1-9]")
        self.assertEqual(self.ladder.ask("GET", "/api/v1/account", self.ladder.stranger).status, 200)


class Smuggling(AbuseCase):
    """What a proxy and the server could cut into requests differently."""

    def assert_one_answer(self, data):
        text = self.ladder.raw(data)
        self.assertLessEqual(len(re.findall(rb"^HTTP/1\.1 ", text, re.MULTILINE)), 1, text[:1000])
        return text

    def test_12_a_length_and_chunks_at_once(self):
        for order in (b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n"):
            text = self.assert_one_answer(b"POST /api/v1/accounts HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" + order +
                                          b"\r\n0\r\n\r\n" + GET)
            self.assert_no_success(text)

    def test_13_two_lengths(self):
        self.assert_no_success(self.assert_one_answer(
            b"POST /api/v1/accounts HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Length: 60\r\n\r\n{}" + GET))

    def test_14_lengths_that_are_none(self):
        for length in (b"-1", b"+5", b"0x10", b"5 5", b"5, 6", b"18446744073709551621", b"99999999999999999999999", b"1e3", b""):
            text = self.ladder.raw(b"POST /api/v1/accounts HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: " + length +
                                   b"\r\n\r\n" + GET)
            self.assertNotIn(b"HTTP/1.1 200", text, length)

    def test_15_chunks_with_odd_names(self):
        for encoding in (b"Transfer-Encoding: xchunked", b"Transfer-Encoding : chunked", b"Transfer-Encoding: chunked, identity", b"Transfer-Encoding:\x0bchunked",
                         b"Transfer-Encoding: identity", b"X: y\r\n Transfer-Encoding: chunked", b"Transfer-Encoding: chunked\r\nTransfer-Encoding: x"):
            text = self.ladder.raw(b"POST /api/v1/accounts HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" + encoding +
                                   b"\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            self.assertLessEqual(text.count(b"HTTP/1.1 200"), 1, encoding)

    def test_16_a_body_that_looks_like_a_request(self):
        for head in (b"GET /api/v1/ladder HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % len(GET),
                     b"PUT /api/v1/bots/abc/versions HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % len(GET)):
            self.assert_no_success(self.assert_one_answer(head + GET))

    def test_17_chunk_sizes_that_overflow(self):
        for size in (b"ffffffffffffffff1", b"-1", b"fffffffffffffffe", b"0x5", b"g", b""):
            self.assert_no_success(self.ladder.raw(
                b"PUT /api/v1/bots/abc/versions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + self.ladder.author.encode() +
                b"\r\nTransfer-Encoding: chunked\r\n\r\n" + size + b"\r\nabcde\r\n0\r\n\r\n"))

    def test_18_line_ends_and_blanks_that_are_none(self):
        for data in (b"GET / HTTP/1.1\nHost: localhost\n\n", b"GET / HTTP/1.1\r\nHost: localhost\r\nA\x00: b\r\n\r\n", b"GET /\x00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
                     b"GET  / HTTP/1.1\r\nHost: localhost\r\n\r\n", b"GET / HTTP/1.1\r\nHost localhost\r\n\r\n", b"\r\n\r\n\r\n"):
            self.assert_no_success(self.ladder.raw(data))

    def test_19_other_protocols(self):
        for data in (b"GET /\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"GET / HTTP/9.9\r\n\r\n", b"\x00" * 1000,
                     b"SSH-2.0-x\r\n"):
            self.assert_no_success(self.ladder.raw(data))

    def test_20_other_servers_names(self):
        for target, host in ((b"http://evil.example/", b"localhost"), (b"/", b"evil.example"), (b"/", b"localhost.evil.example"), (b"/", b"localhost@evil.example"),
                             (b"/", b"localhost:80:80"), (b"/", b""), (b"*", b"localhost"), (b"//evil.example/", b"localhost")):
            self.assert_no_success(self.ladder.raw(b"GET " + target + b" HTTP/1.1\r\nHost: " + host + b"\r\nConnection: close\r\n\r\n"), (target, host))
        self.assert_no_success(self.ladder.raw(b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n"))

    def test_21_methods_that_are_none(self):
        for method in ("TRACE", "CONNECT", "PATCH", "PROPFIND", "DELETE", "POST", "PUT", "LOCK"):
            answer = self.ladder.ask(method, "/api/v1/ladder", self.ladder.author)
            self.assertIn(answer.status, (400, 405), method)
            self.assertNotIn(self.ladder.author.encode(), answer.body)

    def test_22_ranges_of_the_dump(self):
        whole = int(self.ladder.ask("HEAD", "/api/v1/dump").headers["Content-Length"])
        for ranges in ("bytes=0-0", "bytes=" + ",".join("0-" for _ in range(1000)), "bytes=-99999999999", "bytes=18446744073709551615-"):
            answer = self.ladder.ask("GET", "/api/v1/dump", headers={"Range": ranges})
            self.assertIn(answer.status, (200, 206, 416))
            self.assertLessEqual(len(answer.body), whole)


class Paths(AbuseCase):
    def test_23_ways_out_of_the_folder(self):
        for path in ("/../../../etc/passwd", "/api/v1/../../../../etc/passwd", "/api/v1/%2e%2e/%2e%2e/etc/passwd", "/api/v1/bots/..%2f..%2fladder.toml",
                     "/api/v1/bots/%00", "/api/v1/bots/owl%00.svg", "/api/v1/bots/owl/versions/1%2f..%2f..", "/api/v1/bots/..", "/api/v1/bots/%c0%ae%c0%ae",
                     "/api/v1/boards/../dump", "/api/v1/bots/owl\\..\\..", "/%2fetc/passwd", "/server.key", "/ladder.sqlite", "/ladder.toml", "/.git/config",
                     "/api/v1/bots/" + "x" * 7000):
            text = self.ladder.raw(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode("latin-1"))
            self.assert_no_success(text, path)
            self.assertNotIn(b"root:", text)

    def test_24_names_of_bots_that_are_paths(self):
        for name in ("..", ".", "%2e%2e", "a%2fb", "..%2f..%2fx", "%00", "a%0ab", "-x-", "X" * 40, "a--b", "%D0%B0da", "owl%20"):
            answer = self.ladder.upload(name, self.ladder.author, b"x")
            self.assertIn(answer.status, (400, 404), name)

    def test_25_pages_of_lists_that_are_none(self):
        for query in ("most=0", "most=-1", "most=1e9", "most=99999999999999999999", "most=1;DROP", "after=%00", "most=1&most=2", "zzz=1", "most=0x10", "most=NaN"):
            for path in ("bots", "events", "boards"):
                answer = self.ladder.ask("GET", f"/api/v1/{path}?{query}")
                self.assertEqual(answer.status, 400, (path, query, answer.body[:200]))
        self.assertEqual(self.ladder.ask("GET", "/api/v1/bots?after=zzzzzz").json()["bots"], [])
        self.assertEqual(self.ladder.ask("GET", "/api/v1/boards?after=0").json()["boards"], [])

    def test_26_thousands_of_parameters(self):
        answer = self.ladder.ask("GET", "/api/v1/boards?" + "&".join(f"p{i}=1" for i in range(900)))
        self.assertEqual(answer.status, 400)

    def test_27_SQL_in_every_parameter(self):
        attack = "%27%3B%20DROP%20TABLE%20bot%3B--"
        document = self.ladder.ask("GET", "/openapi.json").json()
        for path, operations in document["paths"].items():
            target = re.sub(r"\{\w+\}", attack, path)
            for method, operation in operations.items():
                if method != "get" or path == "/api/v1/stream":
                    continue
                queries = [parameter["name"] for parameter in operation.get("parameters", []) if parameter["in"] == "query"]
                for query in queries or [""]:
                    answer = self.ladder.ask("GET", target + (f"?{query}={attack}" if query else ""), self.ladder.author)
                    self.assertLess(answer.status, 500, (target, query))


class Tokens(AbuseCase):
    def operations(self):
        document = self.ladder.ask("GET", "/openapi.json").json()
        for path, operations in document["paths"].items():
            for method, operation in operations.items():
                codes = {code for response in operation["responses"].values() for code in response.get("x-codes", [])}
                yield method.upper(), path, operation, codes

    def send(self, method, path, operation, token):
        target = named(path)
        if method == "GET" and path == "/api/v1/boards":
            target += "?tag=walk"  # the rest of it is for everybody
        body = {"reason": "abuse"} if "application/json" in operation.get("requestBody", {}).get("content", {}) else None
        if "requestBody" in operation and body is None:
            body = b"x"
        return self.ladder.ask(method, target, token, body)

    def test_28_no_token_where_one_is_needed(self):
        tried = 0
        for method, path, operation, codes in self.operations():
            if "token_missing" in codes and path != "/metrics":
                self.assert_refused(self.send(method, path, operation, None), 401, "token_missing")
                tried += 1
        self.assertGreater(tried, 20)

    def test_29_an_author_where_a_moderator_is_needed(self):
        tried = 0
        for method, path, operation, codes in self.operations():
            if "role_missing" in codes and not path.startswith("/metrics"):
                self.assert_refused(self.send(method, path, operation, self.ladder.stranger), 403, "role_missing")
                tried += 1
        self.assertGreater(tried, 8)

    def test_30_a_token_for_reading_where_more_is_needed(self):
        made = self.ladder.ask("POST", "/api/v1/tokens", self.ladder.stranger, {"scopes": ["read"]})
        self.may_change = {"token"}
        self.assertEqual(made.status, 201)
        tried = 0
        for method, path, operation, codes in self.operations():
            if method != "GET" and "scope_missing" in codes:
                self.assert_refused(self.send(method, path, operation, made.json()["token"]), 403)
                tried += 1
        self.assertGreater(tried, 8)

    def test_31_a_token_that_makes_a_stronger_one(self):
        self.may_change = {"token"}
        weak = self.ladder.ask("POST", "/api/v1/tokens", self.ladder.stranger, {"scopes": ["admin", "read"]}).json()["token"]
        self.assert_refused(self.ladder.ask("POST", "/api/v1/tokens", weak, {"scopes": ["submit"]}), 403, "scopes_bad")

    def test_32_tokens_that_are_nearly_right(self):
        right = self.ladder.author
        other = self.ladder.stranger
        mixed = "_".join(right.split("_")[:2] + other.split("_")[2:])
        for wrong in (right[:-1], right + "0", right.upper(), right.replace("tch_", "tch-"), mixed, right[:-1] + ("0" if right[-1] != "0" else "1"), "tch__",
                      "tch_" + "0" * 12 + "_" + "0" * 64, "Bearer " + right, "x" * 5000):
            answer = self.ladder.ask("GET", "/api/v1/account", wrong)
            self.assertIn(answer.status, (401, 429), wrong)

    def test_33_answers_that_tell_whether_a_token_exists(self):
        known = "_".join(self.ladder.author.split("_")[:2])
        answers = [self.ladder.ask("GET", "/api/v1/account", token) for token in (known + "_" + "0" * 64, "tch_" + "f" * 12 + "_" + "0" * 64)]
        self.assertEqual(len({(answer.status, answer.body) for answer in answers if answer.status == 401} | {(0, b"")}), 2 if answers[0].status == 401 else 1)

    def test_34_guessing_tokens(self):
        statuses = [self.ladder.ask("GET", "/api/v1/account", f"tch_{i:012x}_" + "0" * 64).status for i in range(40)]
        self.assertEqual(set(statuses) - {401}, {429})
        self.assertEqual(self.ladder.ask("GET", "/api/v1/account", self.ladder.author).status, 200)

    def test_35_a_revoked_token(self):
        self.may_change = {"token"}
        made = self.ladder.ask("POST", "/api/v1/tokens", self.ladder.stranger, {"scopes": ["read"]}).json()
        self.assertEqual(self.ladder.ask("GET", "/api/v1/account", made["token"]).status, 200)
        self.assertEqual(self.ladder.ask("DELETE", "/api/v1/tokens/" + made["info"]["id"], self.ladder.stranger).status, 204)
        self.assertIn(self.ladder.ask("GET", "/api/v1/account", made["token"]).status, (401, 429))

    def test_36_an_expired_token(self):
        self.may_change = {"token"}
        made = self.ladder.ask("POST", "/api/v1/tokens", self.ladder.stranger, {"scopes": ["read"], "days": 1}).json()
        sql = sqlite3.connect(os.path.join(self.ladder.folder, "ladder.sqlite"), timeout=SECONDS)
        with sql:
            sql.execute("UPDATE token SET expires = 1 WHERE id = ?", (made["info"]["id"],))
        sql.close()
        self.assertIn(self.ladder.ask("GET", "/api/v1/account", made["token"]).status, (401, 429))

    def test_37_more_tokens_than_an_account_may_have(self):
        token = self.ladder.account("token-hoarder")
        self.may_change = {"account", "token", "audit"}
        answers = all_at_once(lambda _: self.ladder.ask("POST", "/api/v1/tokens", token, {"scopes": ["read"]}).status, 50)
        self.assertEqual(answers.count(201), 31)  # and the first
        self.assertEqual(answers.count(429), 19)

    def test_38_what_a_client_says_of_its_address(self):
        for header in ({"X-Forwarded-For": "10.0.0.1", "X-Forwarded-Proto": "http"}, {"Forwarded": "for=10.0.0.1;proto=http"}, {"X-Forwarded-User": "keeper"},
                       {"X-Real-IP": "10.0.0.1"}):
            self.assert_refused(self.ladder.ask("GET", "/api/v1/account", headers=header), 401, "token_missing")


class Accounts(AbuseCase):
    def test_39_without_an_invitation(self):
        for code in ("", "inv_" + "0" * 32, "inv_", "' OR 1=1 --"):
            answer = self.ladder.ask("POST", "/api/v1/accounts", body={"name": "uninvited", **({"invitation": code} if code else {})})
            self.assertIn(answer.status, (403, 429), answer.body)

    def test_40_an_invitation_that_many_use_at_once(self):
        self.may_change = {"account", "token", "invitation", "audit"}
        before = self.ladder.count("SELECT count(*) FROM account")
        code = self.ladder.ask("POST", "/api/v1/invitations", self.ladder.stranger, {"days": 1}).json()["code"]
        answers = all_at_once(lambda i: self.ladder.ask("POST", "/api/v1/accounts", body={"name": f"racer-{'abcdefghij'[i]}", "invitation": code}).status, 10)
        self.assertLessEqual(answers.count(201), 1)
        self.assertEqual(self.ladder.count("SELECT count(*) FROM account") - before, answers.count(201))
        again = self.ladder.ask("POST", "/api/v1/accounts", body={"name": "once-more", "invitation": code})
        self.assertIn(again.status, (403, 429))

    def test_41_more_invitations_than_an_author_may_have(self):
        token = self.ladder.account("inviter-one")
        self.may_change = {"account", "token", "invitation", "audit"}
        answers = all_at_once(lambda _: self.ladder.ask("POST", "/api/v1/invitations", token, {"days": 1}).status, 20)
        self.assertEqual(answers.count(201), 3)

    def test_42_invitations_of_somebody_who_was_banned(self):
        token = self.ladder.account("bad-inviter")
        self.may_change = {"account", "token", "invitation", "audit"}
        code = self.ladder.ask("POST", "/api/v1/invitations", token, {"days": 1}).json()["code"]
        self.assertEqual(self.ladder.ask("POST", "/api/v1/accounts/bad-inviter/ban", self.ladder.moderator, {"reason": "abuse"}).status, 204)
        answer = self.ladder.ask("POST", "/api/v1/accounts", body={"name": "second-self", "invitation": code})
        self.assertIn(answer.status, (403, 429), answer.body)
        self.assertEqual(self.ladder.count("SELECT count(*) FROM account WHERE name = 'second-self'"), 0)

    def test_43_a_banned_account_goes_on(self):
        token = self.ladder.account("soon-banned")
        self.may_change = {"account", "token", "audit", "bot", "version", "step", "quota_use"}
        files = [("bot.toml", b'name = "last-try"\nlanguage = "program"\nentry = "bot"\n', 0o644), ("bot", b"#!/bin/sh\nsleep 2\n", 0o755)]
        self.assertEqual(self.ladder.upload("last-try", token, packed(files)).status, 202)
        self.assertEqual(self.ladder.ask("POST", "/api/v1/accounts/soon-banned/ban", self.ladder.moderator, {"reason": "abuse"}).status, 204)
        self.assertEqual(self.ladder.state("last-try"), "retired")
        self.assertIn(self.ladder.ask("GET", "/api/v1/account", token).status, (401, 403, 429))
        self.assertIn(self.ladder.upload("last-try", token, b"x").status, (401, 403, 429))
        self.ladder.wait_for(lambda: self.ladder.count("SELECT count(*) FROM step WHERE outcome = 'running'") == 0)
        self.assertEqual(self.ladder.state("last-try"), "retired")

    def test_44_names_that_look_like_others(self):
        self.may_change = {"audit"}
        for name in ("keeper", "keep3r", "kee-per", "ada", "a-d-a", "operator", "op3rator", "admin", "adm1n", "moderator", "m0derator", "ladder"):
            done = subprocess.run([PROGRAM, "ladder", "admin", self.ladder.folder, "add", name], capture_output=True, text=True, check=False)
            self.assertNotEqual(done.returncode, 0, name)

    def test_45_names_that_are_no_names(self):
        for name in ("", "a", "x" * 33, "Ada", "ad a", "ada\n", "\u0430da", "ada\u202e", "<b>", "ada'", "-ada", "ada-", "1ada", "a\x00b", "a/b", "../x"):
            answer = self.ladder.ask("POST", "/api/v1/accounts", body={"name": name})
            self.assertIn(answer.status, (400, 403, 429), name)

    def test_46_a_moderator_who_oversteps(self):
        token = self.ladder.moderator
        self.assert_refused(self.ladder.ask("POST", "/api/v1/accounts/keeper/ban", token, {"reason": "x"}), 403)
        self.assert_refused(self.ladder.ask("POST", "/api/v1/accounts/judge/ban", token, {"reason": "x"}), 403)
        self.assert_refused(self.ladder.ask("POST", "/api/v1/accounts/judge/role", token, {"role": "admin", "reason": "x"}), 403)
        self.assert_refused(self.ladder.ask("POST", "/api/v1/accounts/bob/role", token, {"role": "moderator", "reason": "x"}), 403)
        token_id = self.ladder.admin.split("_")[1]
        self.assertEqual(self.ladder.ask("DELETE", "/api/v1/tokens/" + token_id, token).status, 404)
        self.assertEqual(self.ladder.ask("POST", "/api/v1/bots/owl/versions/1/withdraw", token).status, 403)

    def test_47_an_act_of_a_moderator_without_a_reason(self):
        for reason in ({}, {"reason": ""}, {"reason": 5}, {"reason": "x" * 501}):
            answer = self.ladder.ask("POST", "/api/v1/bots/owl/versions/1/quarantine", self.ladder.moderator, reason)
            self.assertEqual(answer.status, 400, (reason, answer.body))

    def test_48_a_renaming_onto_another(self):
        for name in ("greedy", "gre3dy", "hen", "api", "<b>", "x"):
            answer = self.ladder.ask("POST", "/api/v1/bots/owl/rename", self.ladder.moderator, {"name": name, "reason": "x"})
            self.assertIn(answer.status, (400, 409), name)


class Others(AbuseCase):
    """What is another author's."""

    def test_49_their_logs(self):
        for part in ("received", "unpacked", "screened", "built", "checked", "validated"):
            for bot in ("owl", "hen", "greedy"):
                answer = self.ladder.ask("GET", f"/api/v1/bots/{bot}/versions/1/log?part={part}", self.ladder.stranger)
                self.assertIn(answer.status, (403, 404), (bot, part))

    def test_50_their_versions(self):
        for act in ("pause", "resume", "retire", "withdraw", "open", "close"):
            for bot in ("owl", "hen", "greedy"):
                self.assertIn(self.ladder.ask("POST", f"/api/v1/bots/{bot}/versions/1/{act}", self.ladder.stranger).status, (403, 404, 409), (act, bot))

    def test_50_their_files(self):
        for path in ("owl/versions/1", "hen/versions/1", "greedy/versions/1", "owl/versions/99", "owl/versions/01", "..%2Fowl/versions/1"):
            answer = self.ladder.ask("GET", f"/api/v1/bots/{path}/files", self.ladder.stranger)
            self.assertEqual(answer.status, 400 if "%2F" in path else 404, path)

    def test_51_their_names_for_bots(self):
        for name, code in (("owl", "bot_name_taken"), ("0wl", "bot_name_bad"), ("o-wl", "bot_name_alike"), ("greedy", "bot_name_taken"), ("gre3dy", "bot_name_alike")):
            self.assert_refused(self.ladder.upload(name, self.ladder.stranger, b"x"), 400 if code.endswith("bad") else 409, code)

    def test_52_their_tokens_hooks_and_requests(self):
        self.may_change = {"hook", "play_request", "quota_use"}
        hook = self.ladder.ask("POST", "/api/v1/hooks", self.ladder.author, {"url": "https://example.com/hook", "kinds": ["test.done"]}).json()
        match = self.ladder.ask("POST", "/api/v1/matches", self.ladder.author, {"first": "owl", "second": "greedy", "boards": 1}).json()
        for path in (f"tokens/{self.ladder.author.split('_')[1]}", f"hooks/{hook['id']}", f"requests/{match['id']}"):
            self.assertEqual(self.ladder.ask("DELETE", "/api/v1/" + path, self.ladder.stranger).status, 404, path)
        self.assertEqual(self.ladder.ask("GET", f"/api/v1/requests/{match['id']}", self.ladder.stranger).status, 404)
        self.assertEqual(self.ladder.ask("DELETE", f"/api/v1/hooks/{hook['id']}", self.ladder.author).status, 204)
        self.ladder.wait_for(lambda: self.ladder.ask("GET", f"/api/v1/requests/{match['id']}", self.ladder.author).json()["state"] == "done")

    def test_53_their_bots_in_matches_of_mine(self):
        for first, second in (("owl", "greedy"), ("hen", "greedy"), ("greedy", "owl")):
            answer = self.ladder.ask("POST", "/api/v1/matches", self.ladder.stranger, {"first": first, "second": second, "boards": 1})
            self.assertIn(answer.status, (403, 404), (first, second))

    def test_54_their_refused_versions(self):
        for token in (None, self.ladder.stranger):
            self.assertEqual(self.ladder.ask("GET", "/api/v1/bots/hen", token).status, 404)
            self.assertEqual(self.ladder.ask("GET", "/api/v1/bots/hen/versions/1", token).status, 404)
            self.assertNotIn(b'"hen"', self.ladder.ask("GET", "/api/v1/events?most=500", token).body)
        self.assertNotIn(b"hen", self.ladder.ask("GET", "/api/v1/ladder.atom").body.replace(b"then", b""))

    def test_55_their_files_as_mine(self):
        self.may_change = {"bot", "version", "step", "quota_use", "artifact"}
        data = io.BytesIO()
        with tarfile.open(fileobj=io.BytesIO(self.ladder.owl)) as old, tarfile.open(fileobj=data, mode="w:gz") as new:
            for entry in old:
                new.addfile(entry, old.extractfile(entry))
        self.assertEqual(self.ladder.upload("owlet-two", self.ladder.stranger, data.getvalue()).status, 202)
        self.ladder.wait_for(lambda: self.ladder.state("owlet-two") == "refused")
        version = self.ladder.ask("GET", "/api/v1/bots/owlet-two/versions/1", self.ladder.stranger).json()
        self.assertEqual(version["code"], "manifest_name")
        self.assertNotIn("ada", version["detail"])
        self.assertEqual(version["author"], "bob")

    def test_56_a_name_that_two_want_at_once(self):
        self.may_change = {"bot", "version", "step", "quota_use"}
        tokens = (self.ladder.author, self.ladder.stranger)
        answers = all_at_once(lambda i: (self.ladder.upload("both-want", tokens[i % 2], b"x%d" % i).status, i % 2), 10)
        owners = {owner for status, owner in answers if status == 202}
        self.assertEqual(len(owners), 1)
        self.assertEqual(self.ladder.count("SELECT count(*) FROM bot WHERE name = 'both-want'"), 1)
        numbers = self.ladder.count("SELECT count(DISTINCT number) FROM version JOIN bot ON bot.id = version.bot WHERE bot.name = 'both-want'")
        self.assertEqual(numbers, len([1 for status, _ in answers if status == 202]))
        self.wait_until_settled("both-want")


class Uploads(AbuseCase):
    """Of one's own."""

    changing = {"bot", "version", "step", "quota_use", "request", "account", "token", "audit"}

    def test_57_more_uploads_than_a_day_has(self):
        token = self.ladder.account("upload-hoarder")
        self.may_change = self.changing
        answers = all_at_once(lambda i: self.ladder.upload("hoarded", token, b"x%d" % i).status, UPLOADS_A_DAY + 10)
        self.assertEqual(answers.count(202), UPLOADS_A_DAY)
        self.assertEqual(answers.count(429), 10)
        self.wait_until_settled("hoarded")

    def test_58_a_request_that_is_sent_again_and_again(self):
        token = self.ladder.account("repeater")
        self.may_change = self.changing
        answers = all_at_once(lambda _: self.ladder.upload("repeated", token, b"same", Idempotency_Key="once"), 20)
        self.assertEqual({answer.status for answer in answers}, {202})
        self.assertEqual({answer.json()["number"] for answer in answers}, {1})
        self.assert_refused(self.ladder.upload("repeated", token, b"other", Idempotency_Key="once"), 409, "key_reused")
        for key in ("a b", "x" * 129, "\xe9"):
            self.assert_refused(self.ladder.upload("repeated", token, b"same", Idempotency_Key=key), 400, "key_bad")
        other = self.ladder.upload("repeated-two", self.ladder.stranger, b"same", Idempotency_Key="once")
        self.assertEqual(other.status, 202)  # another's key is another key
        self.assertNotIn("Idempotent-Replayed", other.headers)
        self.wait_until_settled("repeated")
        self.wait_until_settled("repeated-two")

    def test_59_a_digest_that_is_wrong(self):
        for digest, code in (("sha-256=:" + base64.b64encode(b"x" * 32).decode() + ":", "digest_wrong"), ("sha-256=:x:", "digest_bad"), ("md5=:x:", "digest_bad")):
            self.assert_refused(self.ladder.upload("digested", self.ladder.stranger, b"x", Content_Digest=digest), 400, code)

    def test_60_a_body_that_is_cut_off(self):
        head = (f"PUT /api/v1/bots/cut-short/versions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {self.ladder.stranger}\r\n"
                "Content-Length: 500000\r\n\r\n").encode()
        with self.ladder.connect() as client:
            client.sendall(head + b"x" * 300_000)
        with self.ladder.connect() as client:
            client.sendall(head.replace(b"Content-Length: 500000", b"Transfer-Encoding: chunked") + b"10000\r\n" + b"x" * 0x10000)

    def test_61_an_archive_that_is_too_large(self):
        text = self.ladder.raw((f"PUT /api/v1/bots/too-large/versions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {self.ladder.stranger}\r\n"
                                "Content-Length: 99999999999\r\n\r\n").encode())
        self.assertTrue(text.startswith(b"HTTP/1.1 413"), text[:200])

    def test_62_a_form_or_packed_body(self):
        for headers in ({"Content-Type": "multipart/form-data; boundary=x"}, {"Content-Type": "application/x-www-form-urlencoded"}, {"Content-Encoding": "gzip"}):
            self.assert_refused(self.ladder.ask("PUT", "/api/v1/bots/formed/versions", self.ladder.stranger, gzip.compress(b"x"), headers), 415, "type_wrong")

    def test_63_a_version_that_is_withdrawn_at_once(self):
        token = self.ladder.account("undecided")
        self.may_change = self.changing
        files = [("bot.toml", b'name = "fickle"\nlanguage = "program"\nentry = "bot"\n', 0o644), ("bot", b"#!/bin/sh\nsleep 1\n", 0o755)]
        for number in range(1, 6):
            self.assertEqual(self.ladder.upload("fickle", token, packed(files + [("n", b"%d" % number, 0o644)])).status, 202)
            self.assertEqual(self.ladder.ask("POST", f"/api/v1/bots/fickle/versions/{number}/withdraw", token).status, 200)
        self.wait_until_settled("fickle")
        states = {self.ladder.state("fickle", number) for number in range(1, 6)}
        self.assertEqual(states, {"withdrawn"})
        left = self.ladder.count("SELECT count(*) FROM version JOIN bot ON bot.id = version.bot WHERE bot.name = 'fickle' AND tree <> ''")
        self.assertEqual(left, 0)

    def test_64_a_note_that_is_markup_or_forges_lines(self):
        token = self.ladder.account("scribbler")
        self.may_change = self.changing
        before = self.ladder.told()
        for note in ("%3Cscript%3E", "a%0Aforged:%20line", "%1b%5b31m", "%E2%80%AE", "x" * 600):
            answer = self.ladder.ask("PUT", f"/api/v1/bots/noted/versions?note={note}", token, b"x")
            self.assertIn(answer.status, (202, 400), note)
        self.wait_until_settled("noted")
        fresh = self.ladder.told()[len(before):]
        self.assertNotIn("forged", fresh)
        self.assertNotIn("\x1b", fresh)

    def test_65_more_names_than_an_author_may_have(self):
        token = self.ladder.account("name-hoarder")
        self.may_change = self.changing
        names = [f"grab-{letter}{other}" for other in "xy" for letter in "abcdefghijklmnopqrstuvwxyz"]
        # Unranked, as so many may not play.
        answers = all_at_once(lambda i: self.ladder.ask("PUT", f"/api/v1/bots/{names[i]}/versions?unranked=1", token, b"x").status, 38)
        # More if some were refused before others came, since their names do not count then.
        self.assertGreaterEqual(answers.count(202), 32)
        self.ladder.wait_for(lambda: self.ladder.count("SELECT count(*) FROM version WHERE state IN ('received', 'unpacked', 'screened')") == 0)


class Browsers(AbuseCase):
    def test_66_acts_from_other_sites(self):
        for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, {"Sec-Fetch-Site": "cross-site", "Origin": "null"}):
            answer = self.ladder.ask("POST", "/api/v1/tokens", self.ladder.author, {"scopes": ["read"]}, headers)
            self.assert_refused(answer, 403, "cross_site")
            self.assert_refused(self.ladder.ask("PUT", "/api/v1/bots/csrf-bot/versions", self.ladder.author, b"x", headers), 403, "cross_site")

    def test_67_reading_from_other_sites(self):
        for method in ("GET", "OPTIONS"):
            answer = self.ladder.ask(method, "/api/v1/account", self.ladder.author, headers={"Origin": "https://evil.example", "Access-Control-Request-Method": "GET"})
            self.assertFalse([name for name in answer.headers if name.lower().startswith("access-control")])
            self.assertEqual(answer.headers["Cross-Origin-Resource-Policy"], "same-origin")

    def test_68_GET_changes_nothing(self):
        document = self.ladder.ask("GET", "/openapi.json").json()
        for path in document["paths"]:
            for act in ("", "?_method=DELETE"):
                self.ladder.ask("GET", named(path) + act, self.ladder.admin,
                                headers={"X-HTTP-Method-Override": "DELETE"}) if path != "/api/v1/stream" else None

    def test_69_markup_in_what_authors_write(self):
        version = self.ladder.ask("GET", "/api/v1/bots/owl")
        self.assertEqual(version.json()["description"], HOSTILE)
        self.assertEqual(version.headers["X-Content-Type-Options"], "nosniff")
        for path in ("/", "/api/v1/ladder.atom", "/api/v1/bots/owl/feed.atom", "/api/v1/badges/owl"):
            answer = self.ladder.ask("GET", path)
            self.assertNotIn(b"<img src=x", answer.body, path)
            policy = answer.headers["Content-Security-Policy"]
            self.assertIn("default-src 'none'", policy)
            self.assertNotIn("script-src 'unsafe-inline'", policy)

    def test_70_markup_in_addresses(self):
        for path in ("/%3Cscript%3Ealert(1)%3C/script%3E", "/api/v1/bots/%3Csvg%20onload=alert(1)%3E", "/api/v1/badges/%3Csvg%20onload=alert(1)%3E",
                     "/api/v1/boards?bot=%3Cscript%3E", "/api/v1/boards?%3Cscript%3E=1"):
            answer = self.ladder.ask("GET", path)
            self.assertGreaterEqual(answer.status, 400, path)
            self.assertEqual("application/problem+json", answer.headers["Content-Type"])  # which no browser takes for a page
            self.assertEqual(answer.headers["X-Content-Type-Options"], "nosniff")

    def test_71_headers_that_split_answers(self):
        for path in ("/api/v1/bots/owl%0d%0aSet-Cookie:%20x=1", "/api/v1/ladder?x=%0d%0aX-Injected:1"):
            answer = self.ladder.ask("GET", path)
            self.assertEqual(answer.status, 400)
            self.assertNotIn("Set-Cookie", answer.headers)
            self.assertNotIn("X-Injected", answer.headers)


class Listener:
    """A port of this machine that notices whether anybody connects."""

    def __init__(self):
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.socket.setblocking(False)
        self.port = self.socket.getsockname()[1]

    def was_connected_to(self):
        try:
            self.socket.accept()[0].close()
            return True
        except BlockingIOError:
            return False


class Hooks(AbuseCase):
    def test_72_addresses_that_are_none(self):
        for url in ("http://example.com/", "ftp://example.com/", "file:///etc/passwd", "gopher://x", "https://user:secret@example.com/", "https://exa mple.com/",
                    "https://example.com/\r\nX: y", "javascript:alert(1)", "", "https://" + "x" * 600, "//example.com", "HTTPS://example.com\t", "https://\u0435xample.com"):
            answer = self.ladder.ask("POST", "/api/v1/hooks", self.ladder.author, {"url": url})
            self.assertEqual(answer.status, 400, url)

    def test_73_addresses_of_this_machine(self):
        """Refused at once if they are numbers. A name is judged when it is connected to, by the address: hook_sender_test."""
        self.may_change = {"account", "token", "audit"}
        token = self.ladder.account("tunneller")
        listener = Listener()
        urls = [f"https://{host}:{listener.port}/" for host in ("127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "0.0.0.0", "2130706433", "0x7f.1", "169.254.169.254", "[::1]")]
        for url in urls:
            answer = self.ladder.ask("POST", "/api/v1/hooks", token, {"url": url})
            self.assertEqual((answer.status, answer.json()["code"]), (400, "hook_address_closed"), url)
        self.assertFalse(listener.was_connected_to())

    def test_74_more_hooks_than_an_author_may_have(self):
        token = self.ladder.account("hook-hoarder")
        self.may_change = {"account", "token", "audit", "hook"}
        answers = all_at_once(lambda i: self.ladder.ask("POST", "/api/v1/hooks", token, {"url": f"https://example.com/{i}", "kinds": ["test.done"]}).status, 40)
        self.assertEqual(answers.count(201), 8)
        self.assertEqual(answers.count(429), 32)

    def test_75_kinds_that_are_none(self):
        for kinds in (["x"], ["version.state,place.changed"], ["' OR 1=1"], ["version.state"] * 100, "version.state"):
            self.assertEqual(self.ladder.ask("POST", "/api/v1/hooks", self.ladder.author, {"url": "https://example.com/", "kinds": kinds}).status, 400, kinds)


class Quotas(AbuseCase):
    changing = {"play_request", "quota_use"}

    def settle(self):
        for request in self.ladder.ask("GET", "/api/v1/requests", self.ladder.author).json()["requests"]:
            self.ladder.ask("DELETE", f"/api/v1/requests/{request['id']}", self.ladder.author)
        self.ladder.wait_for(lambda: self.ladder.count("SELECT count(*) FROM play_request WHERE state IN ('queued', 'running')") == 0)

    def test_76_more_boards_than_a_day_has(self):
        self.may_change = self.changing
        used = self.ladder.count("SELECT coalesce(sum(used), 0) FROM quota_use WHERE name = 'match_boards' AND account = (SELECT id FROM account WHERE name = 'ada')")
        answers = all_at_once(lambda _: self.ladder.ask("POST", "/api/v1/matches", self.ladder.author, {"first": "owl", "second": "greedy", "boards": 30}).status, 20)
        self.assertEqual(answers.count(202), (200 - used) // 30)
        self.settle()

    def test_77_more_tests_at_once_than_may_be(self):
        self.may_change = self.changing
        answers = all_at_once(
            lambda _: self.ladder.ask("POST", "/api/v1/tests", self.ladder.author, {"candidate": "owl", "base": "greedy", "boards": 20000}).status, 20)
        self.assertLessEqual(answers.count(202), 2)
        self.assertGreaterEqual(answers.count(202), 1)
        self.settle()

    def test_79_more_benchmarks_than_boards_allow(self):
        self.may_change = {"play_request"}
        self.ladder.await_turns(self.ladder.author, 100)
        ask = {"version": "owl"}
        answers = all_at_once(lambda _: self.ladder.ask("POST", "/api/v1/benchmarks", self.ladder.author, ask).status, 20)
        self.assertEqual((answers.count(202), answers.count(429)), (3, 17))
        self.settle()
        refused = self.ladder.ask("POST", "/api/v1/benchmarks", self.ladder.author, ask)
        self.assert_refused(refused, 429, "quota_benchmarks")
        self.assertGreater(int(refused.headers["Retry-After"]), 0)
        for body in ({}, {"version": 5}, {"version": "owl", "private": 1}, {"version": "owl", "seed": 1}, {"version": "owl", "part": 1}):
            self.assertEqual(self.ladder.ask("POST", "/api/v1/benchmarks", self.ladder.author, body).status, 400, body)
        self.assertEqual(self.ladder.ask("POST", "/api/v1/benchmarks", self.ladder.stranger, ask).status, 403)

    def test_78_boards_that_are_no_number(self):
        for boards in (0, -1, 201, 1.5, "5", 1e300, 2**63, True):
            answer = self.ladder.ask("POST", "/api/v1/matches", self.ladder.author, {"first": "owl", "second": "greedy", "boards": boards})
            self.assertEqual(answer.status, 400, (boards, answer.body))
        for points in ({"points0": 20, "points1": 0}, {"points1": 1e9}, {"points0": "x"}, {"boards": 1}):
            answer = self.ladder.ask("POST", "/api/v1/tests", self.ladder.author, {"candidate": "owl", "base": "greedy", **points})
            self.assertEqual(answer.status, 400, points)
        for pool in ("random", {"a": 1}, [1], [None], [["random"]], ["random@1@2"], ["x" * 30_000], ["random"] * 9, ["random"] * 1000, ["random", "random@1"],
                     ["owl"], ["greedy"]):
            answer = self.ladder.ask("POST", "/api/v1/tests", self.ladder.author, {"candidate": "owl", "base": "greedy", "pool": pool})
            self.assertEqual(answer.status, 400, (str(pool)[:100], answer.body))


class Secrets(AbuseCase):
    def secrets(self):
        with open(os.path.join(self.ladder.folder, "server.key"), encoding="utf-8") as file:
            key = file.read().strip()
        seed = self.ladder.count("SELECT seed FROM season")
        salt = self.ladder.count("SELECT salt FROM season")
        return [key, seed, str(int(seed, 16)), salt, *(token.split("_")[2] for token in (self.ladder.admin, self.ladder.author, self.ladder.moderator)),
                self.ladder.folder, self.ladder.place.name, "127.0.0.1"]

    def assert_no_secret(self, data, where):
        for secret in self.secrets():
            self.assertNotIn(secret.encode(), data, where)

    def test_79_in_the_dump(self):
        dump = self.ladder.ask("GET", "/api/v1/dump").body
        self.assertTrue(dump.startswith(b"SQLite format 3"))
        self.assert_no_secret(dump, "dump")
        with tempfile.NamedTemporaryFile(suffix=".sqlite") as file:
            file.write(dump)
            file.flush()
            sql = sqlite3.connect(file.name)
            tables = {name for (name,) in sql.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
            self.assertFalse(tables & {"account", "token", "invitation", "audit", "hook", "outbox", "quota_use", "setting"})
            sql.close()

    def test_80_in_public_answers(self):
        document = self.ladder.ask("GET", "/openapi.json").json()
        for path in document["paths"]:
            if path in ("/api/v1/stream", "/api/v1/dump"):
                continue
            body = self.ladder.ask("GET", named(path)).body
            self.assert_no_secret(body.replace(f"http://127.0.0.1:{self.ladder.port}/".encode(), b""), path)

    def test_81_in_logs_for_authors(self):
        for bot in ("owl", "hen"):
            for part in ("unpacked", "screened", "built", "checked", "validated"):
                answer = self.ladder.ask("GET", f"/api/v1/bots/{bot}/versions/1/log?part={part}", self.ladder.author)
                for secret in self.secrets()[:7]:  # the ladder's folder is no secret: a bot can find and print where it lies
                    self.assertNotIn(secret.encode(), answer.body, (bot, part))

    def test_82_in_answers_when_the_machine_fails(self):
        season = os.path.join(self.ladder.folder, "season-1")
        os.rename(season, season + "-away")
        try:
            os.mkdir(season)
            with open(os.path.join(season, "tournament.sqlite"), "wb") as file:
                file.write(b"no database at all" * 100)
            for path in ("boards/3", "boards/4?", "boards?most=7", "pairs/owl/greedy", "bots/owl/versions/1/opponents", "boards/3/faults", "status", "dump"):
                answer = self.ladder.ask("GET", "/api/v1/" + path, self.ladder.author)
                self.assert_no_secret(answer.body if path != "dump" else b"", path)
        finally:
            os.rename(season, season + "-false")
            os.rename(season + "-away", season)
            shutil.rmtree(season + "-false")
        self.ladder.wait_for(lambda: self.ladder.ask("GET", "/api/v1/status").json()["trouble_code"] != "care_failed")

    def test_83_in_the_servers_log(self):
        log = self.ladder.told().encode()
        for secret in self.secrets()[:7]:
            self.assertNotIn(secret.encode(), log)

    def test_84_in_other_peoples_files(self):
        for name in ("server.key", "ladder.sqlite"):
            mode = os.stat(os.path.join(self.ladder.folder, name)).st_mode
            self.assertEqual(mode & 0o077, 0, name)
        self.assertEqual(os.stat(os.path.join(self.ladder.folder, "store")).st_mode & 0o077, 0)

    def test_85_of_a_withdrawn_bot(self):
        token = self.ladder.account("regretful")
        self.may_change = {"account", "token", "audit", "bot", "version", "step", "quota_use", "artifact"}
        with open(os.path.join(BOTS, "greedy"), "rb") as file:
            program = file.read()
        files = [("bot.toml", b'name = "regretted"\nlanguage = "program"\nentry = "bot"\n', 0o644), ("bot", program, 0o755), ("other", b"than owl", 0o644)]
        self.assertEqual(self.ladder.upload("regretted", token, packed(files)).status, 202)
        self.ladder.wait_for(lambda: self.ladder.state("regretted") in ("provisional", "rated"))
        self.assertEqual(self.ladder.ask("POST", "/api/v1/bots/regretted/versions/1/withdraw", token).status, 200)
        self.ladder.wait_for(lambda: b"regretted" not in self.ladder.ask("GET", "/api/v1/ladder").body)
        for path in ("bots", "boards", "events?latest=1&most=500", "events?bot=regretted", "bots/regretted", "ladder.atom", "badges/regretted"):
            self.ladder.wait_for(lambda path=path: b"regretted" not in self.ladder.ask("GET", "/api/v1/" + path).body.replace(b"bots/regretted", b""))


class Elsewhere(AbuseCase):
    def test_86_TLS_that_is_not_spoken_here(self):
        with self.assertRaises((ssl.SSLError, OSError)), self.ladder.connect() as plain:
            context = ssl.create_default_context()
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            context.wrap_socket(plain, server_hostname="localhost")

    def test_87_a_second_server_of_the_same_ladder(self):
        done = subprocess.run([PROGRAM, "ladder", "serve", self.ladder.folder, "--port", "0"], capture_output=True, text=True, check=False, timeout=SECONDS)
        self.assertEqual(done.returncode, 2)
        self.assertIn("another process runs this ladder", done.stderr)

    def test_88_the_operators_pages_through_a_proxy(self):
        """Another server, which believes a proxy: nobody is the operator there without a token, and a token must have come encrypted."""
        folder = os.path.join(self.ladder.place.name, "behind")
        admin = self.ladder.run("init", folder).strip().splitlines()[-1]
        server = subprocess.Popen([PROGRAM, "ladder", "serve", folder, "--port", "0", "--paused", "--behind-proxy", "127.0.0.1", "--url", "https://l.example/"],
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            self.assertEqual(server.stdout.readline().strip(), "https://l.example/")
            port = next(int(found) for found in self.ports_of(server.pid))
            for headers, status in (({}, 401), ({"X-Forwarded-For": "127.0.0.1"}, 401), ({"X-Forwarded-For": "1.2.3.4", "Authorization": "Bearer " + admin}, 403),
                                    ({"X-Forwarded-Proto": "https, http", "Authorization": "Bearer " + admin}, 403),
                                    ({"X-Forwarded-Proto": "https", "Authorization": "Bearer " + admin}, 200)):
                connection = http.client.HTTPConnection("127.0.0.1", port, timeout=SECONDS)
                connection.request("GET", "/metrics", headers={"Host": "l.example", **headers})
                self.assertEqual(connection.getresponse().status, status, headers)
                connection.close()
            # An address has 1,000 requests at once, whatever it says of itself.
            flood = b"".join(b"GET /healthz HTTP/1.1\r\nHost: l.example\r\nX-Forwarded-For: 10.9.8.%d, 5.6.7.8\r\n\r\n" % (number % 250) for number in range(900))
            last = b"GET /healthz HTTP/1.1\r\nHost: l.example\r\nConnection: close\r\n\r\n"
            text = b""
            for _ in range(3):
                with socket.create_connection(("127.0.0.1", port), timeout=SECONDS) as client:
                    text += answers_to(client, flood + last)
            self.assertIn(b"HTTP/1.1 429", text)
        finally:
            server.send_signal(signal.SIGTERM)
            server.communicate(timeout=SECONDS)

    def test_89_seats_of_other_people(self):
        act = {"do": "next", "round": 1}
        for secret in (None, "0" * 32, "", self.ladder.author):
            for method, path, body in (("GET", "table", None), ("GET", "table?after=0", None), ("GET", "table/boards/0", None), ("POST", "table", act)):
                answer = self.ladder.ask(method, "/api/v1/" + path, secret, body)
                self.assertIn((answer.status, answer.code), ((401, "token_bad"), (429, "rate_guesses")))
        self.assert_refused(self.ladder.ask("POST", "/api/v1/table", "0" * 32, act, {"Sec-Fetch-Site": "cross-site"}), 403, "cross_site")
        self.assertEqual(os.listdir(os.path.join(self.ladder.folder, "people")), [])

    def test_90_tables_that_are_none(self):
        wish = {"partner": "greedy", "opponents": "lowest"}
        for body, status in (({}, 400), ({**wish, "boards": 9}, 400), ({**wish, "person": "x" * 65}, 400), ({**wish, "pad": "x" * 70_000}, 413),
                             ({**wish, "keep": "yes"}, 400), (wish, 503)):  # the ladder is paused
            self.assert_refused(self.ladder.ask("POST", "/api/v1/people", None, body), status)
        self.assert_refused(self.ladder.ask("POST", "/api/v1/people", None, wish, {"Sec-Fetch-Site": "same-site"}), 403, "cross_site")
        self.assert_refused(self.ladder.ask("POST", "/api/v1/bots/owl/versions/1/people", self.ladder.stranger), 403, "not_yours")
        self.assertEqual(os.listdir(os.path.join(self.ladder.folder, "people")), [])

    @staticmethod
    def ports_of(pid):
        """The ports on which a process listens."""
        inodes = set()
        for entry in os.listdir(f"/proc/{pid}/fd"):
            try:
                inodes.add(os.readlink(f"/proc/{pid}/fd/{entry}"))
            except OSError:
                continue
        with open(f"/proc/{pid}/net/tcp", encoding="utf-8") as file:
            rows = [line.split() for line in file.read().splitlines()[1:]]
        return [int(row[1].split(":")[1], 16) for row in rows if row[3] == "0A" and f"socket:[{row[9]}]" in inodes]


if __name__ == "__main__":
    cases.main()
