"""VecEnv: the same episodes whatever the number of tables and threads, arrays that stay, errors that change nothing.

TICHU_POSITIONS says in how many positions Python counts the legal plays; the other long comparisons follow it."""
import hashlib
import os
import pickle
import random
import sys
import threading
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import cases  # noqa: E402

import numpy as np

import tichu
from tichu import VecEnv, engine, rows
from tichu.engine import Ask

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import legal_reference

ARRAYS = ("observations", "mask", "legal_offsets", "legal_ids", "features", "legal_bits", "states", "labels", "rewards", "calls",
          "double_victories", "ends", "round_ends", "seats", "asks", "episodes")
EVERYTHING = ("mask", "ids", "features", "bits")
POSITIONS = int(os.environ.get("TICHU_POSITIONS", "25000"))


def snapshot(env):
    """What the arrays say, as bytes."""
    parts = []
    for name in ARRAYS:
        array = getattr(env, name)
        if array is None:
            continue
        if name in ("legal_ids", "features"):
            array = array[: env.legal_offsets[-1]]
        parts.append(array.tobytes())
    return b"".join(parts)


def episodes(n, wanted, **more):
    """The records of the episodes 0 .. wanted - 1, played at random, by number."""
    env = VecEnv(n, seed=5, **more)
    found = {}
    while len(found) < wanted:
        actions = env.sample()
        before = env.episodes.copy()
        env.step(actions)
        for table in np.flatnonzero(env.ends):
            if before[table] < wanted:
                found[int(before[table])] = tichu.write_record(env.finished_round(int(table)))
    return found


def digest(found):
    return hashlib.sha256("\n".join(found[number] for number in sorted(found)).encode()).hexdigest()


class Episodes(unittest.TestCase):
    def test_NumberOfTablesAndThreadsDoNotChangeTheEpisodes(self):
        for more in ({}, {"seats": ("learner", "light", "random", "steady")}, {"episode": "game", "rules": "target=300", "decisions": ("play", "push")},
                     {"decisions": ("play", "push")}):
            with self.subTest(more):
                expected = digest(episodes(1, 40, **more))
                for n, threads in ((1, 2), (7, 1), (64, 2), (1024, 1), (1024, 2)):
                    self.assertEqual(digest(episodes(n, 40, threads=threads, **more)), expected, (n, threads))

    def test_AnotherSeedGivesOtherEpisodes(self):
        env = VecEnv(4, seed=1)
        first = snapshot(env)
        env.reset(2)
        self.assertNotEqual(snapshot(env), first)
        env.reset(1)
        self.assertEqual(snapshot(env), first)

    def test_RewardsAreTheMarginsOfTheRounds(self):
        env = VecEnv(64, seed=2, seats=("learner", "random", "learner", "light"))
        ended = 0
        while ended < 200:
            env.step(env.sample())
            for table in np.flatnonzero(env.ends):
                a, b = env.finished_round(int(table)).result["score"]
                np.testing.assert_allclose(env.rewards[table] * 100, [a - b, b - a, a - b, b - a], rtol=1e-6)
                ended += 1
            self.assertFalse(env.rewards[~env.ends].any())

    def test_AGameGoesOnToTheTarget(self):
        env = VecEnv(8, seed=3, episode="game", rules="target=500", decisions=("play",))
        rounds = np.zeros(8, int)
        longest = 0
        for _ in range(6000):
            env.step(env.sample())
            rounds += env.round_ends
            longest = max(longest, *rounds[env.ends]) if env.ends.any() else longest
            self.assertTrue(env.round_ends[env.ends].all())
            rounds[env.ends] = 0
        self.assertGreater(longest, 1)

    def test_LearnersAreAskedNothingElse(self):
        env = VecEnv(32, seed=4, seats=("steady", "learner", "random", "random"), decisions=("play", "bomb"))
        for _ in range(300):
            self.assertTrue((env.seats == 1).all())
            self.assertTrue(np.isin(env.asks, (Ask.PLAY, Ask.BOMB)).all())
            env.step(env.sample())
        self.assertEqual(env.bot_faults, 0)

    def test_WithoutAutoResetATableWaits(self):
        env = VecEnv(4, seed=5, auto_reset=False)
        while not (env.seats == 255).all():
            env.step(env.sample())
        self.assertEqual(env.legal_offsets[-1], 0)
        with self.assertRaisesRegex(ValueError, "episode is over"):
            env.step(np.zeros(4, np.int16))
        env.step(np.full(4, -1))
        env.reset_finished()
        self.assertEqual(list(env.episodes), [4, 5, 6, 7])
        self.assertTrue((env.seats != 255).all())


