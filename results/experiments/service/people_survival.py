"""Whether tables of people survive: scripted people play boards at a ladder's tables while its service is killed and their pages are reloaded.

    python3 people_survival.py PROGRAM [BOARDS] [KILLS] [SEED]      1000 boards, 30 kills, a seed from the clock

PEOPLE people sit at a time, with bundled bots, at tables of 8 boards. At random moments a person forgets everything but the table's link, or sends an
answer twice; at random moments the service gets SIGKILL and is begun anew. What was told as taken must have been kept: the next question has a higher
number, and a reload shows the same cards. A person to whom nothing happens for STUCK seconds is stuck. In the end every table is verified from its
stored records.
"""
import hashlib
import http.client
import os
import random
import subprocess
import sys
import threading
import time
import urllib.error

from served_ladder import ServedLadder

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "tests", "arena", "service", "commands"))
from guest_seat import GuestSeat  # noqa: E402

PEOPLE = 6
BOARDS_A_TABLE = 8
STUCK = 120
SETTINGS = (f'[play]\nreferences = ["lowest", "greedy"]\n[people]\ntables = {4 * PEOPLE}\ntables_an_hour = 100000\nidle_seconds = 20\nleast_pace_ms = 0\n'
            "[limits]\ndecision_ms = 60000\n")
BOTS = ("random", "lowest", "greedy")
LOST = (urllib.error.URLError, http.client.HTTPException, ConnectionError)


class Figures:
    """What happened, of all people together."""

    def __init__(self):
        self.lock = threading.Lock()
        self.counts = dict.fromkeys(("tables", "boards", "answers", "reloads", "twice", "interrupted", "lost", "stuck"), 0)

    def count(self, what, more=1):
        with self.lock:
            self.counts[what] += more


class Person(GuestSeat):
    """Goes on whatever happens to the service."""

    def __init__(self, ladder, link, luck, figures):
        super().__init__(ladder, link)
        self.luck, self.figures = luck, figures
        self.taken = 0  # the number of the last question whose answer was told as taken

    def ask(self, path="table", body=None, secret=None, headers=None):
        deadline = time.monotonic() + STUCK
        while time.monotonic() < deadline:
            try:
                status, told = super().ask(path, body, secret, headers)
                if status not in (429, 503):
                    return status, told
            except LOST:
                self.figures.count("interrupted")
            time.sleep(0.2)
        raise TimeoutError(f"{path}: no answer")

    def asked(self, after=0):
        """As a page that is opened now; past what was told as taken."""
        version, deadline = "", time.monotonic() + STUCK
        while time.monotonic() < deadline:
            status, snapshot = self.ask(f"table?after={version}")
            if status == 200:
                question = snapshot["question"]
                if snapshot["stage"] != "round" or (question is not None and question["id"] > self.taken):
                    return snapshot
                version = snapshot["version"]
            elif status != 204:
                raise AssertionError(f"{status}: {snapshot}")
        if snapshot and snapshot["question"] is not None:
            self.figures.count("lost")
            raise AssertionError(f"{snapshot['question']['id']} is asked after {self.taken} was answered")
        raise TimeoutError("nothing is asked")

    def look_again(self, before):
        """A reload: another page of the same link."""
        self.figures.count("reloads")
        again = self.asked()
        first, second = (one["question"] for one in (before, again))
        # Another one may be asked by then: a bomb's time may have passed.
        if first and second and (second["id"] < first["id"] or second["id"] == first["id"] and before["seen"] != again["seen"]):
            self.figures.count("lost")
            raise AssertionError("a reload shows something else")

    def play_on(self):
        deadline = time.monotonic() + STUCK
        while (snapshot := self.asked())["stage"] != "over":
            if time.monotonic() > deadline:
                raise TimeoutError("nothing happens")
            if self.luck.random() < 0.05:
                self.look_again(snapshot)
            if snapshot["pace_ms"] != 0:  # a service that begins anew has the usual one
                self.ask(body={"do": "pace", "ms": 0})
            if snapshot["stage"] == "failed":
                raise AssertionError("the table has failed")
            status, told = self.answer(snapshot)
            if status == 200 and self.luck.random() < 0.05:
                self.figures.count("twice")
                self.answer(snapshot)
            if status == 200 and snapshot["question"] is not None:
                # Not taken: it had been before the service was killed, of which nothing was told.
                self.taken = max(self.taken, snapshot["question"]["id"])
                self.figures.count("answers")
                deadline = time.monotonic() + STUCK
            elif status not in (200, 409):
                raise AssertionError(f"{status}: {told}")
        if len(snapshot["rounds"]) != BOARDS_A_TABLE:
            self.figures.count("lost")
            raise AssertionError(f"{len(snapshot['rounds'])} boards")
        self.figures.count("boards", BOARDS_A_TABLE)


