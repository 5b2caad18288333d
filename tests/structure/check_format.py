#!/usr/bin/python3
"""Every C++ and TypeScript source is laid out as clang-format lays it out with the .clang-format of the project, and no line of
TypeScript, which clang-format cannot always break, has more than 120 columns."""
import os
import shutil
import subprocess
import sys

import sources

COLUMNS = 120

def check(root):
    if not shutil.which("clang-format"):
        return ["clang-format is not installed: apt-get install clang-format"]
    paths = sources.files(root, sources.CPP + (".ts",))
    run = subprocess.run(["clang-format", "--dry-run", "--Werror", "--style=file"] + paths, cwd=root, text=True,
                         capture_output=True, check=False)
    faults = [line for line in run.stderr.splitlines() if ": error: " in line]
    if run.returncode != 0 and not faults:
        return [run.stderr]
    for path in sources.files(root, (".ts",)):
        for number, line in enumerate(sources.read(root, path).split("\n"), 1):
            faults += [f"{path}:{number}: {len(line)} columns"] if len(line) > COLUMNS else []
    return faults


def self_test():
    style = sources.read(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."), ".clang-format")
    with sources.Sample({".clang-format": style, "engine/a.h": "int f(int x);\n"}) as root:
        sources.expect(check(root))
    with sources.Sample({".clang-format": style, "engine/a.h": "int f( int x );\n"}) as root:
        faults = check(root)
        assert faults and "engine/a.h:1" in faults[0], faults
    with sources.Sample({".clang-format": style, "arena/a.ts": "const a = f( 1 );\n"}) as root:
        faults = check(root)
        assert faults and "arena/a.ts:1" in faults[0], faults
    with sources.Sample({".clang-format": style, "arena/a.ts": f'const a =\n  "{COLUMNS * "x"}";\n'}) as root:
        sources.expect(check(root), "arena/a.ts:2: 125 columns")


if __name__ == "__main__":
    sys.exit(sources.main(check, self_test))