class Rows(unittest.TestCase):
    def test_RowsAreThoseOfTheObservationWhichShowsNothingHidden(self):
        for layout in ("compact-v1", "full-v1"):
            env = VecEnv(16, seed=6, obs=layout)
            for _ in range(POSITIONS // 600):
                for table in range(0, 16, 5):
                    for seat in range(4):
                        self.compare(env, table, seat, layout)
                env.step(env.sample())

    def compare(self, env, table, seat, layout):
        row = list(env.observe(table, seat))
        asked = seat == env.seats[table]
        if asked:
            self.assertEqual(row, list(env.observations[table]))
        names = [(name, slice(at, at + size)) for name, at, size, _ in engine.layout(layout)]
        seen = env.observation(table, seat)
        expected = rows.observation_row(seen, int(env.asks[table]) if asked else None, layout)
        for name, place in names:
            being_chosen = asked and (name == "given" and env.asks[table] in (Ask.PUSH_PARTNER, Ask.PUSH_LEFT)
                                      or name == "chosen" and env.asks[table] == Ask.WISH)
            if not being_chosen:
                self.assertEqual(row[place], expected[place], (name, table, seat, int(env.asks[table])))

    def test_CardsOfAPushUnderWayAreShownToTheirGiverAlone(self):
        env = VecEnv(1, seed=6, obs="full-v1", decisions=("play", "push"))
        first = next(i for i in env.legal(0))
        env.step(np.array([first]))
        given = {name: slice(at, at + size) for name, at, size, _ in engine.layout("full-v1")}["given"]
        self.assertEqual(np.flatnonzero(env.observations[0][given]).tolist(), [first - 1516])
        for seat in (1, 2, 3):
            self.assertFalse(env.observe(0, seat)[given].any())

    def test_FeaturesAreThoseOfThePlays(self):
        env = VecEnv(16, seed=7, legal=("features",))
        checked = 0
        for _ in range(200):
            for table in np.flatnonzero(env.asks == Ask.PLAY)[:4]:
                seen = env.observation(int(table), int(env.seats[table]))
                span = slice(env.legal_offsets[table], env.legal_offsets[table + 1])
                for action, row in zip(env.legal_ids[span], env.features[span]):
                    play = engine.action_play(int(action), seen.hand, seen.table) if action else None
                    self.assertEqual(list(row), rows.play_row(seen, play), engine.action_name(int(action)))
                    checked += 1
            env.step(env.sample())
        self.assertGreater(checked, 1000)

    def test_TheStateHoldsTheFourHands(self):
        env = VecEnv(8, seed=8)
        for _ in range(100):
            env.step(env.sample())
            state = env.state().reshape(8, 4, 56)
            for table in range(8):
                for side in range(4):
                    hand = env.observation(table, (int(env.seats[table]) + side) % 4).hand
                    self.assertEqual({rows.ORDER[i] for i in np.flatnonzero(state[table, side])}, hand)

    def test_TheStatesOfAStepAreThoseOfState(self):
        env = VecEnv(32, seed=8, states=True, seats=("learner", "learner", "light", "learner"), auto_reset=False)
        for _ in range(150):
            np.testing.assert_array_equal(env.states, env.state())
            env.step(env.sample())
            if env.ends.any():
                env.reset_finished()

    def test_TheRowOfAnActionIsThatOfItsFeatures(self):
        rows_by_id, env = engine.action_rows(), VecEnv(64, seed=18, legal=("features",))
        at = {name: slice(offset, offset + size) for name, offset, size, _ in engine.layout("action-v1")}
        for name in ("goes_out", "fulfils", "breaks_flush", "push_to"):
            self.assertFalse(rows_by_id[:, at[name]].any(), name)
        for _ in range(150):
            count = env.legal_offsets[-1]
            features, ids = env.features[:count].copy(), env.legal_ids[:count]
            for name in ("goes_out", "fulfils", "breaks_flush", "push_to"):
                features[:, at[name]] = 0
            lone = engine.ACTION_SEGMENTS["single"][0] + 15  # the Phoenix: its rank is that of the table
            features[ids == lone, at["rank"]] = rows_by_id[lone, at["rank"]]
            np.testing.assert_array_equal(features, rows_by_id[ids])
            env.step(env.sample())

    def test_LayoutsHaveNoGaps(self):
        for name, size in (("compact-v1", 301), ("full-v1", 756), ("state-v1", 224), ("action-v1", 95)):
            at = 0
            for _, offset, length, meaning in engine.layout(name):
                self.assertEqual(offset, at)
                self.assertTrue(meaning)
                at += length
            self.assertEqual(at, size)


class Legal(unittest.TestCase):
    def test_PythonAgreesOnLegalPlaysInThousandsOfPositions(self):
        env = VecEnv(2048, seed=9, obs="full-v1", legal=("mask",))
        compared = 0
        while compared < POSITIONS:
            for _ in range(7):
                env.step(env.sample())
            asked = (env.asks == Ask.PLAY) | (env.asks == Ask.BOMB)
            wanted = legal_reference.legal_masks(env.observations[asked])
            wrong = np.argwhere(wanted != env.mask[asked].astype(bool))
            self.assertEqual([(row, engine.action_name(int(number))) for row, number in wrong[:5]], [])
            compared += int(asked.sum())

    def test_MaskIdsAndListAgree(self):
        env = VecEnv(64, seed=10, legal=EVERYTHING)
        for _ in range(100):
            for table in range(64):
                ids = env.legal_ids[env.legal_offsets[table] : env.legal_offsets[table + 1]]
                self.assertEqual(list(ids), np.flatnonzero(env.mask[table]).tolist())
                self.assertEqual(list(ids), env.legal(table))
            np.testing.assert_array_equal(np.packbits(env.mask, 1, "little"), env.legal_bits[:, :199])
            self.assertFalse(env.legal_bits[:, 199].any())
            env.step(env.sample())

    def test_AnIdStandsForOneOfTheCanonicalPlays(self):
        chance = random.Random(1)
        for _ in range(3000):
            hand = chance.sample(tichu.cards.DECK, chance.randint(1, 14))
            found = engine.plays(hand)
            for play in found:
                again = engine.action_play(play.action_id, hand)
                self.assertIn(again, found)
                self.assertEqual(again.action_id, play.action_id)

    def test_TheTableOfIdsIsWhole(self):
        names = [engine.action_name(number) for number in range(engine.ACTION_COUNT)]
        self.assertEqual(len(set(names)), 1589)
        self.assertEqual(len(legal_reference.SHAPES), 1511)
        ends = [0]
        for first, last in engine.ACTION_SEGMENTS.values():
            self.assertEqual(first, ends[-1])
            ends.append(last)
        self.assertEqual(ends[-1], 1589)
        with self.assertRaises(IndexError):
            engine.action_name(1589)


class Arrays(unittest.TestCase):
    def test_AddressesStayAndNothingIsAllocated(self):
        env = VecEnv(64, seed=11, legal=EVERYTHING, states=True)
        names = [name for name in ARRAYS if name != "labels"]  # a bot takes memory as it likes
        places = [getattr(env, name).ctypes.data for name in names]
        actions = env.sample()
        for _ in range(100):
            env.step(actions)
            env.sample(actions)
        resident = resident_pages()
        blocks = sys.getallocatedblocks()
        for _ in range(16_000):  # a million decisions
            env.step(actions)
            env.sample(actions)
        self.assertLessEqual(abs(sys.getallocatedblocks() - blocks), 50)
        self.assertLess(resident_pages() - resident, 200)
        self.assertEqual(places, [getattr(env, name).ctypes.data for name in names])

    def test_TheCallersOwnArraysAreWrittenInto(self):
        own = {"observations": np.zeros((8, 301), np.uint8), "rewards": np.zeros((8, 4), np.float32)}
        env = VecEnv(8, seed=12, arrays=own)
        other = VecEnv(8, seed=12)
        for _ in range(50):
            env.step(env.sample())
            other.step(other.sample())
        self.assertIs(env.observations, own["observations"])
        np.testing.assert_array_equal(own["observations"], other.observations)

    def test_OneBlockHoldsAllArrays(self):
        asked, kept = {"legal": ("mask", "ids", "bits"), "states": True, "labels": "steady"}, []

        def make(size):
            kept.append(np.zeros(size, np.uint8))
            return kept[0]

        env, other = VecEnv(8, seed=19, block=make, **asked), VecEnv(8, seed=19, **asked)
        self.assertIs(env.block, kept[0])
        self.assertIsNone(other.block)
        for _ in range(50):
            env.step(env.labels)
            other.step(other.labels)
        self.assertEqual(snapshot(env), snapshot(other))
        for name, at in env.places.items():
            array = getattr(env, name)
            self.assertEqual(at % 64, 0)
            np.testing.assert_array_equal(env.block[at : at + array.nbytes].view(array.dtype).reshape(array.shape), array)
        own = np.zeros((8, 4), np.float32)
        env = VecEnv(8, block=True, arrays={"rewards": own})
        self.assertIs(env.rewards, own)
        self.assertNotIn("rewards", env.places)

    def test_ABlockThatDoesNotFitIsRefused(self):
        for block, error, words in ((lambda size: np.zeros(size - 1, np.uint8), ValueError, "block must be a writeable"),
                                    (lambda size: np.zeros(size + 1, np.uint8)[1:], ValueError, "multiple of 8"),
                                    (lambda size: bytearray(size), TypeError, "block must be a numpy array"),
                                    (3, TypeError, "True or a callable")):
            with self.assertRaisesRegex(error, words):
                VecEnv(8, block=block)

    def test_ArraysThatDoNotFitAreRefused(self):
        for name, wrong in (("observations", np.zeros((8, 300), np.uint8)), ("observations", np.zeros((8, 301), np.int8)),
                            ("observations", np.zeros((301, 8), np.uint8).T), ("rewards", np.zeros((8, 4))),
                            ("rewards", np.zeros((8, 4), ">f4")), ("ends", np.zeros(9, bool))):
            with self.assertRaisesRegex(ValueError, f"{name} must be a writeable C-contiguous"):
                VecEnv(8, arrays={name: wrong})
        with self.assertRaisesRegex(ValueError, "no array"):
            VecEnv(8, arrays={"reward": np.zeros((8, 4))})
        with self.assertRaises(TypeError):
            VecEnv(8, arrays={"rewards": [1]})

    def test_AnArrayThatWasChangedUnderwayIsRefused(self):
        env = VecEnv(8, seed=13)
        before = snapshot(env)
        env.rewards.flags.writeable = False
        with self.assertRaisesRegex(ValueError, "rewards must be"):
            env.step(env.sample())
        env.rewards.flags.writeable = True
        self.assertEqual(snapshot(env), before)
        env.rewards.shape = (4, 8)
        with self.assertRaisesRegex(ValueError, "rewards must be"):
            env.step(env.sample())
        env.rewards.shape = (8, 4)
        env.step(env.sample())


def resident_pages():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1])


