"""The commands that play tournaments, from outside: what they print, what they leave behind, how they end.

    python3 commands_test.py PROGRAM

TICHU_DEALS: how many deals are played with hardly any memory.
"""

import contextlib
import hashlib
import json
import os
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import uuid

from arena_command import PROGRAM, CommandTest, main

README = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../arena/README.md")
DEALS = os.environ.get("TICHU_DEALS", "500")


class Play(CommandTest):
    def test_prints_the_table_and_keeps_the_results(self):
        done = self.run_arena("play", "steady", "random", "--deals", "10", "--seed", "5", code=0)
        self.assertRegex(done.stdout, r"\n1  steady +\+\d+ ")
        self.assertRegex(done.stdout, r"\n2  random +-\d+ ")
        self.assertIn("points per round", done.stdout)
        self.assertEqual(sorted(os.listdir(self.path("results", "steady-vs-random"))),
                         ["arena.log", "bots.csv", "results.csv", "results.json", "tournament.sqlite", "usage.csv"])
        results = self.results("steady-vs-random")
        self.assertEqual(results["boards_played"], 10)
        self.assertEqual(results["seed"], 5)

    def test_takes_the_next_free_name(self):
        for _ in range(2):
            self.assertEqual(self.run_arena("play", "lowest", "random", "--deals", "1").returncode, 0)
        self.assertEqual(sorted(os.listdir(self.path("results"))), ["lowest-vs-random", "lowest-vs-random-2"])

    def test_plays_games(self):
        done = self.run_arena("play", "greedy", "lowest", "--games", "2", "--rule", "target=300", code=0)
        self.assertIn("A board is a game played twice", done.stdout)

    def test_refuses_what_it_cannot_play(self):
        self.assert_refused("there is no bundled bot \"nobody\"; bundled are", "play", "steady", "nobody")
        self.assert_refused("there is no file", "play", "steady", "mine=./mine.so")
        self.assert_refused("is used twice", "play", "steady", "steady")
        self.assert_refused("bot \"x\" (/usr/bin/false) cannot play:", "play", "steady", "x=program:/usr/bin/false")
        self.assert_refused("--rules: \"bridge\": no such preset", "play", "steady", "random", "--rules", "bridge")
        self.assert_refused('--deals: "0" is not a whole number from 1 to', "play", "steady", "random", "--deals", "0")
        self.assert_refused("cannot be a folder's name", "play", "steady", "random", "--name", "../x")

    def test_refuses_a_bot_that_cannot_be_made_with_its_options(self):
        bundled = os.path.join(os.path.dirname(PROGRAM), "..", "bots")
        for bot in ("sampler", "program:sampler", os.path.join(bundled, "sampler.so")):
            with self.subTest(bot=bot):
                self.assert_refused('option time_ms is "many"; it must be a whole number', "play", "steady", f"mine={bot}", "--option", "mine.time_ms=many")

    def elo(self, name):
        results = self.results(name)
        return results, {row["name"]: row["elo"] for row in results["standings"]}

    def test_keeps_an_anchor_for_resume_and_report(self):
        tournament = ["tournament", "--bot", "steady", "--bot", "greedy", "--bot", "random", "--deals", "6", "--seed", "5"]
        self.assertEqual(self.run_arena(*tournament, "--name", "free").returncode, 0)
        done = self.run_arena(*tournament, "--name", "set", "--anchor", "greedy=1500")
        self.assertIn("Elo: greedy is set to 1500, and errors are relative to it.", done.stdout)
        _, free = self.elo("free")
        results, found = self.elo("set")
        self.assertEqual((results["anchor"], results["elo_anchor"]), ({"name": "greedy", "elo": 1500}, "greedy is set to 1500"))
        self.assertEqual(found["greedy"], {"value": 1500, "error95": 0})
        self.assertAlmostEqual(found["steady"]["value"] - 1500, free["steady"]["value"] - free["greedy"]["value"], delta=0.001)

        with open(self.path("results", "set", "results.json"), "rb") as file:
            before = file.read()
        os.remove(self.path("results", "set", "results.json"))
        resumed = self.run_arena("resume", self.path("results", "set"))
        self.assertIn("greedy is set to 1500", resumed.stdout)
        with open(self.path("results", "set", "results.json"), "rb") as file:
            self.assertEqual(file.read(), before)
        self.assertEqual(self.run_arena("report", self.path("results", "set")).returncode, 0)
        self.assertEqual(self.run_arena("report", self.path("results", "free"), "--anchor", "random=-7.5").returncode, 0)

    def test_refuses_a_wrong_anchor(self):
        tournament = ["play", "greedy", "random", "--deals", "1"]
        self.assert_refused("--anchor: \"greedy\": must have the form NAME=NUMBER", *tournament, "--anchor", "greedy")
        self.assert_refused("--anchor: \"greedy=inf\": must have the form", *tournament, "--anchor", "greedy=inf")
        self.assert_refused("anchor: nobody of the name \"steady\" enters", *tournament, "--anchor", "steady=0")
        self.assertEqual(self.run_arena(*tournament, "--name", "cup").returncode, 0)
        self.assert_refused("report: anchor: nobody of the name \"steady\" enters", "report", "results/cup", "--anchor", "steady=0")

    def test_takes_the_luck_of_the_cards_out_of_single_deals(self):
        arguments = ["play", "steady", "weak=steady", "--option", "weak.tichu=1", "--deals", "60", "--seed", "1"]
        done = self.run_arena(*arguments, "--seatings", "single", "--name", "cup")
        self.assertNotIn("without luck", done.stdout)
        done = self.run_arena("resume", "results/cup", "--control-variates", code=0)
        self.assertIn("without luck", done.stdout)
        results = self.results("cup")
        gain, = results["control_variates"]
        self.assertEqual(gain["plain"], results["pairs"][0]["points_a_round"])
        self.assertLess(gain["controlled"]["error95"], gain["plain"]["error95"])
        steady = gain
        self.run_arena("resume", "results/cup", "--control-variates", "--luck-rounds", "own", code=0)
        gain, = self.results("cup")["control_variates"]
        self.assertEqual(gain["plain"], steady["plain"])
        self.assertNotEqual(gain["controlled"], steady["controlled"])
        self.assertLess(gain["controlled"]["error95"], gain["plain"]["error95"])
        self.assert_refused("--control-variates: there are none but for single deals", *arguments, "--control-variates")

    def test_refuses_a_plugin_that_is_none(self):
        self.write("text.so", "no library")
        self.assert_refused("bot \"x\"", "play", "steady", "x=./text.so")

    def test_ends_with_3_where_the_disk_refuses(self):
        done = self.run_arena("play", "lowest", "random", "--deals", "1", "--results", "/proc/x", code=3)
        self.assertIn("cannot make the folder /proc/x: ", done.stderr)

    def test_counts_one_as_one_and_tells_time_as_it_was(self):
        done = self.run_arena("play", "lowest", "random", "--deals", "1", "--seatings", "single", "--seed", "1")
        self.assertIn("1 board of 1 round, standard rules, 1 thread\n", done.stderr)
        self.assertIn(": 1 of 1 board, 1 round, 0 faults in ", done.stderr)
        rounds, seconds, rate = re.search(r": (\d+) round in (\S+) s \((\d+) per second\)", done.stdout).groups()
        self.assertAlmostEqual(int(rounds) / float(seconds), int(rate), delta=0.5 + 0.01 * int(rate))


