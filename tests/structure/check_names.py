#!/usr/bin/python3
"""Files and folders: nothing at the top but what belongs there, a README in each folder, no file named after nothing. Tests
have CamelCase names."""
import os
import re
import sys

import sources

TOP = {"CMakeLists.txt", "CMakePresets.json", "LICENSE", "README.md",
       "arena", "engine", "protocol", "sdk", "bots", "tests", "results", "build"}
WITH_README = ("", "arena", "engine", "protocol", "sdk", "bots", "tests", "results")
FORBIDDEN = {"util", "utils", "utility", "utilities", "helper", "helpers", "common", "misc", "manager", "managers", "types"}
TEST = re.compile(r"^\s*(?:TYPED_)?TEST(?:_F|_P)?\(\s*(\w+)\s*,\s*(\w+)\s*\)", re.M)
CAMEL_CASE = re.compile(r"(DISABLED_)?[A-Z][A-Za-z0-9]*")
ENDINGS = sources.CPP + (".py", ".sh", ".cmake", ".md", ".proto", ".js", ".ts", ".css", ".html")


def check(root):
    faults = [f"{name}: does not belong at the top" for name in sorted(os.listdir(root))
              if name not in TOP and not name.startswith(".")]
    for folder in WITH_README:
        if not os.path.exists(os.path.join(root, folder, "README.md")):
            faults.append(f"{folder or 'the top folder'} has no README.md")
    for path in sources.files(root, ENDINGS):
        for part in path.split("/"):
            words = set(re.split(r"[_\-.]", part.lower()))
            if words & FORBIDDEN:
                faults.append(f"{path}: {(words & FORBIDDEN).pop()} says nothing; name it for its main concept")
    for path in sources.files(root, (".cpp",), ("tests",)):
        for test in TEST.findall(sources.read(root, path)):
            faults += [f"{path}: the test's name {name} is not CamelCase" for name in test if not CAMEL_CASE.fullmatch(name)]
    return faults


def self_test():
    good = {os.path.join(folder, "README.md"): "" for folder in WITH_README}
    good["engine/card.h"] = ""
    with sources.Sample(good) as root:
        sources.expect(check(root))
    with sources.Sample({**good, "notes.txt": ""}) as root:
        sources.expect(check(root), "notes.txt: does not belong")
    with sources.Sample({path: text for path, text in good.items() if path != "sdk/README.md"}) as root:
        sources.expect(check(root), "sdk has no README.md")
    for name in ("engine/util.h", "arena/common/x.cpp", "sdk/card_helpers.py", "engine/types.h"):
        with sources.Sample({**good, name: ""}) as root:
            sources.expect(check(root), name)
    with sources.Sample({**good, "tests/a_test.cpp": "TEST(Card, HasARank) {}\nTEST_F(Card,\n       has_a_suit) {}\n"}) as root:
        sources.expect(check(root), "tests/a_test.cpp: the test's name has_a_suit is not CamelCase")


if __name__ == "__main__":
    sys.exit(sources.main(check, self_test))
