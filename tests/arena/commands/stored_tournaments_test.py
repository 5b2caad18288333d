"""Stored tournaments from outside: what is exported and verified, and what happens when the machine refuses to store.

    python3 stored_tournaments_test.py PROGRAM
"""
import contextlib
import csv
import io
import json
import os
import re
import resource
import sqlite3
import shutil
import subprocess
import tempfile

from arena_command import PATIENT, PROGRAM, CommandTest, main

RESULTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../arena/presentation/report/RESULTS.md")
HOSTILE = "=1+1,<script>'; DROP TABLE job; --"


class StoredEvents(CommandTest):
    def setUp(self):
        super().setUp()
        self.played = os.path.join(self.folder.name, "results", "cup")

    def run_arena(self, *arguments, code=0, **more):
        return super().run_arena(*arguments, code=code, **more)

    def export(self, *flags):
        return self.run_arena("export", self.played, *flags).stdout

    def records(self, *flags):
        return [json.loads(line) for line in self.export(*flags).splitlines()]

    def rows(self, *flags):
        return list(csv.DictReader(io.StringIO(self.export("--csv", *flags))))

    def database(self):
        return contextlib.closing(sqlite3.connect(os.path.join(self.played, "tournament.sqlite"), isolation_level=None))


class Export(StoredEvents):
    @classmethod
    def setUpClass(cls):
        """Plays the tournament that each test gets a copy of."""
        player = cls()
        player.setUp()
        cls.addClassCleanup(player.doCleanups)
        player.play()
        cls.original = player.folder.name

    def setUp(self):
        super().setUp()
        if hasattr(self, "original"):
            shutil.copytree(self.original, self.folder.name, dirs_exist_ok=True)

    def play(self):
        short = os.path.join(self.folder.name, "short.sh")
        with open(short, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\ndd bs=1 count=1500 2>/dev/null | '%s/bots/lowest'\n" % os.path.dirname(os.path.dirname(PROGRAM)))
        os.chmod(short, 0o755)
        with open(os.path.join(self.folder.name, "cup.toml"), "w", encoding="utf-8") as file:
            file.write(f'deals = 30\nseed = 2\nname = "cup"\n{PATIENT}[[bot]]\nname = "steady"\n[[bot]]\nname = "greedy"\n'
                       f'[[bot]]\nname = "{HOSTILE}"\nkind = "program"\npath = "{short}"\ntrusted = true\n')
        self.run_arena("tournament", "cup.toml")

    def check_filter(self, is_wanted, *flags):
        wanted = [record for record in self.records() if is_wanted(record)]
        self.assertTrue(wanted, "the tournament has no such round: nothing was tested")
        self.assertLess(len(wanted), len(self.records()))
        self.assertEqual(self.records(*flags), wanted)

    def test_filters_leave_the_rounds_for_which_all_holds(self):
        def has(*sorts):
            return lambda record: any(event["do"] in sorts for event in record["events"])

        self.check_filter(has("tichu"), "--tichu")
        self.check_filter(has("grand_tichu"), "--grand-tichu")
        self.check_filter(lambda record: any(event.get("type") in ("quad", "straight_flush") for event in record["events"]), "--bomb")
        self.check_filter(lambda record: len(record.get("result", {}).get("out", ())) == 2, "--double-victory")
        self.check_filter(lambda record: "failure" in record, "--fault")
        self.check_filter(lambda record: "steady" in record["bots"] and "greedy" in record["bots"], "--bot", "steady", "--bot", "greedy")
        self.check_filter(lambda record: record["job"] == 7, "--job", "7")
        large = {int(row["job"]) for row in self.rows() if abs(float(row["margin"])) >= 150}
        self.check_filter(lambda record: record["job"] in large, "--margin", "150")
        self.check_filter(lambda record: record["job"] in large and has("tichu")(record), "--margin", "150", "--tichu")

    def test_a_filter_leaves_the_boards_that_a_bot_lost(self):
        for bot in ("steady", "greedy"):
            lost = {int(row["job"]) for row in self.rows()
                    if (row["first"] == bot and row["result"] == "lost") or (row["second"] == bot and row["result"] == "won")}
            self.check_filter(lambda record: record["job"] in lost, "--lost-by", bot)
            large = {int(row["job"]) for row in self.rows() if abs(float(row["margin"])) >= 20}
            self.check_filter(lambda record: record["job"] in lost & large, "--lost-by", bot, "--margin", "20")
        self.assertIn('--lost-by: no bot "nobody" plays', self.run_arena("export", "results/cup", "--lost-by", "nobody", code=2).stderr)

    def test_a_bot_of_a_pair_lost_what_the_pair_lost(self):
        self.run_arena("tournament", "--bot", "steady", "--bot", "lowest", "--bot", "greedy", "--pair", "mixed=greedy+lowest", "--deals", "20",
                       "--seed", "1", "--name", "pairs")
        rows = list(csv.DictReader(io.StringIO(self.run_arena("export", "results/pairs", "--csv").stdout)))
        of_greedy = ("greedy", "mixed")
        lost = [row["job"] for row in rows if (row["first"] in of_greedy and row["result"] == "lost") or
                (row["second"] in of_greedy and row["result"] == "won")]
        told = list(csv.DictReader(io.StringIO(self.run_arena("export", "results/pairs", "--csv", "--lost-by", "greedy").stdout)))
        self.assertEqual([row["job"] for row in told], lost)
        self.assertTrue(any(row["first"] == "mixed" or row["second"] == "mixed" for row in told))

    def test_filters_tell_calls_that_were_made_from_those_that_failed(self):
        def has_call(record, sort, made, caller=None):
            first_out = record.get("result", {}).get("out", [None])[0]
            return any(event["do"] == sort and (caller is None or record["bots"][event["seat"]] == caller) and
                       (made is None or (first_out is not None and (event["seat"] == first_out) == made)) for event in record["events"])

        for sort, flag in (("tichu", "--tichu"), ("grand_tichu", "--grand-tichu")):
            self.check_filter(lambda record: has_call(record, sort, True), flag + "-made")
            self.check_filter(lambda record: has_call(record, sort, False), flag + "-failed")
        self.check_filter(lambda record: has_call(record, "tichu", False, "steady"), "--tichu-failed", "--caller", "steady")
        self.check_filter(lambda record: has_call(record, "tichu", None, "greedy") or has_call(record, "grand_tichu", None, "greedy"),
                          "--caller", "greedy")
        self.assertIn('--caller: no bot "nobody" plays', self.run_arena("export", "results/cup", "--caller", "nobody", code=2).stderr)

    def test_boards_are_rows_with_the_documented_columns(self):
        rows = self.rows()
        self.assertEqual(len(rows), 90)
        with open(RESULTS, encoding="utf-8") as file:
            self.assertIn(", ".join(rows[0]), " ".join(file.read().split()))
        records = self.records()
        for row in rows:
            rounds = [record for record in records if record["job"] == int(row["job"])]
            self.assertEqual(len(rounds), int(row["rounds"]))
            if any("failure" in record for record in rounds):
                continue
            points = [record["result"]["score"][::-1 if record["seating"] % 2 else 1] for record in rounds]
            self.assertEqual([sum(side) for side in zip(*points)], [int(row["first_points"]), int(row["second_points"])])
        self.assertEqual(len(self.rows("--fault")), len({r["job"] for r in records if "failure" in r}))

    def test_a_name_that_would_be_a_formula_stays_text(self):
        names = {row[side] for row in self.rows() for side in ("first", "second")}
        self.assertEqual(names, {"steady", "greedy", "'" + HOSTILE})

    def test_rounds_are_text_for_people(self):
        text = self.export("--text", "--bot", "steady")
        self.assertEqual(text.count("cup: job "), 120)
        self.assertRegex(text, r"(?m)^  seat [0-3] steady: ")
        self.assertRegex(text, r"(?m)^  teams 0\+2 and 1\+3 score -?\d+ and -?\d+")
        self.assertTrue(re.search(r"(?m)^  seat \d .*: (crash|closed_output): ", text), "no fault is told")

    def test_records_become_a_tournament_with_the_same_results(self):
        with open(os.path.join(self.folder.name, "rounds.jsonl"), "w", encoding="utf-8") as file:
            file.write(self.export())
        self.run_arena("import", "rounds.jsonl", "--tournament", "results/again")
        self.run_arena("verify", "results/again")
        for form in ("--jsonl", "--csv"):
            self.assertEqual(self.run_arena("export", "results/again", form).stdout.replace('"again"', '"cup"'), self.export(form))
        results = []
        for tournament in ("cup", "again"):
            with open(os.path.join(self.folder.name, "results", tournament, "results.csv"), encoding="utf-8") as file:
                results.append(file.read())
        self.assertEqual(results[0], results[1])
        self.run_arena("report", "results/again")
        for flags in ([], ["--accept-changes"]):
            done = self.run_arena("resume", "results/again", *flags, code=2)
            self.assertIn('the tournament "again" was imported and is complete', done.stderr)
        with open(os.path.join(self.folder.name, "results/again/results.json"), encoding="utf-8") as file:
            found = json.load(file)
        self.assertEqual((found["schedule"], found["seed"], found["boards_planned"]), ("imported", 2, None))
        done = self.run_arena("import", "rounds.jsonl", "--tournament", "results/again", code=2)
        self.assertIn("results/again: this folder holds something already; name another (--tournament)", done.stderr)

    def test_what_records_do_not_tell_stays_unknown(self):
        bare = [{key: value for key, value in record.items() if key not in ("seed", "deal_index")}
                for record in self.records("--job", "3")]
        self.import_records(bare, "bare")
        again = [json.loads(line) for line in self.run_arena("export", "results/bare").stdout.splitlines()]
        self.assertEqual([{**record, "event": "cup"} for record in again], bare)
        with open(os.path.join(self.folder.name, "results/bare/results.json"), encoding="utf-8") as file:
            self.assertIsNone(json.load(file)["seed"])
        self.run_arena("verify", "results/bare")
        self.run_arena("report", "results/bare")
        with open(os.path.join(self.folder.name, "results/bare/report.html"), encoding="utf-8") as file:
            page = re.search(r'id="tournament">(.*?)</script>', file.read(), re.S).group(1)
        tournament = json.loads(page)
        self.assertEqual((tournament["command"], tournament["results"]["seed"], tournament["results"]["schedule"]), (None, None, "imported"))
        mixed = self.records("--job", "3")[:1] + bare[1:]
        done = self.import_records(mixed, "mixed", code=2)
        self.assertIn(":2: the seed is another than that of the records before (or told by some alone)", done.stderr)

    def test_partners_whose_names_are_cut_alike_are_two_pairs(self):
        record = self.records("--job", "3")[0]
        a, b = "a" * 64, "b" * 64
        records = [{**record, "job": 0, "seating": 0, "bots": [a, b, a, b]},
                   {**record, "job": 1, "seating": 0, "bots": [a, "x", b, "x"]},
                   {**record, "job": 2, "seating": 0, "bots": [a, "x", "c" * 64, "x"]}]
        self.import_records(records, "long")
        with open(os.path.join(self.folder.name, "results/long/results.json"), encoding="utf-8") as file:
            entrants = json.load(file)["entrants"]
        names = [entrant["name"] for entrant in entrants if len(set(entrant["bots"])) == 2]
        self.assertEqual(len(set(names)), 2)
        self.assertEqual(len({entrant["name"] for entrant in entrants}), len(entrants))

    def test_an_import_that_fails_or_is_killed_leaves_no_tournament(self):
        with open(os.path.join(self.folder.name, "rounds.jsonl"), "w", encoding="utf-8") as file:
            record = self.records("--job", "3")[0]
            for job in range(3000):
                file.write(json.dumps({**record, "job": job, "board": job}) + "\n")
        process = subprocess.Popen([PROGRAM, "import", "rounds.jsonl", "--tournament", "results/killed"], cwd=self.folder.name,
                                   stdout=subprocess.DEVNULL)
        unfinished = os.path.join(self.folder.name, "results/killed/tournament.sqlite.new")
        self.wait_until(lambda: os.path.exists(unfinished), process)
        process.kill()
        process.wait()
        self.assertFalse(os.path.exists(os.path.join(self.folder.name, "results/killed/tournament.sqlite")))
        self.assertIn("there is no tournament", self.run_arena("verify", "results/killed", code=2).stderr)
        self.run_arena("import", "rounds.jsonl", "--tournament", "results/killed")
        self.assertEqual(os.path.exists(unfinished), False)
        self.run_arena("verify", "results/killed")

    def test_a_log_is_no_file_of_records(self):
        with open(os.path.join(self.folder.name, "game.tch"), "w", encoding="utf-8") as file:
            file.write(self.export("--tch", "--job", "3"))
        done = self.run_arena("import", "game.tch", "--tournament", "results/log", code=2)
        self.assertIn("game.tch:1: this is no record in JSON; of a log (arena/record/TCH.md) tichu-arena import LOG -o FILE", done.stderr)

    def import_records(self, records, name, code=0):
        with open(os.path.join(self.folder.name, name + ".jsonl"), "w", encoding="utf-8") as file:
            file.write("".join(json.dumps(record) + "\n" for record in records))
        return self.run_arena("import", name + ".jsonl", "--tournament", "results/" + name, code=code)

    def test_records_that_are_no_tournament_are_refused_with_their_line(self):
        lines = self.export().splitlines()
        cheat = json.loads(lines[4])
        cheat["result"]["score"][0] += 5
        nameless = {key: value for key, value in json.loads(lines[0]).items() if key != "bots"}
        for text, place in ((lines[:4] + [json.dumps(cheat)], ":5: result: "), ([json.dumps(nameless)], ":1: the record does not say"),
                            ([lines[0], lines[2], lines[1]], ":3: job 0 stands in two places"), (["{}"], ":1: "),
                            (lines[:2] + [json.dumps({**json.loads(lines[2]), "seed": 99})], ":3: the seed is another than"),
                            ([], "there are no records")):
            with open(os.path.join(self.folder.name, "bad.jsonl"), "w", encoding="utf-8") as file:
                file.write("".join(line + "\n" for line in text))
            done = self.run_arena("import", "bad.jsonl", "--tournament", "results/bad", code=2)
            self.assertIn(place, done.stderr)
            self.assertFalse(os.path.exists(os.path.join(self.folder.name, "results", "bad")))

    def test_a_pipe_is_refused_since_it_cannot_be_read_twice(self):
        done = self.run_arena("import", "/dev/stdin", "--tournament", "results/pipe", code=2, input=self.export())
        self.assertIn("/dev/stdin: is read twice", done.stderr)
        self.assertFalse(os.path.exists(os.path.join(self.folder.name, "results", "pipe")))

    def test_no_text_of_a_record_reaches_the_terminal_as_it_is(self):
        record = next(record for record in self.records() if "failure" in record)
        record["failure"]["text"] = "\u001b[31mred\nok"
        bad = {**record, "failure": {**record["failure"], "kind": "\u001b[31mred"}}
        for name, content in (("one.jsonl", record), ("bad.jsonl", bad), ("format.jsonl", {**record, "format": "\u001b[31m"})):
            with open(os.path.join(self.folder.name, name), "w", encoding="utf-8") as file:
                file.write(json.dumps(content) + "\n")
        self.run_arena("import", "one.jsonl", "--tournament", "results/one")
        for done in (self.run_arena("explain", "results/one"), self.run_arena("explain", "results/one", "--fault", "1"),
                     self.run_arena("import", "bad.jsonl", "--tournament", "results/bad", code=2),
                     self.run_arena("verify", "format.jsonl", code=1)):
            self.assertIn("31m", done.stdout + done.stderr)
            self.assertNotIn("\x1b", done.stdout + done.stderr)

    def test_faults_that_substitutes_made_good_are_in_the_records(self):
        self.run_arena("tournament", "cup.toml", "--name", "played-on", "--faults", "substitute", "--deals", "4")
        self.played = os.path.join(self.folder.name, "results/played-on")
        records = self.records()
        faults = [(record["bots"][fault["seat"]], fault["kind"]) for record in records for fault in record.get("faults", ())]
        with open(os.path.join(self.played, "results.json"), encoding="utf-8") as file:
            found = json.load(file)
        self.assertEqual(sorted(faults), sorted((fault["bot"], fault["kind"]) for fault in found["faults"]))
        self.assertTrue(faults)
        self.assertTrue(all("result" in record and "failure" not in record for record in records))
        self.assertEqual(self.records("--fault"), [record for record in records if "faults" in record])
        text = self.export("--text", "--fault")
        self.assertEqual(len(re.findall(r"(?m)^    seat [0-3] .*: .*; a substitute plays on$", text)), len(faults))
        self.run_arena("verify", self.played)
        self.import_records(records, "again")
        self.assertEqual(self.run_arena("export", "results/again").stdout.replace('"again"', '"played-on"'), self.export())
        self.assertEqual(self.run_arena("export", "results/again", "--csv").stdout, self.export("--csv"))
        self.run_arena("verify", "results/again")
        self.import_records([{**records[0], "faults": [{"seat": 0, "kind": "boredom"}]}], "bored", code=2)

    def test_an_unknown_bot_is_refused_with_those_that_play(self):
        done = self.run_arena("export", self.played, "--bot", "nobody", code=2)
        self.assertIn('no bot "nobody" plays in this tournament; its bots are steady, greedy', done.stderr)
        self.assertEqual(done.stdout, "")

    def test_a_stored_tournament_verifies(self):
        done = self.run_arena("verify", self.played)
        self.assertEqual(done.stdout, f"{self.played}: 90 boards, 180 rounds, all ok\n")
        found = json.loads(self.run_arena("verify", self.played, "--json").stdout)
        self.assertEqual(found, {"folder": self.played, "boards": 90, "rounds": 180, "flaws": 0, "damaged": 0, "ok": True})

    def test_what_was_changed_behind_the_arena_is_found(self):
        with self.database() as database:
            database.execute("UPDATE job SET margin = margin + 1 WHERE number = 3")
            database.execute("UPDATE job SET verdict = 2 - verdict WHERE number = 5")
            database.execute("UPDATE rounds SET packed = (SELECT packed FROM rounds WHERE job = 9) WHERE job = 8")
            database.execute("DELETE FROM rounds WHERE job = 7")
        found = [json.loads(line) for line in self.run_arena("verify", self.played, "--json", code=1).stdout.splitlines()]
        self.assertEqual({line.get("job") for line in found}, {3, 5, 7, 8, None})
        self.assertIn("the result is said to be", found[0]["message"])

    def test_a_damaged_job_is_named_and_all_others_are_there(self):
        before, rows = self.records(), self.rows()
        with self.database() as database:
            database.execute("UPDATE rounds SET packed = zeroblob(50) WHERE job = 1")
            database.execute("UPDATE fault SET kind = 'boredom' WHERE job = (SELECT max(job) FROM fault)")
            last = database.execute("SELECT max(job) FROM fault").fetchone()[0]
        lines = self.run_arena("verify", self.played, code=1).stdout.splitlines()
        self.assertRegex(lines[0], r"^job 1 \(board 1\): stored rounds: ")
        self.assertRegex(lines[1], rf"^job {last} \(board \d+\): unknown fault kind \"boredom\"")
        self.assertEqual(lines[2:], [f"{self.played}: 90 boards, 176 rounds, 0 flaws, 2 boards damaged"])
        found = [json.loads(line) for line in self.run_arena("verify", self.played, "--json", code=1).stdout.splitlines()]
        self.assertEqual([(line.get("job"), line["ok"], line["damaged"]) for line in found], [(1, False, True), (last, False, True), (None, False, 2)])
        done = self.run_arena("export", self.played, code=1)
        self.assertEqual([json.loads(line) for line in done.stdout.splitlines()],
                         [record for record in before if record["job"] not in (1, last)])
        self.assertIn("left out because it is damaged: job 1 (board 1): stored rounds: ", done.stderr)
        self.assertIn("2 of 90 boards are damaged", done.stderr)
        done = self.run_arena("export", self.played, "--csv", code=1)
        self.assertEqual(list(csv.DictReader(io.StringIO(done.stdout))), [row for row in rows if int(row["job"]) not in (1, last)])
        self.run_arena("export", self.played, "--job", "3")
        with self.database() as database:
            database.execute("UPDATE fault SET kind = 'crash' WHERE job = ?", (last,))
        done = self.run_arena("report", self.played, code=1)
        self.assertIn("90 boards, 89 of them with a replay", done.stdout)
        self.assertIn("cannot be replayed because it is damaged: ", done.stderr)
        self.assertIn("job 1 (board 1): stored rounds: ", done.stderr)

    def test_a_board_without_its_rounds_is_named_by_all_who_print(self):
        with self.database() as database:
            database.execute("DELETE FROM rounds WHERE job = 7")
        named = "job 7 (board 7): damaged: its rounds are missing"
        self.assertIn(named, self.run_arena("verify", self.played, code=1).stdout)
        for command in (("export",), ("report",), ("show",)):
            done = self.run_arena(command[0], self.played, *command[1:], code=1)
            self.assertIn(f"tichu-arena: {command[0]}: left out because it is damaged: {named}", done.stderr)
        self.assertEqual(json.loads(self.run_arena("show", self.played, "--json", code=1).stdout)["damaged"], [named])

    def test_the_database_is_checked_as_sqlite_checks_it(self):
        with self.database() as database:
            database.execute("PRAGMA foreign_keys = OFF")
            database.execute("INSERT INTO usage SELECT 99999, bot, 0, 0, 0, '', 0, 0, 0, 0, 0 FROM usage LIMIT 1")
        with open(os.path.join(self.played, "tournament.sqlite"), "r+b") as file:
            file.seek(36)  # how many pages are free
            file.write((5).to_bytes(4, "big"))
        lines = self.run_arena("verify", self.played, code=1).stdout.splitlines()
        self.assertRegex(lines[0], "^database: .*[Ff]reelist")
        self.assertIn("database: a row of usage belongs to a row of job that is missing", lines)
        self.assertRegex(lines[-1], r"90 boards, 180 rounds, 2 flaws, 0 boards damaged")

    def test_a_database_that_cannot_be_read_is_bad_and_no_mistake_of_the_user(self):
        with open(os.path.join(self.played, "tournament.sqlite"), "r+b") as file:
            file.write(b"no database any more")
        for command in ("verify", "export", "explain", "report", "show"):
            self.assertIn("tournament.sqlite", self.run_arena(command, self.played, code=1).stderr)
        self.assertIn("tournament.sqlite", self.run_arena("list", os.path.dirname(self.played), code=1).stderr)
        self.assert_not_resumed("file is not a database")

    def assert_not_resumed(self, damage):
        done = self.run_arena("resume", self.played, code=2)  # of a test 1 would be a verdict
        self.assertRegex(done.stderr, f'(?m)^tichu-arena: resume: "{self.played}": is damaged and is not played on: .*{damage}.*; put a copy')

    def test_a_damaged_schema_is_named_as_such(self):
        with self.database() as database:
            database.execute("PRAGMA writable_schema = ON")
            database.execute("UPDATE sqlite_schema SET sql = 'CREATE TABLE job (' WHERE name = 'job'")
        self.assert_not_resumed("malformed database schema")

    def test_numbers_of_nobody_are_refused(self):
        for change, back, command, problem in (
                ("UPDATE job SET second_entrant = -1 WHERE number = 5", "UPDATE job SET second_entrant = 1 WHERE number = 5", "report",
                 "left out because it is damaged: job 5: damaged: second_entrant -1 of 3"),
                ("UPDATE fault SET bot = 500000", "UPDATE fault SET bot = 2", "explain", "left out because it is damaged: job ")):
            with self.subTest(change=change):
                with self.database() as database:
                    database.execute(change)
                done = self.run_arena(command, self.played, code=1)
                self.assertIn(problem, done.stderr)
                # To go on without them would count wrong.
                self.assert_not_resumed(r"job \d+: damaged: ")
                with self.database() as database:
                    database.execute(back)
        self.assertIn("90 boards, 90 of them", self.run_arena("report", self.played).stdout)


class TheMachineRefuses(StoredEvents):
    EVENT = ("play", "lowest", "greedy", "--deals", "3000", "--seed", "4", "--name", "cup")

    def check_goes_on(self):
        """What was stored is valid, and the tournament goes on to the end that it has undisturbed, without a fault."""
        self.run_arena("verify", self.played)
        stored = len(self.rows())
        self.assertLess(stored, 3000)
        self.run_arena("resume", self.played)
        self.run_arena(*self.EVENT[:-1], "undisturbed")
        for form in ("--jsonl", "--csv"):
            self.assertEqual(self.export(form).replace('"cup"', '"undisturbed"'),
                             self.run_arena("export", "results/undisturbed", form).stdout)
        with self.database() as database:
            self.assertEqual(database.execute("SELECT count(*) FROM fault").fetchall(), [(0,)])

    def test_a_full_disk_ends_the_tournament_and_resume_goes_on(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (600_000, resource.RLIM_INFINITY))

        # Python ignores SIGXFSZ, and so does the program with restore_signals off: the write fails, as on a full disk.
        done = self.run_arena(*self.EVENT, code=3, preexec_fn=limit, restore_signals=False)
        self.assertRegex(done.stderr, r"tournament\.sqlite: .*\n?.*what was stored before stays valid: tichu-arena resume")
        self.assertNotIn("fault", done.stderr.replace("0 faults", ""))
        self.check_goes_on()

    def test_a_locked_database_ends_the_tournament_and_resume_goes_on(self):
        process = subprocess.Popen([PROGRAM, *self.EVENT, "--rule", "target=1000", "-j1"], cwd=self.folder.name,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.wait_until(lambda: os.path.exists(os.path.join(self.played, "tournament.sqlite")), process)
        with self.database() as database:
            database.execute("PRAGMA busy_timeout = 60000")
            database.execute("BEGIN IMMEDIATE")
            errors = process.communicate(timeout=1200)[1]
            database.execute("ROLLBACK")
        self.assertEqual(process.returncode, 3, errors)
        self.assertRegex(errors, r"tournament\.sqlite: database is locked")
        self.check_goes_on()

    def test_a_folder_that_cannot_be_written_is_named(self):
        results = os.path.join(self.folder.name, "results")
        os.mkdir(results)
        if subprocess.run(["mount", "-t", "tmpfs", "tmpfs", results], capture_output=True, check=False).returncode != 0:
            self.skipTest("only who may mount can make a folder that root cannot write")
        self.addCleanup(subprocess.run, ["umount", "-l", results], check=True)
        self.run_arena("play", "lowest", "greedy", "--deals", "5", "--name", "cup")
        before = self.export()
        subprocess.run(["mount", "-o", "remount,ro", results], check=True)
        self.assertEqual(self.export(), before)
        self.run_arena("verify", self.played)
        self.run_arena("report", self.played, "-o", os.path.join(self.folder.name, "report.html"))
        done = self.run_arena("play", "lowest", "greedy", "--deals", "5", "--name", "other", code=3)
        self.assertIn("Read-only file system", done.stderr)
        self.assertIn("results/other", done.stderr)
        done = self.run_arena("resume", self.played, code=2)
        self.assertIn(f'"{self.played}/tournament.sqlite" cannot be written: ', done.stderr)


if __name__ == "__main__":
    main()