def sit_down(ladder, luck, figures):
    wish = {"partner": luck.choice(BOTS), "opponents": luck.choice(BOTS), "boards": BOARDS_A_TABLE, "keep": True}
    nobody = Person(ladder, "#", luck, figures)
    status, told = nobody.ask("people", wish)
    if status != 201:
        raise AssertionError(told)
    figures.count("tables")
    return Person(ladder, told["link"], luck, figures)


def spend_evenings(ladder, number, seed, tables, figures):
    """One person after the other, as long as tables are left."""
    luck = random.Random(f"{seed} {number}")
    while True:
        with figures.lock:
            if len(tables["left"]) == 0:
                return
            tables["left"].pop()
        try:
            person = sit_down(ladder, luck, figures)
            tables["folders"].append(hashlib.sha256(person.secret.encode()).hexdigest()[:16])
            person.play_on()
        except (AssertionError, TimeoutError) as problem:
            figures.count("stuck")
            print(f"person {number}: {problem}", flush=True)


def verified(ladder, folders):
    """Boards of all tables as they are stored, and what is wrong with them."""
    boards, wrong = 0, []
    for name in folders:
        folder = os.path.join(ladder.folder, "people", name)
        done = subprocess.run([ladder.program, "verify", folder], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        records = subprocess.run([ladder.program, "export", folder, "--jsonl"], stdout=subprocess.PIPE, text=True, check=False).stdout
        boards += len(records.splitlines())
        if done.returncode != 0 or len(records.splitlines()) != BOARDS_A_TABLE:
            wrong.append((name, done.stdout.strip()))
    return boards, wrong


def main():
    program = sys.argv[1]
    boards, kills, seed = (int(word) for word in (sys.argv[2:] + ["1000", "30", str(time.time_ns() % 10**6)][len(sys.argv) - 2:]))
    print(f"{boards} boards, {kills} kills, seed {seed}", flush=True)
    luck, figures = random.Random(seed), Figures()
    tables = {"left": list(range(boards // BOARDS_A_TABLE)), "folders": []}
    with ServedLadder(program, SETTINGS) as ladder:
        while ladder.get("people")["tables"] == 0:
            time.sleep(0.1)
        begin = time.monotonic()
        people = [threading.Thread(target=spend_evenings, args=(ladder, number, seed, tables, figures)) for number in range(PEOPLE)]
        for person in people:
            person.start()
        done = 0
        while any(person.is_alive() for person in people):
            # Spread over the boards, at moments that nobody foresees.
            if done < kills and figures.counts["boards"] >= (done + luck.random()) * boards / kills * 0.95:
                ladder.kill_and_serve()
                done += 1
                print(f"{time.monotonic() - begin:.0f} s: kill {done}; {figures.counts}", flush=True)
            time.sleep(luck.random())
        print(f"{time.monotonic() - begin:.0f} s, {done} kills: {figures.counts}", flush=True)
        stored, wrong = verified(ladder, tables["folders"])
        print(f"{len(tables['folders'])} tables with {stored} boards verified, {len(wrong)} wrong {wrong}", flush=True)
    return 1 if wrong or figures.counts["stuck"] or figures.counts["lost"] else 0


if __name__ == "__main__":
    sys.exit(main())
