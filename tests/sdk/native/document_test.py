"""The commands of sdk/python/README.md work, in their order, in a folder that looks like the project's; what takes minutes
there is shortened here, and bots have as long as a busy machine makes them need.

    document_test.py BUILD_FOLDER"""
import os
import re
import subprocess
import sys
import tempfile
import unittest

import numpy

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import cases  # noqa: E402
from patience import patient_line  # noqa: E402

BUILD = os.path.abspath(sys.argv.pop(1))
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../..")
REPLACED = ((r"--minutes \S+", "--minutes 0.02 --tables 16 --deals 4"), (r"--deals 200", "--deals 3"),
            (r"--seconds \S+", "--seconds 0.02"))
OWN_BUILD = re.compile(r"sh |cmake |/usr/bin/python3 -m (pip|venv) ")  # wheel_test.py has the last


def commands():
    with open(os.path.join(ROOT, "sdk/python/README.md"), encoding="utf-8") as file:
        unfenced = "".join(re.split(r"^```.*$", file.read(), flags=re.M)[::2])
    lines = [line.strip() for line in unfenced.split("\n") if line.startswith("    ")]
    return [line for line in lines if not OWN_BUILD.match(line)]


class Document(unittest.TestCase):
    def test_ItsCommandsWork(self):
        self.assertGreater(len(commands()), 8)
        with tempfile.TemporaryDirectory() as place:
            os.chmod(place, 0o755)  # a root's bots run as nobody
            os.mkdir(os.path.join(place, "tmp"))
            os.mkdir(os.path.join(place, "build"))
            os.symlink(os.path.join(ROOT, "sdk"), os.path.join(place, "sdk"))
            os.symlink(BUILD, os.path.join(place, "build/release"))
            for command in commands():
                for pattern, other in REPLACED:
                    command = re.sub(pattern, other, command)
                command = patient_line(re.sub(r"/tmp\b", os.path.join(place, "tmp"), command))
                done = subprocess.run(["sh", "-c", command], cwd=place, text=True, stdout=subprocess.PIPE,
                                      stderr=subprocess.STDOUT, timeout=1200, check=False)
                self.assertEqual(done.returncode, 0, f"{command}\n{done.stdout[-2000:]}")
            self.assert_lessons_are_legal(os.path.join(place, "tmp/lessons.npz"))

    def assert_lessons_are_legal(self, file):
        with numpy.load(file) as lessons:
            turns = len(lessons["chosen"])
            self.assertGreater(turns, 1000)
            self.assertEqual(lessons["observations"].shape, (turns, 301))
            self.assertEqual((len(lessons["margins"]), len(lessons["legal_offsets"])), (turns, turns + 1))
            legal = numpy.split(lessons["legal_ids"], lessons["legal_offsets"][1:-1])
            self.assertTrue(all(len(ids) > 1 and chosen in ids for ids, chosen in zip(legal, lessons["chosen"])))


if __name__ == "__main__":
    cases.main()
