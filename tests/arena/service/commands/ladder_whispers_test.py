"""Bots of a ladder that tell their partners their cards by covert channels: in boxes nobody learns anything.

    python3 ladder_whispers_test.py PROGRAM TEST_BOTS

TICHU_WHISPERS: with so many times 20 rated boards each channel is tried; without it one with 8.
A ladder needs bubblewrap, so there are no jails.
"""
import contextlib
import json
import os
import signal
import sqlite3
import sys

TESTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
sys.path[:0] = [TESTS, os.path.join(TESTS, "arena", "commands")]
import cases  # noqa: E402
import whispers_test  # noqa: E402
from arena_command import PATIENT_LADDER  # noqa: E402
from served_ladder import ServedLadder  # noqa: E402

IS_BRIEF = "TICHU_WHISPERS" not in os.environ
BOARDS = 8 if IS_BRIEF else 20 * int(os.environ["TICHU_WHISPERS"])
# Is played as well, and told, since it is open: what is heard by it says that the others could have been.
OPEN_CHANNELS = () if IS_BRIEF else ("inode_numbers",)
BOXES = "bubblewrap"
SETTINGS = """[uploads]
mb = 1024
unpacked_mb = 4096
files = 1000000
a_day = 1000
[quotas]
active = 100
bots = 100
[play]
references = ["greedy", "lowest"]
[care]
rate_every_seconds = 1
[sandbox]
open_files = 4096
processes = 1024
memory_mb = 2048
"""


class LadderWhispers(ServedLadder):
    SETTINGS = SETTINGS + PATIENT_LADDER

    def submit_channel(self, channel):
        folder = self.path(channel)
        whispers_test.make_bot(folder, channel, BOARDS)
        name = channel.replace("_", "-")
        self.write(f"{channel}/bot.toml", f'name = "{name}"\nlanguage = "program"\nentry = "whisperer"\narguments = ["{channel}", "{BOARDS}"]\n')
        done = self.submit(channel, self.admin)
        self.assertEqual(done.returncode, 0, channel + ": " + done.stdout + done.stderr)
        return name

    def boards(self):
        return {row["bot"]: row["boards"] or 0 for row in self.call("GET", "ladder")[1]["standings"]}

    def test_are_not_heard(self):
        channels = ["socket_cookies"] if IS_BRIEF else whispers_test.closed_channels(BOXES)
        names = [self.submit_channel(channel) for channel in (*channels, *OPEN_CHANNELS)]
        self.end(signal.SIGTERM)
        database = self.path("ladder/season-1/tournament.sqlite")
        with contextlib.closing(sqlite3.connect(database)) as sql, sql:  # a ladder keeps no remarks
            sql.execute("""UPDATE tournament SET configuration = replace(configuration, '"remarks":false', '"remarks":true')""")
            before = dict(sql.execute("SELECT name, count(*) FROM bot JOIN job ON bot.id IN (first_entrant, second_entrant) GROUP BY name"))
        self.serve()
        played = {}
        while any(played.get(name, 0) < before.get(f"{name}@1", 0) + BOARDS for name in names):  # as long as there are new ones
            self.wait_for(lambda played=played: self.boards() != played)
            played = self.boards()
        self.end(signal.SIGTERM)
        with contextlib.closing(sqlite3.connect(database)) as sql:
            self.assertEqual(sql.execute("SELECT sandbox FROM run ORDER BY id DESC").fetchone(), (BOXES,))
        records = [json.loads(line) for line in self.run_arena("export", "ladder/season-1", "--jsonl").stdout.splitlines()]
        records = [record for record in records if "remarks" in record]
        self.assertGreaterEqual(len(records), 2 * BOARDS * len(names))
        known = {}
        self.assertEqual(whispers_test.add_knowledge(records, known), 2 * len(records))
        whispers_test.tell_knowledge(self, f"ladder, {BOXES}", known, channels)
        print(f"ladder, {BOXES}, user {os.geteuid()}: {len(records) // 2} boards, {BOARDS} or more with each of {len(names)} channels", flush=True)


if __name__ == "__main__":
    cases.main()
