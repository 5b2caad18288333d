#!/usr/bin/python3
"""clang-tidy finds nothing, by the settings of .clang-tidy, in any source of the project, and each source and each header
compiles alone.

    check_tidy.py ROOT BUILD_FOLDER             every source; BUILD_FOLDER has compile_commands.json and the generated headers
    check_tidy.py ROOT BUILD_FOLDER --changed   the sources and headers that differ from the branch `main`, or on `main`
                                                itself what the last commit changed; without git any. Of more than
                                                2 some that their text chooses, as the rest would take too long

The build compiles the sources of a target together (unity builds), so a missing include can hide there; here each is read
alone. A header is read with the source of the same name, which includes it first, or by itself if there is none. What has
passed is remembered in the build folder by its text, that of the headers that it reaches, its flags, the settings and this
check, and is not looked at again until one of them changes."""
import concurrent.futures
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys

import check_layers
import sources

UNITY = re.compile(r"/Unity/unity_\d+_c(xx)?\.cx?x?$")
UNITY_INCLUDE = re.compile(r'^#include "(.*)"', re.M)
HEADERS = "(engine|protocol|sdk|bots|arena|tests|results)/[a-z_/]*[.]h$"
# A source takes up to half a minute of a processor.
MOST_CHANGED = 2
# C has names of its own.
C_FLAGS = ("--checks=-readability-identifier-naming",)
C_HEADERS = ("sdk/plugin_abi.h", "sdk/analyst_abi.h")
# Asserts tell the analyzer what holds. gcc's own warnings are not clang's.
DROPPED_FLAGS = ("-DNDEBUG", "-Werror")
ADDED_FLAGS = ("-Wno-everything",)


def flags_of(entry):
    """What the compiler is told besides the source and its output."""
    words = shlex.split(entry["command"])
    found = []
    for place, word in enumerate(words):
        if word not in ("-o", "-c") and (place == 0 or words[place - 1] not in ("-o", "-c")):
            found.append(word)
    return [word for word in found if word not in DROPPED_FLAGS and not word.startswith("-W")] + list(ADDED_FLAGS)


def compiled_sources(root, build):
    """The flags of each source of the project: those in a unity source have its flags."""
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        entries = json.load(file)
    flags = {}
    for entry in entries:
        paths = [entry["file"]]
        if UNITY.search(entry["file"]):
            with open(entry["file"], encoding="utf-8") as file:
                paths = UNITY_INCLUDE.findall(file.read())
        for path in paths:
            flags.setdefault(os.path.relpath(path, root), flags_of(entry))
    ours = set(sources.files(root, (".c", ".cpp")))
    return {path: found for path, found in flags.items() if path in ours}


def includes(root):
    """The project's headers that each file names; those beside it are named without a folder."""
    known = set(sources.files(root, sources.CPP))
    graph = {}
    for path in known:
        named = [name for kind, name in check_layers.INCLUDE.findall(sources.read(root, path)) if kind == '"']
        beside = [os.path.join(os.path.dirname(path), name) for name in named]
        graph[path] = [name if name in known else near for name, near in zip(named, beside) if name in known or near in known]
    return graph


def with_headers(flags, graph):
    """Adds the headers that no source of the same name includes first, with the flags of a source that reaches them."""
    found = dict(flags)
    for path in sorted(flags, key=lambda path: (path.startswith("tests/"), path)):
        for header in check_layers.reached(graph, path):
            if os.path.splitext(header)[0] + ".cpp" not in flags and header not in C_HEADERS:
                found.setdefault(header, flags[path] + ["-x", "c++"])
    return found


def git(root, *arguments):
    run = subprocess.run(["git", "-c", "safe.directory=*", *arguments], cwd=root, text=True, capture_output=True, check=False)
    return run.stdout.strip() if run.returncode == 0 else None


def changed_since_main(root):
    """The files that differ from where the branch left `main`; None if git cannot tell."""
    head = git(root, "rev-parse", "HEAD") if shutil.which("git") else None
    if not head:
        return None
    bases = [git(root, "merge-base", "HEAD", name) for name in ("origin/main", "main")]
    base = next((base for base in bases if base and base != head), None) or git(root, "rev-parse", "HEAD~1")
    tracked, new = git(root, "diff", "--name-only", base), git(root, "ls-files", "--others", "--exclude-standard")
    return None if base is None or tracked is None or new is None else set((tracked + "\n" + new).split("\n"))


def chosen(flags, changed):
    """Of the files with these flags those that changed; a header with a source of its name is read with that."""
    if changed is None:
        return sorted(flags)
    own = {os.path.splitext(path)[0] + ".cpp" for path in changed if path.endswith(".h")}
    return sorted(path for path in flags if path in changed or path in own)


def key_of(root, path, flags, graph):
    key = hashlib.sha256(repr(flags).encode())
    settings = [os.path.join(folder, ".clang-tidy") for folder in ("", "tests", "results/experiments") if path.startswith(folder)]
    for file in settings + [os.path.abspath(__file__), path] + sorted(check_layers.reached(graph, path)):
        if os.path.exists(os.path.join(root, file)):
            with open(os.path.join(root, file), "rb") as opened:
                key.update(path.encode() + opened.read())
    return key.hexdigest()


