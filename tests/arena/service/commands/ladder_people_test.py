"""People at tables of a ladder, which sit there by the API.

    python3 ladder_people_test.py PROGRAM
"""
import concurrent.futures
import contextlib
import glob
import hashlib
import json
import os
import re
import shutil
import signal
import sqlite3
import sys
import time

TESTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
sys.path[:0] = [TESTS, os.path.join(TESTS, "arena", "commands")]
import cases  # noqa: E402, F401  pylint: disable=unused-import
import arena_command  # noqa: E402
from guest_seat import GuestSeat  # noqa: E402
from served_ladder import ServedLadder  # noqa: E402

SETTINGS = '[play]\nreferences = ["lowest", "greedy"]\n[people]\ntables = %d\ntables_an_hour = %d\nidle_seconds = %d\nleast_pace_ms = 0\n'
WISH = {"partner": "lowest", "opponents": "greedy"}


class LadderPeopleTest(ServedLadder):
    def serve(self, idle=3600, an_hour=4, tables=2):
        self.write("ladder/ladder.toml", SETTINGS % (tables, an_hour, idle) + arena_command.PATIENT_LADDER)
        super().serve()
        self.wait_for(lambda: self.call("GET", "people")[1]["tables"] == tables and self.call("GET", "status")[1]["playing"])

    def sit(self, **more):
        status, told = self.call("POST", "people", None, {**WISH, **more})
        self.assertEqual(status, 201, told)
        self.assertTrue(told["link"].startswith(self.url + "table#"))
        return GuestSeat(self, told["link"])

    def folders(self):
        """The tables' files; a folder may be deleted meanwhile."""
        return {name: sorted(os.path.basename(file) for file in glob.glob(self.path(f"ladder/people/{name}/*"))) for name in os.listdir(self.path("ladder/people"))}

    def kept_folders(self):
        """Those of tables that are over, with all that stays."""
        left = {"house.jsonl", "mine.jsonl", "sitting.json", "tournament.sqlite"}
        return [name for name, files in self.folders().items() if {"sitting.json", "tournament.sqlite"} <= set(files) <= left]

    def test_people_sit_down_and_come_back_and_only_what_they_agree_to_is_kept(self):
        people = self.call("GET", "people")[1]
        self.assertEqual([bot["name"] for bot in people["bots"] if bot["level"]], ["random", "lowest", "greedy", "steady", "sampler", "sage"])
        for name in ("Steady", "sage@2"):
            self.assertEqual(self.call("POST", "people", None, {**WISH, "person": name})[1]["code"], "person_bad")
        first, kept = self.sit(), self.sit(keep=True, person="Ann")
        before = first.play(6)
        while before["question"]["ask"] == "bomb":  # goes by with its time
            before = first.play(1)
        self.assert_nothing_is_told(first, kept)
        self.end(signal.SIGKILL)
        for name in ("answers.jsonl", "guest.json"):
            os.utime(self.path(f"ladder/people/{self.board_of(first)}/{name}"), (time.time() - 7200,) * 2)
        self.serve()
        # However long that took: a page that only waits finds its table again.
        self.wait_for(lambda: first.ask(f"table?after={before['version']}")[0] == 200)
        again = first.asked()
        self.assertEqual((again["question"]["id"], again["seen"]["hand"]), (before["question"]["id"], before["seen"]["hand"]))
        # An answer that was sent before counts once.
        self.assertEqual(first.answer(before)[0], 200)
        self.assertFalse(first.answer(before)[1]["taken"])
        for seat in (first, kept):
            self.assertEqual(seat.play()["stage"], "over")
            self.assertEqual(seat.ask("table/boards/0")[0], 200)
        both = {self.board_of(seat) for seat in (first, kept)}
        status, mine = kept.ask("mine", secret=f"{kept.secret}.{first.secret}.{'0' * 32}")
        self.assertEqual((status, mine["rounds"], {table["table"] for table in mine["tables"]}), (200, 2, both))
        self.wait_for(lambda: self.call("GET", "status")[1]["people_tables"] == 0)  # an answer is kept for a second
        self.assert_places_are_bounded()
        self.end(signal.SIGTERM)
        self.serve(idle=1)
        # What is over goes: the one whole, of the other the boards stay, and no key to its table.
        self.wait_for(lambda: self.kept_folders() and len(self.folders()) == 3)
        self.assertEqual(kept.ask()[0], 401)
        [name] = self.kept_folders()
        self.assertNotIn(kept.secret, open(self.path(f"ladder/people/{name}/sitting.json"), encoding="utf-8").read())
        self.assertEqual(self.run_arena("verify", f"ladder/people/{name}").returncode, 0)
        record = json.loads(self.run_arena("export", f"ladder/people/{name}", "--jsonl").stdout)
        self.assertEqual((record["people"], record["bots"]), ([0], ["Ann", "greedy", "lowest", "greedy"]))
        self.assert_boards_tell_their_guest_alone(kept, first)
        self.assert_boards_are_taken_away(kept)

    def assert_boards_tell_their_guest_alone(self, seat, other):
        status, mine = seat.ask("mine")
        self.assertEqual((status, mine["rounds"], [table["table"] for table in mine["tables"]]), (200, 1, [self.board_of(seat)]))
        self.assertEqual(seat.ask(f"mine/{self.board_of(seat)}/0")[1]["job"], 0)
        for path in (f"mine/{self.board_of(other)}/0", "mine/../0"):
            self.assertEqual(seat.ask(path)[0], 404)
        for path in ("mine", f"mine/{self.board_of(seat)}/0"):
            self.assertEqual(seat.ask(path, secret="0" * 32)[0], 401)

    def test_people_play_a_game_whose_rounds_are_kept_as_one_board(self):
        self.assertEqual(self.call("GET", "people")[1]["target"], 1000)
        seat = self.sit(game=True, keep=True)
        over = seat.play(5000)
        self.assertGreaterEqual(max(over["totals"].values()), 1000)
        self.end(signal.SIGTERM)
        self.serve(idle=1)
        self.wait_for(lambda: self.kept_folders() == list(self.folders()))
        rounds = self.run_arena("export", f"ladder/people/{self.board_of(seat)}", "--jsonl").stdout.splitlines()
        self.assertEqual(len(rounds), len(over["rounds"]))
        self.assertEqual(self.run_arena("verify", f"ladder/people/{self.board_of(seat)}").returncode, 0)

    def sit_to_day(self, letter, **more):
        return self.call("POST", "people/day", None, {"guest": letter * 32, "keep": True, **more})

    def test_people_play_the_board_of_the_day_once_and_see_the_results_on_the_next_day(self):
        self.end(signal.SIGTERM)
        self.serve(tables=3)
        self.wait_for(lambda: time.time() % 86400 < 86400 - 300)  # the day must not end meanwhile
        today = self.call("GET", "days")[1]["today"]
        status, told = self.sit_to_day("a", person="Ann")
        self.assertEqual(status, 201, told)
        ann, ben = GuestSeat(self, told["link"]), GuestSeat(self, self.sit_to_day("b", person="Ben")[1]["link"])
        self.assertEqual(self.sit_to_day("a")[1], told)
        hands = [seat.asked()["seen"]["hand"] for seat in (ann, ben)]
        self.assertEqual(hands[0], hands[1])
        self.assertEqual(self.sit_to_day("c", keep=False)[1]["code"], "field_bad")
        self.assertIn("your address", self.sit_to_day("c")[1]["detail"])
        self.assertEqual(ann.play()["names"], {"me": "Ann", "right": "steady", "partner": "sampler", "left": "steady"})
        ben.play(4)
        self.wait_for(lambda: self.house_of(ann))
        for path in (f"days/{today['day']}", f"days/{today['day']}/boards/{self.board_of(ann)}"):
            self.assertEqual(self.call("GET", path)[1]["code"], "day_unknown")
        self.assertNotIn("seed", json.dumps(self.call("GET", "days")[1]["today"]))
        self.end(signal.SIGTERM)
        self.make_yesterday(today)
        self.serve(idle=1, tables=3)
        self.wait_for(self.kept_folders)
        self.assert_results_are_told(today, ann)

    def arena_with_silent(self, bot):
        """A program whose bundled bot of this name never greets."""
        arena = os.path.dirname(os.path.dirname(arena_command.PROGRAM))
        for name in ("bin/tichu-arena", "libexec/tichu-arena-ladder", "bots/lowest.so", "bots/greedy.so"):
            os.makedirs(self.path("arena", os.path.dirname(name)), exist_ok=True)
            shutil.copy(os.path.join(arena, name), self.path("arena", name))
        for name in os.listdir(os.path.join(arena, "libexec")):
            if not os.path.exists(self.path("arena/libexec", name)):
                os.symlink(os.path.join(arena, "libexec", name), self.path("arena/libexec", name))
        self.write(f"arena/bots/{bot}", "#!/bin/sh\nexec sleep 1000000\n", 0o755)
        return self.path("arena/bin/tichu-arena")

    def test_a_service_that_ends_waits_for_no_bot_that_has_not_greeted(self):
        known = self.sit(partner="random")
        known.asked()
        self.end(signal.SIGTERM)
        before = self.folders()
        self.program = self.arena_with_silent("random")
        self.serve()
        with concurrent.futures.ThreadPoolExecutor() as beside:
            # A fresh table, and one that is opened again.
            waiting = [beside.submit(self.call, "POST", "people", None, {**WISH, "partner": "random"}), beside.submit(known.ask)]
            self.wait_for(lambda: self.call("GET", "people")[1]["busy"] == 2)
            self.end(signal.SIGTERM)
            self.assertEqual(waiting[0].result()[1]["code"], "people_full")
        self.assertEqual(self.folders(), before)
        self.program = arena_command.PROGRAM
        self.serve()
        self.assertEqual(known.play()["stage"], "over")

    @staticmethod
    def board_of(seat):
        return hashlib.sha256(seat.secret.encode()).hexdigest()[:16]

    def house_of(self, seat):
        """The board at which the same was played once more."""
        return any(table["seating"] == 2 for table in seat.ask("table/boards/0")[1]["tables"])

    def make_yesterday(self, today):
        """Of this day, in whatever time zone."""
        with contextlib.closing(sqlite3.connect(self.path("ladder/ladder.sqlite"))) as sql, sql:
            sql.execute("UPDATE day SET day = '2000-01-01' WHERE day = ?", (today["day"],))
            sql.execute("UPDATE day_result SET day = '2000-01-01'")

    def assert_results_are_told(self, today, ann):
        told = self.call("GET", "days/2000-01-01")[1]
        self.assertEqual(told["commitment"], today["commitment"])
        self.assertEqual(hashlib.sha256((told["seed"] + told["salt"]).encode()).hexdigest(), today["commitment"])
        self.assertEqual([(result["person"], result["board"]) for result in told["results"]], [("Ann", self.board_of(ann))])
        board = self.call("GET", f"days/2000-01-01/boards/{self.board_of(ann)}")[1]
        self.assertEqual([table["seating"] for table in board["replay"]["tables"]], [0, 2])
        own, theirs = board["replay"]["tables"][0]["rounds"][0]["points"]
        self.assertEqual(told["results"][0]["points"], own - theirs)
        self.assertNotEqual(self.call("GET", "days")[1]["today"]["commitment"], today["commitment"])
        self.assertEqual(self.run_arena("verify", f"ladder/people/{self.board_of(ann)}").returncode, 0)
        # Whoever takes a board away takes its result away.
        shutil.rmtree(self.path(f"ladder/people/{self.board_of(ann)}"))
        self.wait_for(lambda: self.call("GET", "days/2000-01-01")[1]["results"] == [])

    def assert_boards_are_taken_away(self, kept):
        """Whoever agreed that boards are kept may change their mind, before the table is over and after."""
        self.assertEqual(kept.ask(method="DELETE", secret="0" * 32)[0], 401)
        self.assertEqual(kept.ask(method="DELETE")[0], 204)
        self.assertEqual(kept.ask(method="DELETE")[0], 401)
        changed = self.sit(keep=True)
        changed.play(6)
        self.assertEqual(changed.ask(method="DELETE")[0], 204)
        self.assertEqual(changed.play()["stage"], "over")
        self.wait_for(lambda: len(self.folders()) == 2)

    def assert_nothing_is_told(self, first, kept):
        """Who has one secret has one table, and nobody else learns of it."""
        self.assertNotEqual(first.asked()["seen"]["hand"], kept.asked()["seen"]["hand"])
        for secret in ("0" * 32, first.secret[:-1] + "g", kept.secret + first.secret, "tch_0_" + "0" * 64):
            for path in ("table", "table/boards/0"):
                self.assertEqual(first.ask(path, secret=secret)[0], 401)
            self.assertEqual(first.ask(body={"do": "next", "round": 2}, secret=secret)[0], 401)
        self.assertEqual(first.ask(body={"do": "next", "round": 2}, headers={"Sec-Fetch-Site": "cross-site"})[0], 403)
        self.assertEqual(first.ask(body={"do": "x" * 5000})[0], 413)
        self.assertEqual(first.ask("table/boards/0")[0], 404)
        self.wait_for(lambda: self.call("GET", "status")[1]["people_tables"] == 2)
        for path in ("status", "tables", "events?latest=1&most=500", "boards", "people", "bots"):
            self.assertNotRegex(json.dumps(self.call("GET", path)[1]), re.escape(first.secret) + "|Ann")

    def assert_places_are_bounded(self):
        """Tables at once, and tables that an address opens in an hour."""
        self.sit()
        self.sit(boards=8)
        status, refusal = self.call("POST", "people", None, WISH)
        self.assertEqual((status, refusal["code"]), (503, "people_full"))
        self.assertTrue(0 < refusal["retry_after"] <= 3600)
        self.assertEqual(self.call("POST", "people", None, {**WISH, "partner": "fox@1"})[1]["code"], "not_for_people")
        self.assertEqual(self.call("POST", "people", None, {**WISH, "person": "greedy"})[1]["code"], "person_bad")
        self.assertEqual(self.call("POST", "bots/greedy/versions/1/people", self.admin)[1]["code"], "is_reference")

    def test_a_table_is_put_away_and_goes_on_with_the_next_answer(self):
        self.end(signal.SIGTERM)
        os.mkdir(self.path("ladder/people/odd"))
        self.write("ladder/people/odd/guest.json", "[]")
        self.serve(idle=1, an_hour=1)
        seat = self.sit()
        before = seat.play(3)
        self.assertEqual(self.call("POST", "people", None, WISH)[1]["code"], "rate_tables")
        played = time.monotonic()
        # An answer is kept for a second: an older one may be of the time before anybody sat there.
        self.wait_for(lambda: time.monotonic() > played + 1 and self.call("GET", "people")[1]["busy"] == 0)
        self.assertEqual(seat.ask(f"table?after={before['version']}")[0], 204)  # a page that only waits opens nothing
        status, told = seat.answer(before)
        while status == 503:  # its question is not asked again yet
            status, told = seat.answer(before)
        self.assertEqual((status, told), (200, {"taken": True}))
        self.assertEqual(seat.play()["stage"], "over")


if __name__ == "__main__":
    cases.main()
