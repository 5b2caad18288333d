"""What an author does, by the commands that the new bots' READMEs name: with the arena installed somewhere, and from its
build folder.

    python3 author_test.py BUILD_FOLDER
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "structure"))
import check_links  # pylint: disable=wrong-import-position
import check_readme_commands  # pylint: disable=wrong-import-position
import cases  # check_readme_commands knows where it and patience are
from patience import patient_line

BUILD = pathlib.Path(sys.argv.pop()).resolve()

SEARCHING_PROJECT = """
cmake_minimum_required(VERSION 3.25)
project(searching LANGUAGES C CXX)
find_package(tichu 0.2 REQUIRED)
file(WRITE ${PROJECT_BINARY_DIR}/guesses.cpp "#include \\"sdk/search/hidden_cards.h\\"
tichu::HiddenCards guesses(const tichu::Observation& seen) { return tichu::hidden_cards(seen); }")
tichu_add_bot(searching SOURCES bot.cpp ${PROJECT_BINARY_DIR}/guesses.cpp LIBRARIES tichu_search)
tichu_add_python_bot(packed SOURCE bot.py)
"""


class Author(unittest.TestCase):
    """A folder of the author's own, and the ways to the arena."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        os.chmod(folder.name, 0o755)  # a root's bots run as nobody, who must come to them
        self.folder = pathlib.Path(folder.name)
        self.environment = {**os.environ, "CCACHE_BASEDIR": folder.name, "CCACHE_NOHASHDIR": "1"}
        if shutil.which("ccache"):
            self.environment.update({"CMAKE_C_COMPILER_LAUNCHER": "ccache", "CMAKE_CXX_COMPILER_LAUNCHER": "ccache"})

    def run_there(self, command, folder=None):
        done = subprocess.run(["sh", "-c", patient_line(command)], cwd=folder or self.folder, env=self.environment, text=True, check=False,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=1200)
        self.assertEqual(done.returncode, 0, f"{command}\n{done.stdout}")
        return done.stdout

    def make_and_try(self, arena, name, language):
        """Makes a bot and does all that its README says, with fewer rounds. Returns the commands."""
        self.run_there(f"'{arena}' new-bot {name} --lang {language}")
        folder = self.folder / name
        text = (folder / "README.md").read_text(encoding="utf-8")
        commands = [line for line in check_readme_commands.code_lines(text) if line]
        for command in commands:
            command = command.replace(" --deals 100", " --deals 5").replace(" --deals 20", " --deals 5")
            printed = self.run_there(command + (" --rounds 30" if " check " in command else ""), folder)
            if " check " in command:
                self.assertIn(" passes", printed)
        return commands


class Installed(Author):
    """Whatever the arena needs moves with it."""

    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.place.cleanup)
        os.chmod(cls.place.name, 0o755)
        prefix = pathlib.Path(cls.place.name) / "first"
        subprocess.run(["cmake", "--install", str(BUILD), "--prefix", str(prefix)], check=True, stdout=subprocess.DEVNULL)
        cls.prefix = prefix.rename(prefix.parent / "second place")

    def setUp(self):
        super().setUp()
        self.environment["PATH"] = f"{self.prefix}/bin:{os.environ['PATH']}"

    def test_a_new_bot_in_cpp_is_built_and_passes_even_if_its_name_spells_a_macro(self):
        commands = self.make_and_try("tichu-arena", "e-o-f", "cpp")
        self.assertEqual(commands[2], "tichu-arena check ./build/bots/e-o-f.so ./build/bots/e-o-f")

    def test_a_new_bot_in_c_is_built_and_passes(self):
        self.make_and_try("tichu-arena", "x_1", "c")

    def test_a_new_bot_in_python_passes_even_if_its_name_is_that_of_a_module(self):
        self.make_and_try("tichu-arena", "enum", "python")
        self.run_there("tichu-arena play enum=program:./enum lowest --deals 1 --strict", self.folder / "enum")

    def test_a_project_finds_the_package_by_its_prefix_and_links_what_it_names(self):
        self.run_there("tichu-arena new-bot searching --lang cpp && tichu-arena new-bot other --lang python")
        folder = self.folder / "searching"
        shutil.copy(self.folder / "other/bot.py", folder)
        (folder / "CMakeLists.txt").write_text(SEARCHING_PROJECT, encoding="utf-8")
        self.environment["CMAKE_PREFIX_PATH"] = str(self.prefix)
        self.run_there("cmake -G Ninja -S . -B build && cmake --build build --target all bot_packed", folder)
        self.run_there("tichu-arena play a=./build/bots/searching.so b=program:./build/bots/packed --deals 2", folder)

    def test_links_of_the_documents_lead_to_installed_ones(self):
        self.assertEqual(check_links.check(str(self.prefix / "share/doc/tichu-arena")), [])

    def test_bundled_bots_play_in_the_arena_and_in_sandboxes(self):
        bots = "--bot steady --bot p=untrusted:plain --bot q=untrusted:program:pico"
        self.run_there(f"tichu-arena tournament {bots} --deals 2 --name all")
        self.assertTrue((self.folder / "results/all/results.json").is_file())

    def test_c_needs_the_headers_alone(self):
        self.run_there("tichu-arena new-bot bare --lang c")
        flags = f"-std=c99 -pedantic -Wall -Wextra -Werror -O2 -fPIC -fvisibility=hidden -shared -I '{self.prefix}/include/tichu'"
        self.run_there(f"cc {flags} bot.c plays.c -o bare.so && tichu-arena check ./bare.so --rounds 10", self.folder / "bare")


class FromTheBuildFolder(Author):
    """What is built but not installed is found by the paths that new-bot writes."""

    def test_a_new_bot_in_cpp_is_built_with_the_sdk_s_sources_and_passes(self):
        arena = BUILD / "bin/tichu-arena"
        self.assertIn(str(arena), self.make_and_try(arena, "my-bot", "cpp")[2])

    def test_a_new_bot_in_python_passes(self):
        arena = BUILD / "bin/tichu-arena"
        self.make_and_try(arena, "enum", "python")
        self.run_there(f"'{arena}' check enum=program:./enum --rounds 30", self.folder / "enum")


if __name__ == "__main__":
    cases.main(*sys.argv[1:])
