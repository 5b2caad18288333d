"""The environments in the shapes that training libraries know, tried against the contracts that these document.

    interfaces_test.py --write    writes the kept playthrough again"""
import copy
import hashlib
import os
import random
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import cases  # noqa: E402

import numpy as np

import tichu
from tichu import VecEnv, engine, pettingzoo
from tichu.game_state import GameState
from tichu.gym import SeatEnv
from tichu.spaces import Box, Discrete

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(FOLDER, "../../../sdk/python/examples"))
import openspiel_style  # noqa: E402
import rlcard_style  # noqa: E402

PLAYTHROUGH = os.path.join(FOLDER, "openspiel_playthrough.txt")


class Gymnasium(unittest.TestCase):
    def test_EachStepIsAFiveTupleWithinItsSpaces(self):
        env = SeatEnv()
        self.assertIs(env.action_space, env.action_space)
        for seed in range(20):
            seen, info = env.reset(seed=seed)
            done, steps = False, 0
            while not done:
                self.assertTrue(env.observation_space.contains(seen))
                self.assertEqual((info["action_mask"].dtype, info["action_mask"].shape), (np.int8, (1589,)))
                self.assertEqual(env.action_masks().tolist(), (info["action_mask"] > 0).tolist())
                action = env.action_space.sample(info["action_mask"])
                seen, reward, done, truncated, info = env.step(action)
                self.assertIs(truncated, False)
                self.assertIsInstance(reward, float)
                steps += 1
            a, b = env.finished_round().result["score"]
            self.assertAlmostEqual(reward, (a - b) / 100, places=5)
            self.assertGreater(steps, 4)

    def test_OneSeedIsOneEpisodeAndNoSeedTheNext(self):
        first, second = SeatEnv(), SeatEnv()
        np.testing.assert_array_equal(first.reset(seed=3)[0], second.reset(seed=3)[0])
        self.assertFalse(np.array_equal(first.reset()[0], second.reset(seed=3)[0]))

    def test_SeedsAreAcceptedAsGymnasiumGivesThemAndOptionsToo(self):
        for seed in (0, 2**32 - 1, np.int64(5)):
            seen, info = SeatEnv().reset(seed=seed, options={})
            self.assertIsInstance(info, dict)
            np.testing.assert_array_equal(seen, SeatEnv().reset(seed=int(seed))[0])

    def test_AStepIsDeterminedByItsStateAndItsAction(self):
        first, second = SeatEnv(), SeatEnv()
        for env in (first, second):
            env.reset(seed=11)
            env.action_space.seed(4)
        done = False
        while not done:
            actions = [env.action_space.sample(env.action_masks().astype(np.int8)) for env in (first, second)]
            self.assertEqual(*actions)
            (seen, reward, done, _, _), other = first.step(actions[0]), second.step(actions[1])
            np.testing.assert_array_equal(seen, other[0])
            self.assertEqual((reward, done), other[1:3])

    def test_AnObservationIsTheCallersOwnUnlessItIsToldNotToBe(self):
        for copied in (True, False):
            env = SeatEnv(copy=copied)
            seen, info = env.reset(seed=1)
            kept, mask = seen.copy(), info["action_mask"].copy()
            env.step(np.flatnonzero(info["action_mask"])[0])
            env.step(np.flatnonzero(env.action_masks())[0])
            self.assertEqual(np.array_equal(seen, kept), copied)
            self.assertEqual(np.array_equal(info["action_mask"], mask), copied)

    def test_AStepAfterTheEndIsAnError(self):
        env = SeatEnv()
        _, info = env.reset(seed=1)
        done = False
        while not done:
            _, _, done, _, info = env.step(env.action_space.sample(info["action_mask"]))
        with self.assertRaisesRegex(ValueError, "episode is over"):
            env.step(0)
        self.assertFalse(env.action_masks().any())
        env.reset()
        self.assertTrue(env.action_masks().any())

    def test_AnIllegalActionIsAValueErrorAndChangesNothing(self):
        env = SeatEnv()
        seen, info = env.reset(seed=1)
        with self.assertRaisesRegex(ValueError, "is not legal here"):
            env.step(0)
        with self.assertRaises(TypeError):
            env.step(1.5)
        np.testing.assert_array_equal(env.action_masks(), info["action_mask"] > 0)


    def test_AnIllegalActionEndsTheEpisodeWhereItHasAReward(self):
        for illegal in (0, -1, 1589):
            env = SeatEnv(illegal_reward=-4)
            seen, info = env.reset(seed=1)
            self.assertFalse(0 <= illegal < 1589 and info["action_mask"][illegal])
            last, reward, done, truncated, info = env.step(illegal)
            np.testing.assert_array_equal(last, seen)
            self.assertEqual((reward, done, truncated, info["illegal_action"]), (-4.0, True, False, illegal))
            self.assertFalse(info["action_mask"].any())
            self.assertIsNone(env.finished_round())
            with self.assertRaisesRegex(ValueError, "episode is over"):
                env.step(0)
            _, info = env.reset()
            self.assertTrue(info["action_mask"].any())

    def test_LegalActionsAreTheSameWithARewardForIllegalOnes(self):
        ends = []
        for env in (SeatEnv(), SeatEnv(illegal_reward=-4)):
            _, info = env.reset(seed=7)
            done = False
            while not done:
                _, reward, done, _, info = env.step(np.flatnonzero(info["action_mask"])[-1])
            ends.append((reward, env.finished_round().result["score"]))
        self.assertEqual(*ends)


