"""Builds and runs the test cases that have all these words in their names, in any language.

    sh tests/one.sh [--list] [--no-build] WORD...

A case is named Suite.Name (GoogleTest), Class.test_name (unittest) or as in ctest (all other tests). Upper and lower case are
the same. With --list the names are printed and nothing is run; with --no-build nothing is built before. Exit codes: 0 passed,
1 failed, 2 no case or more than 20 cases have these words. Cases that the machine cannot run are skipped, as in ctest.
"""
import argparse
import collections
import difflib
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "release"
MOST = 20
SKIPPED = 77
# kind: gtest, unittest or ctest; place: the program, the script, or the name again.
Case = collections.namedtuple("Case", "name kind place")


def programs_of_sources(tests=ROOT / "tests"):
    """The test program that each C++ source is part of, read from the CMakeLists.txt that lists it."""
    found = {}
    for lists in tests.rglob("CMakeLists.txt"):
        program = None
        for begun, source in re.findall(r"(?:tichu_add_gtest|add_executable)\(\s*([\w${}]+)|([\w./-]+\.cpp)\b", lists.read_text(encoding="utf-8")):
            program = begun or program
            if source:
                found[(lists.parent / source).resolve()] = program
    return found


def cases_of_sources(tests=ROOT / "tests"):
    """All cases of GoogleTest and unittest, read from the sources."""
    programs = programs_of_sources(tests)
    for source in sorted(tests.rglob("*_test.cpp")):
        for suite, name in re.findall(r"^(?:TYPED_)?TEST(?:_[FP])?\((\w+),\s*(\w+)\)", source.read_text(encoding="utf-8"), re.M):
            yield Case(f"{suite}.{name}", "gtest", programs[source])
    for source in sorted(tests.rglob("*_test.py")):
        group = ""
        for line in source.read_text(encoding="utf-8").splitlines():
            began = re.match(r"class (\w+)|    def (test_\w+)", line)
            if began and began[1]:
                group = began[1]
            elif began:
                yield Case(f"{group}.{began[2]}", "unittest", source)


def ctests():
    """The tests of ctest by name: their command, folder, environment and labels."""
    shown = subprocess.run(["ctest", "--test-dir", BUILD, "--show-only=json-v1"], capture_output=True, text=True, check=True)
    found = {}
    for test in json.loads(shown.stdout)["tests"]:
        properties = {entry["name"]: entry["value"] for entry in test["properties"]}
        found[test["name"]] = (test.get("command", []), properties)
    return found


def build(*targets):
    jobs = str(len(os.sched_getaffinity(0)))
    subprocess.run(["cmake", "--build", BUILD, "-j", jobs, *(["--target", *targets] if targets else [])], cwd=ROOT, check=True)


def run_unittest(script, names, tests):
    """Runs these cases of a script as each of its tests of ctest does: those of the tier `all` only if there is no other."""
    running = [test for test in tests.values() if str(script) in test[0]]
    if not running:
        sys.exit(f"tests/one.sh: {script.relative_to(ROOT)} is no test here: what it needs is not installed (tests/run.sh installs it)")
    chosen = [word for name in names for word in ("-k", f"*{name}")]
    codes = []
    for command, properties in [test for test in running if "all" not in test[1]["LABELS"]] or running:
        environment = dict(os.environ, **dict(entry.split("=", 1) for entry in properties.get("ENVIRONMENT", [])))
        codes.append(subprocess.run([*command, *chosen], cwd=properties["WORKING_DIRECTORY"], env=environment, check=False).returncode)
    return codes


def run(chosen, tests, builds):
    """Runs the cases, one process a program or script; True if none failed."""
    groups = collections.defaultdict(list)
    for case in chosen:
        groups[case.kind, case.place].append(case.name)
    programs = [place for kind, place in groups if kind == "gtest"]
    if builds:
        build(*(programs if len(programs) == len(groups) else []))
    codes = []
    for (kind, place), names in groups.items():
        if kind == "gtest":
            pattern = ":".join(f"{name}:*/{name}/*:{name.replace('.', '/*.')}" for name in names)
            codes.append(subprocess.run([BUILD / "bin" / place, f"--gtest_filter={pattern}"], cwd=BUILD, check=False).returncode)
        elif kind == "unittest":
            codes += run_unittest(place, names, tests)
        else:
            pattern = "|".join(map(re.escape, names))
            codes.append(subprocess.run(["ctest", "--test-dir", BUILD, "--output-on-failure", "-R", f"^({pattern})$"],
                                        check=False).returncode)
    return all(code in (0, SKIPPED) for code in codes)


def choose(words, cases):
    """The cases with all words in their names; exits if there are none, with the most similar names."""
    chosen = [case for case in cases if all(word.lower() in case.name.lower() for word in words)]
    if not chosen:
        alike = difflib.get_close_matches("".join(words).lower(), {case.name.lower(): 0 for case in cases}, 5, 0.7)
        names = [case.name for case in cases if case.name.lower() in alike]
        print("\n  ".join([f"tests/one.sh: no test case has {' and '.join(words)} in its name",
                            *(["similar names:"] + names if names else [])]), file=sys.stderr)
        sys.exit(2)
    return chosen


def main():
    parser = argparse.ArgumentParser(prog="tests/one.sh", description=__doc__.splitlines()[0])
    parser.add_argument("--list", action="store_true", help="print the names of the cases, run nothing")
    parser.add_argument("--no-build", action="store_true", help="run what was built before")
    parser.add_argument("words", nargs="+", metavar="WORD")
    given = parser.parse_args()
    if not (BUILD / "CTestTestfile.cmake").exists():
        subprocess.run(["cmake", "--preset", "release", "-DBUILD_TESTING=ON"], cwd=ROOT, check=True)
    tests = ctests()
    cases = list(cases_of_sources())
    known = {str(case.place) for case in cases} | {case.name for case in cases}
    # What is neither of both: checks, scripts in sh, fuzzers, benchmarks.
    cases += [Case(name, "ctest", name) for name, (command, _) in tests.items()
              if not any(word in known or os.path.basename(word) in known for word in command)]
    chosen = choose(given.words, cases)
    if given.list:
        print("\n".join(case.name for case in chosen))
        return
    if len(chosen) > MOST:
        print("\n  ".join([f"tests/one.sh: {len(chosen)} cases have these words; name at most {MOST}:",
                            *(case.name for case in chosen)]), file=sys.stderr)
        sys.exit(2)
    sys.exit(not run(chosen, tests, not given.no_build))


if __name__ == "__main__":
    main()