class Errors(unittest.TestCase):
    def test_BadActionsRaiseAndChangeNothing(self):
        env = VecEnv(8, seed=14, legal=EVERYTHING)
        good = env.sample()
        illegal = good.copy()
        illegal[5] = next(i for i in range(1589) if i not in env.legal(5))
        outside = good.astype(np.int64)
        outside[3] = 70_000
        cases = (
            (illegal, ValueError, "table 5.*is not legal here"),
            (outside, ValueError, "table 3, action 70000: there is no such action"),
            (np.full(8, -1), ValueError, "table 0"),
            (good[:7], ValueError, r"shape \(8,\)"),
            (good.reshape(2, 4), ValueError, r"shape \(8,\)"),
            (np.repeat(good, 2)[::2], ValueError, "C-contiguous"),
            (good.astype(float), TypeError, "not float64"),
            (good.astype(np.uint16), TypeError, "not uint16"),
            (good.astype(">i4"), TypeError, "not >i4"),
            (good.astype(bool), TypeError, "not bool"),
            (good.astype(object), TypeError, "not object"),
            (good.astype(np.int8), TypeError, "not int8"),
            (np.array(1), ValueError, r"shape \(8,\)"),
            (np.zeros(0, np.int64), ValueError, r"shape \(8,\)"),
            (list(good), TypeError, "numpy array"),
            (None, TypeError, "numpy array"),
        )
        before = snapshot(env)
        for actions, error, words in cases:
            with self.assertRaisesRegex(error, words):
                env.step(actions)
            self.assertEqual(snapshot(env), before)
        env.step(good)
        other = VecEnv(8, seed=14, legal=EVERYTHING)
        other.step(other.sample())
        self.assertEqual(snapshot(env), snapshot(other))

    def test_BadArgumentsAreNamed(self):
        for more, error, words in (
            ({"n": 0}, ValueError, "n is 1 to"),
            ({"n": 1 << 21}, ValueError, "n is 1 to"),
            ({"n": 1, "threads": 0}, ValueError, "threads is 1 to"),
            ({"n": 1, "seats": ("learner",) * 3}, ValueError, "four seats"),
            ({"n": 1, "seats": ("random",) * 4}, ValueError, "learner"),
            ({"n": 1, "seats": ("learner", "nobody", "random", "random")}, ValueError, "no bot nobody"),
            ({"n": 1, "seats": ("learner", "sampler:simulations=9,playouts=100", "random", "random")}, ValueError,
             "seat 1: sampler cannot be made: it refuses the option playouts=100"),
            ({"n": 1, "labels": "sampler:playouts=100"}, ValueError, "labels: sampler cannot be made"),
            ({"n": 1, "labels": "light"}, ValueError, "labels are those of"),
            ({"n": 1, "obs": "v0"}, ValueError, "full-v1 or compact-v1"),
            ({"n": 1, "legal": ("masks",)}, ValueError, "not a form"),
            ({"n": 1, "rules": "nonsense"}, ValueError, "character"),
            ({"n": 1, "episode": "set"}, ValueError, "episode"),
            ({"n": 1, "decisions": ("push",)}, ValueError, "must be asked to play"),
            ({"n": 1, "decisions": ("play", "jump")}, ValueError, "jump"),
            ({"n": "1"}, TypeError, "n: int"),
            ({"n": 1, "seed": -1}, TypeError, "seed"),
        ):
            with self.assertRaisesRegex(error, words):
                VecEnv(**more)

    def test_AnEnvironmentSaysThatItCannotBePickled(self):
        with self.assertRaisesRegex(TypeError, "cannot be pickled"):
            pickle.dumps(VecEnv(1))


