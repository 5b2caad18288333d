"""Writes a crosstable of stored tournaments: how often a pair's boards had which score, and their margins then.

    python3 crosstable.py TOURNAMENT.sqlite... > crosstable.csv

Bots of one name are the same bot in all of them. Margins are points per round, seen from the first.
"""

import collections
import math
import sqlite3
import sys


def cells_of(path, cells):
    """Adds the boards of a stored tournament to {(first, second, score): [boards, sum, squares]}."""
    store = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    names = dict(store.execute("SELECT id, name FROM entrant"))
    query = """SELECT first_entrant, second_entrant, score, count(*), sum(margin), sum(margin * margin)
               FROM job GROUP BY 1, 2, 3"""
    for first, second, score, boards, margins, squares in store.execute(query):
        pair = (names[first], names[second])
        if pair[0] > pair[1]:
            pair, score, margins = pair[::-1], 1 - score, -margins
        cell = cells[pair + (score,)]
        for place, more in enumerate((boards, margins, squares)):
            cell[place] += more


def main():
    cells = collections.defaultdict(lambda: [0, 0.0, 0.0])
    for path in sys.argv[1:]:
        cells_of(path, cells)
    print("first,second,score,boards,margin,deviation")
    for (first, second, score), (boards, margins, squares) in sorted(cells.items()):
        mean = margins / boards
        deviation = math.sqrt(max(0.0, squares / boards - mean * mean))
        print(f"{first},{second},{score:g},{boards},{mean:.2f},{deviation:.2f}")


if __name__ == "__main__":
    main()
