"""The command that checks bots, from outside: what it prints and how it ends.

    python3 check_command_test.py PROGRAM TEST_BOTS
"""

import json
import os
import re
import subprocess
import xml.etree.ElementTree

from arena_command import BOTS, PATIENT_FLAGS, PROGRAM, CommandTest, main


class Check(CommandTest):
    def check(self, *arguments):
        return self.run_arena("check", *arguments)

    def scripted(self, *arguments):
        return f"trusted:program:{BOTS}/scripted_bot {' '.join(arguments)}"

    def test_passes_a_good_bot_line_by_line(self):
        done = self.check("plain", "--rounds", "20")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"^plain \(plug-in /.*/plain.so\), without a sandbox, seed 1\n\npass    start  +loads as \"plain\"")
        for name in ("alive", "messages", "legality.standard", "legality.house", "legality.online", "legality.sheet",
                     "legality.gravon", "deadlines", "same-seed", "memory", "restart"):
            self.assertRegex(done.stdout, rf"\npass    {name} ")
        self.assertRegex(done.stdout, r"\nplain passes")

    def test_takes_a_file_without_a_name(self):
        done = self.check(f"trusted:{BOTS}/scripted_bot", "--only", "start")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"^scripted_bot \(program /")

    def test_names_place_and_clause_and_the_place_can_be_seen_again(self):
        bot = "bad=" + self.scripted("--illegal-at", "1")
        done = self.check(bot, "--seed", "5", "--only", "legality")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertRegex(done.stdout, r"FAIL    legality.standard  answered .* \(RULES \d+\.\d+\)")
        self.assertRegex(done.stdout, r"where:   table 0 \(rules standard, round 1, deal \d+ of seed 5\), seat 0, decision \d+: ")
        self.assertIn(f"again:   {PROGRAM} check '{bot}' {' '.join(PATIENT_FLAGS)} --seed 5 --table 0\n", done.stdout)
        self.assertIn("bad fails 5 checks\n", done.stdout)
        again = self.check(bot, "--seed", "5", "--table", "0")
        self.assertEqual(again.returncode, 1)
        self.assertRegex(again.stdout, r"\nfault: illegal_action: answered ")
        self.assertRegex(again.stdout, r"\n\n   1  round 1  seat 0  Grand Tichu +hand ")

    def test_tells_a_command_that_gives_the_same_again_as_it_stands(self):
        bot = "bad=" + self.scripted("--illegal-at", "1")
        done = self.check(bot, "--only", "legality", "--decision-ms", "60000", "--allow-unsandboxed")
        command = re.search(r"again: +(.*)", done.stdout).group(1)
        self.assertEqual(command, f"{PROGRAM} check '{bot}' --decision-ms 60000 --allow-unsandboxed --seed 1 --table 0")
        again = subprocess.run(["sh", "-c", command], cwd=self.folder.name, stdout=subprocess.PIPE, text=True, check=False)
        self.assertEqual(again.returncode, 1)
        self.assertIn("\nfault: illegal_action: answered ", again.stdout)

    def test_shows_what_a_bot_wrote(self):
        done = self.check("crash=trusted:program:/bin/sh -c 'echo last words >&2; exit 3'")
        self.assertEqual(done.returncode, 1)
        self.assertIn("FAIL    start              ended with exit code 3 before it greeted\n", done.stdout)
        self.assertIn("\n        | last words\n", done.stdout)
        self.assertIn("\nskip    legality ", done.stdout)

    def test_tells_what_a_bot_in_python_forgets_that_prints_before_it_greets(self):
        greeting = "sys.stdout.buffer.write(bytes([6, 10, 4, 8, 1, 18, 0]))"
        buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
        for after, limit, told in (("", "500", "nothing came on its standard output: what it wrote may be in a buffer still, so flush after each"),
                                   ("sys.stdout.flush()", "60000", 'printed what looks like text to its standard output, "loading')):
            self.write("bot.py", f"import sys\nprint('loading the model')\n{greeting}\n{after}\nsys.stdin.buffer.read()\n")
            done = self.run_arena("check", "mine=trusted:program:/usr/bin/python3 bot.py", "--only", "start", "--start-ms", limit, env=buffered, code=1)
            self.assertIn(told, done.stdout)

    def test_a_trusted_plugin_that_crashes_has_its_table_and_exit_code_1(self):
        done = self.check(f"mine=trusted:{BOTS}/scripted.so", "--option", "fault=crash")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("FAIL    alive              was ended by signal 11 (SIGSEGV)\n", done.stdout)
        self.assertRegex(done.stdout, r"where:   table 0 .*: the push\n +it knew: hand ")
        self.assertIn("\nmine fails 1 check", done.stdout)
        again = self.check(f"mine=trusted:{BOTS}/scripted.so", "--option", "fault=crash", "--table", "0")
        self.assertEqual(again.returncode, 1, again.stderr)
        self.assertIn("\nfault: crash: was ended by signal 11 (SIGSEGV)\n", again.stdout)

    def test_waits_for_a_debugger_at_a_table(self):
        done = self.run_arena("check", "mine=" + self.scripted(), "--table", "0", "--wait", input="\n", code=0)
        self.assertRegex(done.stderr, r"the bot runs as process (\d+): gdb -p \1\n")
        self.assert_refused("--table", "check", "plain", "--wait")

    def test_checks_a_bot_as_its_tournament_runs_it(self):
        os.makedirs(self.path("bot"))
        os.makedirs(self.path("data"))
        os.chmod(self.path("bot"), 0o755)
        self.write("data/weights", "1")
        self.write("bot/mine", f"#!/bin/sh\ncat '{self.path('data/weights')}' >/dev/null || exit 1\nexec '{BOTS}/scripted_bot' $@\n", 0o755)
        self.write("cup.toml", f"[limits]\ndecision_ms = 5000\n[sandbox]\nreadable = ['data', '{BOTS}']\n"
                               "[[bot]]\nname = 'mine'\npath = 'bot/mine'\n"
                               "[[bot]]\nname = 'slow'\npath = 'bot/mine'\nargs = ['--late-at', '3']\n")
        alone = self.check("./bot/mine", "--only", "start")
        self.assertEqual(alone.returncode, 1, alone.stderr)
        self.assertRegex(alone.stdout, r"FAIL    start +ended with exit code 1 before it greeted: its standard error names "
                                       r'".*/data/weights", which the sandbox hides .*readable = ')
        passed = self.check("mine", "--tournament", "cup.toml", "--only", "legality", "--rounds", "10")
        self.assertEqual(passed.returncode, 0, passed.stdout + passed.stderr)
        late = self.check("slow", "--tournament", "cup.toml", "--only", "deadlines", "--rounds", "10")
        self.assertEqual(late.returncode, 1, late.stdout)
        self.assertRegex(late.stdout, r"gave no answer within 5000 ms and used no processor time(: it sleeps)? \(the limit decision_ms\)")
        self.assertIn(f"{PROGRAM} check slow --tournament cup.toml --seed 1 --table ", late.stdout)
        self.assert_refused('cup.toml: "mime": there is no bot of that name; did you mean "mine"?', "check", "mime", "--tournament", "cup.toml")
        for flags in (["--decision-ms", "9"], ["--option", "a=b"]):
            self.assert_refused("cannot be given beside --tournament", "check", "mine", "--tournament", "cup.toml", *flags)

    def test_writes_json_and_junit_for_several_bots(self):
        done = self.check("good=plain", "bad=" + self.scripted("--exit-at", "9"), "--rounds", "10", "--json", "--junit", "check.xml")
        self.assertEqual(done.returncode, 1, done.stderr)
        suites = xml.etree.ElementTree.parse(self.path("check.xml")).getroot().findall("testsuite")
        report = json.loads(done.stdout)
        self.assertEqual(report["format"], "tichu-check/1")
        self.assertEqual([(bot["bot"], bot["ok"]) for bot in report["bots"]], [("good", True), ("bad", False)])
        failed = [result for result in report["bots"][1]["checks"] if result["verdict"] == "fail"]
        self.assertEqual([result["name"] for result in failed], ["alive"])
        self.assertEqual(failed[0]["found"].split(" (")[0], "ended with exit code 3")
        self.assertEqual(failed[0]["place"]["rules"], "standard")
        self.assertEqual([suite.get("failures") for suite in suites], ["0", "1"])
        self.assertEqual(len(suites[1].findall("testcase")), len(report["bots"][1]["checks"]))
        self.assertEqual([case.get("name") for case in suites[1].findall("testcase") if case.find("failure") is not None],
                         ["alive"])

    def test_lists_its_checks(self):
        done = self.check("--list")
        self.assertEqual(done.returncode, 0)
        self.assertEqual([line.split()[0] for line in done.stdout.splitlines()],
                         ["start", "versions", "alive", "messages", "legality", "deadlines", "decisions", "same-seed",
                          "shutdown", "garbage", "idle", "memory", "restart"])

    def test_refuses_what_is_not_there(self):
        for sentence, arguments in (("there is no file", ["./nobody"]), ("there is no bundled bot", ["nobody"]),
                                    ("names no bot", []), ("\"strength\": there is no such check", ["plain", "--only", "strength"]),
                                    ("must have the form NAME=VALUE", ["plain", "--option", "x"]),
                                    ("is not a whole number from 1 to", ["plain", "--rounds", "0"])):
            done = self.check(*arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertIn(sentence, done.stderr)
            self.assertEqual(done.stdout, "")

    def test_refuses_a_file_that_cannot_be_written_before_it_plays(self):
        self.assert_refused('--junit: "/nowhere/check.xml": cannot be written: No such file', "check", "plain", "--junit", "/nowhere/check.xml")
        self.assert_refused('--junit: ".": cannot be written: Is a directory', "check", "plain", "--junit", ".")

    def test_does_not_speak_of_a_seed_that_nobody_gave(self):
        self.write("script.sh", "#!/bin/sh\n", 0o755)
        done = self.check("./script.sh", "--only", "start")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertNotIn("by trying seeds", done.stderr)


if __name__ == "__main__":
    main()
