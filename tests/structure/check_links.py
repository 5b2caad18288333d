#!/usr/bin/python3
"""Every link of a document leads to a file of the project and to a heading of it, and a page that a document names is linked.

Links to the web are not followed. Bots' starters are copied out of the project, and so are their pages: they link to nothing."""
import os
import re
import sys

import sources

FOLDERS = (".github", "engine", "protocol", "sdk", "bots", "arena", "tests", "results")
COPIED = "sdk/starter/"
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
NAMED_PAGE = re.compile(r"(?<!\[)`([\w/.]+\.md)`")
HEADING = re.compile(r"^#+ (.*)$", re.M)


def prose(text):
    return "\n".join(line for line, is_code in sources.marked_lines(text) if not is_code)


def anchors(text):
    """What stands behind # for each heading, as GitHub makes it: numbered from the second of the same on."""
    found = set()
    for heading in HEADING.findall(prose(text)):
        anchor = first = re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
        number = 0
        while anchor in found:
            number += 1
            anchor = f"{first}-{number}"
        found.add(anchor)
    return found


def leads_nowhere(root, page, target):
    """What is wrong with a link of the page, or None."""
    if re.match(r"https?://", target):
        return None
    path, _, anchor = target.partition("#")
    full = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
    if not os.path.exists(os.path.join(root, full)):
        return f"there is no {full}"
    if anchor and anchor not in anchors(sources.read(root, full)):
        return f"{full} has no heading #{anchor}"
    return None


def page_named(root, page, name):
    """The page that is meant if a page names it: from its own folder, the project's or the arena's. None if it is none, or itself."""
    for base in (os.path.dirname(page), "", "arena"):
        path = os.path.normpath(os.path.join(base, name))
        if os.path.exists(os.path.join(root, path)):
            return None if path == page else path
    return None


def check(root):
    faults, count = [], 0
    pages = [page for page in sources.files(root, (".md",), FOLDERS) if not page.startswith(COPIED)]
    for page in ["README.md", *pages]:
        text = prose(sources.read(root, page))
        for target in LINK.findall(text):
            count += 1
            fault = leads_nowhere(root, page, target)
            if fault:
                faults.append(f"{page}: the link {target}: {fault}")
        for name in NAMED_PAGE.findall(text):
            meant = page_named(root, page, name)
            if meant:
                faults.append(f"{page}: it names {name} and does not link to {meant}")
    print(f"{count} links")
    return faults


def self_test():
    good = {"README.md": "# The top\n# In C++\n# In C\n[two](#the-top), [C](#in-c-1), [wing](arena/README.md#one-wing), [web](https://example.org/x)\n```\n[no](link)\n```\n",
            "arena/README.md": "## One wing\nSee [`PAGE.md`](PAGE.md).\n\n    cat `PAGE.md`\n", "arena/PAGE.md": "This is `PAGE.md`, of `MISSING.md`.\n",
            "sdk/starter/README.md": "See `README.md`.\n"}
    sources.expect_each(check, good, (("README.md", "[x](arena/GONE.md)\n", "there is no arena/GONE.md"),
                                      ("README.md", "[x](arena/README.md#two)\n", "arena/README.md has no heading #two"),
                                      ("README.md", "[x](#no)\n", "README.md has no heading #no"),
                                      ("README.md", "See `arena/PAGE.md`.\n", "does not link to arena/PAGE.md"),
                                      ("README.md", "See `PAGE.md`.\n", "does not link to arena/PAGE.md")))


if __name__ == "__main__":
    sys.exit(sources.main(check, self_test))
