#!/usr/bin/python3
"""No class has more than 25 public functions or more than 300 lines.
No two headers of the arena declare a class of one name: the linker would take one for the other, and say nothing."""
import re
import sys

import sources

MOST_LINES = 300
MOST_FUNCTIONS = 25
FOLDERS = ("engine", "protocol", "sdk", "bots", "arena")
DECLARED = re.compile(r"^(?:class|struct) (\w+)[^;{]*\{", re.M)
HEAD = re.compile(r"(?<!enum )\b(class|struct)\s+(?:\w+::)*(\w+)(?:\s+final)?\s*(?::(?!:)[^;{}]*)?\{")
NO_FUNCTION = re.compile(r"\s*(?:using|friend|static_assert|typedef|enum|class|struct|union)\b")


def end_of_block(text, start):
    """Behind the brace that closes the one at `start`."""
    depth = 0
    for match in re.compile(r"[{}]").finditer(text, start):
        depth += 1 if match.group() == "{" else -1
        if depth == 0:
            return match.end()
    return len(text)


def members(body):
    """The declarations of a class without what stands in braces, each beginning with `public:` or the like where that changes."""
    flat, at = "", 0
    while at < len(body):
        if body[at] == "{":
            at = end_of_block(body, at)
            # What follows a brace of an initialiser goes on; after a function's body something new begins.
            flat += " " if re.match(r"\s*[,;{]", body[at:]) else ";"
        else:
            flat += body[at]
            at += 1
    return flat.split(";")


def without_templates(text):
    while (shorter := re.sub(r"<[^<>]*>", "", text)) != text:
        text = shorter
    return text


def public_functions(kind, name, body):
    """How many functions of a class others may call: without constructors, destructor and operators."""
    public, count = kind == "struct", 0
    for member in members(body):
        for word in re.findall(r"\b(public|protected|private)\s*:(?!:)", member):
            public = word == "public"
        declared = without_templates(re.sub(r"\b(?:public|protected|private)\s*:(?!:)|\[\[\w+\]\]", "", member))
        called = re.match(r"[^=(]*?([~\w]+)\s*\(", declared)
        if public and called and not NO_FUNCTION.match(declared) and called.group(1).strip("~") not in (name, "operator"):
            count += 1
    return count


def classes(text):
    """(name, lines, public functions) of every class of a C++ source."""
    text = sources.without_comments(text)
    for head in HEAD.finditer(text):
        brace = head.end() - 1
        end = end_of_block(text, brace)
        yield head.group(2), text.count("\n", head.start(), end) + 1, public_functions(head.group(1), head.group(2), text[brace + 1:end - 1])


def check(root):
    faults, declared = [], {}
    for path in sources.files(root, sources.CPP, FOLDERS):
        text = sources.read(root, path)
        if path.startswith("arena/") and path.endswith(".h"):
            for name in DECLARED.findall(sources.without_comments(text)):
                first = declared.setdefault(name, path)
                if first != path:
                    faults.append(f"{path}: {name} is a class of {first} too")
        for name, lines, functions in classes(text):
            if lines > MOST_LINES:
                faults.append(f"{path}: {name} has {lines} lines, more than {MOST_LINES}")
            if functions > MOST_FUNCTIONS:
                faults.append(f"{path}: {name} has {functions} public functions, more than {MOST_FUNCTIONS}")
    return faults


def self_test():
    def sample(functions, lines=0):
        return ("class A : public B {\n public:\n  A() : x_{1}, y_(2) {}\n  ~A();\n  A& operator=(const A&) = delete;\n"
                + "".join(f"  std::map<int, int> f{i}(int a = g()) const {{ return {{}}; }}\n" for i in range(functions))
                + "  std::function<void(int)> member = h();\n\n private:\n  void hidden();\n" + "\n" * lines + "  int x_{3};\n};\n")
    with sources.Sample({"arena/a.h": sample(MOST_FUNCTIONS) + "enum class E { F };\nstruct S {\n  int f();\n};\n"}) as root:
        sources.expect(check(root))
    with sources.Sample({"arena/a.h": sample(0), "arena/b.h": "class A;\n", "arena/c.h": "class A final : public B {\n};\n"}) as root:
        sources.expect(check(root), "arena/c.h: A is a class of arena/a.h too")
    with sources.Sample({"arena/a.h": sample(MOST_FUNCTIONS + 1)}) as root:
        sources.expect(check(root), "arena/a.h: A has 26 public functions, more than 25")
    with sources.Sample({"arena/a.h": sample(1, MOST_LINES)}) as root:
        sources.expect(check(root), "lines, more than 300")


if __name__ == "__main__":
    sys.exit(sources.main(check, self_test))
