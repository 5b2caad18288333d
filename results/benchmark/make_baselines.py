"""Writes a suite's baselines.csv: what its pool's bots reach as cards count it, and the best that is known beside each partner.

    python3 make_baselines.py 1 --pool CARD... --partners STORE > 1/baselines.csv

The pool's cards are those of its bots: the card of NAME is that of pool-NAME. The partners' store is that of
results/experiments/partners. Who is the best beside a partner is chosen on the boards of even numbers, and has the value of the others,
so that the choice does not flatter it.
"""

import argparse
import collections
import json
import math
import pathlib
import sqlite3
import statistics
import tomllib

FOLDER = pathlib.Path(__file__).resolve().parent


def jobs_of(path):
    """(first, second, board, margin) of every board of a stored tournament."""
    store = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    names = dict(store.execute("SELECT id, name FROM entrant"))
    for first, second, board, margin in store.execute("SELECT first_entrant, second_entrant, board, margin FROM job"):
        yield names[first], names[second], board, margin


def row(track, name, by, means):
    """The line of a value from its means by board."""
    error95 = 1.96 * statistics.stdev(means) / math.sqrt(len(means))
    return f"{track},{name},{by},{statistics.mean(means):.2f},{error95:.2f}"


def pool_rows(suite, paths):
    cards = {f"pool-{card['bot']}": card for card in (json.loads(pathlib.Path(path).read_text()) for path in paths)}
    for bot in suite["bot"]:
        value = cards[bot["name"]]["strength"]["without_faults"]
        yield f"strength,{bot['name']},,{value['points']:.2f},{value['error95']:.2f}"


def partner_rows(suite, store):
    scored = collections.defaultdict(lambda: collections.defaultdict(list))
    for first, _, board, margin in jobs_of(store):
        one, other = first.split("+") if "+" in first else (first, first)
        for partner, by in {(one, other), (other, one)}:
            scored[partner, by][board].append(margin)
    for partner in (bot["name"].removeprefix("partner-") for bot in suite["bot"] if bot["name"] not in suite["opponents"]):
        chosen, values = {}, {}
        for (beside, by), boards in scored.items():
            if beside == partner:
                means = {board: statistics.mean(margins) for board, margins in boards.items()}
                chosen[by] = statistics.mean(mean for board, mean in means.items() if board % 2 == 0)
                values[by] = [mean for board, mean in sorted(means.items()) if board % 2 == 1]
        best = max(chosen, key=chosen.get)
        yield row("partners", f"partner-{partner}", best, values[best])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("suite")
    parser.add_argument("--pool", nargs="+", required=True)
    parser.add_argument("--partners", required=True)
    given = parser.parse_args()
    suites = [tomllib.loads((FOLDER / given.suite / name).read_text()) for name in ("strength.toml", "partners.toml")]
    print("track,name,by,points,error95")
    for line in (*pool_rows(suites[0], given.pool), *partner_rows(suites[1], given.partners)):
        print(line)


if __name__ == "__main__":
    main()
