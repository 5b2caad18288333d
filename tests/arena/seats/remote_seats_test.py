"""Remote seats as users have them: the same records however a bot sits at a table, through networks that delay and cut,
and beside clients that are killed; whoever has no right to a seat has no effect on it.

    python3 remote_seats_test.py PROGRAM
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import textwrap
import threading
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "commands"))
import arena_command  # noqa: E402
from arena_command import PATIENT_FLAGS, PROGRAM, CommandTest  # noqa: E402
from seat_tools import CuttingProxy, HeadCutter, PollingSeat, SocketSeat, TlsEnd, first_legal, host_and_port, seat_lines  # noqa: E402

BUILD = os.path.dirname(os.path.dirname(PROGRAM))
SOURCES = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
BOARDS = int(os.environ.get("TICHU_SEAT_BOARDS", "10"))
CUT_BOARDS = int(os.environ.get("TICHU_CUT_BOARDS", "5"))
EXAMPLE_BOARDS = int(os.environ.get("TICHU_EXAMPLE_BOARDS", "1"))
DELAY = float(os.environ.get("TICHU_DELAY", "0.002"))
CUT_ONE_IN = int(os.environ.get("TICHU_CUT_ONE_IN", "40"))
KILLS = int(os.environ.get("TICHU_SEAT_KILLS", "4"))
# As long as a busy machine wants, but a lost client is soon noticed to be back.
PATIENT_SEATS = [*PATIENT_FLAGS, "--remote-decision-ms", "600000", "--remote-away-ms", "600000"]


def json_bot(name, begin, decide):
    """A bot that speaks JSON on its standard input and output: `decide` makes `said` of `question`."""
    return f"""#!/usr/bin/python3
import json, os, signal, sys
sys.path.insert(0, {os.path.dirname(os.path.abspath(__file__))!r})
from seat_tools import first_legal
{begin}
for line in sys.stdin:
    question = json.loads(line)
    if "hello" in question:
        print('{{"hello": {{"name": "{name}", "wants_legal_plays": true}}}}', flush=True)
    elif "ask" in question:
        said = first_legal(question)
{textwrap.indent(textwrap.dedent(decide), " " * 8)}
        print(json.dumps(said), flush=True)
