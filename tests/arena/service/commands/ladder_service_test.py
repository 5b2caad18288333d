"""A ladder service as its operator and its authors use it: commands, curl and the API of the real program.

    python3 ladder_service_test.py PROGRAM BOTS WALK_FOLDER
"""
import contextlib
import hashlib
import http.server
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
import unittest
import urllib.error
import urllib.request

TESTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
sys.path[:0] = [TESTS, os.path.join(TESTS, "arena", "commands"), os.path.join(TESTS, "engine")]
import cases  # noqa: E402, F401  pylint: disable=unused-import

sys.path.insert(0, sys.argv.pop())
import arena_command  # noqa: E402
import deals_reference  # noqa: E402
from guest_seat import GuestSeat  # noqa: E402
import openapi_walk  # noqa: E402

SECONDS = openapi_walk.SECONDS


class LadderServiceTest(arena_command.CommandTest):
    def setUp(self):
        super().setUp()
        done = self.run_arena("ladder", "init", "ladder")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.admin = done.stdout.strip().splitlines()[-1]
        self.write("ladder/ladder.toml", arena_command.PATIENT_LADDER)
        self.assertRegex(self.admin, r"^tch_\w+_[0-9a-f]{64}$")
        self.log = open(self.path("serve.log"), "w+", encoding="utf-8")  # noqa: SIM115
        self.addCleanup(self.log.close)
        self.server = None
        self.addCleanup(self.stop)

    def serve(self, *flags, folder="ladder"):
        self.server = subprocess.Popen([arena_command.PROGRAM, "ladder", "serve", folder, "--port", "0", "-j", "1", *flags], cwd=self.folder.name,
                                       stdout=subprocess.PIPE, stderr=self.log, text=True)
        line = self.server.stdout.readline()
        found = re.match(r"(http://127\.0\.0\.1:(\d+)/)$", line.strip())
        self.assertTrue(found, line + self.logged())
        self.url, self.port = found.group(1), int(found.group(2))

    def logged(self):
        self.log.flush()
        with open(self.path("serve.log"), encoding="utf-8") as file:
            return file.read()[-3000:]

    def stop(self):
        if self.server is None or self.server.poll() is not None:
            return
        self.server.send_signal(signal.SIGTERM)
        self.server.communicate(timeout=SECONDS)
        self.assertEqual(self.server.returncode, 0, self.logged())

    def account(self, name, role="author"):
        done = self.run_arena("ladder", "admin", "ladder", "add", name, "--role", role)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.strip()

    def submit(self, folder, token, *flags):
        return self.run_arena("submit", folder, "--to", self.url, *flags, env={**os.environ, "TICHU_TOKEN": token})

    def get(self, path, token=None):
        request = urllib.request.Request(f"{self.url}api/v1/{path}", headers={"Authorization": "Bearer " + token} if token else {})
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:
            return json.load(answer)

    def wait_for(self, condition):
        deadline = time.monotonic() + SECONDS
        while not condition():
            self.assertIsNone(self.server.poll(), self.logged())
            self.assertLess(time.monotonic(), deadline, self.logged())
            time.sleep(0.1)

    def new_bot(self, name, language="python"):
        done = self.run_arena("new-bot", name, "--lang", language)
        self.assertEqual(done.returncode, 0, done.stderr)

    def ready_bot(self, name, like="greedy", says=""):
        """A bot that needs no build and is checked quickly: a bundled one as a program. It may say something to its standard error."""
        os.makedirs(self.path(name), exist_ok=True)
        self.write(f"{name}/bot.toml", f'name = "{name}"\nlanguage = "program"\nentry = "bot"\n')
        self.write(f"{name}/README", f"{name} is another bot than the others\n")
        bundled = os.path.join(os.path.dirname(os.path.dirname(arena_command.PROGRAM)), "bots", like)
        shutil.copy(bundled, self.path(name, "real" if says else "bot"))
        if says:
            self.write(f"{name}/bot", f'#!/bin/sh\necho "{says}" >&2\nexec "${{0%/*}}/real"\n')
            os.chmod(self.path(name, "bot"), 0o755)

    @contextlib.contextmanager
    def blind(self, bot):
        """A bot in Python that fails, while this lasts, wherever it sees the ladder's folder, as nothing in a box does."""
        with open(self.path(bot), encoding="utf-8") as file:
            text = file.read()
        self.write(bot, text.replace("\n", f"\nimport os\nif os.path.exists({self.path('ladder', 'ladder.sqlite')!r}):\n    raise SystemExit('no box')\n", 1), 0o755)
        yield
        self.write(bot, text, 0o755)

    def assert_people_play_with(self, bot, author):
        """At a guest's table, in its box, once its author has opened it to people."""
        wish = {"partner": f"{bot}@1", "opponents": "lowest"}
        guest = GuestSeat(self, "#")
        self.assertEqual(guest.ask("people", wish)[1]["code"], "not_for_people")
        self.assertEqual(self.act(f"bots/{bot}/versions/1/people", author), (200, None))
        status, told = guest.ask("people", wish)
        self.assertEqual(status, 201, told)
        over = GuestSeat(self, told["link"]).play()
        self.assertEqual((over["stage"], [played["troubles"] for played in over["rounds"]]), ("over", [[]]))

    def test_takes_a_new_bot_to_the_ladder(self):
        self.serve()
        ada = self.account("ada")
        self.new_bot("fox")
        with self.blind("fox/bot.py"):
            sent = self.submit("fox", ada, "--note", "the first")
        self.assertEqual(sent.returncode, 0, sent.stdout + sent.stderr + self.logged())
        for step in ("packed", "received", "unpacked", "screened", "built", "checked", "validated", "fox@1 is provisional"):
            self.assertIn(step, sent.stdout)
        self.wait_for(lambda: any(row["bot"] == "fox" and row["boards"] > 0 for row in self.get("ladder")["standings"]))
        self.assert_people_play_with("fox", ada)
        # What follows needs no more boards, which would be played until the end of the test.
        paused = self.run_arena("ladder", "admin", "ladder", "pause", "--reason", "a trial")
        self.assertEqual(paused.returncode, 0, paused.stderr)
        boards = self.get("boards?bot=fox")["boards"]
        self.assertTrue(boards)
        self.assertIn(self.get(f"boards/{boards[0]['id']}")["replay"]["job"], [boards[0]["id"]])
        status = self.run_arena("status", "fox", "--to", self.url)
        self.assertEqual(status.returncode, 0, status.stderr)
        self.assertRegex(status.stdout, r"fox@1 is (provisional|rated).*; place \d+, .* points per round against the field, \d+ boards")
        told = json.loads(self.run_arena("status", "fox", "--to", self.url, "--json").stdout)
        self.assertEqual([version["number"] for version in told["versions"]], [1])
        self.assertEqual(told["versions"][0]["standing"]["bot"], "fox")
        self.assertIn("validated", self.run_arena("status", "fox@1", "--to", self.url).stdout)
        checked = self.run_arena("check", "x=program:greedy", "--ladder", self.url, "--rounds", "5")
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
        again = self.run_arena("replay", "--board", str(boards[0]["id"]), "--to", self.url, "--bot", "program:fox/bot.py",
                               env={**os.environ, "TICHU_TOKEN": ada})
        self.assertEqual(again.returncode, 0, again.stdout + again.stderr)
        self.assertIn("no fault", again.stdout)
        self.assertGreater(again.stdout.count("round 1"), 1, "it is asked for a Grand Tichu and for a push at least")
        self.assert_told_command_runs(boards[0], ada)
        gone = self.run_arena("withdraw", "fox@1", "--to", self.url, env={**os.environ, "TICHU_TOKEN": ada})
        self.assertEqual(gone.returncode, 0, gone.stderr)
        for act in (r"PUT /api/v1/bots/fox/versions\?\S*note=the%20first by ada: 100", "POST /api/v1/bots/fox/versions/1/withdraw by ada: 200"):
            self.assertRegex(self.logged(), r"(?m)^\d{4}-\d\d-\d\d\S* " + act + "$")
        # An answer may be a second old.
        self.wait_for(lambda: self.status_of("bots/fox") == 404)

    def act(self, path, token, method="POST"):
        """The status and the code of an act's answer."""
        status, told = self.answer_to(path, token, method)
        return status, told and told["code"]

    def answer_to(self, path, token, method="POST"):
        """The status of an act's answer, and what a refusal tells."""
        request = urllib.request.Request(f"{self.url}api/v1/{path}", method=method, headers={"Authorization": "Bearer " + token})
        try:
            with urllib.request.urlopen(request, timeout=SECONDS) as answer:
                return answer.status, None
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)

    def stored(self, sha256):
        return os.path.exists(self.path("ladder", "store", sha256[:2], sha256))

    def test_opens_files_that_a_mirror_plays_at_home(self):
        self.serve()
        ada = self.account("ada")
        for name, licence, more in (("fox", "MIT", ""), ("hen", "", ""), ("owl", "MIT", "-----BEGIN PRIVATE KEY")):
            self.ready_bot(name)
            self.write(f"{name}/bot.toml", f'name = "{name}"\nlanguage = "program"\nentry = "bot"\nlicence = "{licence}"\n')
            self.write(f"{name}/NOTES", f"{name}\n{more}\n")
            sent = self.submit(name, ada)
            self.assertEqual(sent.returncode, 0, sent.stdout + sent.stderr + self.logged())
        self.assertEqual(self.status_of("bots/fox/versions/1/files"), 404)
        status, unlicensed = self.answer_to("bots/hen/versions/1/open", ada)
        self.assertEqual((status, unlicensed["code"]), (409, "licence_missing"))
        self.assertEqual(self.act("bots/owl/versions/1/open", ada), (409, "secret_found"))
        self.assertEqual(self.act("bots/fox/versions/1/open", ada), (200, None))
        opened = self.get("bots/fox/versions/1", ada)["opened"]
        self.assertTrue(self.stored(opened))
        self.wait_for(lambda: self.get("bots/fox")["versions"][0]["opened"])

        mirrored = self.run_arena("mirror", self.url, "--into", "field")
        self.assertEqual(mirrored.returncode, 0, mirrored.stderr)
        self.assertIn("fox@1 (MIT)\n", mirrored.stdout)
        self.assertIn("hen@1: its files are not opened\n", mirrored.stdout)
        self.assertEqual(os.listdir(self.path("field", "bots")), ["fox@1"])
        with open(self.path("field", "bots", "fox@1", "bot"), "rb") as got, open(self.path("fox", "bot"), "rb") as sent:
            self.assertEqual(got.read(), sent.read())
        with open(self.path("field", "gauntlet.toml"), encoding="utf-8") as file:
            self.assertIn("decision_ms = 600000\n", file.read(), "as PATIENT_LADDER has it")
        played = self.run_arena("test", "new=steady", "old=greedy", "--pool", "field/gauntlet.toml", "--points1", "100", "--max-boards", "16", "--json")
        told = json.loads(played.stdout)
        self.assertEqual(told["boards"], 16, played.stderr)
        self.assertIn("fox@1", [row["bot"] for row in told["pool"]])
        self.assertIn("steady", [row["bot"] for row in told["pool"]])
        met = self.run_arena("tournament", "field/gauntlet.toml", "--bot", "mine=greedy", "--candidate", "mine", "--deals", "1", "--strict")
        self.assertEqual(met.returncode, 0, met.stderr)
        checked = self.run_arena("check", "fox@1", "--tournament", "field/gauntlet.toml", "--rounds", "5")
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
        self.assert_refused("empty folder", "mirror", self.url, "--into", "field")
        self.assert_opens_as_told("hen", unlicensed["detail"], ada)

        self.assertEqual(self.act("bots/fox/versions/1/close", ada), (200, None))
        self.assertEqual(self.status_of("bots/fox/versions/1/files"), 404)
        self.assertTrue(self.stored(opened), "it is what submit sent")
        self.assertEqual(self.act("bots/fox/versions/1/open", ada), (200, None))
        self.assertEqual(self.act("account", ada, "DELETE"), (204, None))
        self.assertFalse(self.stored(opened), "with the account its opened files go too")
        self.assertEqual(self.status_of("bots/fox/versions/1/files"), 404)

    def assert_opens_as_told(self, bot, message, token):
        """The line of a licence in what the refusal tells, added to the same files, makes a version that opens."""
        line = re.search(r"; send a version with .* bot\.toml, such as (licence = .*)$", message)
        self.assertTrue(line, message)
        self.write(f"{bot}/bot.toml", f'name = "{bot}"\nlanguage = "program"\nentry = "bot"\n{line.group(1)}\n')
        sent = self.submit(bot, token)
        self.assertEqual(sent.returncode, 0, sent.stdout + sent.stderr + self.logged())
        self.assertEqual(self.act(f"bots/{bot}/versions/2/open", token), (200, None))
        self.assertEqual(self.get(f"bots/{bot}/versions/2", token)["licence"], "MIT")

    def test_plays_on_request_and_tells_what_the_command_test_tells(self):
        self.serve()
        ada = self.account("ada")
        for like in ("greedy", "random"):
            self.ready_bot("fox", like, says=f"fox plays as {like}")
            self.assertEqual(self.submit("fox", ada, "--keep").returncode, 0, self.logged())

        def ask(*arguments):
            return self.run_arena("ask", *arguments, "--to", self.url, env={**os.environ, "TICHU_TOKEN": ada})

        stronger = ask("test", "fox@1", "fox@2", "--json")
        self.assertEqual(stronger.returncode, 0, stronger.stdout + stronger.stderr)
        told = json.loads(stronger.stdout)
        self.assertEqual((told["format"], told["bot"], told["against"], told["outcome"]), ("tichu-test/1", "fox@1", "fox@2", "accepted"))
        weaker = ask("test", "fox@2", "fox@1")
        self.assertEqual(weaker.returncode, 1, weaker.stdout + weaker.stderr)
        self.assertRegex(weaker.stdout, r"^fox@2 against fox@1: rejected, weaker \(20 points per round against 0\)\n  estimate +-\d")
        self.assert_pool_is_played_as_at_home(ask, ada)
        match = ask("match", "fox@1", "lowest", "--boards", "3")
        self.assertEqual(match.returncode, 0, match.stdout + match.stderr)
        self.assertRegex(match.stdout, r"^fox@1 against lowest@1: 3 boards, 6 rounds, seed \d+\n")
        self.assertIn("lowest@1", match.stdout)
        self.assertNotIn(self.folder.name, match.stdout + stronger.stdout + weaker.stdout)
        counted = json.loads(ask("match", "fox@1", "fox@2", "--boards", "3", "--json").stdout)
        self.assertEqual((counted["format"], counted["boards"], counted["rounds"]), ("tichu-match/1", 3, 6))
        self.assertEqual(counted["won"] + counted["drawn"] + counted["lost"], 3)
        number = self.get("requests?most=1", ada)["requests"][0]["id"]
        boards = self.get(f"requests/{number}/boards", ada)["boards"]
        self.assertEqual([(board["id"], board["first"], board["second"]) for board in boards],
                         [(i, {"bot": "fox", "number": 1}, {"bot": "fox", "number": 2}) for i in (2, 1, 0)])
        shown = self.get(f"requests/{number}/boards/1", ada)
        self.assertEqual((shown["id"], shown["played"]), (1, boards[1]["played"]))
        self.assertEqual(shown["replay"]["tables"][0]["rounds"][0]["replay"]["bots"][0], "fox@1")
        self.assertEqual(ask("test", "fox@1", "owl").returncode, 2)
        self.assert_output_is_for_authors(ask, ada)
        self.assert_results_have_present_names(ada)
        # Its thousands of boards with sampler take hours, so it does not end before it is cancelled.
        with subprocess.Popen([arena_command.PROGRAM, "ask", "test", "fox@1", "greedy", "--pool", "sampler", "--points1", "0.001", "--boards", "5000", "--to", self.url],
                              env={**os.environ, "TICHU_TOKEN": ada}, stderr=subprocess.PIPE, text=True) as asking:
            begun = asking.stderr.readline().strip()
            self.assertRegex(begun, r"requests/\d+$")
            self.assertRegex(asking.stderr.readline(), r"^\d+ of at most 5000 boards played, 2 times each$")
            number = begun.rsplit("/", 1)[1]
            asking.send_signal(signal.SIGTERM)
            self.assertIn("cancelled", asking.stderr.read())
        self.assertEqual(asking.returncode, 130)
        self.assertEqual(self.get(f"requests/{number}", ada)["state"], "cancelled")
        self.assertEqual(self.get("requests?most=1", ada)["requests"], [self.get(f"requests/{number}", ada)])
        self.assert_cards_are_made(ada)
        self.assert_former_versions_retire(ada)
        with self.assertRaises(urllib.error.HTTPError) as refused:
            self.get(f"requests/{number}/result", ada)
        with refused.exception:
            self.assertEqual(json.load(refused.exception)["code"], "result_unfinished")

    def assert_cards_are_made(self, token):
        """A benchmark plays, and is cancelled with the command; its boards are nobody's to see, and its card may be for its author alone."""
        with subprocess.Popen([arena_command.PROGRAM, "ask", "benchmark", "fox@1", "--private", "--to", self.url],
                              env={**os.environ, "TICHU_TOKEN": token}, stderr=subprocess.PIPE, text=True) as asking:
            number = asking.stderr.readline().strip().rsplit("/", 1)[1]
            self.assertRegex(asking.stderr.readline(), r"^\d+ of at most \d+ boards played$")
            asking.send_signal(signal.SIGTERM)
            self.assertIn("cancelled", asking.stderr.read())
        self.assertEqual(asking.returncode, 130)
        request = self.get(f"requests/{number}", token)
        self.assertEqual((request["kind"], request["state"], request["open"], request["part"]), ("benchmark", "cancelled", False, 2))
        self.assertEqual(self.get("cards")["cards"], [])
        with self.assertRaises(urllib.error.HTTPError) as refused:
            self.get(f"requests/{number}/boards", token)
        with refused.exception:
            self.assertEqual(refused.exception.code, 404)

    def assert_output_is_for_authors(self, ask, token):
        """Of a match against another's bot, its author alone reads what a bot wrote; a moderator all."""
        bea = self.account("bea")
        self.ready_bot("elk", "lowest", says="elk is afraid")
        sent = self.submit("elk", bea)
        self.assertEqual(sent.returncode, 0, sent.stdout + sent.stderr + self.logged())
        self.assertEqual(ask("match", "fox@1", "elk", "--boards", "1").returncode, 0)
        address = f"requests/{self.get('requests?most=1', token)['requests'][0]['id']}/boards"
        own, other = ("fox@1", "fox plays as greedy\n"), ("elk@1", "elk is afraid\n")
        for reader, wrote in ((token, {own}), (self.admin, {own, other})):
            output = self.get(address + "/0", reader)["output"]
            self.assertEqual({(seat["version"], seat["output"]) for seat in output}, wrote)
        for path in (address, address + "/0"):
            with self.assertRaises(urllib.error.HTTPError) as refused:
                self.get(path, bea)
            with refused.exception:
                self.assertEqual(refused.exception.code, 404)

    def assert_former_versions_retire(self, token):
        """Of fox one version is paused and one plays: what becomes of them is said before and when it happens."""
        paused = self.run_arena("pause", "fox@1", "--to", self.url, env={**os.environ, "TICHU_TOKEN": token})
        self.assertEqual(paused.returncode, 0, paused.stdout + paused.stderr)
        self.ready_bot("fox", "lowest")
        tried = self.submit("fox", token, "--unranked")
        self.assertEqual(tried.returncode, 0, tried.stdout + tried.stderr + self.logged())
        self.assertIn("\nfox@3 is unranked: it plays the matches and tests that you ask for\n", tried.stdout)
        self.assertNotIn("retire", tried.stdout)
        sent = self.submit("fox", token)  # the same files
        self.assertEqual(sent.returncode, 0, sent.stdout + sent.stderr + self.logged())
        for former in ("fox@1", "fox@2"):
            self.assertIn(f"{former} stays until fox@4 plays, and retires then; --keep leaves it\n", sent.stdout)
            self.assertIn(f"\n{former} is retired: fox@4 has taken its place\n", sent.stdout)
        self.assertEqual(self.get("bots/fox/versions/4", token)["replaces"], ["fox@1", "fox@2"])
        self.assertEqual([version["state"] for version in self.get("bots/fox", token)["versions"]][1:], ["unranked", "retired", "retired"])

    def test_says_where_a_token_would_have_come_from(self):
        self.serve()
        self.ready_bot("fox")
        environment = {name: value for name, value in os.environ.items() if name not in ("TICHU_TOKEN", "XDG_CONFIG_HOME")}
        environment["HOME"] = self.folder.name
        file = self.path(".config", "tichu-arena", "tokens.toml")
        for command in (["submit", "fox"], ["ask", "match", "fox@1", "greedy"], ["ask", "test", "fox@1", "greedy"], ["logs", "fox@1"], ["withdraw", "fox@1"],
                        ["pause", "fox"], ["retire", "fox"], ["replay", "--board", "1", "--bot", "program:fox/bot"]):
            done = self.run_arena(*command, "--to", self.url, env=environment)
            self.assertEqual(done.returncode, 2, command)
            self.assertEqual(done.stderr, "tichu-arena: --token: is missing, and the ladder must know who asks: set TICHU_TOKEN=tch_..., or write the line "
                             f'"{self.url}" = "tch_..." into {file}; the page {self.url}#submit says how to get a token\n', command)
        os.makedirs(os.path.dirname(file))
        with open(os.open(file, os.O_WRONLY | os.O_CREAT, 0o600), "w", encoding="utf-8") as tokens:
            tokens.write(f'"{self.url}" = "{self.account("ada")}"\n')
        found = self.run_arena("withdraw", "fox@1", "--to", self.url, env=environment)
        self.assertIn("version_unknown", found.stderr)
        self.assertIn("of your account there; rather in TICHU_TOKEN", " ".join(self.run_arena("ask", "match", "--help").stdout.split()))

    def test_reads_its_settings_again_after_a_hangup(self):
        """Nobody is refused meanwhile; settings that are wrong change nothing."""
        self.write("ladder/ladder.toml", f'title = "Before"\n[play]\nthreads = 1\n{arena_command.PATIENT_LADDER}')
        self.serve()
        self.assertEqual(self.get("ladder")["title"], "Before")
        self.wait_for(lambda: self.get("status")["boards"] > 0)
        self.write("ladder/ladder.toml", 'title = "Wrong"\n[play]\nvalidator = "nobody"\n')
        self.server.send_signal(signal.SIGHUP)
        self.wait_for(lambda: "the settings in force stay" in self.logged())
        self.assertRegex(self.logged(), r"ladder\.toml.*play\.validator.*nobody")
        self.assertEqual(self.get("ladder")["title"], "Before")
        for title in ("After", "And again"):
            self.write("ladder/ladder.toml", f'title = "{title}"\n[play]\nthreads = 1\n{arena_command.PATIENT_LADDER}')
            boards = self.get("status")["boards"]
            answered = self.status_answers()
            self.assertGreater(answered, 0)
            self.server.send_signal(signal.SIGHUP)
            self.wait_for(lambda title=title: self.get("ladder")["title"] == title)
            self.assertGreaterEqual(self.status_answers(), answered)
            self.wait_for(lambda boards=boards: self.get("status")["boards"] > boards)
        self.stop()

    def test_tells_how_far_a_test_is_when_that_has_changed(self):
        """Of a ladder that plays each board four times, and says how often it has."""
        played = iter((1, 2, 5))

        class Ladder(http.server.BaseHTTPRequestHandler):
            def answer(self):
                count = next(played, None) if self.command == "GET" else 0
                told = json.dumps({"id": 5, "kind": "test", "state": "failed" if count is None else "running", "detail": "all is told", "boards": 20,
                                   "boards_played": count or 0, "plays_a_board": 4}).encode()
                self.rfile.read(int(self.headers.get("Content-Length", 0)))
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(told)))
                self.end_headers()
                self.wfile.write(told)

            do_GET = do_POST = answer

            def log_message(self, *_):
                pass

        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Ladder) as ladder:
            threading.Thread(target=ladder.serve_forever, daemon=True).start()
            done = self.run_arena("ask", "test", "fox@1", "fox@2", "--pool", "owl", "--pool", "hen", "--to", f"http://127.0.0.1:{ladder.server_port}/",
                                  env={**os.environ, "TICHU_TOKEN": "tch_any"})
            ladder.shutdown()
        self.assertEqual(done.stderr.splitlines()[1:], ["0 of at most 20 boards played, 4 times each", "1 of at most 20 boards played, 4 times each",
                                                        "tichu-arena: failed: all is told"])

    def assert_pool_is_played_as_at_home(self, ask, token):
        """The same texts, forms and exit codes as the command test has over a pool."""
        pool = ("--pool", "lowest", "--pool", "greedy@1")
        stronger = ask("test", "fox@1", "fox@2", *pool, "--boards", "200", "--json")
        self.assertEqual(stronger.returncode, 0, stronger.stdout + stronger.stderr)
        told = json.loads(stronger.stdout)
        self.assertEqual((told["format"], told["outcome"], told["max_boards"], told["scores"]), ("tichu-test/1", "accepted", 200, None))
        self.assertEqual([opponent["bot"] for opponent in told["pool"]], ["lowest@1", "greedy@1"])
        self.assertGreaterEqual(told["boards_played"], 4 * told["boards"])
        self.assertEqual(told["plays_a_board"], 4)
        number = re.search(r"^asked for: .*/requests/(\d+)$", stronger.stderr, re.MULTILINE).group(1)
        weaker = ask("test", "fox@2", "fox@1", *pool)
        self.assertEqual(weaker.returncode, 1, weaker.stdout + weaker.stderr)
        self.assertRegex(weaker.stdout, r"^fox@2 against fox@1 over a pool of 2: rejected, weaker \(20 points per round against 0\)\n  estimate +-\d")
        self.assertRegex(weaker.stdout, r"\n  vs lowest@1 ")
        boards, plays = map(int, re.search(r"\n  boards +(\d+) of at most 5000, 2 tables each, played 4 times each, by both bots against 2 opponents: (\d+) plays",
                                           weaker.stdout).groups())
        self.assertEqual(plays, 4 * boards)
        at_home = self.run_arena("test", "a=program:random", "b=program:greedy", "--pool", "lowest", "--pool", "greedy", "--points1", "20")
        self.assertEqual(at_home.returncode, 1, at_home.stderr)
        rows = [[line.split("  ")[1].split(" ")[0] for line in done.stdout.splitlines()[1:]] for done in (weaker, at_home)]
        self.assertEqual(rows[0], rows[1], "the same rows")
        undecided = ask("test", "fox@1", "fox@2", "--points0", "399", "--points1", "399.1", "--boards", "16", *pool)
        self.assertEqual(undecided.returncode, 4, undecided.stdout + undecided.stderr)
        self.assertIn("over a pool of 2: undecided", undecided.stdout)
        for form, begin in (("junit", '<?xml'), ("markdown", "#")):
            self.assertIn(begin, self.result_of(number, form, token))
            self.assertIn("over a pool of 2", self.result_of(number, form, token))
        for code, *arguments in (("same_version", "--pool", "fox@2"), ("same_version", "--pool", "lowest", "--pool", "lowest"),
                                 ("version_unknown", "--pool", "nobody"), ("pool_too_large", *(["--pool", "lowest"] * 9))):
            refused = ask("test", "fox@1", "fox@2", *arguments)
            self.assertEqual(refused.returncode, 2)
            self.assertIn(code, refused.stderr)

    def result_of(self, number, form, token):
        request = urllib.request.Request(f"{self.url}api/v1/requests/{number}/result?form={form}", headers={"Authorization": "Bearer " + token})
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:
            return answer.read().decode()

    def assert_results_have_present_names(self, token):
        """Of what was asked for and told already; the old name may be what was to go."""
        self.assertEqual(self.run_arena("ladder", "admin", "ladder", "rename", "fox", "vixen", "--reason", "a trial").returncode, 0)
        requests = self.get("requests", token)["requests"]
        self.assertGreaterEqual(len(requests), 4)
        for request in requests:
            self.assertIn("vixen@", json.dumps(request))
            self.assertNotIn("fox@", json.dumps(request))
            for form in ("text", "json", *(("junit", "markdown") if request["kind"] == "test" else ())):
                told = self.result_of(request["id"], form, token)
                self.assertIn("vixen@", told)
                self.assertNotIn("fox", told)
        events = [event for event in self.get("events?latest=1&bot=vixen", token)["events"] if event["kind"] in ("match.done", "test.done")]
        self.assertEqual(len(events), len(requests))
        for event in events:
            self.assertIn("vixen@", event["detail"])
            self.assertNotIn("fox", json.dumps(event))
        self.assertEqual(self.run_arena("ladder", "admin", "ladder", "rename", "vixen", "fox", "--reason", "a trial").returncode, 0)

    def status_answers(self):
        """How often the status was told, as the figures of the service say."""
        with urllib.request.urlopen(self.url + "metrics", timeout=SECONDS) as answer:
            figures = answer.read().decode()
        counts = re.search(r'^http_requests_total\{route="GET /api/v1/status",status="200"\} (\d+)$', figures, re.MULTILINE)
        return int(counts.group(1)) if counts else 0

    def test_TheDashboardAndTheAlertsAskForFiguresThatThereAre(self):
        self.serve()
        self.get("status")
        service = os.path.join(TESTS, "..", "arena", "service")
        monitoring = os.path.join(service, "monitoring")
        with open(os.path.join(service, "api", "api_metrics.cpp"), encoding="utf-8") as file:
            of_workers = set(re.findall(r'"(tichu_(?:worker\w*|broker_away))', file.read()))
        with urllib.request.urlopen(self.url + "metrics", timeout=SECONDS) as answer:
            figures = answer.read().decode()
        there = of_workers | set(re.findall(r"^(\w+)", figures, re.MULTILINE))
        asked = set()
        with open(os.path.join(monitoring, "dashboard.json"), encoding="utf-8") as file:
            for panel in json.load(file)["panels"]:
                asked.update(name for target in panel["targets"] for name in re.findall(r"\b(?:tichu|http)_\w+", target["expr"]))
        alerts = os.path.join(monitoring, "alerts.yml")
        with open(alerts, encoding="utf-8") as file:
            for expression in re.findall(r"expr: (.*)", file.read()):
                asked.update(re.findall(r"\b(?:tichu|http)_\w+", expression))
        self.assertGreater(len(asked), 20)
        counters = re.findall(r"^# TYPE (\w+) counter$", figures, re.MULTILINE)
        self.assertEqual([name for name in counters if not name.endswith("_total")], [], "as Prometheus names counters")
        self.assertEqual(asked - there, set())
        if shutil.which("promtool"):
            judged = subprocess.run(["promtool", "check", "rules", alerts], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                    check=False)
            self.assertEqual(judged.returncode, 0, judged.stdout)

    def status_of(self, path):
        try:
            self.get(path)
        except urllib.error.HTTPError as refused:
            with refused:
                return refused.code
        return 200

    def assert_told_command_runs(self, board, token):
        """The command that an author is told of a fault plays that seat again, as it stands."""
        seat = self.get(f"boards/{board['id']}/seats", token)["seats"][0]
        side = "first" if board["first"]["bot"] == "fox" else "second"
        with contextlib.closing(sqlite3.connect(self.path("ladder", "season-1", "tournament.sqlite"), timeout=SECONDS)) as database:
            database.execute(f"INSERT INTO fault SELECT number, ?, 0, ?, {side}_entrant, 'crash', ?, x'', 'grand_tichu', x'', x'', 0 FROM job "
                             "WHERE number = ?", (seat["table"], seat["seat"], "was made up", board["id"]))
            database.commit()
        told = self.get(f"boards/{board['id']}/faults", token)["faults"]
        self.assertEqual(len(told), 1)
        self.assertIn(f"--bot program:fox/bot.py --to {self.url}", told[0]["reproduce"])
        self.assertEqual(told[0]["text"], "was made up")
        seats = json.dumps(self.get(f"boards/{board['id']}/seats", token))
        self.assertEqual(seats.count("was made up"), 2, "of the fault, and in the table's record")
        path = os.path.dirname(arena_command.PROGRAM) + os.pathsep + os.environ["PATH"]
        done = subprocess.run(["sh", "-c", told[0]["reproduce"]], cwd=self.folder.name, capture_output=True, text=True, timeout=SECONDS,
                              check=False, env={**os.environ, "PATH": path, "TICHU_TOKEN": token})
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("no fault", done.stdout)
        self.assertIn("then:  crash: was made up\n", done.stdout)

    def test_refuses_a_broken_bot_with_its_log(self):
        self.serve()
        ada = self.account("ada")
        self.new_bot("hen", "cpp")
        with open(self.path("hen/bot.cpp"), "a", encoding="utf-8") as file:
            file.write("\nthis is no C++\n")
        sent = self.submit("hen", ada)
        self.assertEqual(sent.returncode, 1, sent.stdout + sent.stderr + self.logged())
        self.assertIn("build_failed", sent.stdout)
        self.assertIn("version 1 of hen: each upload takes the next number, also one that is refused", sent.stdout)
        self.assertIn("hen@1 is refused by the step built", sent.stderr)
        self.assertNotRegex(sent.stdout, r"(?m) +$")
        self.assertIn("bot.cpp", sent.stderr)
        logs = self.run_arena("logs", "hen@1", "--to", self.url, env={**os.environ, "TICHU_TOKEN": ada})
        self.assertIn("/tmp/bot/bot.cpp:", logs.stdout)
        others = self.run_arena("logs", "hen@1", "--to", self.url, env={**os.environ, "TICHU_TOKEN": self.account("bob")})
        self.assertEqual(others.returncode, 2)
        wrong = self.submit("hen", "tch_0_" + "0" * 64)
        self.assertEqual(wrong.returncode, 2)
        self.assertIn("token_bad", wrong.stderr)

    def test_tells_in_the_log_of_a_check_a_command_that_finds_the_same_at_home(self):
        self.serve()
        ada = self.account("ada")
        self.new_bot("owl")
        with open(self.path("owl/bot.py"), encoding="utf-8") as file:
            text = file.read()
        self.write("owl/bot.py", text.replace("return min(", "raise ValueError('no') or min("), 0o755)
        self.assertEqual(self.submit("owl", ada).returncode, 1, self.logged())
        log = self.run_arena("logs", "owl@1", "--to", self.url, env={**os.environ, "TICHU_TOKEN": ada}).stdout
        again = re.search(r"again: +(tichu-arena check 'owl=program:owl/bot.py' .*)", log)
        self.assertTrue(again, log)
        path = os.path.dirname(arena_command.PROGRAM) + os.pathsep + os.environ["PATH"]
        done = subprocess.run(["sh", "-c", again.group(1)], cwd=self.folder.name, capture_output=True, text=True, timeout=SECONDS, check=False,
                              env={**os.environ, "PATH": path})
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("ValueError: no", done.stdout)

    def account_by_documented_line(self, name):
        """Makes an account with an invitation as API.md says, and tells its token."""
        document = os.path.join(TESTS, "..", "arena", "service", "api", "API.md")
        with open(document, encoding="utf-8") as file:
            line = next(line.strip() for line in file if line.startswith("    curl ") and line.endswith("api/v1/accounts\n"))
        invitation = self.run_arena("ladder", "admin", "ladder", "invite").stdout.strip()
        self.assertRegex(invitation, "^inv_")
        for written, meant in (("curl", "curl -sS"), ('"ada"', f'"{name}"'), ("inv_…", invitation), ("https://ladder.example/", self.url)):
            self.assertIn(written, line)
            line = line.replace(written, meant)
        made = subprocess.run(["sh", "-c", line], capture_output=True, text=True, timeout=SECONDS, check=True)
        return json.loads(made.stdout)["token"]

    def test_takes_what_curl_sends(self):
        if shutil.which("curl") is None:
            self.skipTest("there is no curl")
        self.serve()
        ada = self.account_by_documented_line("ada")
        self.new_bot("fox")
        subprocess.run(["tar", "czf", "fox.tar.gz", "-C", "fox", "."], cwd=self.folder.name, check=True)
        command = ["curl", "-sS", "--upload-file", "fox.tar.gz", "-H", f"Authorization: Bearer {ada}", "-H", "Idempotency-Key: one",
                   f"{self.url}api/v1/bots/fox/versions"]
        first, again = (subprocess.run(command, cwd=self.folder.name, capture_output=True, text=True, timeout=SECONDS, check=True)
                        for _ in range(2))
        self.assertEqual(json.loads(first.stdout)["name"], "fox@1")
        self.assertEqual(json.loads(again.stdout)["name"], "fox@1")
        self.assertEqual(len(self.get("bots/fox", ada)["versions"]), 1)

    def test_answers_as_its_description_says(self):
        with contextlib.closing(sqlite3.connect(self.path("ladder/ladder.sqlite"))) as sql, sql:
            sql.execute("INSERT INTO day VALUES ('2026-01-01', ?, ?, 0)", ("0" * 16, "0" * 64))
        self.serve()
        tokens = {"author": self.account("ada"), "admin": self.admin}
        for name, scope in (("reader", "read"), ("player", "play")):
            request = urllib.request.Request(f"{self.url}api/v1/tokens", data=json.dumps({"scopes": [scope]}).encode(),
                                             headers={"Authorization": "Bearer " + tokens["author"], "Content-Type": "application/json"})
            with urllib.request.urlopen(request, timeout=SECONDS) as answer:
                tokens[name] = json.load(answer)["token"]
        self.ready_bot("fox")
        self.assertEqual(self.submit("fox", tokens["author"]).returncode, 0, self.logged())
        self.wait_for(lambda: self.get("boards?bot=fox")["boards"])
        board = self.get("boards?bot=fox")["boards"][0]
        other = next(side["bot"] for side in (board["first"], board["second"]) if side["bot"] != "fox")
        match = urllib.request.Request(f"{self.url}api/v1/matches", data=json.dumps({"first": "fox", "second": other, "boards": 1}).encode(),
                                       headers={"Authorization": "Bearer " + tokens["author"], "Content-Type": "application/json"})
        with urllib.request.urlopen(match, timeout=SECONDS) as answer:
            request_id = json.load(answer)["id"]
        names = {"bot": "fox", "number": 1, "board": board["id"], "first": "fox", "second": other,
                 "token": tokens["reader"].split("_")[1], "request": request_id, "card": request_id, "hook": 0, "account": "ada",
                 "language": "python", "document": "rules", "tag": "walk", "remote": "goose", "remote_board": "1-0", "day": "2026-01-01", "day_board": "0" * 16,
                 "request_board": 0}
        self.wait_for(lambda: self.has_dump())
        self.wait_for(lambda: self.get(f"requests/{request_id}", tokens["author"])["state"] == "done")
        faults, asked = openapi_walk.walk(self.port, tokens, names)
        self.assertEqual(faults, [], "\n".join(faults))
        self.assertGreater(asked, 300)

    def has_dump(self):
        try:
            with urllib.request.urlopen(f"{self.url}api/v1/dump", timeout=SECONDS) as answer:
                return answer.status == 200
        except urllib.error.HTTPError as refused:
            refused.close()
            return False

    def dump(self, name):
        os.mkdir(self.path(name))
        with urllib.request.urlopen(f"{self.url}api/v1/dump", timeout=SECONDS) as answer:
            with open(self.path(name, "tournament.sqlite"), "wb") as file:
                shutil.copyfileobj(answer, file)
        return os.path.join(name, "tournament.sqlite")

    def deals_of(self, dump):
        """The deals of a dump as the arena reads them: (job, deal's number, hands)."""
        done = self.run_arena("export", os.path.dirname(dump), "--jsonl")
        self.assertEqual(done.returncode, 0, done.stderr)
        return [(record["job"], record["deal_index"], record["deal"]) for record in map(json.loads, done.stdout.splitlines())]

    def assert_deals_follow(self, deals, seed):
        for job, index, deal in deals:
            computed = [hand.replace("+", "").split() for hand in deals_reference.deal(seed, index).split("|")]
            self.assertEqual(deal, computed, f"job {job}")

    def test_ends_a_season_and_lets_everybody_compute_its_deals_again(self):
        self.serve()
        self.wait_for(lambda: self.get("status")["boards"] >= 8 and self.has_dump())
        early = self.dump("early")
        told = self.run_arena("verify", early)
        self.assertEqual(told.returncode, 0, told.stdout + told.stderr)
        self.assertIn("its seed is not told yet", told.stdout)
        published = self.get("seasons")["seasons"][0]
        self.assertIsNone(published["seed"])
        done = self.run_arena("ladder", "admin", "ladder", "season", "end", "--reason", "a trial")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.wait_for(lambda: self.get("seasons")["seasons"][0]["seed"])
        self.assertIn(self.get("seasons")["seasons"][1]["commitment"], done.stdout)
        first, second = self.get("seasons")["seasons"]
        self.assertEqual(first["commitment"], published["commitment"])
        self.assertIsNone(second["seed"])
        self.wait_for(lambda: self.get("status")["boards"] > second["first_board"] + 4)
        late = self.dump("late")
        judged = self.run_arena("verify", late)
        self.assertEqual(judged.returncode, 0, judged.stdout + judged.stderr)
        self.assertIn("season 1: jobs 0 to before", judged.stdout)
        self.assertIn("its seed has the hash that was published", judged.stdout)
        shutil.copy(self.path(late), self.path("the dump of a friend"))
        self.assertEqual(self.run_arena("verify", "the dump of a friend").stdout,
                         judged.stdout.replace(late, "the dump of a friend"))
        # Without the arena: the seed, DEALS.md in Python, and the cards as the dump of that time had them.
        seed = int(first["seed"], 16)
        self.assertEqual(hashlib.sha256((first["seed"] + first["salt"]).encode()).hexdigest(), published["commitment"])
        early_deals = self.deals_of(early)
        self.assertGreaterEqual(len(early_deals), 8)
        self.assert_deals_follow(early_deals, seed)
        ended = [deal for deal in self.deals_of(late) if deal[0] < second["first_board"]]
        self.assertEqual({deal[0] for deal in ended}, set(range(second["first_board"])))
        self.assert_deals_follow(ended, seed)
        with_seed = self.run_arena("verify", early, "--season", f"1={first['seed']}:{first['salt']}")
        self.assertEqual(with_seed.returncode, 0, with_seed.stdout)
        wrong = self.run_arena("verify", early, "--season", f"1={(seed ^ 1):016x}:{first['salt']}")
        self.assertEqual(wrong.returncode, 1, wrong.stdout)
        self.assertIn("not those of deal", wrong.stdout)
        self.assertIn("do not have the hash", wrong.stdout)
        self.assert_tampered_dumps_are_named(late)
        audit = self.run_arena("ladder", "admin", "ladder", "audit")
        self.assertIn("operator: end season 1 - a trial", audit.stdout)

    def assert_tampered_dumps_are_named(self, dump):
        cases = {
            "do not have the hash": "UPDATE season SET salt = replace(salt, substr(salt, 1, 1), 'x') WHERE number = 1",
            "but by its rounds it is": "UPDATE job SET margin = margin + 1 WHERE number = 2",
            r"season 1 has ended with \d+ boards, but 1 of them cannot be found":
                "DELETE FROM rounds WHERE job = 3; DELETE FROM fault WHERE job = 3; UPDATE usage SET job = 4 WHERE job = 3; DELETE FROM job WHERE number = 3",
            "is none that the ladder would have given out|is not what follows":
                "UPDATE meeting SET first_entrant = second_entrant, second_entrant = first_entrant WHERE number = 0",
            "RULES|its cards are": "UPDATE rounds SET packed = (SELECT packed FROM rounds WHERE job = 5) WHERE job = 2",
            "rounds are missing": "DELETE FROM rounds WHERE job = 1",
            # A seed that was exchanged together with its hash.
            "RULES 3.4": f"UPDATE season SET seed = '5', salt = 'ab', commitment = '{hashlib.sha256(b'0000000000000005ab').hexdigest()}' WHERE number = 1",
        }
        for number, (sentence, change) in enumerate(cases.items()):
            with self.subTest(sentence):
                os.mkdir(self.path(f"tampered-{number}"))
                file = self.path(f"tampered-{number}", "tournament.sqlite")
                shutil.copyfile(self.path(dump), file)
                with contextlib.closing(sqlite3.connect(file)) as database:
                    database.executescript(change)
                judged = self.run_arena("verify", file)
                self.assertEqual(judged.returncode, 1, judged.stdout + judged.stderr)
                self.assertRegex(judged.stdout, sentence)
        with open(self.path(dump), "rb") as file:
            whole = file.read()
        os.mkdir(self.path("cut"))
        with open(self.path("cut", "tournament.sqlite"), "wb") as file:
            file.write(whole[:len(whole) // 2])
        cut = self.run_arena("verify", "cut/tournament.sqlite")
        self.assertIn(cut.returncode, (1, 2), cut.stdout + cut.stderr)
        self.assertRegex(cut.stdout + cut.stderr, "malformed|disk image|damaged")

    def struck_pairs(self):
        return [sorted((pair["first"], pair["second"])) for pair in self.get("ladder")["struck"]]

    def assert_struck_pair_outlives_its_names(self, author):
        self.assertEqual(self.run_arena("ladder", "admin", "ladder", "strike", "vixen@1", "greedy@1", "--reason", "a trial").returncode, 0)
        self.wait_for(lambda: self.get("ladder")["struck"])
        before = self.get("ladder")["struck"][0]
        gone = self.run_arena("withdraw", "vixen@1", "--to", self.url, env={**os.environ, "TICHU_TOKEN": author})
        self.assertEqual(gone.returncode, 0, gone.stderr)
        self.wait_for(lambda: any(None in (pair["first"], pair["second"]) for pair in self.get("ladder")["struck"]))
        after = self.get("ladder")["struck"][0]
        for entrant in ("first_entrant", "second_entrant"):
            self.assertEqual(after[entrant], before[entrant])
        self.assertEqual({after["first"], after["second"]}, {"greedy@1", None})
        done = self.run_arena("ladder", "admin", "ladder", "restore", "greedy@1", "vixen@1", "--reason", "a trial")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.wait_for(lambda: not self.get("ladder")["struck"])

    def test_leaves_a_struck_pair_out_over_backup_restore_and_verify(self):
        self.serve()
        self.wait_for(lambda: self.get("status")["boards"] >= 8 and self.has_dump())
        played = self.get("boards")["boards"][0]
        pair = sorted(f"{played[side]['bot']}@{played[side]['number']}" for side in ("first", "second"))
        done = self.run_arena("ladder", "admin", "ladder", "strike", *pair, "--reason", "a trial")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("left out of the ratings", done.stdout)
        self.wait_for(lambda: self.struck_pairs() == [pair])
        left_out = self.get("ladder")["struck"][0]
        self.assertGreater(left_out["boards"], 0)
        boards = self.get("status")["boards"]
        self.wait_for(lambda: self.get("status")["boards"] >= boards + 8)
        # Every meeting, those after the strike too, follows from all stored boards.
        public = self.run_arena("verify", self.dump("public"))
        self.assertEqual(public.returncode, 0, public.stdout + public.stderr)
        self.assertEqual(self.run_arena("ladder", "backup", "ladder", "copy").returncode, 0)
        self.stop()
        self.assert_verified("ladder")
        self.serve()
        self.wait_for(lambda: self.struck_pairs() == [pair])
        self.stop()
        restored = self.run_arena("ladder", "restore", "copy", "ladder-2")
        self.assertEqual(restored.returncode, 0, restored.stderr)
        self.assert_verified("ladder-2")
        self.serve(folder="ladder-2")
        self.wait_for(lambda: self.struck_pairs() == [pair])
        self.assertGreaterEqual(self.get("ladder")["struck"][0]["boards"], left_out["boards"])

    def assert_verified(self, ladder):
        done = self.run_arena("verify", os.path.join(ladder, "season-1"))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("all ok", done.stdout)

    def test_is_moderated_by_commands_while_it_is_served(self):
        self.serve()
        ada = self.account("ada")
        self.ready_bot("fox")
        self.assertEqual(self.submit("fox", ada).returncode, 0, self.logged())
        twice = self.submit("fox", ada)
        self.assertEqual(twice.returncode, 1, twice.stderr)
        self.assertIn("duplicate_of: these very files are fox@1 already, whatever description", twice.stdout + twice.stderr)
        self.assertRegex(twice.stdout, r"fox@1 stays until fox@2 plays(?![\s\S]*is retired)")
        self.assertNotIn("log", twice.stderr, "the log says no more")
        for command, state in ((("quarantine", "fox@1"), "quarantined"), (("release", "fox@1"), "provisional")):
            done = self.run_arena("ladder", "admin", "ladder", *command, "--reason", "a trial")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(state, done.stdout)
            queue = self.run_arena("ladder", "admin", "ladder", "queue")
            self.assertEqual(queue.returncode, 0, queue.stderr)
            self.assertEqual("fox@1" in queue.stdout.split("Quarantined")[1], state == "quarantined", queue.stdout)
        for command, state in ((("pause", "fox"), "paused"), (("pause", "fox@1", "--end"), "(provisional|rated)")):
            done = self.run_arena(*command, "--to", self.url, env={**os.environ, "TICHU_TOKEN": ada})
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(done.stdout, f"^fox@1 is {state} now\n$")
        for command in ("pause", "retire"):
            self.assert_refused("needs a bot's NAME, or --to", command, "fox")
            # A stored ladder's bot, or one of a service: not both.
            self.assert_refused(f'--to: is for a ladder\'s service, but "results/mine fox" is a stored ladder\'s folder and '
                                f"its bot: leave --to out, or, if fox is a bot of the service, say: tichu-arena {command} "
                                "fox --to URL", command, "results/mine", "fox", "--to", self.url)
            self.assert_refused("--token: is for a ladder's service", command, "results/mine", "fox", "--token", ada)
            for name in ("mine", None):
                done = self.run_arena(command, "nobody", *([name] if name else []),
                                      env={**os.environ, "TICHU_LADDER": self.url, "TICHU_TOKEN": ada})
                self.assertEqual(done.returncode, 2)
                self.assertIn("nobody" if name else "there is no such bot", done.stderr)
                self.assertNotIn("service", done.stderr)
            self.assert_refused("there is no such bot", command, "nobody", "--to", self.url, "--token", ada)
        renamed = self.run_arena("ladder", "admin", "ladder", "rename", "fox", "vixen", "--reason", "a trial")
        self.assertEqual(renamed.returncode, 0, renamed.stderr)
        self.assertEqual(self.run_arena("ladder", "admin", "ladder", "residuals").returncode, 0)
        for command, struck in (("strike", [["vixen@1", "greedy@1"]]), ("restore", [])):
            done = self.run_arena("ladder", "admin", "ladder", command, "greedy@1", "vixen@1", "--reason", "a trial")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.wait_for(lambda: sorted(self.struck_pairs()) == sorted(map(sorted, struck)))
        self.assert_struck_pair_outlives_its_names(ada)
        self.assertEqual(self.run_arena("ladder", "admin", "ladder", "pause", "--reason", "a trial").returncode, 0)
        self.wait_for(lambda: not self.get("status")["playing"])
        self.assertEqual(self.run_arena("ladder", "admin", "ladder", "resume", "--reason", "a trial").returncode, 0)
        self.wait_for(lambda: self.get("status")["playing"])
        self.assertEqual(self.run_arena("ladder", "admin", "ladder", "ban", "ada", "--reason", "a trial").returncode, 0)
        refused = self.run_arena("withdraw", "vixen@1", "--to", self.url, env={**os.environ, "TICHU_TOKEN": ada})
        self.assertEqual(refused.returncode, 2)
        self.assertIn("account_banned", refused.stderr)
        unbanned = self.run_arena("ladder", "admin", "ladder", "unban", "ada", "--reason", "a trial")
        self.assertIn("tichu-arena ladder admin ladder token ada --reason", unbanned.stdout)
        audit = self.run_arena("ladder", "admin", "ladder", "audit").stdout
        for act in ("add account ada", "quarantine fox@1", "release fox@1", "rename fox", "strike pair", "restore pair", "pause ladder", "resume ladder", "ban ada"):
            self.assertIn(act, audit)
        self.assertIn("keeper", self.run_arena("ladder", "admin", "ladder", "accounts").stdout)
        missing = self.run_arena("ladder", "admin", "ladder", "ban", "nobody", "--reason", "x")
        self.assertEqual(missing.returncode, 2)
        self.assertIn("account_unknown", missing.stderr)

    def test_is_the_same_after_backup_and_restore(self):
        self.serve()
        self.wait_for(lambda: self.get("status")["boards"] >= 4)
        self.assertEqual(self.run_arena("ladder", "backup", "ladder", "copy").returncode, 0)
        self.stop()
        self.assertEqual(self.run_arena("ladder", "migrate", "ladder", "--dry-run").stdout, "ladder is up to date\n")
        restored = self.run_arena("ladder", "restore", "copy", "ladder-2")
        self.assertEqual(restored.returncode, 0, restored.stderr)
        self.assertIn("season 2: is announced", self.run_arena("ladder", "admin", "ladder-2", "season", "list").stdout)
        with contextlib.closing(sqlite3.connect(self.path("copy", "season-1", "tournament.sqlite"))) as database:
            database.execute("UPDATE job SET margin = margin + 1 WHERE number = 1")
            database.commit()
        refused = self.run_arena("ladder", "restore", "copy", "ladder-3")
        self.assertEqual(refused.returncode, 2)
        self.assertIn("but by its rounds it is", refused.stderr)
        self.assertFalse(os.path.exists(self.path("ladder-3")))

    def test_goes_on_after_it_was_stopped(self):
        self.serve()
        self.wait_for(lambda: self.get("status")["boards"] > 0)
        boards = self.get("status")["boards"]
        self.stop()
        self.serve()
        self.assertGreaterEqual(self.get("status")["boards"], boards)
        busy = self.run_arena("ladder", "serve", "ladder", "--port", "0")
        self.assertEqual(busy.returncode, 2, busy.stderr)

    def test_tells_wrong_commands_what_would_be_right(self):
        self.assert_refused("is no folder", "submit", "nowhere", "--to", "http://127.0.0.1:1/", "--token", "tch_x")
        self.assert_refused("https", "submit", "nowhere", "--to", "http://ladder.example/", "--token", "tch_x")
        self.assert_refused("is missing", "submit", "ladder", "--to", "http://127.0.0.1:1/", "--token", "tch_x")
        os.mkdir(self.path("wrong"))
        self.write("wrong/bot.toml", 'name = "fox"\nlanguage = "javascript"\nentry = "fox.js"\n')
        self.assert_refused("bot.toml:2: language", "submit", "wrong", "--to", "http://127.0.0.1:1/", "--token", "tch_x")
        self.assert_refused("fox@3", "withdraw", "fox", "--to", "http://127.0.0.1:1/", "--token", "tch_x")
        unreachable = self.run_arena("status", "--to", "http://127.0.0.1:1/")
        self.assertEqual(unreachable.returncode, 3)
        self.assertIn("127.0.0.1:1", unreachable.stderr)


if __name__ == "__main__":
    arena_command.main()
