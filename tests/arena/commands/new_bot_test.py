"""What new-bot makes and what it refuses; that the bots are built and play, tests/package looks at.

    python3 new_bot_test.py PROGRAM
"""

import os
import pathlib
import resource
import stat
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import cases  # noqa: E402

PROGRAM = os.path.abspath(sys.argv.pop())


class NewBot(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        os.chmod(folder.name, 0o755)
        self.folder = pathlib.Path(folder.name)

    def new_bot(self, *arguments, **options):
        return subprocess.run([PROGRAM, "new-bot", *arguments], cwd=self.folder, capture_output=True, text=True, timeout=1200,
                              check=False, **options)

    def refused(self, sentence, *arguments, exit_code=2, **options):
        before = sorted(self.folder.rglob("*"))
        done = self.new_bot(*arguments, **options)
        self.assertEqual(done.returncode, exit_code, done.stdout)
        self.assertIn(sentence, done.stderr)
        self.assertEqual(sorted(self.folder.rglob("*")), before)

    def text(self, path):
        return (self.folder / path).read_text(encoding="utf-8")

    def test_each_language_has_its_files_and_tells_its_commands(self):
        files = {"cpp": ["AGENTS.md", "CMakeLists.txt", "README.md", "bot.cpp", "bot.toml"],
                 "c": ["AGENTS.md", "CMakeLists.txt", "README.md", "bot.c", "bot.toml", "plays.c", "plays.h"],
                 "python": ["AGENTS.md", "README.md", "bot.py", "bot.toml", "pack_bot.py", "tichu"]}
        for language, names in files.items():
            done = self.new_bot("bot-" + language, "--lang", language)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(sorted(os.listdir(self.folder / ("bot-" + language))), names)
            self.assertIn(f"{PROGRAM} check ", done.stdout)
            for line in done.stdout.split("\n"):
                if line.startswith("    "):
                    self.assertIn(line + "\n", self.text(f"bot-{language}/README.md"))

    def test_a_bot_s_name_stands_wherever_the_starter_s_did(self):
        for language, file in (("cpp", "bot.cpp"), ("c", "bot.c"), ("python", "bot.py")):
            (self.folder / language).mkdir()
            self.new_bot("red-hat_2", "--lang", language, "--into", language)
            for path in (self.folder / language).rglob("*.*"):
                if path.is_file() and "tichu" not in path.parts:
                    self.assertNotRegex(path.read_text(encoding="utf-8"), "(?i)starter|@tichu", path)
            self.assertIn('"red-hat_2"', self.text(f"{language}/red-hat_2/{file}"))
        self.assertIn("class RedHat2 : public tichu::Bot", self.text("cpp/red-hat_2/bot.cpp"))
        self.assertIn("class RedHat2(Bot)", self.text("python/red-hat_2/bot.py"))

    def test_a_class_is_no_macro(self):
        names = {"x": "XBot", "e-o-f": "EOFBot", "r2-d2": "R2D2Bot", "a__b-": "ABBot", "xstarter": "Xstarter"}
        for name, named in names.items():
            self.new_bot(name, "--lang", "cpp")
            self.assertIn(f"class {named} : public tichu::Bot", self.text(f"{name}/bot.cpp"))

    def test_python_s_script_can_be_run_as_it_is(self):
        self.new_bot("mine", "--lang", "python")
        self.assertTrue((self.folder / "mine/bot.py").stat().st_mode & stat.S_IXUSR)
        self.assertFalse((self.folder / "mine/README.md").stat().st_mode & stat.S_IXUSR)

    def test_refuses_names_that_files_or_targets_cannot_have(self):
        self.refused("must begin with a small letter", "Bot", "--lang", "c")
        self.refused("must begin with a small letter", "../up", "--lang", "c")
        self.refused("a bot needs a name", "", "--lang", "c")
        self.refused("'-' and '_' only", "a/b", "--lang", "c")
        self.refused("'-' and '_' only", "a b", "--lang", "c")
        self.refused("'-' and '_' only", "sch\u00f6n", "--lang", "c")
        self.refused("longer than 40", "a" * 41, "--lang", "c")
        self.refused("the SDK's own name", "tichu", "--lang", "c")
        self.refused("a bundled bot has that name", "steady", "--lang", "c")

    def test_refuses_a_language_that_it_does_not_know(self):
        self.refused("rust not in {cpp,c,python,javascript,llm}", "mine", "--lang", "rust")
        self.refused("--lang is required", "mine")

    def test_leaves_what_is_there_alone(self):
        (self.folder / "mine").mkdir()
        self.refused("there is already something of that name", "mine", "--lang", "cpp")
        (self.folder / "file").write_text("kept", encoding="utf-8")
        self.refused("there is already something of that name", "file", "--lang", "python")
        (self.folder / "link").symlink_to("nowhere")
        self.refused("there is already something of that name", "link", "--lang", "python")

    def test_names_the_folder_that_is_not_there(self):
        self.refused('--into: there is no folder "none"', "mine", "--lang", "cpp", "--into", "none")

    def test_says_where_it_may_not_write(self):
        (self.folder / "locked").mkdir(mode=0o555)
        user = {"user": 65534} if os.geteuid() == 0 else {}
        self.refused("new-bot: locked/mine: cannot be made: Permission denied", "mine", "--lang", "cpp", "--into", "locked",
                     **user)

    def test_leaves_nothing_where_the_disk_is_full(self):
        def no_byte_more():
            resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))

        # Python ignores SIGXFSZ, and so does the program with restore_signals off: the write fails.
        self.refused("cannot be written: File too large", "mine", "--lang", "python", exit_code=3, preexec_fn=no_byte_more,
                     restore_signals=False)


if __name__ == "__main__":
    cases.main()