class Tournament(CommandTest):
    def write_tournament(self, text):
        os.makedirs(self.path("tournaments"), exist_ok=True)
        with open(self.path("tournaments", "cup.toml"), "w") as file:
            file.write(text)

    def test_plays_a_file_and_flags_win_over_it(self):
        self.write_tournament('deals = 50\n[[bot]]\nname = "greedy"\n[[bot]]\nname = "p"\nkind = "program"\npath = "random"\n')
        self.run_arena("tournament", "tournaments/cup.toml", "--bot", "lowest", "--deals", "3", "--pair",
                       "duo=greedy+lowest", code=0)
        results = self.results("cup")
        self.assertEqual([e["name"] for e in results["entrants"]], ["greedy", "p", "lowest", "duo"])
        self.assertEqual(results["boards_played"], 18)

    def test_plays_the_example_of_the_readme(self):
        with open(README) as file:
            self.write_tournament(file.read().split("```toml\n")[1].split("```")[0])
        self.run_arena("tournament", "tournaments/cup.toml", "--deals", "2", code=0)
        with open(self.path("tournaments", "results", "spring", "results.json")) as file:
            self.assertEqual([e["name"] for e in json.load(file)["entrants"]], ["steady", "slow", "friends"])

    def test_names_the_place_of_an_error(self):
        self.write_tournament('deals = 50\n[[bot]]\nname = "greedy"\nkinds = "program"\n')
        self.assert_refused("tournaments/cup.toml:4:1: kinds: no such key in [[bot]]", "tournament", "tournaments/cup.toml")
        self.assert_refused('tournament file: there is no file "none.toml"', "tournament", "none.toml")
        self.assert_refused("a tournament needs at least two bots, found 1", "tournament", "--bot", "steady")

    def test_refuses_a_folder_that_was_named_and_is_in_use(self):
        arguments = ["play", "lowest", "random", "--deals", "1", "--name", "cup"]
        self.assertEqual(self.run_arena(*arguments).returncode, 0)
        self.assert_refused("results/cup: this folder holds something already", *arguments)

    def test_stops_in_good_order_at_sigint(self):
        arena = subprocess.Popen([PROGRAM, "play", "lowest", "g=program:greedy", "--deals", "10000000"],
                                 cwd=self.folder.name, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for line in arena.stderr:
            if "2 entrants" in line:
                break
        arena.send_signal(signal.SIGINT)
        out, err = arena.communicate(timeout=1200)
        self.assertEqual(arena.returncode, 130, err)
        self.assertIn("Stopped before its end", out)
        export = self.run_arena("export", "results/lowest-vs-g")
        self.assertEqual(len(export.stdout.splitlines()), 2 * self.results("lowest-vs-g")["boards_played"])


class Sandbox(CommandTest):
    """Bots that are not trusted; also on a machine without bubblewrap, as which one without PATH looks."""

    def write_tournament(self, keys):
        self.write("cup.toml", f'deals = 2\n{keys}\n[[bot]]\nname = "lowest"\n[[bot]]\nname = "g"\npath = "greedy"\n'
                               'kind = "program"\ntrusted = false\n')

    def run_without_bubblewrap(self, *arguments):
        return self.run_arena(*arguments, env={"PATH": "/nowhere"})

    def sandbox_in_results(self, tournament):
        return self.results(tournament)["sandbox"]

    def test_is_named_in_log_and_results(self):
        done = self.run_arena("play", "lowest", "g=untrusted:program:greedy", "--deals", "2", "--name", "cup")
        if "there is no sandbox to run it in" in done.stderr:
            self.skipTest(done.stderr)
        self.assertEqual(done.returncode, 0, done.stderr)
        sandbox = self.sandbox_in_results("cup")
        self.assertIn(sandbox["kind"], ("bubblewrap", "landlock"))
        self.assertEqual(sandbox["bots"], ["g"])
        self.assertIn("seccomp filter", sandbox["protections"])
        line = f"sandbox for bots that are not trusted: {sandbox['kind']} ({', '.join(sandbox['protections'])})"
        self.assertIn(line, done.stderr)
        with open(self.path("results", "cup", "arena.log")) as file:
            self.assertIn(line, file.read())

    def test_is_not_needed_for_trusted_bots(self):
        done = self.run_without_bubblewrap("play", "lowest", "g=trusted:program:greedy", "--deals", "2", "--name", "cup")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("no sandbox: all bots are trusted", done.stderr)
        self.assertEqual(self.sandbox_in_results("cup"), {"kind": "none", "protections": [], "bots": []})

    def test_that_is_missing_refuses_the_tournament(self):
        self.write_tournament('[sandbox]\nkind = "bubblewrap"')
        done = self.run_without_bubblewrap("tournament", "cup.toml")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn('bot "g" is not trusted, and there is no sandbox to run it in (bubblewrap: the program bwrap is '
                      "not installed", done.stderr)
        self.assertEqual(os.listdir(self.folder.name), ["cup.toml"])

    def test_that_is_missing_can_be_done_without(self):
        self.write_tournament('[sandbox]\nkind = "bubblewrap"')
        done = self.run_without_bubblewrap("tournament", "cup.toml", "--allow-unsandboxed")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("warning: bots that are not trusted run without a sandbox", done.stderr)
        self.assertEqual(self.sandbox_in_results("cup"), {"kind": "none", "protections": [], "bots": ["g"]})

    def test_of_the_second_kind_takes_the_place_of_the_first(self):
        self.write_tournament("")
        done = self.run_without_bubblewrap("tournament", "cup.toml")
        if "Landlock: " in done.stderr:
            self.skipTest(done.stderr)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.sandbox_in_results("cup")["kind"], "landlock")
        self.assertIn("warning: not the strongest sandbox", done.stderr)


