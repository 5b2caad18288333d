#!/usr/bin/python3
"""Rows to learn from stored rounds: what a seat knew at each turn with a choice, what it could do, what it did, and how the
round ended for its team.

    build/release/bin/tichu-arena export results/lessons --jsonl > /tmp/lessons.jsonl
    PYTHONPATH=build/release/python /usr/bin/python3 sdk/python/examples/rows_of_records.py /tmp/lessons.jsonl --out /tmp/lessons.npz

With `--bot NAME` only the turns of that bot. The file has, for n turns, `observations` (uint8, n x 301, the layout compact-v1),
`legal_ids` (int16) with `legal_offsets` (int32, n + 1), `chosen` (int16, n) and `margins` (int16, n, in points)."""

import argparse
import json
from itertools import chain

import numpy as np

import tichu
from tichu.engine import ActionKind, Round

PASS = 0  # its action id


def turns(line, bot):
    """Of each turn with a choice: the row, the ids of what was legal, that of what was done, the margin."""
    bots = json.loads(line)["bots"]
    played = tichu.read_record(line)
    score = played.result["score"]
    done = played.recorded()
    for number, (seat, action, out_of_turn) in enumerate(done):
        is_turn = action.kind in (ActionKind.PLAY, ActionKind.PASS) and not out_of_turn
        if not is_turn or bot not in (None, bots[seat]):
            continue
        # Records leave out who refused to bomb; for a turn all that is over.
        before = Round.of_recorded(played.deal, done[:number], played.rules)
        legal = sorted({play.action_id for play in before.plays()} | ({PASS} if before.observation(seat).may_pass else set()))
        if len(legal) > 1:
            chosen = PASS if action.kind == ActionKind.PASS else action.combination.action_id
            yield before.row(seat), legal, chosen, score[seat % 2] - score[1 - seat % 2]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("records")
    parser.add_argument("--bot")
    parser.add_argument("--out", required=True)
    asked = parser.parse_args()
    with open(asked.records, encoding="utf-8") as file:
        found = [turn for line in file for turn in turns(line, asked.bot)]
    if not found:
        raise SystemExit(f"{asked.records}: no turn with a choice" + (f" of a bot {asked.bot}" if asked.bot else ""))
    rows, legal, chosen, margins = zip(*found, strict=True)
    observations = np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), -1)
    offsets = np.cumsum([0, *map(len, legal)], dtype=np.int32)
    np.savez_compressed(asked.out, observations=observations, legal_ids=np.fromiter(chain(*legal), np.int16),
                        legal_offsets=offsets, chosen=np.array(chosen, np.int16), margins=np.array(margins, np.int16))
    print(f"{len(rows)} turns with {offsets[-1] / len(rows):.1f} choices each, in {asked.out}")


if __name__ == "__main__":
    main()
