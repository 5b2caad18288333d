#!/usr/bin/python3
"""Writes a C++ source with the documents that a ladder serves: their texts, and Markdown as HTML too, by cmark-gfm.

    write_documents.py OUTPUT AGENTS NAME=FILE...

Links between them lead to `/docs/NAME`. Links to other files, which a ladder does not serve, become plain text. AGENTS is the
text for programs that write bots, as new-bot has it.
"""
import html
import os
import re
import subprocess
import sys


def slug(heading):
    """The anchor of a heading, as code hosts make it."""
    plain = html.unescape(re.sub(r"<[^>]*>", "", heading)).strip().lower()
    return re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")


def relinked(page, folder, names):
    """HTML whose links lead to served documents or to other sites. `names`: by real path."""
    def link(found):
        address, text = found.groups()
        if re.match(r"https?://|#", address):
            return found.group(0)
        path, _, anchor = html.unescape(address).partition("#")
        name = names.get(os.path.realpath(os.path.join(folder, path)))
        if name is None:
            return text
        return f'<a href="/docs/{name}{"#" + anchor if anchor else ""}">{text}</a>'
    return re.sub(r'<a href="([^"]*)">(.*?)</a>', link, page, flags=re.DOTALL)


def as_html(path, names):
    if not path.endswith(".md"):
        return ""
    page = subprocess.run(["cmark-gfm", "--extension", "table", path], check=True, capture_output=True, encoding="utf-8").stdout
    page = re.sub(r"<h([1-6])>(.*?)</h\1>", lambda found: f'<h{found[1]} id="{slug(found[2])}">{found[2]}</h{found[1]}>', page)
    page = re.sub(r"(<li>\s*(?:<p>)?)<strong>(\d+\.\d+)</strong>", r'\1<strong id="\2">\2</strong>', page)
    return relinked(page, os.path.dirname(path), names)


def for_any_bot(agents):
    """The text for programs without what new-bot would put in: this is for no bot in particular."""
    return agents.replace("# starter: a bot", "# Bots").replace("@tichu_arena@", "tichu-arena")


def literal(text):
    assert ')document"' not in text, "a document holds the end of its own literal"
    return f'R"document({text})document"'


def main():
    output, agents, *arguments = sys.argv[1:]
    files = dict(argument.split("=", 1) for argument in arguments)
    names = {os.path.realpath(path): name for name, path in files.items()}
    rows = []
    for name, path in files.items():
        with open(path, encoding="utf-8") as file:
            text = file.read()
        title = re.match(r"# (.*)", text)
        rows.append(f'    {{"{name}", {literal(title[1] if title else name)}, {literal(text)},\n     {literal(as_html(path, names))}}},\n')
    with open(agents, encoding="utf-8") as file:
        text_for_agents = for_any_bot(file.read())
    with open(output, "w", encoding="utf-8") as file:
        file.write('#include "arena/presentation/documents/documents.h"\n\n#include <array>\n\nnamespace tichu::arena {\n\n'
                   f"std::span<const Document> documents() {{\n  static constexpr std::array<Document, {len(rows)}> All{{{{\n"
                   + "".join(rows) + "  }};\n  return All;\n}\n\n"
                   + f"std::string_view text_for_agents() {{ return {literal(text_for_agents)}; }}\n\n}}  // namespace tichu::arena\n")


if __name__ == "__main__":
    main()
