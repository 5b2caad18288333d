"""An analysis in a browser: losses in the report, alternatives and the margin in the replay, hindsight only if it is asked for.

    python3 analysis_test.py PROGRAM WEB_FOLDER
"""
import os
import signal
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".."))
import cases  # noqa: E402

import browser

sys.argv.pop()
PROGRAM = os.path.abspath(sys.argv.pop())
REPORT = "document.querySelector('main.report #ladder')"
VIEWER = "document.querySelector('.viewer .table')"
BOXES = "[...document.querySelectorAll('.table-panel > .analysed')].map(e => Number(e.dataset.of))"


setUpModule = browser.skip_without_chromium


class Analysis(browser.PageTest):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        for arguments in (("play", "steady", "greedy", "--deals", "3", "--seed", "5", "--name", "cup"),
                          ("analyse", "results/cup", "--simulations", "100", "--luck", "8"), ("report", "results/cup")):
            browser.run_arena(PROGRAM, cls.folder.name, *arguments)
        cls.browser = browser.Browser(in_one_thread=True)
        cls.addClassCleanup(cls.browser.close)

    def tearDown(self):
        self.assertEqual(self.browser.complaints, [])

    def open(self, place, ready):
        self.browser.open(f"file://{self.folder.name}/results/cup/report.html#{place}", ready)

    def test_the_report_has_losses_by_kind_and_the_worst_decisions(self):
        self.open("", REPORT)
        self.assertEqual(self.browser.run("[...document.querySelectorAll('#analysis h3')].map(e => e.textContent)"), ["greedy", "steady"])
        kinds = self.browser.run("[...document.querySelectorAll('#analysis .analysed-bot:nth-of-type(1) tbody th')].map(e => e.textContent)")
        self.assertIn("push", kinds)
        self.assertIn("all", kinds)
        self.assertGreater(self.browser.run("document.querySelectorAll('#analysis .worst a').length"), 0)

    def test_a_worst_decision_leads_to_its_step(self):
        self.open("", REPORT)
        self.browser.run("document.querySelector('#analysis .worst a').click()")
        self.browser.until(f"{VIEWER} && {BOXES}.length > 0")
        self.assertIn("would have been worth", self.browser.run("document.querySelector('.table-panel > .analysed').textContent"))
        self.assertGreater(self.browser.run("document.querySelectorAll('.table-panel .margin-graph').length"), 0)

    def test_hindsight_is_off_until_it_is_asked_for(self):
        self.open("board=0&step=20", VIEWER)
        self.assertEqual(self.browser.run("document.querySelector('[data-control=hindsight]').getAttribute('aria-pressed')"), "false")
        self.assertNotIn("true cards", self.browser.run("document.querySelector('.stage').textContent"))
        before = self.browser.run("document.querySelector('.margin-graph .run').getAttribute('d')")
        self.browser.press("h")
        self.assertIn("by the true cards", self.browser.run("document.querySelector('.stage').textContent"))
        self.assertIn("luck of the cards", self.browser.run("document.querySelector('.parts-line').textContent"))
        self.assertNotEqual(self.browser.run("document.querySelector('.margin-graph .run').getAttribute('d')"), before)
        self.browser.press("h")
        self.assertNotIn("true cards", self.browser.run("document.querySelector('.stage').textContent"))

    def test_a_seat_sees_its_own_decisions_alone(self):
        self.open("board=0&step=2", VIEWER)
        self.assertEqual(sorted(set(self.browser.run(BOXES))), [0, 1, 2, 3])
        self.open("board=0&step=2&seat=1", VIEWER)
        self.assertEqual(sorted(set(self.browser.run(BOXES))), [1])
        self.assertEqual(self.browser.run("document.querySelectorAll('.margin-graph').length"), 0)

    def test_nothing_is_wider_than_a_phone(self):
        self.browser.look(390, 844, touch=True)
        for place, ready in (("", REPORT), ("board=0&step=20", VIEWER)):
            self.open(place, ready)
            self.assertLessEqual(self.browser.run("document.documentElement.scrollWidth"), 390)
        self.browser.look()


class Asked(browser.PageTest):
    """Boards that readers of a server have analysed."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        browser.run_arena(PROGRAM, cls.folder.name, "play", "steady", "greedy", "--deals", "2", "--seed", "5", "--name", "cup")
        cls.server = subprocess.Popen([PROGRAM, "serve", "--port", "0", "--simulations", "20"], cwd=cls.folder.name, stdout=subprocess.PIPE,
                                      stderr=subprocess.DEVNULL, text=True)
        cls.addClassCleanup(cls.end)
        cls.url = cls.server.stdout.readline().strip()
        cls.browser = browser.Browser(in_one_thread=True)
        cls.addClassCleanup(cls.browser.close)

    @classmethod
    def end(cls):
        cls.server.send_signal(signal.SIGINT)
        cls.server.communicate(timeout=browser.SECONDS)

    def test_a_reader_has_a_board_analysed(self):
        place = f"{self.url}#tournament=cup&board=1&step=15"
        self.browser.open(place, "document.querySelector('[data-control=analyse]')")
        self.browser.run("document.querySelector('[data-control=analyse]').click()")
        self.browser.until("document.querySelector('.margin-graph') || document.querySelector('.analysing .bad')")
        self.assertEqual(self.browser.run("document.querySelectorAll('.margin-graph').length"), 2)
        self.assertEqual(self.browser.run("document.querySelector('.analysing').textContent"), "")
        self.assertGreater(self.browser.run("document.querySelectorAll('.table-panel > .analysed').length"), 0)
        self.browser.open(place, "document.querySelector('.margin-graph')")
        self.assertEqual(self.browser.complaints, [])
        self.browser.look(390, 844, touch=True)
        self.browser.open(f"{self.url}#tournament=cup&board=0", "document.querySelector('[data-control=analyse]')")
        self.assertLessEqual(self.browser.run("document.documentElement.scrollWidth"), 390)


if __name__ == "__main__":
    cases.main()
