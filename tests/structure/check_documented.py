#!/usr/bin/python3
"""More than 90 % of what public headers declare, types and functions, has a comment: above it, at its end, or above the
group of declarations without a blank line between in which it stands. A function whose body stands on its own line says
there what it does and is not counted; constructors and operators are not either."""
import re
import sys

import sources

LEAST = 0.90
FOLDERS = ("engine", "protocol", "sdk", "arena")
TYPE = re.compile(r"^(?:template\s*<.*>\s*)?(?:class|struct|enum(?: class)?|union)\s+(\w+)[^;]*\{?$")
FUNCTION = re.compile(r"^(?!return\b|if\b|for\b|while\b|switch\b|else\b|case\b|static_assert|using\b|typedef\b|friend\b|#|assert\b)"
                      r"[\w:<>,&*\[\]\s~]*?\b(~?\w+)\s*\(")
UNCOUNTED = re.compile(r"\boperator\b|= default|= delete|\boverride\b|\{.*\}$")


def declarations(text):
    """(line, name, documented) for the types and functions that a header shows to its users."""
    code = sources.without_comments(text).split("\n")
    lines = text.split("\n")
    found, depth, scopes, documented_above, statement_begins = [], 0, [], False, True
    for number, (raw, line) in enumerate(zip(lines, (item.strip() for item in code)), 1):
        comment = raw.strip().startswith(("//", "/*", "*"))
        if comment or not raw.strip():
            documented_above = comment
        if re.match(r"(public|private|protected):", line) and scopes:
            scopes[-1] = (scopes[-1][0], line.startswith("public"))
        countable = depth == len(scopes) and all(public for _, public in scopes)
        type_match = TYPE.match(line)
        function = FUNCTION.match(line)
        if countable and statement_begins and (type_match or function) and not UNCOUNTED.search(line):
            name = (type_match or function).group(1)
            is_constructor = scopes and name.lstrip("~") == scopes[-1][0]
            if not is_constructor and not (type_match and line.endswith(";")):
                found.append((number, name, documented_above or "//" in raw))
        if type_match and line.endswith("{") or re.match(r"(namespace\b.*|extern\b.*)\{$", line):
            is_class = bool(type_match) and "class " in line and "enum" not in line
            scopes.append((type_match.group(1) if type_match else "", not is_class))
        if line:
            statement_begins = line[-1] in ";{}" or line.startswith(("#", "template", "public:", "private:", "protected:"))
        depth += line.count("{") - line.count("}")
        while len(scopes) > depth:
            scopes.pop()
    return found


def check(root):
    documented, without = 0, []
    for path in sources.files(root, (".h",), FOLDERS):
        for line, name, has_comment in declarations(sources.read(root, path)):
            documented += has_comment
            without += [] if has_comment else [f"{path}:{line}: {name} has no comment"]
    total = documented + len(without)
    share = documented / total if total else 0
    print(f"{documented} of {total} declarations have a comment ({100 * share:.1f} %)")
    return without if share <= LEAST else []


SAMPLE = """#pragma once
namespace tichu {
/// A card.
class Card {
 public:
  Card() = default;
  /// Its rank.
  int rank() const;
  int suit() const { return suit_; }
  bool is_special() const;  ///< Mahjong and so on

  %s
 private:
  int hidden();
  int suit_ = 0;
};
}  // namespace tichu
"""


def self_test():
    assert [name for _, name, _ in declarations(SAMPLE)] == ["Card", "rank", "is_special"]
    assert all(has_comment for _, _, has_comment in declarations(SAMPLE))
    with sources.Sample({"engine/card.h": SAMPLE % ""}) as root:
        sources.expect(check(root))
    with sources.Sample({"engine/card.h": SAMPLE % "int bare();"}) as root:
        sources.expect(check(root), "engine/card.h:12: bare has no comment")


if __name__ == "__main__":
    sys.exit(sources.main(check, self_test))
