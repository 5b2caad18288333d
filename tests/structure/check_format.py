#!/usr/bin/python3
"""Every C++ source is laid out as clang-format lays it out with the .clang-format of the project."""
import os
import shutil
import subprocess
import sys

import sources


def check(root):
    if not shutil.which("clang-format"):
        return ["clang-format is not installed: apt-get install clang-format"]
    paths = sources.files(root, sources.CPP)
    run = subprocess.run(["clang-format", "--dry-run", "--Werror", "--style=file"] + paths, cwd=root, text=True,
                         capture_output=True, check=False)
    faults = [line for line in run.stderr.splitlines() if ": error: " in line]
    return faults or ([] if run.returncode == 0 else [run.stderr])


def self_test():
    style = sources.read(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."), ".clang-format")
    with sources.Sample({".clang-format": style, "engine/a.h": "int f(int x);\n"}) as root:
        sources.expect(check(root))
    with sources.Sample({".clang-format": style, "engine/a.h": "int f( int x );\n"}) as root:
        faults = check(root)
        assert faults and "engine/a.h:1" in faults[0], faults


if __name__ == "__main__":
    sys.exit(sources.main(check, self_test))
