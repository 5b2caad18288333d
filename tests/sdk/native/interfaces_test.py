"""The environments in the shapes that training libraries know, tried against the contracts that these document."""
import random
import unittest

import numpy as np

import tichu
from tichu import VecEnv, engine, openspiel_style, pettingzoo, rlcard_style
from tichu.game_state import GameState
from tichu.gym import SeatEnv


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

    def test_AnIllegalActionIsAValueErrorAndChangesNothing(self):
        env = SeatEnv()
        seen, info = env.reset(seed=1)
        with self.assertRaisesRegex(ValueError, "is not legal here"):
            env.step(0)
        with self.assertRaises(TypeError):
            env.step(1.5)
        np.testing.assert_array_equal(env.action_masks(), info["action_mask"] > 0)


class PettingZoo(unittest.TestCase):
    def test_AnEpisodeKeepsTheContract(self):
        env = pettingzoo.env()
        for seed in range(10):
            env.reset(seed=seed)
            self.assertEqual(env.agents, env.possible_agents)
            self.assertFalse(any(env.terminations.values()) or any(env.truncations.values()))
            self.play(env)
            self.assertEqual((env.agents, env.rewards, env.infos), ([], {}, {}))

    def play(self, env):
        gained = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            for values in (env.rewards, env.terminations, env.truncations, env.infos, env._cumulative_rewards):
                self.assertEqual(list(values), env.agents)
            self.assertIs(env.observation_space(agent), env.observation_space(agent))
            seen, reward, terminated, truncated, info = env.last()
            self.assertIsNone(env.last(observe=False)[0])
            self.assertTrue(env.observation_space(agent).contains(seen))
            self.assertEqual(info, env.infos[agent])
            self.assertIs(type(terminated), bool)
            gained[agent] += reward
            mask = info.get("action_mask")
            action = None if terminated or truncated else env.action_space(agent).sample(mask)
            self.assertIsNone(env.step(action))
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
            mask = first.infos[agent].get("action_mask")
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
        copy = state.clone()
        player = copy.current_player()
        copy.apply_action(action)
        self.assertEqual(state.serialize(), before)
        copy.undo_action(player, action)
        self.assertEqual(copy.serialize(), before)

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
                    other = state.resample_from_infostate(player, chance.random)
                    ours, theirs = state.state, other.state
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
        env.step(action)
        self.assertEqual(env.step_back()[0], player)
        self.assertFalse(env.step_back())
        self.assertEqual(env.get_state(player)["raw_legal_actions"], state["raw_legal_actions"])


if __name__ == "__main__":
    unittest.main()
