"""Bots in other languages play in each kind of sandbox as they come: in JavaScript, Go, and C with another C library.

    python3 languages_test.py PROGRAM SOURCES
"""

import os
import shutil
import subprocess
import tempfile

from arena_command import BOTS as SOURCES, CommandTest, main


DEALS = 2


class Languages(CommandTest):
    def setUp(self):
        # Outside of /tmp, as bots usually are.
        self.folder = tempfile.TemporaryDirectory(dir="/var/tmp")
        self.addCleanup(self.folder.cleanup)
        os.chmod(self.folder.name, 0o755)
        os.mkdir(self.path("bot"))
        os.chmod(self.path("bot"), 0o755)

    def need(self, tool):
        if shutil.which(tool) is None:
            self.skipTest(f"{tool} is not installed")

    def built(self, *command, **environment):
        done = subprocess.run(command, cwd=self.path("bot"), env={**os.environ, **environment}, capture_output=True, text=True,
                              timeout=1200, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def assert_plays(self):
        for kind in ("bubblewrap", "landlock"):
            self.write("cup.toml", f'deals = {DEALS}\nseed = 1\n[limits]\nstart_ms = 60000\ndecision_ms = 60000\nround_ms = 600000\n[sandbox]\n'
                       f'kind = "{kind}"\n[[bot]]\nname = "random"\n[[bot]]\nname = "bot"\nkind = "program"\npath = "{self.path("bot", "bot")}"\n')
            with self.subTest(kind=kind):
                done = self.run_arena("tournament", "cup.toml", "--name", kind, "--strict")
                if done.returncode == 2 and "sandbox" in done.stderr:
                    self.skipTest(f"this machine has no {kind}")
                self.assertEqual(done.returncode, 0, done.stderr)
                bots = {row["name"]: row for row in self.results(kind)["bots"]}
                self.assertEqual(bots["bot"]["builds"][0]["boards"], DEALS)

    def test_javascript_in_node(self):
        self.need("node")
        shutil.copy(os.path.join(SOURCES, "bot.js"), self.path("bot", "bot"))
        os.chmod(self.path("bot", "bot"), 0o755)
        self.assert_plays()

    def test_go(self):
        self.need("go")
        shutil.copy(os.path.join(SOURCES, "bot.go"), self.path("bot"))
        self.built("go", "build", "-o", "bot", "bot.go", GOCACHE=self.path("cache"), HOME=self.folder.name, GO111MODULE="off")
        self.assert_plays()

    def test_c_linked_with_musl(self):
        self.need("musl-gcc")
        for how in (["-static"], []):
            with self.subTest(how=how):
                self.built("musl-gcc", "-O1", *how, os.path.join(SOURCES, "bot.c"), "-o", "bot")
                self.assert_plays()
                shutil.rmtree(self.path("results"))


if __name__ == "__main__":
    main()
