#!/usr/bin/python3
"""Writes a C++ source with the description of the API, which must be JSON.

    embed_document.py DOCUMENT OUTPUT
"""
import json
import sys


def main():
    document, output = sys.argv[1:]
    with open(document, encoding="utf-8") as file:
        text = file.read()
    json.loads(text)
    # A compiler need not take a literal of more than 65,536 bytes, so it is written in pieces.
    pieces = [text[i:i + 8000] for i in range(0, len(text), 8000)]
    assert ')json"' not in text, "the document holds the end of its own literal"
    with open(output, "w", encoding="utf-8") as file:
        file.write('#include "arena/service/api/openapi.h"\n\nnamespace tichu::arena {\n\nconst std::string_view OpenApiDocument =\n')
        file.write("\n".join(f'    R"json({piece})json"' for piece in pieces))
        file.write(";\n\n}  // namespace tichu::arena\n")


if __name__ == "__main__":
    main()
