"""tests/one.sh finds cases of each kind by parts of their names, and tells which failed.

    python3 one_test.py
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS))
import cases  # noqa: E402
import one  # noqa: E402


def one_sh(*words):
    return subprocess.run(["sh", TESTS / "one.sh", "--no-build", *words], capture_output=True, text=True, check=False)


class OneCase(unittest.TestCase):
    def test_of_googletest_is_run_alone(self):
        done = one_sh("AWishBindsTheWisher")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("[  PASSED  ] 1 test.", done.stdout)

    def test_of_unittest_is_run_alone(self):
        done = one_sh("TakePatterns", "every")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("Ran 1 test in", done.stderr)

    def test_of_ctest_is_run_alone(self):
        done = one_sh("structure.LAYERS")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("100% tests passed, 0 tests failed out of 1", done.stdout)

    def test_with_unknown_words_is_refused_with_similar_names(self):
        done = one_sh("structure.layer_s")
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertIn("no test case has structure.layer_s in its name\n  similar names:\n  structure.layers\n", done.stderr)

    def test_is_not_chosen_among_many(self):
        done = one_sh("the")
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertRegex(done.stderr, r"\d+ cases have these words; name at most 20:\n")

    def test_list_names_every_case_of_a_suite_and_runs_none(self):
        done = one_sh("--list", "OneCase.")
        self.assertEqual(done.stdout.split(), [f"OneCase.{name}" for name in vars(OneCase) if name.startswith("test_")])


class TakePatterns(unittest.TestCase):
    def test_takes_every_option_and_leaves_other_arguments(self):
        arguments = ["script.py", "-k", "one", "program", "-k", "two"]
        self.assertEqual(cases.take_patterns(arguments), ["-k", "one", "-k", "two"])
        self.assertEqual(arguments, ["script.py", "program"])

    def test_a_failed_case_and_a_pattern_without_cases_exit_with_1(self):
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder, "some_test.py")
            script.write_text("import cases\nimport unittest\nclass Some(unittest.TestCase):\n"
                              "    def test_good(self): pass\n    def test_bad(self): self.fail()\ncases.main()\n", encoding="utf-8")
            for pattern, code in (("good", 0), ("bad", 1), ("other", 1)):
                done = subprocess.run([sys.executable, "-B", script, "-k", pattern], capture_output=True, text=True, check=False,
                                      env=dict(os.environ, PYTHONPATH=str(TESTS)))
                self.assertEqual(done.returncode, code, done.stderr)


class Scripts(unittest.TestCase):
    def test_all_honour_the_option(self):
        """A script that calls unittest.main itself would run all cases whatever -k says."""
        for script in sorted(TESTS.rglob("*_test.py")):
            text = script.read_text(encoding="utf-8")
            with self.subTest(script):
                self.assertTrue(re.search(r"(?m)^ +(cases\.|arena_command\.)?main\(", text))
                self.assertFalse(re.search(r"(?m)^ *unittest\.main\(", text))

    def test_every_source_with_cases_belongs_to_a_program(self):
        self.assertEqual(set(TESTS.rglob("*_test.cpp")) - set(one.programs_of_sources()), set())


if __name__ == "__main__":
    cases.main()
