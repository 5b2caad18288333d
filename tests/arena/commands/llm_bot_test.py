"""The starter that asks a language model, against a server of the tests' own: right, illegal, unreadable and cut answers, a server that
is busy, and what is kept of it.

    python3 llm_bot_test.py PROGRAM
"""

import collections
import contextlib
import http.server
import json
import os
import re
import threading
import unittest

from arena_command import PATIENT, CommandTest, main
from known_cards import CARD, known_cards, received_cards

ENDS = re.compile(r"(\{.*\}.*)$")  # of a prompt: what an answer looks like, with cards as examples


class Server(http.server.ThreadingHTTPServer):
    """Answers by a list of wishes, each for one request: "legal" in the end."""

    def __init__(self, wishes=()):
        super().__init__(("127.0.0.1", 0), Handler)
        self.wishes, self.asked = list(wishes), []
        self.lock = threading.Lock()

    def take(self, body):
        with self.lock:
            self.asked.append(body)
            return self.wishes.pop(0) if self.wishes else "legal"


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        wish = self.server.take({**body, "key": self.headers.get("Authorization"), "path": self.path})
        if wish == "busy":
            self.send_response(503)
            self.end_headers()
            return
        question = [message["content"] for message in body["messages"] if message["role"] == "user"][0]
        text = {"illegal": '{"play": "Drg Dog"}', "unreadable": "I would rather not say.", "cut": "Let me think about"}.get(wish) or answer_to(question)
        answer = json.dumps({"error": "no such model"} if wish == "error" else {"choices": [{"message": {"content": text}, "finish_reason": "length" if wish == "cut" else "stop"}],
                             "usage": None if wish == "uncounted" else {"prompt_tokens": 100, "completion_tokens": 10}}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)


