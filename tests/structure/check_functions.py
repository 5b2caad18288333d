#!/usr/bin/python3
"""No function in Python has more than 60 lines; in C++ clang-tidy counts them (check_tidy.py)."""
import ast
import sys

import sources

LIMIT = 60


def functions(text):
    """(first line, last line, name) of every function."""
    nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    return [(node.lineno, node.end_lineno, node.name) for node in nodes]


def check(root):
    return [f"{path}:{first}: {last - first + 1} lines: {name}" for path in sources.files(root, (".py",))
            for first, last, name in functions(sources.read(root, path)) if last - first + 1 > LIMIT]


def self_test():
    python = "def f():\n" + "    pass\n" * LIMIT
    with sources.Sample({"tests/b.py": python[:-9]}) as root:
        sources.expect(check(root))
    with sources.Sample({"tests/b.py": python}) as root:
        sources.expect(check(root), "tests/b.py:1: 61 lines: f")


if __name__ == "__main__":
    sys.exit(sources.main(check, self_test))
