#!/usr/bin/python3
"""Marks a bot against fixed opponents, by a course's file of thresholds.

    mark_bot.py BOT [--course course.toml] [--arena tichu-arena] [--into marked]

BOT is given as for tichu-arena, such as student=program:./bot.py. In the folder --into it writes results.json, as the autograder
Gradescope reads it, marks.xml (JUnit), and the boards; the table goes to standard output. The same bot, if it repeats itself, gets the
same marks each time. Exit codes: 0 marked, however well; 2 a wrong course or bot; 3 the machine failed: nothing is marked then.
"""
import argparse
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as xml

HERE = os.path.dirname(os.path.abspath(__file__))
VISIBILITIES = ("visible", "hidden", "after_due_date", "after_published")
COURSE = {"seed": int, "deals": int, "flags": list, "visibility": str, "check": dict, "mark": list}
CHECK = {"marks": (int, float), "flags": list}
MARK = {"against": str, "above": (int, float), "marks": (int, float)}


class Unmarked(Exception):
    """Why nothing can be marked, and the exit code."""

    def __init__(self, sentence, code):
        super().__init__(sentence)
        self.code = code


def expect(part, keys, place):
    wrong = sorted(set(part) ^ set(keys)) or [key for key, kind in keys.items() if not isinstance(part[key], kind) or isinstance(part[key], bool)]
    if wrong:
        raise Unmarked(f"{place}: {wrong[0]} is missing, unknown or of another type; there are {', '.join(keys)}", 2)


def read_course(path):
    try:
        with open(path, "rb") as file:
            course = tomllib.load(file)
    except (OSError, ValueError) as error:
        raise Unmarked(f"{path}: {error}", 2) from None
    expect(course, COURSE, path)
    expect(course["check"], CHECK, f"{path}: [check]")
    for row in course["mark"]:
        if not isinstance(row, dict):
            raise Unmarked(f"{path}: a [[mark]] is a table", 2)
        expect(row, MARK, f"{path}: [[mark]]")
    if course["visibility"] not in VISIBILITIES:
        raise Unmarked(f"{path}: visibility is one of {', '.join(VISIBILITIES)}", 2)
    return course


def run(words, good):
    """What a command of the arena says. Its exit code must be one of `good`."""
    try:
        done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", check=False)
    except OSError as error:
        raise Unmarked(str(error), 2) from None
    if done.returncode not in good:
        raise Unmarked(done.stderr.strip()[-600:], 2 if done.returncode == 2 else 3)
    return done.stdout


def checked(arguments, course):
    """Whether the bot starts, and the test of its requirements."""
    flags = ["--seed", str(course["seed"]), *course["check"]["flags"], *course["flags"]]
    told = json.loads(run([arguments.arena, "check", arguments.bot, "--json", *flags], (0, 1)))
    failed = [check for check in told["bots"][0]["checks"] if check["verdict"] == "fail"]
    output = "\n".join(f"{check['name']}: {check['found']} {check.get('advice', '')}".strip() for check in failed)
    starts = not any(check["name"] == "start" for check in failed)
    return starts, {"name": "meets all requirements", "marks": course["check"]["marks"], "passed": told["ok"], "output": output or "It meets them."}


def played(arguments, course, opponent, name):
    """The bot's points a round against an opponent, the half of their 95 % interval, and its faults."""
    flags = ["--deals", str(course["deals"]), "--seed", str(course["seed"]), "--results", arguments.into, "--name", name, *course["flags"]]
    run([arguments.arena, "play", arguments.bot, opponent, *flags], (0,))
    with open(os.path.join(arguments.into, name, "results.json"), encoding="utf-8") as file:
        results = json.load(file)
    (pair,) = results["pairs"]
    bot = arguments.bot.split("=")[0]
    sign = 1 if pair["first"] == bot else -1
    points = pair["points_a_round"]
    return sign * points["mean"], points["error95"] or 0, [fault for fault in results["faults"] if fault["bot"] == bot]


def played_tests(arguments, course, starts):
    found = {}
    for row in course["mark"]:
        against = row["against"]
        test = {"name": f"more than {row['above']:+g} points a round against {against}", "marks": row["marks"], "passed": False}
        if not starts:
            yield {**test, "output": "Not played: the bot does not start."}
            continue
        if against not in found:
            found[against] = played(arguments, course, against, f"against-{len(found) + 1}")
        mean, half, faults = found[against]
        lines = [f"{mean:+.1f} points a round over {course['deals']} boards; the 95 % interval is {mean - half:+.1f} to {mean + half:+.1f}, "
                 f"and its lower bound counts."]
        lines += [f"{len(faults)} rounds were lost by a fault of the bot:"] if faults else []
        lines += [f"- {fault['kind']}: {fault['text'][:300]}" for fault in faults[:3]]
        yield {**test, "passed": mean - half > row["above"], "output": "\n".join(lines)}


def write(tests, course, into):
    suite = xml.Element("testsuite", name="marks", tests=str(len(tests)), failures=str(sum(not test["passed"] for test in tests)))
    for test in tests:
        case = xml.SubElement(suite, "testcase", classname="marks", name=test["name"])
        text = re.sub(r"[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "?", test["output"])
        xml.SubElement(case, "system-out" if test["passed"] else "failure").text = text
    xml.ElementTree(suite).write(os.path.join(into, "marks.xml"), encoding="utf-8", xml_declaration=True)
    told = {"output": f"{course['deals']} boards against each opponent, seed {course['seed']}.", "tests": [
        {"name": test["name"], "score": test["marks"] if test["passed"] else 0, "max_score": test["marks"], "output": test["output"],
         "status": "passed" if test["passed"] else "failed", "visibility": course["visibility"]} for test in tests]}
    with open(os.path.join(into, "results.json"), "w", encoding="utf-8") as file:
        json.dump(told, file, indent=1)
        file.write("\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bot", metavar="BOT")
    parser.add_argument("--course", default=os.path.join(HERE, "course.toml"))
    parser.add_argument("--arena", default="tichu-arena")
    parser.add_argument("--into", default="marked")
    arguments = parser.parse_args()
    try:
        course = read_course(arguments.course)
        os.makedirs(arguments.into, exist_ok=True)
        for former in glob.glob(os.path.join(glob.escape(arguments.into), "against-*")):
            shutil.rmtree(former)
        starts, first = checked(arguments, course)
        tests = [first, *played_tests(arguments, course, starts)]
    except Unmarked as reason:
        print(f"mark_bot.py: {reason}", file=sys.stderr)
        return reason.code
    write(tests, course, arguments.into)
    for test in tests:
        why = "" if test["passed"] else ": " + test["output"].split("\n")[0]
        print(f"{test['marks'] if test['passed'] else 0:>4} of {test['marks']:>3}  {test['name']}{why}")
    print(f"{sum(test['marks'] for test in tests if test['passed']):>4} of {sum(test['marks'] for test in tests):>3}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
