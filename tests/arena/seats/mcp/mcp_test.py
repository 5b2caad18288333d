"""A client of `tichu-arena mcp` that plays, answers wrongly, breaks the protocol and leaves.

    python3 mcp_test.py PROGRAM
"""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "commands"))
import arena_command  # noqa: E402
from arena_command import PROGRAM, CommandTest  # noqa: E402
from known_cards import CARD, known_cards  # noqa: E402

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(PROGRAM)), "mcp"))
sys.dont_write_bytecode = True
import question_text  # noqa: E402
import serve  # noqa: E402

# Of these bots no one takes long; with this deal the model holds a bomb.
BOTS = {"partner": "lowest", "right": "greedy", "left": "lowest"}
BOMB = 6976


def initialize(version="2025-06-18"):
    return {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}


class Client:
    """A session. `lines` has all that the server said."""

    def __init__(self, folder, results):
        self.process = subprocess.Popen([PROGRAM, "mcp", "--results", results], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.lines = []
        self.last = 0

    def say(self, line):
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def hear(self):
        self.lines.append(self.process.stdout.readline().decode())
        return json.loads(self.lines[-1])

    def ask(self, method, **params):
        self.last += 1
        self.say(json.dumps({"jsonrpc": "2.0", "id": self.last, "method": method, "params": params}).encode())
        answer = self.hear()
        assert (answer["jsonrpc"], answer["id"]) == ("2.0", self.last), answer
        return answer

    def greet(self):
        self.ask("initialize", **initialize())
        self.say(b'{"jsonrpc":"2.0","method":"notifications/initialized"}')
        return self

    def tool(self, tool, **arguments):
        """The text, and the JSON, which is None if the tool refused."""
        result = self.ask("tools/call", name=tool, arguments=arguments)["result"]
        assert set(result) <= {"content", "structuredContent", "isError"}, result
        (part,) = result["content"]
        assert part["type"] == "text" and isinstance(result["isError"], bool), result
        assert result["isError"] != ("structuredContent" in result), result
        return part["text"], result.get("structuredContent")

    def leave(self):
        self.process.stdin.close()
        self.process.stdout.close()
        return self.process.wait()


class McpTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.addCleanup(self.await_ends)  # a table that is ending may still write into the folder

    def session(self, results="r"):
        client = Client(self.folder.name, results).greet()
        self.addCleanup(self.end, client.process)
        return client

    def end(self, process):
        process.kill()
        process.wait()
        process.stdout.close()
        try:
            process.stdin.close()
        except BrokenPipeError:
            pass

    def processes(self):
        """Those whose command line names the test's folder."""
        found = []
        for number in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{number}/cmdline", "rb") as file:
                    if self.folder.name.encode() in file.read():
                        found.append(int(number))
            except OSError:
                pass
        return found

    def await_ends(self):
        """Waits until none of them is left."""
        sleeping = threading.Event()
        while self.processes():
            sleeping.wait(0.01)


def first_legal(client, shown):
    """The first legal answer to the question that is shown."""
    question = shown["question"]
    if question["ask"] == "push":
        return {"push": shown["seen"]["hand"].split()[:3]}
    if question["ask"] == "give_dragon":
        return {"give_to": question["receivers"][0]}
    if "legal" not in question:
        return {"call": False}
    plays = client.tool("legal_plays")[1]["question"]["legal"]["plays"]
    return {"play": plays[0]} if plays and not question["legal"]["may_pass"] else {"pass": True, "until_next_trick": True}


def wrong_answers(question):
    """Answers to this question that are not taken, and the clause that forbids each; None if it cannot be read."""
    ask = question["ask"]
    wrong = [({}, None), ({"cards": "7j"}, None), ({"call": 3, "play": ["7j"], "push": "7j", "pass": "yes", "give_to": 1}, None),
             ({"play": "7j " * 2000, "call": "x" * 5000}, None)]
    if ask == "push":
        return [*wrong, ({"push": ["7j", "7j", "7j"]}, "3.4|None")]
    if ask == "give_dragon":
        return [*wrong, ({"give_to": "partner"}, "7.6|None")]
    if "legal" not in question:
        return wrong
    wrong += [({"play": "Drg Dog"}, "6.2|4.1"), ({"play": "9x"}, None)]
    return wrong + ([] if question["legal"]["may_pass"] else [({"pass": True}, "6.2|7.3")])


class Playing(McpTest):
    def play(self, client, shown, rounds, wrong=False):
        """Plays all rounds. Returns what was shown last, all that was shown (with the number of its round and of the plays so far), and
        how many answers were not taken."""
        history, told = [(0, 0, shown, client.lines[-1])], 0
        while shown["stage"] != "over":
            heard = len(client.lines)
            if wrong and shown["question"] and shown["question"]["id"] % 3 == 0:
                told += self.answer_wrongly(client, shown["question"])
            plays = history[-1][1] if shown["question"] else 0  # `question` tells all plays of a round, `answer` new ones
            text, shown = client.tool("answer", **first_legal(client, shown)) if shown["question"] else client.tool("question")
            self.assertIsNotNone(shown, text)
            plays += sum(event["do"] == "play" for event in shown["seen"]["events"])
            history.append((len(shown["rounds"]) - (shown["stage"] != "round"), plays, shown,
                            "".join(line for line in client.lines[heard:] if '"isError": true' not in line)))
        self.assertEqual((shown["stage"], len(shown["rounds"])), ("over", rounds))
        self.assertEqual([each["troubles"] for each in shown["rounds"]], [[]] * rounds)
        return shown, history, told

    def answer_wrongly(self, client, question):
        wrong = wrong_answers(question)
        answer, clause = wrong[question["id"] // 3 % len(wrong)]
        text, shown = client.tool("answer", **answer)
        self.assertIsNone(shown)
        self.assertRegex(text, r"^Not taken: .*The question is still open\.", re.S)
        told = re.match(r"Not taken: RULES ([\d.]+)", text)
        self.assertRegex(told[1] if told else "None", f"^({clause})$")
        return 1

    def test_ten_rounds_are_played_wrong_answers_told_and_no_hidden_card_named(self):
        client = self.session()
        shown = client.tool("sit_down", **BOTS, rounds=10, seed=BOMB, table="ten")[1]
        shown, history, told = self.play(client, shown, 10, wrong=True)
        self.assertGreater(told, 50)
        self.assertGreater(min(shown["not_taken"].values()), 10)
        self.assertEqual(sum(shown["not_taken"].values()), told)
        records = [json.loads(line) for line in self.run_arena("export", "r/ten", "--jsonl").stdout.splitlines()]
        self.assertEqual([record["bots"] for record in records], [["you", "greedy", "lowest", "lowest"]] * 10)
        for number, plays, then, line in history:
            for text in question_text.ANSWERS.values():
                line = line.replace(json.dumps(text)[1:-1], "")
            named = set(CARD.findall(line))
            in_hand = 8 if then["seen"]["stage"] == "first_eight" else 14
            self.assertLessEqual(named, known_cards(records[number], 0, plays, in_hand, bool(then["seen"]["received"])), line)
            self.assertLessEqual(set(then["seen"]["hand"].split()), named)
        self.assertEqual(self.run_arena("verify", "r/ten").returncode, 0)

    def test_the_same_table_is_told_in_the_same_bytes(self):
        said = []
        for results in ("a", "b"):
            client = self.session(results)
            self.play(client, client.tool("sit_down", **BOTS, rounds=2, seed=3)[1], 2)
            said.append(client.lines)
        self.assertEqual(*said)

    def test_a_table_is_left_for_another_and_gone_on_with_in_a_later_session(self):
        client = self.session(self.path("r"))
        client.tool("sit_down", **BOTS, seed=BOMB)
        client.tool("answer", call=False)
        (first,) = [number for number in self.processes() if number != client.process.pid]
        self.assertIn("You sit at table table-2, a new one.", client.tool("sit_down", **BOTS)[0])
        (second,) = [number for number in self.processes() if number != client.process.pid]
        self.assertNotEqual(first, second)
        self.assertEqual(client.leave(), 0)
        self.assertEqual(self.processes(), [])
        client = self.session(self.path("r"))
        self.assertIn("give its name alone", client.tool("sit_down", table="table-1", seed=1)[0])
        text, shown = client.tool("sit_down", table="table-1")
        self.assertIn("You sit at table table-1 again.", text)
        self.assertEqual((shown["question"]["ask"], shown["planned"]), ("tichu", None))
        self.assertEqual(shown["seen"]["hand"], "Mah Dog 2p 3t 4s 4p Tj Ts Tp Tt Js Qp Phx Drg")

    def test_who_declines_until_the_next_trick_is_asked_once_for_a_bomb(self):
        client = self.session()
        shown = client.tool("sit_down", **BOTS, rounds=1, seed=BOMB)[1]
        while shown["question"]["ask"] != "bomb":
            shown = client.tool("answer", **first_legal(client, shown))[1]
        shown = client.tool("answer", **{"pass": True, "until_next_trick": True})[1]
        taken = [event for event in shown["seen"]["events"] if event["do"] == "trick_taken"]
        self.assertTrue(taken or shown["question"]["ask"] != "bomb", shown)

    def test_an_analysis_tells_the_models_decisions(self):
        client = self.session()
        shown = client.tool("sit_down", **BOTS, rounds=1, seed=3)[1]
        self.assertEqual(client.tool("analyse")[0], "no round of table table-1 is finished")
        self.play(client, shown, 1)
        text, found = client.tool("analyse")
        self.assertIn("points per round", text)
        self.assertEqual([each["bot"] for each in found["summaries"]], ["you"])
        self.assertEqual({one["seat"] for one in found["rounds"][0]["decisions"]} - {0}, set())
        self.assertEqual(client.tool("analyse", table="other")[0], "no round of table other is finished")

    def test_a_table_that_dies_is_told_and_another_can_be_begun(self):
        client = self.session(self.path("r"))
        client.tool("sit_down", **BOTS)
        (table,) = [number for number in self.processes() if number != client.process.pid]
        os.kill(table, signal.SIGKILL)
        self.assertIn("the table has ended; sit down again", client.tool("answer", call=False)[0])
        self.assertIn("You sit at table table-1 again.", client.tool("sit_down", table="table-1")[0])


class Refusing(McpTest):
    def test_rules_are_told_by_section_and_clause(self):
        client = self.session()
        self.assertIn("10 Options and presets", client.tool("rules")[0])
        self.assertTrue(client.tool("rules", section="7")[0].startswith("7 Special cards"))
        self.assertRegex(client.tool("rules", section="5.3")[0], r"(?s)^- \*\*5\.3\*\* A bomb beats .* order\.$")
        for section in ("13", "5.9", "0"):
            self.assertIn(f"the rule book has no {section}", client.tool("rules", section=section)[0])

    def test_every_bundled_bot_is_listed(self):
        bundled = {name.removesuffix(".so") for name in os.listdir(os.path.join(os.path.dirname(PROGRAM), "..", "bots"))}
        listed = set(self.session().tool("bots")[1]["bots"])
        self.assertEqual(listed, {name for name in bundled if name.islower() and not name.endswith(".cmake")})

    def test_wrong_arguments_are_told_to_the_model(self):
        client = self.session()
        for arguments, told in (({"partner": "json:./bot.py"}, '"partner" must be one of random, lowest'), ({"seed": -1}, '"seed" must be a whole'),
                                ({"rounds": True}, "from 1 to 1000"), ({"table": "../x"}, '"table" must match'), ({"port": 1}, "no argument"),
                                ({"rules": ["house"]}, '"rules" must be a text'), ({"seed": 2**64}, "from 0 to")):
            self.assertIn(told, client.tool("sit_down", **arguments)[0])
        self.assertEqual(client.tool("question")[0], "you sit at no table: sit_down")
        self.assertEqual(os.listdir(self.folder.name), [])

    def test_versions_are_negotiated(self):
        for offered, spoken in (("2025-06-18", "2025-06-18"), ("2024-11-05", "2024-11-05"), ("2025-03-26", "2024-11-05"),
                                ("2099-01-01", "2025-06-18"), ("1.0", "2024-11-05")):
            client = Client(self.folder.name, "r")
            self.addCleanup(self.end, client.process)
            self.assertEqual(client.ask("tools/list")["error"]["message"], "the first request is initialize")
            told = client.ask("initialize", **initialize(offered))["result"]
            self.assertEqual((told["protocolVersion"], told["capabilities"], told["serverInfo"]["name"]), (spoken, {"tools": {}}, "tichu-arena"))
            self.assertEqual(client.leave(), 0)

    def test_tools_have_descriptions_and_schemas(self):
        for tool in self.session().ask("tools/list")["result"]["tools"]:
            self.assertRegex(tool["name"], "^[a-z_]+$")
            self.assertTrue(tool["description"])
            self.assertEqual(tool["inputSchema"]["type"], "object")
            self.assertTrue(all(isinstance(each, dict) for each in tool["inputSchema"]["properties"].values()))
            self.assertTrue(all(isinstance(each, bool) for each in tool["annotations"].values()))

    def test_broken_messages_are_told_and_survived(self):
        client = self.session()
        call = b'{"jsonrpc":"2.0","id":"x","method":"tools/call","params":%s}'
        for line, code, number in (
                (b"{", -32700, None), (b"\xff\xfe{}", -32700, None), (b"[" * 100_000, -32700, None), (b'{"jsonrpc":"2.0","id":NaN}', -32700, None),
                (b"9" * 10_000, -32700, None), (b"x" * 3_000_000, -32600, None), (b"[]", -32600, None), (b'{"id":1,"method":"ping"}', -32600, None),
                (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600, None), (b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600, None),
                (b'{"jsonrpc":"2.0","id":"x","method":7}', -32600, "x"), (b'{"jsonrpc":"2.0","id":"x","method":"ping","params":[]}', -32600, "x"),
                (b'{"jsonrpc":"2.0","id":"x","method":"resources/list"}', -32601, "x"), (call % b"{}", -32602, "x"),
                (call % b'{"name":"peek"}', -32602, "x"), (call % b'{"name":["bots"]}', -32602, "x"),
                (call % b'{"name":"bots","arguments":7}', -32602, "x"), (b'{"jsonrpc":"2.0","id":"x","method":"initialize"}', -32602, "x")):
            client.say(line)
            told = client.hear()
            self.assertEqual((told["error"]["code"], told["id"]), (code, number), line[:100])
        for line in (b"", b'{"jsonrpc":"2.0","id":1,"result":{}}', b'{"jsonrpc":"2.0","method":"no/such"}',
                     b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":[]}}'):
            client.say(line)
        self.assertEqual(client.ask("ping")["result"], {})


class Ending(McpTest):
    def test_nothing_is_left_however_the_session_ends(self):
        for end in ("input", signal.SIGTERM, signal.SIGINT, signal.SIGKILL):
            client = self.session(self.path("r"))
            client.tool("sit_down", **BOTS)
            self.assertEqual(len(self.processes()), 2)
            if end == "input":
                self.assertEqual(client.leave(), 0)
            else:
                client.process.send_signal(end)
                self.assertEqual(client.process.wait(), -9 if end == signal.SIGKILL else 0)
            if end == signal.SIGKILL:  # then the table ends by itself
                self.await_ends()
            self.assertEqual(self.processes(), [])

    def test_calls_under_way_are_cancelled_at_the_end_of_the_input(self):
        client = self.session(self.path("r"))
        for number in range(3):
            client.say(b'{"jsonrpc":"2.0","id":"%d","method":"tools/call","params":{"name":"sit_down","arguments":{}}}' % number)
        self.assertEqual(client.leave(), 0)
        self.assertEqual(self.processes(), [])


class StubbornTools:
    """Tools that do nothing until they are cancelled, but for one."""

    def names(self):
        return ["wait", "quick"]

    def about(self):
        return {"name": "stubborn", "version": "1"}

    def instructions(self):
        return ""

    def call(self, name, _, cancelled):
        if name == "wait":
            cancelled.wait()
        return name, {}

    def close(self):
        pass


class Cancelling(unittest.TestCase):
    def setUp(self):
        self.said, self.heard = [], threading.Condition()
        self.server = serve.Server(StubbornTools(), self.hear)
        self.addCleanup(self.server.close)
        self.take("initialize", 0, **initialize())

    def hear(self, line):
        with self.heard:
            self.said.append(json.loads(line))
            self.heard.notify_all()

    def take(self, method, number=None, **params):
        message = {"jsonrpc": "2.0", "method": method, "params": params, **({} if number is None else {"id": number})}
        self.server.take(json.dumps(message).encode())

    def answered(self, number):
        """Waits for the answer to this request, and returns the ids of all that was answered."""
        with self.heard:
            self.heard.wait_for(lambda: any(each["id"] == number for each in self.said))
            return [each["id"] for each in self.said]

    def test_a_cancelled_call_is_not_answered_and_the_next_is_done(self):
        self.take("tools/call", 1, name="wait")
        self.take("tools/call", 2, name="wait")
        self.take("tools/call", 3, name="quick")
        self.take("ping", 4)
        self.assertEqual(self.answered(4), [0, 4])
        self.take("notifications/cancelled", requestId=2)
        self.take("notifications/cancelled", requestId=77)
        self.take("notifications/cancelled", requestId=1)
        self.assertEqual(self.answered(3), [0, 4, 3])

    def test_more_calls_than_can_wait_are_refused(self):
        for number in range(1, serve.MOST_CALLS + 3):
            self.take("tools/call", number, name="wait")
        refused = self.said[1:]
        self.assertIn(len(refused), (1, 2))  # the first waits no more, if it was begun
        self.assertEqual({each["error"]["code"] for each in refused}, {-32603})
        self.take("tools/call", 1, name="wait")
        self.assertEqual(self.said[-1]["error"]["message"], "a request with this id is under way")


if __name__ == "__main__":
    arena_command.main()
