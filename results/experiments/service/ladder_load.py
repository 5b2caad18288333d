"""What a ladder's server does under load while its bots play, and what that costs their play.

    python3 ladder_load.py PROGRAM CLIENT [reads|watchers|uploads|seats|people|all] [SECONDS] [TURNS]

PROGRAM is tichu-arena, CLIENT steady_client. Each makes a ladder of its own with bundled bots; all but uploads with two alone, since
with more the boards a second tell who happened to meet whom.
reads     500 reads a second, in turns with playing alone: boards a second of both, times of answers
watchers  1,000 watchers of the stream, likewise, while 50 reads a second are answered
uploads   100 uploads of 20 MiB at once: time until all are answered, the server's memory, what is left
seats     500 remote bots at tables, which take 2 s for each answer, and 1,000 that wait, in turns with playing alone; the server's memory
people    people at 50 tables with sampler against steady, who think for 1 to 3 s, likewise; times until their acts are shown

All but uploads take TURNS (8) turns of twice SECONDS (8), every other one of which begins under load, so that a ladder that grows favours
neither. Reads are sent by wrk (Debian: wrk) if it is installed, as of 64 visitors whose browsers tell what they have already; else by
steady_client, which takes more of the cores.

Boards and answers are counted by the server's own metrics. A client takes a part of the same cores, and so a part of the boards, that no
visitor from elsewhere takes. So two ratios are told with their standard errors over the turns: of boards a second, and of boards for each
second of processor time that the client left. What the server's threads took that answer people, and the client, stands apart.
"""
import asyncio
import concurrent.futures
import contextlib
import dataclasses
import http.client
import json
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

from seats_load import Client
from served_ladder import Rate, ServedLadder, all_at_once

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "tests", "arena", "service", "commands"))
from guest_seat import GuestSeat  # noqa: E402

RATE = 500
CONNECTIONS = 64
WATCHERS = 1000
ALIKE = '[play]\nreferences = ["steady", "plain"]\nanchor = "steady"\n'
SEATS = 1500
SEAT_TABLES = 500
SEAT_PAUSE = 2.0
PEOPLE_TABLES = 50
PEOPLE_PAUSES = (1.0, 3.0)
UPLOADS = 100
UPLOAD_BYTES = 20 << 20
PATHS = ["/api/v1/ladder", "/api/v1/status", "/api/v1/bots", "/api/v1/bots/plain", "/api/v1/boards?bot=plain", "/api/v1/events?latest=1",
         "/api/v1/bots/steady/versions/1/opponents", "/"]
SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "reads.lua")


@dataclasses.dataclass
class Turn:
    """A second of one turn: what was played, and what it took of the cores."""
    boards: float
    answers: float
    answering: float
    client: float = 0.0
    found: str = ""
    p99: float = 0.0


def client(program, *words):
    done = subprocess.run([program, *[str(word) for word in words]], stdout=subprocess.PIPE, text=True, check=False)
    return json.loads(done.stdout)


def tag_of(ladder, path):
    """By which a browser that looked just now says what it has."""
    with urllib.request.urlopen(ladder.url.rstrip("/") + path, timeout=60) as answered:
        return answered.headers["ETag"] or ""


