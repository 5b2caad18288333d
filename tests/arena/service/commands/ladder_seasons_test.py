"""Seasons, dumps, backups and strikes of a ladder, and what anybody can compute again from them.

    python3 ladder_seasons_test.py PROGRAM
"""
import contextlib
import hashlib
import json
import os
import shutil
import sqlite3
import sys

TESTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
sys.path[:0] = [TESTS, os.path.join(TESTS, "arena", "commands"), os.path.join(TESTS, "engine")]
import cases  # noqa: E402, F401  pylint: disable=unused-import
import arena_command  # noqa: E402
import deals_reference  # noqa: E402
from served_ladder import LadderCase  # noqa: E402


class LadderSeasonsTest(LadderCase):
    def deals_of(self, dump):
        """The deals of a dump as the arena reads them: (job, deal's number, hands)."""
        done = self.run_arena("export", os.path.dirname(dump), "--jsonl", code=0)
        return [(record["job"], record["deal_index"], record["deal"]) for record in map(json.loads, done.stdout.splitlines())]

    def assert_deals_follow(self, deals, seed):
        for job, index, deal in deals:
            computed = [hand.replace("+", "").split() for hand in deals_reference.deal(seed, index).split("|")]
            self.assertEqual(deal, computed, f"job {job}")

    def test_ends_a_season_and_lets_everybody_compute_its_deals_again(self):
        self.serve()
        self.wait_for(lambda: self.get("status")["boards"] >= 8 and self.has_dump())
        early = self.dump("early")
        told = self.run_arena("verify", early, code=0)
        self.assertIn("its seed is not told yet", told.stdout)
        published = self.get("seasons")["seasons"][0]
        self.assertIsNone(published["seed"])
        done = self.run_arena("ladder", "admin", "ladder", "season", "end", "--reason", "a trial", code=0)
        self.wait_for(lambda: self.get("seasons")["seasons"][0]["seed"])
        self.assertIn(self.get("seasons")["seasons"][1]["commitment"], done.stdout)
        first, second = self.get("seasons")["seasons"]
        self.assertEqual(first["commitment"], published["commitment"])
        self.assertIsNone(second["seed"])
        self.wait_for(lambda: self.get("status")["boards"] > second["first_board"] + 4)
        late = self.dump("late")
        judged = self.run_arena("verify", late, code=0)
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
        self.run_arena("verify", early, "--season", f"1={first['seed']}:{first['salt']}", code=0)
        wrong = self.run_arena("verify", early, "--season", f"1={(seed ^ 1):016x}:{first['salt']}", code=1)
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
                judged = self.run_arena("verify", file, code=1)
                self.assertRegex(judged.stdout, sentence)
        with open(self.path(dump), "rb") as file:
            whole = file.read()
        os.mkdir(self.path("cut"))
        with open(self.path("cut", "tournament.sqlite"), "wb") as file:
            file.write(whole[:len(whole) // 2])
        cut = self.run_arena("verify", "cut/tournament.sqlite")
        self.assertIn(cut.returncode, (1, 2), cut.stdout + cut.stderr)
        self.assertRegex(cut.stdout + cut.stderr, "malformed|disk image|damaged")

    def test_leaves_a_struck_pair_out_over_backup_restore_and_verify(self):
        self.serve()
        self.wait_for(lambda: self.get("status")["boards"] >= 8 and self.has_dump())
        played = self.get("boards")["boards"][0]
        pair = sorted(f"{played[side]['bot']}@{played[side]['number']}" for side in ("first", "second"))
        done = self.run_arena("ladder", "admin", "ladder", "strike", *pair, "--reason", "a trial", code=0)
        self.assertIn("left out of the ratings", done.stdout)
        self.wait_for(lambda: self.struck_pairs() == [pair])
        left_out = self.get("ladder")["struck"][0]
        self.assertGreater(left_out["boards"], 0)
        boards = self.get("status")["boards"]
        self.wait_for(lambda: self.get("status")["boards"] >= boards + 8)
        # Every meeting, those after the strike too, follows from all stored boards.
        self.run_arena("verify", self.dump("public"), code=0)
        self.assertEqual(self.run_arena("ladder", "backup", "ladder", "copy").returncode, 0)
        self.stop()
        self.assert_verified("ladder")
        self.serve()
        self.wait_for(lambda: self.struck_pairs() == [pair])
        self.stop()
        self.run_arena("ladder", "restore", "copy", "ladder-2", code=0)
        self.assert_verified("ladder-2")
        self.serve(folder="ladder-2")
        self.wait_for(lambda: self.struck_pairs() == [pair])
        self.assertGreaterEqual(self.get("ladder")["struck"][0]["boards"], left_out["boards"])

    def assert_verified(self, ladder):
        done = self.run_arena("verify", os.path.join(ladder, "season-1"), code=0)
        self.assertIn("all ok", done.stdout)

    def test_is_the_same_after_backup_and_restore(self):
        self.serve()
        self.wait_for(lambda: self.get("status")["boards"] >= 4)
        self.assertEqual(self.run_arena("ladder", "backup", "ladder", "copy").returncode, 0)
        self.stop()
        self.assertEqual(self.run_arena("ladder", "migrate", "ladder", "--dry-run").stdout, "ladder is up to date\n")
        self.run_arena("ladder", "restore", "copy", "ladder-2", code=0)
        self.assertIn("season 2: is announced", self.run_arena("ladder", "admin", "ladder-2", "season", "list").stdout)
        with contextlib.closing(sqlite3.connect(self.path("copy", "season-1", "tournament.sqlite"))) as database:
            database.execute("UPDATE job SET margin = margin + 1 WHERE number = 1")
            database.commit()
        refused = self.run_arena("ladder", "restore", "copy", "ladder-3", code=2)
        self.assertIn("but by its rounds it is", refused.stderr)
        self.assertFalse(os.path.exists(self.path("ladder-3")))


if __name__ == "__main__":
    arena_command.main()
