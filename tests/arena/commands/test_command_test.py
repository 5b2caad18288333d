#!/usr/bin/python3
"""tichu-arena test, from the command line: verdicts and exit codes, the same on any number of threads, files for CI.

    test_command_test.py TICHU_ARENA FOLDER_OF_TEST_BOTS"""
import csv
import io
import json
import os
import re
import shutil
import subprocess
import time
import xml.etree.ElementTree

from arena_command import BOTS, PROGRAM, CommandTest, main, patient

BUNDLED = os.path.join(os.path.dirname(PROGRAM), "../bots")
SEQUENTIAL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../arena/statistics/sequential")


class TestCommand(CommandTest):
    def run_test(self, *arguments):
        return self.run_arena("test", *arguments, "--seed", "1")

    def test_accepts_the_stronger_and_rejects_the_weaker(self):
        done = self.run_test("greedy", "random", "--points1", "20", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        answer = json.loads(done.stdout)
        self.assertEqual((answer["format"], answer["outcome"], answer["bot"]), ("tichu-test/1", "accepted", "greedy"))
        self.assertLess(answer["boards"], 500)
        self.assertLess(answer["estimate"]["low"], answer["estimate"]["value"])
        self.assertGreater(answer["estimate"]["low"], 0)
        done = self.run_test("random", "greedy", "--points1", "20")
        self.assertEqual(done.returncode, 1)
        self.assertIn("random against greedy: rejected, weaker (20 points per round against 0)", done.stdout)

    def test_is_refused_if_it_could_never_answer(self):
        for flag in ("--deals", "--games", "--max-boards"):
            self.assert_refused(f"{flag}: 15 boards can never answer: a test says nothing before 16 boards",
                                "test", "steady", "greedy", flag, "15")

    def test_lists_the_flags_that_mean_something_and_their_true_defaults(self):
        told = self.run_arena("test", "--help").stdout
        for flag in ("--anchor", "--strict", "--control-variates", "[100]"):
            self.assertNotIn(flag, told)
        self.assertIn("[100000]", told)

    def test_says_the_same_on_any_number_of_threads(self):
        answers = []
        for threads in ("1", "3", "8"):
            done = self.run_test("greedy", "lowest", "--points1", "30", "--json", "-j", threads, "--name", "t" + threads)
            answer = json.loads(done.stdout)
            del answer["folder"]
            with open(os.path.join(self.folder.name, "results", "t" + threads, "results.csv"), encoding="utf-8") as file:
                answer["csv"] = file.read()
            answers.append(answer)
        self.assertEqual(answers[0], answers[1])
        self.assertEqual(answers[0], answers[2])

    def test_says_which_boards_were_played_and_do_not_count(self):
        done = self.run_test("greedy", "random", "--points1", "20", "--name", "counted")
        with open(os.path.join(self.folder.name, "results", "counted", "test.json"), encoding="utf-8") as file:
            answer = json.load(file)
        with open(os.path.join(self.folder.name, "results", "counted", "results.json"), encoding="utf-8") as file:
            self.assertEqual(answer["boards_played"], json.load(file)["boards_played"])
        more = answer["boards_played"] - answer["boards"]
        self.assertTrue(0 < more < 64, more)
        self.assertIn(f"; {answer['boards_played']} were played, {more} of which do not count: they were begun before the decision was known\n",
                      done.stdout)

    def test_refuses_the_flags_of_schedules(self):
        for command in ("test", "play"):
            for flag, value, part in (("--schedule", "swiss", "belongs to tichu-arena tournament"), ("--schedule", "nonsense", "belongs to tichu-arena"),
                                      ("--candidate", "greedy", "belongs to the schedule gauntlet of tichu-arena tournament"),
                                      ("--rounds", "3", "belongs to the schedule swiss"), ("--limit", "9", "belongs to the schedule ladder")):
                done = self.run_arena(command, "greedy", "random", flag, value)
                self.assertEqual((done.returncode, done.stdout), (2, ""), flag)
                self.assertIn(flag + ": " + part, done.stderr)
            shown = self.run_arena(command, "--help").stdout
            self.assertNotIn("--schedule", shown)
        self.assertEqual(os.listdir(self.folder.name), [])

    def test_tests_elo_too(self):
        for model in ("logistic", "normalized"):
            done = self.run_test("greedy", "random", "--elo1", "100", "--model", model, "--json")
            answer = json.loads(done.stdout)
            self.assertEqual((done.returncode, answer["measure"]), (0, model))
            llr = self.run_arena("llr", "--pentanomial", ",".join(map(str, answer["scores"])), "--elo1", "100", "--model", model,
                                 "--json")
            self.assertAlmostEqual(json.loads(llr.stdout)["llr"], answer["llr"], places=9)

    def test_is_undecided_at_its_limit(self):
        done = self.run_test("greedy", "greedy2=greedy", "--max-boards", "30", "--no-keep")
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertEqual(os.listdir(self.path("results")), [])
        self.assertIn(" is deleted", done.stderr)
        self.assertNotIn("kept", done.stdout)
        self.assertIn("undecided", done.stdout)
        self.assertIn("30 of at most 30", done.stdout)

    def test_writes_files_for_ci(self):
        junit, markdown = self.path("t.xml"), self.path("t.md")
        done = self.run_test("random", "greedy", "--points1", "20", "--junit", junit, "--markdown", markdown, "--name", "ci")
        self.assertEqual(done.returncode, 1)
        suite = xml.etree.ElementTree.parse(junit).getroot().find("testsuite")
        self.assertEqual((suite.get("tests"), suite.get("failures")), ("1", "1"))
        with open(markdown, encoding="utf-8") as file:
            self.assertTrue(file.read().startswith("### random against greedy: rejected"))
        self.assertEqual(self.results("ci", "test.json")["outcome"], "rejected")
        export = self.run_arena("export", "results/ci", "--jsonl")
        self.assertGreater(len(export.stdout.splitlines()), 30)

    def test_refuses_files_that_cannot_be_written_before_it_plays(self):
        for flag in ("--junit", "--markdown"):
            self.assert_refused(f'{flag}: "/nowhere/t": cannot be written: No such file', "test", "greedy", "random", flag, "/nowhere/t")

    def test_tells_its_verdict_where_a_file_cannot_be_written_after_all(self):
        # A full disk that was writable at the start.
        done = self.run_test("greedy", "random", "--points1", "20", "--junit", "/dev/full", "--markdown", "t.md")
        self.assertEqual(done.returncode, 3)
        self.assertIn("greedy against random: accepted", done.stdout)
        self.assertIn("/dev/full: cannot be written: No space left on device", done.stderr)
        self.assertEqual(self.results("greedy-vs-random", "test.json")["outcome"], "accepted")

    def killed_and_resumed(self, *flags, meanwhile=lambda: None):
        """The end of a rejecting test that was killed as soon as it had a database, and then resumed."""
        folder = self.path("results", "killed")
        process = subprocess.Popen([PROGRAM, *patient(["test", *flags, "--seed", "1", "--name", "killed", "-j1"])], cwd=self.folder.name,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.wait_until(lambda: os.path.exists(os.path.join(folder, "tournament.sqlite")), process)
        process.kill()
        process.wait()
        self.assertFalse(os.path.exists(os.path.join(folder, "test.json")), "it ended before it was killed")
        meanwhile()
        resumed = self.run_arena("resume", "results/killed", code=1)
        return resumed

    def test_goes_on_after_it_was_killed_to_the_same_answer(self):
        flags = ("random", "greedy", "--points1", "20")
        whole = self.run_test(*flags, "--name", "whole")
        self.assertEqual(whole.returncode, 1)
        resumed = self.killed_and_resumed(*flags)
        self.assertEqual(resumed.stdout.replace("results/killed", "results/whole"), whole.stdout)
        self.assertEqual(self.results("killed", "test.json")["outcome"], "rejected")

    def test_faults_are_no_answer(self):
        bot = "bad=trusted:program:" + os.path.join(BOTS, "scripted_bot") + " --crash-at 30"
        done = self.run_test("greedy", bot, "--max-boards", "40", "--points1", "20", "--no-keep")
        self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
        self.assertEqual(os.listdir(self.path("results")), ["greedy-vs-bad"])  # to look at
        self.assertIn("greedy against bad: faults", done.stdout)
        self.assertRegex(done.stdout, r"\n  faults    (\d+); bad: \1 crash\n")
        over_pool = self.run_test("greedy", "random", "--pool", "lowest", "--pool", bot, "--max-boards", "16", "--json")
        self.assertEqual(over_pool.returncode, 3, over_pool.stdout + over_pool.stderr)
        answer = json.loads(over_pool.stdout)
        self.assertGreater(answer["faults"], 0)
        self.assertEqual(answer["faults_of"], {"bot": {}, "against": {}})
        self.assertEqual([opponent["faults"] for opponent in answer["pool"]], [{}, {"crash": answer["faults"]}])

    def test_compares_two_bots_over_a_pool_with_one_verdict(self):
        flags = ("greedy", "random", "--pool", "steady", "--pool", "low=lowest", "--points1", "20", "--json")
        answers = []
        for threads in ("1", "3"):
            done = self.run_test(*flags, "-j", threads, "--name", "pool" + threads)
            self.assertEqual(done.returncode, 0, done.stderr)
            answer = json.loads(done.stdout)
            del answer["folder"]
            answers.append(answer)
        self.assertEqual(answers[0], answers[1])
        answer = answers[0]
        self.assertEqual((answer["outcome"], [bot["bot"] for bot in answer["pool"]]), ("accepted", ["steady", "low"]))
        for bot in answer["pool"]:
            self.assertAlmostEqual(bot["difference"], bot["bot_under_test"] - bot["other"])
        self.assertAlmostEqual(answer["mean"], sum(bot["difference"] for bot in answer["pool"]) / 2)
        self.assertEqual((answer["scores"], answer["elo_of_fixed_boards"]), (None, None))
        more = answer["boards_played"] - 4 * answer["boards"]
        self.assertTrue(0 <= more < 4 * 32, answer)
        shown = self.run_arena("show", "results/pool1").stdout
        self.assertIn("greedy against random over a pool of 2: accepted (20 points per round against 0)", shown)
        self.assertIn("by both bots against 2 opponents", shown)
        self.assertRegex(shown, r"  vs steady \+\d+\.\d\d ±\d+\.\d\d \(greedy -\d+\.\d\d, random -\d+\.\d\d\)")

    def test_over_a_pool_goes_by_the_boards_that_each_pair_played(self):
        """The verdict's mean, computed again from the exported boards."""
        answer = json.loads(self.run_test("greedy", "lowest", "--pool", "steady", "--pool", "random", "--points1", "20",
                                          "--json", "--name", "again").stdout)
        rows = list(csv.DictReader(io.StringIO(self.run_arena("export", "results/again", "--csv").stdout)))
        margins = {(row["first"], row["second"], int(row["board"])): float(row["margin"]) for row in rows}
        self.assertEqual({pair[:2] for pair in margins},
                         {(bot, opponent) for bot in ("greedy", "lowest") for opponent in ("steady", "random")})
        differences = [margins["greedy", opponent, board] - margins["lowest", opponent, board]
                       for opponent in ("steady", "random") for board in range(answer["boards"])]
        self.assertAlmostEqual(answer["mean"], sum(differences) / len(differences), places=3)

    def test_over_a_pool_goes_on_after_it_was_killed_to_the_same_answer(self):
        flags = ("random", "greedy", "--pool", "steady", "--pool", "lowest", "--points1", "5")
        whole = self.run_test(*flags, "--name", "whole")
        self.assertEqual(whole.returncode, 1, whole.stderr)
        resumed = self.killed_and_resumed(*flags)
        self.assertEqual(resumed.stdout.replace("results/killed", "results/whole"), whole.stdout)

    def test_takes_the_boards_of_a_baseline_and_says_the_same(self):
        flags = ("greedy", "old=lowest", "--pool", "steady", "--pool", "random", "--points1", "20")
        whole = self.run_test(*flags, "--name", "whole")
        self.assertEqual(whole.returncode, 0, whole.stderr)
        # A gauntlet of OLD is a baseline, and so is another bot's test, which here ends sooner.
        self.run_test("random2=random", *flags[1:], "--name", "former")
        self.run_arena("tournament", "--bot", "old=lowest", "--bot", "random", "--bot", "steady", "--schedule", "gauntlet", "--deals", "300",
                       "--seed", "1", "--name", "gauntlet")
        for baseline in ("former", "gauntlet"):
            done = self.run_arena("test", *flags, "--baseline", "results/" + baseline, "--name", "by-" + baseline)
            self.assertEqual(done.stdout.replace("by-" + baseline, "whole"), whole.stdout, done.stderr)
            for file in ("results.json", "results.csv", "test.json"):
                texts = []
                for name in ("whole", "by-" + baseline):
                    texts.append(self.read("results", name, file).replace(name, "NAME"))
                self.assertEqual(texts[0], texts[1], file)
            rounds = [self.run_arena("export", "results/" + name).stdout.replace(f'"event": "{name}"', "")
                      for name in ("whole", "by-" + baseline)]
            self.assertEqual(rounds[0], rounds[1])
            self.assertEqual(self.run_arena("verify", "results/by-" + baseline).returncode, 0)

        self.assertGreater(self.decisions_of("old", "whole"), 0)
        self.assertEqual(self.decisions_of("old", "by-gauntlet"), 0)
        # What the baseline does not have is played.
        self.assertTrue(0 < self.decisions_of("old", "by-former") < self.decisions_of("old", "whole"))

    def decisions_of(self, bot, tournament):
        with open(self.path("results", tournament, "usage.csv"), encoding="utf-8") as file:
            return sum(int(row["decisions"]) for row in csv.DictReader(file) if row["bot"] == bot)

    def test_takes_the_boards_of_a_baseline_after_it_was_killed_too(self):
        flags = ("random", "old=greedy", "--pool", "steady", "--pool", "lowest", "--points1", "20")
        whole = self.run_test(*flags, "--name", "whole")
        self.run_arena("tournament", "--bot", "old=greedy", "--bot", "lowest", "--bot", "steady", "--schedule", "gauntlet", "--deals", "300",
                       "--seed", "1", "--name", "gauntlet")
        resumed = self.killed_and_resumed(*flags, "--baseline", "results/gauntlet")
        self.assertEqual(resumed.stdout.replace("results/killed", "results/whole"), whole.stdout)
        self.assertEqual(self.decisions_of("old", "killed"), 0)
        shutil.rmtree(self.path("results", "killed"))
        # If it is not there any more, its boards are played.
        resumed = self.killed_and_resumed(*flags, "--baseline", "results/gauntlet",
                                          meanwhile=lambda: shutil.rmtree(self.path("results", "gauntlet")))
        self.assertEqual(resumed.stdout.replace("results/killed", "results/whole"), whole.stdout)
        self.assertIn(f"boards of the baseline are played, not taken: --baseline: \"{self.path('results', 'gauntlet')}\"", resumed.stderr)
        self.assertGreater(self.decisions_of("old", "killed"), 0)

    def test_refuses_a_baseline_of_other_bots_or_another_kind_of_play(self):
        self.write("old.sh", f"#!/bin/sh\nexec {BUNDLED}/lowest\n", 0o755)
        self.run_arena("tournament", "--bot", "old=trusted:" + self.path("old.sh"), "--bot", "greedy", "--bot", "steady", "--schedule", "gauntlet",
                       "--candidate", "old", "--deals", "2", "--seed", "5", "--name", "base")
        old = "old=trusted:" + self.path("old.sh")
        flags = ("--baseline", "results/base")
        for arguments, sentence in (
                (("greedy", old, "--pool", "greedy2=greedy"), 'the bot "greedy2" did not play there'),
                (("steady2=steady", old, "--pool", "steady", "--option", "steady.tichu=2"), 'the bot "steady" was handed other options'),
                (("steady2=steady", old, "--pool", "steady", "--seed", "6"), "its seed is 5, not 6"),
                (("steady2=steady", old, "--pool", "steady", "--seatings", "single"), "its seatings are swap, not single"),
                (("steady2=steady", old, "--pool", "steady", "--games", "20"), "its boards are deals, not games"),
                (("steady2=steady", old, "--pool", "steady", "--rules", "gravon"), "by other rules"),
                (("steady2=steady", old, "--pool", "steady", "--faults", "substitute"), "--faults"),
                (("steady2=steady", "steady", "--pool", "greedy"), '"steady" met none of the pool there')):
            self.assert_refused(sentence, "test", *arguments, *flags)
        self.assert_refused("requires --pool", "test", "steady", "greedy", *flags)
        self.assert_refused("there is no folder", "test", "steady", "greedy", "--pool", "lowest", "--baseline", "results/none")
        with open(self.path("old.sh"), "a", encoding="utf-8") as file:
            file.write("# changed\n")
        self.assert_refused('the bot "old" is not what it was: its files have changed', "test", "steady2=steady", old, "--pool", "steady", *flags)

    def test_finds_nothing_between_two_bots_that_play_alike_against_a_pool(self):
        done = self.run_test("greedy", "same=greedy", "--pool", "steady", "--max-boards", "40", "--json")
        answer = json.loads(done.stdout)
        self.assertEqual((done.returncode, answer["mean"], answer["pool"][0]["difference"]), (4, 0, 0))

    def test_asks_whether_a_bot_is_not_worse(self):
        # Two bots that play alike: not stronger by 2, but not worse either.
        done = self.run_test("greedy", "same=greedy", "--not-worse", "--json")
        answer = json.loads(done.stdout)
        self.assertEqual((done.returncode, answer["first"], answer["second"]), (0, -3, 0), done.stderr)
        self.assertEqual(self.run_test("greedy", "same=greedy").returncode, 1)
        self.assertEqual(self.run_test("lowest", "greedy", "--not-worse").returncode, 1)

    def test_says_which_hypothesis_would_have_decided(self):
        flags = ("steady", "greedy", "--max-boards", "50")
        done = self.run_test(*flags, "--points1", "1", "--json")
        larger = json.loads(done.stdout)["larger_hypothesis"]
        self.assertEqual(done.returncode, 4)
        again = self.run_test(*flags, "--points1", str(larger["second"]), "--json")
        answer = json.loads(again.stdout)
        self.assertEqual((answer["outcome"], answer["boards"]), (larger["verdict"], larger["boards"]))
        self.assertIsNone(answer["larger_hypothesis"])
        text = self.run_test(*flags, "--points1", "1").stdout
        self.assertIn(f"with --points1 {larger['second']:g} these boards would have decided: accepted after {larger['boards']};", text)

    def test_the_recipe_for_git_bisect_finds_the_change_that_made_a_bot_weaker(self):
        """By the script in the README, over commits of which one cannot be built and one has a bot that is no bot."""
        with open(os.path.join(SEQUENTIAL, "README.md"), encoding="utf-8") as file:
            script = re.search(r"```sh\n(.*?)```", file.read(), re.S).group(1)
        self.write("try.sh", script.replace("/tmp/", self.folder.name + "/"))
        environment = dict(os.environ, PATH=f"{os.path.dirname(PROGRAM)}:{os.environ['PATH']}", BUNDLED=BUNDLED,
                           GIT_CONFIG_GLOBAL="/dev/null", GIT_AUTHOR_NAME="a", GIT_AUTHOR_EMAIL="a@b", GIT_COMMITTER_NAME="a",
                           GIT_COMMITTER_EMAIL="a@b")
        os.mkdir(self.path("bot"))

        def run(*command):
            return subprocess.run(command, cwd=self.path("bot"), env=environment, capture_output=True, text=True, timeout=300, check=True).stdout

        run("git", "init", "-q")
        takes = "cp $BUNDLED/{}.so mine.so\n"
        for subject, build in (("first", takes.format("greedy")), ("harmless", "# nothing\n" + takes.format("greedy")),
                               ("not to be built", "exit 1\n"), ("no bot", "echo > mine.so\n"), ("repaired", takes.format("greedy")),
                               ("weaker", takes.format("lowest")), ("later", "# more\n" + takes.format("lowest")),
                               ("last", "# most\n" + takes.format("lowest"))):
            with open(self.path("bot", "build.sh"), "w", encoding="utf-8") as file:
                file.write(build)
            run("git", "add", "build.sh")
            run("git", "commit", "-qm", subject)
        run("cp", BUNDLED + "/greedy.so", self.path("good.so"))
        run("git", "branch", "-q", "all")
        run("git", "bisect", "start", "HEAD", "HEAD~7")
        told = run("git", "bisect", "run", "sh", self.path("try.sh"))
        self.assertRegex(told, r"is the first bad commit")
        self.assertEqual(run("git", "show", "-s", "--format=%s", "refs/bisect/bad").strip(), "weaker")

        # What cannot be tested is skipped, and never taken for bad.
        for subject, code in (("harmless", 0), ("not to be built", 125), ("no bot", 125), ("later", 1)):
            run("git", "checkout", "-q", "all^{/^" + subject + "}")
            tried = subprocess.run(["sh", self.path("try.sh")], cwd=self.path("bot"), env=environment, capture_output=True, timeout=300, check=False)
            self.assertEqual(tried.returncode, code, subject)

    def test_refuses_what_it_cannot_test(self):
        for arguments, part in (
                (("greedy",), "takes two bots, found 1"),
                (("greedy", "greedy"), "twice"),
                (("greedy", "random", "--points0", "5", "--points1", "5"), "must be below"),
                (("greedy", "random", "--points1", "5", "--elo1", "5"), "excludes"),
                (("greedy", "random", "--pool", "steady", "--elo1", "5"), "excludes"),
                (("greedy", "random", "--pool", "greedy"), "twice"),
                (("greedy", "random", "--pool", "nobody"), 'no bundled bot "nobody"'),
                (("greedy", "random", "--not-worse", "--points1", "5"), "excludes"),
                (("greedy", "random", "--points1", "nan"), '"nan" is not a number'),
                (("greedy", "random", "--max-boards", "0"), "is not a whole number from 1 to"),
                (("greedy", "steady", "--option", "steady.tichoo=1"), "unknown option tichoo")):
            done = self.run_test(*arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertIn(part, done.stdout + done.stderr)
        self.assertFalse(os.path.exists(os.path.join(self.folder.name, "results")))


if __name__ == "__main__":
    main()
