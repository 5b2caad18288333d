"""Chooses the benchmark's partners by how different the best answers to them are.

    python3 choose_partners.py play --boards 300 > /tmp/partners.toml
    tichu-arena tournament /tmp/partners.toml --results /tmp --name partners
    python3 choose_partners.py values /tmp/partners/tournament.sqlite > values.csv
    python3 choose_partners.py choose values.csv

`play` writes a tournament: every pair of the bots in variants.toml, and each with itself, against the same opponents. `values` gives
the points per round that each pair scored, with the error of the mean. `choose` takes each bot's row, that is what every bot
scores beside it, without what is the row's or the column's alone, and finds the set whose rows are farthest apart: that with the
largest determinant of its similarities exp(-d^2 / 2 m^2), where d is the root mean square distance of two rows and m the median of
all d (best-response diversity of ZSC-Eval, https://arxiv.org/abs/2310.05208, over tables of values instead of learnt policies).
"""

import argparse
import collections
import csv
import itertools
import math
import pathlib
import sqlite3
import sys
import tomllib

import numpy as np

FOLDER = pathlib.Path(__file__).resolve().parent
OPPONENTS = ("greedy", "steady", "adept")


def play(boards):
    text = (FOLDER / "variants.toml").read_text()
    names = [bot["name"] for bot in tomllib.loads(text)["bot"]]
    pairs = list(itertools.combinations(names, 2))
    candidates = names + ["+".join(pair) for pair in pairs]
    quoted = ", ".join(f'"{name}"' for name in candidates)
    print(f'seed = 44\ndeals = {boards}\nschedule = "gauntlet"\nremarks = false\ncandidates = [{quoted}]')
    print("opponents = [" + ", ".join(f'"against-{name}"' for name in OPPONENTS) + "]\n")
    print("[limits]\ndecision_ms = 30000\nround_ms = 1800000\n")
    print(text)
    for name in OPPONENTS:
        print(f'[[bot]]\nname = "against-{name}"\npath = "{name}"\n')
    for pair in pairs:
        print(f'[[pair]]\nbots = ["{pair[0]}", "{pair[1]}"]\n')


def values(path):
    store = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    names = dict(store.execute("SELECT id, name FROM entrant"))
    boards = collections.defaultdict(lambda: collections.defaultdict(list))
    for first, board, margin in store.execute("SELECT first_entrant, board, margin FROM job"):
        boards[names[first]][board].append(margin)
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["bot", "partner", "even", "odd", "error"])
    for name, by_board in sorted(boards.items()):
        means = np.array([np.mean(by_board[board]) for board in sorted(by_board)])
        pair = name.split("+") if "+" in name else (name, name)
        error = means.std(ddof=1) / math.sqrt(len(means))
        writer.writerow([*pair, f"{means[::2].mean():.2f}", f"{means[1::2].mean():.2f}", f"{error:.2f}"])


def read_values(path):
    """The names, two tables of values from separate boards, and the error of their mean."""
    with open(path, encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    names = sorted({row["bot"] for row in rows})
    place = {name: i for i, name in enumerate(names)}
    tables = np.zeros((2, len(names), len(names)))
    for row in rows:
        one, other = place[row["bot"]], place[row["partner"]]
        tables[:, one, other] = tables[:, other, one] = float(row["even"]), float(row["odd"])
    return names, tables, math.sqrt(np.mean([float(row["error"]) ** 2 for row in rows]))


def squared_distances(tables):
    """Mean squared distances of the rows, after what is a row's or a column's alone has been taken away. The product of two
    differences that separate boards gave is in the mean the square of the true one: luck adds nothing."""
    rest = tables - tables.mean(1, keepdims=True) - tables.mean(2, keepdims=True) + tables.mean((1, 2), keepdims=True)
    apart = rest[:, :, None, :] - rest[:, None, :, :]
    return np.maximum((apart[0] * apart[1]).mean(2), 0)


def choose(path, count):
    names, tables, error = read_values(path)
    squares = squared_distances(tables)
    median = np.median(squares[np.triu_indices(len(names), 1)])
    similar = np.exp(-squares / (2 * median))
    sets = np.array(list(itertools.combinations(range(len(names)), count)))
    volumes = np.concatenate([np.linalg.det(similar[part[:, :, None], part[:, None, :]]) for part in np.array_split(sets, 64)])
    best = sets[volumes.argmax()]
    table, apart = tables.mean(0), np.sqrt(squares)
    print(f"{len(names)} bots, error of a value {error:.1f}, median distance {math.sqrt(median):.1f} points per round; ", end="")
    print(f"determinant {volumes.max():.3g}, median of all {len(sets)} sets {np.median(volumes):.3g}\n")
    print("| |" + " | ".join(names[i] for i in best) + " | with itself | best beside it |\n|" + "---|" * (count + 3))
    for i in best:
        row = " | ".join("" if i == k else f"{apart[i, k]:.1f}" for k in best)
        print(f"| {names[i]} | {row} | {table[i, i]:+.1f} | {names[table[i].argmax()]} {table[i].max():+.1f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("play").add_argument("--boards", type=int, default=300)
    commands.add_parser("values").add_argument("store")
    chooser = commands.add_parser("choose")
    chooser.add_argument("values")
    chooser.add_argument("--count", type=int, default=8)
    given = parser.parse_args()
    if given.command == "play":
        play(given.boards)
    elif given.command == "values":
        values(given.store)
    else:
        choose(given.values, given.count)


if __name__ == "__main__":
    main()
