"""The report of a real tournament in a browser.

    python3 report_test.py PROGRAM WEB_FOLDER
"""
import contextlib
import json
import os
import re
import shutil
import sqlite3
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
SEEN = "[...document.querySelectorAll('.table-panel:nth-child(%d) [data-seat=\"%d\"] [data-card]')].map(e => e.dataset.card)"
SHORT_BOT = "#!/bin/sh\necho leaving soon >&2\ndd bs=1 count=1500 2>/dev/null | '%s/bots/lowest'\n"
# Markup, SQL, text that runs backwards, and what would end a script.
HOSTILE = "</script><img src=x onerror=alert(1)>';DROP TABLE job;--\u202e<b>"
# A name may not change the direction of writing.
HOSTILE_NAME = HOSTILE.replace("\u202e", "")


setUpModule = browser.skip_without_chromium


class ReportTest(browser.PageTest):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        short = os.path.join(cls.folder.name, "short.sh")
        with open(short, "w", encoding="utf-8") as file:
            file.write(SHORT_BOT % os.path.dirname(os.path.dirname(PROGRAM)))
        os.chmod(short, 0o755)
        cls.arena("tournament", "--bot", "steady", "--bot", "lowest", "--bot", f"short=trusted:program:{short}", "--deals", "6", "--seed", "1", "--name", "cup")
        cls.arena("report", "results/cup")
        cls.arena("play", "steady", "greedy", "--games", "2", "--rule", "target=300", "--seed", "1", "--name", "games")
        cls.arena("report", "results/games")
        cls.browser = browser.Browser(in_one_thread=True)
        cls.addClassCleanup(cls.browser.close)

    @classmethod
    def arena(cls, *arguments, code=0):
        return browser.run_arena(PROGRAM, cls.folder.name, *arguments, code=code)

    def url(self, tournament="cup", place=""):
        return f"file://{self.folder.name}/results/{tournament}/report.html{place}"

    def tearDown(self):
        self.assertEqual(self.browser.complaints, [])
        elsewhere = [url for url in self.browser.requests if not url.startswith((f"file://{self.folder.name}/", "data:", "about:"))]
        self.assertEqual(elsewhere, [])

    def store(self, query, *values):
        with sqlite3.connect(os.path.join(self.folder.name, "results/cup/tournament.sqlite")) as database:
            return database.execute(query, values).fetchall()

    def rounds(self):
        return [json.loads(line) for line in self.arena("export", "results/cup").splitlines()]

    def counts(self):
        """Boards and rounds, as the report's first line has them."""
        found = re.search(r"(\d+) boards, (\d+) rounds", self.browser.run("document.querySelector('.lede').textContent"))
        return int(found.group(1)), int(found.group(2))

    def steps(self):
        return int(self.browser.run("document.querySelector('[data-control=timeline]').max"))


