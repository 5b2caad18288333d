"""How long submissions take from their first byte until they have a provisional rating, while the ladder plays.

    python3 submission_times.py PROGRAM BOTS [IN_A_ROW]

PROGRAM is tichu-arena, BOTS the folder with the bundled bots. Prints the times of the templates in C++ and Python as `new-bot` makes them
and of a ready program: until the version plays (provisional), and until it has 64 boards against 8 opponents (or all there are). Then it submits
IN_A_ROW (100) of them one after another, and prints the median, 95th percentile and longest time until each plays, and what became of them.
"""
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.request

from served_ladder import ServedLadder

ENOUGH_BOARDS, ENOUGH_OPPONENTS = 64, 8
PATIENCE = 900
KINDS = ("cpp", "python", "ready")


def packed(folder):
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:gz") as tar:
        tar.add(folder, arcname=".")
    return data.getvalue()


def submit(ladder, token, bot, data):
    headers = {"Authorization": "Bearer " + token, "Content-Type": "application/octet-stream"}
    request = urllib.request.Request(f"{ladder.url}api/v1/bots/{bot}/versions", data=data, method="PUT", headers=headers)
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.load(answer)


def standing(ladder, bot):
    return next((row for row in ladder.get("ladder")["standings"] if row["bot"] == bot), None)


def time_of(ladder, token, bot, data):
    """Seconds until it plays, and until its boards suffice for a rating."""
    begin = time.perf_counter()
    submit(ladder, token, bot, data)
    plays = None
    while time.perf_counter() - begin < PATIENCE:
        version = ladder.get(f"bots/{bot}/versions/1", token)
        if version["state"] in ("refused", "internal_error"):
            raise RuntimeError(f"{bot}: {version['code']}: {version['detail']}")
        if plays is None and version["state"] in ("provisional", "rated"):
            plays = time.perf_counter() - begin
        row = standing(ladder, bot)
        # Two bots of one author never meet.
        others = [other for other in ladder.get("ladder")["standings"] if other["author"] != version["author"]]
        opponents = min(ENOUGH_OPPONENTS, len(others))
        if plays is not None and row is not None and row["boards"] >= ENOUGH_BOARDS and row["opponents"] >= opponents:
            return plays, time.perf_counter() - begin, version
        time.sleep(0.1)
    raise RuntimeError(f"{bot} has got stuck: {version}")


def steps_in_words(version):
    return ", ".join(f"{step['step']} {step['ended'] - step['began']:.1f}" for step in version["steps"] if step["ended"])


def ready_program(place, bots, name):
    folder = os.path.join(place, name)
    os.mkdir(folder)
    shutil.copy(os.path.join(bots, "greedy"), os.path.join(folder, "bot"))
    with open(os.path.join(folder, "bot.toml"), "w", encoding="utf-8") as file:
        file.write(f'name = "{name}"\nlanguage = "program"\nentry = "bot"\n')
    with open(os.path.join(folder, "README"), "w", encoding="utf-8") as file:
        file.write(f"{name} is another bot than the others\n")
    return folder


def made(ladder, place, bots, name, kind):
    if kind == "ready":
        return ready_program(place, bots, name)
    subprocess.run([ladder.program, "new-bot", name, "--lang", kind], cwd=place, check=True, stdout=subprocess.DEVNULL)
    return os.path.join(place, name)


def one_by_one(ladder, place, bots):
    token = ladder.account("timer")
    for kind in KINDS:
        folder = made(ladder, place, bots, f"timed-{kind}", kind)
        plays, rated, version = time_of(ladder, token, f"timed-{kind}", packed(folder))
        print(f"{kind}: provisional after {plays:.1f} s, {ENOUGH_BOARDS} boards after {rated:.1f} s ({steps_in_words(version)})", flush=True)


def wait_until_it_plays(ladder, token, bot, number):
    begin = time.perf_counter()
    while time.perf_counter() - begin < PATIENCE:
        version = ladder.get(f"bots/{bot}/versions/{number}", token)
        if version["state"] in ("provisional", "rated", "refused", "internal_error"):
            return version["state"]
        time.sleep(0.05)
    return "stuck"


def in_a_row(ladder, place, bots, count):
    """Each is sent when the former plays, as a new version of one of three bots; no two have the same files."""
    token = ladder.account("crowd")
    folders = {kind: made(ladder, place, bots, f"row-{kind}", kind) for kind in KINDS}
    took, states = [], {}
    for number in range(count):
        kind = KINDS[number % len(KINDS)]
        with open(os.path.join(folders[kind], "remark.cmake"), "w", encoding="utf-8") as file:
            file.write(f"# {number}\n")
        begin = time.perf_counter()
        version = submit(ladder, token, f"row-{kind}", packed(folders[kind]))
        state = wait_until_it_plays(ladder, token, f"row-{kind}", version["number"])
        took.append(time.perf_counter() - begin)
        states[state] = states.get(state, 0) + 1
    took.sort()
    print(f"{count} in a row: {states}; seconds until each plays: median {took[len(took) // 2]:.1f}, 95 % {took[int(0.95 * (count - 1))]:.1f}, "
          f"longest {took[-1]:.1f}", flush=True)


def main():
    program, bots = (os.path.abspath(path) for path in sys.argv[1:3])
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 100
    with tempfile.TemporaryDirectory() as place, ServedLadder(program, "[uploads]\na_day = 1000\n") as ladder:
        ladder.wait_for_boards(100)
        one_by_one(ladder, place, bots)
        if count > 0:
            in_a_row(ladder, place, bots, count)


if __name__ == "__main__":
    main()
