#!/usr/bin/python3
"""Files and folders: nothing at the top but what belongs there, a README in each folder, no file named after nothing."""
import os
import re
import sys

import sources

TOP = {"CMakeLists.txt", "CMakePresets.json", "LICENSE", "README.md",
       "arena", "engine", "protocol", "sdk", "bots", "tests", "results", "build"}
WITH_README = ("", "arena", "engine", "protocol", "sdk", "bots", "tests", "results")
FORBIDDEN = {"util", "utils", "utility", "utilities", "helper", "helpers", "common", "misc", "manager", "managers", "types"}
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


if __name__ == "__main__":
    sys.exit(sources.main(check, self_test))
