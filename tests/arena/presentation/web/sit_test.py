"""A person's table in a browser: a round by keyboard, one by touch on a phone, with a reload in each phase.

    python3 sit_test.py PROGRAM WEB_FOLDER
"""
import json
import os
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".."))
import cases  # noqa: E402

import browser

sys.argv.pop()
PROGRAM = os.path.abspath(sys.argv.pop())
# With this deal the person has Mahjong, Phoenix, Dragon and a bomb of tens.
SEED = "6976"
KEPT = {"Tj", "Ts", "Tp", "Tt"}
PHASES = {"grand_tichu", "tichu", "push", "turn", "wish", "bomb", "give_dragon"}


def cards_of(play):
    return [word.split("=")[0].split(">")[0] for word in play.split()]


class Table:
    """A table that is served, and what its own programs would ask it."""

    def __init__(self, folder, *arguments, pace="0"):
        command = [PROGRAM, "sit", "--port", "0", "--pace", pace, *arguments]
        self.server = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True)
        self.link = self.server.stdout.readline().strip()
        self.address, self.token = self.link.split("#")
        self.server.stdout.readline()

    def next_link(self):
        """The link of the next person."""
        link = self.server.stdout.readline().strip()
        self.server.stdout.readline()
        return link

    def ask(self, path="api/v1/table", body=None, token=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data=data, headers={"Authorization": f"Bearer {token or self.token}"})
        with urllib.request.urlopen(request, timeout=browser.SECONDS) as answer:
            return json.load(answer)

    def asked(self, after=0):
        """The first snapshot that is past this question and waits for the person, who need not hurry."""
        snapshot = self.ask()
        while snapshot["stage"] == "round":
            question = snapshot["question"]
            if question and question["id"] > after and (question["ask"] != "bomb" or question["held"]):
                break
            snapshot = self.ask(f"api/v1/table?after={snapshot['version']}")
        return snapshot

    def seen(self, token):
        """What a seat sees as soon as its round is there."""
        snapshot = self.ask(token=token)
        while snapshot["seen"] is None:
            snapshot = self.ask(f"api/v1/table?after={snapshot['version']}", token=token)
        return snapshot["seen"]

    def end(self):
        self.server.terminate()
        self.server.communicate(timeout=browser.SECONDS)


def choose(question):
    """The play of a person who keeps the bomb, and is glad of Mahjong and Dragon; None: passes."""
    plays = [play for play in question["legal"]["plays"] if not KEPT & set(cards_of(play))]
    for wanted in ("Mah", "Drg"):
        if wanted in plays:
            return wanted
    if plays:
        return max(plays, key=lambda play: len(cards_of(play)))
    return None if question["legal"]["may_pass"] else question["legal"]["plays"][0]


class Keys:
    """Plays by keyboard alone."""

    def __init__(self, page):
        self.page = page

    def go_to(self, card):
        for _ in range(30):
            order = self.page.run("[...document.querySelectorAll('.own-card')].map((one) => one.dataset.card)")
            at = self.page.run("document.querySelector('.own-card[tabindex=\"0\"]').dataset.card")
            if at == card:
                return
            self.page.press("ArrowRight" if order.index(at) < order.index(card) else "ArrowLeft")
        raise AssertionError(f"the keys do not come to {card}")

    def push(self, cards):
        for card, place in zip(cards, "123"):
            self.go_to(card)
            self.page.press(place)
        self.page.until("!document.querySelector('[data-act=push]').disabled")
        self.page.press("Escape")
        self.page.until("document.querySelector('[data-act=push]').disabled")
        self.go_to(cards[2])
        self.page.press("3")
        self.page.press("Enter")

    def raise_cards(self, cards):
        for card in cards:
            self.go_to(card)
            self.page.press("ArrowUp")

    def wish(self, rank):
        for _ in range(60):
            self.page.press("Tab")
            if self.page.run("document.activeElement.dataset.key") == f"wish {rank}":
                return self.page.press(" ")
        raise AssertionError("Tab does not come to the wish")

    def act(self, name):
        self.page.press({"go": "Enter", "play": "Enter", "pass": "p", "bomb": "b", "none": "Escape", "left": "1", "right": "3"}[name])


