"""`tichu-arena benchmark`, on a suite of a few boards.

    python3 benchmark_test.py PROGRAM TEST_BOTS
"""
import csv
import glob
import hashlib
import io
import itertools
import json
import math
import os
import shutil
import subprocess
import sys

import arena_command
from arena_command import BOTS, CommandTest

STRENGTH = """seed = 7
deals = 40
schedule = "gauntlet"
[[bot]]
name = "pool-greedy"
path = "greedy"
[[bot]]
name = "pool-steady"
path = "steady"
"""
PARTNERS = """seed = 7
deals = 40
schedule = "gauntlet"
opponents = ["pool-steady"]
[[bot]]
name = "pool-steady"
path = "steady"
[[bot]]
name = "partner-steady"
path = "steady"
[[bot]]
name = "partner-greedy"
path = "greedy"
"""
BASELINES = """track,name,by,points,error95
strength,pool-greedy,,-50,5
strength,pool-steady,,40,5
partners,partner-steady,adept,30,4
partners,partner-greedy,adept,-40,4
"""
EXPLOITERS = """seed = 9
deals = 15
[[bot]]
name = "exploit-nothing"
path = "steady"
options = { tichu = "0.35", willing = "0.45" }
[[bot]]
name = "exploit-greed"
path = "steady"
options = { points = "0.006" }
"""
QUIRKY = f"quirky=untrusted:{BOTS}/quirky.so"


RESULTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../results")


class KeptCards(CommandTest):
    def setUp(self):
        super().setUp()
        self.files = sorted(glob.glob(os.path.join(RESULTS, "benchmark/1/cards/*.json")))

    def test_are_the_page(self):
        with open(os.path.join(RESULTS, "benchmark/1/README.md"), encoding="utf-8") as file:
            self.assertEqual(self.run_arena("benchmark", "--cards", *self.files).stdout, file.read())

    def test_have_the_order_of_the_reference_ladder(self):
        points = {}
        for path in self.files:
            with open(path, encoding="utf-8") as file:
                card = json.load(file)
            points[card["bot"].split("-")[0]] = card["strength"]["without_faults"]["points"]
        with open(os.path.join(RESULTS, "reference/results.csv"), newline="", encoding="utf-8") as file:
            ladder = [row["name"] for row in csv.DictReader(file)]
        self.assertEqual([bot for bot in sorted(points, key=points.get, reverse=True) if bot in ladder], ladder)

    def test_have_the_baselines_that_are_made_of_them(self):
        with open(os.path.join(RESULTS, "benchmark/1/baselines.csv"), encoding="utf-8") as file:
            kept = file.read()
        script = os.path.join(RESULTS, "benchmark/make_baselines.py")
        self.assertEqual(subprocess.run([sys.executable, script, "1"], capture_output=True, text=True, check=True).stdout, kept)
        for path in self.files:
            with open(path, encoding="utf-8") as file:
                self.assertEqual(json.load(file)["suite"]["baselines_sha256"], hashlib.sha256(kept.encode()).hexdigest(), path)

    def test_show_that_each_partner_tells_bots_apart_that_another_does_not(self):
        values = {}
        for path in self.files:
            with open(path, encoding="utf-8") as file:
                for row in json.load(file)["partners"]["with"]:
                    values.setdefault(row["partner"], []).append(row["without_faults"])
        self.assertEqual(len(values), 8)
        apart = {partner: {pair for pair in itertools.combinations(range(len(self.files)), 2)
                           if abs(of[pair[0]]["points"] - of[pair[1]]["points"]) > math.hypot(*(of[bot]["error95"] for bot in pair))}
                 for partner, of in values.items()}
        for partner, pairs in apart.items():
            self.assertTrue(any(pairs - others for others in apart.values()), partner)


class BundledPool(CommandTest):
    def test_plays_as_it_did_when_the_suite_was_made(self):
        self.run_arena("benchmark", "--check-pool", code=0)


