#!/usr/bin/python3
"""Every clause of sections 2 to 9 of engine/RULES.md and every worked case of section 11 is cited by a test, and nobody cites a
clause that is not there."""
import re
import sys

import sources

CLAUSE = re.compile(r"^- \*\*(\d+\.\d+)\*\*", re.M)
CITATION = re.compile(r"RULES\s+((?:\d+(?:\.\d+)?)(?:(?:,|\s+and|\s+to)\s*\d+\.\d+)*)")
NUMBER = re.compile(r"\d+\.\d+")
CITED_SECTIONS = range(2, 10)


def clauses(rules):
    """The numbers of the rule book: `6.4`, and `11.3` for the third worked case."""
    found = set(CLAUSE.findall(rules))
    cases = rules.split("## 11 ", 1)[-1].split("\n## ", 1)[0] if "## 11 " in rules else ""
    return found | {f"11.{number}" for number in re.findall(r"^(\d+)\. ", cases, re.M)}


def citations(text):
    return {number for cited in CITATION.findall(text) for number in NUMBER.findall(cited)}


def check(root):
    known = clauses(sources.read(root, "engine/RULES.md"))
    faults, tested = [], set()
    for path in sources.files(root, sources.CPP + (".py",)):
        if path.startswith("tests/structure/"):
            continue
        cited = citations(sources.read(root, path))
        faults += [f"{path}: RULES {number} is not in the rule book" for number in sorted(cited - known)]
        if path.startswith("tests/"):
            tested |= cited
    wanted = {number for number in known if int(number.split(".")[0]) in CITED_SECTIONS or number.startswith("11.")}
    faults += [f"RULES {number} is cited by no test" for number in sorted(wanted - tested)]
    return faults if wanted else ["the rule book has no clauses"]


def self_test():
    book = "## 6 The play\n- **6.1** One.\n- **6.2** Two.\n## 11 Worked cases\n1. A case.\n## 12 More\n1. No case.\n"
    test = "// RULES 6.1, 6.2\n// RULES 11.1\n"
    with sources.Sample({"engine/RULES.md": book, "tests/a_test.cpp": test}) as root:
        sources.expect(check(root))
    with sources.Sample({"engine/RULES.md": book, "tests/a_test.cpp": "// RULES 6.1\n// RULES 11.1\n"}) as root:
        sources.expect(check(root), "RULES 6.2 is cited by no test")
    with sources.Sample({"engine/RULES.md": book, "tests/a_test.cpp": test, "engine/a.h": "// RULES 6.9\n"}) as root:
        sources.expect(check(root), "engine/a.h: RULES 6.9 is not in the rule book")
    with sources.Sample({"engine/RULES.md": "nothing", "tests/a_test.cpp": ""}) as root:
        sources.expect(check(root), "no clauses")


if __name__ == "__main__":
    sys.exit(sources.main(check, self_test))
