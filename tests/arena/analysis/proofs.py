#!/usr/bin/python3
"""What an analysis must be able to do, measured: it ranks bots as they are, names planted errors, finds nothing in the play of the
player that it judges by, repeats itself with other seeds, and takes luck out of margins.

    python3 proofs.py PROGRAM TEST_BOTS [--boards N] [--simulations N] [PROOF…]

Prints figures with errors (95 %); ends with 1 if a proof fails. Few boards make wide errors, and what is asked of them is less."""
import argparse
import json
import math
import os
import subprocess
import sys
import tempfile

MARKED = ("inaccuracy", "mistake", "blunder")


class Arena:
    def __init__(self, program, bots, boards, simulations, luck):
        self.program, self.bots, self.boards, self.simulations, self.luck = program, bots, boards, simulations, luck
        self.temporary = tempfile.TemporaryDirectory(prefix="tichu-analysis-")  # goes with the arena
        self.folder = self.temporary.name

    def run(self, *arguments):
        done = subprocess.run([self.program, *map(str, arguments)], cwd=self.folder, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"{arguments}: {done.returncode}: {done.stderr}")
        return done.stdout

    def play(self, name, first, second, boards=None, seed=77, *more, seatings="single"):
        """Deals that are played once, or with the teams swapped too; the folder."""
        self.run("play", first, second, "--deals", boards or self.boards, "--seed", seed, "--seatings", seatings, "--name", name,
                 "--decision-ms", 600_000, "--round-ms", 3_600_000, *more)
        return os.path.join(self.folder, "results", name)

    def analyse(self, path, *more, simulations=None, seed=1, luck=2):
        """The whole analysis as JSON."""
        place = os.path.join(self.folder, f"{os.path.basename(path)}-{seed}-{simulations}-{luck}.json")
        self.run("analyse", path, "--simulations", simulations or self.simulations, "--seed", seed, "--luck", luck, "--json", place,
                 "--keep", place + "l", *more)
        with open(place, encoding="utf-8") as file:
            return json.load(file)


def summary_of(analysis, bot):
    return next(each for each in analysis["summaries"] if each["bot"] == bot)


def mean_error(values):
    mean = sum(values) / len(values)
    return mean, math.sqrt(sum((v - mean) ** 2 for v in values) / (len(values) - 1) / len(values))


def losses_by_board(analysis, bot, matters=None):
    """Loss and number of decisions, by board."""
    boards = {}
    for game in analysis["rounds"]:
        entry = boards.setdefault(game["board"], [0.0, 0])
        for decision in game["decisions"]:
            if game["bots"][decision["seat"]] == bot and "verdict" in decision and (matters is None or decision["matter"] in matters):
                entry[0] += decision["verdict"]["loss"]
                entry[1] += 1
    return boards


def paired(first, second, board_mean):
    """By how much the first loses more, board by board, with its error; on boards that both have."""
    differences = [board_mean(first[board]) - board_mean(second[board]) for board in first if board in second]
    return mean_error(differences)


def more_a_decision(first, second):
    """By how much the first loses more a decision, with its error: two ratios of sums over the same boards, so that a board counts by
    its decisions."""
    boards = [board for board in first if board in second]

    def deviations(entries):
        decisions = sum(entries[board][1] for board in boards)
        mean = sum(entries[board][0] for board in boards) / decisions
        return mean, [(entries[board][0] - mean * entries[board][1]) * len(boards) / decisions for board in boards]

    (one, of_one), (other, of_other) = deviations(first), deviations(second)
    return one - other, mean_error([a - b for a, b in zip(of_one, of_other)])[1]


def sums(arena):
    """Parts sum to the score in every round, exactly."""
    folder = arena.play("sums", "steady", "random")
    analysis = arena.analyse(folder, simulations=20, luck=8)
    for game in analysis["rounds"]:
        if game["cards"] + game["skill"] + game["guess"] != game["margin"]:
            return f"round {game['job']} does not sum"
        parts = sum((1 if d["seat"] % 2 == 0 else -1) * (d["skill"] + d["guess"]) for d in game["decisions"])
        if game["cards"] + parts != game["margin"]:
            return f"decisions of round {game['job']} do not sum"
    print(f"sums: {len(analysis['rounds'])} rounds, all exact")
    return None