class Touch:
    """Plays by touch alone."""

    def __init__(self, page):
        self.page = page

    def point(self, selector):
        return self.page.run(f"""(() => {{
          const one = document.querySelector({json.dumps(selector)});
          one.scrollIntoView({{block: "nearest"}});
          const box = one.getBoundingClientRect();
          return [box.left + Math.min(12, box.width / 2), box.top + box.height / 2];
        }})()""")

    def touch(self, kind, point):
        points = [] if point is None else [{"x": point[0], "y": point[1]}]
        self.page.ask("Input.dispatchTouchEvent", type=kind, touchPoints=points)

    def tap(self, selector):
        self.page.until(f"document.querySelector({json.dumps(selector)})")
        self.touch("touchStart", self.point(selector))
        self.touch("touchEnd", None)

    def drag(self, selector, to):
        start, end = self.point(selector), self.point(to)
        self.touch("touchStart", start)
        for part in (0.3, 0.7, 1):
            self.touch("touchMove", [a + (b - a) * part for a, b in zip(start, end)])
        self.touch("touchEnd", None)

    def push(self, cards):
        self.drag(f"[data-card='{cards[0]}'].own-card", "[data-slot=left]")
        self.page.until("document.querySelector('[data-slot=left].full')")
        for card, place in zip(cards[1:], ("partner", "right")):
            self.tap(f"[data-card='{card}'].own-card")
            self.tap(f"[data-slot={place}]")
            self.page.until(f"document.querySelector('[data-slot={place}].full')")
        self.tap("[data-act=push]")

    def raise_cards(self, cards):
        for card in cards:
            self.tap(f"[data-card='{card}'].own-card")

    def wish(self, rank):
        self.tap(f"[data-key='wish {rank}']")

    def act(self, name):
        self.tap(f"[data-act={'pass' if name == 'none' else name}]")


