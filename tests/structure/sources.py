"""What the structure checks share: finding the project's files, reading C++ without comments, and the command line."""
import os
import re
import sys
import tempfile

CPP = (".h", ".cpp", ".c")
SKIPPED = {"build", "__pycache__", ".git"}


def files(root, endings, folders=("engine", "protocol", "sdk", "bots", "arena", "tests", "results/experiments")):
    """Paths below the root, with `/`, of the project's files with these endings, sorted."""
    found = []
    for folder in folders:
        for place, below, names in os.walk(os.path.join(root, folder)):
            below[:] = [name for name in below if name not in SKIPPED and not name.startswith(".")]
            found += [os.path.relpath(os.path.join(place, name), root) for name in names if name.endswith(endings)]
    return sorted(found)


def read(root, path):
    with open(os.path.join(root, path), encoding="utf-8") as file:
        return file.read()


def marked_lines(text):
    """Each line of a Markdown document, and whether it is code, fenced or indented; without the fences."""
    fenced = False
    for line in text.split("\n"):
        if line.startswith("```"):
            fenced = not fenced
        else:
            yield line, fenced or line.startswith("    ")


TOKENS = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.S)


def without_comments(text):
    """C++ with comments and the contents of literals blanked; line numbers stay."""
    def blank(match):
        token = match.group(0)
        if token.startswith("'") and text[max(0, match.start() - 1)].isalnum():
            return token  # the ' in 10'000
        return re.sub(r"[^\n]", " ", token)
    return TOKENS.sub(blank, text)


class Sample:
    """A small tree to prove a check on: `with Sample({"engine/x.h": "..."}) as root`."""

    def __init__(self, contents):
        self.contents = contents

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        for path, text in self.contents.items():
            full = os.path.join(self.folder.name, path)
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, "w", encoding="utf-8") as file:
                file.write(text)
        return self.folder.name

    def __exit__(self, *_):
        self.folder.cleanup()


def expect(faults, *parts):
    """Asserts that there is one fault for each part and that it holds the part's text."""
    assert len(faults) == len(parts), f"wanted {len(parts)} faults, found: {faults}"
    for fault, part in zip(faults, parts):
        assert part in fault, f"{part!r} is not in {fault!r}"


def expect_each(check, good, cases):
    """Asserts that the check passes the tree `good`, and for each case of a path, its text in place of the good one and a
    part, that it finds one fault, which holds the part."""
    with Sample(good) as root:
        expect(check(root))
    for path, text, part in cases:
        with Sample({**good, path: text}) as root:
            expect(check(root), part)


def main(check, self_test):
    """`check_x.py ROOT [...]` prints the faults and fails if there are any; `check_x.py --self-test` proves the check."""
    if sys.argv[1:] == ["--self-test"]:
        self_test()
        print("the check passes what is right and finds what is wrong")
        return 0
    faults = check(*sys.argv[1:])
    for fault in faults:
        print(fault)
    print(f"{len(faults)} faults")
    return 1 if faults else 0