class Export(CommandTest):
    def test_prints_rounds_that_verify(self):
        self.run_arena("play", "greedy", "random", "--deals", "4", "--rules", "gravon", "--name", "cup")
        done = self.run_arena("export", "results/cup", "--jsonl")
        rounds = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([(r["job"], r["seating"]) for r in rounds], [(j, s) for j in range(4) for s in range(2)])
        self.assertEqual(rounds[0]["deal"], rounds[1]["deal"])
        with open(self.path("rounds.jsonl"), "w") as file:
            file.write(done.stdout)
        self.assertEqual(self.run_arena("verify", "rounds.jsonl").returncode, 0)

    def test_is_quiet_when_its_reader_leaves(self):
        self.run_arena("play", "lowest", "random", "--deals", "100", "--name", "cup")
        export = subprocess.Popen([PROGRAM, "export", "results/cup"], cwd=self.folder.name, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE)
        export.stdout.read(10)
        export.stdout.close()
        self.assertEqual(export.stderr.read(), b"")
        export.stderr.close()
        self.assertEqual(export.wait(timeout=1200), 0)

    def test_refuses_a_folder_without_a_tournament(self):
        os.mkdir(self.path("empty"))
        self.assert_refused('there is no tournament in "empty"', "export", "empty")

    def test_refuses_a_job_that_nobody_played(self):
        self.run_arena("play", "lowest", "random", "--deals", "2", "--name", "cup")
        self.assert_refused("export: --job: there is no job 2; the tournament has 2 finished boards, the last of which has the number 1",
                            "export", "results/cup", "--job", "2")
        self.assertEqual(self.run_arena("export", "results/cup", "--job", "1").returncode, 0)


