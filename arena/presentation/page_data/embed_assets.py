#!/usr/bin/python3
"""Writes a C++ source with bundled scripts and styles and their hashes, which HEADER declares.

    embed_assets.py HEADER OUTPUT NAME=FILE...
"""
import base64
import hashlib
import sys


def embedded(name, path):
    with open(path, "rb") as file:
        content = file.read()
    text = content.decode("utf-8")
    assert "</script" not in text.lower() and "</style" not in text.lower(), f"{path} would end its element"
    assert ')asset"' not in text, f"{path} holds the end of its own literal"
    digest = base64.b64encode(hashlib.sha256(content).digest()).decode()
    return (f'const std::string_view {name} = R"asset({text})asset";\n'
            f'const std::string_view {name}Hash = "{digest}";\n')


def main():
    header, output, *assets = sys.argv[1:]
    with open(output, "w", encoding="utf-8") as file:
        file.write(f'#include "{header}"\n\nnamespace tichu::arena {{\n\n'
                   + "".join(embedded(*asset.split("=", 1)) for asset in assets) + "\n}  // namespace tichu::arena\n")


if __name__ == "__main__":
    main()