class Benchmark(CommandTest):
    def setUp(self):
        super().setUp()
        os.mkdir(self.path("suite"))
        for name, text in (("strength.toml", STRENGTH), ("partners.toml", PARTNERS), ("baselines.csv", BASELINES)):
            self.write(f"suite/{name}", text)

    def play(self, *arguments):
        return self.run_arena("benchmark", "--suite", "suite", *arguments, code=0)

    def text(self, name, file="card.json"):
        return self.read("results", name, file)

    def card(self, name):
        return json.loads(self.text(name))

    def test_writes_the_same_card_again_however_it_was_played(self):
        self.play("steady", "--name", "one", "-j", "1")
        stopped = self.play("steady", "--name", "two", "-j", "2", "--minutes", "0.00001")
        self.assertIn("the same command again continues it", stopped.stderr)
        self.assertFalse(os.path.exists(self.path("results/two/card.json")))
        with subprocess.Popen([arena_command.PROGRAM, "benchmark", "--suite", "suite", "steady", "--name", "two", "-j", "1"],
                              cwd=self.folder.name, stderr=subprocess.PIPE, text=True) as killed:
            self.assertTrue(any("tournament strength" in line for line in killed.stderr))
            killed.kill()
        self.assertFalse(os.path.exists(self.path("results/two/card.json")))
        done = self.play("steady", "--name", "two", "-j", "2", "--json")
        self.assertEqual(done.stdout, self.text("two"))
        self.assertEqual(self.text("one"), self.text("two"))
        run = json.loads(self.text("two", "run.json"))
        self.assertEqual(run["card_sha256"], json.loads(self.text("one", "run.json"))["card_sha256"])
        card = self.card("one")
        self.assertEqual(card["strength"]["place"]["of"], 3)
        self.assertEqual(card["strength"]["rounds_at_fault"], 0)
        self.assertEqual(card["strength"]["with_faults"], card["strength"]["without_faults"])
        self.assertEqual([row["partner"] for row in card["partners"]["with"]], ["partner-steady", "partner-greedy"])

    def test_has_cards_that_verify_judges_and_other_commands_take(self):
        self.play("steady", "--name", "one")
        done = self.run_arena("verify", self.path("results/one"), code=0)
        self.assertIn("card.json: ok", done.stdout)
        self.assertEqual(self.run_arena("show", self.path("results/one/partners")).returncode, 0)
        table = self.run_arena("benchmark", "--cards", self.path("results/one/card.json"))
        self.assertIn("| steady |", table.stdout)
        with open(self.path("results/one/card.json"), "w", encoding="utf-8") as file:
            file.write("{}")
        done = self.run_arena("verify", self.path("results/one/card.json"), code=1)
        self.assertIn("is not the card of the boards that are stored beside it", done.stdout)

    def test_tells_strength_apart_from_crashes(self):
        self.play("quirky=steady", "--name", "sound")
        self.play(QUIRKY, "--option", "quirky.crash=40", "--name", "crashing")
        sound, crashing = self.card("sound")["strength"], self.card("crashing")["strength"]
        self.assertGreater(crashing["faults"]["crash"], 2)
        self.assertLess(crashing["with_faults"]["points"], crashing["without_faults"]["points"])
        self.assertLess(abs(crashing["without_faults"]["points"] - sound["without_faults"]["points"]),
                        sound["without_faults"]["error95"])
        self.assertEqual(crashing["against"][0]["opponent"], "pool-greedy")
        self.run_arena("tournament", "suite/strength.toml", "--bot", QUIRKY, "--option", "quirky.crash=40",
                       "--candidate", "quirky", "--name", "forfeits", "--no-remarks", code=0)
        rows = csv.DictReader(io.StringIO(self.run_arena("export", self.path("results/forfeits"), "--csv").stdout))
        margins = [float(row["margin"]) for row in rows]
        self.assertAlmostEqual(sum(margins) / len(margins), crashing["with_faults"]["points"], places=3)

    def test_finds_a_private_convention(self):
        self.play(f"quirky=trusted:{BOTS}/quirky.so", "--option", "quirky.secret=1", "--name", "secret")
        card = self.card("secret")
        alone = next(row for row in card["strength"]["against"] if row["opponent"] == "pool-steady")["without_faults"]
        beside = card["partners"]["with"][0]["without_faults"]
        self.assertGreater(alone["points"] - beside["points"], alone["error95"] + beside["error95"])

    def test_exploits_a_planted_weakness(self):
        for name, text in (("strength", STRENGTH), ("partners", PARTNERS)):
            self.write(f"suite/{name}.toml", text.replace("deals = 40", "deals = 2"))
        self.write("suite/robustness.toml", EXPLOITERS)
        lost = []
        for name, options in (("sound", []), ("tame", ["--option", "quirky.tame=1"])):
            self.play(f"quirky=trusted:{BOTS}/quirky.so", *options, "--name", name)
            card = self.card(name)["robustness"]
            lost.append(card["found"]["lost"]["without_faults"])
            self.assertEqual((card["boards"], card["searched_boards"]), (30, 15 * (2 + 4 * 8)))
        self.assertGreater(lost[1]["points"] - lost[0]["points"], math.hypot(*(value["error95"] or 0 for value in lost)))
        done = self.run_arena("verify", self.path("results/tame"), code=0)
        self.assertIn("robustness-3", done.stdout)
        shutil.copytree(self.path("results/sound/robustness-1"), self.path("results/tame/robustness-1"), dirs_exist_ok=True)
        self.assertEqual(self.run_arena("verify", self.path("results/tame")).returncode, 1)

    def test_plays_so_small_a_part_as_is_wanted(self):
        self.write("suite/robustness.toml", EXPLOITERS)
        self.play("steady", "--part", "7", "--name", "small")
        card = self.card("small")
        self.assertEqual([card[track]["boards"] for track in ("strength", "partners", "robustness")], [5, 5, 4])
        self.assertEqual(card["suite"]["part"], 7)
        self.assertEqual(self.run_arena("verify", self.path("results/small")).returncode, 0)
        self.write("results/small/card.json", self.text("small").replace('"part": 7', '"part": 9'))
        done = self.run_arena("verify", self.path("results/small"), code=1)
        self.assertIn("does not hold one board in 9 of the suite", done.stdout)
        self.write("results/small/card.json", self.text("small").replace('"part": 9', '"part": 8'))
        self.assertEqual(self.run_arena("verify", self.path("results/small")).returncode, 1)
        self.assert_refused("excludes", "benchmark", "--suite", "suite", "steady", "--part", "5", "--quick")

    def test_measures_strength_by_the_time_that_a_bot_is_told(self):
        # steady takes the number for a weight, which is quicker than to wait
        self.play("steady", "--quick", "--time-option", "points", "--name", "told")
        track = self.card("told")["time"]
        self.assertEqual((track["option"], track["boards"]), ("points", 1))
        self.assertEqual([limit["milliseconds"] for limit in track["limits"]], [1, 10, 100])
        for limit in track["limits"]:
            self.play("steady", "--quick", "--option", f"steady.points={limit['milliseconds']}", "--name", "alone")
            told = self.run_arena("export", self.path(f"results/told/time-{limit['milliseconds']}"), "--csv").stdout
            self.assertIn(told.splitlines()[1], self.run_arena("export", self.path("results/alone/strength"), "--csv").stdout)
            shutil.rmtree(self.path("results/alone"))
        self.assertIn("points = 10", self.text("told", "card.txt"))
        self.assertEqual(self.run_arena("verify", self.path("results/told")).returncode, 0)

    def test_refuses_what_it_cannot_play_or_would_mix_up(self):
        self.play("steady", "--name", "one")
        for sentence, arguments in (("holds another bot, suite or extent", ["greedy", "--name", "one"]),
                                    ("holds another bot, suite or extent", ["steady", "--name", "one", "--quick"]),
                                    ("name a bot", []),
                                    ("is used twice", ["pool-greedy=greedy"]),
                                    ("nobody can guess", ["steady", "--secret-seed", "suite/baselines.csv"]),
                                    ("is no card", ["--cards", "suite/strength.toml"])):
            self.assert_refused(sentence, "benchmark", "--suite", "suite", *arguments)

    def test_refuses_another_build_in_the_same_folder(self):
        shutil.copy(f"{BOTS}/quirky.so", self.path("mine.so"))
        self.play("mine=trusted:./mine.so", "--quick")
        self.play("mine=trusted:./mine.so", "--quick")
        with open(self.path("mine.so"), "ab") as file:
            file.write(b"changed")
        done = self.run_arena("benchmark", "--suite", "suite", "mine=trusted:./mine.so", "--quick", code=2)
        self.assertIn('holds the boards of another build of "mine"', done.stderr)

    def test_refuses_a_pool_that_plays_otherwise(self):
        self.write("suite/pool.sha256", "0" * 64 + "\n")
        done = self.run_arena("benchmark", "--suite", "suite", "steady", code=1)
        self.assertIn("do not play as those of suite suite", done.stderr)
        self.assertFalse(os.path.exists(self.path("results/benchmark-steady/strength")))

    def test_keeps_a_secret_seed_out_of_the_card(self):
        self.write("seed", "123456789abcdef0\n")
        self.play("greedy", "--quick", "--secret-seed", "seed", "--name", "secret")
        card = self.card("secret")
        self.assertEqual((card["boards"]["kind"], card["suite"]["part"]), ("evaluation", 10))
        for form in ("123456789abcdef0", str(0x123456789abcdef0)):
            self.assertNotIn(form, self.text("secret") + self.text("secret", "run.json"))


if __name__ == "__main__":
    arena_command.main()