class Report(ReportTest):
    def test_shows_every_entrant_and_every_part(self):
        self.browser.open(self.url(), REPORT)
        with open(os.path.join(self.folder.name, "results/cup/results.json"), encoding="utf-8") as file:
            results = json.load(file)
        names = self.browser.run("[...document.querySelectorAll('#ladder tbody th')].map(e => e.textContent)")
        self.assertEqual(names, [standing["name"] for standing in results["standings"]])
        elo = self.browser.run("document.querySelector('#ladder tbody strong').textContent")
        self.assertEqual(elo, f"+{results['standings'][0]['elo']['value']:.0f}")
        for part in ("pairs", "history", "margins", "calls", "times", "faults", "boards", "configuration"):
            self.assertTrue(self.browser.run(f"document.getElementById('{part}') !== null"), part)
        self.assertEqual(self.browser.run("document.querySelectorAll('#pairs .heat').length"), 6)
        self.assertFalse(self.browser.run("/NaN|Infinity|undefined/.test(document.getElementById('app').outerHTML)"))
        self.browser.look(width=390, height=844, touch=True)  # there, too
        self.assertEqual(self.browser.run("[...document.querySelectorAll('#ladder :is(th, td)')].filter(cell => cell.getClientRects().length === 0).length"), 0)

    def test_says_what_its_numbers_do_not_compare(self):
        bots = [flag for name in ("steady", "greedy", "lowest", "random") for flag in ("--bot", name)]
        self.arena("tournament", *bots, "--schedule", "swiss", "--rounds", "1", "--deals", "1", "--seed", "1", "--anchor", "greedy=150", "--name", "swiss")
        self.arena("report", "results/swiss")
        self.browser.open(self.url("swiss"), REPORT)
        text = self.browser.run("document.getElementById('ladder').textContent")
        for words in ("greedy is set to 150", "Entrants of different groups have not met", "± ?: no error can be estimated", "fewer than 30 boards"):
            self.assertIn(words, text)
        heading = self.browser.run("[...document.querySelectorAll('#ladder th[scope=col]')].map(e => e.textContent).slice(0, 3)")
        self.assertEqual(heading, ["#", "Group", "Bot"])
        groups = self.browser.run("[...document.querySelectorAll('#ladder tbody tr')].map(e => e.children[1].textContent)")
        self.assertEqual(groups, ["1", "1", "2", "2"])
        self.browser.open(self.url(), REPORT)
        usual = self.browser.run("document.getElementById('ladder').textContent")
        self.assertIn("The mean of all entrants is 0.", usual)
        for words in ("Group", "± ?", "is set to"):
            self.assertNotIn(words, usual)

    def test_tells_what_bots_and_pairs_contributed(self):
        bots = [flag for name in ("steady", "greedy", "lowest", "random") for flag in ("--bot", name)]
        self.arena("tournament", *bots, "--pair", "steady+lowest", "--deals", "5", "--seed", "1", "--name", "teams")
        self.arena("report", "results/teams")
        with open(os.path.join(self.folder.name, "results/teams/results.json"), encoding="utf-8") as file:
            found = json.load(file)["partnerships"]
        self.browser.open(self.url("teams"), REPORT)
        rows = self.browser.run("[...document.querySelectorAll('#partners tbody tr')].map(r => [...r.children].map(e => e.textContent))")
        best = found["bots"][0]
        self.assertEqual(rows[0], ["1", best["name"], f"{best['strength']['value']:+.1f}± {best['strength']['error95']:.1f}", str(best["boards"])])
        self.assertEqual(len(rows), 4 + 5)
        # greedy and random play with themselves alone.
        self.assertEqual([row for row in rows if "open" in row], [["greedy", "greedy", "open", "20"], ["random", "random", "open", "20"]])
        self.assertIn("who played with whom does not tell it", self.browser.run("document.getElementById('partners').textContent"))
        self.assertTrue(self.browser.run("[...document.querySelectorAll('nav button')].some(e => e.textContent === 'Partners')"))
        self.assertFalse(self.browser.run("/NaN|Infinity|undefined/.test(document.getElementById('app').outerHTML)"))
        self.browser.open(self.url(), REPORT)
        self.assertFalse(self.browser.run("document.getElementById('partners') !== null"))
        self.assertFalse(self.browser.run("[...document.querySelectorAll('nav button')].some(e => e.textContent === 'Partners')"))

    def test_tells_what_played_and_in_which_sandbox(self):
        self.browser.open(self.url(), REPORT)
        text = self.browser.run("document.getElementById('configuration').textContent")
        with open(os.path.join(self.folder.name, "results/cup/results.json"), encoding="utf-8") as file:
            [build] = json.load(file)["bots"][0]["builds"]
        self.assertIn(f"says it is version 1.0; files {build['fingerprint']}", text)
        self.assertNotIn("Sandbox", text)
        shutil.copytree(os.path.join(self.folder.name, "results/cup"), os.path.join(self.folder.name, "results/changed"))
        with contextlib.closing(sqlite3.connect(os.path.join(self.folder.name, "results/changed/tournament.sqlite"), isolation_level=None)) as database:
            database.execute("INSERT INTO run SELECT 1, program, 'landlock', protections FROM run")
            database.execute("INSERT INTO build SELECT 1, bot, name, ?, fingerprint FROM build", (HOSTILE,))
            database.execute("UPDATE job SET run = 1 WHERE number > 4")
            database.execute("UPDATE tournament SET configuration = json_set(configuration, '$.bots[2].trusted', json('false'))")
        self.arena("report", "results/changed")
        self.browser.open(self.url("changed"), REPORT)
        text = self.browser.run("document.getElementById('configuration').textContent")
        self.assertIn("5 boards from job 0: says it is version 1.0; files", text)
        self.assertIn(f"from job 5: says it is version {HOSTILE[:20]}", text)
        self.assertNotIn("\u202e", text)
        self.assertIn("none on 5 boards, then landlock on", text)
        self.assertEqual(self.browser.run("document.querySelectorAll('#configuration img').length"), 0)

    def test_says_what_is_damaged_and_shows_the_rest(self):
        shutil.copytree(os.path.join(self.folder.name, "results/cup"), os.path.join(self.folder.name, "results/hurt"))
        with contextlib.closing(sqlite3.connect(os.path.join(self.folder.name, "results/hurt/tournament.sqlite"), isolation_level=None)) as database:
            database.execute("UPDATE job SET second_entrant = 7 WHERE number = 1")
            database.execute("UPDATE rounds SET packed = zeroblob(50) WHERE job = 3")
        self.arena("report", "results/hurt", code=1)
        self.browser.open(self.url("hurt"), REPORT)
        said = self.browser.run("[...document.querySelectorAll('[role=alert] li')].map(e => e.textContent)")
        self.assertEqual(said[0], "job 1: damaged: second_entrant 7 of 3 in the store")
        self.assertRegex(said[1], r"job 3 \(board \d+\): stored rounds: ")
        counts = self.counts()
        listed = self.browser.run("[...document.querySelectorAll('#boards tbody a')].map(e => e.textContent)")
        self.assertEqual(len(listed), 16)
        self.assertNotIn("3", listed)
        self.browser.open(self.url("hurt", "#board=2"), VIEWER)
        self.browser.open(self.url(), REPORT)
        self.assertFalse(self.browser.run("document.querySelector('.damage') !== null"))
        boards, rounds = self.counts()
        self.assertEqual(counts, (boards - 1, rounds - 2))

    def test_explains_faults_and_leads_to_their_boards(self):
        self.browser.open(self.url(), REPORT)
        self.assertIn("short", self.browser.run("document.querySelector('#faults .fault-group summary').textContent"))
        self.assertIn("leaving soon", self.browser.run("document.querySelector('#faults pre').textContent"))
        self.browser.run("document.querySelector('#faults .fault a').click()")
        self.browser.until(VIEWER)
        self.assertIn("at fault", self.browser.run("document.querySelector('.caption').textContent + document.querySelector('.stage').textContent"))

    def test_lists_the_boards_that_a_bot_lost(self):
        self.browser.open(self.url(), REPORT)
        choose = "(() => { const s = document.querySelectorAll('#boards .filters select')[%d]; s.value = [...s.options].find(" \
                 "o => o.textContent === '%s').value; s.dispatchEvent(new Event('change')); })()"
        rows = "[...document.querySelectorAll('#boards tbody tr')].map(row => [...row.children].slice(2, 4).map(e => [e.textContent, e.className]))"
        boards = self.browser.run(rows)
        wanted = [row for row in boards if ["lowest", "lost"] in row]
        self.assertTrue(0 < len(wanted) < len(boards))
        self.browser.run(choose % (0, "lowest"))
        self.browser.run(choose % (1, "lost"))
        self.assertEqual(self.browser.run(rows), wanted)

    def test_links_every_board_to_its_replay(self):
        self.browser.open(self.url(), REPORT)
        links = self.browser.run("[...document.querySelectorAll('#boards tbody a')].map(e => e.getAttribute('href'))")
        self.assertEqual(len(links), len(self.store("SELECT number FROM job")))
        self.browser.run("document.querySelector('#boards tbody tr:nth-child(4) a').click()")
        self.browser.until(VIEWER)
        self.browser.run("document.querySelector('.board-links a').click()")
        self.browser.until(REPORT)

    def test_gives_the_command_that_plays_it_again(self):
        self.browser.open(self.url(), REPORT)
        command = self.browser.run("document.querySelector('.command pre').textContent")
        self.assertRegex(command, r"^tichu-arena tournament --bot steady --bot lowest --bot '?short=trusted:program:")
        self.assertIn("--deals 6 --seed 1", command)

    def test_fits_a_phone(self):
        for dark in (False, True):
            self.browser.look(width=375, height=720, dark=dark, touch=True)
            for place in ("", "#board=0&step=20"):
                self.browser.open(self.url(place=place), f"{REPORT} || {VIEWER}")
                self.assertLessEqual(self.browser.run("document.documentElement.scrollWidth"), 375)


