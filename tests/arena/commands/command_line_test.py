"""What the program says of itself, and of words that it cannot take: what is wrong, and what would be right.

    python3 command_line_test.py PROGRAM
"""

import contextlib
import fcntl
import os
import re
import resource
import shutil
import signal
import socket
import struct
import subprocess
import termios
import xml.etree.ElementTree

from arena_command import PROGRAM, CommandTest, main


class Overview(CommandTest):
    def test_tells_its_version(self):
        done = self.run_arena("--version", code=0)
        self.assertRegex(done.stdout, r"^tichu-arena \d+\.\d+\.\d+ \(revision \S+\)\n$")

    def test_has_help_with_an_example_for_every_command(self):
        overview = self.run_arena("--help", code=0)
        commands = re.findall(r"^  ([a-z]\S*) {3,}", overview.stdout, re.M)
        self.assertLessEqual({"tournament", "play", "export", "moves", "verify"}, set(commands))
        for command in commands:
            with self.subTest(command=command):
                done = self.run_arena(command, "--help", code=0)
                self.assertRegex(done.stdout, rf"Examples?:\n  tichu-arena .*{command}")

    def test_lists_the_flags_of_a_command_in_groups(self):
        listed = self.run_arena("test", "--help").stdout
        for heading in ("What is tested", "What is played", "Limits of time", "Machines", "Output"):
            self.assertEqual(listed.count(f"\n{heading}:\n"), 1, heading)

    def test_has_an_example_for_each_act_of_an_administrator(self):
        acts = re.findall(r"^  ([a-z]+) {3,}", self.run_arena("ladder", "admin", "--help").stdout, re.M)
        self.assertLessEqual({"invite", "quarantine", "strike", "season"}, set(acts))
        for act in acts:
            with self.subTest(act=act):
                self.assertIn(f"\nExample:\n  tichu-arena ladder admin my-ladder {act}", self.run_arena("ladder", "admin", "my-ladder", act, "--help").stdout)

    def test_is_what_helps_who_names_nothing(self):
        overview = self.run_arena("--help").stdout
        nothing = self.run_arena()
        self.assertEqual((nothing.returncode, nothing.stdout, nothing.stderr), (2, "", overview))
        self.assertEqual(self.run_arena("help").stdout, overview)
        self.assertEqual(self.run_arena("help", "play").stdout, self.run_arena("play", "--help").stdout)


