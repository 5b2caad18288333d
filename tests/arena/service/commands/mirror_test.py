"""tichu-arena mirror against a ladder that lies: nothing comes to be outside the folder, and what is good is there.

    python3 mirror_test.py PROGRAM
"""
import hashlib
import http.server
import io
import json
import os
import sys
import tarfile
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "commands"))
import arena_command  # noqa: E402

PLAY = {"rules": {"preset": "house", "target": 500, "tie": "draw"},
        "limits": {"start_ms": 1000, "handshake_ms": 1000, "decision_ms": 700, "round_ms": 9000, "shutdown_ms": 100},
        "sandbox": {"memory_mb": 300, "processes": 8, "cores": 1, "cpu_s": 60, "temporary_mb": 16, "open_files": 32}}
MANIFEST = 'name = "fox"\nlanguage = "program"\nentry = "bot"\nlicence = "MIT"\narguments = ["--say", "a \\"b\\""]\n'


def archive(*entries):
    """A tar.gz of (name, content) or of whole headers."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as tar:
        for name, content in entries:
            header = name if isinstance(name, tarfile.TarInfo) else tarfile.TarInfo(name)
            header.size = len(content)
            header.mode = 0o755
            tar.addfile(header, io.BytesIO(content))
    return made.getvalue()


def link(name, target, kind=tarfile.SYMTYPE):
    header = tarfile.TarInfo(name)
    header.type, header.linkname = kind, target
    return header


GOOD = archive(("bot.toml", MANIFEST.encode()), ("bot", b"#!/bin/sh\necho run >&2\ntouch ../../../ran\n"))


class MirrorTest(arena_command.CommandTest):
    """`pages` and `files` are what the ladder says."""

    def setUp(self):
        super().setUp()
        self.files, self.limits, self.pages = {}, {"play": PLAY}, None
        test = self

        class Ladder(http.server.BaseHTTPRequestHandler):
            def do_GET(self):  # pylint: disable=invalid-name
                path = self.path.split("?", 1)[0]
                body = test.files.get(path)
                if path == "/api/v1/limits":
                    body = json.dumps(test.limits).encode()
                elif path == "/api/v1/bots":
                    body = json.dumps(test.pages if test.pages is not None else {"bots": test.bots(), "next": None}).encode()
                self.send_response(200 if body is not None else 404)
                self.send_header("Content-Length", str(len(body or b"")))
                self.end_headers()
                self.wfile.write(body or b"")

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Ladder)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        self.url = f"http://127.0.0.1:{self.server.server_port}/"
        self.told = []

    def bots(self):
        return self.told

    def bot(self, name, body, state="rated", sha256=None, number=1):
        self.files[f"/api/v1/bots/{name}/versions/{number}/files"] = body
        version = {"number": number, "state": state, "opened": sha256 or hashlib.sha256(body).hexdigest()}
        self.told.append({"name": name, "reference": False, "versions": [version]})

    def mirror(self, code):
        before = sorted(os.listdir(self.folder.name))
        done = self.run_arena("mirror", self.url, "--into", "field")
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        made = [] if code == 2 else ["field"]
        self.assertEqual(sorted(os.listdir(self.folder.name)), before + made, "nothing is beside it")
        return done

    def test_takes_what_is_good_and_runs_nothing(self):
        self.told.append({"name": "greedy", "reference": True, "versions": [{"number": 1, "state": "rated", "opened": None}]})
        self.told.append({"name": "cobra", "reference": True, "versions": [{"number": 1, "state": "rated", "opened": None}]})
        self.bot("fox", GOOD)
        self.bot("old", GOOD, state="retired")
        self.told.append({"name": "shy", "reference": False, "versions": [{"number": 3, "state": "provisional", "opened": None}]})
        done = self.mirror(1)
        self.assertEqual(done.stdout, "greedy\nfox@1 (MIT)\nshy@3: its files are not opened\n2 bots in field/gauntlet.toml\n")
        self.assertEqual(done.stderr, "left out: cobra: this program has no such bot\n")
        self.assertEqual(sorted(os.listdir(self.path("field"))), ["bots", "gauntlet.toml"])
        text = self.read("field", "gauntlet.toml")
        for line in ("target = 500", 'tie = "draw"', "decision_ms = 700", "memory_mb = 300", 'path = "bots/fox@1/bot"', 'args = ["--say","a \\"b\\""]'):
            self.assertIn(line + "\n", text)
        listed = self.run_arena("check", "nobody", "--tournament", "field/gauntlet.toml")
        self.assertIn("there is no bot of that name", listed.stderr)  # so the file itself can be read

    def test_leaves_out_what_is_bad(self):
        evil = {"up": archive(("../evil", b"x")), "far": archive(("/tmp/evil", b"x")), "deep": archive(("a/../../evil", b"x")),
                "soft": archive((link("bot", "/etc/passwd"), b"")), "hard": archive((link("bot", "/etc/passwd", tarfile.LNKTYPE), b"")),
                "pipe": archive((link("bot", "", tarfile.FIFOTYPE), b"")), "bomb": archive(("bot", bytes(300 << 20))), "none": b"", "noise": os.urandom(999),
                "bare": archive(("bot", b"x")), "empty": archive(("bot.toml", MANIFEST.encode())),
                "outside": archive(("bot.toml", MANIFEST.replace('"bot"', '"../bot"').encode())),
                "lines": archive(("bot.toml", MANIFEST.replace("MIT", "MIT\\nkind").encode()), ("bot", b"x"))}
        for name, body in evil.items():
            self.bot(name, body)
        self.bot("swapped", GOOD, sha256="0" * 64)
        self.bot("../../up", GOOD)
        self.bot("fox", GOOD)
        self.told.append({"name": "gone", "reference": False, "versions": [{"number": 1, "state": "rated", "opened": "0" * 64}]})
        done = self.mirror(1)
        self.assertIn("1 bot in", done.stdout)
        self.assertEqual(os.listdir(self.path("field", "bots")), ["fox@1"])
        self.assertEqual(done.stderr.count("left out: "), len(evil) + 3, done.stderr)
        self.assertFalse(os.path.exists("/tmp/evil"))

    def test_understands_no_other_answers(self):
        for pages in ([], {"bots": 5}, {"bots": [{}], "next": None}, {"bots": [{"name": 5, "reference": True, "versions": []}], "next": None}):
            self.pages = pages
            self.mirror(2)
        self.pages = None
        for limits in ({}, {"play": {**PLAY, "rules": {"sudden_death": True}}}, {"play": {**PLAY, "limits": {"decision_ms": "1\n[x]"}}}):
            self.limits = limits
            self.mirror(2)

    def test_ends_pages_that_do_not_end(self):
        self.pages = {"bots": [], "next": "a"}
        self.assertIn("0 bots in", self.mirror(0).stdout)


if __name__ == "__main__":
    arena_command.main()
