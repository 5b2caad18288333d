"""A person's table (arena/seats/table/TABLE.md) that a model sits at: the process of `tichu-arena sit`, and what it shows as text."""
import http.client
import json
import subprocess
import tempfile
import time

import question_text

PATIENCE = 20  # seconds in which a tool waits for the bots; clients give up after a minute
SEATS = {"me": "you", "right": "right", "partner": "partner", "left": "left"}


class Refused(Exception):
    """A sentence for the model: why its call was not done."""


class Table:
    """Raises Refused if the table cannot be begun, and from then on if it has ended."""

    def __init__(self, program, flags):
        self.log = tempfile.TemporaryFile()
        # With the death of this process, of whatever kind, the table ends as by SIGTERM.
        self.process = subprocess.Popen(["setpriv", "--pdeathsig", "TERM", program, "sit", "--port", "0", "--pace", "0", *flags],
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.log)
        link = self.process.stdout.readline().decode().strip()
        if not link:
            raise self.end()
        address, token = link.removeprefix("http://").split("/#")
        self.host, self.port = address.rsplit(":", 1)
        self.head = {"Authorization": f"Bearer {token}"}
        self.snapshot = {"version": "", "stage": "round", "question": None}
        self.not_taken = {"illegal": 0, "unreadable": 0}
        self.told = (0, 0)  # the round whose events were told, and how many of them
        self.passes_in = None  # the trick in which every bomb is declined
        self.left = 0  # the round after which the next was asked for

    def end(self):
        """Ends the process. What it said last, as a refusal."""
        self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()
        self.log.seek(0)
        said = self.log.read().decode(errors="replace").strip().removeprefix("tichu-arena: ")
        self.log.close()
        return Refused(said or "the table has ended; sit down again")

    def ask(self, query="", body=None, patience=60):
        """Status and answer; 204 if there was none in time."""
        connection = http.client.HTTPConnection(self.host, int(self.port), timeout=patience)
        try:
            said = None if body is None else json.dumps(body)
            connection.request("GET" if body is None else "POST", f"/api/v1/table{query}", said, self.head)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read() or "null")
        except TimeoutError:
            return 204, None
        except (OSError, http.client.HTTPException, ValueError):
            raise Refused("the table has ended; sit down again, with its name to go on") from None
        finally:
            connection.close()

    def wait(self, cancelled):
        """Waits until something is asked or a round is over, for PATIENCE seconds at most."""
        until = time.monotonic() + PATIENCE
        while self.snapshot["stage"] == "round" and not self.snapshot["question"] and not cancelled.is_set() and time.monotonic() < until:
            status, snapshot = self.ask(f"?after={self.snapshot['version']}", patience=1)
            if status == 200:
                self.snapshot = snapshot
                if snapshot["stage"] == "between" and len(snapshot["rounds"]) == self.left:  # something was added to it meanwhile
                    snapshot.update(stage="round", question=None)
                self.decline_bomb()

    def trick(self):
        """Which one lies on the table: the round, and how many tricks were taken in it."""
        return len(self.snapshot["rounds"]), sum(event["do"] == "trick_taken" for event in self.snapshot["seen"]["events"])

    def decline_bomb(self):
        question = self.snapshot["question"]
        if question and question["ask"] == "bomb" and self.passes_in == self.trick():
            self.ask(body={"do": "answer", "answer": {"id": question["id"], "pass": True}})
            self.snapshot["question"] = None

    def go_on(self, cancelled):
        """The same, at the next round if one is over."""
        if self.snapshot["stage"] == "between":
            self.left = len(self.snapshot["rounds"])
            self.ask(body={"do": "next", "round": self.left + 1})
            self.snapshot.update(stage="round", question=None)
        self.wait(cancelled)

    def answer(self, said, until_next_trick):
        """Gives an answer to the open question, which `said` need not name. Raises Refused if it is not taken."""
        question = self.snapshot["question"]
        if not question:
            raise Refused(f"nothing is asked. {self.state()}")
        status, told = self.ask(body={"do": "answer", "answer": {"id": question["id"], **said}, "until_next_trick": until_next_trick})
        if status == 200 and told["taken"]:
            self.passes_in = self.trick() if until_next_trick is True and said.get("pass") is True else None
            self.snapshot["question"] = None
        elif status == 200:
            raise Refused(f"that question is closed; question {question['id']} is open")
        else:
            if status in (400, 413, 422):
                self.not_taken["illegal" if status == 422 else "unreadable"] += 1
            clause = f"RULES {told['clause']}: " if "clause" in told else ""
            raise Refused(f"Not taken: {clause}{told['problem']}. The question is still open. {question_text.ANSWERS[question['ask']]}")

    def state(self):
        """What is going on, in a sentence or two."""
        shown = self.snapshot
        if shown["stage"] == "failed":
            return f"The table cannot go on: {shown['trouble']}."
        if shown["stage"] == "round":
            return "The others are playing: ask `question` again."
        last = shown["rounds"][-1]
        lines = [f"Round {len(shown['rounds'])} is over: your side {last['own']}, the opponents {last['theirs']}. "
                 f"Sum: {shown['totals']['own']} to {shown['totals']['theirs']}.", *last["troubles"]]
        lines.append("`question` begins the next round." if shown["stage"] == "between" else "All is played. `analyse` tells what your plays lost.")
        return " ".join(lines)

    def events(self, whole_round):
        """What has happened in this round, or what of it was not yet told."""
        number, told = self.told
        events = (self.snapshot["seen"] or {}).get("events", [])
        rounds = len(self.snapshot["rounds"]) + (self.snapshot["stage"] == "round")
        self.told = rounds, len(events)
        return events[0 if whole_round or number != rounds else told:]

    def tell(self, whole_round=False, with_plays=False):
        """The snapshot as text and for programs. It has the events of the whole round, or those not yet told; with legal plays none."""
        events = [] if with_plays else self.events(whole_round)
        lines = [line for event in events if (line := event_line(event))]
        shown = {key: self.snapshot.get(key) for key in ("tournament", "names", "planned", "target", "stage", "totals")}
        # What the house made of the same cards comes at any time, so it would make a table's text differ from run to run.
        shown["rounds"] = [{key: value for key, value in each.items() if key != "house"} for each in self.snapshot["rounds"]]
        shown.update(not_taken=dict(self.not_taken), seen=self.snapshot["seen"] and {**self.snapshot["seen"], "events": events}, question=None)
        if not (question := self.snapshot["question"]):
            return "\n".join([*lines, self.state()]), shown
        shown["question"] = {key: value for key, value in question.items() if key not in ("kinds", "held")}
        if "legal" in question and not with_plays:
            shown["question"]["legal"] = {"may_pass": question["legal"]["may_pass"]}
        text = question_text.text_of({**question, "seen": self.snapshot["seen"]}, with_plays)
        return "\n".join([*lines, f"Question {question['id']}.", text]), shown


def event_line(event):
    """A sentence, or nothing of what the question itself tells."""
    who = SEATS[event["who"]]
    verb = (lambda word, other: f"You {word}" if who == "you" else f"{who.capitalize()} {other}")
    if event["do"] in ("tichu", "grand_tichu"):
        return f"{verb('call', 'calls')} {'Grand ' if event['do'] == 'grand_tichu' else ''}Tichu."
    if event["do"] == "play":
        return verb("play", "plays") + f" {event['play']}" + (", out of turn" if event.get("out_of_turn") else "") + (
            f", and the wish is {event['wish']}" if event.get("wish") else "") + "."
    if event["do"] == "pass":
        return verb("pass", "passes") + "."
    if event["do"] == "trick_taken":
        return verb("take", "takes") + f" the trick, {event['points']} points" + (
            f" for {SEATS[event['to']]}" if event["to"] != event["who"] else "") + "."
    return verb("give", "gives") + f" the Dragon's trick to {SEATS[event['to']]}." if event["do"] == "give_dragon" else None
