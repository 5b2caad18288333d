"""The pages of a ladder in a browser: standings, bot, pair, boards, replay, status, limits, submitting, an author's own, moderating.

    python3 ladder_test.py PROGRAM SERVER

SERVER is the test program api_ladder_server: a ladder whose texts would do harm if they were not taken as texts.
"""
import io
import json
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import unittest
import urllib.error
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".."))
import cases  # noqa: E402

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "presentation", "web"))
import browser  # noqa: E402

SERVER = os.path.abspath(sys.argv.pop())
PROGRAM = os.path.abspath(sys.argv.pop())
SECONDS = browser.SECONDS
STANDINGS = "document.querySelectorAll('#ladder tbody tr').length === 3"


def play_boards(folder):
    """A stored tournament of fox, owl and steady, in that order."""
    browser.run_arena(PROGRAM, folder, "tournament", "--bot", "fox=program:steady", "--bot", "owl=program:lowest", "--bot", "steady=program:plain", "--deals", "64",
                      "--seed", "3", "--name", "event")
    return os.path.join(folder, "results/event")


def serve(folder, *more):
    """The server, its address, and what its clients need to know: tokens by name."""
    server = subprocess.Popen([SERVER, folder, *more], stdout=subprocess.PIPE, text=True)
    return server, server.stdout.readline().strip(), json.loads(server.stdout.readline())


def end(server):
    server.send_signal(signal.SIGTERM)
    server.communicate(timeout=SECONDS)


