"""Matches, tests and benchmarks that authors ask a ladder for.

    python3 ladder_requests_test.py PROGRAM
"""
import http.server
import json
import os
import re
import signal
import subprocess
import sys
import threading
import urllib.error
import urllib.request

TESTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
sys.path[:0] = [TESTS, os.path.join(TESTS, "arena", "commands")]
import cases  # noqa: E402, F401  pylint: disable=unused-import
import arena_command  # noqa: E402
from served_ladder import LadderCase, SECONDS  # noqa: E402


class LadderRequestsTest(LadderCase):
    FIELD = ""  # the usual one, in which thousands of boards take hours

    def test_plays_on_request_and_tells_what_the_command_test_tells(self):
        self.rest()
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
        self.run_arena("pause", "fox@1", "--to", self.url, env={**os.environ, "TICHU_TOKEN": token}, code=0)
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
        at_home = self.run_arena("test", "a=program:random", "b=program:greedy", "--pool", "lowest", "--pool", "greedy", "--points1", "20", code=1)
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


if __name__ == "__main__":
    arena_command.main()
