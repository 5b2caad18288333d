"""The event stream, from outside: what --events writes, against its document, and readers that are slow or gone.

    python3 tournaments_test.py PROGRAM SCRIPTED_BOTS
"""

import json
import os
import re
import resource
import shutil
import signal
import subprocess

from arena_command import BOTS, PROGRAM, CommandTest, main, patient

DOCUMENT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../arena/presentation/watch/EVENTS.md")
# As large as those that are drawn.
SECRET = "5551234567890123"
LAST = ("finished", "interrupted", "failed")


def shape(value):
    """The keys of an object, of those in it and of the first of a list; empty ones match any."""
    if isinstance(value, dict):
        return {key: shape(part) for key, part in value.items()}
    if isinstance(value, list):
        return [shape(value[0])] if value else []
    return "number" if isinstance(value, (int, float)) else type(value).__name__


def fits(found, documented):
    """Whether a shape is that of the document, whose empty lists and objects stand for what is described elsewhere."""
    if isinstance(documented, dict) and documented:
        return isinstance(found, dict) and found.keys() == documented.keys() and all(
            fits(found[key], documented[key]) for key in documented)
    if isinstance(documented, list) and documented:
        return isinstance(found, list) and all(fits(part, documented[0]) for part in found)
    return isinstance(found, type(documented)) and (not isinstance(found, str) or found == documented)


def documented_shapes():
    with open(DOCUMENT) as file:
        lines = re.search(r"```json\n(.*?)```", file.read(), re.S).group(1).splitlines()
    return {example["type"]: shape(example) for example in map(json.loads, lines)}


class TournamentsTest(CommandTest):
    def lines(self, text):
        """The lines of a stream that lost none, each as the document says."""
        shapes = documented_shapes()
        lines = [json.loads(line) for line in text.splitlines()]
        for number, line in enumerate(lines):
            self.assertEqual(line["line"], number)
            self.assertTrue(fits(shape(line), shapes[line["type"]]), (line, shapes[line["type"]]))
        self.assertEqual(lines[0]["type"], "started")
        self.assertIn(lines[-1]["type"], LAST)
        return lines

    def types(self, lines):
        return [line["type"] for line in lines]