class Replay(ReportTest):
    def test_ends_with_the_score_that_is_stored(self):
        for job in (0, 5):
            self.browser.open(self.url(place=f"#board={job}"), VIEWER)
            self.browser.press("End")
            self.assert_score(job)

    def assert_score(self, job):
        shown = self.browser.run("[...document.querySelectorAll('[data-table]')].map(t => "
                                 "['.side0 strong', '.side1 strong'].map(s => Number(t.querySelector(s).dataset.score)))")
        # The second table has the sides at the other teams' seats.
        stored = [round["result"]["score"][::-1 if round["seating"] else 1]
                  for round in self.rounds() if round["job"] == job]
        self.assertEqual(shown, stored)

    def test_of_a_game_has_every_round(self):
        self.browser.open(self.url("games", "#board=1&round=1"), VIEWER)
        rounds = self.browser.run("document.querySelectorAll('[data-control=round] option').length")
        self.assertGreater(rounds, 1)
        self.browser.press("End")
        self.assertIn("the round ends", self.browser.run("document.querySelector('.stage').textContent"))

    def test_of_one_seat_shows_no_hidden_card(self):
        self.browser.open(self.url(place="#board=0&seat=2"), VIEWER)
        hidden_at_some_time = 0
        others = ", ".join(SEEN % (panel, seat) for panel in (1, 2) for seat in (0, 1, 3))
        for _ in range(self.steps() + 1):
            *seen, backs = self.browser.run(f"[{others}, document.querySelectorAll('.card.back').length]")
            self.assertEqual(seen, 6 * [[]])
            hidden_at_some_time += backs
            self.browser.press("ArrowRight")
        self.assert_score(0)
        self.assertGreater(hidden_at_some_time, 100)

    def test_of_one_seat_hides_pushes_between_others_and_what_is_to_come(self):
        self.browser.open(self.url(place="#board=0&step=4&seat=1"), VIEWER)
        push = "[...document.querySelectorAll('.story li.do-push button')].map(e => e.textContent)[0]"
        words = self.browser.run(push)
        given = dict(re.findall(r"\((\d)\): (\S+ \S+ \S+?)(?:;|$)", words))
        self.assertEqual([word == "?" for word in given["1"].split()], [False, False, False])
        # To the right, the partner, the left: seat 1 is the right of 0, the left of 2, the partner of 3.
        for seat, known in (("0", 0), ("2", 2), ("3", 1)):
            self.assertEqual([word == "?" for word in given[seat].split()], [side != known for side in range(3)])
        self.assertLessEqual(self.browser.run("document.querySelectorAll('.story')[0].children.length"), 5)

    def test_with_open_cards_shows_all_fifty_six(self):
        self.browser.open(self.url(place="#board=0&step=3"), VIEWER)
        for panel in (1, 2):
            cards = sum((self.browser.run(SEEN % (panel, seat)) for seat in range(4)), [])
            laid = self.browser.run(f"[...document.querySelectorAll('.table-panel:nth-child({panel}) .cloth [data-card]')].map(e => e.dataset.card)")
            self.assertEqual(len(set(cards + laid)), 56)

    def test_moves_by_keys_and_keeps_its_place_in_the_address(self):
        self.browser.open(self.url(place="#board=0&step=10"), VIEWER)
        self.browser.press("ArrowLeft")
        self.browser.press("3")
        self.assertEqual(self.browser.run("location.hash"), "#board=0&step=9&seat=2")
        self.browser.press("ArrowRight", shift=True)
        self.assertGreater(self.browser.run("Number(new URLSearchParams(location.hash.slice(1)).get('step'))"), 9)
        self.browser.press("End")
        self.assertEqual(self.browser.run("Number(document.querySelector('[data-control=timeline]').value)"), self.steps())
        self.browser.press("Home")
        self.browser.press(" ")
        self.browser.until("document.querySelector('[data-control=play]').getAttribute('aria-label').startsWith('pause')")
        self.browser.press(" ")
        self.browser.until("document.querySelector('[data-control=play]').getAttribute('aria-label').startsWith('play')")

    def test_finds_where_the_tables_part(self):
        self.browser.open(self.url(place="#board=0"), VIEWER)
        self.browser.press("p")
        words = "[...document.querySelectorAll('.caption')].map(e => e.textContent.trim().replace(/^.*?\\(/, '('))"
        first, second = self.browser.run(words)
        self.assertNotEqual(first, second)
        while self.browser.run("location.hash").find("step=") >= 0:
            self.browser.press("ArrowLeft")
            first, second = self.browser.run(words)
            self.assertEqual(first, second)

    def test_says_so_where_a_board_is_not_in_the_page(self):
        self.browser.open(self.url(place="#board=99999"), "document.querySelector('h1')")
        self.assertIn("is not in this page", self.browser.run("document.body.textContent"))