def run_tidy(root, commands, path):
    run = subprocess.run(["clang-tidy", "--quiet", "-p", commands, f"--header-filter={HEADERS}", "--warnings-as-errors=*",
                          *(C_FLAGS if path.endswith(".c") else ()), os.path.join(root, path)],
                         cwd=root, text=True, capture_output=True, check=False)
    found = [line.removeprefix(root + "/") for line in run.stdout.splitlines() if ": error: " in line or ": warning: " in line]
    if not found and run.returncode != 0:
        return [f"{path}: clang-tidy failed: {run.stderr[-500:]}"]
    return [line for line in found if line.split(":")[0] not in C_HEADERS]


def check(root, build, which=None):
    if not shutil.which("clang-tidy"):
        return ["clang-tidy is not installed: apt-get install clang-tidy"]
    root, build = os.path.abspath(root), os.path.abspath(build)
    graph = includes(root)
    flags = with_headers(compiled_sources(root, build), graph)
    looked_at = chosen(flags, changed_since_main(root) if which == "--changed" else None)
    if which == "--changed" and len(looked_at) > MOST_CHANGED:
        print(f"{MOST_CHANGED} of {len(looked_at)} that changed; the others are left to the check of every source")
        looked_at = sorted(looked_at, key=lambda path: key_of(root, path, flags[path], graph))[:MOST_CHANGED]
    passed = os.path.join(build, "tidy")
    os.makedirs(passed, exist_ok=True)
    with open(os.path.join(passed, "compile_commands.json"), "w", encoding="utf-8") as file:
        json.dump([{"directory": build, "file": os.path.join(root, path), "arguments": flags[path] + ["-c", os.path.join(root, path)]}
                   for path in looked_at], file)
    keys = {path: os.path.join(passed, key_of(root, path, flags[path], graph)) for path in looked_at}
    waiting = [path for path in looked_at if not os.path.exists(keys[path])]
    print(f"{len(flags)} files, {len(looked_at)} to be looked at, {len(looked_at) - len(waiting)} of them passed before")
    faults = set()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for path, found in zip(waiting, pool.map(lambda path: run_tidy(root, passed, path), waiting)):
            faults |= set(found)
            if not found:
                open(keys[path], "w", encoding="utf-8").close()
    return sorted(faults) if flags else ["no source is in compile_commands.json"]


GOOD = """#include "engine/hand.h"
namespace tichu {
int f(const Hand& hand) { return hand.card_count(); }
}  // namespace tichu
"""
GOOD_HEADER = """#pragma once
namespace tichu {
constexpr int MaxCards = 14;
class Hand {
 public:
  int card_count() const { return size_; }

 private:
  int size_ = MaxCards;
};
}  // namespace tichu
"""


def faults_of_sample(files, unity):
    settings = sources.read(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."), ".clang-tidy")
    with sources.Sample({".clang-tidy": settings, **files}) as root:
        compiled = sorted(os.path.join(root, path) for path in files if path.endswith(".cpp"))
        if unity:
            compiled = [os.path.join(root, "build/x.dir/Unity/unity_0_cxx.cxx")]
            os.makedirs(os.path.dirname(compiled[0]))
            with open(compiled[0], "w", encoding="utf-8") as file:
                file.writelines(f'#include "{os.path.join(root, path)}"\n' for path in files if path.endswith(".cpp"))
        commands = [{"directory": root, "file": path, "command": f"c++ -I{root} -std=c++20 -o x.o -c {path}"} for path in compiled]
        with open(os.path.join(root, "compile_commands.json"), "w", encoding="utf-8") as file:
            json.dump(commands, file)
        first = check(root, root)
        assert check(root, root) == first, "what failed is looked at again"
        return first


def self_test():
    good = {"engine/a.cpp": GOOD, "engine/hand.h": GOOD_HEADER}
    sources.expect(faults_of_sample(good, False))
    long_function = "int g(int x) {\n" + "  ++x;\n" * 61 + "  return x;\n}\n"
    for path, before, after, part in (
            ("engine/hand.h", "size_", "size", "private member 'size'"), ("engine/hand.h", "class Hand", "class hand_t", "'hand_t'"),
            ("engine/hand.h", "card_count", "cardCount", "'cardCount'"), ("engine/hand.h", "MaxCards", "max_cards", "'max_cards'"),
            ("engine/hand.h", "constexpr int Max", "int Max", "MaxCards"),
            ("engine/a.cpp", "}  //", long_function + "}  //", "readability-function-size")):
        found = faults_of_sample({**good, path: good[path].replace(before, after)}, False)
        assert any(part in fault for fault in found), (part, found)
    # Compiled together with another source, or before it in a header's users, the include would not be missed.
    lacking = {**good, "engine/b.cpp": GOOD.replace('#include "engine/hand.h"\n', "").replace("f(", "h(")}
    found = faults_of_sample(lacking, True)
    assert any("engine/b.cpp:2" in fault for fault in found), found
    found = faults_of_sample({**good, "engine/c.cpp": '#include "engine/hand.h"\n#include "engine/lacking.h"\n',
                              "engine/lacking.h": "#pragma once\nint count(const tichu::Hand& hand);\n"}, True)
    assert any("engine/lacking.h:2" in fault for fault in found), found
    flags = {path: [] for path in ("engine/a.cpp", "engine/a.h", "engine/b.cpp", "engine/c.h")}
    assert chosen(flags, {"engine/c.h", "engine/b.h", "README.md"}) == ["engine/b.cpp", "engine/c.h"]


if __name__ == "__main__":
    sys.exit(sources.main(check, self_test))
