"""Rounds, observations, combinations, deals and rules as values of Python."""
import copy
import glob
import os
import pickle
import random
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import cases  # noqa: E402

import tichu
from tichu import engine
from tichu.engine import Action, Combination, Deal, Observation, Question, Round, Rules

GOLDEN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../golden/perft.txt")


def random_action(round_, chance):
    if round_.question == Question.PUSH:
        return Action.push(*chance.sample(sorted(round_.hand(round_.seat)), 3))
    return chance.choice(round_.actions())


def positions(deals, seed=0, rules="standard"):
    """Every position of random rounds, with calls."""
    chance = random.Random(seed)
    for index in range(deals):
        now = Round(Deal(seed, index), rules)
        while not now.is_over:
            yield now
            if now.question == Question.TURN and now.may_call_tichu(now.seat) and chance.random() < 0.1:
                now.apply(now.seat, Action.tichu())
            else:
                now.apply(now.seat, random_action(now, chance))
        yield now


class Values(unittest.TestCase):
    def test_EqualValuesHaveEqualHashesAndSurvivePickling(self):
        for value in (Deal(1, 2), Rules("gravon target=500"), Combination("7j 7s Phx"), Action.push("7j", "8j", "9j"),
                      Action.play(Combination("Mah"), 9), Action.give_dragon(3), Combination("Phx", Combination("Kj"))):
            with self.subTest(value=value):
                pickles = [pickle.loads(pickle.dumps(value, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
                for other in (*pickles, copy.copy(value), copy.deepcopy(value)):
                    self.assertEqual(other, value)
                    self.assertEqual(hash(other), hash(value))

    def test_TextReadsBack(self):
        self.assertEqual(Deal.from_text(str(Deal(3, 4))), Deal(3, 4))
        self.assertEqual(Rules(str(Rules("gravon"))), Rules("gravon"))
        self.assertEqual(Combination("5j 6j 7j 8s Phx=9").phoenix_as, 9)
        self.assertEqual(str(Action.from_text(str(Action.push("7j", "8j", "9j")))), str(Action.push("7j", "8j", "9j")))

    def test_ADealIsThatOfItsHands(self):
        self.assertEqual(Deal.from_hands(Deal(5, 6).hands), Deal(5, 6))
        with self.assertRaisesRegex(ValueError, "each of the 56 cards"):
            Deal.from_hands([Deal(5, 6).hands[0]] * 4)

    def test_CardsAloneAreNoCombination(self):
        with self.assertRaisesRegex(ValueError, "not a combination"):
            Combination([2, 3])
        with self.assertRaisesRegex(ValueError, "99 is not a card"):
            Combination([99])

class Perft(unittest.TestCase):
    def rows(self):
        """The kept counts: a Round, the depth, the pair of sequences and ended."""
        with open(GOLDEN, encoding="utf-8") as file:
            for line in file:
                if not line.startswith("#"):
                    deal, rules, depth, sequences, ended = line.split()
                    yield Round.open(Deal(*map(int, deal.split(":"))), rules), int(depth), (int(sequences), int(ended))

    def test_CountsAreTheKeptOnes(self):
        counted = 0
        for start, depth, kept in self.rows():
            self.assertEqual(start.perft(depth), kept, (start.deal, start.rules, depth))
            counted += 1
        self.assertGreaterEqual(counted, 60)
        self.assertEqual(Round.open(Deal(1, 0)).perft(0), (1, 0))

    def test_ActionsTakenInPythonCountTheSame(self):
        for start, depth, kept in self.rows():
            if depth <= 3:
                self.assertEqual(self.count(start, depth), kept, (start.deal, start.rules, depth))

    def count(self, now, depth):
        if depth == 0 or now.is_over:
            return (1, 0) if depth == 0 else (0, 1)
        sequences = ended = 0
        for action in now.actions():
            branch = now.copy()
            branch.apply(branch.seat, action)
            below = self.count(branch, depth - 1)
            sequences, ended = sequences + below[0], ended + below[1]
        return sequences, ended


class Rounds(unittest.TestCase):
    def test_EveryPositionSurvivesCopyAndPickle(self):
        for rules in ("standard", "gravon"):
            for now in positions(4, seed=7, rules=rules):
                for other in (now.copy(), pickle.loads(pickle.dumps(now))):
                    self.assertEqual(other, now)
                    self.assertEqual(hash(other), hash(now))

    def test_ACopyIsNotTouchedByTheOther(self):
        first = Round(Deal(1, 0))
        second = first.copy()
        second.apply(0, Action.grand_tichu())
        self.assertNotEqual(first, second)
        self.assertEqual(first, Round(Deal(1, 0)))

    def test_AnIllegalActionNamesTheClauseAndChangesNothing(self):
        now = Round(Deal(1, 0))
        before = now.copy()
        with self.assertRaisesRegex(ValueError, r"RULES \d"):
            now.apply(0, Action.pass_())
        with self.assertRaises(IndexError):
            now.apply(4, Action.pass_())
        self.assertEqual(now, before)
        self.assertIn("RULES", now.judge(0, Action.no_bomb()))
        self.assertIsNone(now.judge(0, Action.grand_tichu()))

    def test_ARecordReadsBackAsTheSameRound(self):
        for now in positions(20, seed=3):
            if now.is_over:
                self.assertEqual(tichu.read_record(tichu.write_record(now)), now)

    def test_ARecordedRoundWithOpenWindowsIsTheRoundAsItStood(self):
        windows = 0
        for now in positions(40, seed=5):
            again = Round.of_recorded(now.deal, now.recorded(), finished=False)
            if now.question == Question.BOMB and again.seats == now.seats:
                self.assertEqual(again, now)
                self.assertEqual(pickle.loads(pickle.dumps(again)), now)
                windows += 1
        self.assertGreater(windows, 5)

    def test_ARecordThatBreaksTheRulesIsRefusedWithItsEvent(self):
        ended = [now.copy() for now in positions(1, seed=4) if now.is_over][0]
        record = tichu.write_record(ended).replace('"do": "pass"', '"do": "tichu"', 1)
        with self.assertRaisesRegex(ValueError, r"event \d+: RULES 3.3"):
            tichu.read_record(record)

    def test_PlayoutsEndARoundWithItsScores(self):
        now = Round(Deal(1, 0))
        margins = now.playouts("random", 50, seed=3)
        self.assertEqual(margins, now.playouts("random", 50, seed=3))
        self.assertTrue(all(margin % 5 == 0 and -800 <= margin <= 800 for margin in margins))
        self.assertTrue(now.finished("light").is_over)


class Observations(unittest.TestCase):
    def test_EveryObservationSurvivesPickling(self):
        for now in positions(3, seed=11):
            for seat in range(4):
                seen = now.observation(seat)
                again = pickle.loads(pickle.dumps(seen))
                self.assertEqual(again, seen)
                self.assertEqual(hash(again), hash(seen))

    def test_AnObservationIsTheSameAsThatOfThePurePackage(self):
        for now in positions(5, seed=12):
            for seat in range(4):
                self.compare(now.observation(seat))

    def compare(self, seen):
        pure = tichu.Observation(seen.rules, seen.own_score, seen.their_score)
        for event in seen.events:
            pure.see(event)
        for name in ("hand", "first_eight", "played", "hand_size", "calls", "table_owner", "trick_cards", "trick_points",
                     "won", "wish", "to_act", "passes", "out", "stage"):
            self.assertEqual(getattr(seen, name), getattr(pure, name), name)
        self.assertEqual(tuple(seen.table.cards), tuple(pure.table.cards))
        self.assertEqual(seen.unseen(), pure.unseen())
        self.assertEqual(seen.may_call_tichu(), pure.may_call_tichu())
        self.assertEqual([card for card in seen.given if card is not None], [card for card in pure.given if card is not None])
        self.assertEqual(Observation.of(pure, asked=seen.asked), seen)

    def test_GuessedHandsContradictNothingAndMakeARound(self):
        for number, now in enumerate(positions(5, seed=13)):
            if now.is_over or now.question not in (Question.TURN, Question.BOMB, Question.GIVE_DRAGON):
                continue
            seen = now.observation(now.seat)
            hands = seen.guess_hands(seed=number)
            self.assertEqual(frozenset().union(*hands), seen.unseen())
            self.assertEqual([len(hand) for hand in hands], seen.hand_size[1:])
            imagined = seen.imagine(hands)
            self.assertEqual(imagined.hand(0), seen.hand)
            self.assertEqual(imagined.question, now.question)
            self.assertEqual(imagined.plays(), now.plays())
            self.assertTrue(imagined.finished("light").is_over)
            self.assertEqual(pickle.loads(pickle.dumps(imagined)), imagined)

    def test_HandsThatCannotBeAreRefused(self):
        now = [position.copy() for position in positions(1, seed=14) if position.question == Question.TURN][0]
        seen = now.observation(now.seat)
        with self.assertRaisesRegex(ValueError, "as large as"):
            seen.imagine([[], [], []])

    def test_EventsThatContradictEachOtherAreRefused(self):
        now = [position.copy() for position in positions(1, seed=15) if position.is_over][0]
        seen = now.observation(0)
        pure = tichu.Observation(seen.rules, 0, 0)
        pure.events = seen.events + [event for event in seen.events if event.kind == tichu.EventKind.PLAY][:1]
        with self.assertRaisesRegex(ValueError, r"event \d+: "):
            Observation.of(pure)


class Bots(unittest.TestCase):
    def test_ABundledBotBeatsRandomPlay(self):
        estimate = tichu.evaluate(lambda seed: tichu.load_bot("steady", seed), lambda seed: tichu.load_bot("random", seed), 40)
        self.assertGreater(estimate.mean, 4 * estimate.error)

    def test_EvaluationTakesNamesOfBots(self):
        by_name = tichu.evaluate("steady", "random", 4)
        self.assertEqual(by_name, tichu.evaluate(lambda seed: tichu.load_bot("steady", seed), "random", 4))

    def test_EvaluationRefusesAPlayerInPlaceOfItsMaker(self):
        for player in (tichu.load_bot("steady"), tichu.Bot):
            with self.assertRaisesRegex(TypeError, "makes a player from its seed"):
                tichu.evaluate("steady", player, 4)

    def test_ABotOfThePurePackagePlaysInThisProcess(self):
        class Lowest(tichu.Bot):
            def play(self, seen):
                return min(seen.plays, key=lambda play: play.half_points, default=None)

        players = [Lowest(tichu.Setup(seat, None, {})) for seat in range(4)]
        self.assertTrue(tichu.play_round(players, Deal(1, 0)).is_over)

    def test_AMissingBotIsNamed(self):
        with self.assertRaisesRegex(ValueError, "sampler cannot be made: it refuses the option playouts=100"):
            tichu.load_bot("sampler", playouts=100)
        with self.assertRaisesRegex(ValueError, "there is no bot nobody.so"):
            tichu.load_bot("nobody")
        with self.assertRaisesRegex(ValueError, "cannot load"):
            engine.PluginPlayer("/etc/passwd")


class Package(unittest.TestCase):
    def run_python(self, code, path):
        return subprocess.run([sys.executable, "-B", "-c", code], env={**os.environ, "PYTHONPATH": path}, text=True,
                              capture_output=True, check=False)

    def test_ModulesAreNamedWithoutAnImport(self):
        done = self.run_python("import tichu; print(tichu.engine.layout('compact-v1')[0])", os.environ["PYTHONPATH"])
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_APartForAnotherPythonIsToldFromAMissingOne(self):
        with tempfile.TemporaryDirectory() as folder:
            package = shutil.copytree(os.path.dirname(tichu.__file__), os.path.join(folder, "tichu"))
            for built in glob.glob(os.path.join(package, "_core.*.so")):
                os.rename(built, os.path.join(package, "_core.cpython-399-x86_64-linux-gnu.so"))
            other = self.run_python("import tichu.engine", folder)
            self.assertIn("was built for Python 3.99, and this is Python ", other.stderr)
            os.remove(os.path.join(package, "_core.cpython-399-x86_64-linux-gnu.so"))
            self.assertIn("install pybind11-dev", self.run_python("import tichu.engine", folder).stderr)


if __name__ == "__main__":
    cases.main()