def reads_of_wrk(ladder, rate, seconds):
    """As `reads_of_steady_client`. A visitor's next request comes so long after the answer that there are `rate` a second."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.writelines(f"{path}\t{tag_of(ladder, path)}\n" for path in PATHS)
        file.flush()
        mean = CONNECTIONS / rate * 1000
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds:.0f}s", "--timeout", "60s", "-s", SCRIPT, ladder.url, "--", str(mean),
                               str(time.time_ns() % 2**31), file.name], stdout=subprocess.PIPE, text=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    answers = json.loads(done.stdout.strip().splitlines()[-1])
    answers["client_cpu_s"] = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return answers


def reads_of_steady_client(ladder, steady_client, rate, seconds):
    """Times of answers in milliseconds, and what the client took of the processors in seconds."""
    answers = client(steady_client, ladder.port, "read", rate, seconds, CONNECTIONS, *PATHS)
    return {**answers, "answered": answers["asked"] - answers["missing"], "seconds": seconds}


def read_for(ladder, steady_client, rate, seconds):
    return reads_of_wrk(ladder, rate, seconds) if shutil.which("wrk") else reads_of_steady_client(ladder, steady_client, rate, seconds)


def measured(ladder, load):
    """A turn of what `load` does, which returns what it found, the client's processor seconds, and 99 % of the answers' times."""
    begin = time.perf_counter()
    with Rate(ladder.boards) as boards, Rate(ladder.answers) as answers, Rate(ladder.answering_seconds) as answering:
        found, client_cpu, p99 = load()
    return Turn(boards.a_second, answers.a_second, answering.a_second, client_cpu / (time.perf_counter() - begin), found, p99)


def with_error(ratios):
    error = statistics.stdev(ratios) / len(ratios) ** 0.5 if len(ratios) > 1 else float("nan")
    return f"{statistics.mean(ratios):.3f} +- {error:.3f} (single turns {min(ratios):.3f} to {max(ratios):.3f})"


def compare(ladder, seconds, turns, load, begun=contextlib.nullcontext):
    """Turns of playing alone and under a load, in a context that `begun` makes; prints a line for each, and then the ratios."""
    cores = os.cpu_count()

    def alone():
        time.sleep(seconds)
        return "", 0.0, 0.0

    both = []
    for number in range(turns):
        order = (alone, load) if number % 2 == 0 else (load, alone)
        made = []
        for work in order:
            with begun() if work is load else contextlib.nullcontext():
                made.append(measured(ladder, work))
        quiet, busy = made if number % 2 == 0 else reversed(made)
        both.append((quiet, busy))
        print(f"turn {number + 1}: alone {quiet.boards:.1f} boards/s, under load {busy.boards:.1f} ({busy.boards / quiet.boards:.3f}) with "
              f"{busy.answers:.0f} answers/s; of {cores} cores answering took {quiet.answering:.3f} and {busy.answering:.3f}, the client "
              f"{busy.client:.3f}; {busy.found}", flush=True)
    print(f"boards a second, under load to alone: {with_error([busy.boards / quiet.boards for quiet, busy in both])}")
    left = [busy.boards / (cores - busy.client) / (quiet.boards / cores) for quiet, busy in both]
    print(f"boards for each second of processor time that the client left, likewise: {with_error(left)}")
    for name, value in (("answering, under load", lambda _, busy: busy.answering), ("answering, alone", lambda quiet, _: quiet.answering),
                        ("the client", lambda _, busy: busy.client)):
        print(f"{name}: {statistics.mean(value(*turn) for turn in both):.4f} cores")
    print(f"99 % of the answers within {max(busy.p99 for _, busy in both):.2f} ms in every turn, "
          f"{statistics.median(busy.p99 for _, busy in both):.2f} in the median one", flush=True)


def in_words(answers):
    late = f" (the client itself was late: 99 % {answers['lag_p99']:.2f})" if "lag_p99" in answers else ""
    return (f"{answers['answered'] / answers['seconds']:.0f} reads/s, {answers['refused']} refused, {answers['missing']} missing, "
            f"{answers['bytes'] / answers['answered']:.0f} bytes each: median {answers['median']:.2f} ms, 99 % {answers['p99']:.2f}, 99.9 % "
            f"{answers['p999']:.2f}, longest {answers['longest']:.2f}{late}")


def reads(program, steady_client, seconds, turns):
    with ServedLadder(program, ALIKE) as ladder:
        ladder.wait_for_boards(500)

        def load():
            answers = read_for(ladder, steady_client, RATE, seconds)
            return in_words(answers), answers["client_cpu_s"], answers["p99"]

        compare(ladder, seconds, turns, load)


def watchers(program, steady_client, seconds, turns):
    with ServedLadder(program, ALIKE) as ladder:
        ladder.wait_for_boards(500)

        def load():
            with concurrent.futures.ThreadPoolExecutor() as beside:
                watched = beside.submit(client, steady_client, ladder.port, "watch", WATCHERS, seconds, "/api/v1/stream")
                time.sleep(1)
                # Both are children of this process, which cannot tell apart what they took unless each says so itself.
                answers = reads_of_steady_client(ladder, steady_client, RATE // 10, seconds - 2)
                found = watched.result()
            told = (f"{found['watchers']} watchers ({found['refused']} refused, {found['closed']} closed) got {found['fewest_pulses']} to "
                    f"{found['median_pulses']} pulses, {found['bytes'] / found['watchers'] / seconds * 60 / 1000:.0f} kB a minute each; "
                    + in_words(answers))
            return told, found["client_cpu_s"] + answers["client_cpu_s"], answers["p99"]

        compare(ladder, seconds, turns, load)


def declared_seat(ladder, token, number):
    """Where a new remote bot plays, and its token."""
    body = json.dumps({"bot": f"remote-{number:03}", "words": "plays slowly"}).encode()
    request = urllib.request.Request(f"{ladder.url}api/v1/remote", body, {"Authorization": "Bearer " + token, "Content-Type": "application/json"})
    while True:
        try:
            with urllib.request.urlopen(request, timeout=60) as answered:
                declared = json.load(answered)
            return declared["seat"], declared["token"]
        except urllib.error.HTTPError as refused:
            with refused:
                if refused.code != 429:
                    raise
                time.sleep(int(refused.headers["Retry-After"]))


@contextlib.contextmanager
def playing(clients):
    """Clients that have sat down and are at their tables, as far as there are tables, until the context ends."""
    loop = asyncio.new_event_loop()
    tasks = [loop.create_task(client.play()) for client in clients]
    thread = threading.Thread(target=lambda: loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True)))
    thread.start()
    try:
        while sum(client.answers > 1 for client in clients) < SEAT_TABLES * 0.9:
            for task in tasks:
                if task.done():
                    task.result()
            time.sleep(1)
        yield
    finally:
        for task in tasks:
            loop.call_soon_threadsafe(task.cancel)
        thread.join()
        loop.close()
    time.sleep(SEAT_PAUSE)


def seats(program, _, seconds, turns):
    settings = f"{ALIKE}[remote]\ntables = {SEAT_TABLES}\nlosses = 1000000\n[quotas]\nbots = {SEATS}\n[uploads]\na_day = {SEATS}\n"
    with ServedLadder(program, settings) as ladder:
        token = ladder.account("remote-author")
        declared = [declared_seat(ladder, token, number) for number in range(SEATS)]
        ladder.wait_for_boards(500)
        clients = []
        before = 0

        def begun():
            nonlocal before
            before = ladder.memory()
            clients[:] = [Client(number, seat, SEAT_PAUSE) for number, seat in enumerate(declared)]
            return playing(clients)

        def load():
            used, answers = time.process_time(), sum(client.answers for client in clients)
            time.sleep(seconds)
            found = (f"{(sum(client.answers for client in clients) - answers) / seconds:.0f} remote answers/s, the server's memory "
                     f"{before / 2**20:.0f} MiB before and {ladder.memory() / 2**20:.0f} after")
            return found, time.process_time() - used, 0.0

        compare(ladder, seconds, turns, load, begun)


class Guest(GuestSeat):
    """Someone who sits down anew whenever the table is over. Notes of each own act when it was made, and after how long it was shown; of each act of a
    bot how long after a beat it was shown, and whether the bot had thought for longer than one beat."""

    def __init__(self, ladder, number, stopped):
        self.ladder, self.stopped = ladder, stopped
        self.luck = random.Random(number)
        self.own, self.others = [], []
        self.sit()

    def sit(self):
        wish = json.dumps({"partner": "sampler", "opponents": "steady", "boards": 8}).encode()
        request = urllib.request.Request(f"{self.ladder.url}api/v1/people", wish, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as answered:
            super().__init__(self.ladder, json.load(answered)["link"])
        self.ask(body={"do": "bomb_time", "ms": 0})

    def watch(self, snapshot):
        """Until something is asked."""
        last = time.perf_counter()
        while snapshot["stage"] == "round" and (snapshot["question"] or {"id": 0})["id"] == 0 and not self.stopped.is_set():
            after = self.snapshot(snapshot["version"])
            now = time.perf_counter()
            if len(after["seen"]["events"]) > len(snapshot["seen"]["events"]):
                pace = after["pace_ms"] / 1000
                beats = max(1, round((now - last) / pace))
                self.others.append((now, max(0, now - last - beats * pace), beats > 1))
                last = now
            snapshot = after
        return snapshot

    def play_on(self):
        while not self.stopped.is_set():
            snapshot = self.watch(self.snapshot())
            if snapshot["stage"] == "over":
                self.sit()
            elif not self.stopped.wait(self.luck.uniform(*PEOPLE_PAUSES)):
                snapshot = self.watch(self.snapshot())  # a bomb's window may have passed
                begin = time.perf_counter()
                if snapshot["stage"] != "over" and self.answer(snapshot)[1]["taken"]:
                    after = self.snapshot(snapshot["version"])
                    while not self.shows(snapshot, after):
                        after = self.snapshot(after["version"])
                    self.own.append((begin, time.perf_counter() - begin))
                    self.watch(after)

    @staticmethod
    def shows(before, after):
        """Whether what was answered before is seen: a play or a pass as what happened, all else by the end of the question."""
        question = before["question"]
        if question is None or "legal" not in question:
            return after["question"] is None or question is None or after["question"]["id"] != question["id"]
        return after["stage"] != "round" or len(after["seen"]["events"]) > len(before["seen"]["events"])


def times_in_words(taken):
    """In milliseconds."""
    times = sorted(1000 * each for each in taken)
    if not times:
        return "none"
    return f"{len(times)}: median {statistics.median(times):.1f} ms, 95 % {times[int(0.95 * len(times))]:.1f}, longest {times[-1]:.1f}"


def people(program, _, seconds, turns):
    settings = f"{ALIKE}[people]\ntables = {2 * PEOPLE_TABLES}\ntables_an_hour = 100000\n"
    with ServedLadder(program, settings) as ladder:
        ladder.wait_for_boards(500)
        stopped, guests = threading.Event(), []

        @contextlib.contextmanager
        def begun():
            stopped.clear()
            if not guests:
                guests.extend(Guest(ladder, number, stopped) for number in range(PEOPLE_TABLES))
            threads = [threading.Thread(target=guest.play_on) for guest in guests]
            for thread in threads:
                thread.start()
            yield
            stopped.set()
            for thread in threads:
                thread.join()

        def load():
            used, begin = time.process_time(), time.perf_counter()
            time.sleep(seconds)
            own = [taken for guest in guests for at, taken in list(guest.own) if at >= begin]
            others = [(taken, slow) for guest in guests for at, taken, slow in list(guest.others) if at >= begin]
            found = (f"{ladder.get('status')['people_tables']} tables; own acts shown after {times_in_words(own)}; bots' after the beat "
                     f"{times_in_words(taken for taken, _ in others)}, {sum(slow for _, slow in others)} of them a beat or more later")
            return found, time.process_time() - used, 0.0

        compare(ladder, seconds, turns, load, begun)


def tar_head(name, size):
    head = bytearray(512)
    head[0:len(name)] = name
    head[100:108] = b"0000644\0"
    head[124:136] = b"%011o\0" % size
    head[148:156] = b" " * 8
    head[156:157] = b"0"
    head[257:265] = b"ustar\0" + b"00"
    head[148:155] = b"%06o\0" % sum(head)
    return bytes(head)


def archive_parts(number):
    """A tar of 20 MiB as a part of its own and one that all share; it is refused when it is screened, so that no bot is built."""
    manifest = f'name = "load-{number:03}"\nlanguage = "program"\nentry = "missing"\n'.encode()
    first = tar_head(b"bot.toml", len(manifest)) + manifest.ljust(512, b"\0")
    return first + tar_head(b"ballast", UPLOAD_BYTES - len(first) - 512 - 1024)


def uploads(program, *_):
    ballast = os.urandom(UPLOAD_BYTES)
    with ServedLadder(program) as ladder:
        ladder.wait_for_boards(100)
        tokens = [ladder.account(f"loader-{number}") for number in range(UPLOADS // 4)]
        before = ladder.memory()
        ladder.forget_most()
        begin = time.perf_counter()

        def send(number):
            head = archive_parts(number)
            body = memoryview(ballast)[:UPLOAD_BYTES - len(head)]
            connection = http.client.HTTPConnection("localhost", ladder.port, timeout=600)
            connection.putrequest("PUT", f"/api/v1/bots/load-{number:03}/versions")
            connection.putheader("Authorization", "Bearer " + tokens[number // 4])
            connection.putheader("Content-Length", str(UPLOAD_BYTES))
            connection.endheaders()
            connection.send(head)
            connection.send(body)
            answer = connection.getresponse()
            answer.read()
            return answer.status, time.perf_counter() - begin

        used = time.process_time()
        answers = all_at_once(send, range(UPLOADS))
        used = time.process_time() - used
        most = ladder.memory("VmHWM")
        times = sorted(taken for _, taken in answers)
        statuses = {status: [answer[0] for answer in answers].count(status) for status in {answer[0] for answer in answers}}
        counted = [next(use["used"] for use in ladder.get("account", token)["quotas"] if use["name"] == "uploads") for token in tokens]
        print(f"{UPLOADS} uploads of {UPLOAD_BYTES >> 20} MiB at once: statuses {statuses}; answered after {times[0]:.1f} to {times[-1]:.1f} s; "
              f"the server's memory rose from {before / 2**20:.1f} to {most / 2**20:.1f} MiB; the client took {used:.1f} s of the cores; counted "
              f"for each account: {min(counted)} to {max(counted)}; left in incoming: {len(os.listdir(os.path.join(ladder.folder, 'incoming')))}",
              flush=True)


def main():
    program, steady_client = (os.path.abspath(path) for path in sys.argv[1:3])
    wanted = sys.argv[3] if len(sys.argv) > 3 else "all"
    seconds = float(sys.argv[4]) if len(sys.argv) > 4 else 8
    turns = int(sys.argv[5]) if len(sys.argv) > 5 else 8
    for name, measure in (("reads", reads), ("watchers", watchers), ("uploads", uploads), ("seats", seats), ("people", people)):
        if wanted in (name, "all"):
            print(f"-- {name}", flush=True)
            measure(program, steady_client, seconds, turns)


if __name__ == "__main__":
    main()