class Faults(CommandTest):
    def play_with_a_bot_that_leaves_early(self, *flags):
        """A bot whose input ends after some requests, so that it ends too, in the midst of a round."""
        lowest = os.path.join(os.path.dirname(os.path.dirname(PROGRAM)), "bots", "lowest")
        self.write("short.sh", f"#!/bin/sh\necho leaving soon >&2\ndd bs=1 count=1200 2>/dev/null | '{lowest}'\n", 0o755)
        self.write("cup.toml", "deals = 2\n[[bot]]\nname = 'lowest'\n"
                               "[[bot]]\nname = 'short'\nkind = 'program'\npath = './short.sh'\ntrusted = true\n")
        return self.run_arena("tournament", "cup.toml", "--name", "cup", "--seed", "1", *flags)

    def test_are_explained(self):
        self.assertEqual(self.play_with_a_bot_that_leaves_early().returncode, 0)
        listed = self.run_arena("explain", "results/cup")
        self.assertRegex(listed.stdout, r"^    1  short  crash  job 0: ended with exit code 0\n")
        one = self.run_arena("explain", "results/cup", "--fault", "1")
        self.assertRegex(one.stdout, r"^crash by short at seat [0-3]: job 0, board 0, seating 0, round 0\n")
        self.assertIn("It was asked: ", one.stdout)
        self.assertIn("The last request to it", one.stdout)
        self.assertIn("  | leaving soon\n", one.stdout)
        self.assertIn(f"\nAgain: {PROGRAM} replay results/cup --fault 1\n", one.stdout)
        self.assertIn("The round so far, deal 0 of seed 1:\n  seat 0 ", one.stdout)
        self.assertEqual(self.run_arena("explain", "results/cup", "--bot", "lowest").stdout, "no faults of lowest\n")
        self.assert_refused("faults, found 99", "explain", "results/cup", "--fault", "99")
        self.assertEqual(self.run_arena("explain", "results/cup", "--bot", "lowest@1").stdout, "no faults of lowest\n")
        self.assert_refused('explain: --bot: no bot "lwest" plays in this tournament; its bots are ', "explain", "results/cup", "--bot", "lwest")

    def test_are_told_in_words_and_with_hex_in_bytes(self):
        self.play_with_a_bot_that_leaves_early()
        words = self.run_arena("explain", "results/cup", "--fault", "1").stdout
        self.assertRegex(words, r"The last request to it, \d+ bytes \(seat 0 is the bot itself.*\):\n")
        self.assertRegex(words, r"\n  request \d+: .*, within 1000 ms\n")
        self.assertNotRegex(words, r"\n  0000  [0-9a-f]{2} ")
        self.assertRegex(self.run_arena("explain", "results/cup", "--fault", "1", "--hex").stdout, r"\n  0000  [0-9a-f]{2} ")

    def test_are_played_again(self):
        self.play_with_a_bot_that_leaves_early()
        again = self.run_arena("replay", "results/cup", "--fault", "1", code=1)
        self.assertRegex(again.stdout, r"^short at seat \d, job 0, seating 0\n")
        self.assertRegex(again.stdout, r"\nhere  round 1  .*\n +no valid answer\nfault: crash: ended with exit code 0\n")
        self.assertIn("  | leaving soon\n", again.stdout)
        self.assertIn("then:  crash: ended with exit code 0\n", again.stdout)
        waiting = self.run_arena("replay", "results/cup", "--fault", "1", "--wait", input="\n")
        self.assertRegex(waiting.stderr, r"the bot runs as process \d+: gdb -p")
        self.write("wrap.sh", "#!/bin/sh\necho wrapped in $PWD >&2\nexec \"$@\"\n", 0o755)
        under = self.run_arena("replay", "results/cup", "--fault", "1", "--under", self.path("wrap.sh"), code=1)
        self.assertIn(f"  | wrapped in {self.path()}", under.stdout)
        self.assert_refused("faults, found 99", "replay", "results/cup", "--fault", "99")
        self.assert_refused("no such program", "replay", "results/cup", "--fault", "1", "--under", "nobody-has-this")

    def test_that_were_mended_do_not_come_again(self):
        self.play_with_a_bot_that_leaves_early()
        lowest = os.path.join(os.path.dirname(os.path.dirname(PROGRAM)), "bots", "lowest")
        self.write("short.sh", f"#!/bin/sh\nexec '{lowest}'\n", 0o755)
        again = self.run_arena("replay", "results/cup", "--fault", "1", code=0)
        self.assertIn('bot "short" has changed since the tournament was played', again.stderr)
        self.assertIn("\nno fault\nthen:  crash: ", again.stdout)

    def test_leave_rounds_that_the_page_counts_as_the_terminal_does(self):
        printed = re.search(r"cup: (\d+) rounds in ", self.play_with_a_bot_that_leaves_early().stdout)[1]
        page = self.run_arena("report", "results/cup", "-o", "-").stdout
        data = re.search(r'<script type="application/json" id="tournament">(.*?)</script>', page, re.S)[1]
        self.assertEqual(json.loads(data)["rounds"], int(printed))

    def test_and_the_end_run_a_command_that_is_told_of_them(self):
        told = 'echo "$TICHU_STATE,$TICHU_BOT,$TICHU_FAULT,$TICHU_TOURNAMENT" >> told; cat; echo aside'
        done = self.play_with_a_bot_that_leaves_early("--on-fault", told, "--on-end", told)
        self.assertEqual(done.returncode, 0)
        self.assertNotIn("aside", done.stdout)
        self.assertEqual(done.stderr.count("aside\n"), 2)
        lines = sorted(self.read("told").splitlines())
        self.assertEqual(lines[0], "fault,short,crash: ended with exit code 0,results/cup")
        self.assertEqual(lines[1:], ["finished,,,results/cup"])
        self.assertEqual(self.run_arena("resume", "results/cup", "--on-end", "exit 1").returncode, 0)

    def test_make_a_strict_tournament_end_with_1(self):
        self.assertEqual(self.play_with_a_bot_that_leaves_early("--strict").returncode, 1)
        self.run_arena("play", "lowest", "random", "--deals", "1", "--strict", code=0)


