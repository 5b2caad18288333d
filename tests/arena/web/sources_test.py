"""The page's sources: types are checked where there is a compiler, and nothing builds elements from text.

    python3 sources_test.py PROGRAM WEB_FOLDER
"""
import os
import re
import shutil
import subprocess
import sys
import unittest

WEB = os.path.abspath(sys.argv.pop())
sys.argv.pop()
# Each of these could turn a bot's name into markup or code.
DANGEROUS = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|DOMParser|createContextualFragment|"
                       r"srcdoc|javascript:|dangerously")
ELSEWHERE = re.compile(r"https?://(?!www\.w3\.org/2000/svg)")


def sources():
    for name in sorted(os.listdir(WEB)):
        if name.endswith((".ts", ".css")):
            with open(os.path.join(WEB, name), encoding="utf-8") as file:
                yield name, file.read()


class Sources(unittest.TestCase):
    def test_types_are_right(self):
        if shutil.which("tsc") is None:
            self.skipTest("there is no TypeScript compiler (Debian: node-typescript)")
        done = subprocess.run(["tsc", "-p", WEB], capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_no_text_becomes_markup_or_code(self):
        for name, text in sources():
            self.assertIsNone(DANGEROUS.search(text), f"{name}: {DANGEROUS.search(text)}")

    def test_nothing_is_elsewhere(self):
        for name, text in sources():
            self.assertIsNone(ELSEWHERE.search(text), name)

    def test_every_source_is_bundled(self):
        with open(os.path.join(WEB, "../page/CMakeLists.txt"), encoding="utf-8") as file:
            listed = set(re.findall(r"[\w.]+\.(?:ts|css)\b", file.read()))
        for name, _ in sources():
            if not name.endswith(".d.ts"):
                self.assertIn(name, listed)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
