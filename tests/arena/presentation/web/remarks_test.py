"""What bots said of their decisions, in the replay in a browser: honest and hostile remarks.

    python3 remarks_test.py PROGRAM WEB_FOLDER
"""
import json
import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".."))
import cases  # noqa: E402

import browser

sys.argv.pop()
PROGRAM = os.path.abspath(sys.argv.pop())
VIEWER = "document.querySelector('.viewer .table')"
SAID = "[...document.querySelectorAll('.table-panel:nth-child(1) .story .remark')].map(e => Number(e.dataset.of))"


setUpModule = browser.skip_without_chromium


class Remarks(browser.PageTest):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        babbler = os.path.join(os.path.dirname(os.path.dirname(PROGRAM)), "test_bots/careless_bot")
        cls.arena("tournament", "--bot", "sampler", "--bot", f"babble=trusted:program:{babbler} babbles",
                  "--option", "sampler.simulations=300", "--deals", "2", "--seed", "3", "--name", "cup")
        cls.arena("report", "results/cup")
        cls.record = json.loads(cls.arena("export", "results/cup").splitlines()[0])
        cls.browser = browser.Browser(in_one_thread=True)
        cls.addClassCleanup(cls.browser.close)

    @classmethod
    def arena(cls, *arguments):
        return browser.run_arena(PROGRAM, cls.folder.name, *arguments)

    def tearDown(self):
        self.assertEqual(self.browser.complaints, [])
        self.assertNotEqual(self.browser.run("document.title"), "owned")

    def open(self, place):
        self.browser.open(f"file://{self.folder.name}/results/cup/report.html#board=0{place}", VIEWER)

    def test_with_open_cards_all_are_there(self):
        self.open("")
        self.assertEqual(sorted(self.browser.run(SAID)), sorted(remark["seat"] for remark in self.record["remarks"]))

    def test_a_seat_reads_its_own_alone_and_none_that_is_to_come(self):
        for seat in range(4):
            own = [remark for remark in self.record["remarks"] if remark["seat"] == seat]
            self.open(f"&step=1000&seat={seat}")
            self.assertEqual(self.browser.run(SAID), [seat] * len(own))
            self.open(f"&step=0&seat={seat}")
            first = [remark for remark in own if remark["question"] == "grand_tichu"]
            self.assertEqual(self.browser.run(SAID), [seat] * len(first))

    def test_value_and_probabilities_are_shown(self):
        self.open("")
        heads = self.browser.run("[...document.querySelectorAll('.story .remark > .quiet')].map(e => e.textContent)")
        self.assertTrue(any("points" in head for head in heads), heads)
        self.assertGreater(self.browser.run("document.querySelectorAll('.story .moves .share').length"), 10)

    def test_a_note_is_text_and_breaks_no_layout(self):
        for width in (375, 1280):
            self.browser.look(width=width, height=800)
            self.open("")
            self.browser.run("document.querySelectorAll('details.story-box').forEach(e => { e.open = true; })")
            text = self.browser.run("document.body.textContent")
            self.assertIn("<script>document.title", text)
            self.assertNotIn("\u202e", text)
            self.assertEqual(self.browser.run("document.querySelectorAll('.remark script, .remark img').length"), 0)
            self.assertLessEqual(self.browser.run("document.documentElement.scrollWidth"), width)

    def test_a_fault_that_a_substitute_made_good_stands_at_its_step(self):
        short = os.path.join(self.folder.name, "short.sh")
        with open(short, "w", encoding="utf-8") as file:
            file.write(f"#!/bin/sh\ndd bs=1 count=600 2>/dev/null | '{os.path.dirname(os.path.dirname(PROGRAM))}/bots/lowest'\n")
        os.chmod(short, 0o755)
        self.arena("tournament", "--bot", "greedy", "--bot", f"short=trusted:program:{short}", "--faults", "substitute", "--deals", "2",
                   "--seed", "3", "--name", "mended")
        self.arena("report", "results/mended")
        board = [json.loads(line) for line in self.arena("export", "results/mended", "--job", "0").splitlines()]
        faults = sum(len(record.get("faults", ())) for record in board)
        self.assertGreater(faults, 0)
        self.browser.open(f"file://{self.folder.name}/results/mended/report.html#board=0", VIEWER)
        self.assertEqual(self.browser.run("document.querySelectorAll('.story .substituted').length"), faults)
        self.assertIn("short (", self.browser.run("document.querySelector('.story .substituted').textContent"))

    def test_an_imported_tournament_says_that_nothing_can_be_played_in_it(self):
        with open(os.path.join(self.folder.name, "rounds.jsonl"), "w", encoding="utf-8") as file:
            for line in self.arena("export", "results/cup").splitlines():
                record = json.loads(line)
                file.write(json.dumps({key: value for key, value in record.items() if key not in ("seed", "deal_index")}) + "\n")
        self.arena("import", "rounds.jsonl", "--tournament", "results/again")
        self.arena("report", "results/again")
        self.browser.open(f"file://{self.folder.name}/results/again/report.html", "document.querySelector('#configuration')")
        text = self.browser.run("document.querySelector('#configuration').textContent")
        self.assertIn("not known: the records do not contain it", text)
        self.assertIn("This tournament was made from records", text)
        self.assertNotIn("tichu-arena tournament", text)


if __name__ == "__main__":
    cases.main()