def by_episode(env, wanted, answers):
    """Rewards, calls and double victories of the episodes 0 .. wanted - 1, by number."""
    found = {}
    while len(found) < wanted:
        before = env.episodes.copy()
        env.step(answers(env))
        for table in np.flatnonzero(env.ends & (before < wanted)):
            found[int(before[table])] = (float(env.rewards[table, 0]), env.calls[table].tolist(), int(env.double_victories[table]))
    return found


class Labels(unittest.TestCase):
    def test_WhoFollowsTheLabelsPlaysAsTheBot(self):
        everywhere = by_episode(VecEnv(8, seed=20, labels="steady"), 40, lambda env: env.labels)
        once = by_episode(VecEnv(8, seed=20, labels="steady", seats=("learner", "steady", "steady", "steady")), 40,
                          lambda env: env.labels)
        self.assertEqual(everywhere, once)

    def test_ALabelIsLegalOrMissing(self):
        env = VecEnv(64, seed=21, labels="steady", legal=("mask",), threads=2, auto_reset=False)
        missing = 0
        for _ in range(200):
            known = np.flatnonzero(env.labels >= 0)
            self.assertTrue(env.mask[known, env.labels[known]].all())
            unknown = np.flatnonzero(env.labels < 0)
            missing += len(unknown)
            over = env.seats[unknown] == 255
            parts = (Ask.PUSH_PARTNER, Ask.PUSH_LEFT, Ask.WISH)  # of answers that the learner has begun otherwise
            self.assertTrue((over | np.isin(env.asks[unknown], parts)).all())
            env.step(env.sample())
            if (env.seats == 255).sum() > 32:
                env.reset_finished()
        self.assertGreater(missing, 0)
        self.assertEqual(env.bot_faults, 0)