class SitTest(browser.PageTest):
    @classmethod
    def setUpClass(cls):
        cls.browser = browser.Browser(in_one_thread=True)
        cls.addClassCleanup(cls.browser.close)

    def play(self, hands, *arguments):
        """Plays a round. Returns the folder with what was stored."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        table = Table(folder.name, "--seed", SEED, "--partner", "lowest", "--right", "lowest", "--left", "lowest", *arguments)
        self.addCleanup(table.end)
        self.browser.open(table.link, "document.querySelector('.sit-acts[data-question]')")
        self.seen, self.last = set(), 0
        snapshot = table.asked()
        while snapshot["stage"] == "round":
            self.last = snapshot["question"]["id"]
            self.answer(hands, table, snapshot)
            snapshot = table.asked(self.last)
        self.browser.until("document.querySelector('.result-card h2')")
        return folder.name, table

    def look_again(self, phase, question):
        """The page asks this, also when it is loaded anew."""
        here = f"document.querySelector('.sit-acts').dataset.question === '{question['id']}'"
        self.browser.until(here)
        if phase in self.seen:
            return
        self.seen.add(phase)
        loaded = self.browser.run("performance.timeOrigin")
        self.browser.ask("Page.reload")
        self.browser.until(f"performance.timeOrigin !== {loaded} && document.querySelector('.sit-acts') && {here}")

    def answer(self, hands, table, snapshot):
        question = snapshot["question"]
        self.look_again(question["ask"], question)
        if question["ask"] in ("grand_tichu", "tichu"):
            return hands.act("go")
        if question["ask"] == "push":
            return hands.push([card for card in cards_of(snapshot["seen"]["hand"]) if card not in KEPT | {"Mah", "Drg"}][:3])
        if question["ask"] == "give_dragon":
            return hands.act(question["receivers"][0])
        if question["ask"] == "bomb":
            return hands.act("none")
        play = choose(question)
        self.assertEqual(self.browser.run("Boolean(document.querySelector('[data-act=pass]'))"), snapshot["seen"]["table"] is not None)
        if play is None:
            return hands.act("pass")
        hands.raise_cards(cards_of(play))
        self.browser.until("!document.querySelector('[data-act=play]').disabled")
        if play != "Mah":
            return hands.act("play")
        return self.wish_and_bomb(hands, table, question)

    def wish_and_bomb(self, hands, table, question):
        """The Mahjong with a wish; then the own bomb may beat it, for as long as a beat lasts."""
        self.look_again("wish", question)
        if "Mah" not in self.browser.run("[...document.querySelectorAll('.own-card[aria-pressed=true]')].map((one) => one.dataset.card)"):
            hands.raise_cards(["Mah"])
        self.browser.until("document.querySelector('.wishes')")
        hands.wish("8")
        self.browser.until("document.querySelector('[data-key=\"wish 8\"][aria-pressed=true]')")
        table.ask(body={"do": "pace", "ms": 10000})
        hands.act("play")
        self.browser.until("document.querySelector('[data-act=bomb]')")
        hands.act("bomb")
        held = table.asked(question["id"])
        self.assertEqual(held["question"]["ask"], "bomb")
        self.assertEqual(held["seen"]["wish"], "8")
        self.last = held["question"]["id"]
        self.look_again("bomb", held["question"])
        self.browser.until("!document.querySelector('[data-act=play]').disabled")
        self.assertIn("Bomb with four tens", self.browser.run("document.querySelector('[data-act=play]').textContent"))
        hands.act("none")
        table.ask(body={"do": "pace", "ms": 0})

    def test_a_round_is_played_by_keyboard_alone_and_kept_as_a_record(self):
        folder, table = self.play(Keys(self.browser), "--boards", "2")
        self.assertEqual(self.seen, PHASES)
        self.browser.until("document.querySelector('.house-line')?.textContent.startsWith('The same cards, your side less theirs: you ')")
        self.assertIn("Pushed", self.browser.run("document.querySelector('.tricks li:last-child').textContent"))
        self.browser.press("Enter")
        self.browser.until("document.querySelector('[data-act=go]')")
        self.assertEqual(table.asked(self.last)["question"]["ask"], "grand_tichu")
        self.assertEqual(self.browser.complaints, [])
        browser.run_arena(PROGRAM, folder, "verify", "results/sit")
        record = json.loads(browser.run_arena(PROGRAM, folder, "export", "results/sit", "--jsonl"))
        self.assertEqual((record["people"], record["bots"]), ([0], ["you", "lowest", "lowest", "lowest"]))
        standings, *rest = browser.run_arena(PROGRAM, folder, "show", "results/sit").split("#  bot", 1)[1].split("\n\n")
        self.assertEqual({line.split()[1] for line in standings.split("\n")[1:]}, {"you+lowest", "lowest"})
        self.assertNotIn("met nobody", "".join(rest))
        [times] = [part for part in rest if part.startswith("time and memory of")]
        self.assertEqual([line.split()[0] for line in times.split("\n")[1:]], ["lowest"])
        analysed = browser.run_arena(PROGRAM, folder, "analyse", "results/sit", "--simulations", "20", "--luck", "1", "--bot", "you")
        self.assertIn("you: 1 round of its teams", analysed)
        browser.run_arena(PROGRAM, folder, "report", "results/sit", "-o", "sit.html")
        self.browser.open(f"file://{folder}/sit.html", "document.body.textContent.includes('A person played here')")
        self.browser.open(table.address + "#" + table.token, "document.querySelector('.sit-acts[data-question]')")
        self.browser.run("location.hash = '#board=0&seat=0'")
        self.browser.until("document.querySelectorAll('.viewer .table').length === 2")
        self.assertIn("The house", self.browser.run("document.body.textContent"))
        self.assertIn("Board 1: ", self.browser.run("document.querySelector('.viewer .lede').textContent"))

    def test_a_round_is_played_by_touch_alone_on_a_phone(self):
        self.browser = browser.Browser()
        self.addCleanup(self.browser.close)
        self.browser.look(width=390, height=844, touch=True)
        self.browser.ask("Emulation.setTouchEmulationEnabled", enabled=True)
        self.play(Touch(self.browser), "--boards", "1")
        self.assertEqual(self.seen, PHASES)
        self.assertLessEqual(self.browser.run("document.documentElement.scrollWidth"), 390)
        self.assertEqual(self.browser.complaints, [])

    def test_a_coach_tells_what_a_push_lost_and_lets_it_be_tried_again(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        table = Table(folder.name, "--seed", SEED, "--coach", "--partner", "lowest", "--right", "lowest", "--left", "lowest")
        self.addCleanup(table.end)
        self.browser.open(table.link, "document.querySelector('.coach')")
        says = "document.querySelector('.coach-says').textContent"
        self.seen = set()
        question = self.go_to_push(table)
        self.browser.press('"')
        self.browser.press("h")
        self.browser.until(f"{says}.startsWith('The coach would do: ')")
        keys = Keys(self.browser)
        keys.push(["Phx", "2p", "Drg"])
        self.browser.until(f"{says}.includes('Dragon to the right lost')")
        self.assertIn("??", self.browser.run(says))
        self.browser.run("document.querySelector('[data-coach]').blur()")
        self.browser.run("document.querySelector('[data-key=coach]').click()")
        self.browser.until(f"{says}.endsWith('there was something better.')")
        self.assertNotIn("lost", self.browser.run(says))
        after = table.asked(question)["question"]["id"]
        self.browser.press("a")
        again = table.asked(after)
        self.assertEqual(again["question"]["ask"], "push")
        self.browser.until(f"document.querySelector('.sit-acts').dataset.question === '{again['question']['id']}'")
        keys.push([card for card in cards_of(again["seen"]["hand"]) if card not in KEPT | {"Phx", "Drg"}][:3])
        self.browser.until(f"{says}.includes('Before: ') && {says}.includes('Dragon to the right lost')")
        self.assertEqual(self.browser.complaints, [])

    def go_to_push(self, table):
        asked = table.asked()
        while asked["question"]["ask"] != "push":
            self.look_again(asked["question"]["ask"], asked["question"])
            self.browser.press("Enter")
            asked = table.asked(asked["question"]["id"])
        self.browser.until(f"document.querySelector('.sit-acts').dataset.question === '{asked['question']['id']}'")
        return asked["question"]["id"]

    def test_several_people_play_by_a_link_a_seat(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        name, hurry = ("--name", "evening"), ("--bombs", "0")
        table = Table(folder.name, *name, "--person", "Anna", "--partner", "Ben=person", "--right", "lowest", "--left", "lowest",
                      "--boards", "2", "--clock", "600", *hurry, pace="250")
        partner = table.next_link()
        token = partner.split("#")[1]
        self.browser.open(table.link, "document.querySelector('.gathering .missing')?.textContent.includes('Ben, your partner')")
        self.assertIsNone(table.ask()["seen"])
        self.assertEqual(table.ask(token=token)["people"]["seat"], 2)
        self.browser.until("document.querySelector('[data-act=go]') && document.querySelector('.clock')")
        presence = "document.querySelector('.seat.north .presence')?.textContent"
        self.browser.until(f"{presence} === 'here'")
        table.ask(body={"do": "leave"}, token=token)
        self.browser.until(f"{presence} === 'away'")
        before = [table.seen(each) for each in (table.token, token)]
        hands = [seen["hand"] for seen in before]
        self.assertFalse(set(cards_of(hands[0])) & set(cards_of(hands[1])))
        self.browser.open("about:blank", "document.body")  # a page would complain about what follows
        table.end()
        table = Table(folder.name, *name, *hurry, pace="250")
        self.addCleanup(table.end)
        self.assertEqual(table.next_link().split("#")[1], token)
        self.assertEqual([table.seen(each) for each in (table.token, token)], before)
        database = os.path.join(folder.name, "results", "evening", "tournament.sqlite")
        stored = []
        for rounds in (1, 2):
            self.play_for(table, (table.token, token), rounds)
            stored.append(os.stat(database).st_ino)
            if rounds == 1:
                table.ask(body={"do": "next", "round": 2}, token=token)
                self.assertEqual(table.ask()["people"]["presence"]["partner"]["ready"], True)
                table.ask(body={"do": "next", "round": 2})
        self.assertEqual(*stored, "a board is added to those that are stored")
        self.browser.open(table.address + "#" + token, "document.querySelector('.result-card h2')")
        self.assertEqual(self.browser.complaints, [])
        browser.run_arena(PROGRAM, folder.name, "verify", "results/evening")
        records = browser.run_arena(PROGRAM, folder.name, "export", "results/evening", "--jsonl").split("\n")
        self.assertEqual([(one["people"], one["bots"]) for one in map(json.loads, filter(None, records))],
                         [([0, 2], ["Anna", "lowest", "Ben", "lowest"])] * 2)
        for form in ("--jsonl", "--text", "--tch", "--csv"):
            nameless = browser.run_arena(PROGRAM, folder.name, "export", "results/evening", form, "--people")
            for typed in ("Anna", "Ben", "evening"):
                self.assertNotIn(typed.lower(), nameless.lower(), form)
        records = browser.run_arena(PROGRAM, folder.name, "export", "results/evening", "--people").split("\n")
        self.assertEqual([(one["people"], one["bots"]) for one in map(json.loads, filter(None, records))],
                         [([0, 2], ["person-1", "lowest", "person-2", "lowest"])] * 2)

    def play_for(self, table, tokens, rounds, pushed=lambda hand: hand[:3]):
        """Plays for all people until so many rounds are over."""
        while True:
            time.sleep(0.05)
            for token in tokens:
                snapshot = table.ask(token=token)
                if len(snapshot["rounds"]) >= rounds:
                    return
                question = snapshot["question"]
                if question is None or question["id"] == 0:
                    continue
                answer = {"id": question["id"]}
                if question["ask"] in ("grand_tichu", "tichu"):
                    answer["call"] = False
                elif question["ask"] == "push":
                    answer["push"] = pushed(cards_of(snapshot["seen"]["hand"]))
                elif question["ask"] == "give_dragon":
                    answer["give_to"] = question["receivers"][0]
                elif play := choose(question):
                    answer["play"] = play
                else:
                    answer["pass"] = True
                table.ask(body={"do": "answer", "answer": answer}, token=token)

    def play_badly(self, folder):
        """Two boards whose person pushes the best cards away, with what the house made of them. Returns margins."""
        table = Table(folder, "--seed", SEED, "--partner", "lowest", "--right", "lowest", "--left", "lowest", "--boards", "2")
        self.addCleanup(table.end)
        pushed = lambda hand: sorted(hand, key=lambda card: (card not in ("Phx", "Drg"), hand.index(card)))[:3]  # noqa: E731
        self.play_for(table, (table.token,), 1, pushed)
        table.ask(body={"do": "next", "round": 2})
        self.play_for(table, (table.token,), 2, pushed)
        snapshot = table.ask()
        while any(each["house"] is None for each in snapshot["rounds"]):
            snapshot = table.ask(f"api/v1/table?after={snapshot['version']}")
        self.browser.open(table.link, "document.querySelector('.result-card a[href=\"/mine\"]')")
        self.assertEqual(table.ask("api/v1/mine/sit/0")["job"], 0)
        for path in ("api/v1/mine", "api/v1/mine/sit/0", "api/v1/mine/sit/0/0/0/push"):
            with self.assertRaises(urllib.error.HTTPError) as refused:
                table.ask(path, token="0" * 32)
            self.assertEqual(refused.exception.code, 401)
        for path in ("api/v1/mine/../0", "api/v1/mine/sit/7", "api/v1/mine/sit/0/0/99/push", "api/v1/mine/sit/0/0/0/nothing"):
            with self.assertRaises(urllib.error.HTTPError) as refused:
                table.ask(path)
            self.assertEqual(refused.exception.code, 404)
        self.browser.open("about:blank", "document.body")  # a page would complain about what follows
        margins = [[each["own"] - each["theirs"], each["house"]["own"] - each["house"]["theirs"]] for each in snapshot["rounds"]]
        return margins

    def test_my_boards_tell_the_figures_and_open_what_was_lost_to_be_played_again(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        margins = self.play_badly(folder.name)
        # What the page has judged in the background waits on a busy machine; here it finds what analyse has kept.
        browser.run_arena(PROGRAM, folder.name, "analyse", "results/sit", "--simulations", "200", "--bot", "you")
        server = subprocess.Popen([PROGRAM, "mine", "--port", "0", "--simulations", "200"], cwd=folder.name, stdout=subprocess.PIPE, text=True)
        self.addCleanup(server.communicate, timeout=browser.SECONDS)
        self.addCleanup(server.terminate)
        self.browser.open(server.stdout.readline().strip(), "document.querySelector('#house')")
        self.browser.until("document.querySelector('#losses').textContent.includes('2 of 2 rounds are judged')")
        difference = [own - house for own, house in margins]
        half = 12.7062 * abs(difference[0] - difference[1]) / 2  # Student's, of one degree of freedom
        shown = self.browser.run("document.querySelector('#house tbody tr:last-child td').textContent").replace("\u2212", "-")
        self.assertEqual(shown, f"{'+' if sum(difference) > 0 else ''}{sum(difference) / 2:.1f}± {half:.1f}")
        self.assertIn("nobody can say which of you is stronger", self.browser.run("document.querySelector('#house').textContent"))
        self.browser.run("localStorage.setItem('coach', 'tell')")
        self.assertIn("0 of 2", self.browser.run("document.querySelector('#calls').textContent"))
        self.assertIn("2 rounds alone with bots, at 1 table", self.browser.run("document.body.textContent"))
        self.assertIn("push", self.browser.run("document.querySelector('.worst').textContent"))
        self.browser.run("[...document.querySelectorAll('.worst li')].find((one) => one.textContent.includes('push')).querySelector('.again').click()")
        self.browser.until("document.querySelector('.practice .slot')")
        self.assertIsNone(self.browser.run("document.querySelector('[data-key=coach]')"))
        says = "document.querySelector('.coach-says').textContent"
        hand = self.browser.run("[...document.querySelectorAll('.own-card')].map((one) => one.dataset.card)")
        self.assertEqual(len(hand), 14)
        keys = Keys(self.browser)
        keys.push([card for card in hand if card in ("Phx", "Drg")] + [card for card in hand if card not in ("Phx", "Drg")][:2])
        self.browser.until(f"{says}.includes('there was something better.')")
        self.browser.press("a")
        self.browser.until("document.querySelector('.practice .slot:not(.full)')")
        keys.push([card for card in hand if card not in KEPT | {"Mah", "Phx", "Drg"}][:3])
        self.browser.until(f"{says}.includes('Before: ') && {says}.includes('Phoenix')")
        self.browser.run("document.querySelector('.practice nav a').click()")
        self.browser.until("document.querySelector('#tables .board-links a')")
        self.browser.run("document.querySelector('#tables .board-links a').click()")
        self.browser.until("document.querySelectorAll('.viewer .table').length === 2")
        self.assertEqual(self.browser.complaints, [])

    def test_a_page_waits_for_a_table_that_cannot_be_opened(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        table = Table(folder.name, "--partner", "lowest", "--right", "lowest", "--left", "lowest")
        self.addCleanup(table.end)
        self.browser.open(table.link, "document.querySelector('.own-card')")
        self.browser.run("window.reach = window.fetch; window.fetch = async () => new Response('{}', {status: 409}); 0")
        table.ask(body={"do": "pace", "ms": 1})
        trouble = "document.querySelector('.sit .trouble')"
        self.browser.until(f"{trouble}.textContent === 'This table cannot be opened now; trying again\u2026' && !{trouble}.hidden")
        self.browser.run("window.fetch = window.reach; 0")
        self.browser.until(f"{trouble}.hidden")
        self.assertEqual(self.browser.complaints, [])

    def test_without_its_secret_nothing_is_told(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        table = Table(folder.name, "--partner", "lowest", "--right", "lowest", "--left", "lowest")
        self.addCleanup(table.end)
        for path in ("api/v1/table", "api/v1/table/boards/0"):
            with self.assertRaises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(table.address + path, timeout=browser.SECONDS)
            self.assertEqual(refused.exception.code, 401)
        with urllib.request.urlopen(table.address + "docs/rules", timeout=browser.SECONDS) as page:
            rules = page.read().decode()
        self.browser.open(table.link, "document.querySelector('.rules a') && document.querySelector('[data-key=rules]')")
        clauses = self.browser.run("[...document.querySelectorAll('.rules a')].map((one) => one.getAttribute('href').split('/docs/rules#')[1])")
        self.assertGreater(len(clauses), 20)
        for clause in clauses:
            self.assertIn(f'id="{clause}"', rules)
        self.browser.run("document.querySelector('[data-key=rules]').click()")
        self.browser.until("document.activeElement.closest('.rules[open]')?.querySelector('.card.of-Mah')")
        with urllib.request.urlopen(table.address, timeout=browser.SECONDS) as page:
            self.assertNotIn(table.token, page.read().decode())
        self.browser.open(table.address + "#" + "0" * 32, "document.querySelector('.trouble:not([hidden])')")


if __name__ == "__main__":
    browser.skip_without_chromium()
    cases.main()
