"""The steps of the action that judges a bot in continuous integration, as they stand in its folder.

    judge_bot_test.py PROGRAM BOTS
"""
import csv
import os
import re
import subprocess

from arena_command import BOTS, PATIENT_FLAGS, PROGRAM, CommandTest, main

ACTION = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../.github/actions/judge-bot")


class JudgeBot(CommandTest):
    def judge(self, bot, former, **inputs):
        """The exit code, the summary of the run, and what was printed."""
        summary = self.path("step_summary")
        ran = subprocess.run(["sh", os.path.join(ACTION, "judge.sh")], cwd=self.folder.name, text=True, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, check=False,
                             env={**os.environ, "ARENA": os.path.abspath(PROGRAM), "GITHUB_STEP_SUMMARY": summary,
                                  "BOT": bot, "FORMER": former, "FLAGS": " ".join(PATIENT_FLAGS), **inputs})
        text = ""
        if os.path.exists(summary):
            with open(summary, encoding="utf-8") as file:
                text = file.read()
        return ran.returncode, text, ran.stdout

    def junit(self, name):
        return self.read(f"judged/{name}")

    def test_AStrongerChangeIsAccepted(self):
        code, summary, printed = self.judge("steady", "old=greedy", HYPOTHESIS="stronger")
        self.assertEqual(code, 0, printed)
        self.assertIn("accepted", summary)
        self.assertIn('failures="0"', self.junit("check.xml"))
        self.assertIn('failures="0"', self.junit("test.xml"))

    def test_AnEqualChangeIsNotWorse(self):
        code, summary, printed = self.judge("new=greedy", "old=greedy")
        self.assertEqual(code, 0, printed)
        self.assertIn("accepted", summary)
        self.assertEqual(self.commented(), summary)

    def commented(self):
        """What the workflow's last step tells the pull request, by a gh that writes it down."""
        self.write("gh", '#!/bin/sh\ncat "${7:?}" >comment\n', 0o755)
        with open(os.path.join(ACTION, "README.md"), encoding="utf-8") as file:
            step = re.search(r"run: (gh pr comment .*)", file.read()).group(1)
        subprocess.run(["sh", "-c", re.sub(r"\${{.*?}}", "7", step)], cwd=self.folder.name, check=True,
                       env={**os.environ, "PATH": self.folder.name + ":" + os.environ["PATH"]})
        return self.read("comment")

    def test_ABaselinesBoardsAreTaken(self):
        self.judge("steady", "old=lowest", POOL="greedy plain", OUT="former")
        code, summary, printed = self.judge("steady", "old=lowest", POOL="greedy plain", BASELINE="former/test")
        self.assertEqual(code, 0, printed)
        self.assertEqual(summary.count("accepted"), 2, summary)
        with open(self.path("judged/test/usage.csv"), encoding="utf-8") as file:
            decisions = {row["bot"]: int(row["decisions"]) for row in csv.DictReader(file)}
        self.assertEqual((decisions["old"], decisions["steady"] > 0), (0, True))

    def test_AWeakerChangeIsRejectedDirectlyAndOverAPool(self):
        for inputs in ({}, {"POOL": "lowest plain", "OUT": "pool"}):
            code, summary, printed = self.judge("greedy", "old=steady", **inputs)
            self.assertEqual(code, 1, printed)
            self.assertIn("rejected", summary)
        self.assertIn('failures="1"', self.junit("test.xml"))

    def test_ABotThatCrashesFailsTheChecksAndIsNotTested(self):
        code, summary, printed = self.judge(f"mine=trusted:program:{BOTS}/scripted_bot --crash-at 3", "old=greedy")
        self.assertEqual(code, 1, printed)
        self.assertIn("The checks of the bot failed", summary)
        self.assertFalse(os.path.exists(self.path("judged/test.xml")))

    def test_AWrongInputIsNamed(self):
        code, _, printed = self.judge("greedy", "old=steady", HYPOTHESIS="better")
        self.assertEqual(code, 2)
        self.assertIn("HYPOTHESIS is not-worse or stronger, found: better", printed)

    def test_TheActionHandsEveryInputToTheScript(self):
        with open(os.path.join(ACTION, "action.yml"), encoding="utf-8") as file:
            action = file.read()
        with open(os.path.join(ACTION, "judge.sh"), encoding="utf-8") as file:
            script = file.read()
        inputs = re.findall(r"^  ([a-z]+):$", action.split("\nruns:")[0], re.M)
        self.assertEqual(len(inputs), 10)
        for name in inputs:
            self.assertRegex(action, rf"\n        {name.upper()}: \${{{{ inputs\.{name}\b")
            self.assertIn("${" + name.upper() + ":", script)


if __name__ == "__main__":
    main()
