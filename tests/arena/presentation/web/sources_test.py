"""The page's sources: types are checked where there is a compiler, and nothing builds elements from text.

    python3 sources_test.py PROGRAM WEB_FOLDER
"""
import os
import re
import shutil
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".."))
import cases  # noqa: E402

WEB = os.path.abspath(sys.argv.pop())
sys.argv.pop()
# Each of these could turn a bot's name into markup or code.
DANGEROUS = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|DOMParser|createContextualFragment|"
                       r"srcdoc|javascript:|dangerously")
# What a linter would refuse; Debian's eslint has no parser for TypeScript.
CARELESS = {"a type that is none": r":\s*any\b|\bas any\b|<any>", "a loose comparison": r"[^=!]==[^=]|!=[^=]", "var": r"^\s*var\s",
            "an unchecked null": r"[\w)\]]!(?=[.;,)\[])", "a silenced compiler": r"@ts-(?:ignore|nocheck|expect-error)|eslint-disable",
            "words for the console": r"\bconsole\.|\bdebugger\b|\balert\("}
ELSEWHERE = re.compile(r"https?://(?!www\.w3\.org/2000/svg)")


def sources():
    for name in sorted(os.listdir(WEB)):
        if name.endswith((".ts", ".css")):
            with open(os.path.join(WEB, name), encoding="utf-8") as file:
                yield name, file.read()


# Foreground and background, by their names in page.css. Contrast at least 4.5 for text, 3 for marks (WCAG 2.1, 1.4.3 and 1.4.11, level AA).
TEXT = {"paper": "ink quiet accent gold side0-text side1-text bad", "sheet": "ink quiet accent bad " + " ".join(f"hue{i}" for i in range(8)),
        "accent": "accent-ink", "cloth": "cloth-ink cloth-quiet side0 side1", "cloth-deep": "cloth-ink cloth-quiet side0 side1",
        "card": "jade sword pagoda star"}
MARKS = {"paper": "gold accent", "sheet": "plus minus gold accent"}


def palettes(css):
    """The colours of the light and of the dark scheme, which changes some of the light one's."""
    light, dark = (dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block)) for block in re.findall(r":root \{(.*?)\n *\}", css, re.S)[:2])
    return {"light": light, "dark": {**light, **dark}}


def luminance(colour):
    parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


class Colours(unittest.TestCase):
    def test_are_measured_as_the_standard_says(self):
        self.assertAlmostEqual(contrast("#000000", "#ffffff"), 21)
        self.assertAlmostEqual(contrast("#777777", "#ffffff"), 4.48, 2)

    def test_can_be_told_apart(self):
        if not os.path.exists(os.path.join(WEB, "page.css")):
            self.skipTest("these pages take their style from others")
        with open(os.path.join(WEB, "page.css"), encoding="utf-8") as file:
            schemes = palettes(file.read())
        faint = []
        for scheme, colours in schemes.items():
            for least, pairs in ((4.5, TEXT), (3, MARKS)):
                for background, names in pairs.items():
                    for name in names.split():
                        found = contrast(colours[name], colours[background])
                        if found < least:
                            faint.append(f"{scheme}: {name} on {background} has {found:.2f}, not {least}")
        self.assertEqual(faint, [])


class Sources(unittest.TestCase):
    def test_types_are_right(self):
        if shutil.which("tsc") is None:
            self.skipTest("there is no TypeScript compiler (Debian: node-typescript)")
        done = subprocess.run(["tsc", "-p", WEB], capture_output=True, text=True, timeout=1200)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_no_text_becomes_markup_or_code(self):
        for name, text in sources():
            self.assertIsNone(DANGEROUS.search(text), f"{name}: {DANGEROUS.search(text)}")

    def test_no_source_is_careless(self):
        for name, text in sources():
            for what, pattern in CARELESS.items():
                if name.endswith(".ts"):
                    self.assertIsNone(re.search(pattern, text, re.M), f"{name} has {what}")

    def test_careless_sources_are_found(self):
        for line, what in (("let x: any;", "a type that is none"), ("if (a == b) {}", "a loose comparison"), ("if (a != b) {}", "a loose comparison"),
                           ("  var x = 1;", "var"), ("f(x!.y);", "an unchecked null"), ("// @ts-ignore", "a silenced compiler"), ("console.log(1)", "words for the console")):
            self.assertIsNotNone(re.search(CARELESS[what], line, re.M), line)

    def test_nothing_is_elsewhere(self):
        for name, text in sources():
            self.assertIsNone(ELSEWHERE.search(text), name)


if __name__ == "__main__":
    cases.main()
