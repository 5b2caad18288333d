"""What a model can do at a table: the tools of serve.py."""
import json
import os
import re
import subprocess
import tempfile

import question_text
from table import Refused, Table

BY_STRENGTH = ("random", "lowest", "greedy", "pico", "plain", "steady", "sampler", "adept", "sage")
PRESETS = ("standard", "house", "online", "sheet", "gravon")
NAME = "^[A-Za-z0-9_-]{1,40}$"
SIMULATIONS = 300  # for each decision of an analysis; more of the same table must be done with as many
INSTRUCTIONS = """You can play Tichu, a card game of two partnerships, with and against bots. `rules` tells the game, `sit_down` seats you.
Each question is then answered with `answer`, which tells what happened and asks the next. What the rules forbid is explained, and the
question stays open; there is no clock. Cards are named like 7j (ranks 2 to 9, T, J, Q, K, A; suits j, s, p, t), Mah, Dog, Phx and Drg."""


def schema(required=(), **properties):
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


def number(most, about):
    return {"type": "integer", "minimum": 0, "maximum": most, "description": about}


def problem_of(value, rule):
    """What is wrong with a value by these few words of JSON Schema; nothing if it fits."""
    if rule["type"] == "integer":
        if not isinstance(value, int) or isinstance(value, bool) or not rule["minimum"] <= value <= rule["maximum"]:
            return f"must be a whole number from {rule['minimum']} to {rule['maximum']}"
    elif not isinstance(value, str):
        return "must be a text"
    elif value not in rule.get("enum", [value]):
        return "must be one of " + ", ".join(rule["enum"])
    elif not re.fullmatch(rule.get("pattern", ".*"), value, re.S):
        return "must match " + rule["pattern"]
    return None


def check(arguments, wanted):
    """Raises Refused if these are no arguments of the schema."""
    rules = wanted["properties"]
    for name, value in arguments.items():
        if name not in rules:
            raise Refused(f"there is no argument {json.dumps(name)}; there are: {', '.join(rules) or 'none'}")
        if problem := problem_of(value, rules[name]):
            raise Refused(f"{json.dumps(name)} {problem}")
    for name in wanted["required"]:
        if name not in arguments:
            raise Refused(f'"{name}" is missing')


def answer_schema():
    """That of `answer`, whose members the table itself reads: nothing of it is checked here."""
    text = {"type": "string"}
    return schema(
        id={"type": "integer", "description": "the question's number; the open question if left out"},
        call={"type": "boolean", "description": "Grand Tichu, Tichu; with a play: Tichu first"},
        push={"type": "array", "items": text, "minItems": 3, "maxItems": 3, "description": "cards to the right, the partner, the left"},
        play={**text, "description": 'cards, such as "7j 7s" or "Phx=9 9t"'},
        **{"pass": {"type": "boolean", "description": "passes, or declines to bomb"}},
        until_next_trick={"type": "boolean", "description": "with a pass: passes, and declines to bomb, until the trick ends"},
        wish={**text, "description": "with the Mahjong: a rank from 2 to A"},
        give_to={**text, "enum": ["right", "left"], "description": "who gets the Dragon's trick"})