class Results(unittest.TestCase):
    def test_CallsAndDoubleVictoriesAreThoseOfTheRound(self):
        env, seen = VecEnv(64, seed=22, labels="steady"), [0, 0, 0]
        for _ in range(400):
            env.step(env.labels)
            for table in np.flatnonzero(env.ends):
                played = env.finished_round(int(table))
                result, calls = played.result, env.calls[table].tolist()
                for seat in range(4):
                    worth = played.call(seat)
                    self.assertEqual(calls[seat], worth if result["out"][0] == seat else -worth)
                double = 0 if not result["double_victory"] else 1 - 2 * (result["out"][0] % 2)
                self.assertEqual(env.double_victories[table], double)
                seen = [number + more for number, more in zip(seen, (max(calls) > 0, min(calls) < 0, double != 0))]
            quiet = ~env.ends
            self.assertFalse(env.calls[quiet].any() or env.double_victories[quiet].any())
        self.assertTrue(all(seen))


def follow_labels(env, tables):
    return env.labels[tables]


class LowestId:
    """Answers the lowest legal id; counts its decisions."""

    def __init__(self):
        self.decisions = 0

    def __call__(self, env, tables):
        self.decisions += len(tables)
        return env.legal_ids[env.legal_offsets[tables]]


class Duels(unittest.TestCase):
    def test_APolicyIsAsFarAheadOfABotAsTheBotIsBehind(self):
        by_bot = tichu.duel(follow_labels, "greedy", 60, seed=3, labels="steady", tables=16)
        by_policy = tichu.duel(LowestId(), follow_labels, 60, seed=3, labels="steady", tables=16, threads=2)
        again = tichu.duel(LowestId(), "steady", 60, seed=3, tables=7)
        self.assertEqual(by_policy, again)
        self.assertGreater(by_bot.margin.mean, 0)
        self.assertLess(by_policy.margin.mean, -50)
        self.assertEqual(by_policy.margin.deals, 60)
        self.assertEqual(by_policy.made[0], 0)
        self.assertGreater(by_policy.made[1], 0.2)
        self.assertGreater(by_policy.doubles[1], by_policy.doubles[0])

    def test_ThoseWhoPlayAlikeAreLevel(self):
        level = tichu.duel(follow_labels, "steady", 40, seed=4, labels="steady")
        self.assertEqual((level.margin.mean, level.margin.error), (0, 0))
        self.assertEqual(level.made[0], level.made[1])
        self.assertEqual(level.doubles[0], level.doubles[1])

    def test_SeatsAreSharedAmongPolicies(self):
        env, policies = VecEnv(6, seed=5, auto_reset=False), [LowestId(), LowestId()]
        owners = np.zeros((6, 4), int)
        owners[1::2, 2] = 1
        seating = tichu.Seating(env, policies, owners)
        asked = [0, 0]
        while (env.seats < 4).any():
            for number in (0, 1):
                asked[number] += int((seating.asked() == number).sum())
            env.step(seating.answers())
        self.assertEqual(asked, [policy.decisions for policy in policies])
        self.assertTrue(all(asked))
        self.assertEqual(seating.answers().tolist(), [-1] * 6)