class LadderPages(browser.PageTest):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.boards = play_boards(cls.folder)
        cls.server, cls.url, cls.tokens = serve(cls.boards)
        cls.addClassCleanup(end, cls.server)
        cls.browser = browser.Browser(in_one_thread=True)
        cls.addClassCleanup(cls.browser.close)

    def tearDown(self):
        self.assertEqual(self.expected_complaints(), [])
        self.assertEqual([url for url in self.browser.requests if not url.startswith((self.url, "data:", "about:"))], [])
        self.assertIsNone(self.browser.run("window.harmed ?? null"))
        self.assertEqual(self.browser.run("document.querySelectorAll('[onerror], main script').length"), 0)

    def go_to_a_server_of_its_own(self, *more):
        """For a test that changes what others see, or needs another ladder."""
        server, self.url, self.tokens = serve("" if more else self.boards, *more)
        self.addCleanup(end, server)

    def expected_complaints(self):
        """A browser complains about every refusal that a page has asked for."""
        return [text for text in self.browser.complaints if "Failed to load resource" not in text]

    def words(self, selector):
        return self.browser.run(f"document.querySelector({selector!r})?.textContent ?? ''")

    def standings(self):
        return self.api("GET", "ladder")[1]["standings"]

    def test_show_the_standings_and_follow_the_ladder(self):
        self.browser.open(self.url, STANDINGS)
        self.assertEqual(self.words("h1"), "The open ladder")
        self.assertEqual(self.browser.run("document.title"), "The open ladder")
        first, second = self.standings()[:2]
        shown = self.words("#ladder tbody tr")
        for part in ("fox@1", "ada", f"{first['points']:+.1f}", f"± {first['points_error']:.1f}", str(first["boards"]),
                     "> 99.9" if second["above"] < 0.001 else f"{100 * (1 - second['above']):.1f}"):
            self.assertIn(part, shown)
        self.assertIn("> 99.9", self.words("#ladder tbody tr:nth-child(2)"))  # lowest is far below
        self.assertIn("provisional", self.browser.run("document.querySelector('#ladder tbody tr:nth-child(3)').className"))
        self.browser.until("document.querySelector('.lede strong')?.textContent.startsWith('1')")
        self.browser.run("(() => { const i = document.querySelector('input[type=search]'); i.value = 'OWL'; i.dispatchEvent(new Event('input')); })()")
        self.assertEqual(self.browser.run("document.querySelectorAll('#ladder tbody tr').length"), 1)

    def test_show_what_counts_of_the_standings_on_a_phone(self):
        self.browser.look(width=390, height=844, touch=True)
        self.browser.open(self.url, STANDINGS)
        seen = "[...document.querySelectorAll('#ladder tbody tr')].map(row => [...row.children].filter(cell => cell.getClientRects().length > 0 && cell.getBoundingClientRect().right <= 390).map(cell => cell.innerText))"
        for row, bot, author, points in zip(self.browser.run(seen), ("fox@1", "steady@1", "owl@1"), ("by ada · ", "reference\n", "by a-very-long-author-name-32-chars · "),
                                             [f"{row['points']:+.1f}".replace("-", "\u2212").replace("+0.0", "0.0") for row in self.standings()]):
            self.assertEqual(len(row), 3, row)
            self.assertIn(bot, row[1])
            self.assertRegex(row[1], rf"{author}place(s \d–| )\d$")
            self.assertTrue(row[2].startswith(points), row)
        cut = "[...document.querySelectorAll('#ladder tbody th')].filter(cell => cell.scrollWidth > cell.clientWidth).length"
        self.assertEqual(self.browser.run(cut), 0)
        self.browser.look()
        self.assertEqual(self.browser.run("document.querySelector('.under').getClientRects().length"), 0)

    def test_show_a_bot_with_its_versions_form_and_opponents(self):
        self.browser.open(f"{self.url}#bot=fox", "document.querySelector('#opponents tbody tr')")
        self.assertEqual(self.words("h1"), "fox")
        self.assertEqual(self.browser.run("document.querySelectorAll('#versions tbody tr').length"), 1)
        self.assertTrue(self.browser.run("Boolean(document.querySelector('.form .band'))"))
        self.assertEqual(self.browser.run("document.querySelectorAll('#opponents tbody tr').length"), 2)
        self.browser.until("document.querySelector('img.ladder-badge').naturalWidth > 0")
        self.assertIn("tichu-arena analyse dump --bot fox@1", self.browser.run("document.querySelector('#latest').textContent"))
        self.show_the_refused_version()
        self.assertEqual(self.browser.run("document.querySelectorAll('#versions tbody tr').length"), 2)
        self.assertIn("build_failed", self.words("#versions"))
        self.assertIn("build_failed", self.words("#form"))

    def show_the_refused_version(self):
        """To its author, who alone sees it."""
        self.sign_in(self.tokens["author"], "mine")
        self.browser.until("document.querySelector('article.version')")
        self.browser.run("location.hash = '#bot=fox&version=2'")
        self.browser.until("document.querySelector('#form table')")

    def test_begin_with_the_ladders_title(self):
        for place, ready, title in (("#bot=fox", "document.querySelector('#opponents')", "fox"), ("#limits", "document.querySelector('#submitting')", "Limits"),
                                    ("#mine", "document.querySelector('form.sign-in')", "My bots"), ("#board=3", "document.querySelector('.viewer .table')", "Board 3"),
                                    ("#pair=fox,owl%401", "document.querySelector('#latest tbody tr')", "fox@1 against owl@1"),
                                    ("#board=999", "document.querySelector('[role=alert].lede')", "not shown")):
            self.browser.open(self.url + place, ready)
            self.assertEqual(self.browser.run("document.title"), f"The open ladder: {title}")
            self.assertEqual(self.words(".kicker"), "The open ladder", place)

    def test_say_in_words_what_is_not_there_or_not_for_everybody(self):
        self.browser.open(f"{self.url}#bot=fox&version=9", "document.querySelector('#missing')")
        self.assertIn("There is no version 9 of fox that everybody may see", self.words("#missing [role=alert]"))
        self.assertEqual(self.browser.run("document.querySelector('#missing a').getAttribute('href')"), "#mine")
        self.assertEqual(self.browser.run("document.querySelectorAll('#form, tr[aria-current=true]').length"), 0)
        self.assertEqual(self.browser.run("document.querySelectorAll('#versions tbody tr').length"), 1)
        for bot, words in (("nobody", "There is no bot nobody"), ("%3Cb%3Ex", "There is no bot <b>x")):
            self.browser.open(f"{self.url}#bot={bot}", "document.querySelector('#missing')")
            self.assertIn(words, self.words("#missing [role=alert]"))
        self.browser.open(f"{self.url}#bot=fox&version=%3Cb%3E", "document.querySelector('#missing')")
        self.assertIn("No version <b>", self.words("#missing h2"))

    def test_say_that_an_address_names_no_page(self):
        for place in ("nonsense", "%3Cimg src=x onerror=alert(1)>", "standings&most=3"):
            self.browser.open(f"{self.url}#{place}", "document.querySelector('[role=alert].lede')")
            self.assertEqual(self.words("h1"), "No such page")
            self.assertIn(f"no page #{place.split('&')[0].split(' ')[0]}", self.words("[role=alert].lede"))
            self.assertEqual(self.browser.run("document.querySelectorAll('#ladder').length"), 0)
        self.browser.run("document.querySelector('main nav a').click()")
        self.browser.until(STANDINGS)

    def test_count_the_steps_of_a_round_alike_everywhere(self):
        self.browser.open(f"{self.url}#board=3", "document.querySelector('.viewer .table')")
        shown = self.words(".step-count")
        self.assertRegex(shown, r"^1 / \d+$")
        most = int(shown.split("/")[1])
        self.assertEqual(self.browser.run("document.querySelector('[data-control=timeline]').getAttribute('aria-valuetext')"), f"step 1 of {most}")
        lengths = self.browser.run("[...document.querySelectorAll('.story-box')].map(e => [...e.querySelector('summary').textContent.matchAll(/\\d+/g)]"
                                   ".reduce((sum, each) => sum + Number(each[0]), 0))")
        self.assertEqual(max(lengths), most)
        self.assertEqual(self.browser.run("[...document.querySelectorAll('.story')].map(e => e.children.length)"),
                         self.browser.run("[...document.querySelectorAll('.story-box summary')].map(e => parseInt(e.textContent.match(/\\d+/)[0]))"))
        self.browser.press("End")
        self.assertEqual(self.words(".step-count"), f"{most} / {most}")
        self.assertEqual(self.browser.run("location.hash"), f"#board=3&step={most - 1}")

    def test_lead_from_a_pair_to_a_replay(self):
        self.browser.open(f"{self.url}#pair=fox,owl%401", "document.querySelector('#latest tbody tr')")
        self.assertIn("fox@1 against owl@1", self.words("h1"))
        self.assertTrue(self.browser.run("!!document.querySelector('#latest tbody time')"), "when it was played")
        self.browser.run("document.querySelector('#latest tbody a').click()")
        self.browser.until("document.querySelector('.viewer .table')")
        self.assertIn("fox@1", self.words("h1"))
        self.browser.press("End")
        self.browser.until("document.querySelector('[data-score]')")
        self.browser.run("document.querySelector('.board-links a').click()")
        self.browser.until("document.querySelector('#boards tbody tr')")

    def test_show_the_best_each_against_each(self):
        self.browser.open(f"{self.url}#crosstable", "document.querySelector('#crosstable .heat a')")
        self.assertEqual(self.browser.run("[...document.querySelectorAll('#crosstable tbody th')].map(e => e.textContent)"), ["fox@1", "steady@1", "owl@1"])
        self.assertEqual(self.browser.run("[...document.querySelectorAll('#crosstable .across')].map(e => e.textContent)"), ["fox@11", "steady@12", "owl@13"])
        self.assertEqual(self.browser.run("document.querySelectorAll('#crosstable .heat').length"), 6)
        self.assertEqual(self.browser.run("document.querySelector('.site [aria-current]').textContent"), "Crosstable")
        with urllib.request.urlopen(f"{self.url}api/v1/crosstable", timeout=SECONDS) as answer:
            pairs = {(pair["first"], pair["second"]): pair for pair in json.load(answer)["pairs"]}
        with urllib.request.urlopen(f"{self.url}api/v1/pairs/fox/owl", timeout=SECONDS) as answer:
            pair = json.load(answer)
        for figure in ("boards", "lost", "drawn", "won", "points", "points_error", "faults", "opponent_faults"):
            self.assertEqual(pairs[1, 3][figure], pair[figure], figure)
        self.assertFalse(pairs[1, 3]["struck"])
        self.assertTrue(pairs[1, 2]["struck"])
        cells = "[...document.querySelectorAll('#crosstable tbody tr')].map(row => [...row.querySelectorAll('td:not(.rank)')].map(e => e.textContent))"
        shown = self.browser.run(cells)
        self.assertEqual(shown[0][2].replace("\u2212", "-"), f"{pair['points']:+.0f}± {pair['points_error']:.0f} · {pair['boards']}")
        self.assertIn("*", shown[0][1])
        self.assertIn("left out of the ratings", self.browser.run("document.querySelector('#crosstable .heat a').getAttribute('aria-label')"))
        self.assertEqual(shown[1][1], "")
        self.browser.run("document.querySelector('#crosstable tbody tr:nth-child(3) .heat a').click()")
        self.browser.until("document.querySelector('#latest tbody tr')")
        self.assertEqual(self.words("h1"), "owl@1 against fox@1")
        self.browser.open(f"{self.url}#crosstable&most=61", "document.querySelector('[role=alert].lede')")
        self.assertIn("most must be a whole number from 2 to 60", self.words("[role=alert].lede"))

    def test_show_cards_the_strongest_first_and_that_of_a_version(self):
        self.browser.open(self.url, STANDINGS)
        self.browser.run("document.querySelector('#ladder a.button').click()")
        self.browser.until("document.querySelectorAll('#cards tbody tr').length === 3")
        rows = self.browser.run("[...document.querySelectorAll('#cards tbody tr')].map(row => [...row.children].map(cell => cell.textContent))")
        self.assertEqual([row[0].split("@")[0] for row in rows], ["steady", "fox", "owl"])
        self.assertEqual([row[2] for row in rows], ["yes", "yes", ""])
        self.assertEqual(rows[1][1], "+48.1\u00b1 2.6")
        self.assertEqual(rows[1][-4:-2], ["ada", "3"])
        with urllib.request.urlopen(self.url + self.browser.run("document.querySelector('#cards tbody tr:nth-child(2) td:last-child a').getAttribute('href').slice(1)"),
                                    timeout=SECONDS) as answer:
            self.assertEqual(json.load(answer)["bot"], "fox@1")
        self.browser.open(f"{self.url}#bot=fox", "document.querySelector('#card tbody tr')")
        self.assertEqual(self.browser.run("document.querySelectorAll('#card tbody tr').length"), 1)

    def answer_crosstable(self, names, pairs, ranked):
        """Has the page of the crosstable told this instead of what the ladder says."""
        bots = [{"place": i + 1, "bot": name, "number": 10} for i, name in enumerate(names)]
        pairs = [{"lost": 1, "drawn": 0, "won": 1233, "faults": 0, "opponent_faults": 0, "struck": False, **pair} for pair in pairs]
        answer = json.dumps({"bots": bots, "ranked": ranked, "pairs": pairs, "serial": 1})
        self.browser.run(f"(() => {{ const text = JSON.stringify({answer}), ask = window.fetch; window.asked = []; window.fetch = (url, options) => {{ window.asked.push(url); "
                         "return url.includes('crosstable') ? Promise.resolve(new Response(text)) : ask(url, options); }; })()")

    def test_colour_the_cells_of_a_crosstable_by_how_sure_they_are(self):
        self.browser.open(f"{self.url}#crosstable", "document.querySelector('#crosstable .heat a')")
        self.assertIn("The surer a difference, the stronger its colour", self.words("#crosstable .note-line"))
        # The first against each of the others: one standard error, two, six; a large difference of two boards alike, and of one board.
        met = ((3.0, 5.88, 5000), (3.0, 2.94, 5000), (3.0, 0.98, 5000), (200.0, 0.0, 2), (200.0, None, 1), (0.0, 1.0, 5000))
        pairs = [{"first": 1, "second": 2 + i, "boards": boards, "points": points, "points_error": error} for i, (points, error, boards) in enumerate(met)]
        self.answer_crosstable([f"bot-{i}" for i in range(1 + len(met))], pairs, 7)
        self.browser.run("location.hash = '#crosstable&most=7'")
        self.browser.until("document.querySelectorAll('#crosstable tbody tr').length === 7")
        colours = self.browser.run("[...document.querySelectorAll('#crosstable tbody tr:first-child .heat')].map(e => parseInt(e.style.getPropertyValue('--heat')))")
        self.assertEqual(colours[:3], [25, 50, 100])
        self.assertLess(colours[3], 80)
        self.assertEqual(colours[4:], [0, 0])
        seen_by_the_others = self.browser.run("[...document.querySelectorAll('#crosstable tbody tr:not(:first-child) .heat')].map(e => parseInt(e.style.getPropertyValue('--heat')))")
        self.assertEqual(seen_by_the_others, colours)

    def test_keep_the_names_of_a_crosstable_in_sight(self):
        self.browser.open(f"{self.url}#crosstable", "document.querySelector('#crosstable .heat a')")
        pairs = [{"first": i, "second": k, "boards": 1234, "points": i - k, "points_error": 1.25} for i in range(1, 61) for k in range(i + 1, 61)]
        self.answer_crosstable([f"bot-{i}-with-a-name-of-32-letters" for i in range(60)], pairs, 1000)
        for width in (1280, 390):
            self.browser.look(width=width, height=844, touch=width < 500)
            self.browser.run(f"location.hash = '#crosstable&most={40 if width > 500 else 60}'")
            self.browser.until("document.querySelectorAll('#crosstable tbody tr').length === 60")
            self.browser.run("(() => { const box = document.querySelector('.crosstable'); box.scrollLeft = 9999; box.scrollTop = 9999; })()")
            box, side, top = self.browser.run("(() => { const at = e => { const r = e.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]; }; return [at(document.querySelector('.crosstable')), "
                                              "at(document.querySelector('.crosstable tbody tr:last-child th')), at(document.querySelector('.crosstable thead th:last-child'))]; })()")
            self.assertLess(abs(side[0] - box[0]), 3)
            self.assertLess(abs(top[1] - box[1]), 3)
            self.assertGreater(self.browser.run("document.querySelector('.crosstable').scrollTop"), 1000)
            self.assertLess(side[2] - side[0], width / 2)
            self.assertLessEqual(self.browser.run("document.documentElement.scrollWidth"), width)
        self.assertIn("The best 60 of 1\u2009000 bots", self.words(".lede"))
        self.browser.run("(() => { const s = document.querySelector('[name=most]'); s.value = '20'; s.dispatchEvent(new Event('change')); })()")
        self.browser.until("window.asked.some(url => url.endsWith('crosstable?most=20'))")
        self.assertEqual(self.browser.run("location.hash"), "#crosstable&most=20")

    def test_find_boards_and_keep_the_question_in_the_address(self):
        self.browser.open(f"{self.url}#boards&bot=fox&outcome=lost", "document.querySelector('#boards form')")
        self.browser.until("document.querySelector('#boards tbody tr') || document.querySelector('#boards [aria-live] p')")
        self.assertEqual(self.browser.run("document.querySelector('[name=bot]').value"), "fox")
        self.browser.run("document.querySelector('[name=outcome]').value = ''")
        self.browser.run("document.querySelector('[name=bot]').value = 'Nobody'")
        self.browser.run("document.querySelector('#boards form').requestSubmit()")
        self.browser.until("document.querySelector('#boards .bad')")
        self.assertIn("fox@3", self.words("#boards .bad"))
        self.assertIn("bot=Nobody", self.browser.run("location.hash"))
        day = "new Date(Date.parse(document.querySelector('#boards time').dateTime)).toISOString().slice(0, 10)"
        self.browser.open(f"{self.url}#boards", "document.querySelector('#boards time')")
        played = self.browser.run(day)
        count = self.browser.run("document.querySelectorAll('#boards tbody tr').length")
        self.browser.open(f"{self.url}#boards&since=2020-01-01&until={played}", "document.querySelector('#boards tbody tr')")
        self.assertEqual(self.browser.run("document.querySelectorAll('#boards tbody tr').length"), count)
        for days in ("until=2020-01-01", "since=2100-01-01"):
            self.browser.open(f"{self.url}#boards&{days}", "document.querySelector('#boards [aria-live] p')")
            self.assertIn("No such board", self.words("#boards [aria-live]"))

    def api(self, method, path, token=None, body=None):
        """Status and JSON of an answer."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if body is not None:
            body, headers["Content-Type"] = json.dumps(body).encode(), "application/json"
        request = urllib.request.Request(f"{self.url}api/v1/{path}", method=method, headers=headers, data=body)
        try:
            with urllib.request.urlopen(request, timeout=SECONDS) as answer:
                return answer.status, json.loads(answer.read() or "null")
        except urllib.error.HTTPError as refused:
            with refused:
                return refused.code, json.load(refused)

    def found(self, query, token=None):
        return [board["id"] for board in self.api("GET", f"boards?{query}", token)[1]["boards"]]

    def test_find_boards_by_tags_of_ones_own_alone(self):
        for board, tag in ((2, "odd-push"), (5, "odd-push"), (5, "bomb")):
            self.assertEqual(self.api("PUT", f"boards/{board}/tags/{tag}", self.tokens["author"])[0], 200)
        self.addCleanup(self.api, "DELETE", "tags/odd-push", self.tokens["author"])
        self.addCleanup(self.api, "DELETE", "tags/bomb", self.tokens["author"])
        self.assertEqual(self.found("tag=odd-push", self.tokens["author"]), [5, 2])
        self.assertEqual(self.found("tag=+Odd+PUSH", self.tokens["author"]), [5, 2])
        self.assertEqual(self.found("tag=odd-push&most=1", self.tokens["reader"]), [5])
        self.assertEqual(self.api("GET", "boards?tag=odd-push&most=1", self.tokens["author"])[1]["next"], 5)
        self.assertEqual(self.found("tag=odd-push&after=5", self.tokens["author"]), [2])
        self.assertEqual(self.found("tag=bomb", self.tokens["author"]), [5])
        both = self.found("bot=fox&opponent=owl&most=200", self.tokens["author"])
        self.assertEqual(self.found("tag=odd-push&bot=fox&opponent=owl", self.tokens["author"]), [board for board in (5, 2) if board in both])
        for token in (self.tokens["admin"], self.tokens["moderator"]):
            self.assertEqual(self.found("tag=odd-push", token), [])
        for _ in range(2):  # nothing that was answered to her is kept for others
            self.assertEqual(self.api("GET", "boards?tag=odd-push")[0], 401)
        self.assertNotIn("odd-push", json.dumps(self.api("GET", "boards/5")))

    def test_tag_boards_and_find_them_again(self):
        self.browser.open(f"{self.url}#boards&tag=lost-call", "document.querySelector('#boards form.sign-in')")
        self.assertIn("Tags are yours alone", self.words("#boards"))
        self.assertEqual(self.browser.run("document.querySelectorAll('#boards [name=tag]').length"), 0)
        self.fill(".sign-in [name=token]", self.tokens["author"])
        self.browser.run("document.querySelector('form.sign-in').requestSubmit()")
        self.browser.until("document.querySelector('#boards [name=tag]')?.value === 'lost-call' && document.querySelector('#boards [aria-live] p')")
        self.assertIn("No such board", self.words("#boards [aria-live]"))
        self.browser.run("location.hash = '#board=4'")
        self.browser.until("document.querySelector('.board-head .tags form')")
        for tag, chips in (("Lost call", ["lost-call"]), ("bomb", ["bomb", "lost-call"])):
            self.fill(".tags [name=tag]", tag)
            self.browser.run("document.querySelector('.tags form').requestSubmit()")
            self.browser.until(f"document.querySelectorAll('.tags .chips li').length === {len(chips)}")
            self.assertEqual(self.browser.run("[...document.querySelectorAll('.tags .chips a')].map(e => e.textContent)"), chips)
        for no_tag in ("<b>!", "..", "."):
            self.browser.run("document.querySelector('.tags .bad')?.remove()")
            self.fill(".tags [name=tag]", no_tag)
            self.browser.run("document.querySelector('.tags form').requestSubmit()")
            self.browser.until("document.querySelector('.tags .bad')")
            self.assertIn("tag_bad", self.words(".tags .bad"))
        self.browser.run("document.querySelector('.tags .chips button').click()")
        self.browser.until("document.querySelectorAll('.tags .chips li').length === 1")
        self.assertEqual(self.words(".tags .bad"), "")
        self.assertEqual(self.browser.run("document.activeElement.name"), "tag")
        self.browser.run("document.querySelector('.tags .chips a').click()")
        self.browser.until("document.querySelectorAll('#boards tbody tr').length === 1 && document.querySelector('#boards .chips li')")
        self.assertEqual(self.words("#boards tbody tr td"), "4")
        self.assertEqual(self.words("#boards .chips"), "lost-call1")
        self.fill("#boards [name=tag]", " Lost Call ")  # as it was typed on the board
        self.browser.run("document.querySelector('#boards form').requestSubmit()")
        self.browser.until("location.hash.includes('Lost') && document.querySelectorAll('#boards tbody tr').length === 1")
        self.assertEqual(self.words("#boards tbody tr td"), "4")
        self.assertEqual(self.api("GET", "boards/4/tags", self.tokens["admin"])[1]["tags"], [])
        self.assertEqual(self.api("DELETE", "tags/lost-call", self.tokens["author"])[0], 204)
        self.browser.open(f"{self.url}#board=4", "document.querySelector('.viewer .table')")
        self.assertEqual(self.browser.run("document.querySelectorAll('.tags').length"), 0)
        self.assertIn("Sign in at My bots to put tags of your own on this board.", self.words(".board-head"))
        self.assertEqual(self.browser.run("document.querySelector('.board-head .note-line a').getAttribute('href')"), "#mine")

    def test_have_a_board_analysed_and_see_it_where_one_is(self):
        self.browser.open(f"{self.url}#board=1&step=12", "document.querySelector('[data-control=analyse]')")
        self.assertEqual(self.browser.run("document.querySelectorAll('.margin-graph').length"), 0)
        self.browser.run("document.querySelector('[data-control=analyse]').focus()")
        self.browser.run("document.querySelector('[data-control=analyse]').click()")
        self.browser.until("document.querySelector('.margin-graph') || document.querySelector('.analysing .bad')")
        self.assertEqual(self.words(".analysing"), "")
        self.assertEqual(self.browser.run("document.querySelectorAll('.margin-graph').length"), 2)
        self.assertEqual(self.browser.run("document.querySelector('[data-control=hindsight]').getAttribute('aria-pressed')"), "false")
        self.assertEqual(self.browser.run("document.activeElement.dataset.control"), "hindsight")
        self.assertIn("step=12", self.browser.run("location.hash"))
        self.assertNotIn("true cards", self.words(".stage"))
        self.browser.press("h")
        self.assertIn("luck of the cards", self.words(".parts-line"))
        # Whoever comes next sees it at once.
        self.browser.open(f"{self.url}#board=1&step=13", "document.querySelector('.margin-graph')")
        self.assertEqual(self.browser.run("document.querySelectorAll('[data-control=analyse]').length"), 0)

    def test_tell_why_a_board_is_not_analysed(self):
        self.browser.open(f"{self.url}#board=2", "document.querySelector('[data-control=analyse]')")
        self.browser.run("window.fetch = async () => new Response(JSON.stringify({state: 'waiting', place: 3}))")
        self.browser.run("document.querySelector('[data-control=analyse]').click()")
        self.browser.until("document.querySelector('.analysing [role=status]')")
        self.assertEqual(self.words(".analysing"), "This board is number 3 in the queue.")
        running = "{state: 'running', analysed: 5, decisions: 90, analyst: 'sampler 1.0'}"
        self.browser.run(f"window.fetch = async () => new Response(JSON.stringify({running}))")
        self.browser.until("document.querySelector('.analysing progress')?.value === 5")
        self.assertIn("5 of 90 decisions", self.words(".analysing"))
        problem = "{code: 'rate_analyses', detail: 'Your boards <b>in the queue</b> come first.'}"
        self.browser.run(f"window.fetch = async () => new Response(JSON.stringify({problem}), {{status: 429}})")
        self.browser.until("document.querySelector('.analysing .bad')")
        self.assertIn("Your boards <b>in the queue</b> come first.", self.words(".analysing"))
        self.assertEqual(self.words(".analysing button"), "Try again")

    def test_tell_how_the_ladder_is_and_what_its_limits_are(self):
        self.browser.open(f"{self.url}#status", "document.querySelector('#queues tbody tr')")
        self.assertIn("0 in the last minute", self.words("#now"))
        self.assertIn("built", self.words("#queues"))
        self.assertIn(self.api("GET", "seasons")[1]["seasons"][0]["seed"], self.words("#seasons"))
        self.assertIn("told at its end", self.words("#seasons"))
        self.assertIn("onerror=alert(1)", self.words("#events"))
        self.assertIn("version state", self.words("#events"))
        self.browser.open(f"{self.url}#limits", "document.querySelector('#submitting')")
        limits = {words: self.words(f"#{words} .limits") for words in ("submitting", "building", "playing", "asking")}
        self.assertIn("size of an archive, as it is sent uploads.mb32\u202fMiB", limits["submitting"])
        self.assertIn("memory of a build builds.memory_mb2\u2009048\u202fMiB", limits["building"])
        self.assertIn("time for each decision limits.decision_ms1\u2009000\u202fms", limits["playing"])
        self.assertIn("ratings.fault_share10\u202f%", limits["playing"])
        self.assertIn("boards of one test quotas.test_boards20\u2009000", limits["asking"])
        self.assertIn("standard", self.words("#rules"))

    def test_follow_the_ladders_trouble(self):
        self.go_to_a_server_of_its_own("disk_full")
        self.browser.open(self.url, "document.querySelector('.trouble:not([hidden])')")
        self.assertIn("the disk is nearly full", self.words(".trouble"))

    def test_show_the_boards_under_way_without_their_cards(self):
        self.browser.open(f"{self.url}#live", "document.querySelector('#latest tbody tr')")
        under_way = [{"id": 1536, "first": {"bot": "fox", "number": 1}, "second": {"bot": "steady", "number": 1}, "seconds": 75, "tables": 2,
                      "at": {"table": 0, "round": 0, "actions": 41}},
                     {"id": 1537, "first": {"bot": None, "number": None}, "second": {"bot": "owl", "number": 1}, "seconds": 0.25, "tables": 2, "at": None}]
        answer = json.dumps({"playing": True, "boards": under_way, "workers": None})
        self.browser.run(f"(() => {{ const ask = window.fetch; window.fetch = (url, options) => url.includes('tables') ? Promise.resolve(new Response({answer!r})) : ask(url, options); }})()")
        self.browser.until("document.querySelectorAll('#tables tbody tr').length === 2")
        first = self.words("#tables tbody tr")
        for part in ("1,536", "fox@1", "steady@1", "1 of 2", "41", "75 s"):
            self.assertIn(part, first.replace("\u2009", ","))
        self.assertIn("a withdrawn bot", self.words("#tables tbody tr:nth-child(2)"))
        self.assertEqual(self.browser.run("document.querySelectorAll('main .card').length"), 0)

    def test_play_finished_boards_one_after_the_other(self):
        self.browser.open(f"{self.url}#watch=0", "document.querySelector('.viewer .table')")
        self.assertIn("is over", self.words(".watch"))
        self.browser.until("document.querySelector('.viewer input[type=range]')?.value > 1")
        self.assertEqual(self.browser.run("location.hash"), "#watch=0")
        self.browser.run("document.querySelector('.watch a').click()")
        self.browser.until("location.hash.startsWith('#board=') && !document.querySelector('.watch')")

    def test_leave_a_board_though_its_next_step_comes_first(self):
        self.browser.open(f"{self.url}#watch=0", "document.querySelector('.viewer .table')")
        step = "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}))"
        self.browser.run(f"document.querySelector('.watch a').click(); {step}")
        self.browser.until("!document.querySelector('.watch') && document.querySelector('.viewer .table')")
        self.assertTrue(self.browser.run("location.hash").startswith("#board="))

    def fill(self, selector, value):
        self.browser.run(f"document.querySelector({selector!r}).value = {value!r}")

    def choose_file(self, selector):
        path = os.path.join(self.folder, "fox.tar.gz")
        with open(path, "wb") as file:
            file.write(b"an archive")
        root = self.browser.ask("DOM.getDocument")["root"]["nodeId"]
        node = self.browser.ask("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.browser.ask("DOM.setFileInputFiles", nodeId=node, files=[path])

    def test_submit_a_bot_and_follow_it(self):
        self.go_to_a_server_of_its_own("runs")
        self.browser.open(f"{self.url}#submit", "document.querySelector('form.upload')")
        self.fill(".upload [name=token]", "tch_wrong")
        self.fill(".upload [name=bot]", "fox")
        self.choose_file(".upload [name=archive]")
        self.browser.run("document.querySelector('form.upload').requestSubmit()")
        self.browser.until("document.querySelector('.upload .told .bad')")
        self.assertIn("token_bad", self.words(".upload .told"))
        self.fill(".upload [name=token]", self.tokens["author"])
        self.browser.run("document.querySelector('form.upload').requestSubmit()")
        self.browser.until("document.querySelector('.upload .told')?.textContent.includes('archive_bad')")  # what was uploaded is no archive
        self.assertEqual(self.browser.run("document.cookie + JSON.stringify({...localStorage}) + JSON.stringify({...sessionStorage})"), "{}{}")

        self.assertIn("This is fox@3, version 3 of fox.", self.words(".receipt"))
        self.assertIn("The next upload is version 4: every upload takes the next number, also one that is refused.", self.words(".receipt"))
        self.browser.run("document.querySelector('.receipt a').click()")
        self.browser.until("document.querySelector('article.version')")  # whoever has just sent a version is signed in

    def test_say_what_becomes_of_the_former_version(self):
        self.go_to_a_server_of_its_own()
        self.browser.open(f"{self.url}#submit", "document.querySelector('form.upload')")
        self.browser.run("(() => { const ask = window.fetch; window.state = 'built'; window.fetch = async (url, options) => { const answer = await ask(url, options); "
                         "if (!url.endsWith('versions/3')) return answer; "
                         "return new Response(JSON.stringify({...await answer.json(), state: window.state, code: '', replaces: ['fox@1']})); }; })()")
        self.fill(".upload [name=token]", self.tokens["author"])
        self.fill(".upload [name=bot]", "fox")
        self.choose_file(".upload [name=archive]")
        self.browser.run("document.querySelector('form.upload').requestSubmit()")
        self.browser.until("document.querySelector('.former')?.textContent === 'fox@1 stays until fox@3 plays, and retires then.'")
        self.browser.run("window.state = 'provisional'")
        self.browser.until("document.querySelector('.former')?.textContent === 'fox@1 is retired: fox@3 has taken its place.'")

    def test_open_a_log_at_its_end(self):
        long = "\n".join(f"line {number}" for number in range(500))
        for page, more in (("mine", "#bot-fox"), ("moderate", "#queue")):
            self.sign_in(self.tokens["author"] if page == "mine" else self.tokens["moderator"], page)
            self.browser.run(f"(() => {{ const ask = window.fetch; window.fetch = (url, options) => url.includes('/log') ? Promise.resolve(new Response({long!r})) : ask(url, options); }})()")
            if page == "moderate":
                self.browser.until("document.querySelector('#queue button')")
                self.browser.run("[...document.querySelectorAll('#queue button')].find(b => b.textContent === 'Log').click()")
            self.browser.until(f"document.querySelector('{more} .log')?.textContent.endsWith('line 499')")
            hidden = self.browser.run(f"(() => {{ const log = document.querySelector('{more} .log'); return [log.scrollTop, log.scrollHeight - log.clientHeight - log.scrollTop]; }})()")
            self.assertGreater(hidden[0], 1000, page)
            self.assertLess(hidden[1], 2, page)

    def test_explain_every_code_that_there_is(self):
        self.browser.open(f"{self.url}#help", "document.querySelector('#codes-step dt')")
        with urllib.request.urlopen(f"{self.url}api/v1/errors", timeout=SECONDS) as answer:
            codes = [error["code"] for error in json.load(answer)["errors"]]
        self.assertEqual(sorted(self.browser.run("[...document.querySelectorAll('.codes dt')].map(term => term.textContent)")), sorted(codes))
        self.browser.run("[...document.querySelectorAll('.codes dt a')].find(a => a.textContent === 'build_failed').click()")
        self.browser.until("document.querySelector('#remedy')")
        self.assertEqual(self.words("h1"), "build_failed")
        self.assertIn("The build ended with an error.", self.words(".lede"))
        self.assertIn("The step's log shows what compilers said.", self.words("#remedy"))
        self.browser.open(f"{self.url}#help=%3Cb%3E", "document.querySelector('#codes-step dt')")
        self.assertIn("There is no code <b>.", self.words(".lede"))
        self.show_the_refused_version()
        self.assertEqual(self.browser.run("document.querySelector('#form a.code').getAttribute('href')"), "#help=build_failed")

    def test_make_an_account_and_show_its_token_once(self):
        self.browser.open(f"{self.url}#submit", "document.querySelector('form.account')")
        self.fill(".account [name=name]", "eve")
        self.browser.run("document.querySelector('form.account').requestSubmit()")
        self.browser.until("document.querySelector('.token')")
        self.assertTrue(self.words(".token").startswith("tch_"))
        self.assertIn(self.url, self.words("#upload pre"))

    def test_give_a_new_token_for_a_lost_one_and_delete_the_account(self):
        made = self.api("POST", "accounts", body={"name": "lost-and-found"})[1]
        self.browser.open(f"{self.url}#mine", "document.querySelector('form.recover')")
        self.fill(".recover [name=recovery]", made["recovery"])
        self.browser.run("document.querySelector('form.recover').requestSubmit()")
        self.browser.until("document.querySelector('#recover .recovery')")
        token = self.words("#recover .token")
        self.assertEqual(self.api("GET", "account", made["token"])[0], 401)
        self.sign_in(token, "mine")
        self.browser.until("document.querySelector('.deletion')")
        self.browser.run("document.querySelector('.deletion').open = true")
        self.fill(".deletion [name=name]", "somebody-else")
        self.browser.run("document.querySelector('.deletion form').requestSubmit()")
        self.assertEqual(self.api("GET", "account", token)[0], 200, "the name was not typed")
        self.fill(".deletion [name=name]", "lost-and-found")
        self.browser.run("document.querySelector('.deletion form').requestSubmit()")
        self.browser.until("document.querySelector('form.sign-in')")
        self.assertEqual(self.api("GET", "account", token)[0], 401)

    def test_make_an_account_by_the_line_that_it_shows(self):
        self.browser.open(f"{self.url}#submit", "document.querySelector('#account details pre')")
        line = self.words("#account details pre")
        self.assertIn('{"name": "ada"}', line)  # this ladder asks for no invitation
        if shutil.which("curl") is None:
            self.skipTest("there is no curl")
        made = subprocess.run(["sh", "-c", line.replace("curl ", "curl -sS ").replace('"ada"', '"zoe-by-curl"')], stdout=subprocess.PIPE, text=True, check=True, timeout=SECONDS)
        self.assertTrue(json.loads(made.stdout)["token"].startswith("tch_"), made.stdout)

    def test_give_a_template_under_the_name_that_is_asked_for(self):
        self.browser.open(f"{self.url}#submit", "document.querySelector('a.template')")
        self.fill(".account [name=name]", "iris")
        self.browser.run("document.querySelector('form.account').requestSubmit()")
        self.browser.until("document.querySelector('.token')")
        self.assertTrue(self.browser.run("document.querySelector('.upload [name=token]').value").startswith("tch_"))
        self.assertEqual(self.browser.run("document.querySelector('.upload [name=bot]').value"), "iris-bot")
        self.fill("[name=language]", "c")
        self.browser.run("document.querySelector('[name=language]').dispatchEvent(new Event('change'))")
        link = self.browser.run("document.querySelector('a.template').href")
        self.assertEqual(link, self.url + "api/v1/templates/c?name=iris-bot")
        with urllib.request.urlopen(link, timeout=SECONDS) as answer, tarfile.open(fileobj=io.BytesIO(answer.read())) as archive:
            names = archive.getnames()
            told = archive.extractfile("iris-bot/bot.toml").read().decode()
        self.assertIn("iris-bot/bot.c", names)
        self.assertIn('name = "iris-bot"', told)

    def sign_in(self, token, page="moderate"):
        self.browser.open(f"{self.url}#{page}", "document.querySelector('form.sign-in')")
        self.fill(".sign-in [name=token]", token)
        self.browser.run("document.querySelector('form.sign-in').requestSubmit()")

    def act(self, place, reason):
        """Opens the form of the first button at this place, gives the reason, and acts."""
        self.browser.run(f"document.querySelector({place + ' button'!r}).click()")
        self.fill(place + " [name=reason]", reason)
        self.browser.run(f"document.querySelector({place + ' form.act'!r}).requestSubmit()")

    def card(self, version, more=""):
        return f"[data-version=\"{version}\"]{more}"

    def press_act(self, version, act, sure=False):
        self.browser.run(f"document.querySelector({self.card(version, f' [data-act={act}]')!r}).click()")
        if sure:
            self.assertIn("for good", self.words(self.card(version, " .act")))
            self.browser.run(f"document.querySelector({self.card(version, ' .act button')!r}).click()")

    def wait_for_state(self, version, state):
        self.browser.until(f"document.querySelector({self.card(version, f' .state.{state}')!r})")

    def test_show_an_author_all_versions_and_let_them_act(self):
        self.go_to_a_server_of_its_own()  # its states change
        self.sign_in("tch_wrong", "mine")
        self.browser.until("document.querySelector('.sign-in .bad')")
        self.assertIn("token_bad", self.words(".sign-in .bad"))
        self.sign_in(self.tokens["author"], "mine")
        self.browser.until("document.querySelector('article.version .log')")
        self.assertEqual(self.words(".lede strong"), "ada")
        self.assertEqual(self.words("nav.site [aria-current]"), "My bots")
        self.assertIn("5 of 16 uploads", self.words("header"))
        self.assertIn("The next upload is version 3", self.words("#bot-fox .note-line"))
        refused = self.words(self.card("fox@2"))
        for part in ("refused", "since 2023-11-14 22:14", "By the step built: build_failed", "onerror=alert(1)", "version 2"):
            self.assertIn(part, refused)
        self.assertIn("It waits for the ladder's start", self.words(self.card("newt@1")))
        self.assertEqual(self.browser.run(f"[...document.querySelectorAll({self.card('fox@2', ' [data-act]')!r})].map(b => b.textContent)"), ["Withdraw…"])
        self.press_act("fox@1", "pause")
        self.wait_for_state("fox@1", "paused")
        self.press_act("fox@1", "resume")
        self.wait_for_state("fox@1", "rated")
        self.press_act("fox@1", "open")
        self.assertIn("Everybody gets its files", self.words(self.card("fox@1", " .act")))
        self.assertEqual(self.api("POST", "bots/fox/versions/1/retire", self.tokens["author"])[0], 200)  # in another window
        self.press_act("fox@1", "pause")
        self.browser.until(f"document.querySelector({self.card('fox@1', ' .bad')!r})")
        self.assertIn("state_wrong", self.words(self.card("fox@1", " .bad")))
        self.press_act("newt@1", "withdraw", sure=True)
        self.wait_for_state("newt@1", "withdrawn")
        self.assertEqual(self.browser.run(f"document.querySelectorAll({self.card('newt@1', ' :is([data-act], h3 a)')!r}).length"), 0)
        self.assertNotIn("Moderation", self.words("nav.site"))
        self.assertEqual(self.browser.run("document.cookie + JSON.stringify({...localStorage}) + JSON.stringify({...sessionStorage})"), "{}{}")
        self.browser.run("[...document.querySelectorAll('.title button')].find(b => b.textContent === 'Sign out').click()")
        self.browser.until("document.querySelector('form.sign-in')")
        self.assertEqual(self.browser.run("document.querySelectorAll('article.version').length"), 0)

    def test_show_an_author_what_was_asked_for_and_what_came_of_it(self):
        self.sign_in(self.tokens["author"], "mine")
        self.browser.until("document.querySelectorAll('#requests article').length === 4")
        cards = self.browser.run("[...document.querySelectorAll('#requests article')].map(card => [...card.children].map(part => part.textContent))")
        self.assertEqual(cards[0], ["Test: is fox@1 stronger than owl@1 over steady@1, a withdrawn bot, by +20 points per round? done", "It is undecided. The result",
                                    "number 9 · 16 of at most 1\u2009000 boards, 4 times each · asked 2023-11-14 22:13 · ended 2023-11-14 22:28"])
        self.assertEqual(cards[1][:2], ["Match: fox@1 against owl@1 over steady@1 done", "The result"])
        self.assertEqual(cards[2], ["Match: fox@1 against owl@1 running", "Its boards so far", "number 7 · 17 of 40 boards · asked 2023-11-14 22:13"])
        self.assertIn("machine_fault", cards[3][1])
        self.assertIn("onerror=alert(1)", cards[3][1])
        self.browser.run("document.querySelector('[data-request=\"8\"] p a').click()")
        self.browser.until("document.querySelector('#result pre')")
        self.assertEqual(self.words("h1"), "Match 8")
        self.assertIn("fox@1 against owl@1: 192 boards", self.words("#result pre"))
        self.browser.until("document.querySelector('#boards tbody tr')")
        line = self.api("GET", "requests/8/boards?most=1", self.tokens["author"])[1]["boards"][0]
        self.assertEqual(self.browser.run("Date.parse(document.querySelector('#boards time').dateTime)"), 1000 * line["played"])
        self.browser.run("document.querySelector('#boards tbody a').click()")
        self.browser.until("document.querySelector('.viewer .table')")
        self.assertIn("Played 20", self.words(".board-head"))
        self.assertEqual(self.browser.run("document.querySelector('.board-links a').getAttribute('href')"), "#request=8")
        for request, words in ((7, "It has not been played to its end."), (5, "machine_fault")):
            self.browser.run(f"location.hash = '#request={request}'")
            self.browser.until(f"document.querySelector('h1').textContent === 'Match {request}'")
            self.assertIn(words, self.words("#result"))
        self.browser.run("location.hash = '#request=77'")
        self.browser.until("document.querySelector('[role=alert].lede')")
        self.browser.open(f"{self.url}#request=8", "document.querySelector('form.sign-in')")
        self.assertNotIn("owl@1", self.words("main"))

    def test_ask_for_a_match(self):
        self.go_to_a_server_of_its_own()  # which has one request more then
        self.sign_in(self.tokens["author"], "mine")
        self.browser.until("document.querySelector('form.match:not([hidden])')")
        self.assertEqual(self.browser.run("[...document.querySelector('form.match select').options].map(o => o.value)"), ["fox@1"])
        self.fill("form.match [name=second]", "nobody")
        self.browser.run("document.querySelector('form.match').requestSubmit()")
        self.browser.until("document.querySelector('form.match .bad')")
        self.assertIn("version_unknown", self.words("form.match .bad"))
        self.fill("form.match [name=second]", "owl@1")
        self.fill("form.match [name=boards]", "3")
        self.browser.run("document.querySelector('form.match').requestSubmit()")
        self.browser.until("document.querySelectorAll('#requests article').length === 5")
        self.assertIn("Match: fox@1 against owl@1 queued", self.words("#requests article"))
        self.assertIn("0 of 3 boards", self.words("#requests article"))
        self.fill("form.test [name=second]", "owl@1")
        for name, value, code in (("pool", "nobody, none@1", "version_unknown there is no version nobody"), ("boards", "1", "boards_bad")):
            self.fill(f"form.test [name={name}]", value)
            self.browser.run("document.querySelector('form.test').requestSubmit()")
            self.browser.until("document.querySelector('form.test .bad')")
            self.assertIn(code, self.words("form.test .bad"))
            self.fill(f"form.test [name={name}]", "")
        self.browser.run("document.querySelector('form.test').requestSubmit()")
        self.browser.until("document.querySelectorAll('#requests article').length === 6")
        self.assertIn("Test: is fox@1 stronger than owl@1, by +20 points per round? queued", self.words("#requests article"))

    def test_ask_for_a_card(self):
        self.go_to_a_server_of_its_own()  # which has one request more then
        self.sign_in(self.tokens["author"], "mine")
        self.browser.until("document.querySelector('form.benchmark:not([hidden])')")
        self.browser.run("document.querySelector('form.benchmark [name=open]').click()")
        self.browser.run("document.querySelector('form.benchmark').requestSubmit()")
        self.browser.until("document.querySelectorAll('#requests article').length === 5")
        self.assertIn("Benchmark of fox@1 queued", self.words("#requests article"))
        self.assertFalse(self.api("GET", "requests?most=1", self.tokens["author"])[1]["requests"][0]["open"])

    def test_keep_open_what_an_author_opened_while_requests_go_on(self):
        self.sign_in(self.tokens["author"], "mine")
        self.browser.until("document.querySelectorAll('#requests article').length === 4")
        self.browser.run("(() => { const ask = window.fetch; window.played = 1; window.broken = false; window.fetch = async (url, options) => {"
                         "if (!url.includes('requests?most=')) return ask(url, options);"
                         "if (window.broken) return new Response(JSON.stringify({code: 'internal_error', detail: 'the requests cannot be read', title: ''}), {status: 500});"
                         "const {requests} = await (await ask(url, options)).json(); const done = requests[1], running = requests[2];"
                         "return new Response(JSON.stringify({requests: Array.from({length: 9}, (_, i) => i === 8 ? done : {...running, id: 90 - i, boards_played: window.played})})); }; })()")
        self.browser.until("document.querySelector('#requests details:not([hidden]) summary')?.textContent === '1 earlier one'")
        self.browser.run("document.querySelector('#requests details').open = true; document.querySelector('#requests details article a').focus(); window.played = 2")
        self.browser.until("document.querySelector('#requests .boards').textContent === '2 of 40 boards'")
        self.assertTrue(self.browser.run("document.querySelector('#requests details').open"))
        self.assertEqual(self.browser.run("document.activeElement.getAttribute('href')"), "#request=8")
        self.browser.run("window.broken = true")
        self.browser.until("document.querySelector('#requests .bad')")
        self.assertIn("the requests cannot be read", self.words("#requests .bad"))
        self.assertEqual(self.browser.run("document.querySelectorAll('#requests article').length"), 9, "what was told before stays")
        self.browser.open(f"{self.url}#mine", "document.querySelector('form.sign-in')")
        self.browser.run("(() => { const ask = window.fetch; window.fetch = (url, options) => url.includes('requests?most=') ? Promise.reject(new Error('no')) : ask(url, options); })()")
        self.fill("form.sign-in [name=token]", self.tokens["author"])
        self.browser.run("document.querySelector('form.sign-in').requestSubmit()")
        self.browser.until("document.querySelector('#requests .bad') && document.querySelector('article[data-version]')")

    def test_tell_an_author_without_bots_how_to_begin(self):
        self.sign_in(self.tokens["moderator"], "mine")
        self.browser.until("document.querySelector('#none') && document.querySelector('#requests div > p')")
        self.assertIn("You have asked for none so far.", self.words("#requests"))
        self.assertIn("You have sent no bot.", self.words("#none"))
        self.assertIn("Moderation", self.words("nav.site"))  # who may moderate may do so from here too

    def test_show_remote_bots_as_declared_and_let_their_author_act(self):
        self.go_to_a_server_of_its_own()
        self.browser.open(self.url + "#remote", "document.querySelectorAll('#remote tbody tr').length === 3")
        self.assertIn("nobody can prove it", self.words(".title .lede"))
        self.assertIn("</script>", self.words("#remote tbody th"), "what authors say is text")
        for told in ("connected for", "former version", "paused remote_lost not connected"):
            self.assertIn(told, self.words("#remote tbody"))
        self.sign_in(self.tokens["author"], "remote")
        self.browser.until("document.querySelector('form.declare') && document.querySelectorAll('#declare .acts').length === 1")
        self.fill(".declare [name=bot]", "newcomer")
        self.fill(".declare [name=words]", "A course's first bot.")
        self.browser.run("document.querySelector('form.declare').requestSubmit()")
        self.browser.until("/^tch_/.test(document.querySelector('.declare .token')?.textContent)")
        self.assertIn("api/v1/seat", self.words(".declare .told"))
        self.browser.until("document.querySelectorAll('#remote tbody tr').length === 4")
        self.browser.run("[...document.querySelectorAll('#declare [data-act=pause]')].find(b => b.textContent.includes('newcomer')).click()")
        self.browser.until("document.querySelector('#declare [data-act=resume]')?.textContent === 'Resume newcomer'")
        self.browser.run("[...document.querySelectorAll('#declare [data-act=withdraw]')].find(b => b.textContent.includes('newcomer')).click()")
        self.browser.until("document.querySelectorAll('#remote tbody tr').length === 3")

    def test_show_what_people_made_of_the_board_of_a_day(self):
        self.browser.open(self.url + "#play", "document.querySelector('#day .days a')")
        self.browser.run("document.querySelector('#day .days a').click()")
        self.browser.until("document.querySelectorAll('#results tbody tr').length === 2")
        self.assertEqual([self.words(f"#results tbody tr:nth-child({row}) td:nth-child(3)") for row in (1, 2)], ["+120", "\u221235"])
        self.assertIn("</script>", self.words("#results tbody"), "names are text")
        self.browser.run("document.querySelector('#results tbody a').click()")
        self.browser.until("document.querySelector('.viewer .table')")
        self.assertEqual(self.browser.run("document.querySelector('.viewer a.button').hash"), "#day=2026-01-01")

    def test_show_moderation_to_moderators_alone(self):
        for token in ("tch_wrong", self.tokens["author"], self.tokens["reader"]):
            self.sign_in(token)
            self.browser.until("document.querySelector('.sign-in .bad')")
            self.assertIn("role_missing" if token != "tch_wrong" else "token_bad", self.words(".sign-in .bad"))
            self.assertEqual(self.browser.run("document.querySelectorAll('#queue, #audit, #accounts, #residuals').length"), 0)
        self.assertNotIn("Moderation", self.words("nav.site"))
        asked = [url for url in self.browser.requests if "/audit" in url or "/residuals" in url or "/accounts" in url]
        self.assertEqual(asked, [])

    def judge_pair(self, reason, then):
        """Presses the button of fox@1 and owl@1, which then offers the opposite."""
        mark = ("document.querySelectorAll('#residuals tbody tr').forEach(row => { "
                "if (/fox@1.*owl@1|owl@1.*fox@1/.test(row.textContent)) row.id = 'judged'; })")
        self.browser.run(mark)
        self.act("#judged", reason)
        self.browser.until(f"({mark}, document.querySelector('#judged button')?.textContent === {then!r})")

    def test_let_a_moderator_judge_and_read_the_book(self):
        self.go_to_a_server_of_its_own()
        self.sign_in(self.tokens["moderator"])
        self.browser.until("document.querySelector('#audit tbody tr')")
        self.assertIn("mo", self.words(".lede strong"))
        self.assertIn("Moderation", self.words("nav.site"))
        self.assertIn("the ladder's start", self.words("#queue"))
        self.assertIn("faults_in_row", self.words("#queue"))
        self.assertIn("fox@1", self.words("#residuals"))
        self.assertEqual(self.browser.run("document.querySelectorAll('#accounts tbody tr').length"), 20)
        self.browser.run("document.querySelector('#accounts > div > button').click()")
        self.browser.until("document.querySelectorAll('#accounts tbody tr').length === 40")
        self.browser.run("[...document.querySelectorAll('#queue button')].find(b => b.textContent === 'Log').click()")
        self.browser.until("document.querySelector('#queue .log')")
        self.assertIn("onerror=alert(1)", self.words("#queue .log"))
        self.act("#queue td", "it plays again")
        self.browser.until("[...document.querySelectorAll('#audit tbody tr')].some(row => row.textContent.includes('it plays again'))")
        self.judge_pair("they throw boards", "Count again…")
        self.assertIn("left out", self.words("#judged"))
        self.judge_pair("a second look", "Leave out…")
        for words in ("strike pair", "they throw boards", "restore pair", "a second look"):
            self.assertIn(words, self.words("#audit"))
        self.browser.run("location.hash = '#bot=fox&version=1'")
        self.browser.until("document.querySelector('#moderation button')")
        self.act("#moderation", "<b>random</b>")
        self.browser.until("document.querySelector('#moderation button')?.textContent === 'Release…'")
        self.act("#moderation", "a mistake")
        self.browser.until("document.querySelector('#moderation button')?.textContent === 'Quarantine…'")
        self.assertEqual(self.browser.run("document.cookie + JSON.stringify({...localStorage}) + JSON.stringify({...sessionStorage})"), "{}{}")
        self.browser.run("location.hash = '#moderate'")
        self.browser.until("[...document.querySelectorAll('#audit tbody tr')].some(row => row.textContent.includes('<b>random</b>'))")
        self.browser.run("document.querySelector('.title button').click()")
        self.browser.until("document.querySelector('form.sign-in')")
        self.browser.open(f"{self.url}#bot=fox&version=1", "document.querySelector('#opponents tbody tr')")
        self.assertEqual(self.words("#moderation"), "")

    def test_say_why_an_act_was_refused(self):
        self.go_to_a_server_of_its_own()
        self.sign_in(self.tokens["moderator"])
        self.browser.until("document.querySelector('#accounts tbody tr')")
        promoted = {"role": "moderator", "reason": "in another window"}
        self.assertEqual(self.api("POST", "accounts/a-very-long-author-name-32-chars/role", self.tokens["admin"], promoted)[0], 204)
        self.act("#accounts td", "a trial")
        self.browser.until("document.querySelector('#accounts .act .bad')")
        self.assertIn("role_missing", self.words("#accounts .act .bad"))

    def test_tell_a_stranger_what_is_played_and_where_to_read(self):
        self.browser.open(self.url, STANDINGS)
        self.assertIn("For <b>trying</b>. Tichu is a climbing card game", self.words("header.title"))
        self.assertEqual(self.words(".notice"), "Closed on Sunday & Monday.")
        links = self.browser.run("[...document.querySelectorAll('.site-footer a')].map(a => a.getAttribute('href'))")
        self.assertEqual(links, ["/docs", "#help", "/openapi.json", "https://example.com/get", "mailto:root@example.com"])

    def test_serve_the_documents_with_links_that_lead_somewhere(self):
        self.browser.open(f"{self.url}docs", "document.querySelectorAll('.document li').length > 5")
        pages = self.browser.run("[...document.querySelectorAll('.document li a')].map(a => a.pathname)")
        self.assertIn("/docs/rules", pages)
        anchors = {}
        for page in pages:
            with urllib.request.urlopen(self.url + page[1:], timeout=SECONDS) as answer:
                self.assertTrue(answer.read(), page)
                if answer.headers.get_content_type() != "text/html":
                    continue
            self.browser.look(width=390, height=844, touch=True)
            self.browser.open(self.url + page[1:], "document.querySelector('.document h1')")
            self.assertLessEqual(self.browser.run("document.documentElement.scrollWidth"), 390, page)
            anchors[page] = self.browser.run("[...document.querySelectorAll('[id]')].map(part => part.id)")
            for link in self.browser.run("[...document.querySelectorAll('.document a')].filter(a => a.origin === location.origin).map(a => a.pathname + a.hash)"):
                anchors.setdefault("links", []).append((page, link))
        for page, link in anchors.pop("links"):
            path, _, anchor = link.partition("#")
            self.assertIn(path.removesuffix(".md"), ["/", "/docs", *pages], page)
            if anchor:
                self.assertIn(anchor, anchors[path], f"{page} leads to {link}")
        with urllib.request.urlopen(f"{self.url}llms.txt", timeout=SECONDS) as answer:
            text = answer.read().decode()
        self.assertIn("tichu-arena new-bot", text)
        self.assertNotIn("@tichu", text)

    def test_fit_a_phone(self):
        self.browser.look(width=390, height=844, touch=True)
        self.browser.open(self.url, STANDINGS)
        for place, ready in (("#", STANDINGS), ("#bot=fox", "document.querySelector('#opponents tbody tr')"),
                             ("#submit", "document.querySelector('form.upload')"), ("#status", "document.querySelector('#queues tbody tr')"),
                             ("#boards", "document.querySelector('#boards tbody tr')"), ("#crosstable", "document.querySelector('#crosstable .heat')"), ("#limits", "document.querySelector('#submitting')"), ("#help", "document.querySelector('#codes-step')"),
                             ("#help=check_start", "document.querySelector('#remedy')"), ("#bot=fox&version=9", "document.querySelector('#missing')"), ("#live", "document.querySelector('#latest tbody tr')"),
                             ("#watch=0", "document.querySelector('.viewer .table')"), ("#day=2026-01-01", "document.querySelector('#results tbody tr')"), ("#cards", "document.querySelector('#cards tbody tr')")):
            self.browser.run(f"location.hash = '{place}'")
            self.browser.until(ready)
            self.assertLessEqual(self.browser.run("document.documentElement.scrollWidth"), 390, place)
        for tag in ("with-a-name-of-24-signs1", "with-a-name-of-24-signs2", "with-a-name-of-24-signs3"):
            self.assertEqual(self.api("PUT", f"boards/4/tags/{tag}", self.tokens["author"])[0], 200)
            self.addCleanup(self.api, "DELETE", f"tags/{tag}", self.tokens["author"])
        for token, page, ready in ((self.tokens["author"], "mine", "article.version .log"), (self.tokens["moderator"], "moderate", "#audit tbody tr")):
            self.sign_in(token, page)
            self.browser.until(f"document.querySelector('{ready}')")
            self.assertLessEqual(self.browser.run("document.documentElement.scrollWidth"), 390, page)
        self.browser.open(self.url + "#nonsense-with-a-very-long-name-that-is-nothing-at-all-but-long", "document.querySelector('[role=alert].lede')")
        self.assertLessEqual(self.browser.run("document.documentElement.scrollWidth"), 390)
        self.sign_in(self.tokens["author"], "mine")
        self.browser.until("document.querySelector('article.version')")
        for page, ready in (("board=4", ".board-head .chips li:nth-child(3)"), ("boards", "#boards .chips li:nth-child(3)"), ("request=8", "#result pre")):
            self.browser.run(f"location.hash = '#{page}'")
            self.browser.until(f"document.querySelector('{ready}')")
            self.assertLessEqual(self.browser.run("document.documentElement.scrollWidth"), 390, page)


if __name__ == "__main__":
    browser.skip_without_chromium()
    cases.main()
