"""What tests of commands begin with: the program and the test bots that a script is given, and a folder to run it in.

    python3 SOME_test.py PROGRAM [TEST_BOTS]
"""

import json
import os
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import cases  # noqa: E402
from patience import PATIENT, PATIENT_FLAGS, PATIENT_LADDER, patient  # noqa: E402, F401

PROGRAM = os.path.abspath(sys.argv[1])
BOTS = os.path.abspath(sys.argv[2]) if len(sys.argv) > 2 else None


class CommandTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        # A root's bots that are not trusted run as another user, who must come to their files.
        os.chmod(self.folder.name, 0o755)

    def path(self, *parts):
        return os.path.join(self.folder.name, *parts)

    def write(self, name, text, mode=0o644):
        with open(self.path(name), "w", encoding="utf-8", newline="") as file:
            file.write(text)
        os.chmod(self.path(name), mode)

    def read(self, *parts):
        with open(self.path(*parts), encoding="utf-8") as file:
            return file.read()

    def results(self, tournament, file="results.json"):
        """A JSON file of a tournament that was played here."""
        return json.loads(self.read("results", tournament, file))

    def run_arena(self, *arguments, code=None, **more):
        """The finished process; `code` is the exit code that it must have, if that is known."""
        done = subprocess.run([PROGRAM, *patient(arguments)], cwd=self.folder.name, capture_output=True, text=True, timeout=1200,
                              check=False, **more)
        if code is not None:
            self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def wait_until(self, condition, process):
        """Waits until the condition is true, however long that takes; fails if the process ends before."""
        while not condition():
            if process.poll() is not None and not condition():
                said = process.stderr.read() if process.stderr else ""
                self.fail(f"{process.args} ended with exit code {process.returncode} before what was waited for: {said}")
            time.sleep(0.01)

    def assert_refused(self, sentence, *arguments):
        """Exit code 2, a clear sentence, nothing written."""
        before = sorted(os.listdir(self.folder.name))
        done = self.run_arena(*arguments)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn(sentence, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertEqual(sorted(os.listdir(self.folder.name)), before)


def main():
    cases.main()