class Stream(TournamentsTest):
    def test_is_all_that_is_on_standard_output(self):
        done = self.run_arena("play", "steady", "lowest", "--deals", "5", "--seed", "1", "--events", "-", code=0)
        self.assertIn("points per round", done.stderr)
        lines = self.lines(done.stdout)
        self.assertEqual(self.types(lines), ["started"] + 5 * ["board"] + ["standings", "finished"])
        with open(self.path("results", "steady-vs-lowest", "results.json")) as file:
            results = json.load(file)
        self.assertEqual(lines[-2]["standings"], results["standings"])
        self.assertEqual(lines[-1]["boards"], 5)
        margins = [line["margin"] for line in lines if line["type"] == "board"]
        self.assertAlmostEqual(sum(margins) / 5, results["pairs"][0]["points_a_round"]["mean"], places=3)

    def test_tells_the_same_boards_on_any_number_of_threads(self):
        boards = []
        for threads in ("1", "8"):
            done = self.run_arena("tournament", "--bot", "greedy", "--bot", "lowest", "--bot", "random", "--deals", "20",
                                  "--seed", "2", "-j", threads, "--events", "-")
            found = [line for line in self.lines(done.stdout) if line["type"] == "board"]
            for line in found:
                del line["line"], line["time"]
            boards.append(sorted(found, key=lambda line: line["job"]))
        self.assertEqual(len(boards[0]), 60)
        self.assertEqual(boards[0], boards[1])

    def test_tells_faults(self):
        done = self.run_arena("play", "lowest", f"x=program:{BOTS}/scripted_bot --exit-at 3", "--deals", "1", "--seed", "1",
                              "--allow-unsandboxed", "--events", "-")
        if done.returncode == 2:
            self.fail(done.stderr)
        faults = [line for line in self.lines(done.stdout) if line["type"] == "fault"]
        self.assertGreater(len(faults), 0)
        self.assertEqual(faults[0]["bot"], "x")

    def play_a_bot_that_shows_what_it_can_read(self):
        """A bot that is not trusted, in whose folder the stream and the log are; what it wrote to its standard error."""
        lowest = os.path.join(os.path.dirname(os.path.dirname(PROGRAM)), "bots", "lowest")
        shutil.copy(lowest, self.path("lowest"))
        self.write("spy.sh", "#!/bin/sh\ncat events.jsonl log >&2\ndd bs=1 count=1200 2>/dev/null | ./lowest\n", 0o755)
        with open(self.path("log"), "w") as log:
            done = subprocess.run([PROGRAM, "play", "spy=program:./spy.sh", "lowest", "--deals", "2", "--seed", SECRET,
                                   "--name", "cup", "--allow-unsandboxed", "--events", "events.jsonl"], stderr=log,
                                  cwd=self.folder.name, stdout=subprocess.PIPE, text=True, timeout=1200, check=False)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("seed " + SECRET, done.stdout)
        explained = self.run_arena("explain", "results/cup", "--fault", "1").stdout
        return "\n".join(line for line in explained.splitlines() if line.startswith("  | "))

    def test_tells_the_seed_when_nothing_more_is_played(self):
        seen = self.play_a_bot_that_shows_what_it_can_read()
        self.assertIn('"type":"started"', seen)
        self.assertIn("tournament cup: ", seen)
        self.assertNotIn(SECRET, seen)
        with open(self.path("events.jsonl")) as file:
            self.assertEqual(self.lines(file.read())[-1]["seed"], int(SECRET))
        with open(self.path("results", "cup", "arena.log")) as file:
            self.assertIn("seed " + SECRET, file.read())

    def test_of_a_rule_that_was_broken_the_standard_error_is_kept(self):
        self.write("rude.sh", f"#!/bin/sh\necho no rule for me >&2\nexec '{BOTS}/scripted_bot' --illegal-at 7\n", 0o755)
        self.run_arena("play", "rude=trusted:program:./rude.sh", "lowest", "--deals", "1", "--seed", "1", "--name", "cup")
        explained = self.run_arena("explain", "results/cup", "--fault", "1").stdout
        self.assertRegex(explained, r"^illegal_action by rude ")
        self.assertIn("  | no rule for me\n", explained)

    def test_ends_with_the_result_of_a_sequential_test(self):
        done = self.run_arena("test", "steady", "lowest", "--points1", "40", "--max-boards", "200", "--seed", "1", "--json",
                              "--events", "-", code=0)
        lines = self.lines(done.stdout)
        self.assertEqual(self.types(lines)[-3:], ["standings", "test", "finished"])
        with open(self.path("results", "steady-vs-lowest", "test.json")) as file:
            self.assertEqual(lines[-2]["result"], json.load(file))

    def test_of_a_resumed_tournament_tells_what_was_stored(self):
        self.run_arena("play", "greedy", "lowest", "--deals", "3", "--seed", "1", "--name", "cup")
        done = self.run_arena("resume", "results/cup", "--events", "events.jsonl", code=0)
        self.assertIn("points per round", done.stdout)
        with open(self.path("events.jsonl")) as file:
            lines = self.lines(file.read())
        self.assertEqual(self.types(lines), ["started", "standings", "finished"])
        self.assertEqual(lines[0]["boards_stored"], 3)

    def test_says_that_it_was_interrupted(self):
        arena = subprocess.Popen([PROGRAM, "play", "greedy", "lowest", "--deals", "10000000", "--events", "-"],
                                 cwd=self.folder.name, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        text = [arena.stdout.readline() for _ in range(3)]
        arena.send_signal(signal.SIGINT)
        text.append(arena.stdout.read())
        arena.stdout.close()
        self.assertEqual(arena.wait(timeout=1200), 130)
        self.assertEqual(self.lines("".join(text))[-1]["type"], "interrupted")
        self.assertNotIn("seed", "".join(text))

    def test_says_that_the_machine_failed(self):
        def allow_small_files():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))

        done = subprocess.run([PROGRAM, "play", "greedy", "lowest", "--deals", "1000000", "--events", "-"], text=True,
                              cwd=self.folder.name, capture_output=True, timeout=1200, preexec_fn=allow_small_files)
        self.assertEqual(done.returncode, 3, done.stderr)
        last = self.lines(done.stdout)[-1]
        self.assertEqual(last["type"], "failed")
        self.assertIn("tournament.sqlite", last["reason"])


