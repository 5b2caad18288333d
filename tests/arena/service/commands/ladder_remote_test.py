"""Remote bots on a ladder, whose clients are this test's own.

    python3 ladder_remote_test.py PROGRAM
"""
import contextlib
import json
import os
import re
import signal
import sqlite3
import sys
import threading

TESTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
sys.path[:0] = [TESTS, os.path.join(TESTS, "arena", "commands"), os.path.join(TESTS, "arena", "seats")]
import cases  # noqa: E402, F401  pylint: disable=unused-import
import arena_command  # noqa: E402
from seat_tools import PollingSeat, SocketSeat, WebSocket, ask, first_legal  # noqa: E402
from served_ladder import ServedLadder  # noqa: E402

# Besides what makes it patient: a client that is gone is missed at once.
SETTINGS = '[play]\nreferences = ["lowest", "greedy"]\n[remote]\nbetween_boards_ms = 0\nlosses = 3\nretries = 1\n'
MISSED_SOON = arena_command.PATIENT_LADDER.replace("[limits]", "[limits]\nremote_away_ms = 300\nremote_decision_ms = 60000")


class LadderRemoteTest(ServedLadder):
    SETTINGS = SETTINGS + MISSED_SOON

    def declare(self, bot, words="a test's own client"):
        status, declared = self.call("POST", "remote", self.admin, {"bot": bot, "words": words})
        self.assertEqual(status, 201, declared)
        return declared["seat"], declared["token"]

    def row(self, bot):
        rows = [row for row in self.call("GET", "remote")[1]["versions"] if row["bot"] == bot and row["latest"]]
        return rows[0] if rows else None

    def in_background(self, seat, decide=first_legal):
        client = SocketSeat(seat, decide)
        thread = threading.Thread(target=client.play)
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(client.close)
        return client

    def stored(self):
        """Boards of all meetings, each of which must be as it claims."""
        count = 0
        for meeting in sorted(os.listdir(self.path("ladder/remote"))):
            done = self.run_arena("verify", f"ladder/remote/{meeting}", code=0)
            count += int(re.search(r"(\d+) boards?", done.stdout)[1])
        return count

    def test_plays_beside_and_against_boxed_bots_and_is_rated_apart(self):
        declared = self.run_arena("submit", "--remote", "goose", "--note", "a network at home", "--to", self.url,
                                  env={**os.environ, "TICHU_TOKEN": self.admin}, code=0)
        seat = re.search(r"seat (\S+)", declared.stdout)[1], re.search(r"TICHU_SEAT_TOKEN=(\S+)", declared.stdout)[1]
        self.assertEqual((self.row("goose")["connected"], self.row("goose")["seconds"]), (False, None))
        told = []

        def decide(question):
            told.append(question)
            return first_legal(question)

        self.in_background(seat, decide)
        self.wait_for(lambda: self.row("goose")["boards"] >= 10 and self.row("goose")["points"] is not None)
        row = self.row("goose")
        self.assertEqual((row["number"], row["words"], row["state"], row["connected"], row["lost"], row["faults"]),
                         (1, "a network at home", "active", True, 0, 0))
        self.assertGreater(row["points_error"], 0)
        self.assertGreater(row["think_s"], 0)
        for question in told:
            self.assertEqual(question["chair"], 1, "it has one seat at a table, and sees one hand of a deal")
            self.assertNotRegex(json.dumps(question), "lowest|greedy|goose")
        boards = self.call("GET", "remote/goose/boards?most=3")[1]
        self.assertEqual([sorted((board["partner"], board["opponent"])) for board in boards["boards"]], [["greedy@1", "lowest@1"]] * 3)
        status, shown = self.call("GET", f"remote/goose/boards/{boards['boards'][0]['id']}")
        self.assertEqual(status, 200, shown)
        self.assertIn("goose@1", json.dumps(shown["replay"]))
        following = self.call("GET", f"remote/goose/boards?most=3&after={boards['next']}")[1]["boards"]
        self.assertFalse({board["id"] for board in boards["boards"]} & {board["id"] for board in following})
        self.assertNotIn("goose", json.dumps(self.call("GET", "ladder")[1]) + json.dumps(self.call("GET", "bots")[1]))
        self.declare("goose", "its second version")
        self.wait_for(lambda: self.row("goose")["number"] == 2 and not self.row("goose")["connected"])
        self.assertEqual(ask(seat)[0], 401, "the first version's token has ended")
        self.end(signal.SIGTERM)
        rows = self.stored()
        self.assertGreaterEqual(rows, 10)

    def test_takes_no_other_token_and_no_other_answer(self):
        goose, moth = self.declare("goose"), self.declare("moth")
        for wrong in (self.admin, goose[1][:-1] + ("0" if goose[1][-1] != "0" else "1"), None):
            self.assertEqual(ask((goose[0], wrong))[0], 401, wrong)
            web = WebSocket(goose[0], wrong)
            self.assertEqual(web.status, 401)
            web.close()
        self.assertEqual(self.call("POST", "tokens", self.admin, {"scopes": ["seat"]})[1]["code"], "scopes_bad")
        self.assertEqual(self.call("GET", "account", goose[1])[1]["code"], "scope_missing")
        self.assertEqual(self.call("POST", "remote", goose[1], {"bot": "goose", "words": "x"})[1]["code"], "scope_missing")
        self.assertEqual(self.call("POST", "remote", self.admin, {"bot": "greedy", "words": "x"})[1]["code"], "bot_name_taken")
        self.assertEqual(self.call("POST", "remote", self.admin, {"bot": "g00se", "words": "x"})[1]["code"], "bot_name_alike")
        self.assertIn("bot_name_taken", self.sent_as("goose"))
        first = SocketSeat(goose, first_legal)
        self.assertTrue(first.play(answers=2))
        other = json.dumps({"id": 1, "call": False}).encode()
        self.assertIn(ask(moth, body=other)[0], (400, 409), "nothing is asked there")
        answered = []

        def replays(question):
            for former in answered[-3:]:
                second.web.send(former)
            answered.append(first_legal(question))
            return answered[-1]

        second = SocketSeat(goose, replays)
        self.assertTrue(second.play(answers=200), "the seat is the latest client's, and so is the open question")
        self.assertEqual(first.close_code(), 4001)
        first.close()
        self.wait_for(lambda: self.row("goose")["boards"] > 0)
        row = self.row("goose")
        self.assertEqual((row["faults"], row["lost"], self.row("moth")["boards"]), (0, 0, 0))
        second.close()
        self.end(signal.SIGTERM)
        self.assertEqual(self.stored(), self.noted_boards())

    def sent_as(self, bot):
        """What the ladder says to files under the name of a remote bot."""
        os.makedirs(self.path("files"))
        self.write("files/bot.toml", f'name = "{bot}"\nlanguage = "program"\nentry = "bot"\n')
        return self.run_arena("submit", "files", "--to", self.url, env={**os.environ, "TICHU_TOKEN": self.admin}).stderr

    def jobs(self):
        """Boards that are on the disk."""
        count = 0
        for folder, _, files in os.walk(self.path("ladder/remote")):
            if "tournament.sqlite" in files:
                with contextlib.closing(sqlite3.connect(f"file:{folder}/tournament.sqlite?mode=ro", uri=True)) as database, contextlib.suppress(sqlite3.Error):
                    count += database.execute("SELECT count(*) FROM job").fetchone()[0]
        return count

    def noted_boards(self):
        with contextlib.closing(sqlite3.connect(self.path("ladder/ladder.sqlite"))) as database:
            return database.execute("SELECT sum(boards) FROM remote_meeting").fetchone()[0]

    def test_gives_a_board_back_whose_client_is_gone_and_pauses_who_loses_many(self):
        goose = self.declare("goose")
        for lost in range(1, 5):
            client = SocketSeat(goose, first_legal)
            self.assertTrue(client.play(answers=3))
            client.close()
            self.wait_for(lambda lost=lost: self.row("goose")["lost"] == lost)
            self.assertEqual(self.row("goose")["boards"], 0)
        self.wait_for(lambda: self.row("goose")["state"] == "paused")
        self.assertEqual(self.row("goose")["code"], "remote_lost")
        told = self.call("GET", "events?latest=1&bot=goose", self.admin)[1]["events"]
        self.assertEqual([(event["kind"], event["code"]) for event in told], [("remote.paused", "remote_lost")])
        self.assertEqual(self.call("GET", "events?latest=1&bot=goose")[1]["events"], [], "that is its author's affair")
        self.assertEqual(self.call("POST", "remote/goose/resume", self.admin)[0], 204)
        self.in_background(goose)
        self.wait_for(lambda: self.row("goose")["boards"] >= 3)
        self.assertEqual(self.row("goose")["lost"], 4)

    def test_gives_a_board_back_whose_polling_client_stays_away_and_asks_it_again(self):
        self.end(signal.SIGTERM)
        self.write("ladder/ladder.toml", SETTINGS + MISSED_SOON.replace("remote_decision_ms = 60000", "remote_decision_ms = 300"))
        self.serve()
        goose = self.declare("goose")
        self.assertTrue(PollingSeat(goose, first_legal).play(answers=0))
        self.wait_for(lambda: self.row("goose")["lost"] == 1)
        self.assertEqual((self.row("goose")["boards"], self.row("goose")["connected"]), (0, False))
        self.assertTrue(PollingSeat(goose, first_legal).play(answers=0), "another board, of which nothing was seen")

    def test_counts_wrong_answers_that_may_be_made_good(self):
        goose = self.declare("goose")

        def wrong_at_first(question):
            is_wrong = question["ask"] == "turn" and "fault" not in question
            return {"id": question["id"], "play": "Mah Dog"} if is_wrong else first_legal(question)

        self.in_background(goose, wrong_at_first)
        self.wait_for(lambda: self.row("goose")["boards"] >= 2)
        self.assertGreater(self.row("goose")["retries"], 2)
        self.assertEqual(self.row("goose")["faults"], 0)

    def test_is_the_same_after_backup_and_restore_but_for_the_cards(self):
        goose = self.declare("goose")
        client = self.in_background(goose)
        self.wait_for(lambda: self.row("goose")["boards"] >= 3)
        client.close()
        self.wait_for(lambda: not self.row("goose")["connected"] and self.row("goose")["boards"] == self.jobs() and not self.is_met())
        row = self.row("goose")
        self.assertEqual(self.run_arena("ladder", "backup", "ladder", "copy").returncode, 0)
        self.end(signal.SIGTERM)
        os.rename(self.path("ladder"), self.path("lost"))
        self.run_arena("ladder", "restore", "copy", "ladder", code=0)
        self.serve()
        kept = ("bot", "number", "words", "author", "declared", "state", "boards", "faults")
        self.assertEqual({name: self.row("goose")[name] for name in kept}, {name: row[name] for name in kept})
        # A meeting that began as the client went may have ended since.
        self.assertGreaterEqual(self.row("goose")["lost"], row["lost"])
        self.assertEqual(self.call("GET", "remote/goose/boards"), (200, {"boards": [], "next": None}), "meetings' folders are in no backup")
        self.in_background((f"{self.url}api/v1/seat", goose[1]))
        self.wait_for(lambda: self.row("goose")["boards"] > row["boards"])

    def is_met(self):
        """Whether somebody plays with a remote bot."""
        with contextlib.closing(sqlite3.connect(self.path("ladder/ladder.sqlite"))) as database:
            return database.execute("SELECT count(*) FROM remote_meeting WHERE ended IS NULL").fetchone()[0] > 0

    def test_loses_and_doubles_nothing_when_the_service_is_killed(self):
        goose = self.declare("goose")
        for _ in range(2):
            before = self.jobs()
            client = self.in_background(goose)
            self.wait_for(lambda before=before: self.jobs() > before)
            self.end(signal.SIGKILL)
            client.close()
            self.serve()
            goose = f"{self.url}api/v1/seat", goose[1]
            self.assertEqual((self.stored(), self.noted_boards()), (self.jobs(), self.jobs()))
        boards = self.row("goose")["boards"]
        self.in_background(goose)
        self.wait_for(lambda: self.row("goose")["boards"] > boards)
        self.assertEqual(self.row("goose")["lost"], 0, "that the service ended is not its doing")


if __name__ == "__main__":
    cases.main()