def rank(arena):
    """Mean loss a decision falls from random to sampler, on the same boards, neighbours told apart where boards suffice."""
    order = ["random", "lowest", "greedy", "plain", "steady", "sampler"]
    losses = {}
    for bot in order:
        first = ["ranked=" + bot] + (["--option", "ranked.simulations=400"] if bot == "sampler" else [])
        folder = arena.play("rank-" + bot, first[0], "steady", None, 77, *first[1:], seatings="swap")
        analysis = arena.analyse(folder, "--bot", "ranked")
        figures = summary_of(analysis, "ranked")["all"]
        losses[bot] = losses_by_board(analysis, "ranked")
        print(f"rank: {bot:8} {figures['loss_a_decision']['mean']:6.3f} ±{1.96 * figures['loss_a_decision']['standard_error']:.3f} "
              f"a decision, {figures['loss_a_round']['mean']:6.1f} ±{1.96 * figures['loss_a_round']['standard_error']:.1f} a round")
    wrong = []
    for worse, better in zip(order, order[1:]):
        mean, error = more_a_decision(losses[worse], losses[better])
        told = mean > 1.96 * error
        print(f"rank: {worse} - {better}: {mean:+.3f} ±{1.96 * error:.3f} {'told apart' if told else 'not told apart'}")
        if mean < -1.96 * error:
            wrong.append(f"{better} loses more than {worse}")
    return "; ".join(wrong) or None


def marks_of(analysis, bot):
    return [(game["job"], d["after"], d["matter"], d["seat"], d["verdict"]) for game in analysis["rounds"] for d in game["decisions"]
            if game["bots"][d["seat"]] == bot and "verdict" in d]


