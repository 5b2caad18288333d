#!/usr/bin/python3
"""tichu-arena rate against a second, slow computation: Bradley and Terry's likelihood with the same prior, one coordinate at a time by
bisection of its exact derivative; covariances by Gauss and Jordan.

    rate_test.py TICHU_ARENA"""
import collections
import json
import math
import os
import random
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import cases  # noqa: E402

ARENA = sys.argv.pop(1) if __name__ == "__main__" else ""
SCALE = 400 / math.log(10)


def rate(rows, *flags):
    text = "".join(",".join(map(str, row)) + "\n" for row in rows)
    done = subprocess.run([ARENA, "rate", "-", *flags], input=text, capture_output=True, text=True, timeout=1200, check=False)
    return done


def ratings(rows, *flags):
    done = rate(rows, "--json", *flags)
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    return answer, {row["name"]: row for row in answer["ratings"]}


def chance(x):
    return 1 / (1 + math.exp(-x))


def slow_strengths(names, rows):
    strength = dict.fromkeys(names, 0.0)
    met = {name: collections.Counter() for name in names}  # opponents with scores
    for a, b, score in rows:
        met[a][b, score] += 1
        met[b][a, 1 - score] += 1

    def slope(name, value):
        return 0.5 - chance(value) + sum(count * (score - chance(value - strength[other])) for (other, score), count in met[name].items())

    for _ in range(4000):
        moved = 0
        for name in names:
            low, high = -40.0, 40.0
            for _ in range(40):
                middle = (low + high) / 2
                low, high = (middle, high) if slope(name, middle) > 0 else (low, middle)
            moved = max(moved, abs(strength[name] - low))
            strength[name] = low
        if moved < 1e-6:
            break
    mean = sum(strength.values()) / len(names)
    return {name: value - mean for name, value in strength.items()}, strength


def pool(seed, bots, boards):
    draw = random.Random(seed)
    truth = {f"bot{i}": draw.gauss(0, 120) for i in range(bots)}
    rows = []
    for _ in range(boards):
        a, b = draw.sample(sorted(truth), 2)
        p = chance((truth[a] - truth[b]) / SCALE)
        rows.append((a, b, ((draw.random() < p) + (draw.random() < p)) / 2))
    return rows


class Elo(unittest.TestCase):
    def test_comes_near_strengths_that_add_up(self):
        strong = [("a", "b", 1)] * 90 + [("c", "b", 1), ("b", "c", 1), ("a", "c", 1)] * 30 + [("c", "a", 1)]
        for rows in (pool(1, 5, 2000), pool(2, 9, 4000), strong, [("a", "b", 0.5)] * 9):
            names = sorted({name for row in rows for name in row[:2]})
            expected, _ = slow_strengths(names, rows)
            _, found = ratings(rows)
            for name in names:
                self.assertAlmostEqual(found[name]["value"], SCALE * expected[name], delta=20, msg=name)

    def test_has_the_anchor_that_was_asked_for(self):
        answer, found = ratings(pool(1, 4, 100), "--anchor", "bot2=2000")
        self.assertEqual((answer["reference"], answer["reference_value"]), ("bot2", 2000))
        self.assertEqual((found["bot2"]["value"], found["bot2"]["error95"]), (2000, 0))

    def test_names_each_pair_once_and_sums_to_certainty(self):
        answer, _ = ratings(pool(1, 4, 100))
        self.assertEqual(len(answer["pairs"]), 6)
        for pair in answer["pairs"]:
            self.assertGreaterEqual(pair["likelihood_of_superiority"], 0.5)

    def test_online_come_near_the_joint_ones(self):
        rows = pool(3, 4, 2000)
        _, joint = ratings(rows)
        answer, online = ratings(rows, "--model", "online", "--anchor", next(iter(joint)) + "=0")
        _, anchored = ratings(rows, "--anchor", next(iter(joint)) + "=0")
        self.assertEqual(answer["model"], "online")
        for name, row in anchored.items():
            self.assertAlmostEqual(online[name]["value"], row["value"], delta=15)

    def test_bootstrap_of_like_boards_is_open(self):
        rows = [("a", "b", 0.5)] * 20
        _, found = ratings(rows, "--bootstrap", "20")
        for row in found.values():
            self.assertIsNone(row["bootstrap_error95"])
        self.assertIn("open", rate(rows, "--bootstrap", "20").stdout)

    def test_bootstrap_does_not_depend_on_the_anchors_value(self):
        rows = [("a", "b", 1)] * 3
        done = rate(rows, "--anchor", "b=2000", "--bootstrap", "200")
        self.assertIn("open", done.stdout)
        _, found = ratings(rows, "--anchor", "b=2000", "--bootstrap", "200")
        self.assertIsNone(found["a"]["bootstrap_error95"])

    def test_bootstrap_is_repeatable_and_near_the_other_errors(self):
        rows = pool(3, 4, 800)
        _, first = ratings(rows, "--bootstrap", "200")
        _, again = ratings(rows, "--bootstrap", "200")
        self.assertEqual(first, again)
        for row in first.values():
            self.assertLess(abs(row["bootstrap_error95"] / row["error95"] - 1), 0.5)


