#!/usr/bin/python3
"""Names are as .clang-tidy says (types CamelCase, functions and variables snake_case, private members trailing_, constants
CamelCase), there are no mutable globals, and a few more cheap checks hold.

    check_tidy.py ROOT BUILD_FOLDER     the folder with compile_commands.json

A run of clang-tidy reads all that a source includes, so the layers with light headers are looked at source by source, and
of arena/ those folders that need no large library. What has passed is remembered in the build folder by the text of the
source, of all the project's headers, of the settings and of this check, and is not looked at again until one of them changes."""
import concurrent.futures
import hashlib
import json
import os
import shutil
import subprocess
import sys

import sources

LOOKED_AT = ("engine/", "protocol/", "sdk/", "bots/", "arena/statistics/rating/", "arena/statistics/sequential/", "arena/tournament/schedule/", "arena/hosting/match/", "arena/record/")
# C has names of its own.
C_HEADERS = ("sdk/plugin_abi.h",)
HEADERS = "(engine|protocol|sdk|bots|arena)/[a-z_/]*[.]h$"


def passed_before(build, key):
    return os.path.exists(os.path.join(build, "tidy", key))


def remember(build, key):
    os.makedirs(os.path.join(build, "tidy"), exist_ok=True)
    open(os.path.join(build, "tidy", key), "w", encoding="utf-8").close()


def run_tidy(root, build, path):
    run = subprocess.run(["clang-tidy", "--quiet", "-p", build, f"--header-filter={HEADERS}", "--warnings-as-errors=*",
                          "--extra-arg=-Wno-everything", path],
                         cwd=root, text=True, capture_output=True, check=False)
    found = [line for line in run.stdout.splitlines() if ": error: " in line or ": warning: " in line]
    if not found and run.returncode != 0:
        return [f"{path}: clang-tidy failed: {run.stderr[-500:]}"]
    return [line for line in found if os.path.relpath(line.split(":")[0], root) not in C_HEADERS]


def check(root, build):
    if not shutil.which("clang-tidy"):
        return ["clang-tidy is not installed: apt-get install clang-tidy"]
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        compiled = {os.path.relpath(entry["file"], root) for entry in json.load(file)}
    base = hashlib.sha256()
    for path in [".clang-tidy", os.path.abspath(__file__)] + sources.files(root, (".h",)):
        base.update(open(os.path.join(root, path), "rb").read())
    keys = {}
    for path in sorted(compiled):
        if path.startswith(LOOKED_AT) and path.endswith(".cpp"):
            key = base.copy()
            key.update(path.encode() + open(os.path.join(root, path), "rb").read())
            keys[path] = key.hexdigest()
    waiting = [path for path in keys if not passed_before(build, keys[path])]
    print(f"{len(keys)} sources, {len(keys) - len(waiting)} of them passed before")
    faults = set()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for path, found in zip(waiting, pool.map(lambda path: run_tidy(root, build, path), waiting)):
            faults |= set(found)
            if not found:
                remember(build, keys[path])
    return sorted(faults) if keys else ["no source is in compile_commands.json"]


def self_test():
    settings = sources.read(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."), ".clang-tidy")
    good = ("namespace tichu {\nconstexpr int MaxCards = 14;\nclass Hand {\n public:\n  int card_count() const { return size_; }\n"
            " private:\n  int size_ = MaxCards;\n};\nint f(const Hand& hand) { return hand.card_count(); }\n}  // namespace tichu\n")

    def faults(text):
        with sources.Sample({".clang-tidy": settings, "engine/a.cpp": text}) as root:
            commands = [{"directory": root, "file": os.path.join(root, "engine/a.cpp"), "command": "c++ -std=c++20 -c engine/a.cpp"}]
            with open(os.path.join(root, "compile_commands.json"), "w", encoding="utf-8") as file:
                json.dump(commands, file)
            first = check(root, root)
            assert check(root, root) == first, "what failed is looked at again"
            return first

    sources.expect(faults(good))
    for before, after, part in (("size_", "size", "private member 'size'"), ("class Hand", "class hand_t", "'hand_t'"),
                                ("card_count", "cardCount", "'cardCount'"), ("MaxCards", "max_cards", "'max_cards'"),
                                ("constexpr int Max", "int Max", "MaxCards")):
        found = faults(good.replace(before, after))
        assert any(part in fault for fault in found), (part, found)


if __name__ == "__main__":
    sys.exit(sources.main(check, self_test))
