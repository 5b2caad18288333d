#!/usr/bin/python3
"""Writes a C++ source with the bundled scripts and style and their hashes.

    embed_assets.py SCRIPT LADDER_SCRIPT STYLE OUTPUT
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
    script, ladder_script, style, output = sys.argv[1:]
    with open(output, "w", encoding="utf-8") as file:
        file.write('#include "arena/presentation/page_data/page_assets.h"\n\nnamespace tichu::arena {\n\n'
                   + embedded("PageScript", script) + embedded("LadderScript", ladder_script) + embedded("PageStyle", style) + "\n}  // namespace tichu::arena\n")


if __name__ == "__main__":
    main()