class PettingZoo(unittest.TestCase):
    def test_AnEpisodeKeepsTheContract(self):
        env = pettingzoo.env()
        for seed in range(10):
            env.reset(seed=seed)
            self.assertEqual(env.agents, env.possible_agents)
            self.assertFalse(any(env.terminations.values()) or any(env.truncations.values()))
            self.play(env)
            self.assertEqual((env.agents, env.rewards, env.infos), ([], {}, {}))

    def test_SpacesAreOfTheAgentsAndTheSameEachTime(self):
        env = pettingzoo.env()
        env.reset()
        self.assertIsInstance(env.possible_agents, list)
        self.assertEqual((type(env.num_agents), env.num_agents, env.max_num_agents), (int, 4, 4))
        for agent in env.agents:
            self.assertTrue(re.fullmatch("[a-z]+_[0-9]+", agent))
            self.assertIsInstance(env.observation_space(agent), Box)
            self.assertIsInstance(env.action_space(agent), Discrete)
            for of in (env.observation_space, env.action_space):
                self.assertIs(of(agent), of(agent))
                self.assertEqual(of(agent), of(env.agents[0]))
            space = env.observation_space(agent)
            self.assertEqual((space.low.shape, space.high.shape), (space.shape, space.shape))
            self.assertTrue((space.low < space.high).all())
        self.assertIs(env.unwrapped, env)
        self.assertEqual(str(env), env.metadata["name"])

    def test_TheGlobalStateLiesInItsSpace(self):
        env = pettingzoo.env()
        env.reset(seed=2)
        for agent in env.agent_iter(60):
            self.assertTrue(env.state_space.contains(env.state()))
            # A short round ends before that; then there is nothing to choose.
            is_over = env.terminations[agent] or env.truncations[agent]
            env.step(None if is_over else env.action_space(agent).sample(env.infos[agent]["action_mask"]))

    def test_ActionsOfNumpyAreTakenAsTheyAre(self):
        for kind in (int, np.int8, np.int16, np.int32, np.int64, np.uint16):
            env = pettingzoo.env(decisions=("play",))
            env.reset(seed=3)
            action = np.flatnonzero(env.infos[env.agent_selection]["action_mask"])[0]
            env.step(kind(action))
            self.assertEqual(len(env.agents), 4)

    def test_ItRendersInTheModesThatItNames(self):
        self.assertEqual(pettingzoo.TableEnv.metadata["render_modes"], ["ansi"])
        env = pettingzoo.env(render_mode="ansi")
        env.reset(seed=1)
        self.assertIn("player_0", env.render())
        env.close()

    def test_AResetInTheMiddleBeginsAnew(self):
        env = pettingzoo.env()
        env.reset(seed=6)
        before = env.observe("player_0")
        for agent in env.agent_iter(30):
            env.step(env.action_space(agent).sample(env.infos[agent]["action_mask"]))
        env.reset(seed=6)
        self.assertEqual(env.agents, env.possible_agents)
        np.testing.assert_array_equal(env.observe("player_0"), before)

    def test_SeedsDecideAllAndNothingIsKeptOverAReset(self):
        env = pettingzoo.env()
        self.assertEqual(self.episode_hash(env), self.episode_hash(env))
        self.assertEqual(self.episode_hash(env), self.episode_hash(pettingzoo.env()))

    @staticmethod
    def episode_hash(env):
        chance, digest = random.Random(42), hashlib.sha256()
        for seed in range(3):
            env.reset(seed=seed)
            np.random.random(100)  # what others draw means nothing
            for agent in env.agent_iter():
                seen, reward, terminated, _, info = env.last()
                action = None if terminated else chance.choice(np.flatnonzero(info["action_mask"]).tolist())
                env.step(action)
                digest.update(repr((agent, seen.tobytes(), reward)).encode())
        return digest.hexdigest()

    def play(self, env):
        gained = dict.fromkeys(env.possible_agents, 0.0)
        accumulated, left, generated = dict.fromkeys(env.possible_agents, 0.0), set(), set()
        for agent in env.agent_iter():
            self.assertNotIn(agent, left)
            generated.add(agent)
            for values in (env.rewards, env.terminations, env.truncations, env.infos, env._cumulative_rewards):
                self.assertEqual(list(values), env.agents)
            self.assertIs(env.observation_space(agent), env.observation_space(agent))
            seen, reward, terminated, truncated, info = env.last()
            self.assertIsNone(env.last(observe=False)[0])
            self.assertTrue(env.observation_space(agent).contains(seen))
            self.assertIs(info, env.infos[agent])
            # PettingZoo's TerminateIllegalWrapper reads the mask of agents that have ended too.
            choosing = [each for each, told in env.infos.items() if told["action_mask"].any()]
            self.assertEqual(choosing, [] if terminated else [agent])
            self.assertEqual((terminated, truncated), (env.terminations[agent], env.truncations[agent]))
            self.assertIs(type(terminated), bool)
            self.assertIs(type(truncated), bool)
            self.assertIs(type(reward), float)
            self.assertEqual(seen.dtype, env.observation_space(agent).dtype)
            self.assertTrue(seen.any())
            self.assertEqual(reward, accumulated[agent])
            gained[agent] += reward
            accumulated[agent] = 0.0
            left |= {agent} if terminated else set()
            mask = info["action_mask"]
            action = None if terminated or truncated else env.action_space(agent).sample(mask)
            self.assertIsNone(env.step(action))
            for other, more in env.rewards.items():
                accumulated[other] += more
            self.assertEqual(env.num_agents, len(env.agents))
            self.assertLessEqual(set(env.agents), set(env.possible_agents) - left)
        self.assertEqual(left, generated)
        self.assertAlmostEqual(sum(gained.values()), 0)
        self.assertEqual(gained["player_0"], gained["player_2"])

    def test_TwoEnvironmentsOfOneSeedAreTheSame(self):
        first, second = pettingzoo.env(), pettingzoo.env()
        for env in (first, second):
            env.reset(seed=42)
            for agent in env.possible_agents:
                env.action_space(agent).seed(7)
        for agent in first.agent_iter():
            self.assertEqual(agent, second.agent_selection)
            np.testing.assert_array_equal(first.observe(agent), second.observe(agent))
            np.testing.assert_array_equal(first.state(), second.state())
            mask = first.infos[agent]["action_mask"]
            action = None if first.terminations[agent] else first.action_space(agent).sample(mask)
            first.step(action)
            second.step(action)
            self.assertEqual(first.rewards, second.rewards)

    def test_ADeadAgentTakesNoAction(self):
        env = pettingzoo.env()
        env.reset(seed=1)
        while not env.terminations[env.agent_selection]:
            env.step(env.action_space(env.agent_selection).sample(env.infos[env.agent_selection]["action_mask"]))
        with self.assertRaisesRegex(ValueError, "only valid action is None"):
            env.step(0)


