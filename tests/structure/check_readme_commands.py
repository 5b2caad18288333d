#!/usr/bin/python3
"""The commands of the READMEs work: those of each README that runs tichu-arena are run in their order, in a folder of their own
that looks like the project's after a build, so that nothing is left behind.

    check_readme_commands.py ROOT BUILD_FOLDER [--brief]

With `--brief` matches, analyses, checks and tests of changes are shorter than the READMEs say. A test that is cut short may end
undecided.
Not run are set-up and building of the project itself, which the test's being here has proven. `/tmp` in a command is a
temporary folder. A command must succeed unless its comment says `# exit 1`."""
import glob
import os
import re
import subprocess
import sys
import tempfile

import sources

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from patience import patient_line  # noqa: E402

PROGRAM = "tichu-arena"
RUN = {PROGRAM, "build/release/bin/" + PROGRAM, "/tmp/arena/bin/" + PROGRAM, "/usr/bin/python3", "cp", "mkdir", "cmake", "echo",
       "printf", "cat", "sed"}
TEMPORARY = re.compile(r"/tmp(?=/|\s|$)")
# Their commands take minutes: tests/sdk/native/document_test.py and tests/arena/commands/benchmark_test.py run them, shortened.
RUN_ELSEWHERE = {"sdk/python/README.md", "results/benchmark/README.md"}
OWN_BUILD = re.compile(r"^cmake --(preset|build --preset|workflow)")
SECONDS = int(os.environ.get("TICHU_LONGEST_WAIT", "600"))
# What is longer in a README than it must be to prove that the command works.
MOST = {"play": {"deals": 20}, "tournament": {"deals": 20}, "analyse": {"simulations": 30, "rounds": 4}, "check": {"rounds": 5},
        "test": {"max-boards": 64}}
# Whose numbers are large even if the README names none.
NAMED_IN_BRIEF = ("analyse", "check", "test")
# Which flags cannot be named beside it.
EXCLUDED_BY = {"simulations": ("seconds",)}
UNDECIDED = 4


def code_lines(text):
    """The lines of fenced and indented code blocks, continued lines joined."""
    lines = [line.strip() for line, is_code in sources.marked_lines(text) if is_code]
    return re.sub(r"\\\n\s*", "", "\n".join(lines)).split("\n")


def commands(text):
    found = [line.removeprefix("$ ") for line in code_lines(text)]
    found = [line for line in found if line.split(" ")[0] in RUN and not OWN_BUILD.match(line)]
    return found if any(PROGRAM in line.split(" ")[0] for line in found) else []


def readmes(root):
    paths = [os.path.relpath(path, root) for depth in ("", "*/", "*/*/", "*/*/*/") for path in glob.glob(f"{root}/{depth}README.md")]
    return [path for path in sorted(paths) if not path.startswith("build/")]


def make_project(root, build, place):
    """A folder that looks like the project's, with the build where the READMEs say it is and no results."""
    for name in os.listdir(root):
        if name not in ("build", "results") and not name.startswith("."):
            os.symlink(os.path.join(root, name), os.path.join(place, name))
    os.makedirs(os.path.join(place, "build"))
    os.makedirs(os.path.join(place, "results"))
    os.symlink(os.path.abspath(build), os.path.join(place, "build/release"))


def shortened(command):
    """The command with no number above those of MOST, if it is one of these."""
    for name, most in MOST.items():
        begin = f"{PROGRAM} {name} "
        if begin not in command:
            continue
        for flag, number in most.items():
            told = any(f"--{other} " in command for other in (flag, *EXCLUDED_BY.get(flag, ())))
            if not told and name in NAMED_IN_BRIEF:
                command = command.replace(begin, f"{begin}--{flag} {number} ")
            command = re.sub(rf"(--{flag} )(\d+)", lambda found, number=number: found[1] + str(min(int(found[2]), number)), command)
    return command


def run(command, place, temporary, brief=False):
    """Why the command is wrong, or None."""
    wanted = re.search(r"# exit (\d+)", command)
    command = shortened(command) if brief else command
    environment = dict(os.environ, PATH=f"{place}/build/release/bin:{os.environ['PATH']}")
    try:
        done = subprocess.run(["sh", "-c", patient_line(TEMPORARY.sub(temporary, command))], cwd=place, env=environment, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS,
                              check=False)
    except subprocess.TimeoutExpired:
        return f"takes longer than {SECONDS} s"
    if done.returncode == (int(wanted.group(1)) if wanted else 0):
        return None
    if brief and f"{PROGRAM} test " in command and done.returncode == UNDECIDED and "undecided" in done.stdout:
        return None
    return f"ends with exit code {done.returncode}: {done.stdout[-600:]}"


def check(root, build, length=None):
    root, faults, count = os.path.abspath(root), [], 0
    for readme in readmes(root):
        if readme in RUN_ELSEWHERE:
            continue
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o755)  # as /tmp is: a root's bots run as nobody, who must come to their folder
            place, temporary = os.path.join(folder, "project"), os.path.join(folder, "tmp")
            os.makedirs(place)
            os.makedirs(temporary)
            make_project(root, build, place)
            for command in commands(sources.read(root, readme)):
                count += 1
                fault = run(command, place, temporary, length == "--brief")
                faults += [f"{readme}: {command}\n    {fault}"] if fault else []
    print(f"{count} commands run")
    return faults if count else ["no README runs tichu-arena"]


def self_test():
    program = "#!/bin/sh\necho \"$@\" >> results/log\n[ \"$1\" != fail ]\n"
    def faults(readme):
        with sources.Sample({"README.md": readme, "out/bin/tichu-arena": program}) as root:
            os.chmod(os.path.join(root, "out/bin/tichu-arena"), 0o755)
            found = check(root, os.path.join(root, "out"))
            assert sorted(os.listdir(root)) == ["README.md", "out"], "something was left"
            return found
    sources.expect(faults("```sh\n$ tichu-arena play a b \\\n  --deals 3\ncat results/log\n```\n"))
    sources.expect(faults("    cmake --preset release\n    build/release/bin/tichu-arena play\n    tichu-arena fail  # exit 1\n"))
    copied = "    cp README.md /tmp/x\n    cp README.md /tmp\n"
    sources.expect(faults(copied + "    tichu-arena fail\n    cat /tmp/x /tmp/README.md\n"), "ends with exit code 1")
    sources.expect(faults("    tichu-arena play\n    cat missing\n"), "README.md: cat missing")
    assert shortened("tichu-arena play a b --deals 200 --seed 7") == "tichu-arena play a b --deals 20 --seed 7"
    assert shortened("tichu-arena test a b --max-boards 9 --json") == "tichu-arena test a b --max-boards 9 --json"
    assert shortened("tichu-arena check a") == "tichu-arena check --rounds 5 a"
    assert shortened("tichu-arena analyse a --seconds 5") == "tichu-arena analyse --rounds 4 a --seconds 5"
    with tempfile.TemporaryDirectory() as folder:
        for said, brief, right in (("undecided", True, True), ("undecided", False, False), ("no such bot", True, False)):
            command = f"echo {said}; exit {UNDECIDED}; tichu-arena test a b"
            assert (run(command, folder, folder, brief) is None) == right, (said, brief)
    sources.expect(faults("In prose, tichu-arena fail is not run.\n"), "no README runs")


if __name__ == "__main__":
    sys.exit(sources.main(check, self_test))