class TableTools:
    """`folder` holds this program; the arena is above it. One table at a time."""

    def __init__(self, folder, results):
        self.folder, self.results = folder, results
        self.arena = os.path.dirname(folder)
        self.program = os.path.join(self.arena, "bin", "tichu-arena")
        present = {name.removesuffix(".so") for name in os.listdir(os.path.join(self.arena, "bots"))}
        self.bots = [name for name in BY_STRENGTH if name in present]
        self.table = None
        bot = {"type": "string", "enum": self.bots, "description": "sampler if left out"}
        self.tools = {
            "rules": (self.rules, "Rules: in short, or a section or clause of the rule book. Refusals cite clauses.", schema(
                section={"type": "string", "pattern": r"^\d{1,2}(\.\d{1,2})?$", "description": '"5" or "5.1"; left out: in short, and titles'})),
            "bots": (self.list_bots, "The bots that can sit with you, the weakest first.", schema()),
            "sit_down": (self.sit_down, "Begins a table, or goes on at one of an earlier session (with `table` alone), and asks the first "
                         "question. A table that is open is left; it can be gone on with.", schema(
                             partner=bot, right=bot, left=bot,
                             rounds={**number(1000, "so many rounds, each by itself; left out: one game to the target"), "minimum": 1},
                             seed=number(2**64 - 1, "of deals and bots; left out: a secret one"),
                             rules={"type": "string", "enum": list(PRESETS), "description": "standard if left out"},
                             table={"type": "string", "pattern": NAME, "description": "its name; left out: a new one"})),
            "question": (self.question, "What is asked, with your cards and all that has happened in the round. After a round: begins the next.",
                         schema()),
            "legal_plays": (self.legal_plays, "Every play that is legal now, for questions of kind turn and bomb.", schema()),
            "answer": (self.answer, "Answers the open question. By its kind: " + " ".join(
                f"{ask}: {text}" for ask, text in question_text.ANSWERS.items()), answer_schema()),
            "analyse": (self.analyse, "What each of your decisions in finished rounds lost, as far as you could know, and what was luck. Marks "
                        "by points lost: ?! from 5, ? from 15, ?? from 40. Takes some seconds a round.", schema(
                            table={"type": "string", "pattern": NAME, "description": "left out: the one you sit at"}))}

    def about(self):
        said = subprocess.run([self.program, "--version"], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False).stdout.split()
        return {"name": "tichu-arena", "version": said[1] if len(said) > 1 else "unknown"}

    def instructions(self):
        return INSTRUCTIONS

    def names(self):
        return list(self.tools)

    def listed(self):
        return [{"name": name, "description": about, "inputSchema": wanted,
                 "annotations": {"readOnlyHint": name not in ("sit_down", "question", "answer"), "destructiveHint": False, "openWorldHint": False}}
                for name, (_, about, wanted) in self.tools.items()]

    def call(self, name, arguments, cancelled):
        """Text and JSON of what the tool found. Raises Refused with a sentence for the model. Gives up soon once `cancelled` is set."""
        function, _, wanted = self.tools[name]
        if name != "answer":
            check(arguments, wanted)
        return function(arguments, cancelled)

    def close(self):
        """Leaves the table, if there is one; its process has ended then. Two threads may do so at once."""
        table, self.table = self.table, None
        if table:
            table.end()

    def read(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8") as file:
            return file.read()

    def rules(self, arguments, _):
        sections = {text.split(" ")[0]: text for text in self.read("RULES.md").split("\n## ")[1:]}
        section, _, clause = arguments.get("section", "").partition(".")
        if not section:
            titles = [text.split("\n")[0] for text in sections.values()]
            return self.read("rules.txt") + "\nSections:\n" + "\n".join(titles), {"sections": titles}
        text = sections.get(section, "")
        if clause:
            found = re.search(rf"^- \*\*{section}\.{clause}\*\* .*(\n  .*)*", text, re.M)
            text = found[0] if found else ""
        if not text:
            raise Refused(f"the rule book has no {arguments['section']}; its sections are 1 to {len(sections)}")
        return text.strip(), {"section": arguments["section"]}

    def list_bots(self, *_):
        return "\n".join(self.bots), {"bots": self.bots}

    def new_name(self):
        number = 1
        while os.path.exists(os.path.join(self.results, f"table-{number}")):
            number += 1
        return f"table-{number}"

    def sit_down(self, arguments, cancelled):
        given = dict(arguments)
        name = given.pop("table", None) or self.new_name()
        begun = os.path.exists(os.path.join(self.results, name))
        if given and begun:
            raise Refused(f"table {name} was begun: give its name alone to go on, or another name")
        flags = [word for key, value in given.items() for word in (f"--{'boards' if key == 'rounds' else key}", str(value))]
        self.close()
        self.table = table = Table(self.program, ["--results", self.results, "--name", name, *flags])
        table.wait(cancelled)
        text, shown = table.tell(whole_round=True)
        return f"You sit at table {name}{' again' if begun else ', a new one'}.\n{text}", shown

    def seat(self, cancelled):
        """The table, when it asks something or waits for the next round."""
        if not self.table:
            raise Refused("you sit at no table: sit_down")
        self.table.wait(cancelled)
        return self.table

    def question(self, _, cancelled):
        table = self.seat(cancelled)
        table.go_on(cancelled)
        return table.tell(whole_round=True)

    def legal_plays(self, _, cancelled):
        table = self.seat(cancelled)
        if "legal" not in (table.snapshot["question"] or {}):
            raise Refused("no play is asked for now; `question` tells what is")
        return table.tell(with_plays=True)

    def answer(self, arguments, cancelled):
        table = self.seat(cancelled)
        said = dict(arguments)
        table.answer(said, said.pop("until_next_trick", False))
        table.wait(cancelled)
        return table.tell()

    def analyse(self, arguments, cancelled):
        name = arguments.get("table") or (self.table and self.table.snapshot.get("tournament"))
        if not name:
            raise Refused("you sit at no table: name one")
        folder = os.path.join(self.results, name)
        if not os.path.exists(os.path.join(folder, "tournament.sqlite")):
            raise Refused(f"no round of table {name} is finished")
        with tempfile.TemporaryDirectory() as place:
            file = os.path.join(place, "analysis.json")
            said = self.run(["analyse", folder, "--bot", "you", "--simulations", str(SIMULATIONS), "--json", file], cancelled)
            with open(file, encoding="utf-8") as analysis:
                found = json.load(analysis)
        return said, {"table": name, "summaries": found["summaries"], "rounds": [
            {**{key: each[key] for key in ("job", "round", "margin", "cards", "skill", "guess")},
             "decisions": [one for one in each["decisions"] if one.get("verdict", {}).get("mark", "none") != "none"]} for each in found["rounds"]]}

    def run(self, words, cancelled):
        """What the arena prints for a command. Raises Refused with its reason if it fails, or is cancelled."""
        process = subprocess.Popen(["setpriv", "--pdeathsig", "TERM", self.program, *words], stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while True:
            try:
                said, complaint = process.communicate(timeout=0.1)
                break
            except subprocess.TimeoutExpired:
                if cancelled.is_set():
                    process.kill()
        if process.returncode != 0:
            raise Refused(complaint.strip() or f"{words[0]} was stopped")
        return said
