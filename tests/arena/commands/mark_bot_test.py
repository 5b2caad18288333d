"""A course's marks for a weak, a middle and a crashing bot.

    mark_bot_test.py PROGRAM BOTS
"""
import json
import os
import subprocess
import sys
import xml.etree.ElementTree

from arena_command import BOTS, PATIENT_FLAGS, PROGRAM, CommandTest, main

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../sdk/courses/mark_bot.py")
COURSE = f"""seed = 1
deals = 30
flags = {json.dumps(PATIENT_FLAGS)}
visibility = "after_due_date"
check = {{marks = 20, flags = ["--rounds", "20"]}}
mark = [{{against = "random", above = 0, marks = 30}},
  {{against = "greedy", above = -20.5, marks = 10}},
  {{against = "greedy", above = 0, marks = 40}}]
"""


class MarkBot(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("course.toml", COURSE)

    def mark(self, bot, course="course.toml", into="marked"):
        return subprocess.run([sys.executable, "-B", SCRIPT, bot, "--course", course, "--arena", os.path.abspath(PROGRAM), "--into", into],
                              cwd=self.folder.name, capture_output=True, text=True, check=False)

    def marked(self, bot, into="marked"):
        """The scores, and results.json."""
        done = self.mark(bot, into=into)
        self.assertEqual(done.returncode, 0, done.stderr)
        told = json.loads(self.read(into, "results.json"))
        self.assertEqual(set(told), {"output", "tests"})
        for test in told["tests"]:
            self.assertEqual(set(test), {"name", "score", "max_score", "output", "status", "visibility"})
            self.assertEqual(test["visibility"], "after_due_date")
            self.assertEqual(test["status"], "passed" if test["score"] == test["max_score"] else "failed")
        suite = xml.etree.ElementTree.parse(self.path(into, "marks.xml")).getroot()
        failures = sum(test["status"] == "failed" for test in told["tests"])
        self.assertEqual((suite.get("tests"), suite.get("failures"), len(suite.findall("testcase/failure"))), ("4", str(failures), failures))
        scores = [test["score"] for test in told["tests"]]
        self.assertIn(f"{sum(scores)} of 100", done.stdout)
        for test in told["tests"]:
            self.assertEqual(f"{test['name']}: {test['output']}".split("\n")[0] in done.stdout, test["status"] == "failed")
        return scores, told

    def test_AStrongBotGetsAllMarksAndAWeakOneFewTheSameEachTime(self):
        self.assertEqual(self.marked("steady")[0], [20, 30, 10, 40])
        scores, told = self.marked("student=lowest")
        self.assertEqual(scores, [20, 30, 0, 0])
        self.assertRegex(told["tests"][2]["output"], r"^-[\d.]+ points a round over 30 boards; the 95 % interval is -[\d.]+ to ")
        self.assertEqual(self.marked("student=lowest", "again")[1], told)

    def test_ABotThatCrashesIsMarkedWithItsFaults(self):
        scores, told = self.marked(f"student=trusted:program:{BOTS}/scripted_bot --crash-at 3")
        self.assertEqual(scores, [0, 0, 0, 0])
        self.assertIn("60 rounds were lost by a fault of the bot:\n- crash: ", told["tests"][1]["output"])

    def test_ABotThatDoesNotStartIsNotPlayed(self):
        self.write("bot.py", "#!/usr/bin/python3\nraise SystemExit(3)\n", 0o755)
        scores, told = self.marked(f"student=trusted:program:{self.path('bot.py')}")
        self.assertEqual(scores, [0, 0, 0, 0])
        self.assertIn("start: ", told["tests"][0]["output"])
        self.assertEqual(told["tests"][3]["output"], "Not played: the bot does not start.")

    def test_WrongCoursesAndBotsAreNamed(self):
        for old, new, told in (("seed = 1", "", "seed is missing"), ("after_due_date", "never", "visibility is one of visible, hidden"),
                               ("above = 0", 'above = "0"', "[[mark]]: above is missing, unknown or of another type"), ("deals", "deal", "deal is"),
                               ("= 30\n", "=\n", "wrong.toml: Invalid value"), ("deals = 30", "deals = -1", "--deals")):
            self.write("wrong.toml", COURSE.replace(old, new, 1))
            done = self.mark("greedy", "wrong.toml")
            self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
            self.assertIn(told, done.stderr)
        self.assertEqual(self.mark("student=./missing").returncode, 2)
        self.assertFalse(os.path.exists(self.path("marked", "results.json")))


if __name__ == "__main__":
    main()
