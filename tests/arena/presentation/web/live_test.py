"""The server beside a running tournament: its pages in a browser, and clients that mean no good.

    python3 live_test.py PROGRAM WEB_FOLDER
"""
import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".."))
import cases  # noqa: E402

import browser

sys.argv.pop()
PROGRAM = os.path.abspath(sys.argv.pop())
SECONDS = browser.SECONDS
REPORT = "document.querySelector('main.report #ladder')"
# Answers to questions whose address ends with HOLD come when the test says so; timers of three seconds too.
HELD = """
  window.held = []; window.later = new Map(); window.asked = 0;
  window.tick = () => { const [[timer, work]] = window.later; window.later.delete(timer); work(); };
  const [ask, wait, forget] = [window.fetch, window.setTimeout, window.clearTimeout];
  window.fetch = (path, ...more) => {
    window.asked += 1;
    if (window.failing) return Promise.reject(new TypeError("no connection"));
    const answer = ask(path, ...more);
    return path.endsWith(HOLD) ? new Promise((go) => { window.held.push(() => go(answer)); }) : answer;
  };
  window.setTimeout = (work, time) => {
    if (time !== 3000) return wait(work, time);
    window.later.set(-1 - window.asked, work);
    return -1 - window.asked;
  };
  window.clearTimeout = (timer) => { if (!window.later.delete(timer)) forget(timer); };
"""
# Hears everything a moment later, so that its boards leave the processor to the pages.
SLOW_BOT = """#!/usr/bin/python3
import os, subprocess, time
with subprocess.Popen([%r], stdin=subprocess.PIPE, bufsize=0) as bot:
    while heard := os.read(0, 65536):
        time.sleep(0.02)
        bot.stdin.write(heard)
    bot.stdin.close()
"""


def ended(process):
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=SECONDS)


def wait_while_alive(processes, condition):
    """Waits until the condition is true; fails if one of the processes ends before."""
    def all_live():
        for process in processes:
            assert process.poll() is None, f"{process.args} ended with exit code {process.returncode} before what was waited for"

    browser.wait_for(condition, SECONDS, all_live)


class LiveTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        browser.run_arena(PROGRAM, cls.folder.name, "play", "steady", "lowest", "--deals", "3", "--name", "done")
        # It must go on while the pages are looked at, but need not be quick.
        slow = os.path.join(cls.folder.name, "slow")
        with open(slow, "w", encoding="utf-8") as file:
            file.write(SLOW_BOT % os.path.join(os.path.dirname(os.path.dirname(PROGRAM)), "bots", "lowest"))
        os.chmod(slow, 0o755)
        cls.tournament = cls.start("play", "greedy", f"p=trusted:program:{slow}", "--deals", "1000000", "-j", "1", "--name", "running")
        cls.server = cls.start("serve", "results", "--port", "0")
        cls.url = cls.server.stdout.readline().strip()
        cls.port = int(re.search(r":(\d+)/$", cls.url).group(1))
        cls.wait_for(lambda: cls.figures("running") and cls.figures("running")["results"]["boards_played"] > 0)

    @classmethod
    def start(cls, *arguments):
        process = subprocess.Popen([PROGRAM, *browser.patient(arguments)], cwd=cls.folder.name, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        cls.addClassCleanup(ended, process)
        return process

    @classmethod
    def wait_for(cls, condition):
        wait_while_alive((cls.tournament, cls.server), condition)

    @classmethod
    def get(cls, path, method="GET", headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", cls.port, timeout=SECONDS)
        connection.request(method, path, headers=headers or {})
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer, body

    @classmethod
    def figures(cls, tournament):
        answer, body = cls.get(f"/api/tournaments/{tournament}")
        return json.loads(body) if answer.status == 200 else None

    def raw(self, text, wait=True):
        """Sends bytes as they are; the answer until its end, or the open socket."""
        client = socket.create_connection(("127.0.0.1", self.port), timeout=SECONDS)
        client.sendall(text)
        if not wait:
            self.addCleanup(client.close)
            return client
        answer = b""
        while part := client.recv(65536):
            answer += part
        client.close()
        return answer


class Pages(browser.PageTest, LiveTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        if browser.executable() is None:
            raise unittest.SkipTest("there is no Chromium (Debian: chromium)")
        cls.browser = browser.Browser(in_one_thread=True)
        cls.addClassCleanup(cls.browser.close)

    def tearDown(self):
        self.assertEqual(self.browser.complaints, [])
        self.assertEqual([url for url in self.browser.requests if not url.startswith((self.url, "data:", "about:"))], [])

    def played(self):
        words = self.browser.run("document.querySelector('.live .progress')?.textContent ?? ''").replace("\u2009", "")
        found = re.match(r"running, (\d+) of", words)
        return int(found.group(1)) if found else 0

    def test_list_the_tournaments(self):
        self.browser.open(self.url, "document.querySelectorAll('.tournament-card').length === 2")
        cards = self.browser.run("[...document.querySelectorAll('.tournament-card')].map(e => e.textContent)")
        self.assertIn("running", cards[0])
        self.assertIn("finished, 3 of 3 boards", cards[1])
        self.assertNotIn("last stored", cards[0])
        self.assertRegex(cards[1], r"last stored \d{4}-\d\d-\d\d \d\d:\d\d UTC")

    def test_follow_a_running_tournament_without_a_reload(self):
        self.browser.open(self.url, "document.querySelectorAll('.tournament-card').length === 2")
        self.browser.run("window.sameDocument = true; document.querySelectorAll('.tournament-card')[0].click()")
        self.browser.until(REPORT)
        self.wait_for(lambda: self.played() > 0)
        before = self.played()
        listed = self.browser.run("document.querySelector('.lede').textContent")
        self.wait_for(lambda: self.played() > before)
        self.wait_for(lambda: self.browser.run("document.querySelector('.lede').textContent") != listed)
        self.assertTrue(self.browser.run("window.sameDocument"))

    def test_show_the_latest_board_of_a_tournament_that_nobody_could_follow(self):
        self.browser.open(self.url + "#tournament=running", REPORT)
        self.browser.until("document.querySelector('.live .button')")
        self.browser.run("document.querySelector('.live .button').click()")
        self.browser.until("document.querySelector('.viewer .table')")
        self.assertEqual(self.browser.run("location.hash"), "#tournament=running&watch=0")
        self.browser.until("document.querySelector('[data-control=play]').getAttribute('aria-label').startsWith('pause')")

    def test_keep_the_seed_of_a_running_tournament_to_themselves(self):
        self.browser.open(self.url + "#tournament=running", REPORT)
        words = self.browser.run("document.querySelector('#configuration').textContent")
        self.assertIn("shown when the tournament has ended", words)
        self.assertNotIn("To play it again", words)
        self.assertEqual(self.figures("running")["results"]["seed"], None)
        self.assertIsNotNone(self.figures("done")["results"]["seed"])

    def test_replay_a_finished_tournament(self):
        self.browser.open(self.url + "#tournament=done&board=1", "document.querySelector('.viewer .table')")
        self.browser.press("End")
        shown = self.browser.run("[...document.querySelectorAll('[data-table]')].map(t => "
                                 "['.side0 strong', '.side1 strong'].map(s => Number(t.querySelector(s).dataset.score)))")
        board = json.loads(self.get("/api/tournaments/done/boards/1")[1])
        self.assertEqual(shown, [table["rounds"][0]["points"] for table in board["tables"]])

    def test_share_links_that_lead_to_the_same_moment(self):
        self.browser.open(self.url + "#tournament=done&board=1&step=6&seat=2", "document.querySelector('.viewer .table')")
        self.browser.press("ArrowRight")
        link, words = self.browser.run("location.href"), self.browser.run("document.querySelector('.stage').textContent")
        self.assertEqual(link, self.url + "#tournament=done&board=1&step=7&seat=2")
        self.browser.open(link, "document.querySelector('.viewer .table')")
        self.assertEqual(self.browser.run("document.querySelector('.stage').textContent"), words)

    def open_with_answers_held(self, end):
        """Opens the list of tournaments, with HELD in force."""
        script = self.browser.ask("Page.addScriptToEvaluateOnNewDocument", source=HELD.replace("HOLD", json.dumps(end)))
        self.addCleanup(self.browser.ask, "Page.removeScriptToEvaluateOnNewDocument", **script)
        self.browser.open(self.url, "document.querySelectorAll('.tournament-card').length === 2")

    def heading(self):
        return self.browser.run("document.querySelector('h1').textContent")

    def test_show_nothing_of_a_tournament_that_the_reader_has_left(self):
        self.open_with_answers_held("/done")
        self.browser.run("location.hash = '#tournament=done'")
        self.browser.until("window.held.length === 1")
        self.browser.run("location.hash = '#tournament=running'")
        self.browser.until(REPORT)
        self.browser.run("window.held[0]()")
        before = self.played()
        self.wait_for(lambda: self.played() > before)
        self.assertEqual(self.heading(), "running")
        self.browser.run("location.hash = '#tournament=done&board=1'")
        self.browser.until("window.held.length === 2")
        self.browser.run("location.hash = ''")
        self.browser.until("document.querySelector('.tournament-card')")
        self.browser.run("window.held[1]()")
        self.browser.run("location.hash = '#tournament=running'")
        self.browser.until(f"{REPORT} && document.querySelector('h1').textContent === 'running'")

    def test_go_on_with_the_list_after_a_question_that_failed(self):
        self.open_with_answers_held("/nothing")
        self.browser.run("window.failing = true; window.tick()")
        self.browser.until("document.querySelector('[role=status]')?.textContent.includes('cannot be reached')")
        self.assertEqual(self.browser.run("document.querySelectorAll('.tournament-card').length"), 2)
        self.browser.run("window.failing = false; window.tick()")
        self.browser.until("!document.querySelector('[role=status]')")

    def test_ask_for_the_list_once_however_it_was_reached(self):
        self.open_with_answers_held("/nothing")
        for seat in range(1, 4):
            asked = self.browser.run("window.asked")
            self.browser.run(f"location.hash = '#seat={seat}'")
            self.browser.until(f"window.asked === {asked + 1} && window.later.has(-1 - window.asked)")
        self.assertEqual(self.browser.run("window.later.size"), 1)

    def test_fetch_new_figures_that_came_before_the_first_pulse(self):
        self.open_with_answers_held("/done")
        self.browser.run("location.hash = '#tournament=done'")
        self.browser.until("window.held.length === 1")
        self.browser.run("""const read = Response.prototype.json;
          Response.prototype.json = async function () {
            Response.prototype.json = read;
            const old = await read.call(this);
            return { ...old, figures: 1, results: { ...old.results, tournament: "older" } };
          };
          window.held[0]()""")
        self.browser.until("document.querySelector('h1').textContent === 'older'")
        self.browser.until("window.held.length === 2")
        self.browser.run("window.held[1]()")
        self.browser.until("document.querySelector('h1').textContent === 'done'")

    def test_say_why_a_tournament_cannot_be_read(self):
        broken = os.path.join(self.folder.name, "results/broken")
        os.mkdir(broken)
        with open(os.path.join(broken, "tournament.sqlite"), "w", encoding="utf-8") as file:
            file.write("<b>no database")
        try:
            self.browser.open(self.url, "document.querySelectorAll('.tournament-card').length === 3")
            said = self.browser.run("[...document.querySelectorAll('div.tournament-card')].map(e => e.textContent)")
            self.assertEqual(len(said), 1)
            self.assertRegex(said[0], r"^broken.*tournament\.sqlite.* cannot be read: ")
            self.browser.open(self.url + "#tournament=broken", "document.querySelector('h1')")
            self.browser.until("document.querySelector('[role=alert]')?.textContent.includes('tournament.sqlite')")
        finally:
            shutil.rmtree(broken)
            self.browser.complaints = [text for text in self.browser.complaints if "503" not in text]  # the browser notes each

    def test_say_what_is_missing(self):
        for place, words in (("#tournament=none", "There is no tournament"), ("#tournament=done&board=77", "is not finished")):
            self.browser.open(self.url + place, "document.querySelector('h1')")
            self.assertIn(words, self.browser.run("document.querySelector('h1').textContent"))
            self.browser.complaints = [text for text in self.browser.complaints if "404" not in text]  # the browser notes each


class Watching(unittest.TestCase):
    """A table whose bots take their time, while it plays."""

    def test_follows_a_round_and_goes_on_to_the_next(self):
        if browser.executable() is None:
            self.skipTest("there is no Chromium (Debian: chromium)")
        with tempfile.TemporaryDirectory() as folder:
            tournament = self.start(folder, "play", "s=program:sampler", "t=program:sampler", "--option", "s.time_ms=90", "--option", "t.time_ms=90",
                               "--deals", "1000000", "-j", "1", "--name", "slow")
            wait_while_alive([tournament], lambda: os.path.exists(os.path.join(folder, "results/slow/tables.json")))
            server = self.start(folder, "serve", "results", "--port", "0")
            with browser.opened() as page:
                page.open(server.stdout.readline().strip() + "#tournament=slow&watch=0", "document.querySelector('.viewer .table')")
                self.assertEqual(page.run("document.querySelectorAll('.table-panel').length"), 1)
                self.assertIn("in play", page.run("document.querySelector('.board-head .lede').textContent"))
                step = "Number(document.querySelector('[data-control=timeline]').value)"
                before = page.run(step)
                page.until(f"{step} !== {before}")
                words = page.run("document.querySelector('.board-head .lede').textContent")
                wait_while_alive([tournament, server], lambda: page.run("document.querySelector('.board-head .lede')?.textContent ?? ''") != words)
                self.assertEqual(page.complaints, [])
            ended(tournament)
            self.assertFalse(os.path.exists(os.path.join(folder, "results/slow/tables.json")))

    def start(self, folder, *arguments):
        process = subprocess.Popen([PROGRAM, *browser.patient(arguments)], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(lambda: ended(process) if process.poll() is None else None)
        return process


class Hostility(LiveTest):
    HEAD = b"GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"

    def test_is_met_with_a_policy(self):
        answer, body = self.get("/")
        self.assertEqual(answer.status, 200)
        self.assertIn(b"</html>", body)
        self.assertIn("default-src 'none'", answer.getheader("Content-Security-Policy"))
        self.assertEqual(answer.getheader("X-Content-Type-Options"), "nosniff")

    def test_of_paths_finds_nothing(self):
        for path in (b"/../../../etc/passwd", b"/api/tournaments/../../../../etc/passwd", b"/api/tournaments/%2e%2e/done", b"/api/tournaments/..%2fdone",
                     b"//etc/passwd", b"/api/tournaments/done%00", b"/results/done/tournament.sqlite", b"/api/tournaments/" + b"a" * 3000):
            answer = self.raw(self.HEAD % path)
            self.assertRegex(answer.split(b"\r\n")[0], rb"^HTTP/1.1 4\d\d ", path)
            self.assertNotIn(b"root:", answer)

    def test_of_headers_is_refused(self):
        for text in (b"GET /\r\nX: y HTTP/1.1\r\nHost: localhost\r\n\r\n", b"GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
                     b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello",
                     b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 20000 + b"\r\n\r\n", b"\x00\xff\x16\x03\x01" * 50 + b"\r\n\r\n",
                     b"GET / HTTP/9.9\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"):
            try:
                answer = self.raw(text)
            except ConnectionResetError:
                answer = b""
            self.assertNotIn(b" 200 ", answer.split(b"\r\n")[0], text[:40])
            self.assertNotIn(b"evil", answer)
        self.assertEqual(self.get("/")[0].status, 200)

    def test_by_slow_clients_keeps_nobody_waiting(self):
        for _ in range(100):
            self.raw(b"GET / HTTP/1.1\r\nHost: loc", wait=False)
        for _ in range(100):  # they ask for the stream and never read it
            self.raw(b"GET /api/tournaments/running/stream HTTP/1.1\r\nHost: localhost\r\n\r\n", wait=False)
        self.assertEqual(self.get("/api/tournaments")[0].status, 200)
        self.assertEqual(self.get("/")[0].status, 200)

    def test_by_many_clients_has_a_bound(self):
        clients = [self.raw(b"", wait=False) for _ in range(700)]
        closed = 0
        for client in clients:
            client.setblocking(False)
        self.wait_for(lambda: any(self.is_closed(client) for client in clients))
        closed = sum(self.is_closed(client) for client in clients)
        self.assertGreater(closed, 0)
        for client in clients:
            client.close()
        self.wait_for(self.answers)

    @staticmethod
    def is_closed(client):
        try:
            return client.recv(1) == b""
        except BlockingIOError:
            return False
        except OSError:
            return True

    def answers(self):
        try:
            return self.get("/")[0].status == 200
        except OSError:
            return False

    def test_leaves_the_tournament_alone(self):
        before = self.figures("running")["results"]["boards_played"]
        self.wait_for(lambda: self.figures("running")["results"]["boards_played"] > before)
        self.assertIsNone(self.tournament.poll())


class End(LiveTest):
    def told_until(self, watcher, wanted, told=b""):
        """What the server told, with what it tells until that came."""
        while wanted not in told:
            part = watcher.recv(65536)
            self.assertTrue(part, f"the server closed the connection before it told {wanted}: {told[-500:]}")
            told += part
        return told

    def test_of_the_tournament_is_told_and_of_the_server_is_quiet(self):
        with socket.create_connection(("127.0.0.1", self.port), timeout=SECONDS) as watcher:
            watcher.sendall(b"GET /api/tournaments/running/stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
            told = self.told_until(watcher, b"\ndata: ")
            self.tournament.send_signal(signal.SIGINT)
            self.tournament.communicate(timeout=SECONDS)
            self.assertEqual(self.tournament.returncode, 130)
            self.told_until(watcher, b'"state":"stopped"', told)
        self.server.send_signal(signal.SIGTERM)
        self.server.communicate(timeout=SECONDS)
        self.assertEqual(self.server.returncode, 0)


class Refusals(unittest.TestCase):
    def refused(self, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(os.path.join(folder, "results"))
            done = subprocess.run([PROGRAM, "serve", *arguments], cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False)
        return done.returncode, done.stderr

    def test_say_what_is_wrong(self):
        code, words = self.refused("nowhere")
        self.assertEqual(code, 2)
        self.assertIn('there is no folder "nowhere"', words)
        code, words = self.refused("--address", "here")
        self.assertEqual(code, 3)
        self.assertIn('"here" is not an address', words)
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            code, words = self.refused("--port", str(taken.getsockname()[1]))
        self.assertEqual(code, 3)
        self.assertIn("cannot listen on 127.0.0.1", words)


if __name__ == "__main__":
    cases.main()