def false_marks(arena):
    """Of the searching player's decisions at twenty times the budget at most 2 % are marked."""
    boards = max(4, arena.boards // 20)
    folder = arena.play("player", "player=sampler", "steady", boards, 78, "--option", f"player.simulations={20 * arena.simulations}")
    verdicts = marks_of(arena.analyse(folder, "--bot", "player"), "player")
    searched = [v for v in verdicts if v[2] in ("lead", "follow", "pass", "bomb", "dragon")]
    share = {name: sum(v[4]["mark"] in MARKED for v in group) / max(1, len(group)) for name, group in (("all", verdicts), ("searched", searched))}
    print(f"false marks: {share['searched']:.2%} of {len(searched)} searched decisions, {share['all']:.2%} of all {len(verdicts)}")
    bound = 0.02 + 2.6 * math.sqrt(0.02 * 0.98 / max(1, len(searched)))
    return None if share["searched"] <= bound else f"{share['searched']:.2%} of the searched decisions are marked"


def correlation(pairs):
    xs, ys = [p[0] for p in pairs], [p[1] for p in pairs]
    mx, my = sum(xs) / len(xs), sum(ys) / len(ys)
    cov = sum((x - mx) * (y - my) for x, y in pairs)
    return cov / math.sqrt(sum((x - mx) ** 2 for x in xs) * sum((y - my) ** 2 for y in ys))


def seeds(arena):
    """Two analyses with other seeds agree."""
    boards = max(4, arena.boards // 10)
    folder = arena.play("seeds", "greedy", "steady", boards, 79)
    deep = 10 * arena.simulations
    runs = [{v[:4]: v[4] for v in marks_of(arena.analyse(folder, "--bot", "greedy", seed=seed, simulations=deep), "greedy")} for seed in (1, 2)]
    pairs = [(runs[0][key]["loss"], runs[1][key]["loss"]) for key in runs[0] if key in runs[1]]
    found = correlation(pairs)
    same = [(runs[0][key], runs[1][key]) for key in runs[0] if key in runs[1] and runs[0][key]["best"]
            and runs[0][key]["best"] == runs[1][key]["best"]]
    squares = [(a["loss"] - b["loss"]) ** 2 / (a["error"] ** 2 + b["error"] ** 2) for a, b in same if a["error"] > 0 and b["error"] > 0]
    blunders = [key for key in runs[0] if runs[0][key]["mark"] == "blunder"]
    again = sum(runs[1][key]["mark"] in ("mistake", "blunder") for key in blunders)
    print(f"seeds: correlation {found:.3f} of {len(pairs)} losses at {deep} playouts; {again} of {len(blunders)} blunders again; "
          f"they differ by {math.sqrt(sum(squares) / max(1, len(squares))):.2f} of their stated errors ({len(squares)} with the same best)")
    return None if found >= 0.8 else f"losses correlate by {found:.3f} alone"


PLANTED = {"push": "push", "bomb": "bomb", "call": "tichu"}


def planted(arena):
    """Each planted error is named by the table of kinds: it costs more than in steady's own play on the same boards."""
    wrong = []
    for flaw, matter in PLANTED.items():
        boards = arena.boards * (4 if flaw == "bomb" else 1)
        flawed = f"flawed=trusted:{os.path.join(arena.bots, 'flawed.so')}"
        found = {}
        for name, first, more in (("flawed", flawed, ("--option", f"flawed.flaw={flaw}")), ("sound", "sound=steady", ())):
            folder = arena.play(f"{flaw}-{name}", first, "steady", boards, 81, *more)
            source = folder
            if flaw == "bomb":
                source = with_bombs(arena, folder, name)
            found[name] = arena.analyse(source, "--bot", name)
        mean, error = paired(losses_by_board(found["flawed"], "flawed", {matter}), losses_by_board(found["sound"], "sound", {matter}),
                             lambda entry: entry[0])
        others = {kind: figures["loss_a_round"]["mean"] for kind, figures in summary_of(found["flawed"], "flawed")["matters"].items()}
        before = {kind: figures["loss_a_round"]["mean"] for kind, figures in summary_of(found["sound"], "sound")["matters"].items()}
        growth = {kind: others[kind] - before.get(kind, 0) for kind in others}
        most = max(growth, key=growth.get)
        print(f"planted {flaw}: {matter} costs {mean:+.2f} ±{1.96 * error:.2f} a round more than in sound play; it grew most: {most} {growth[most]:+.2f}")
        if most != matter or mean <= 1.96 * error:
            wrong.append(f"{flaw} is not named")
    return "; ".join(wrong) or None


def with_bombs(arena, folder, bot):
    """The rounds in which the bot holds a bomb of four of a kind after the push, as records; others tell nothing of bombs."""
    kept = []
    for line in arena.run("export", folder, "--jsonl").splitlines():
        record = json.loads(line)
        hands = [set(cards) for cards in record["deal"]]
        for event in record["events"]:
            if event["do"] == "push":
                for offset, card in enumerate(event["cards"], 1):
                    hands[event["seat"]].discard(card)
                    hands[(event["seat"] + offset) % 4].add(card)
        own = [hands[seat] for seat in range(4) if record["bots"][seat] == bot]
        if any(sum(card[0] == rank and len(card) == 2 for card in hand) == 4 for hand in own for rank in "23456789TJQKA"):
            kept.append(line)
    place = os.path.join(arena.folder, f"bombs-{bot}.jsonl")
    with open(place, "w", encoding="utf-8") as file:
        file.write("\n".join(kept) + "\n")
    print(f"planted bomb: {len(kept)} rounds with a bomb of {bot}")
    return place


def luck(arena):
    """Margins of single deals without luck have less variance than the raw ones, and the same mean within errors."""
    wrong = []
    for first, second, more in (("steady", "greedy", ()), ("steady", "plain", ()),
                                ("sampler", "steady", ("--option", "sampler.simulations=100"))):
        folder = arena.play(f"luck-{first}-{second}", first, second, 3 * arena.boards, 82, *more)
        parts = summary_of(arena.analyse(folder, "--bot", first, simulations=20, luck=arena.luck), first)["parts"]
        raw, without = parts["score"], parts["without_luck"]
        shift = without["mean"] - raw["mean"]
        of_shift = math.sqrt(max(0, raw["standard_error"] ** 2 - without["standard_error"] ** 2))  # what is taken out is uncorrelated with the rest
        print(f"luck {first} - {second}: raw {raw['mean']:+.1f} ±{1.96 * raw['standard_error']:.1f}, without luck {without['mean']:+.1f} "
              f"±{1.96 * without['standard_error']:.1f}, variance ratio {parts['factor']:.2f}, shift {shift:+.1f} ±{1.96 * of_shift:.1f}")
        if parts["factor"] < 1.2:
            wrong.append(f"{first} - {second}: the variance falls by {parts['factor']:.2f} alone")
        if abs(shift) > 3 * of_shift:
            wrong.append(f"{first} - {second}: the mean shifts by {shift:.1f}")
    return "; ".join(wrong) or None


PROOFS = {"sums": sums, "rank": rank, "false_marks": false_marks, "seeds": seeds, "planted": planted, "luck": luck}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("bots", type=os.path.abspath)
    parser.add_argument("--boards", type=int, default=200)
    parser.add_argument("--simulations", type=int, default=300)
    parser.add_argument("--luck", type=int, default=256)
    parser.add_argument("proofs", nargs="*", default=list(PROOFS))
    options = parser.parse_intermixed_args()
    arena = Arena(options.program, options.bots, options.boards, options.simulations, options.luck)
    failed = False
    for name in options.proofs:
        problem = PROOFS[name](arena)
        print(f"{name}: {'FAILED: ' + problem if problem else 'holds'}", flush=True)
        failed = failed or problem is not None
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
