"""How much the best of k cards on the same boards flatters: why a ladder counts its benchmarks.

    python3 best_of_cards.py play > /tmp/cards.toml
    tichu-arena tournament /tmp/cards.toml --results /tmp --name cards
    python3 best_of_cards.py margins /tmp/cards/tournament.sqlite > margins.csv
    python3 best_of_cards.py simulate margins.csv

`margins` has a row for each board, and for each variant of `steady` its mean margin over the opponents. `simulate` takes the variants
for equally strong, draws boards of a card from these rows, and tells of the best of k cards by how much it is too high, in its own
half intervals, and how often its interval holds the truth: on the same boards, on fresh ones for each card, and if each bot is a
change of the best before it (whose differences are as large as those of the variants).
"""

import argparse
import collections
import csv
import sqlite3
import sys

import numpy as np

VARIANTS = ({}, {"tichu": 0.1}, {"points": 0.024}, {"willing": 0.6}, {"lead": 1.0}, {"cost_winner": 1.5}, {"danger_1": 2.0}, {"grand": -0.6})
OPPONENTS = ("random", "lowest", "greedy", "plain", "steady")
TRIALS = 20_000
CARDS = (1, 2, 3, 4, 6, 8, 16)


def play(_):
    print('seed = 4401\ndeals = 200\nschedule = "gauntlet"\nremarks = false')
    print("candidates = [" + ", ".join(f'"variant-{i}"' for i in range(len(VARIANTS))) + "]")
    for i, options in enumerate(VARIANTS):
        chosen = ", ".join(f'{name} = "{value}"' for name, value in options.items())
        print(f'[[bot]]\nname = "variant-{i}"\npath = "steady"\noptions = {{ {chosen} }}')
    for name in OPPONENTS:
        print(f'[[bot]]\nname = "pool-{name}"\npath = "{name}"')


def margins(given):
    store = sqlite3.connect(f"file:{given.file}?mode=ro", uri=True)
    names = dict(store.execute("SELECT id, name FROM entrant"))
    found = collections.defaultdict(list)
    for first, board, margin in store.execute("SELECT first_entrant, board, margin FROM job"):
        found[board, names[first]].append(margin)
    columns = [f"variant-{i}" for i in range(len(VARIANTS))]
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["board", *columns])
    for board in sorted({board for board, _ in found}):
        writer.writerow([board, *(f"{np.mean(found[board, name]):.1f}" for name in columns)])


def told(values, errors):
    return f"{np.mean(values / errors):+6.2f} {100 * np.mean(np.abs(values) <= errors):5.1f} %"


def simulate(given):
    rows = np.loadtxt(given.file, delimiter=",", skiprows=1)[:, 1:]
    rows -= rows.mean(axis=0)
    random = np.random.default_rng(1)
    boards = 100
    spread = rows.std(axis=0, ddof=1).mean()
    change = np.mean([(rows[:, i] - rows[:, 0]).std(ddof=1) for i in range(1, rows.shape[1])])
    print(f"deviation of a board {spread:.1f}, of the difference of two variants {change:.1f}")
    print("cards   same boards      fresh boards     climbing")
    covariance = np.cov(rows.T) / boards
    common = covariance[~np.eye(len(covariance), dtype=bool)].mean()
    own = max(np.trace(covariance) / len(covariance) - common, 0)
    error = 1.96 * np.sqrt(common + own)
    for cards in CARDS:
        shared = random.normal(0, np.sqrt(common), (TRIALS, 1))
        same = (shared + random.normal(0, np.sqrt(own), (TRIALS, cards))).max(axis=1)
        fresh = random.normal(0, np.sqrt(common + own), (TRIALS, cards)).max(axis=1)
        steps = random.normal(0, change / np.sqrt(boards), (TRIALS, cards - 1))
        climbed = random.normal(0, np.sqrt(common + own), TRIALS) + np.maximum(steps, 0).sum(axis=1)
        print(f"{cards:5}  {told(same, error)}   {told(fresh, error)}   {told(climbed, error)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    acts = parser.add_subparsers(required=True)
    for act in (play, margins, simulate):
        command = acts.add_parser(act.__name__)
        command.set_defaults(act=act)
        if act is not play:
            command.add_argument("file")
    given = parser.parse_args()
    given.act(given)


if __name__ == "__main__":
    main()