class Stored(CommandTest):
    """Stored tournaments as the terminal shows them."""

    def test_are_shown_as_they_were_printed(self):
        printed = self.run_arena("play", "lowest", "random", "--deals", "5", "--seed", "3", "--name", "cup").stdout
        shown = self.run_arena("show", "results/cup").stdout
        self.assertEqual(shown.splitlines()[0], "cup: finished, 5 boards, 10 rounds, rules standard, seed 3")
        table = printed[printed.index("#  bot"):printed.index("\nAll results")]
        self.assertTrue(shown.endswith("\n\n" + table), shown)
        told = json.loads(self.run_arena("show", "results/cup", "--json").stdout)
        self.assertEqual((told["format"], told["state"], told["rounds"], told["damaged"]), ("tichu-show/1", "finished", 10, []))
        self.assertEqual(told["results"], self.results("cup"))

    def test_of_a_test_are_shown_as_its_verdict(self):
        printed = self.run_arena("test", "greedy", "random", "--points1", "20", "--seed", "1", "--name", "change").stdout
        self.assertTrue(self.run_arena("show", "results/change").stdout.endswith("\n\n" + printed))
        self.assertEqual(json.loads(self.run_arena("show", "results/change", "--json").stdout)["test"]["outcome"], "accepted")

    def test_are_shown_and_listed_while_they_run_without_their_seed(self):
        arena = subprocess.Popen([PROGRAM, "play", "lowest", "random", "--deals", "10000000", "--seed", "77321", "--name", "cup"],
                                 cwd=self.folder.name, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            self.wait_until(lambda: os.path.isdir(self.path("results")) and json.loads(self.run_arena("list", "--json").stdout or "[]"), arena)
            shown = self.run_arena("show", "results/cup").stdout
            told = self.run_arena("show", "results/cup", "--json").stdout
            listed = self.run_arena("list").stdout
        finally:
            arena.send_signal(signal.SIGTERM)
            arena.wait(timeout=1200)
        self.assertRegex(shown, r"^cup: running, \d+ of 10000000 boards, ")
        self.assertNotIn("77321", shown + told)
        self.assertRegex(listed, r"\ncup +running +\d+ of 10000000 +2 +\d{4}-\d\d-\d\d \d\d:\d\d +lowest( \(1\.0\))?, random( \(1\.0\))?\n")
        self.assertRegex(self.run_arena("list").stdout, r"\ncup +stopped ")
        self.assertRegex(self.run_arena("show", "results/cup").stdout, r"^cup: stopped, ")

    def test_are_listed_the_latest_first(self):
        for name in ("first", "second"):
            self.run_arena("play", "lowest", "random", "--deals", "1", "--name", name)
        os.utime(self.path("results", "first", "tournament.sqlite"), (0, 0))
        os.mkdir(self.path("results", "something else"))
        self.assertRegex(self.run_arena("list").stdout,
                         r"^tournament +state +boards +entrants +last stored +bots\nsecond +finished +1 .*\nfirst +finished +1 .*\n$")
        told = json.loads(self.run_arena("list", "--json").stdout)
        bots = told[1].pop("bots")
        self.assertEqual([(bot["name"], bot["says"], bot["version"]) for bot in bots], [("lowest", "lowest", "1.0"), ("random", "random", "1.0")])
        self.assertEqual(told[1], {"name": "first", "state": "finished", "boards_played": 1, "boards_planned": 1, "entrants": 2,
                                   "last_stored": "1970-01-01T00:00:00Z"})
        self.assert_refused("is a tournament; tichu-arena show prints its tables", "list", "results/first")
        self.assert_refused('there is no folder "nowhere"', "list", "nowhere")


class Bots(CommandTest):
    def test_are_taken_from_a_folder(self):
        bots = os.path.join(os.path.dirname(os.path.dirname(PROGRAM)), "bots")
        self.write("cup.toml", 'bots = "submissions/*"\ndeals = 1\n[[bot]]\nname = "steady"\n')
        self.assert_refused('cup.toml:1:8: bots: nothing is found at "submissions/*"', "tournament", "cup.toml", "--allow-unsandboxed")
        os.makedirs(self.path("submissions", "ann"))
        self.assert_refused('submissions/ann" holds no bot: ann.so, ann, bot.so or bot', "tournament", "cup.toml")
        shutil.copy(os.path.join(bots, "lowest"), self.path("submissions", "ann", "bot"))
        shutil.copy(os.path.join(bots, "greedy.so"), self.path("submissions", "bob.so"))
        self.run_arena("tournament", "cup.toml", "--name", "cup", code=0)
        self.assertEqual([entrant["name"] for entrant in self.results("cup")["entrants"]], ["steady", "ann", "bob"])
        self.write("submissions/steady", "#!/bin/sh\n", 0o755)
        self.assert_refused('there is a bot of the name "steady" already', "tournament", "cup.toml", "--name", "again")

    def submit_good_and_broken_bots(self):
        bots = os.path.join(os.path.dirname(os.path.dirname(PROGRAM)), "bots")
        for name in ("ann", "cat"):
            os.makedirs(self.path("submissions", name))
        shutil.copy(os.path.join(bots, "lowest"), self.path("submissions", "ann", "bot"))
        shutil.copy(os.path.join(bots, "greedy.so"), self.path("submissions", "bob.so"))
        self.write("submissions/dog", "#!/bin/sh\necho no bone >&2\nexit 1\n", 0o755)
        self.write("submissions/eel", "#!/bin/sh\nexit 2\n", 0o755)
        self.write("submissions/fox", "#!/bin/sh\n", 0o644)

    def test_that_cannot_play_do_not_keep_a_ladder_from_the_others(self):
        self.submit_good_and_broken_bots()
        self.write("cup.toml", 'bots = "submissions/*"\nschedule = "ladder"\nlimit = 4\ndeals = 1\nseed = 1\n')
        done = self.run_arena("tournament", "cup.toml", "--name", "cup", code=0)
        self.assertEqual([entrant["name"] for entrant in self.results("cup")["entrants"]], ["ann", "bob"])
        self.assertEqual(self.results("cup")["boards_played"], 4)
        log = self.read("results", "cup", "arena.log")
        for said in (done.stderr, log):
            for name, reason in (("cat", "holds no bot"), ("dog", "no bone"), ("eel", "exit code 2"), ("fox", "is not executable")):
                self.assertRegex(said, f'the ladder begins without "{name}", which can enter when it is mended [^\0]*{reason}')
        self.assertIn('the ladder was played without "cat", "fox", "dog", "eel", which all could not play', done.stderr.splitlines()[-1])
        self.assertEqual(self.run_arena("tournament", "cup.toml", "--name", "strict", "--strict").returncode, 1)
        self.assertEqual(self.run_arena("resume", "results/cup", "--limit", "6").returncode, 0)
        for name in ("ann/bot", "bob.so"):
            os.remove(self.path("submissions", name))
        self.assert_refused("eel", "tournament", "cup.toml", "--name", "none")

    def test_that_cannot_play_are_all_named_when_a_tournament_is_refused(self):
        self.submit_good_and_broken_bots()
        self.write("cup.toml", 'bots = "submissions/*"\ndeals = 1\n')
        for reason in ('cat" holds no bot', 'fox" is not executable'):
            self.assert_refused(reason, "tournament", "cup.toml")
        os.rmdir(self.path("submissions", "cat"))
        os.remove(self.path("submissions", "fox"))
        for reason in ("no bone", 'bot "eel"'):
            self.assert_refused(reason, "tournament", "cup.toml")

    def test_that_are_pipes_are_refused(self):
        os.mkfifo(self.path("pipe.so"))
        os.mkfifo(self.path("pipe"), 0o777)
        for place in ("./pipe.so", "trusted:./pipe.so", "./pipe"):
            self.assert_refused("is a pipe, a socket or a device; a file is wanted", "play", "lowest", "x=" + place)

    def test_are_known_by_their_files_however_large_these_are(self):
        lowest = os.path.join(os.path.dirname(os.path.dirname(PROGRAM)), "bots", "lowest")
        self.write("weights", "w" * 700_001)
        with open(self.path("large"), "wb") as file:
            file.truncate(200 << 20)
        self.write("bot.sh", f"#!/bin/sh\nexec '{lowest}'\n", 0o755)
        limit = 200 << 20  # the file alone would fill it
        self.run_arena("play", "random", "b=trusted:program:./bot.sh weights large", "--deals", "1", "-j1", "--name", "cup",
                       preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)), code=0)
        with contextlib.closing(sqlite3.connect(self.path("results", "cup", "tournament.sqlite"))) as database:
            bots = json.loads(database.execute("SELECT configuration FROM tournament").fetchone()[0])["bots"]
        with open(self.path("weights"), "rb") as file:
            digest = hashlib.sha1(uuid.NAMESPACE_OID.bytes + file.read()).digest()
        self.assertEqual(bots[1]["fingerprint"].split()[1], str(uuid.UUID(bytes=digest[:16], version=5)))

    def test_that_leave_no_memory_end_the_arena_with_a_sentence(self):
        def with_memory(limit, *arguments):
            return self.run_arena(*arguments, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))

        # Its libraries alone take tens of MiB of addresses.
        least = next(limit for limit in range(10 << 20, 1 << 30, 10 << 20) if with_memory(limit, "--version").returncode == 0)
        for limit in (least, least + (10 << 20), least + (20 << 20), least + (40 << 20)):
            done = with_memory(limit, "play", "lowest", "random", "--deals", DEALS, "-j2", "--name", f"cup{limit}")
            self.assertIn(done.returncode, (0, 3), done.stderr)
            if done.returncode == 3:
                self.assertIn("tichu-arena: ", done.stderr)


class Files(CommandTest):
    def test_import_leaves_a_file_alone_that_it_cannot_write_whole(self):
        kept = self.path("kept.tch")
        with open(kept, "w", encoding="utf-8") as file:
            file.write("kept")
        for log, code in ((kept, 2), (self.path("missing.tch"), 2)):
            with self.subTest(log=log):
                self.assertEqual(self.run_arena("import", log, "-o", kept).returncode, code)
                with open(kept, encoding="utf-8") as file:
                    self.assertEqual(file.read(), "kept")
        self.assertEqual(os.listdir(self.folder.name), ["kept.tch"])

    def test_names_a_folder_that_is_given_for_a_file(self):
        for command in ("import", "rate", "verify", "tournament"):
            with self.subTest(command=command):
                done = self.run_arena(command, self.folder.name)
                self.assertIn(done.returncode, (2, 3), done.stderr)
                self.assertIn(self.folder.name, done.stderr)
                self.assertEqual(done.stdout, "")


if __name__ == "__main__":
    main()