class Reader(TournamentsTest):
    def play(self, events, stdout=subprocess.DEVNULL):
        arguments = ("play", "greedy", "lowest", "--deals", "40", "--seed", "1", "--name", "cup", "--events", events)
        return subprocess.run([PROGRAM, *patient(arguments)], cwd=self.folder.name, stdout=stdout, stderr=subprocess.PIPE, text=True,
                              timeout=1200)

    def assert_unharmed(self, done, warning):
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr.count("--events"), 1)
        self.assertIn(warning, done.stderr)
        with open(self.path("results", "cup", "results.json")) as file:
            self.assertEqual(json.load(file)["boards_played"], 40)

    def test_that_is_gone_harms_nothing(self):
        reading, writing = os.pipe()
        os.close(reading)
        done = self.play("-", writing)
        os.close(writing)
        self.assert_unharmed(done, "--events: its reader is gone; the tournament continues without it")

    def test_with_a_full_disk_harms_nothing(self):
        self.assert_unharmed(self.play("/dev/full"), "--events: No space left on device")

    def test_that_cannot_be_refuses_the_tournament(self):
        for events, problem in (("nowhere/x", "cannot be written: No such file"), (".", "cannot be written: Is a dir")):
            done = self.play(events)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(f'--events: "{events}": {problem}', done.stderr)
            self.assertFalse(os.path.exists(self.path("results")))

    def files(self):
        found = {}
        for folder, _, names in os.walk(self.folder.name):
            for name in names:
                with open(os.path.join(folder, name), "rb") as file:
                    found[os.path.join(folder, name)] = file.read()
        return found

    def test_that_cannot_be_removes_nothing_of_what_is_there(self):
        os.makedirs(self.path("results", "cup"))
        with open(self.path("results", "cup", "arena.log"), "w", encoding="utf-8") as file:
            file.write("of an arena that was killed\n")
        before = self.files()
        done = self.play("nowhere/x")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(self.files(), before)
        os.remove(self.path("results", "cup", "arena.log"))
        self.assertEqual(self.play("nowhere/x").returncode, 2)
        self.assertTrue(os.path.isdir(self.path("results", "cup")), "it was there before")

    def test_of_a_refused_tournament_empties_no_file(self):
        self.assertEqual(self.play("stream").returncode, 0)
        before = self.files()
        done = self.play("stream")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("this folder holds something already", done.stderr)
        self.assertEqual(self.files(), before)

    def test_never_takes_the_place_of_a_tournaments_own_files(self):
        self.assertEqual(self.play("stream").returncode, 0)
        before = self.files()
        for name in ("tournament.sqlite", "results.json"):
            events = os.path.join("results", "cup", name)
            for command in (("resume", "results/cup"), ("play", "lowest", "greedy", "--deals", "2", "--name", "other")):
                done = self.run_arena(*command, "--events", events, code=2)
                self.assertIn("is a file of a stored tournament, which would be lost", done.stderr)
                self.assertEqual(self.files(), before)

    def test_is_needed_before_a_named_pipe_is_written(self):
        os.mkfifo(self.path("pipe"))
        self.assertIn("nobody reads this pipe; start its reader first", self.play("pipe").stderr)


if __name__ == "__main__":
    main()
