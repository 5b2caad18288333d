"""Bots that speak JSON: the starters, the same records as by Protobuf, faults that name what was wrong.

    python3 json_bots_test.py PROGRAM
"""

import json
import os
import shutil
import stat
import unittest

from arena_command import PROGRAM, CommandTest, main

BUILD = os.path.dirname(os.path.dirname(PROGRAM))

# Answers every question with an expression of `question`, and keeps all that it reads and writes.
SCRIPT = """#!/usr/bin/python3
import json, sys
log = open({log!r}, "a")
def say(line):
    print(line, file=log, flush=True)
    print(line, flush=True)
for line in sys.stdin:
    print(line, end="", file=log, flush=True)
    question = json.loads(line)
    if "hello" in question:
        say('{{"hello": {{"name": "scripted", "wants_legal_plays": true}}}}')
    elif "ask" in question:
        say({said})
"""


class JsonBots(CommandTest):
    def script(self, name, said):
        self.write(name, SCRIPT.format(log=self.path(name + ".log"), said=said), 0o755)
        return f"{name}=trusted:json:{self.path(name)}"

    def play(self, *arguments):
        self.run_arena("play", *arguments, "--strict", code=0)

    def starter(self, name, file, *flags):
        self.run_arena("new-bot", name, *flags, code=0)
        self.assertEqual(sorted(os.listdir(self.path(name))), ["AGENTS.md", "README.md", file, "bot.toml"])
        bot = self.path(name, file)
        self.assertTrue(os.stat(bot).st_mode & stat.S_IXUSR)
        with open(bot, encoding="utf-8") as lines:
            self.assertLessEqual(len(lines.readlines()), 30)
        self.assertIn('protocol = "json"', self.text_of(self.path(name, "bot.toml")))
        return bot

    def text_of(self, path):
        with open(path, encoding="utf-8") as file:
            return file.read()

    def expect_sound(self, name, bot):
        checked = self.run_arena("check", f"{name}=json:{bot}", "--rounds", "20", "--json")
        results = {check["name"]: check for check in json.loads(checked.stdout)["bots"][0]["checks"]}
        self.assertEqual({each: check["found"] for each, check in results.items() if check["verdict"] == "fail"}, {})
        for each in ("versions", "garbage", "shutdown"):
            self.assertEqual(results[each]["verdict"], "pass")
        self.play(f"{name}=json:{bot}", "random", "--deals", "20", "--seed", "5", "--name", name)

    def test_a_starter_in_python_without_packages_is_sound(self):
        self.expect_sound("mine", self.starter("mine", "bot.py", "--lang", "python", "--plain"))

    @unittest.skipIf(shutil.which("node") is None, "node is not installed")
    def test_a_starter_in_javascript_is_sound(self):
        self.expect_sound("script", self.starter("script", "bot.js", "--lang", "javascript"))

    def test_plain_is_a_flag_of_python_alone(self):
        made = self.run_arena("new-bot", "x", "--lang", "c", "--plain", code=2)
        self.assertIn("--plain", made.stderr)

    def test_bots_leave_the_same_records_as_plugin_protobuf_program_and_json_program(self):
        host = os.path.join(BUILD, "libexec", "tichu-plugin-host")
        for bot in ("steady", "plain"):
            places = {"plugin": bot, "program": f"program:{bot}",
                      "json": f"trusted:json:{host} --json {os.path.join(BUILD, 'bots', bot)}.so"}
            records = {}
            for kind, place in places.items():
                self.play(f"a={place}", "greedy", "--deals", "20", "--seed", "3", "--name", bot, "--results", kind)
                records[kind] = self.run_arena("export", os.path.join(kind, bot), "--jsonl").stdout
            self.assertEqual(records["plugin"].count("\n"), 40)
            self.assertEqual(records["program"], records["plugin"])
            self.assertEqual(records["json"], records["plugin"])

    def test_a_fault_names_the_member_or_the_column(self):
        cases = (("'{\"id\": 1, \"call\"'", "is not JSON (parse error at line 1, column 17"),
                 ("json.dumps({'call': False})", '"id" is missing'),
                 ("json.dumps({'id': question['id']})", '"call" is missing: true or false'),
                 ("json.dumps({'id': question['id'], 'call': 'no'})", '"call" is "no"; it must be true or false'),
                 ("json.dumps({'id': question['id'] + 1, 'call': False})", "instead of"),
                 ("'my turn'", 'printed what looks like text to its standard output, "my turn'))
        for number, (said, sentence) in enumerate(cases):
            with self.subTest(sentence=sentence):
                bot = self.script(f"broken_{number}", said)
                self.run_arena("play", bot, "steady", "--deals", "1", "--seed", "1", "--name", f"b{number}")
                told = self.run_arena("explain", f"results/b{number}", "--fault", "1").stdout
                self.assertIn(sentence, told)
                self.assertIn('"ask":"grand_tichu"', told)

    # What the starter would say, as a value of `question`.
    RIGHT = """({"call": False} if question["ask"] in ("grand_tichu", "tichu") else
        {"push": question["seen"]["hand"].split()[:3]} if question["ask"] == "push" else
        {"give_to": "right"} if question["ask"] == "give_dragon" else
        {"pass": True} if question["legal"]["may_pass"] else {"play": question["legal"]["plays"][0]})"""

    def trying(self, name, wrong):
        """A bot that says `wrong` to each turn until it has been told of a fault as often as `retries` is 2."""
        told = 'len([0 for seen in open(log.name) if "again" in seen and json.loads(seen)["seen"] == question["seen"]])'
        said = f'{wrong} if question["ask"] == "turn" and {told} < 2 else json.dumps({{"id": question["id"], **{self.RIGHT}}})'
        return self.script(name, said)

    def test_a_wrong_answer_may_be_asked_again(self):
        match = ("steady", "--deals", "1", "--seed", "1")
        self.play(self.script("right", f'json.dumps({{"id": question["id"], **{self.RIGHT}}})'), *match, "--name", "right", "--retries", "2")
        self.assertEqual(self.results("right")["retries"], [])
        self.assertNotIn('"again"', self.text_of(self.path("right.log")))
        expected = self.run_arena("export", "results/right", "--jsonl").stdout
        wrongs = {"illegal": ("json.dumps({'id': question['id'], 'play': 'Mah Dog'})", "(RULES 4.1)"),
                  "unreadable": ("json.dumps({'id': question['id'], 'play': 'my ace'})", '"my" is not a card'),
                  "truncated": ("'{\"id\": %d, \"pl' % question['id']", "is not JSON (parse error"),
                  "printed": ("'Let me see.'", "printed what looks like text")}
        for name, (wrong, sentence) in wrongs.items():
            with self.subTest(name):
                done = self.run_arena("play", self.trying(name, wrong), *match, "--name", name, "--retries", "2", "--strict", code=0)
                records = self.run_arena("export", f"results/{name}", "--jsonl").stdout
                self.assertEqual(records, expected.replace('"right"', f'"{name}"'))
                lines = [json.loads(line) for line in self.text_of(self.path(f"{name}.log")).splitlines() if '"again"' in line]
                for line in lines:
                    self.assertIn(sentence, line["fault"]["text"])
                    self.assertTrue(line["fault"]["again"])
                    self.assertLess(line["fault"]["id"], line["id"])
                self.assertGreater(len(lines), 20)
                self.assertEqual(self.results(name)["retries"], [{"bot": name, "count": len(lines)}])
                self.assertIn(f",{len(lines)}\n", self.text_of(self.path("results", name, "usage.csv")))
                self.assertRegex(done.stdout, rf"{name} +{len(lines)} +retries")
                self.run_arena("report", f"results/{name}")
                self.assertIn(f'"retries":[{{"bot":"{name}","count":{len(lines)}}}]', self.text_of(self.path("results", name, "report.html")))
                self.assertEqual(self.run_arena("verify", f"results/{name}").returncode, 0)

    def test_after_the_last_retry_the_answer_is_a_fault_in_the_words_that_the_bot_was_told(self):
        bot = self.script("stubborn", "json.dumps({'id': question['id'], 'call': 'no'})")
        self.run_arena("play", bot, "steady", "--deals", "1", "--seed", "1", "--name", "cup", "--retries", "3")
        log = [json.loads(line) for line in self.text_of(self.path("stubborn.log")).splitlines()]
        told = {line["fault"]["text"] for line in log if "fault" in line}
        self.assertEqual(told, {self.results("cup")["faults"][0]["text"]})
        self.assertEqual(self.results("cup")["retries"], [{"bot": "stubborn", "count": 3 * self.results("cup")["fault_count"]}])
        replayed = self.run_arena("replay", "results/cup", "--fault", "1")
        self.assertIn('"call" is "no"', replayed.stdout + replayed.stderr)

    def test_a_fault_is_replayed(self):
        bot = self.script("broken", "json.dumps({'id': question['id']})")
        self.run_arena("play", bot, "steady", "--deals", "1", "--seed", "1", "--name", "cup")
        replayed = self.run_arena("replay", "results/cup", "--fault", "1")
        self.assertIn('"call" is missing', replayed.stdout + replayed.stderr)

    def test_a_tournament_file_names_the_protocol(self):
        bot = self.starter("mine", "bot.py", "--lang", "python", "--plain")
        text = 'deals = 1\nseed = 1\n[[bot]]\nname = "steady"\n[[bot]]\nname = "first"\npath = "%s"\nprotocol = "%s"\n'
        self.write("cup.toml", text % (bot, "json"))
        self.run_arena("tournament", "cup.toml", "--name", "cup", "--strict", code=0)
        self.write("cup.toml", text % (bot, "yaml"))
        done = self.run_arena("tournament", "cup.toml", "--name", "other", code=2)
        self.assertIn('"protobuf" or "json"', done.stderr)

    def test_every_line_fits_the_schema(self):
        try:
            import jsonschema
        except ImportError:
            self.skipTest("python3-jsonschema is not installed")
        said = """json.dumps({"id": question["id"], **(
            {"call": False} if question["ask"] in ("grand_tichu", "tichu") else
            {"push": question["seen"]["hand"].split()[:3]} if question["ask"] == "push" else
            {"give_to": "right"} if question["ask"] == "give_dragon" else
            {"play": question["legal"]["plays"][-1], "remark": {"note": "x"}} if question["legal"]["plays"] else
            {"pass": True})})"""
        self.play(self.script("scripted", said), "steady", "--deals", "3", "--seed", "1", "--name", "cup")
        schema = json.loads(self.text_of(os.path.join(BUILD, "share", "messages.schema.json")))
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        lines = self.text_of(self.path("scripted.log")).splitlines()
        self.assertGreater(len(lines), 200)
        for line in lines:
            validator.validate(json.loads(line))
        question = next(json.loads(line) for line in lines if '"turn"' in line)
        self.assertFalse(validator.is_valid({**question, "ask": "dance"}))
        self.assertFalse(validator.is_valid({"id": 1, "pas": True}))


if __name__ == "__main__":
    main()
