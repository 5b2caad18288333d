"""A person at a ladder's table, without a browser."""
import json
import os
import urllib.error
import urllib.request

SECONDS = int(os.environ.get("TICHU_LONGEST_WAIT", "600"))


def answer_to(request):
    """Status and JSON, of a refusal too."""
    try:
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:
            text = answer.read()
            return answer.status, json.loads(text) if text else None
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, json.loads(refused.read())


class GuestSeat:
    """`ladder` has its present address as `url`; `link` is the table's."""

    def __init__(self, ladder, link):
        self.ladder = ladder
        self.secret = link.split("#")[1]

    def ask(self, path="table", body=None, secret=None, headers=None, method=None):
        """Status and JSON."""
        request = urllib.request.Request(f"{self.ladder.url}api/v1/{path}", data=None if body is None else json.dumps(body).encode(), method=method,
                                         headers={"Authorization": f"Bearer {secret or self.secret}", "Content-Type": "application/json", **(headers or {})})
        return answer_to(request)

    def snapshot(self, after=""):
        """The next one, also of a table that is only just being opened."""
        while True:
            status, snapshot = self.ask(f"table?after={after}")
            if status == 200:
                return snapshot
            if status != 204:
                raise AssertionError(snapshot)
            after = ""  # as a page that is opened anew: one that only waits does not open a table that was put away

    def asked(self, after=0, version=""):
        """The newest snapshot past this version that asks something past this question, or after the round."""
        snapshot = self.snapshot(version)
        while snapshot["stage"] == "round" and (snapshot["question"] is None or snapshot["question"]["id"] <= after):
            snapshot = self.snapshot(snapshot["version"])
        return snapshot

    @staticmethod
    def first_legal(snapshot):
        """What somebody does who does the first thing that is legal: an answer, or the next round."""
        if snapshot["stage"] != "round":
            return {"do": "next", "round": len(snapshot["rounds"]) + 1}
        question = snapshot["question"]
        answer = {"id": question["id"]}
        if question["ask"] == "push":
            answer["push"] = snapshot["seen"]["hand"].split()[:3]
        elif question["ask"] == "give_dragon":
            answer["give_to"] = question["receivers"][0]
        elif "legal" not in question:
            answer["call"] = False
        elif question["legal"]["may_pass"]:
            answer["pass"] = True
        else:
            answer["play"] = question["legal"]["plays"][0]
        return {"do": "answer", "answer": answer}

    def answer(self, snapshot):
        return self.ask(body=self.first_legal(snapshot))

    def play(self, questions=1000):
        """Answers so many questions, or until the table is over."""
        self.ask(body={"do": "pace", "ms": 0})
        snapshot = self.asked()
        while snapshot["stage"] != "over" and questions > 0:
            status, told = self.answer(snapshot)
            while status == 503:  # the table was put away meanwhile, and is being opened
                status, told = self.answer(snapshot)
            if status != 200:
                raise AssertionError(told)
            questions -= 1
            snapshot = self.asked((snapshot["question"] or {"id": 0})["id"], snapshot["version"])
        return snapshot