class States(unittest.TestCase):
    def test_AStateAsksWhatVecEnvAsks(self):
        for seed in range(30):
            env = VecEnv(1, seed=seed, legal=("features",))
            state = GameState(engine.Deal(seed, 0))
            while not state.is_over:
                self.assertEqual((state.seat, state.ask), (env.seats[0], env.asks[0]))
                self.assertEqual(state.legal(), env.legal(0))
                self.assertEqual(state.row(state.seat), list(env.observations[0]))
                action = int(env.sample()[0])
                place = env.legal(0).index(action)
                self.assertEqual(state.action_row(action), list(env.features[place]), engine.action_name(action))
                state.apply(action)
                env.step_one(action)
            self.assertEqual(state.round, env.finished_round(0))
            np.testing.assert_allclose(state.returns(), env.rewards[0])

    def test_OpenSpielsNamesKeepItsContract(self):
        game, chance = openspiel_style.Game(seed=1), random.Random(1)
        for _ in range(10):
            state = game.new_initial_state()
            while not state.is_terminal():
                legal = state.legal_actions()
                self.assertEqual(legal, sorted(legal))
                self.assertEqual(sum(state.legal_actions_mask()), len(legal))
                self.assertEqual(len(state.observation_tensor()), game.observation_tensor_shape()[0])
                self.check_copies(game, state, chance.choice(legal))
                state.apply_action(chance.choice(legal))
            self.assertEqual(state.current_player(), -4)
            self.assertAlmostEqual(sum(state.returns()), 0)
            self.assertTrue(all(game.min_utility() <= value <= game.max_utility() for value in state.returns()))

    def check_copies(self, game, state, action):
        before = state.serialize()
        other = game.deserialize_state(before)
        self.assertEqual(other.serialize(), before)
        self.assertEqual(other.legal_actions(), state.legal_actions())
        clone = state.clone()
        player = clone.current_player()
        clone.apply_action(action)
        self.assertEqual(state.serialize(), before)
        self.assertEqual(clone.serialize(), state.child(action).serialize())
        self.assertEqual(clone.history(), state.history() + [action])
        self.assertEqual(clone.move_number(), state.move_number() + 1)
        self.assertEqual(state.string_to_action(player, state.action_to_string(player, action)), action)
        clone.undo_action(player, action)
        self.assertEqual(clone.serialize(), before)
        for other in range(4):
            self.assertEqual(state.legal_actions(other), state.legal_actions() if other == player else [])

    def test_ThePlaythroughIsTheKeptOne(self):
        with open(PLAYTHROUGH, encoding="utf-8") as file:
            self.assertEqual(playthrough().split("\n"), file.read().split("\n"))

    def test_BeforeThePlayHiddenCardsAreDrawnAgain(self):
        state, chance = openspiel_style.Game(seed=9).new_initial_state(), random.Random(9)
        asks = set()
        while state.state.ask != engine.Ask.PLAY:
            asks.add(state.state.ask)
            for player in range(4):
                other = state.resample_from_infostate(player, chance.random)
                self.assertEqual(other.information_state_string(player), state.information_state_string(player))
                for seat in range(4):
                    if seat != player:
                        self.assertNotEqual(other.state.round.hand(seat), state.state.round.hand(seat))
                self.assertEqual(other.current_player(), state.current_player())
            state.apply_action(chance.choice(state.legal_actions()))
        self.assertEqual(asks, set(range(5)))

    def test_AResampledStateIsFoundForWhoeverIsToDecide(self):
        chance, bombs = random.Random(4), 0
        for seed in range(120):
            state = GameState(engine.Deal(seed, 0))
            while not state.is_over:
                if state.ask == engine.Ask.BOMB:
                    other = openspiel_style.State(openspiel_style.Game(), state).resample_from_infostate(state.seat, chance.random)
                    self.assertEqual(other.legal_actions(), state.legal())
                    self.assertEqual(other.current_player(), state.seat)
                    bombs += 1
                state.apply(chance.choice(state.legal()))
        self.assertGreater(bombs, 10)

    def test_AResampledStateLooksTheSameToItsPlayer(self):
        chance, changed = random.Random(2), 0
        for _ in range(5):
            state = openspiel_style.Game(seed=chance.randrange(1000)).new_initial_state()
            while not state.is_terminal():
                player = state.current_player()
                other = state.resample_from_infostate(player, chance.random)
                self.assertEqual(other.information_state_string(player), state.information_state_string(player))
                self.assertEqual(other.observation_tensor(player), state.observation_tensor(player))
                self.assertEqual(other.legal_actions(), state.legal_actions())
                changed += any(other.state.round.hand(seat) != state.state.round.hand(seat) for seat in range(4))
                state.apply_action(chance.choice(state.legal_actions()))
        self.assertGreater(changed, 50)

    def test_HiddenCardsPermutedLeaveEveryRowTheSame(self):
        chance, changed = random.Random(3), 0
        for _ in range(8):
            state = openspiel_style.Game(seed=chance.randrange(1000)).new_initial_state()
            while not state.is_terminal():
                for player in range(4):
                    try:
                        other = state.resample_from_infostate(player, chance.random)
                    except ValueError:
                        self.assertNotEqual(player, state.current_player())
                        continue
                    ours, theirs = state.state, other.state
                    if player == ours.seat:
                        for action in ours.legal():
                            self.assertEqual(ours.action_row(action), theirs.action_row(action))
                    ask = ours.ask if player == ours.seat else None
                    for layout in ("compact-v1", "full-v1"):
                        row = ours.round.row(player, layout, ask)
                        self.assertEqual(row, theirs.round.row(player, layout, ask))
                        if not (ours.pushing or ours.chosen):
                            self.assertEqual(list(row), ours.row(player, layout))
                    changed += any(ours.round.hand(seat) != theirs.round.hand(seat) for seat in range(4))
                state.apply_action(chance.choice(state.legal_actions()))
        self.assertGreater(changed, 200)

    def test_RLCardsNamesKeepItsContract(self):
        class RandomAgent:
            use_raw = False

            def step(self, state):
                return random.choice(list(state["legal_actions"]))

            def eval_step(self, state):
                return self.step(state), {}

        env = rlcard_style.Env({"seed": 3})
        env.set_agents([RandomAgent()] * 4)
        trajectories, payoffs = env.run()
        self.assertEqual(len(trajectories), 4)
        self.assertAlmostEqual(payoffs.sum(), 0)
        state, player = env.reset()
        self.assertEqual(state["obs"].shape, tuple(env.state_shape[player]))
        action = next(iter(state["legal_actions"]))
        self.assertEqual(list(state["legal_actions"][action]), list(env.get_action_feature(action)))
        env.step(action)
        self.assertEqual(env.timestep, 1)
        before, whose = env.step_back()
        self.assertEqual((whose, env.get_player_id(), env.timestep), (player, player, 0))
        self.assertEqual(before["raw_legal_actions"], state["raw_legal_actions"])
        np.testing.assert_array_equal(before["obs"], state["obs"])
        self.assertFalse(env.step_back())
        self.assertEqual(env.get_state(player)["raw_legal_actions"], state["raw_legal_actions"])
        env.step(state["raw_legal_actions"][0], raw_action=True)
        self.assertEqual(env.get_perfect_information()["current_player"], env.get_player_id())

    def test_RLCardsTrajectoriesAlternateAndSeedsAreTheEnvironmentsOwn(self):
        class First:
            use_raw = False

            def step(self, state):
                return next(iter(state["legal_actions"]))

            def eval_step(self, state):
                return self.step(state), {}

        env, other = rlcard_style.Env({"seed": 4}), rlcard_style.Env({"seed": 4, "allow_step_back": False})
        for each in (env, other):
            self.assertEqual((each.num_players, each.num_actions), (4, 1589))
            each.set_agents([First()] * 4)
        trajectories, payoffs = env.run(is_training=True)
        for one in trajectories:
            self.assertEqual(len(one) % 2, 1)
            for place, item in enumerate(one):
                self.assertIsInstance(item, int if place % 2 else dict)
        random.random()
        np.testing.assert_array_equal(other.run()[1], payoffs)
        with self.assertRaisesRegex(ValueError, "stepping back is off"):
            other.step_back()