class Wrong:
    """Answers wrongly now and then, but never to a correction. Counts what it answered."""

    def __init__(self):
        self.told = collections.Counter()

    def take(self, body):
        number = self.told.total()
        wish = "legal"
        if len(body["messages"]) == 2 and number % 3 == 0:
            may_play = "Legal plays: " in body["messages"][1]["content"]
            wish = ("illegal" if may_play else "cut", "unreadable", "cut")[number // 3 % 3]
        self.told[wish] += 1
        return wish


def answer_to(question):
    """A legal answer, found in the text of the question alone."""
    if "Give a card" in question:
        hand = re.search(r"Your hand: (.*)", question)[1].split()
        return json.dumps({"push": hand[:3]})
    if "Who gets the trick" in question:
        return '{"give_to": "left"}'
    plays = re.search(r"Legal plays: (.*?)\. You (may|may not) pass", question)
    if plays and "It is your turn" in question and plays[1] != "none":
        return 'Rather than {"pass": true} I play the first. {"play": "%s"}' % plays[1].split("; ")[0]
    return '{"pass": true}' if plays else '{"call": false}'


@contextlib.contextmanager
def serving(*wishes):
    server = Server(wishes)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class LanguageModel(CommandTest):
    def setUp(self):
        super().setUp()
        self.run_arena("new-bot", "mind", "--lang", "llm", code=0)

    def play(self, server, *options, name="played", deals=1):
        url = f"http://127.0.0.1:{server.server_port}/v1"
        given = [part for option in (f"url={url}", *options) for part in ("--option", f"mind.{option}")]
        return self.run_arena("play", f"mind=trusted:json:{self.path('mind', 'bot.py')}", "random", "--deals", str(deals), "--seed", "4", "--name", name,
                              *given)

    def records(self, name):
        return [json.loads(line) for line in self.run_arena("export", f"results/{name}", "--jsonl").stdout.splitlines()]

    def text_of(self, *parts):
        return self.read(*parts)

    def counts(self):
        """Of all runs and instances of the bot together."""
        lines = self.text_of("mind", "counts.txt").splitlines()
        pairs = [re.findall(r"(\w+) ([\d.]+)", line) for line in lines]
        return {key: sum(float(dict(each)[key]) for each in pairs) for key, _ in pairs[0]}

    def test_plays_a_board_and_tells_what_it_cost(self):
        with serving() as server:
            done = self.play(server, "price_per_million=[1.0, 2.0]", "model=tested")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("2 rounds, 0 faults", done.stderr)
        counts = self.counts()
        self.assertEqual(counts["requests"], len(server.asked))
        self.assertEqual(counts["decisions"], len(server.asked))
        self.assertAlmostEqual(counts["cost"], len(server.asked) * 120 / 1e6, places=3)
        self.assertEqual({(asked["model"], asked["path"], asked["key"]) for asked in server.asked}, {("tested", "/v1/chat/completions", None)})
        records = self.run_arena("export", "results/played", "--jsonl").stdout
        self.assertIn("I play the first.", records)
        self.assertEqual(len(self.text_of("mind", "transcript.jsonl").splitlines()), len(server.asked))

    def test_asks_again_with_the_reason_and_counts_each_kind(self):
        with open(self.path("mind", "key.txt"), "w", encoding="utf-8") as file:
            file.write("secret\n")
        with serving("unreadable", "cut", "uncounted", "busy", "unreadable") as server:
            done = self.play(server, "key_file=key.txt")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        counts = self.counts()
        self.assertEqual((counts["unreadable"], counts["truncated"], counts["substituted"]), (2, 1, 0))
        reasons = [message["content"] for asked in server.asked for message in asked["messages"] if message["content"].startswith("That cannot")]
        self.assertTrue(any("no JSON object" in reason for reason in reasons))
        self.assertTrue(any("cut off" in reason for reason in reasons))
        self.assertEqual({asked["key"] for asked in server.asked}, {"Bearer secret"})

    def test_an_illegal_play_is_told_by_clause_and_stands_in_or_is_a_fault(self):
        for substitute in ("true", "false"):
            with serving() as server:
                server.take = lambda body: "illegal" if "It is your turn" in body["messages"][1]["content"] else "legal"
                done = self.play(server, "retries=1", f"substitute={substitute}", name=f"substitute-{substitute}")
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertEqual("2 rounds, 0 faults" in done.stderr, substitute == "true", done.stderr)
        self.assertGreater(self.counts()["illegal"], 1)
        self.assertGreater(self.counts()["substituted"], 1)
        self.assertIn("You do not hold", self.text_of("mind", "transcript.jsonl"))

    def test_ten_rounds_count_each_wrong_answer_and_name_no_hidden_card(self):
        wrong = Wrong()
        with serving() as server:
            server.take = wrong.take
            done = self.play(server, deals=5)
        self.assertIn("10 rounds, 0 faults", done.stderr)
        counts, told = self.counts(), wrong.told
        self.assertGreater(min(told.values()), 20)
        self.assertEqual([counts[key] for key in ("unreadable", "truncated", "illegal", "substituted", "requests", "prompt_tokens")],
                         [told["unreadable"], told["cut"], told["illegal"], 0, told.total(), 100 * told.total()])
        self.assertEqual(counts["decisions"], told["legal"])
        places = {}
        for record in self.records("played"):
            for seat in (seat for seat in range(4) if record["bots"][seat] == "mind"):
                gave = next(event["cards"] for event in record["events"] if event["do"] == "push" and event["seat"] == seat)
                dealt, received = record["deal"][seat], received_cards(record, seat)
                for cards in (dealt[:8], dealt, (set(dealt) - set(gave)) | received):
                    places[frozenset(cards)] = (record, seat)
        prompts = [json.loads(line)["messages"] for line in self.text_of("mind", "transcript.jsonl").splitlines()]
        self.assertEqual(len(prompts), told["legal"])
        for messages in prompts:
            self.assert_names_no_hidden_card(messages, places)

    def assert_names_no_hidden_card(self, messages, places):
        """Nor do the corrections name more than the prompt and what the model itself said."""
        prompt = ENDS.sub("", messages[0]["content"])
        hand, own = re.search("Your hand: (.*)", prompt)[1], re.search("- you: .*", prompt)[0]
        record, seat = places[frozenset(CARD.findall(hand + own))]
        left = [int(number) for number in re.findall(r"(\d+) cards left", prompt)]
        plays, gone = 0, 56 - sum(left) if max(left) > 8 or "has played" in prompt else 0
        for event in record["events"]:
            if event["do"] == "play" and gone > 0:
                plays, gone = plays + 1, gone - len(event["cards"])
        self.assertEqual(gone, 0)
        known = known_cards(record, seat, plays, 8 if "Grand Tichu?" in prompt else 14, "You got from" in prompt)
        self.assertLessEqual(set(CARD.findall(prompt)), known, prompt)
        for message in messages[1:]:
            text = ENDS.sub("", message["content"]) if message["role"] == "user" else ""
            self.assertLessEqual(set(CARD.findall(text)), known | {"Drg", "Dog"}, text)

    def test_counts_what_was_unreadable_to_the_last_though_it_is_killed_for_it(self):
        with serving("unreadable") as server:
            done = self.play(server, "retries=0")
        self.assertIn("bad_message", done.stderr)
        self.assertEqual(self.counts()["unreadable"], 1)

    def test_has_a_card_of_the_benchmark(self):
        suite = 'seed = 7\ndeals = 50\nschedule = "gauntlet"\n'
        pool = PATIENT + '[[bot]]\nname = "pool-random"\npath = "random"\n'
        os.mkdir(self.path("suite"))
        self.write("suite/strength.toml", suite + pool)
        self.write("suite/partners.toml", suite + 'opponents = ["pool-random"]\n' + pool + '[[bot]]\nname = "partner-lowest"\npath = "lowest"\n')
        with serving("unreadable") as server:
            done = self.run_arena("benchmark", f"mind=trusted:json:{self.path('mind', 'bot.py')}", "--suite", "suite", "--part", "50", "--json",
                                  "--option", f"mind.url=http://127.0.0.1:{server.server_port}/v1")
        self.assertEqual(done.returncode, 0, done.stderr)
        card = json.loads(done.stdout)
        self.assertEqual((card["strength"]["boards"], card["strength"]["faults"], card["partners"]["faults"]), (1, {}, {}))
        counts = self.counts()
        self.assertEqual((counts["requests"], counts["unreadable"]), (len(server.asked), 1))
        self.assertEqual(counts["prompt_tokens"], 100 * len(server.asked))

    def test_what_a_server_says_in_place_of_an_answer_is_told(self):
        with serving("error") as server:
            self.assertIn('gave no answer of a model: {"error": "no such model"}', self.play(server).stderr)

    def test_an_unknown_option_is_named(self):
        with serving() as server:
            self.assertIn("there is no option temprature", self.play(server, "temprature=1").stderr)


if __name__ == "__main__":
    main()
