"""A ladder service as its operator and its authors use it: commands, curl and the API of the real program.

    python3 ladder_service_test.py PROGRAM BOTS WALK_FOLDER
"""
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import unittest
import urllib.error
import urllib.request

sys.path.insert(0, sys.argv.pop())
import arena_command  # noqa: E402
import openapi_walk  # noqa: E402

SECONDS = 600


class LadderServiceTest(arena_command.CommandTest):
    def setUp(self):
        super().setUp()
        done = self.run_arena("ladder", "init", "ladder")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.admin = done.stdout.strip().splitlines()[-1]
        self.assertRegex(self.admin, r"^tch_\w+_[0-9a-f]{64}$")
        self.log = open(self.path("serve.log"), "w+", encoding="utf-8")  # noqa: SIM115
        self.addCleanup(self.log.close)
        self.server = None
        self.addCleanup(self.stop)

    def serve(self, *flags):
        self.server = subprocess.Popen([arena_command.PROGRAM, "ladder", "serve", "ladder", "--port", "0", "-j", "1", *flags], cwd=self.folder.name,
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
        with urllib.request.urlopen(request, timeout=60) as answer:
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

    def test_takes_a_new_bot_to_the_ladder(self):
        self.serve()
        ada = self.account("ada")
        self.new_bot("fox")
        sent = self.submit("fox", ada, "--note", "the first")
        self.assertEqual(sent.returncode, 0, sent.stdout + sent.stderr + self.logged())
        for step in ("packed", "received", "unpacked", "screened", "built", "checked", "validated", "fox@1 is provisional"):
            self.assertIn(step, sent.stdout)
        self.wait_for(lambda: any(row["bot"] == "fox" and row["boards"] > 0 for row in self.get("ladder")["standings"]))
        boards = self.get("boards?bot=fox")["boards"]
        self.assertTrue(boards)
        self.assertIn(self.get(f"boards/{boards[0]['id']}")["replay"]["job"], [boards[0]["id"]])
        status = self.run_arena("status", "fox", "--to", self.url)
        self.assertEqual(status.returncode, 0, status.stderr)
        self.assertRegex(status.stdout, "fox@1 is (provisional|rated)")
        checked = self.run_arena("check", "fox=program:fox/bot.py", "--ladder", self.url, "--rounds", "5")
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
        gone = self.run_arena("withdraw", "fox@1", "--to", self.url, env={**os.environ, "TICHU_TOKEN": ada})
        self.assertEqual(gone.returncode, 0, gone.stderr)
        with self.assertRaises(urllib.error.HTTPError) as refused:
            self.get("bots/fox")
        self.assertEqual(refused.exception.code, 404)
        refused.exception.close()

    def test_refuses_a_broken_bot_with_its_log(self):
        self.serve()
        ada = self.account("ada")
        self.new_bot("hen", "cpp")
        with open(self.path("hen/bot.cpp"), "a", encoding="utf-8") as file:
            file.write("\nthis is no C++\n")
        sent = self.submit("hen", ada)
        self.assertEqual(sent.returncode, 1, sent.stdout + sent.stderr + self.logged())
        self.assertIn("build_failed", sent.stderr)
        self.assertIn("bot.cpp", sent.stderr)
        logs = self.run_arena("logs", "hen@1", "--to", self.url, env={**os.environ, "TICHU_TOKEN": ada})
        self.assertIn("bot.cpp", logs.stdout)
        others = self.run_arena("logs", "hen@1", "--to", self.url, env={**os.environ, "TICHU_TOKEN": self.account("bob")})
        self.assertEqual(others.returncode, 2)
        wrong = self.submit("hen", "tch_0_" + "0" * 64)
        self.assertEqual(wrong.returncode, 2)
        self.assertIn("token_bad", wrong.stderr)

    def test_takes_what_curl_sends(self):
        if shutil.which("curl") is None:
            self.skipTest("there is no curl")
        self.serve()
        ada = self.account("ada")
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
        self.serve()
        tokens = {"author": self.account("ada"), "admin": self.admin}
        for name, scope in (("reader", "read"), ("player", "play")):
            request = urllib.request.Request(f"{self.url}api/v1/tokens", data=json.dumps({"scopes": [scope]}).encode(),
                                             headers={"Authorization": "Bearer " + tokens["author"], "Content-Type": "application/json"})
            with urllib.request.urlopen(request, timeout=60) as answer:
                tokens[name] = json.load(answer)["token"]
        self.new_bot("fox")
        self.assertEqual(self.submit("fox", tokens["author"]).returncode, 0, self.logged())
        self.wait_for(lambda: self.get("boards?bot=fox")["boards"])
        board = self.get("boards?bot=fox")["boards"][0]
        other = next(side["bot"] for side in (board["first"], board["second"]) if side["bot"] != "fox")
        match = urllib.request.Request(f"{self.url}api/v1/matches", data=json.dumps({"first": "fox", "second": other, "boards": 1}).encode(),
                                       headers={"Authorization": "Bearer " + tokens["author"], "Content-Type": "application/json"})
        with urllib.request.urlopen(match, timeout=60) as answer:
            request_id = json.load(answer)["id"]
        names = {"bot": "fox", "number": 1, "board": board["id"], "first": "fox", "second": other,
                 "token": tokens["reader"].split("_")[1], "request": request_id, "hook": 0, "account": "ada"}
        self.wait_for(lambda: self.has_dump())
        faults, asked = openapi_walk.walk(self.port, tokens, names)
        self.assertEqual(faults, [], "\n".join(faults))
        self.assertGreater(asked, 300)

    def has_dump(self):
        try:
            with urllib.request.urlopen(f"{self.url}api/v1/dump", timeout=60) as answer:
                return answer.status == 200
        except urllib.error.HTTPError as refused:
            refused.close()
            return False

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
        self.assert_refused("fox@3", "withdraw", "fox", "--to", "http://127.0.0.1:1/", "--token", "tch_x")
        unreachable = self.run_arena("status", "--to", "http://127.0.0.1:1/")
        self.assertEqual(unreachable.returncode, 3)
        self.assertIn("127.0.0.1:1", unreachable.stderr)


if __name__ == "__main__":
    arena_command.main()