class HostileNames(ReportTest):
    """The same tournament with other names, and faults that say more than they should. One table at a time: where the short bot
    ends depends on all that its process has read before."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.play("plain", "s" * len(HOSTILE_NAME.encode()))
        cls.play("hostile", HOSTILE_NAME)
        with sqlite3.connect(os.path.join(cls.folder.name, "results/hostile/tournament.sqlite")) as database:
            database.execute("UPDATE fault SET text = ?, stderr = ?", (HOSTILE, HOSTILE.encode() + bytes(range(256)) + b"y" * 10240))
        cls.arena("report", "results/hostile")
        cls.arena("report", "results/plain")

    @classmethod
    def play(cls, tournament, name):
        path = os.path.join(cls.folder.name, tournament + ".toml")
        bots = ((name, "steady", "plugin"), ("x" * 64, "lowest", "plugin"), ("short", "./short.sh", "program"))
        with open(path, "w", encoding="utf-8") as file:
            file.write("seed = 1\ndeals = 6\nconcurrency = 1\n" + browser.PATIENT + "".join(f"[[bot]]\nname = {json.dumps(bot)}\npath = '{place}'\nkind = '{kind}'\ntrusted = true\n"
                                                        for bot, place, kind in bots))
        cls.arena("tournament", path, "--name", tournament)

    def outline(self, tournament, place, ready):
        """The elements of a page by tag and class, without their text, and without decision times, which differ from run to run."""
        self.browser.open(self.url(tournament, place), ready)
        return self.browser.run("[...document.querySelectorAll('#app *')].filter(e => !e.closest('svg.times')).map(e => e.tagName + '.' + (e.getAttribute('class') ?? ''))")

    def test_change_nothing_but_their_own_display(self):
        for place, ready in (("", REPORT), ("#board=0", VIEWER), ("#board=0&step=30", VIEWER)):
            self.assertEqual(self.outline("hostile", place, ready), self.outline("plain", place, ready), place)

    def test_are_bounded_and_visible(self):
        for width in (375, 1280):
            self.browser.look(width=width, height=800)
            for place in ("", "#board=0&step=30"):
                self.browser.open(self.url("hostile", place), f"{REPORT} || {VIEWER}")
                text = self.browser.run("document.body.innerText")
                self.assertIn("</script><img src=x", text)
                self.assertNotIn("\u202e", text)
                self.assertLessEqual(self.browser.run("document.documentElement.scrollWidth"), width)


if __name__ == "__main__":
    cases.main()
