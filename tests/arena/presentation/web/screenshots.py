"""Pictures of every page, for people to look at: report, replays, live pages, errors; wide and on a phone, light and dark.

    python3 screenshots.py PROGRAM TEST_BOTS FOLDER [PART_OF_A_NAME]

TEST_BOTS is the build's folder of that name. Plays three small tournaments in FOLDER, watches a fourth, and leaves
FOLDER/<page>-<width>-<scheme>.png; with a part of a name only the pages whose names hold it.
"""
import contextlib
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys

import browser

REPORT = "document.querySelector('main.report #ladder')"
VIEWER = "document.querySelector('.viewer .table')"
HEADING = "document.querySelector('h1')"
WIDTHS = {1280: 900, 390: 844}


def faulty(test_bots):
    script = os.path.join(test_bots, "scripted_bot")
    return [f"crashes=trusted:program:{script} --crash-at 150", f"cheats=trusted:program:{script} --illegal-at 90",
            f"<b>odd & long-named bot, who-hangs-at-{'x' * 25}=trusted:program:{script} --hang-at 60"]


def play(program, folder, *arguments):
    subprocess.run([program, "tournament", *arguments], cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def bots(*names):
    return [word for name in names for word in ("--bot", name)]


def play_tournaments(program, test_bots, folder):
    honest = bots("steady", "plain", "greedy", "lowest", "random", "s=program:sampler")
    if not os.path.isdir(os.path.join(folder, "results/cup")):
        play(program, folder, *honest, *bots(*faulty(test_bots)), "--pair", "steady+greedy", "--deals", "12", "--seed", "7", "--name", "cup")
    if not os.path.isdir(os.path.join(folder, "results/mixed")):
        play(program, folder, *bots("steady", "greedy", "lowest", "plain"), "--schedule", "mixed", "--games", "2", "--seatings", "rotate", "--seed", "3",
             "--name", "mixed")
    for tournament in ("cup", "mixed"):
        subprocess.run([program, "report", f"results/{tournament}"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    damage(program, folder)


def damage(program, folder):
    """A tournament of which some cannot be read, and one of which nothing can."""
    hurt, broken = (os.path.join(folder, "results", tournament) for tournament in ("hurt", "broken"))
    shutil.rmtree(hurt, ignore_errors=True)
    shutil.copytree(os.path.join(folder, "results/cup"), hurt)
    with contextlib.closing(sqlite3.connect(os.path.join(hurt, "tournament.sqlite"), isolation_level=None)) as database:
        database.execute("UPDATE job SET second_entrant = 70 WHERE number = 1")
        database.execute("UPDATE rounds SET packed = zeroblob(50) WHERE job = 3")
    subprocess.run([program, "report", "results/hurt"], cwd=folder, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.makedirs(broken, exist_ok=True)
    with open(os.path.join(broken, "tournament.sqlite"), "w", encoding="utf-8") as file:
        file.write("no database")


def pages(folder, live):
    """Name, address, and the expression that is true when it stands."""
    cup, mixed, hurt = (f"file://{folder}/results/{tournament}/report.html" for tournament in ("cup", "mixed", "hurt"))
    return [("report", cup, REPORT), ("report-mixed", mixed, REPORT), ("report-damaged", hurt, REPORT),
            ("replay", f"{cup}#board=3&step=24", VIEWER), ("replay-end", f"{cup}#board=3&step=999", VIEWER),
            ("replay-push", f"{cup}#board=5&step=2", VIEWER), ("replay-seat", f"{cup}#board=3&step=24&seat=2", VIEWER),
            ("replay-game", f"{mixed}#board=1&round=1&step=40", VIEWER), ("error-board", f"{cup}#board=99999", HEADING),
            ("live-list", live, "document.querySelectorAll('.tournament-card').length > 2"),
            ("live-tournament", f"{live}#tournament=running", f"{REPORT} && document.querySelector('.live .button')"),
            ("live-watch", f"{live}#tournament=running&watch=0", f"{VIEWER} && document.querySelector('.watch .button')"),
            ("live-replay", f"{live}#tournament=cup&board=3&step=30", VIEWER),
            ("live-error", f"{live}#tournament=none", HEADING), ("live-error-board", f"{live}#tournament=cup&board=99999", HEADING)]


def take(shots, folder, wanted):
    """Each shot is a name, an address and when the page stands; or also a script, and when the page stands after it."""
    with browser.opened() as page:
        for name, url, ready, *then in shots:
            if wanted not in name:
                continue
            for width, height in WIDTHS.items():
                for dark in (False, True):
                    page.look(width=width, height=height, dark=dark, touch=width < 500)
                    page.open(url, ready)
                    if then:
                        page.run(then[0])
                        page.until(then[1])
                    overflow = page.run("document.documentElement.scrollWidth") - width
                    if overflow > 0:
                        print(f"{name} is {overflow} pixels wider than {width}")
                    page.screenshot(os.path.join(folder, f"{name}-{width}-{'dark' if dark else 'light'}.png"), whole=True)


def main():
    program, test_bots, folder = (os.path.abspath(word) for word in sys.argv[1:4])
    wanted = sys.argv[4] if len(sys.argv) > 4 else ""
    os.makedirs(folder, exist_ok=True)
    play_tournaments(program, test_bots, folder)
    tournament = subprocess.Popen([program, "play", "s=program:sampler", "t=program:sampler", "--option", "s.time_ms=60", "--option", "t.time_ms=60", "--deals", "100000", "-j", "2", "--name", "running"], cwd=folder,
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    server = subprocess.Popen([program, "serve", "results", "--port", "0"], cwd=folder, stdout=subprocess.PIPE, text=True)
    try:
        live = re.match(r"\S+", server.stdout.readline()).group(0)
        take(pages(folder, live), folder, wanted)
    finally:
        for process in (server, tournament):
            process.send_signal(signal.SIGINT)
            process.wait(timeout=60)
        subprocess.run(["rm", "-rf", os.path.join(folder, "results/running")], check=True)


if __name__ == "__main__":
    main()