class Programs(CommandTest):
    """The one that people call plays, and finds others for other commands."""

    OTHERS = {"list": "tools", "worker": "workers", "submit": "ladder"}

    def copied(self, **others):
        """A copy of the one alone, with scripts in place of those others for which there is a text."""
        for folder in ("bin", "libexec"):
            os.makedirs(self.path("arena", folder))
        program = self.path("arena", "bin", "tichu-arena")
        shutil.copy(PROGRAM, program)
        for name, text in others.items():
            self.write(f"arena/libexec/tichu-arena-{name}", text, 0o755)
        return program

    def run_copy(self, program, *words):
        return subprocess.run([program, *words], cwd=self.folder.name, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def test_programs_that_are_missing_are_named_with_what_builds_them(self):
        program = self.copied()
        self.assertEqual(self.run_copy(program, "--version").stdout, self.run_arena("--version").stdout)
        self.assertEqual(self.run_copy(program, "play", "--help").returncode, 0)
        self.assertEqual(self.run_copy(program, "help").stdout, self.run_arena("help").stdout)
        missing = [([word, "x"], name) for word, name in self.OTHERS.items()] + [(["help", "check"], "tools"), (["man"], "tools")]
        missing += [(["play", "a", "b", "--nats", "nats://127.0.0.1:1"], "workers"), (["tournament", "/dev/stdin", "--nats=x"], "workers")]
        for words, name in missing:
            with self.subTest(words=words):
                done = self.run_copy(program, *words)
                self.assertEqual((done.returncode, done.stdout), (3, ""))
                self.assertIn(f"libexec/tichu-arena-{name}, which does this command, is missing", done.stderr)
                self.assertIn(f"cmake --build --preset release --target tichu-arena-{name}", done.stderr)

    def test_programs_get_the_same_words_and_limits(self):
        # Bots are started with the limit of open files that the arena was started with, by any program.
        program = self.copied(**{name: f"#!/bin/sh\nprintf '{name}'; printf '[%s]' \"$@\"; ulimit -Sn; exit 7\n" for name in self.OTHERS.values()})
        limit = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        for words, name in ((["list", "a b", "", "--json"], "tools"), (["tournament", "cup.toml", "--nats=nats://127.0.0.1:1"], "workers"),
                            (["ladder", "serve", "l", "--nats", "x"], "ladder"), (["help", "ask"], "ladder")):
            done = self.run_copy(program, *words)
            told = name + "".join(f"[{word}]" for word in words) + f"{limit}\n"
            self.assertEqual((done.returncode, done.stdout), (7, told), done.stderr)


class HelpFiles(CommandTest):
    def commands(self):
        return re.findall(r"^  ([a-z]\S*) {3,}", self.run_arena("--help").stdout, re.M)

    def test_have_every_command_and_flag_that_help_lists(self):
        page = self.run_arena("man").stdout.replace("\\-", "-")
        bash = self.run_arena("completion", "bash").stdout
        zsh = self.run_arena("completion", "zsh").stdout
        for command in self.commands():
            self.assertIn(f"\n.SS {command}\n", page)
            for flag in re.findall(r"^  (?:-\w,)?(--[a-z0-9-]+)", self.run_arena(command, "--help").stdout, re.M):
                self.assertIn(flag, page)
                self.assertRegex(bash, rf"{command}\) flags=.*{flag}[ \"]")
                self.assertIn(f"'*{flag}[", zsh)
        self.assertNotIn("\\n.nf\\n'", page)

    def test_of_bash_complete_commands_flags_and_files(self):
        self.write("completion", self.run_arena("completion", "bash").stdout)
        self.write("cup.toml", "")

        def completed(*words):
            script = ('. ./completion; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _tichu_arena; '
                      'printf "%s\\n" "${COMPREPLY[@]}"')
            return subprocess.run(["bash", "-c", script, "bash", *words], cwd=self.folder.name, capture_output=True, text=True,
                                  check=True).stdout.split()

        self.assertEqual(completed("tichu-arena", "tour"), ["tournament"])
        self.assertEqual(completed("tichu-arena", "play", "--dea"), ["--deals"])
        self.assertEqual(completed("tichu-arena", "tournament", "cup"), ["cup.toml"])


class Words(CommandTest):
    def test_that_are_misspelt_get_the_right_one(self):
        self.assert_refused('tichu-arena: there is no command "plya"; did you mean "play"?\n', "plya", "steady", "greedy")
        self.assert_refused('tichu-arena: there is no command "plya"; did you mean "play"?\n', "help", "plya")
        self.assert_refused('tichu-arena: there is no command "dance"\ntichu-arena --help lists', "dance")
        self.assert_refused('tichu-arena play: there is no flag "--delas"; did you mean "--deals"?\n'
                            "tichu-arena play --help lists", "play", "steady", "greedy", "--delas", "3")
        self.assert_refused('there is no flag "--sed"; did you mean "--seed"?', "play", "steady", "greedy", "--sed=3")
        self.assert_refused('did you mean "--pentanomial"?', "elo", "--pentnomial", "1,2,3,2,1")

    def test_that_are_too_many_or_too_few_are_named(self):
        self.assert_refused("play: takes two bots, found 1 (steady)", "play", "steady")
        self.assert_refused("test: takes two bots, found 3 (a, b, c); tournament takes any number", "test", "a", "b", "c")
        self.assert_refused('tichu-arena export: takes no argument "b"', "export", "a", "b")
        self.assert_refused('tichu-arena: there is no flag "--deals"', "--deals", "3", "play", "steady", "greedy")

    def test_that_are_numbers_are_in_their_range(self):
        all_numbers = "is not a whole number from 0 to 18446744073709551615"
        for command in (("play", "steady", "greedy"), ("check", "plain"), ("bench",), ("rate", "x.csv")):
            self.assert_refused(f'--seed: "-1" {all_numbers}', *command, "--seed", "-1")
        self.assert_refused(f'--seed: "x" {all_numbers}', "play", "steady", "random", "--seed", "x")
        self.assert_refused(f'--job: "-1" {all_numbers}', "export", "nowhere", "--job", "-1")
        self.assert_refused(f'--table: "-1" {all_numbers}', "check", "plain", "--table", "-1")
        self.assert_refused('--margin: "nan" is not a number from 0 to 1000000', "export", "nowhere", "--margin", "nan")
        self.assert_refused('--concurrency: "0x2" is not a whole number', "play", "steady", "greedy", "-j", "0x2")
        self.assert_refused('--rounds: "999" is not a whole number from 1000 to', "bench", "--rounds", "999")
        for command in (("moves", "--hand", "As", "--rules"), ("play", "steady", "greedy", "--rule")):
            self.assert_refused("whole number from 1 to 1000000", *command, "target=1000001")

    def test_with_leading_zeros_are_decimal(self):
        self.run_arena("play", "lowest", "random", "--deals", "010", "--seed", "010", "--name", "cup")
        found = self.results("cup")
        self.assertEqual((found["boards_played"], found["seed"]), (10, 10))


class Paths(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("file", "no folder")
        os.mkdir(self.path("folder"))

    def test_to_a_file_where_a_folder_is_wanted_are_refused(self):
        for command in (("serve",), ("resume",), ("report",), ("export",), ("explain",), ("new-bot", "mine", "--lang", "c", "--into")):
            self.assert_refused('"file" is a file; a folder is wanted', *command, "file")
            self.assert_refused('there is no folder "nowhere"', *command, "nowhere")
        for folder in ("file", "file/deeper"):
            self.assert_refused(f'--results: "{folder}": needs a folder', "play", "steady", "greedy", "--results", folder)

    def test_to_a_folder_where_a_file_is_wanted_are_refused(self):
        self.assert_refused('"folder" is a folder; a file is wanted', "tournament", "folder")
        for command in (("verify",), ("rate",), ("moves", "--batch"), ("import",)):
            self.assert_refused('there is no file "nowhere"', *command, "nowhere")
        self.assert_refused(f'"{self.path("folder")}" is a folder; a file is wanted', "play", "steady", "x=./folder")

    def test_to_scripts_without_an_interpreter_name_it(self):
        self.write("misspelt.sh", "#!/usr/bin/pythn3 -u\n", 0o755)
        self.write("windows.sh", "#!/bin/sh\r\necho\r\n", 0o755)
        self.write("bare.sh", "echo\n", 0o755)
        for script, remark in (("misspelt", '(its first line names the interpreter "/usr/bin/pythn3")'),
                               ("windows", '"/bin/sh?" with a carriage return behind it: save it with line ends of Unix)'),
                               ("bare", "a script needs a first line such as #!/bin/sh")):
            for trust in ("trusted", "untrusted"):
                self.assert_refused(remark, "play", "steady", f"x={trust}:program:./{script}.sh")

    def test_to_a_port_that_is_taken_tell_of_others(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            done = self.run_arena("serve", "folder", "--port", str(taken.getsockname()[1]))
        self.assertEqual(done.returncode, 3)
        self.assertIn("choose another port (0: any that is free)", done.stderr)


class StandardOutput(CommandTest):
    COMMANDS = (("explain", "results/cup"), ("export", "results/cup"), ("verify", "results/cup"), ("check", "--list"),
                ("elo", "--trinomial", "1,2,3"), ("moves", "--hand", "As"), ("play", "--help"), ("report", "results/cup"),
                ("report", "results/cup", "-o", "-"), ("rate", "rates.csv"))

    def setUp(self):
        super().setUp()
        self.run_arena("play", "lowest", "random", "--deals", "20", "--seed", "1", "--name", "cup")
        self.write("rates.csv", "a,b,1\na,b,0\n")

    def test_that_nobody_reads_any_more_ends_every_command_silently(self):
        reader, writer = os.pipe()
        os.close(reader)
        with os.fdopen(writer, "wb") as gone:
            for command in self.COMMANDS:
                with self.subTest(command=command):
                    done = subprocess.run([PROGRAM, *command], cwd=self.folder.name, stdout=gone, stderr=subprocess.PIPE,
                                          timeout=1200, check=False)
                    self.assertEqual((done.returncode, done.stderr), (0, b""))

    def test_that_cannot_be_written_is_named(self):
        with open("/dev/full", "wb") as full:
            for command in self.COMMANDS:
                with self.subTest(command=command):
                    done = subprocess.run([PROGRAM, *command], cwd=self.folder.name, stdout=full, stderr=subprocess.PIPE,
                                          timeout=1200, check=False)
                    self.assertEqual(done.returncode, 3)
                    self.assertIn(b"tichu-arena: cannot write to standard output", done.stderr)

    def test_is_a_minus_for_every_flag_that_names_a_file(self):
        test = ("test", "greedy", "random", "--points1", "20", "--seed", "1")
        done = self.run_arena(*test, "--markdown", "-")
        self.assertTrue(done.stdout.startswith("### greedy against random: accepted"), done.stdout)
        self.assertIn("estimate", done.stderr)
        done = self.run_arena(*test, "--junit", "-")
        self.assertEqual(xml.etree.ElementTree.fromstring(done.stdout).find("testsuite").get("name"), "tichu-test")
        self.assertIn("±", done.stdout)
        done = self.run_arena("check", "lowest", "--only", "versions", "--junit", "-")
        self.assertIsNotNone(xml.etree.ElementTree.fromstring(done.stdout).find("testsuite"))
        self.assertIn("versions", done.stderr)
        done = self.run_arena("report", "results/cup", "-o", "-")
        self.assertTrue(done.stdout.startswith("<!") and done.stdout.rstrip().endswith("</html>"))
        self.assertIn("20 boards", done.stderr)
        self.assertFalse(os.path.exists(self.path("-")))
        for flags in (("--junit", "-", "--markdown", "-"), ("--json", "--junit", "-"), ("--events", "-", "--markdown", "-")):
            self.assert_refused("standard output is taken by --", *test, *flags)


class Terminal(CommandTest):
    """What depends on the terminal, or the lack of one."""

    def on_a_terminal(self, stream, width, *words, **environment):
        """What the arena prints to `stream` ("stdout" or "stderr") if that is a terminal of so many columns."""
        master, slave = os.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
        streams = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, stream: slave}
        arena = subprocess.Popen([PROGRAM, *words], cwd=self.folder.name, **streams,
                                 env={**os.environ, "TERM": "xterm-256color", **environment})
        os.close(slave)
        text = b""
        with contextlib.suppress(OSError):
            while part := os.read(master, 65536):
                text += part
        os.close(master)
        self.assertEqual(arena.wait(timeout=1200), 0, text)
        return text.decode()

    def test_gets_colours_unless_it_wants_none(self):
        colour = re.compile(r"\x1b\[[0-9;]*m")
        match = ["play", "lowest", "random", "--deals", "2"]
        self.assertRegex(self.on_a_terminal("stderr", 118, *match, NO_COLOR=""), colour)
        self.assertNotRegex(self.on_a_terminal("stderr", 118, *match, NO_COLOR="1"), colour)

    def test_gets_tables_that_fit_from_60_columns_on(self):
        entrants = [word for i in range(12) for word in ("--bot", f"a-rather-long-name-{i}=random")]
        self.run_arena("tournament", *entrants, "--deals", "1", "--name", "cup")
        for width in (60, 80, 118):
            text = self.on_a_terminal("stdout", width, "show", "results/cup")
            self.assertLessEqual(max(map(len, text.replace("\r", "").split("\n"))), width)
            for word in ("faults", "likely the stronger", "starts", "a-rather-long-name-"):
                self.assertIn(word, text)

    def test_gets_log_lines_that_fit_from_60_columns_on(self):
        greedy = os.path.join(os.path.dirname(os.path.dirname(PROGRAM)), "bots", "greedy")
        shutil.copy(greedy, self.path("bot"))
        os.chmod(self.folder.name, 0o755)
        match = ["play", "lowest", "g=./bot", "--deals", "1", "--allow-unsandboxed", "--seed", "1", "--name", "cup"]
        text = self.on_a_terminal("stderr", 60, *match, NO_COLOR="1")
        lines = re.split(r"[\r\n]+", re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", text))
        self.assertTrue(any("a bot can find out a seed as small" in line for line in lines), lines)
        self.assertLessEqual(max(map(len, lines)), 60, lines)
        self.assertIn("leave the seed out: a secret one is drawn", self.read("results", "cup", "arena.log"))

    def start_match(self, deals, **more):
        match = subprocess.Popen([PROGRAM, "play", "lowest", "random", "--deals", str(deals), "--name", "match"],
                                 cwd=self.folder.name, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more)
        for line in match.stderr:
            if "2 entrants" in line:
                break
        return match

    def test_that_closes_ends_a_tournament_in_good_order(self):
        match = self.start_match(10_000_000)
        for _ in range(3):
            match.send_signal(signal.SIGHUP)
        out, err = match.communicate(timeout=1200)
        self.assertEqual(match.returncode, 130, err)
        self.assertIn("Stopped before its end", out)

    def test_that_closes_is_nothing_to_nohup(self):
        match = self.start_match(20_000, preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        match.send_signal(signal.SIGHUP)
        out, err = match.communicate(timeout=1200)
        self.assertEqual(match.returncode, 0, err)
        self.assertNotIn("Stopped", out)


if __name__ == "__main__":
    main()