"""


def killing_bot(victim):
    """Once there is a victim, it kills it at its next question whose number is a multiple of 25: the process of that number,
    or with 0 the one that started it."""
    return json_bot("killing", "asked = 0", f"""
        asked += 1
        if asked % 25 == 0 and os.path.exists({victim!r}):
            victim = int(open({victim!r}).read())
            os.remove({victim!r})
            os.kill(victim or os.getppid(), signal.SIGKILL)
        """)


# Answers rightly only what it was told of: first it is illegal, then it is nothing that can be read.
TRYING_BOT = json_bot("trying", "tries = 0", """
    tries = tries + 1 if "fault" in question else 0
    if question["ask"] == "turn" and tries < 2:
        said = {"id": question["id"], "play": "Mah Dog" if tries == 0 else "an ace"}
    """)


class SeatsTest(CommandTest):
    def begin(self, *arguments, seats=1, at=None):
        """A tournament that waits for its remote bots, and its seats by their names: URL and token. `at`: those of the seat
        "lab" that it shall have."""
        patience = [] if arguments[0] == "resume" else PATIENT_SEATS
        address = "%s:%d" % host_and_port(at[0]) if at else "127.0.0.1:0"
        tokens = {"TICHU_SEAT_TOKENS": f"lab={at[1]}"} if at else {}
        arena = subprocess.Popen([PROGRAM, *arguments, *patience, "--seats", address], cwd=self.folder.name,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, **tokens})
        self.addCleanup(self.end, arena)
        found = seat_lines(arena.stderr, seats)
        self.assertEqual(len(found), seats)
        arena.log = []
        arena.reader = threading.Thread(target=lambda: arena.log.extend(arena.stderr), daemon=True)
        arena.reader.start()
        return arena, found

    def end(self, process):
        if process.poll() is None:
            process.kill()
        process.wait()
        for pipe in (process.stdout, process.stderr):
            if pipe is not None:
                pipe.close()

    def connect(self, bot, seat, *flags):
        """A client of this seat; the token is not on its command line."""
        url, token = seat
        client = subprocess.Popen([PROGRAM, "connect", bot, "--to", url, *flags, *PATIENT_FLAGS], cwd=self.folder.name,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                  env={**os.environ, "TICHU_SEAT_TOKEN": token})
        self.addCleanup(self.end, client)
        return client

    def expect_end(self, arena):
        arena.stdout.read()
        self.assertEqual(arena.wait(), 0, "".join(arena.log))
        arena.reader.join()
        return "".join(arena.log)

    def expect_goodbye(self, client):
        said = client.communicate()[0]
        self.assertEqual(client.returncode, 0, said)
        self.assertIn("needs the bot no more", said)

    def records(self, results):
        done = self.run_arena("export", os.path.join(results, "cup"), "--jsonl", code=0)
        return done.stdout


class RemoteSeats(SeatsTest):
    def match(self, place, results, boards=BOARDS):
        return ("play", f"a={place}", "greedy", "--deals", str(boards), "--seed", "3", "--name", "cup", "--results", results,
                "--strict")

    def records_at_home(self, place, results, boards=BOARDS):
        self.run_arena(*self.match(place, results, boards), code=0)
        records = self.records(results)
        self.assertEqual(records.count("\n"), 2 * boards)
        return records

    def test_bots_leave_the_same_records_wherever_they_sit(self):
        host = os.path.join(BUILD, "libexec", "tichu-plugin-host")
        for bot in ("steady", "random"):
            shapes = {"plugin": bot, "program": f"program:{bot}",
                      "json": f"trusted:json:{host} --json {os.path.join(BUILD, 'bots', bot)}.so"}
            expected = self.records_at_home(bot, f"{bot}-home")
            for shape, flags in (("plugin", ()), ("plugin", ("--poll",)), ("program", ()), ("json", ())):
                with self.subTest(bot=bot, shape=shape, flags=flags):
                    results = "-".join([bot, shape, *flags])
                    arena, seats = self.begin(*self.match("remote:lab", results))
                    client = self.connect(f"a={shapes[shape]}", seats["lab"], *flags)
                    self.expect_end(arena)
                    self.expect_goodbye(client)
                    self.assertEqual(self.records(results), expected)

    def test_a_network_that_delays_and_cuts_changes_no_record(self):
        expected = self.records_at_home("random", "home", CUT_BOARDS)
        for number, flags in enumerate(((), ("--poll",))):
            with self.subTest(flags=flags):
                arena, seats = self.begin(*self.match("remote:lab", f"cut{number}", CUT_BOARDS))
                url, token = seats["lab"]
                with CuttingProxy(url, delay=DELAY, cut_one_in=CUT_ONE_IN, seed=number) as proxy:
                    client = self.connect("random", (proxy.url, token), *flags)
                    log = self.expect_end(arena)
                    client.kill()  # the goodbye may have been cut off
                    client.communicate()
                self.assertGreater(proxy.cuts, 5)
                self.assertIn("handed out again", log)
                self.assertEqual(self.records(f"cut{number}"), expected)

    def test_a_response_that_is_cut_within_its_head_is_asked_for_again(self):
        arena, seats = self.begin(*self.match("remote:lab", "head", 1))
        url, token = seats["lab"]
        with HeadCutter(url) as proxy:
            client = self.connect("random", (proxy.url, token), "--poll")
            self.expect_end(arena)
            said = client.communicate()[0]
        self.assertIn("its response is no question; trying again", said)
        self.assertEqual(client.returncode, 0, said)

    def killing_bot(self):
        self.write("bot.py", killing_bot(self.path("victim")), 0o755)
        return f"trusted:json:{self.path('bot.py')}"

    def aim_at(self, process):
        self.write("new", str(process))
        os.replace(self.path("new"), self.path("victim"))

    def test_a_client_that_is_killed_costs_no_board(self):
        bot = self.killing_bot()
        expected = self.records_at_home(bot, "home")
        arena, seats = self.begin(*self.match("remote:lab", "lost"))
        for _ in range(KILLS):
            self.aim_at(0)
            client = self.connect(f"a={bot}", seats["lab"])
            self.assertEqual(client.wait(), -signal.SIGKILL)
        client = self.connect(f"a={bot}", seats["lab"])
        log = self.expect_end(arena)
        self.expect_goodbye(client)
        self.assertNotIn(" 0 boards given back", log)
        self.assertEqual(self.records("lost"), expected)

    def test_an_arena_that_is_killed_goes_on_with_the_same_client(self):
        bot = self.killing_bot()
        expected = self.records_at_home(bot, "home")
        arena, seats = self.begin(*self.match("remote:lab", "killed"))
        for number in range(KILLS):
            self.aim_at(arena.pid)
            if number == 0:
                client = self.connect(f"a={bot}", seats["lab"])
            self.assertEqual(arena.wait(), -signal.SIGKILL)
            arena, again = self.begin("resume", "killed/cup", at=seats["lab"])
            self.assertEqual(again, seats)
        self.expect_end(arena)
        self.expect_goodbye(client)
        self.assertEqual(self.records("killed"), expected)

    def test_a_client_that_keeps_no_state_may_change_in_the_middle_of_a_round(self):
        whole, seats = self.begin(*self.match("remote:lab", "whole", 3))
        SocketSeat(seats["lab"], first_legal).play()
        self.expect_end(whole)
        arena, seats = self.begin(*self.match("remote:lab", "changing", 3))
        polls = False
        clients = []
        while not clients or clients[-1].play(answers=5):
            clients.append((PollingSeat if polls else SocketSeat)(seats["lab"], first_legal))
            polls = not polls
        log = self.expect_end(arena)
        for client in clients:
            client.close()
        self.assertIn(" 0 boards given back", log)
        self.assertEqual(self.records("changing"), self.records("whole"))

    def test_the_documents_examples_play(self):
        with open(os.path.join(SOURCES, "arena", "seats", "SEATS.md"), encoding="utf-8") as document:
            examples = re.findall(r"```(\w+)\n(.*?)```", document.read(), re.S)
        runners = {"python": [sys.executable, "-c"], "javascript": ["node", "-e"], "sh": ["sh", "-c"]}
        self.assertEqual([language for language, _ in examples], list(runners))
        records = set()
        for language, text in examples:
            needed = "curl" if language == "sh" else runners[language][0]
            if shutil.which(needed) is None:
                print(f"{needed} is not installed: the example in {language} is not tried")
                continue
            with self.subTest(language):
                arena, seats = self.begin(*self.match("remote:lab", language, EXAMPLE_BOARDS))
                url, token = seats["lab"]
                subprocess.run([*runners[language], text], check=True, timeout=600, env={
                    **os.environ, "SEAT": url, "TICHU_SEAT_TOKEN": token})
                self.expect_end(arena)
                records.add(self.records(language))
        self.assertEqual(len(records), 1, "all play the same")

    @unittest.skipIf(shutil.which("openssl") is None, "openssl is not installed")
    def test_a_certificate_that_nobody_vouches_for_is_refused_unless_named(self):
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=lab",
                        "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", "key.pem", "-out", "cert.pem"], cwd=self.folder.name,
                       check=True, capture_output=True)
        expected = self.records_at_home("random", "home", 1)
        arena, seats = self.begin(*self.match("remote:lab", "tls", 1))
        url, token = seats["lab"]
        with TlsEnd(url, self.path("cert.pem"), self.path("key.pem")) as end:
            stranger = self.connect("random", (end.url, token))
            self.assertIn("has a certificate that is not trusted; --ca FILE", stranger.communicate()[0])
            self.assertEqual(stranger.returncode, 3)
            client = self.connect("random", (end.url, token), "--ca", "cert.pem")
            self.expect_end(arena)
            client.kill()  # the goodbye may be lost with the arena's end
            client.communicate()
        self.assertEqual(self.records("tls"), expected)

    def test_two_remote_bots_sit_beside_each_other_on_several_threads(self):
        expected = self.records_at_home("steady", "home")
        arena, seats = self.begin("play", "a=remote:one", "greedy=remote:two", "--deals", str(BOARDS), "--seed", "3", "--name",
                                  "cup", "--results", "two", "--strict", "--concurrency", "3", seats=2)
        clients = [self.connect("steady", seats["one"]), self.connect("greedy", seats["two"])]
        self.expect_end(arena)
        for client in clients:
            self.expect_goodbye(client)
        self.assertEqual(self.records("two"), expected)

    def test_a_stopped_tournament_waits_for_nobody_and_is_resumed(self):
        expected = self.records_at_home("steady", "home")
        arena, seats = self.begin(*self.match("remote:lab", "stopped"))
        arena.send_signal(signal.SIGINT)
        self.assertEqual(arena.wait(), 130, "".join(arena.log))
        refused = self.run_arena("resume", "stopped/cup", code=2)
        self.assertIn("needs --seats ADDRESS:PORT", refused.stderr)
        arena, seats = self.begin("resume", "stopped/cup")
        client = self.connect("steady", seats["lab"])
        self.expect_end(arena)
        self.expect_goodbye(client)
        self.assertEqual(self.records("stopped"), expected)

    def test_a_wrong_answer_is_a_fault(self):
        arena, seats = self.begin("play", "a=remote:lab", "greedy", "--deals", "1", "--seed", "3", "--name", "cup")
        seat = SocketSeat(seats["lab"], lambda question: {"id": question["id"], "play": "Phx"})
        seat.play()
        self.expect_end(arena)
        told = self.run_arena("explain", "results/cup", "--fault", "1").stdout
        self.assertIn('"call" is missing', told)

    def test_a_client_is_told_of_its_faults_and_may_try_again_where_that_is_allowed(self):
        told = []

        def wrong_at_first(question):
            told.append(question.get("fault"))
            is_wrong = question["ask"] == "turn" and not (told[-1] and told[-1].get("again"))
            return {"id": question["id"], "play": "Mah Dog"} if is_wrong else first_legal(question)

        for results, client, flags in (("socket", SocketSeat, ()), ("polls", PollingSeat, ()), ("again", PollingSeat, ("--retries", "1"))):
            told.clear()
            arena, seats = self.begin("play", "a=remote:lab", "greedy", "--deals", "2", "--seed", "3", "--concurrency", "1", "--name", "cup", "--results", results,
                                      *flags)
            client(seats["lab"], wrong_at_first).play()
            self.expect_end(arena)
            faults = [fault for fault in told if fault]
            summary = json.loads(self.read(results, "cup", "results.json"))
            if flags:
                self.assertEqual(summary["retries"], [{"bot": "a", "count": len(faults)}])
                self.assertEqual(summary["faults"], [])
            else:
                self.assertEqual({fault["text"] for fault in faults}, {fault["text"] for fault in summary["faults"]})
                self.assertEqual(len(faults), summary["fault_count"] - 1, "the last comes with the goodbye")
            self.assertTrue(all("(RULES 4." in fault["text"] for fault in faults))

    def test_a_bot_behind_connect_is_told_too(self):
        bot = self.path("bot.py")
        self.write("bot.py", TRYING_BOT, 0o755)
        arena, seats = self.begin(*self.match("remote:lab", "told", 1), "--retries", "2")
        client = self.connect(f"a=trusted:json:{bot}", seats["lab"])
        self.expect_end(arena)
        self.expect_goodbye(client)
        self.assertGreater(json.loads(self.read("told", "cup", "results.json"))["retries"][0]["count"], 20)

    def test_connect_tells_of_each_fault_that_its_bot_is_charged_with(self):
        self.write("bot.py", TRYING_BOT, 0o755)
        for number, flags in enumerate(((), ("--poll",))):
            arena, seats = self.begin("play", "a=remote:lab", "greedy", "--deals", "2", "--seed", "3", "--concurrency", "1", "--name", "cup",
                                      "--results", f"told{number}")
            client = self.connect(f"a=trusted:json:{self.path('bot.py')}", seats["lab"], *flags)
            self.expect_end(arena)
            said = client.communicate()[0]
            self.assertEqual(said.count("the bot failed: it "), json.loads(self.read(f"told{number}", "cup", "results.json"))["fault_count"], said)

    def test_a_bot_that_crashes_is_charged_with_it(self):
        self.write("crash.py", "#!/usr/bin/python3\nraise SystemExit(3)\n", 0o755)
        arena, seats = self.begin("play", "a=remote:lab", "greedy", "--deals", "1", "--seed", "3", "--name", "cup")
        client = self.connect(f"a=json:{self.path('crash.py')}", seats["lab"])
        self.expect_end(arena)
        self.assertIn("the bot failed", client.communicate()[0])
        self.assertIn("the bot failed", self.run_arena("explain", "results/cup", "--fault", "1").stdout)

    def test_whoever_loses_the_seat_or_has_no_token_ends(self):
        arena, seats = self.begin(*self.match("remote:lab", "taken", 1))
        first = SocketSeat(seats["lab"], first_legal)
        self.assertTrue(first.play(answers=1))
        client = self.connect("steady", seats["lab"])
        self.expect_end(arena)
        self.expect_goodbye(client)
        self.assertEqual(first.close_code(), 4001)
        first.close()
        arena, seats = self.begin(*self.match("remote:lab", "refused", 1))
        stranger = self.connect("steady", (seats["lab"][0], "0" * 32))
        self.assertIn("has no seat with this token", stranger.communicate()[0])
        self.assertEqual(stranger.returncode, 2)

    def test_a_token_of_a_seat_that_does_not_exist_is_refused(self):
        self.addCleanup(os.environ.pop, "TICHU_SEAT_TOKENS")
        os.environ["TICHU_SEAT_TOKENS"] = "lap=0123456789abcdef"
        play = ("play", "--deals", "1", "--seats", "0", "greedy")
        self.assert_refused('TICHU_SEAT_TOKENS: "lap": no bot here has this seat; the seats are lab', *play, "a=remote:lab")
        self.assert_refused('"lap": no bot here has a seat (NAME=remote:SEAT)', *play, "steady")

    def test_flags_that_do_not_fit_are_refused(self):
        self.assert_refused("needs --seats ADDRESS:PORT", "play", "a=remote:lab", "greedy", "--deals", "1")
        self.assert_refused("not the name of a seat", "play", "a=remote:a/b", "greedy", "--deals", "1")
        self.assert_refused("must be ADDRESS:PORT", "play", "a=remote:lab", "greedy", "--seats", "here:x", "--deals", "1")
        self.assert_refused("two bots have this seat", "play", "a=remote:x", "b=remote:x", "--seats", "0", "--deals", "1")
        self.assert_refused("is a remote bot", "check", "a=remote:x")
        self.assert_refused("must have the form ws://HOST:PORT or https://HOST:PORT", "connect", "steady", "--to", "lab", "--token", "x")
        self.assert_refused("with TLS the client polls, at https://HOST:PORT", "connect", "steady", "--to", "wss://lab", "--token", "x")
        self.assert_refused("is missing", "connect", "steady", "--to", "ws://127.0.0.1:1")


if __name__ == "__main__":
    arena_command.main()
