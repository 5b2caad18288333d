"""Writes a suite's baselines.csv from its cards: what the pool's bots reach, and the best that is known beside each partner.

    python3 make_baselines.py 1 > 1/baselines.csv

The card of NAME is that of pool-NAME. Who is the best beside a partner was found on other boards (results/experiments/partners), so
that the choice does not flatter the value on its card.
"""

import argparse
import csv
import json
import pathlib
import tomllib

FOLDER = pathlib.Path(__file__).resolve().parent


def best_beside(partner):
    """The best of the experiment's bots beside this one."""
    with open(FOLDER.parent / "experiments/partners/values.csv", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if partner in (row["bot"], row["partner"])]
    best = max(rows, key=lambda row: float(row["even"]) + float(row["odd"]))
    return best["partner"] if best["bot"] == partner else best["bot"]


def row(track, name, by, value):
    return f"{track},{name},{by},{value['points']:.2f},{value['error95']:.2f}"


def rows_of(suite):
    cards = {path.stem: json.loads(path.read_text()) for path in (suite / "cards").glob("*.json")}
    for bot in tomllib.loads((suite / "strength.toml").read_text())["bot"]:
        yield row("strength", bot["name"], "", cards[bot["name"].removeprefix("pool-")]["strength"]["without_faults"])
    partners = [bot["name"] for bot in tomllib.loads((suite / "partners.toml").read_text())["bot"]]
    for partner in (name for name in partners if name.startswith("partner-")):
        best = best_beside(partner.removeprefix("partner-"))
        values = {beside["partner"]: beside["without_faults"] for beside in cards[best]["partners"]["with"]}
        yield row("partners", partner, best, values[partner])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("suite")
    given = parser.parse_args()
    print("track,name,by,points,error95")
    for line in rows_of(FOLDER / given.suite):
        print(line)


if __name__ == "__main__":
    main()
