"""How soon a ladder with many bots and boards serves after a restart.

    python3 large_ladder.py PROGRAM [BOTS] [BOARDS] [TIMES]      1,000 bots, 1,000,000 boards, 3 times

PROGRAM is tichu-arena. It makes a ladder, lets it play some boards, and writes the other bots (copies of a bundled one, each of an author of
its own), meetings of ten boards and boards, with made-up results and the rounds of one that was played, into its databases. Prints how long
`ladder serve` then takes until the first answers with status 200, and until it has stored another board, and the memory that it needs.
"""
import contextlib
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.request

from served_ladder import WAIT, ServedLadder

MEETING = 10
STRENGTHS, BOARD = 60, 100
"""Deviation of the bots' strengths, and of a board's margin, in points a round."""


def names(database, table):
    return [row[1] for row in database.execute(f"PRAGMA table_info({table})")]


def row_like(database, table, condition):
    columns = names(database, table)
    return dict(zip(columns, database.execute(f"SELECT * FROM {table} WHERE {condition}").fetchone()))


def add(database, table, rows):
    columns = names(database, table)
    marks = ", ".join("?" * len(columns))
    database.executemany(f"INSERT INTO {table} VALUES ({marks})", ([row[column] for column in columns] for row in rows))


def add_bots(tournament, ladder, count):
    """Copies the bot that entered last, so that there are `count`."""
    present = tournament.execute("SELECT count(*) FROM entrant").fetchone()[0]
    last = present - 1
    bot, entrant, change = (row_like(tournament, table, condition) for table, condition in
                            (("bot", f"id = {last}"), ("entrant", f"id = {last}"), ("change", f"entrant = {last} AND kind = 'enter'")))
    changes = tournament.execute("SELECT max(number) + 1 FROM change").fetchone()[0]
    name = bot["name"]
    new = range(present, count)
    add(tournament, "bot", ({**bot, "id": i, "name": f"many-{i}@1"} for i in new))
    add(tournament, "entrant", ({**entrant, "id": i, "name": f"many-{i}@1", "first_bot": i, "second_bot": i} for i in new))
    add(tournament, "change", ({**change, "number": changes + i - present, "entrant": i, "owner": f"many-{i}",
                                "bot": change["bot"].replace(name, f"many-{i}@1")} for i in new))
    now = time.time()
    for i in range(last, count):
        entered = f"many-{i}@1" if i > last else name
        ladder.execute("INSERT INTO account (name, look, role, created) VALUES (?, ?, 'author', ?)", (f"many-{i}", f"many-{i}", int(now)))
        ladder.execute("INSERT INTO bot (name, look, author, created) SELECT ?, ?, id, ? FROM account WHERE name = ?",
                       (f"many-{i}", f"many-{i}", now, f"many-{i}"))
        ladder.execute("INSERT INTO version (bot, number, state, submitted, changed, sha256, bytes, note, spec, entry_name, entrant, entered) "
                       "SELECT id, 1, 'rated', ?, ?, '', 0, '', '{}', ?, ?, ? FROM bot WHERE name = ?", (now, now, entered, i, now, f"many-{i}"))


def add_boards(tournament, bots, count):
    """Boards up to `count`, of meetings between random bots."""
    job = row_like(tournament, "job", "number = 0")
    rounds = row_like(tournament, "rounds", "job = 0")
    begin = tournament.execute("SELECT max(number) + 1 FROM job").fetchone()[0]
    meeting = row_like(tournament, "meeting", "number = 0")
    meetings = tournament.execute("SELECT max(number) + 1 FROM meeting").fetchone()[0]
    chance = random.Random(1)
    strengths = [chance.gauss(0, STRENGTHS) for _ in range(bots)]
    pairs = [sorted(chance.sample(range(bots), 2)) for _ in range((count - begin) // MEETING)]
    add(tournament, "meeting", ({**meeting, "number": meetings + i, "first_job": begin + i * MEETING, "boards": MEETING, "first_entrant": a,
                                 "second_entrant": b, "reason": "spread", "results": begin + i * MEETING} for i, (a, b) in enumerate(pairs)))
    played = ((begin + i * MEETING + k, a, b) for i, (a, b) in enumerate(pairs) for k in range(MEETING))
    add(tournament, "job", ({**job, "number": number, "board": number, "first_entrant": a, "second_entrant": b,
                             "margin": round(chance.gauss(strengths[a] - strengths[b], BOARD))} for number, a, b in played))
    add(tournament, "rounds", ({**rounds, "job": number} for number in range(begin, begin + len(pairs) * MEETING)))


def stop(ladder):
    ladder.server.send_signal(signal.SIGTERM)
    ladder.server.communicate(timeout=WAIT)


def enlarge(ladder, bots, boards):
    ladder.wait_for_boards(50)
    stop(ladder)
    season = os.path.join(ladder.folder, "season-1")
    subprocess.run([ladder.program, "enter", season, "many-0@1=random", "--owner", "many-0"], check=True, stdout=subprocess.DEVNULL)
    with contextlib.closing(sqlite3.connect(os.path.join(season, "tournament.sqlite"))) as tournament, \
            contextlib.closing(sqlite3.connect(os.path.join(ladder.folder, "ladder.sqlite"))) as database:
        tournament.execute("UPDATE change SET job = (SELECT max(number) + 1 FROM job) WHERE job IS NULL")
        add_bots(tournament, database, bots)
        add_boards(tournament, bots, boards)
        tournament.commit()
        database.commit()


def restart(ladder):
    """Seconds until it answers, until another board is stored, until it is rated anew, how many boards and bots it shows, and the most memory."""
    begin, began = time.perf_counter(), time.time()
    ladder.serve(0)
    with urllib.request.urlopen(ladder.url + "api/v1/ladder", timeout=WAIT) as answered:
        shown = len(json.load(answered)["standings"])
    serves = time.perf_counter() - begin
    boards = ladder.boards()
    ladder.wait_for_boards(boards + 1)
    plays = time.perf_counter() - begin
    while ladder.get("ladder")["made"] < began:
        time.sleep(0.1)
    rated = time.perf_counter() - begin
    return serves, plays, rated, boards, shown, ladder.memory("VmHWM")


def main():
    program = os.path.abspath(sys.argv[1])
    bots, boards, times = (int(word) for word in (sys.argv[2:] + ["1000", "1000000", "3"][len(sys.argv) - 2:]))
    with ServedLadder(program) as ladder:
        enlarge(ladder, bots, boards)
        for _ in range(times):
            serves, plays, rated, found, shown, memory = restart(ladder)
            print(f"{found:.0f} boards: serves after {serves:.2f} s and shows {shown} bots, another board is stored after {plays:.2f} s, rated after "
                  f"{rated:.2f} s; at most {memory / 2**20:.0f} MiB", flush=True)
            stop(ladder)


if __name__ == "__main__":
    main()
