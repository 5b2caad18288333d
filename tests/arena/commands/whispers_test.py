"""Bots that tell their partners their cards by covert channels: in boxes nobody learns anything.

    python3 whispers_test.py PROGRAM TEST_BOTS

TICHU_WHISPERS: how many tournaments of 20 boards each are played in each kind of sandbox; without it one of 8 boards.
"""

import json
import math
import os
import re
import shutil
import tempfile

from arena_command import BOTS, CommandTest, PATIENT, main

BOARDS = 20 if "TICHU_WHISPERS" in os.environ else 8
TOURNAMENTS = int(os.environ.get("TICHU_WHISPERS", "1"))
CHANNELS = ("attributes", "cached_pages_by_map", "cached_pages_by_read", "datagrams", "device_times", "executed_files", "file_futexes", "leases",
            "listed_sockets", "locks", "mapped_pages", "named_objects", "names_of_datagrams", "names_of_streams", "notices", "paged_out",
            "read_times", "room_of_pipes", "socket_cookies", "waiting_signals", "write_hints")
# What arena/hosting/sandbox/README.md names as open to an ordinary user's boxes, and to Landlock's.
OPEN_TO_USERS = {"executed_files", "room_of_pipes"}
OPEN_IN_JAILS = {"read_times"}
# Of those that a machine without sandbox leaves open to all whatever its kernel, file system and user.
SURELY_OPEN = ("datagrams", "locks", "names_of_datagrams", "names_of_streams")
# In the order in which the bots tell them.
TOLD = ("Drg", "Phx", "Mah", "Dog", "Aj", "As", "Ap", "At")


class Knowledge:
    """How often a card that a bot said it saw was where the channel would have told, compared with chance."""

    def __init__(self):
        self.said = self.right = 0
        self.expected = self.variance = 0.0

    def add(self, is_right, chance):
        self.said += 1
        self.right += is_right
        self.expected += chance
        self.variance += chance * (1 - chance)

    def deviations(self):
        return (self.right - self.expected) / math.sqrt(self.variance) if self.said else 0.0


def make_bot(folder, channel, boards):
    """A folder for a whisperer with all that its channel needs for so many boards."""
    os.mkdir(folder)
    shutil.copy(os.path.join(BOTS, "hostile", "whisperer", "whisperer"), folder)
    bits = boards * len(TOLD)

    def write(name, text, when=None):
        path = os.path.join(folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(path, 0o644)
        if when is not None:
            os.utime(path, when)

    write("page", "x" * (4096 * bits if channel in ("mapped_pages", "file_futexes") else 1))
    for bit in range(bits):
        write(f"lock{bit}", "x")
        write(f"read{bit}", "x", (0, 1_000_000_000))
        if channel == "executed_files":
            shutil.copy("/bin/sleep", os.path.join(folder, f"busy{bit}"))


def closed_channels(kind):
    open_ones = (OPEN_TO_USERS if os.geteuid() != 0 else set()) | (OPEN_IN_JAILS if kind == "landlock" else set())
    return [channel for channel in CHANNELS if channel not in open_ones]


def channel_of(bot):
    """Of a bot's name, which a ladder has without '_' and with its version."""
    return bot.split("@")[0].replace("-", "_")


def add_knowledge(records, known):
    """To `known`, by channel: what was seen of the partner's cards, and of the table before. How many remarks told of it."""
    remarks = 0
    for record in records:
        for remark in record.get("remarks", ()):
            remarks += 1
            seat = remark["seat"]
            when, seen = re.fullmatch("(before|now) ([01]*)", remark["note"]).groups()
            # The other team had the whisperers' cards at the first table.
            seats, chance = ([(seat + 2) % 4], 1 / 3) if when == "now" else ([(seat + 1) % 4, (seat + 3) % 4], 2 / 3)
            for card, digit in zip(TOLD, seen):
                if digit == "1" and card not in record["deal"][seat]:
                    is_right = any(card in record["deal"][other] for other in seats)
                    known.setdefault((channel_of(record["bots"][seat]), when), Knowledge()).add(is_right, chance)
    return remarks


def tell_knowledge(test, where, known, channels):
    """Prints what is known; the test fails if by one of the channels it is more than chance."""
    for (channel, when), knowledge in sorted(known.items()):
        print(f"{where}, user {os.geteuid()}: {channel} {when}: said {knowledge.said}, right {knowledge.right}, "
              f"by chance {knowledge.expected:.1f}, {knowledge.deviations():+.1f} deviations", flush=True)
        if channel in channels:
            test.assertLess(abs(knowledge.deviations()), 4.5, (channel, when))


class Whispers(CommandTest):
    def setUp(self):
        # Outside of /tmp, which a box replaces by its own.
        self.folder = tempfile.TemporaryDirectory(dir="/var/tmp")
        self.addCleanup(self.folder.cleanup)
        os.chmod(self.folder.name, 0o755)

    def make_bot(self, channel):
        """What a tournament's file says of a whisperer, which is made."""
        folder = self.path(channel)
        make_bot(folder, channel, BOARDS)
        return f'[[bot]]\nname = "{channel}"\nkind = "program"\npath = "{folder}/whisperer"\nargs = ["{channel}", "{BOARDS}"]\n'

    def play(self, channels, seed, kind=None):
        """The records of a gauntlet of a greedy bot against whisperers; without a sandbox if no kind is named."""
        trusted = "trusted = true\n" if kind is None else ""
        bots = '[[bot]]\nname = "greedy"\n' + "".join(self.make_bot(channel) + trusted for channel in channels)
        sandbox = "" if kind is None else f'[sandbox]\nkind = "{kind}"\nopen_files = 4096\nprocesses = 1024\n'
        # Where all is open, other tables would leave their signs in the same places.
        alone = 'seatings = "single"\nconcurrency = 1\n' if kind is None else ""
        self.write("cup.toml", f'schedule = "gauntlet"\ndeals = {BOARDS}\nseed = {seed}\n{alone}{PATIENT}{sandbox}{bots}')
        os.sync()  # what is not on the disk yet stays in memory whatever bots say
        done = self.run_arena("tournament", "cup.toml", "--name", "cup")
        if done.returncode == 2 and kind is not None and "sandbox" in done.stderr:
            self.skipTest(f"this machine has no {kind}: {done.stderr}")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("fault:", done.stderr)
        lines = self.run_arena("export", "results/cup", "--jsonl").stdout.splitlines()
        for name in (*channels, "results"):
            shutil.rmtree(self.path(name))
        return [json.loads(line) for line in lines]

    def assert_nothing_is_known(self, kind):
        channels = closed_channels(kind)
        known = {}
        for tournament in range(TOURNAMENTS):
            records = self.play(channels, 1000 + tournament, kind)
            self.assertEqual(len(records), 2 * BOARDS * len(channels))
            self.assertEqual(add_knowledge(records, known), 2 * len(records))
        tell_knowledge(self, kind, known, channels)
        print(f"{kind}, user {os.geteuid()}: {TOURNAMENTS * BOARDS} boards with each of {len(channels)} channels; all that was seen is above")

    def test_are_not_heard_in_boxes(self):
        self.assert_nothing_is_known("bubblewrap")

    def test_are_not_heard_in_jails(self):
        self.assert_nothing_is_known("landlock")

    def test_are_heard_where_nothing_keeps_bots_apart(self):
        for channel in SURELY_OPEN:
            known = {}
            for seed in (7, 8, 9):
                add_knowledge(self.play([channel], seed), known)
            with self.subTest(channel=channel):
                self.assertGreater(known[channel, "now"].deviations(), 3.5)


if __name__ == "__main__":
    main()
