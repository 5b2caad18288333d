"""Rows to learn from stored rounds: what a seat knew at each turn with a choice, what it could do, what it did, and how the
round ended for its team.

    python3 -m tichu.dataset results/dataset-steady
    python3 -m tichu.dataset /tmp/lessons.jsonl --bot steady --out /tmp/lessons.npz

A folder of `tichu-arena dataset` gets a file rows-NNNN.npz for each of its pieces, and their hashes in SHA256SUMS; pieces that
have one are passed over. Of a file of records, `--out` names the rows. With `--bot NAME` only the turns of that bot.

A file has, for n turns, `observations` (uint8, n x 301, the layout compact-v1), `legal_ids` (int16, ids of actions) with
`legal_offsets` (int32, n + 1), `chosen` (int16, n), `margins` (int16, n, points of the own team less the other's), `seats`
(uint8, n), `rounds` (int32, n, the line in the file of records, from 0) and `after` (int16, n, how many of its events came
before)."""

import argparse
import hashlib
import io
import json
import pathlib
import zipfile
from itertools import chain

import numpy as np

from .engine import ActionKind, Round
from .records import read_record

PASS = 0  # its action id


def turns(lines, bot=None):
    """Of each turn with a choice in these records: the row, the ids of what was legal, that of what was done, the margin,
    seat, line and events before. `bot` is whose turns, or None for all."""
    for number, line in enumerate(lines):
        bots = json.loads(line).get("bots")
        played = read_record(line)
        score = played.result["score"]
        done = played.recorded()
        for after, (seat, action, out_of_turn) in enumerate(done):
            is_turn = action.kind in (ActionKind.PLAY, ActionKind.PASS) and not out_of_turn
            if not is_turn or bot not in (None, bots and bots[seat]):
                continue
            # Records leave out who refused to bomb; for a turn all that is over.
            before = Round.of_recorded(played.deal, done[:after], played.rules)
            legal = {play.action_id for play in before.plays()} | ({PASS} if before.observation(seat).may_pass else set())
            if len(legal) > 1:
                chosen = PASS if action.kind == ActionKind.PASS else action.combination.action_id
                yield before.row(seat), sorted(legal), chosen, score[seat % 2] - score[1 - seat % 2], seat, number, after


def rows(lines, bot=None):
    """The arrays of a file, by name, of records as lines. ValueError if they have no turn with a choice."""
    found = list(turns(lines, bot))
    if not found:
        raise ValueError("no turn with a choice" + (f" of a bot {bot}" if bot else ""))
    seen, legal, chosen, margins, seats, rounds, after = zip(*found, strict=True)
    return {
        "observations": np.frombuffer(b"".join(seen), np.uint8).reshape(len(seen), -1),
        "legal_ids": np.fromiter(chain(*legal), np.int16),
        "legal_offsets": np.cumsum([0, *map(len, legal)], dtype=np.int32),
        "chosen": np.array(chosen, np.int16),
        "margins": np.array(margins, np.int16),
        "seats": np.array(seats, np.uint8),
        "rounds": np.array(rounds, np.int32),
        "after": np.array(after, np.int16),
    }


def write_npz(path, arrays):
    """Writes arrays as np.load reads them, whole or not at all, the same bytes for the same arrays."""
    path = pathlib.Path(path)
    part = path.with_name(path.name + ".part")
    with zipfile.ZipFile(part, "w") as archive:
        for name, array in arrays.items():
            held = io.BytesIO()
            np.save(held, array, allow_pickle=False)
            archive.writestr(zipfile.ZipInfo(f"{name}.npy"), held.getvalue())
    part.replace(path)


def add_rows(folder):
    """Writes what is missing of a dataset's rows and brings SHA256SUMS up to date. Gives the paths of all rows."""
    folder = pathlib.Path(folder)
    paths = []
    for records in sorted(folder.glob("records-*.jsonl")):
        paths.append(folder / records.name.replace("records", "rows").replace(".jsonl", ".npz"))
        if not paths[-1].exists():
            write_npz(paths[-1], rows(records.read_text(encoding="utf-8").splitlines()))
    sums = folder / "SHA256SUMS"
    kept = [line for line in sums.read_text().splitlines() if "  rows-" not in line] if sums.exists() else []
    kept += [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}" for path in paths]
    sums.write_text("".join(f"{line}\n" for line in kept))
    return paths


def main():
    """The program of `python3 -m tichu.dataset`."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("records", type=pathlib.Path, help="a dataset's folder, or a file of records")
    parser.add_argument("--bot")
    parser.add_argument("--out")
    asked = parser.parse_args()
    if asked.records.is_dir() == bool(asked.out):
        parser.error("--out goes with a file of records, and is needed there")
    try:
        if asked.out:
            write_npz(asked.out, rows(asked.records.read_text(encoding="utf-8").splitlines(), asked.bot))
        for path in [asked.out] if asked.out else add_rows(asked.records):
            with np.load(path) as found:
                count = len(found["chosen"])
                print(f"{count} turns with {found['legal_offsets'][-1] / count:.1f} choices each, in {path}")
    except (OSError, ValueError) as error:
        raise SystemExit(f"{asked.records}: {error}") from error


if __name__ == "__main__":
    main()