class Groups(unittest.TestCase):
    APART = [("a", "b", 1)] * 9 + [("c", "d", 1), ("d", "e", 0.5)] * 5 + [("f", "g", 0)]

    def test_are_told_apart_and_never_compared(self):
        answer, found = ratings(self.APART)
        groups = {}
        for name, row in found.items():
            groups.setdefault(row["group"], []).append(name)
        self.assertEqual({number: sorted(names) for number, names in groups.items()}, {1: ["c", "d", "e"], 2: ["a", "b"], 3: ["f", "g"]})
        self.assertEqual([row["group"] for row in answer["ratings"]], [1, 1, 1, 2, 2, 3, 3])
        self.assertEqual([row["rank"] for row in answer["ratings"]], [1, 2, 3, 4, 5, 6, 7])
        pairs = {frozenset((pair["first"], pair["second"])) for pair in answer["pairs"]}
        self.assertEqual(pairs, {frozenset(pair) for pair in ("cd", "ce", "de", "ab", "fg")})

    def test_are_named_for_people(self):
        text = rate(self.APART).stdout
        self.assertIn("3 groups have not met", text)
        for line in ("group 1: c, d, e", "group 2: a, b", "group 3: f, g"):
            self.assertIn(line + "\n", text)
        rows = [line for line in text.splitlines() if line[:1].isdigit() and "±" in line]
        self.assertEqual(["%" in row for row in rows], [True, True, False, True, False, True, False])

    def test_of_one_are_not_spoken_of(self):
        answer, _ = ratings(pool(1, 4, 100))
        self.assertEqual({row["group"] for row in answer["ratings"]}, {1})
        self.assertNotIn("group", rate(pool(1, 4, 100)).stdout)

    def test_of_many_are_listed_in_part(self):
        text = rate([(f"a{i}", f"b{i}", 1) for i in range(25)]).stdout
        self.assertIn("25 groups", text)
        self.assertIn("and 15 more groups of two or more", text)
        text = rate([("x", f"b{i}", 1) for i in range(25)] + [("y", "z", 1)]).stdout
        self.assertIn("b8 and 16 more\n", text)

    def test_of_members_are_tied_by_partners_and_opponents(self):
        rows = [("bot_a", "bot_b", "points"), ("a+b", "c", 10), ("d+e", "f+d", 3)]
        _, found = ratings(rows, "--model", "members")
        self.assertEqual({name: row["group"] for name, row in found.items()}, {"a": 1, "b": 1, "c": 1, "d": 2, "e": 2, "f": 2})