# The least of both packages that the classes here derive from and call.
STAND_INS = {
    "gymnasium/__init__.py": """
class Env:
    reset_with = None
    def reset(self, *, seed=None, options=None):
        Env.reset_with = seed
""",
    "gymnasium/spaces.py": """
class Box:
    def __init__(self, low, high, shape, dtype):
        self.shape, self.dtype = shape, dtype
class Discrete:
    def __init__(self, n):
        self.n = n
""",
    "pettingzoo/__init__.py": """
class AECEnv:
    def __init__(self):
        self.was_made = True
""",
}
WITH_THEM = """
import gymnasium, pettingzoo
from tichu.gym import SeatEnv
from tichu.pettingzoo import TableEnv
seat = SeatEnv()
assert isinstance(seat, gymnasium.Env) and isinstance(seat.action_space, gymnasium.spaces.Discrete)
seat.reset(seed=5)
assert gymnasium.Env.reset_with == 5
table = TableEnv()
assert isinstance(table, pettingzoo.AECEnv) and table.was_made
assert isinstance(table.observation_space("player_1"), gymnasium.spaces.Box)
table.reset(seed=1)
table.step(1512)
"""


class Packages(unittest.TestCase):
    def test_TheClassesAreThoseOfThePackagesWhereTheseAre(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in STAND_INS.items():
                path = os.path.join(folder, name)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
            paths = os.pathsep.join([folder, os.environ["PYTHONPATH"]])
            done = subprocess.run([sys.executable, "-B", "-c", WITH_THEM], env={**os.environ, "PYTHONPATH": paths}, text=True,
                                  stderr=subprocess.PIPE, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_AnEnvironmentSaysThatItCannotBeCopied(self):
        for env in (SeatEnv(), pettingzoo.env()):
            with self.assertRaisesRegex(TypeError, "cannot be pickled"):
                copy.deepcopy(env)


def playthrough():
    """One round, decision by decision, as text: who is asked what, what is legal, what is done, and all that is told of it."""
    game = openspiel_style.Game(seed=2026)
    state, lines = game.new_initial_state(), ["# A round with OpenSpiel's names; interfaces_test.py --write makes it again."]
    while not state.is_terminal():
        legal = state.legal_actions()
        action = legal[(31 * state.move_number() + 7) % len(legal)]
        told = hashlib.sha256()
        for player in range(4):
            told.update(bytes(state.observation_tensor(player)))
            told.update(state.information_state_string(player).encode())
        lines += [f"{state.move_number()} player {state.current_player()} tensors {told.hexdigest()[:16]}",
                  f"  legal {' '.join(map(str, legal))}", f"  does {action} {state.action_to_string(action)}"]
        state.apply_action(action)
    return "\n".join(lines + [f"returns {state.returns()}", f"rewards {state.rewards()}", ""])


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        with open(PLAYTHROUGH, "w", encoding="utf-8") as written:
            written.write(playthrough())
    else:
        cases.main()
