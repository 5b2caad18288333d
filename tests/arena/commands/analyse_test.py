"""tichu-arena analyse as users give it: the same on any number of threads, after a kill too; logs of Brettspielwelt; two bots compared.

    python3 analyse_test.py PROGRAM SAMPLES
"""
import json
import os
import signal
import subprocess
import sys
import time
import unittest

import arena_command

SAMPLES = os.path.abspath(sys.argv.pop())
CHEAP = ("--simulations", "60", "--luck", "8")


class Analyse(arena_command.CommandTest):
    def setUp(self):
        super().setUp()
        self.run_arena("play", "steady", "greedy", "--deals", "4", "--seed", "5", "--name", "cup", code=0)

    def analysis(self, *arguments):
        done = self.run_arena("analyse", *arguments, "--json", "found.json", code=0)
        return done.stdout, self.read("found.json")

    def test_it_is_the_same_on_any_number_of_threads(self):
        one = self.analysis("results/cup", *CHEAP, "-j", "1", "--keep", "one.jsonl")
        four = self.analysis("results/cup", *CHEAP, "-j", "4", "--keep", "four.jsonl")
        self.assertEqual(one, four)
        found = json.loads(one[1])
        self.assertEqual(found["format"], "tichu-analysis/1")
        self.assertEqual(len(found["rounds"]), 8)
        for game in found["rounds"]:
            self.assertEqual(game["cards"] + game["skill"] + game["guess"], game["margin"])
        self.assertEqual([summary["bot"] for summary in found["summaries"]], ["greedy", "steady"])

    def test_it_goes_on_after_a_kill(self):
        straight = self.analysis("results/cup", *CHEAP, "--keep", "straight.jsonl")[1]
        process = subprocess.Popen([arena_command.PROGRAM, "analyse", "results/cup", *CHEAP, "-j", "1"], cwd=self.folder.name,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        kept = self.path("results", "cup", "analysis.jsonl")
        while process.poll() is None:  # killed as soon as something is kept
            if os.path.exists(kept) and os.path.getsize(kept) > 2000:
                process.send_signal(signal.SIGKILL)
                break
            time.sleep(0.01)
        process.wait()
        with open(kept, "a", encoding="utf-8") as file:
            file.write('{"job": 3, "boa')
        self.assertEqual(self.analysis("results/cup", *CHEAP)[1], straight)
        self.assertTrue(os.path.exists(self.path("results", "cup", "analysis.json")))
        self.assert_refused("done otherwise", "analyse", "results/cup", "--simulations", "61")

    def test_one_bot_alone_is_judged(self):
        found = json.loads(self.analysis("results/cup", *CHEAP, "--bot", "greedy", "--keep", "bot.jsonl")[1])
        self.assertEqual([summary["bot"] for summary in found["summaries"]], ["greedy"])
        self.assert_refused("no bot nobody", "analyse", "results/cup", "--bot", "nobody")
        self.run_arena("tournament", "--bot", "lowest", "--bot", "random", "--bot", "greedy", "--deals", "2", "--seed", "5", "--name", "three", code=0)
        first = json.loads(self.analysis("results/three", *CHEAP, "--bot", "greedy", "--rounds", "2")[1])
        self.assertEqual(len(first["rounds"]), 2)  # of its own

    def test_logs_of_brettspielwelt_are_analysed(self):
        samples = sorted(os.path.join(SAMPLES, name) for name in os.listdir(SAMPLES) if name.endswith(".tch"))
        found = json.loads(self.analysis(*samples, *CHEAP)[1])
        self.assertGreaterEqual(len(found["rounds"]), len(samples))

    def test_records_are_analysed(self):
        exported = self.run_arena("export", "results/cup", "--jsonl").stdout
        self.write("rounds.jsonl", exported)
        self.assertEqual(len(json.loads(self.analysis("rounds.jsonl", *CHEAP)[1])["rounds"]), 8)
        self.write("bad.jsonl", "no record\n")
        self.assert_refused("bad.jsonl:1", "analyse", "bad.jsonl")

    def test_two_bots_are_compared_in_the_same_positions(self):
        text, found = self.analysis("results/cup", *CHEAP, "--compare", "steady", "greedy", "--rounds", "2")
        self.assertIn("steady better by", text)
        rounds = json.loads(found)["rounds"]
        self.assertEqual(len(rounds), 2)
        self.assertGreater(sum(len(game["differences"]) for game in rounds), 0)
        self.assert_refused("sandbox", "analyse", "results/cup", "--compare", "steady", "mine=program:/bin/false")

    def test_a_bot_is_compared_by_its_name_in_the_tournament(self):
        other = os.path.join(os.path.dirname(os.path.dirname(arena_command.PROGRAM)), "bots", "greedy.so")
        self.run_arena("play", "steady", f"other=trusted:{other}", "--deals", "2", "--seed", "5", "--name", "named")
        by_name = self.analysis("results/named", *CHEAP, "--compare", "steady", "other", "--rounds", "2")
        self.assertEqual(by_name, self.analysis("results/named", *CHEAP, "--compare", "steady", f"other=trusted:{other}", "--rounds", "2"))
        self.assert_refused("there is no bundled bot", "analyse", "results/named", "--compare", "steady", "nobody")

    def test_only_an_analyst_can_analyse(self):
        self.assert_refused("cannot analyse", "analyse", "results/cup", "--with", "greedy")


if __name__ == "__main__":
    arena_command.main()
