"""A ladder service as its operator has it: settings, moderation, monitoring, restarts; and its API as described.

    python3 ladder_service_test.py PROGRAM WALK_FOLDER
"""
import contextlib
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import urllib.request

TESTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
sys.path[:0] = [TESTS, os.path.join(TESTS, "arena", "commands")]
import cases  # noqa: E402, F401  pylint: disable=unused-import

sys.path.insert(0, sys.argv.pop())
import arena_command  # noqa: E402
import openapi_walk  # noqa: E402
from served_ladder import LadderCase, SECONDS  # noqa: E402


class LadderServiceTest(LadderCase):
    def test_says_where_a_token_would_have_come_from(self):
        self.rest()
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
        with open(file, "a", encoding="utf-8") as tokens:
            tokens.write("no line of TOML\n")
        self.assertIn(f"{file}: line 2: ", self.run_arena("withdraw", "fox@1", "--to", self.url, env=environment, code=2).stderr)
        self.assertIn("of your account there; rather in TICHU_TOKEN", " ".join(self.run_arena("ask", "match", "--help").stdout.split()))

    def test_reads_its_settings_again_after_a_hangup(self):
        """Nobody is refused meanwhile; settings that are wrong change nothing."""
        self.write("ladder/ladder.toml", f'title = "Before"\n[play]\nthreads = 1\n{self.FIELD}{arena_command.PATIENT_LADDER}')
        self.serve()
        self.assertEqual(self.get("ladder")["title"], "Before")
        self.wait_for(lambda: self.get("status")["boards"] > 0)
        self.write("ladder/ladder.toml", 'title = "Wrong"\n[play]\nvalidator = "nobody"\n')
        self.server.send_signal(signal.SIGHUP)
        self.wait_for(lambda: "the settings in force stay" in self.logged())
        self.assertRegex(self.logged(), r"ladder\.toml.*play\.validator.*nobody")
        self.assertEqual(self.get("ladder")["title"], "Before")
        for title in ("After", "And again"):
            self.write("ladder/ladder.toml", f'title = "{title}"\n[play]\nthreads = 1\n{self.FIELD}{arena_command.PATIENT_LADDER}')
            boards = self.get("status")["boards"]
            answered = self.status_answers()
            self.assertGreater(answered, 0)
            self.server.send_signal(signal.SIGHUP)
            self.wait_for(lambda title=title: self.get("ladder")["title"] == title)
            self.assertGreaterEqual(self.status_answers(), answered)
            self.wait_for(lambda boards=boards: self.get("status")["boards"] > boards)
        self.stop()

    def status_answers(self):
        """How often the status was told, as the figures of the service say."""
        with urllib.request.urlopen(self.url + "metrics", timeout=SECONDS) as answer:
            figures = answer.read().decode()
        counts = re.search(r'^http_requests_total\{route="GET /api/v1/status",status="200"\} (\d+)$', figures, re.MULTILINE)
        return int(counts.group(1)) if counts else 0

    def test_TheDashboardAndTheAlertsAskForFiguresThatThereAre(self):
        self.rest()
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

    def assert_struck_pair_outlives_its_names(self, author):
        self.assertEqual(self.run_arena("ladder", "admin", "ladder", "strike", "vixen@1", "greedy@1", "--reason", "a trial").returncode, 0)
        self.wait_for(lambda: self.get("ladder")["struck"])
        before = self.get("ladder")["struck"][0]
        self.run_arena("withdraw", "vixen@1", "--to", self.url, env={**os.environ, "TICHU_TOKEN": author}, code=0)
        self.wait_for(lambda: any(None in (pair["first"], pair["second"]) for pair in self.get("ladder")["struck"]))
        after = self.get("ladder")["struck"][0]
        for entrant in ("first_entrant", "second_entrant"):
            self.assertEqual(after[entrant], before[entrant])
        self.assertEqual({after["first"], after["second"]}, {"greedy@1", None})
        self.run_arena("ladder", "admin", "ladder", "restore", "greedy@1", "vixen@1", "--reason", "a trial", code=0)
        self.wait_for(lambda: not self.get("ladder")["struck"])

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
            done = self.run_arena("ladder", "admin", "ladder", *command, "--reason", "a trial", code=0)
            self.assertIn(state, done.stdout)
            queue = self.run_arena("ladder", "admin", "ladder", "queue", code=0)
            self.assertEqual("fox@1" in queue.stdout.split("Quarantined")[1], state == "quarantined", queue.stdout)
        for command, state in ((("pause", "fox"), "paused"), (("pause", "fox@1", "--end"), "(provisional|rated)")):
            done = self.run_arena(*command, "--to", self.url, env={**os.environ, "TICHU_TOKEN": ada}, code=0)
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
                                      env={**os.environ, "TICHU_LADDER": self.url, "TICHU_TOKEN": ada}, code=2)
                self.assertIn("nobody" if name else "there is no such bot", done.stderr)
                self.assertNotIn("service", done.stderr)
            self.assert_refused("there is no such bot", command, "nobody", "--to", self.url, "--token", ada)
        self.run_arena("ladder", "admin", "ladder", "rename", "fox", "vixen", "--reason", "a trial", code=0)
        self.assertEqual(self.run_arena("ladder", "admin", "ladder", "residuals").returncode, 0)
        for command, struck in (("strike", [["vixen@1", "greedy@1"]]), ("restore", [])):
            self.run_arena("ladder", "admin", "ladder", command, "greedy@1", "vixen@1", "--reason", "a trial", code=0)
            self.wait_for(lambda: sorted(self.struck_pairs()) == sorted(map(sorted, struck)))
        self.assert_struck_pair_outlives_its_names(ada)
        self.rest()
        self.wait_for(lambda: not self.get("status")["playing"])
        self.act_as_operator("resume")
        self.wait_for(lambda: self.get("status")["playing"])
        self.assertEqual(self.run_arena("ladder", "admin", "ladder", "ban", "ada", "--reason", "a trial").returncode, 0)
        refused = self.run_arena("withdraw", "vixen@1", "--to", self.url, env={**os.environ, "TICHU_TOKEN": ada}, code=2)
        self.assertIn("account_banned", refused.stderr)
        unbanned = self.run_arena("ladder", "admin", "ladder", "unban", "ada", "--reason", "a trial")
        self.assertIn("tichu-arena ladder admin ladder token ada --reason", unbanned.stdout)
        audit = self.run_arena("ladder", "admin", "ladder", "audit").stdout
        for act in ("add account ada", "quarantine fox@1", "release fox@1", "rename fox", "strike pair", "restore pair", "pause ladder", "resume ladder", "ban ada"):
            self.assertIn(act, audit)
        self.assertIn("keeper", self.run_arena("ladder", "admin", "ladder", "accounts").stdout)
        missing = self.run_arena("ladder", "admin", "ladder", "ban", "nobody", "--reason", "x", code=2)
        self.assertIn("account_unknown", missing.stderr)

    def test_goes_on_after_it_was_stopped(self):
        self.serve()
        self.wait_for(lambda: self.get("status")["boards"] > 0)
        boards = self.get("status")["boards"]
        self.stop()
        self.serve()
        self.assertGreaterEqual(self.get("status")["boards"], boards)
        self.run_arena("ladder", "serve", "ladder", "--port", "0", code=2)

    def test_tells_wrong_commands_what_would_be_right(self):
        self.assert_refused("is no folder", "submit", "nowhere", "--to", "http://127.0.0.1:1/", "--token", "tch_x")
        self.assert_refused("https", "submit", "nowhere", "--to", "http://ladder.example/", "--token", "tch_x")
        self.assert_refused("is missing", "submit", "ladder", "--to", "http://127.0.0.1:1/", "--token", "tch_x")
        os.mkdir(self.path("wrong"))
        self.write("wrong/bot.toml", 'name = "fox"\nlanguage = "javascript"\nentry = "fox.js"\n')
        self.assert_refused("bot.toml:2: language", "submit", "wrong", "--to", "http://127.0.0.1:1/", "--token", "tch_x")
        self.assert_refused("fox@3", "withdraw", "fox", "--to", "http://127.0.0.1:1/", "--token", "tch_x")
        unreachable = self.run_arena("status", "--to", "http://127.0.0.1:1/", code=3)
        self.assertIn("127.0.0.1:1", unreachable.stderr)


if __name__ == "__main__":
    arena_command.main()