class Threads(unittest.TestCase):
    def test_TwoThreadsOfPythonAtOneEnvironmentGetErrorsAndDoNoHarm(self):
        env, refused, broken = VecEnv(4096, seed=16, threads=2), [], []

        def play():
            for _ in range(40):
                try:
                    env.step(env.sample())
                except RuntimeError as error:
                    refused.append(str(error))
                except ValueError:
                    pass  # the other has stepped between the sample and the step
                except BaseException as error:
                    broken.append(error)

        players = [threading.Thread(target=play) for _ in range(2)]
        for player in players:
            player.start()
        for player in players:
            player.join()
        self.assertEqual(broken, [])
        self.assertLessEqual(set(refused), {"another thread is using this environment"})
        env.reset()
        other = VecEnv(4096, seed=16)
        self.assertEqual(snapshot(env), snapshot(other))


class Processes(unittest.TestCase):
    def test_AForkedChildGoesOnWithThreadsOfItsOwn(self):
        env = VecEnv(256, seed=15, threads=2)
        env.step(env.sample())
        child = os.fork()
        if child == 0:
            code = 1
            try:
                for _ in range(50):
                    env.step(env.sample())
                code = int(env.episodes.max() < 256)
            finally:
                os._exit(code)
        for _ in range(50):
            env.step(env.sample())
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), int(env.episodes.max() < 256))


if __name__ == "__main__":
    cases.main()