class Points(unittest.TestCase):
    def test_are_differences_of_means(self):
        rows = [("bot_a", "bot_b", "points")] + [("x", "y", 30), ("x", "y", 10), ("y", "x", -8)] * 40
        answer, found = ratings(rows)
        self.assertEqual(answer["unit"], "points a round")
        self.assertAlmostEqual(found["x"]["value"], 16, delta=0.05)
        self.assertAlmostEqual(found["y"]["value"], -16, delta=0.05)

    def test_of_teams_tell_members_from_synergies(self):
        strength = {"a": 30, "b": 0, "c": -30}
        teams = [f"{x}+{y}" for x in "abc" for y in "abc" if x < y] + ["a", "b", "c"]

        def of(team):
            members = team.split("+") if "+" in team else [team, team]
            return sum(strength[name] for name in members) + (15 if team == "a+c" else 0)

        rows = [("bot_a", "bot_b", "points")]
        rows += [(x, y, of(x) - of(y) + luck) for x in teams for y in teams if x < y for luck in (-20, 20) for _ in range(20)]
        answer, found = ratings(rows, "--model", "members")
        self.assertEqual((answer["model"], answer["unit"]), ("members", "points a round"))
        self.assertEqual(set(found), set("abc"))
        for name, value in strength.items():
            self.assertAlmostEqual(found[name]["value"], value, delta=5)
        synergy = {row["first"] + row["second"]: row["value"] for row in answer["synergies"]}
        self.assertEqual(max(synergy, key=synergy.get), "ac")
        self.assertIn("a+c", rate(rows, "--model", "members").stdout)

    def test_of_teams_with_common_boards_have_the_errors_of_the_boards(self):
        draw = random.Random(3)
        teams = [f"{x}+{y}" for x in "abcd" for y in "abcd" if x < y]
        cards = {(team, board): draw.gauss(0, 60) for team in teams for board in range(30)}
        rows = [(x, y, round(cards[x, board] - cards[y, board] + draw.gauss(0, 40), 1), board)
                for x in teams for y in teams if x < y for board in range(30)]
        _, common = ratings([("bot_a", "bot_b", "points", "board"), *rows], "--model", "members")
        _, apart = ratings([("bot_a", "bot_b", "points"), *(row[:3] for row in rows)], "--model", "members")
        for name, row in common.items():
            self.assertAlmostEqual(row["value"], apart[name]["value"], places=9)
            self.assertGreater(row["error95"], 1.15 * apart[name]["error95"])

    def test_of_teams_count_a_bots_rows_once(self):
        rows = [("bot_a", "bot_b", "points"), ("x+y", "x+z", 10), ("y+z", "x", 5)]
        _, found = ratings(rows, "--model", "members")
        self.assertEqual({name: row["boards"] for name, row in found.items()}, {"x": 2, "y": 2, "z": 2})

    def test_of_a_team_against_itself_are_refused(self):
        for first, second in (("x+y", "y+x"), ("x", "x+x")):
            done = rate([("bot_a", "bot_b", "points"), ("x+y", "z", 10), (first, second, 40)], "--model", "members")
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn(f'-:3: has the same pair on both sides, "{first}" and "{second}"', done.stderr)

    def test_take_no_bootstrap(self):
        done = rate([("bot_a", "bot_b", "points"), ("x", "y", 30)], "--bootstrap", "10")
        self.assertEqual(done.returncode, 2)


class Edges(unittest.TestCase):
    def test_a_file_without_line_ends_is_refused_early(self):
        done = subprocess.run([ARENA, "rate", "/dev/zero"], capture_output=True, text=True, timeout=1200, check=False)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("/dev/zero:1: the line has more than", done.stderr)

    def test_a_file_without_results_is_refused(self):
        for rows in ([], [("bot_a", "bot_b", "result")], [("bot_a", "bot_b", "points", "board")], [[""], [""]]):
            for flags in ((), ("--json",), ("--model", "members"), ("--anchor", "x=0")):
                done = rate(rows, *flags)
                self.assertEqual((done.returncode, done.stdout), (2, ""), (rows, flags))
                self.assertEqual(done.stderr, "tichu-arena: -: holds no results; each row must be a board, such as new,old,1\n")

    def test_wrong_files_and_flags_are_refused_with_the_place(self):
        for rows, flags, part in (
                ([("a", "b", 1), ("a", "b")], (), "-:2: has 2 fields"),
                ([("a", "b", "x")], (), "-:1: column 3: the result"),
                ([("a", "b", 1)], ("--anchor", "c=0"), "not in the file"),
                ([("a", "b", 1)], ("--anchor", "a=nan"), "NAME=NUMBER"),
                ([("a", "b", 1)], ("--anchor", "a"), "NAME=NUMBER"),
                ([("a", "b", 1)], ("--bootstrap", "1"), "is not a whole number from 2 to")):
            done = rate(rows, *flags)
            self.assertEqual(done.returncode, 2, flags)
            self.assertIn(part, done.stdout + done.stderr)
        missing = subprocess.run([ARENA, "rate", "/nowhere.csv"], capture_output=True, text=True, timeout=1200, check=False)
        self.assertEqual(missing.returncode, 2)


if __name__ == "__main__":
    cases.main()
