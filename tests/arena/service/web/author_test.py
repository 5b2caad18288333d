"""An author who has a browser, an editor and an invitation, and nothing of the arena: from a ladder's page alone to a bot that plays.

    python3 author_test.py PROGRAM [SECONDS]

The ladder is the real program. Prints when each thing was reached; with SECONDS it goes on until the bot is rated, at most so long.
"""
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".."))
import cases  # noqa: E402

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "presentation", "web"))
import browser  # noqa: E402

UNTIL_RATED = float(sys.argv.pop()) if len(sys.argv) > 2 else 0
PROGRAM = os.path.abspath(sys.argv.pop())
SECONDS = browser.SECONDS
SETTINGS = '[play]\nreferences = ["greedy", "lowest"]\nthreads = 1\n' + browser.PATIENT_LADDER


class Author(browser.PageTest):
    def setUp(self):
        self.begin = time.monotonic()
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        os.chmod(place.name, 0o755)  # bots' boxes have users of their own, who must come to their files
        self.ladder, self.home = (os.path.join(place.name, name) for name in ("ladder", "home"))
        os.mkdir(self.home)
        self.operate("init", self.ladder)
        with open(os.path.join(self.ladder, "ladder.toml"), "w", encoding="utf-8") as file:
            file.write("" if UNTIL_RATED else SETTINGS)
        self.log = open(os.path.join(place.name, "log"), "w+", encoding="utf-8")  # noqa: SIM115
        self.addCleanup(self.log.close)
        self.server = subprocess.Popen([PROGRAM, "ladder", "serve", self.ladder, "--port", "0"], stdout=subprocess.PIPE, stderr=self.log, text=True)
        self.addCleanup(self.end)
        self.url = self.server.stdout.readline().strip()
        self.browser = browser.Browser(in_one_thread=True)
        self.addCleanup(self.browser.close)
        super().setUp()

    def end(self):
        self.server.send_signal(signal.SIGTERM)
        self.server.communicate(timeout=SECONDS)

    def operate(self, *words):
        return subprocess.run([PROGRAM, "ladder", *words], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()

    def words(self, selector):
        return self.browser.run(f"document.querySelector({selector!r})?.textContent ?? ''")

    def fill(self, selector, value):
        self.browser.run(f"document.querySelector({selector!r}).value = {value!r}")

    def reached(self, what):
        print(f"{time.monotonic() - self.begin:6.1f} s: {what}", flush=True)

    def wait_until(self, condition, what):
        """Waits until a condition of the page is true; fails if the ladder has ended, or has refused the bot."""
        def may_come():
            self.assertIsNone(self.server.poll(), "the ladder has ended")
            self.assertNotIn("refused", self.words(".upload .told > p"), self.words(".upload .told"))

        browser.wait_for(lambda: self.browser.run(f"Boolean({condition})"), SECONDS, may_come, lambda: f"{what}: {self.words('.upload .told')}")
        self.reached(what)

    def make_account(self):
        invitation = self.operate("admin", self.ladder, "invite")
        self.browser.open(self.url, "document.querySelector('nav.site')")
        self.browser.run("[...document.querySelectorAll('nav.site a')].find(a => a.textContent === 'Submit a bot').click()")
        self.wait_until("document.querySelector('form.account')", "the page that says how")
        self.fill(".account [name=name]", "ada")
        self.fill(".account [name=invitation]", invitation)
        self.browser.run("document.querySelector('form.account').requestSubmit()")
        self.wait_until("document.querySelector('.token')", "an account")

    def download_template(self):
        """The template as the browser saves it."""
        self.browser.ask("Page.setDownloadBehavior", behavior="allow", downloadPath=self.home)
        self.browser.run("document.querySelector('a.template').click()")
        archive = os.path.join(self.home, "ada-bot.tar.gz")
        deadline = time.monotonic() + SECONDS
        while not os.path.exists(archive):
            self.assertLess(time.monotonic(), deadline, f"no download: {os.listdir(self.home)}")
            time.sleep(0.05)
        self.reached("a template")
        return archive

    def change(self, archive):
        """By the commands that the page shows, with an editor between them."""
        commands = self.words(".start pre").split("\n")
        self.assertEqual(len(commands), 3, commands)
        subprocess.run(["sh", "-c", commands[0]], cwd=self.home, check=True)
        source = os.path.join(self.home, re.search(r"# change (\S+);", commands[1]).group(1))
        with open(source, encoding="utf-8") as file:
            text = file.read()
        with open(source, "w", encoding="utf-8") as file:
            file.write(text.replace("min(seen.plays", "max(seen.plays"))
        subprocess.run(["sh", "-c", commands[2]], cwd=self.home, check=True)
        self.reached("a bot of her own")
        self.assertTrue(os.path.exists(archive))

    def upload(self, archive):
        root = self.browser.ask("DOM.getDocument")["root"]["nodeId"]
        node = self.browser.ask("DOM.querySelector", nodeId=root, selector=".upload [name=archive]")["nodeId"]
        self.browser.ask("DOM.setFileInputFiles", nodeId=node, files=[archive])
        self.browser.run("document.querySelector('form.upload').requestSubmit()")

    def test_comes_from_the_page_alone_to_a_bot_that_plays(self):
        self.make_account()
        archive = self.download_template()
        self.change(archive)
        self.upload(archive)
        self.wait_until("document.querySelector('.told tbody tr')", "its first step")
        self.wait_until("document.querySelector('.told .state.provisional, .told .state.rated')", "it plays")
        steps = self.words(".told tbody")
        for step in ("unpacked", "screened", "built", "checked", "validated"):
            self.assertIn(step, steps)
        self.wait_until("document.querySelector('.told .rating')", "it has boards")
        self.assertRegex(self.words(".told .rating"), r"Place \d+")
        self.assertEqual(self.browser.complaints, [])
        while UNTIL_RATED > time.monotonic() - self.begin and not self.browser.run("Boolean(document.querySelector('.told .state.rated'))"):
            time.sleep(0.2)
        self.reached(self.words(".told .state") + ": " + self.words(".told .rating"))


if __name__ == "__main__":
    browser.skip_without_chromium()
    cases.main()
