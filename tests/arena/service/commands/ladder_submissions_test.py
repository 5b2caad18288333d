"""A ladder takes what authors submit: by the command, by curl, broken, opened to all.

    python3 ladder_submissions_test.py PROGRAM
"""
import contextlib
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys

TESTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
sys.path[:0] = [TESTS, os.path.join(TESTS, "arena", "commands")]
import cases  # noqa: E402, F401  pylint: disable=unused-import
import arena_command  # noqa: E402
from guest_seat import GuestSeat  # noqa: E402
from served_ladder import LadderCase, SECONDS  # noqa: E402


class LadderSubmissionsTest(LadderCase):
    @contextlib.contextmanager
    def blind(self, bot):
        """A bot in Python that fails, while this lasts, wherever it sees the ladder's folder, as nothing in a box does."""
        text = self.read(bot)
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
        self.write("ladder/ladder.toml", f"[people]\nleast_pace_ms = 0\n[play]\n{self.FIELD}" + arena_command.PATIENT_LADDER)
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
        # What follows needs no more boards.
        self.rest()
        boards = self.get("boards?bot=fox")["boards"]
        self.assertTrue(boards)
        self.assertIn(self.get(f"boards/{boards[0]['id']}")["replay"]["job"], [boards[0]["id"]])
        status = self.run_arena("status", "fox", "--to", self.url, code=0)
        self.assertRegex(status.stdout, r"fox@1 is (provisional|rated).*; place \d+, .* points per round against the field, \d+ boards")
        told = json.loads(self.run_arena("status", "fox", "--to", self.url, "--json").stdout)
        self.assertEqual([version["number"] for version in told["versions"]], [1])
        self.assertEqual(told["versions"][0]["standing"]["bot"], "fox")
        self.assertIn("validated", self.run_arena("status", "fox@1", "--to", self.url).stdout)
        self.run_arena("check", "x=program:greedy", "--ladder", self.url, "--rounds", "5", code=0)
        again = self.run_arena("replay", "--board", str(boards[0]["id"]), "--to", self.url, "--bot", "program:fox/bot.py",
                               env={**os.environ, "TICHU_TOKEN": ada}, code=0)
        self.assertIn("no fault", again.stdout)
        self.assertGreater(again.stdout.count("round 1"), 1, "it is asked for a Grand Tichu and for a push at least")
        self.assert_told_command_runs(boards[0], ada)
        self.run_arena("withdraw", "fox@1", "--to", self.url, env={**os.environ, "TICHU_TOKEN": ada}, code=0)
        for act in (r"PUT /api/v1/bots/fox/versions\?\S*note=the%20first by ada: 100", "POST /api/v1/bots/fox/versions/1/withdraw by ada: 200"):
            self.assertRegex(self.logged(), r"(?m)^\d{4}-\d\d-\d\d\S* " + act + "$")
        # An answer may be a second old.
        self.wait_for(lambda: self.status_of("bots/fox") == 404)

    def stored(self, sha256):
        return os.path.exists(self.path("ladder", "store", sha256[:2], sha256))

    def test_opens_files_that_a_mirror_plays_at_home(self):
        self.rest()
        self.serve()
        ada = self.account("ada")
        for name, licence, more in (("fox", "MIT", ""), ("hen", "", ""), ("owl", "MIT", "-----BEGIN PRIVATE KEY")):
            self.ready_bot(name)
            self.write(f"{name}/bot.toml", f'name = "{name}"\nlanguage = "program"\nentry = "bot"\nlicence = "{licence}"\n')
            self.write(f"{name}/NOTES", f"{name}\n{more}\n")
            sent = self.submit(name, ada)
            self.assertEqual(sent.returncode, 0, sent.stdout + sent.stderr + self.logged())
        self.assertEqual(self.status_of("bots/fox/versions/1/files"), 404)
        status, unlicensed = self.call("POST", "bots/hen/versions/1/open", ada)
        self.assertEqual((status, unlicensed["code"]), (409, "licence_missing"))
        self.assertEqual(self.act("bots/owl/versions/1/open", ada), (409, "secret_found"))
        self.assertEqual(self.act("bots/fox/versions/1/open", ada), (200, None))
        opened = self.get("bots/fox/versions/1", ada)["opened"]
        self.assertTrue(self.stored(opened))
        self.wait_for(lambda: self.get("bots/fox")["versions"][0]["opened"])

        mirrored = self.run_arena("mirror", self.url, "--into", "field", code=0)
        self.assertIn("fox@1 (MIT)\n", mirrored.stdout)
        self.assertIn("hen@1: its files are not opened\n", mirrored.stdout)
        self.assertEqual(os.listdir(self.path("field", "bots")), ["fox@1"])
        with open(self.path("field", "bots", "fox@1", "bot"), "rb") as got, open(self.path("fox", "bot"), "rb") as sent:
            self.assertEqual(got.read(), sent.read())
        self.assertIn("decision_ms = 600000\n", self.read("field", "gauntlet.toml"), "as PATIENT_LADDER has it")
        played = self.run_arena("test", "new=steady", "old=greedy", "--pool", "field/gauntlet.toml", "--points1", "100", "--max-boards", "16", "--json")
        told = json.loads(played.stdout)
        self.assertEqual(told["boards"], 16, played.stderr)
        self.assertIn("fox@1", [row["bot"] for row in told["pool"]])
        self.assertIn("steady", [row["bot"] for row in told["pool"]])
        self.run_arena("tournament", "field/gauntlet.toml", "--bot", "mine=greedy", "--candidate", "mine", "--deals", "1", "--strict", code=0)
        self.run_arena("check", "fox@1", "--tournament", "field/gauntlet.toml", "--rounds", "5", code=0)
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
        self.rest()
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
        self.run_arena("logs", "hen@1", "--to", self.url, env={**os.environ, "TICHU_TOKEN": self.account("bob")}, code=2)
        wrong = self.submit("hen", "tch_0_" + "0" * 64)
        self.assertEqual(wrong.returncode, 2)
        self.assertIn("token_bad", wrong.stderr)

    def test_tells_in_the_log_of_a_check_a_command_that_finds_the_same_at_home(self):
        self.rest()
        self.serve()
        ada = self.account("ada")
        self.new_bot("owl")
        text = self.read("owl/bot.py")
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
        self.rest()
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


if __name__ == "__main__":
    arena_command.main()
