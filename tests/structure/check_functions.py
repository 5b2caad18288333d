#!/usr/bin/python3
"""No function has more than 60 lines, from the first line of its head to its closing brace; no exceptions."""
import ast
import re
import sys

import sources

LIMIT = 60
NO_FUNCTION = re.compile(r"^(?:(?:\}\s*)?else\b|if\b|for\b|while\b|switch\b|do\b|try\b|catch\b|namespace\b|"
                         r"(?:template\s*<.*>\s*)?(?:class|struct|union|enum)\b|extern\b\s*$|case\b|default\b)", re.S)


def cpp_functions(text):
    """(first line, last line, head) of every block that is a function's body or a lambda's."""
    code = sources.without_comments(text)
    code = re.sub(r"^\s*#.*?(?<!\\)$", lambda match: re.sub(r"[^\n]", " ", match.group(0)), code, flags=re.M | re.S)
    found, blocks, start = [], [], 0
    for place, char in enumerate(code):
        if char == "{":
            head = code[start:place].strip()
            first = code.count("\n", 0, start + len(code[start:place]) - len(code[start:place].lstrip())) + 1
            is_function = "(" in head and not NO_FUNCTION.match(head)
            blocks.append((first, head if is_function else None))
            start = place + 1
        elif char == "}":
            first, head = blocks.pop() if blocks else (0, None)
            if head is not None:
                found.append((first, code.count("\n", 0, place) + 1, " ".join(head.split())))
            start = place + 1
        elif char == ";":
            start = place + 1
    return found


def python_functions(text):
    nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    return [(node.lineno, node.end_lineno, node.name) for node in nodes]


def check(root):
    faults = []
    for path in sources.files(root, sources.CPP + (".py",)):
        text = sources.read(root, path)
        for first, last, head in (python_functions if path.endswith(".py") else cpp_functions)(text):
            if last - first + 1 > LIMIT:
                faults.append(f"{path}:{first}: {last - first + 1} lines: {head[:80]}")
    return faults


def self_test():
    def function(lines):
        return "namespace a {\nint f(int x) {  // {\n" + "  x += '}' + 1'000;\n" * (lines - 2) + "}\n}  // namespace a\n"

    table = "const int Table[] = {\n" + "  1,\n" * 100 + "};\nstruct Long {\n" + "  int f();\n" * 100 + "};\n"
    python = "def f():\n" + "    pass\n" * LIMIT
    with sources.Sample({"engine/a.cpp": function(LIMIT) + table, "tests/b.py": python[:-9]}) as root:
        sources.expect(check(root))
    with sources.Sample({"engine/a.cpp": function(LIMIT + 1)}) as root:
        sources.expect(check(root), "engine/a.cpp:2: 61 lines: int f(int x)")
    with sources.Sample({"tests/b.py": python}) as root:
        sources.expect(check(root), "tests/b.py:1: 61 lines: f")


if __name__ == "__main__":
    sys.exit(sources.main(check, self_test))
