"""A person sits down at a ladder's page and plays a round in a browser by keyboard alone.

    python3 play_test.py PROGRAM WEB_FOLDER
"""
import os
import re
import subprocess
import sys
import tempfile

TESTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
sys.path[:0] = [TESTS, os.path.join(TESTS, "arena", "presentation", "web")]
import cases  # noqa: E402
import browser  # noqa: E402
import sit_test  # noqa: E402
from patience import PATIENT_LADDER  # noqa: E402

SETTINGS = f'[play]\nreferences = ["lowest", "greedy"]\nthreads = 1\n[people]\nleast_pace_ms = 0\n{PATIENT_LADDER}'


class Guest(sit_test.Table):
    """The table to which a browser was led, as its own programs would ask it."""

    def __init__(self, page):
        self.link = page.run("location.href")
        self.address, self.token = self.link.split("table#")


class PlayTest(browser.PageTest):
    @classmethod
    def setUpClass(cls):
        cls.browser = browser.Browser(in_one_thread=True)
        cls.addClassCleanup(cls.browser.close)
        cls.folder = cls.enterClassContext(tempfile.TemporaryDirectory())
        os.chmod(cls.folder, 0o755)
        browser.run_arena(sit_test.PROGRAM, cls.folder, "ladder", "init", "ladder")
        with open(os.path.join(cls.folder, "ladder", "ladder.toml"), "w", encoding="utf-8") as file:
            file.write(SETTINGS)
        cls.server = subprocess.Popen([sit_test.PROGRAM, "ladder", "serve", "ladder", "--port", "0"], cwd=cls.folder, stdout=subprocess.PIPE, text=True)
        cls.addClassCleanup(cls.end)
        cls.url = cls.server.stdout.readline().strip()

    @classmethod
    def end(cls):
        cls.server.terminate()
        cls.server.communicate(timeout=browser.SECONDS)

    def tab_to(self, selector):
        for _ in range(60):
            if self.browser.run(f"document.activeElement.matches({selector!r})"):
                return
            self.browser.press("Tab")
        raise AssertionError(f"Tab does not come to {selector}")

    def choose(self, name, bot):
        """One that is weaker than what is chosen."""
        self.tab_to(f"[name={name}]")
        while self.browser.run(f"document.querySelector('[name={name}]').value") != bot:
            self.browser.press("ArrowUp")

    def sit_down(self):
        self.browser.open(self.url + "#play", "document.querySelector('.sit-down')")
        self.choose("partner", "lowest")
        self.choose("opponents", "greedy")
        self.tab_to("[name=person]")
        self.browser.ask("Input.insertText", text="Ann")
        self.tab_to("[name=keep]")
        self.browser.press(" ")
        self.browser.until("document.querySelector('[name=keep]').checked")
        self.tab_to("[type=submit]")
        self.browser.press(" ")
        self.browser.until("location.pathname === '/table' && document.querySelector('.sit-acts[data-question]')")
        table = Guest(self.browser)
        self.assertRegex(table.token, r"^[0-9a-f]{32}$")
        table.ask(body={"do": "pace", "ms": 0})
        return table

    def look_again(self, question):
        here = f"document.querySelector('.sit-acts')?.dataset.question === '{question['id']}'"
        loaded = self.browser.run("performance.timeOrigin")
        self.browser.ask("Page.reload")
        self.browser.until(f"performance.timeOrigin !== {loaded} && {here}")

    def answer(self, hands, table, snapshot):
        question = snapshot["question"]
        self.browser.until(f"document.querySelector('.sit-acts').dataset.question === '{question['id']}'")
        if question["ask"] in ("grand_tichu", "tichu"):
            return hands.act("go")
        if question["ask"] == "push":
            return hands.push(sit_test.cards_of(snapshot["seen"]["hand"])[:3])
        if question["ask"] == "give_dragon":
            return hands.act(question["receivers"][0])
        if question["ask"] == "bomb":
            return hands.act("none")
        plays = sorted(question["legal"]["plays"], key=lambda play: ("Phx" in play, "Mah" in play, -len(play)))
        if not plays:
            return hands.act("pass")
        hands.raise_cards(sit_test.cards_of(plays[0]))
        self.browser.until("!document.querySelector('[data-act=play]').disabled")
        return hands.act("play")

    def sit_to_the_board_of_the_day_twice(self):
        links = []
        for _ in range(2):
            self.browser.open(self.url + "#play", "document.querySelector('.sit-to-day')")
            self.browser.run("document.querySelector('.sit-to-day [name=keep]').click(); document.querySelector('.sit-to-day').requestSubmit()")
            self.browser.until("location.pathname === '/table' && document.querySelector('.sit-acts[data-question]')")
            links.append(self.browser.run("location.href"))
        self.assertEqual(links[0], links[1])

    def test_a_guest_plays_a_round_by_keyboard_alone_and_goes_on_after_reloads(self):
        table = self.sit_down()
        hands, seen = sit_test.Keys(self.browser), set()
        snapshot = table.asked()
        self.assertEqual(snapshot["names"], {"me": "Ann", "right": "greedy", "partner": "lowest", "left": "greedy"})
        while snapshot["stage"] == "round":
            question = snapshot["question"]
            if question["ask"] not in seen:
                self.look_again(question)
            seen.add(question["ask"])
            self.answer(hands, table, snapshot)
            snapshot = table.asked(question["id"])
        self.browser.until("document.querySelector('.result-card h2')")
        self.browser.run("location.hash = '#board=0&seat=0'")
        self.browser.until("document.querySelector('.viewer .table')")
        self.browser.open(self.url + "#play", "document.querySelector('.sit-down')")
        self.assertEqual(self.browser.run("document.querySelector('.title nav a').href"), table.link)
        self.browser.run("document.querySelector('.take-away').click()")
        self.browser.until("document.body.textContent.includes('Nothing of that table is kept once it is over.')")
        self.assertTrue(re.match(r"[01] of 4 tables taken", self.browser.run("document.querySelector('.room').textContent")))
        self.sit_to_the_board_of_the_day_twice()
        self.assertEqual(self.browser.complaints, [])


if __name__ == "__main__":
    cases.main()
