#!/usr/bin/python3
"""Every C++ or Python example in a README stands, line for line, in a source that the build or a test uses."""
import re
import sys

import check_readme_commands
import sources

BLOCK = re.compile(r"^```(cpp|python)\n(.*?)^```", re.M | re.S)


def stripped(text):
    return "\n" + "\n".join(line.strip() for line in text.split("\n") if line.strip()) + "\n"


def check(root):
    texts = [stripped(sources.read(root, path)) for path in sources.files(root, sources.CPP + (".py",))]
    faults, count = [], 0
    for readme in check_readme_commands.readmes(root):
        for match in BLOCK.finditer(sources.read(root, readme)):
            count += 1
            if not any(stripped(match.group(2)) in text for text in texts):
                faults.append(f"{readme}: this example is in no source:\n{match.group(2)}")
    print(f"{count} examples")
    return faults if count else ["no README has an example"]


def self_test():
    source = "int main() {\n  run(1);\n\n  run(2);\n}\n"
    with sources.Sample({"engine/README.md": "```cpp\nrun(1);\nrun(2);\n```\n", "tests/a.cpp": source}) as root:
        sources.expect(check(root))
    with sources.Sample({"engine/README.md": "```cpp\nrun(2);\nrun(1);\n```\n", "tests/a.cpp": source}) as root:
        sources.expect(check(root), "engine/README.md: this example is in no source")
    with sources.Sample({"engine/README.md": "Nothing.\n", "tests/a.cpp": source}) as root:
        sources.expect(check(root), "no README has an example")


if __name__ == "__main__":
    sys.exit(sources.main(check, self_test))
