"""One seat as a Gymnasium environment: partner and opponents are bots, and a step is the seat's own decision."""

import numpy as np

from .engine import ACTION_COUNT
from .spaces import Box, Discrete
from .vec_env import VecEnv

try:
    from gymnasium import Env
except ModuleNotFoundError:
    Env = object


class SeatEnv(Env):
    """Seat 0 of a round, for one agent.

    Observations are uint8 arrays of the layout `obs`; actions are ids 0..1588, of which `action_masks()` and
    info["action_mask"] (int8) name the legal ones. The reward is the team's margin in points / 100 at the end, else 0.
    `partner` and `opponents` are seats as VecEnv takes them; `copy=False` gives the same arrays again and again, which the
    next step overwrites. An illegal action is a ValueError and changes nothing; with `illegal_reward`, a number, it ends the
    episode with that reward instead, for learners and checkers that do not choose by the mask (info["illegal_action"] is
    then its id). Each reset without a seed plays the next deal of the stream that the last seed named."""

    metadata = {"render_modes": []}
    render_mode = None

    def __init__(self, partner="light", opponents="light", obs="compact-v1", rules="standard", episode="round",
                 decisions=None, seed=0, copy=True, illegal_reward=None):
        seats = ("learner", opponents, partner, opponents)
        self._env = VecEnv(1, seed, seats, obs=obs, legal=("mask",), rules=rules, episode=episode, auto_reset=False,
                           decisions=decisions)
        self._row = self._env.observations[0]
        self._mask = self._env.mask[0].view(np.int8)
        self._rewards = self._env.rewards
        self._ends = self._env.ends
        self._step = self._env.step_one
        self._copy = copy
        self._illegal_reward = None if illegal_reward is None else float(illegal_reward)
        self._fresh = True
        self._given_up = False
        self.observation_space = Box(0, 255, self._row.shape, np.uint8)
        self.action_space = Discrete(ACTION_COUNT)

    def reset(self, *, seed=None, options=None):
        """Begins an episode: the observation and the info."""
        if Env is not object:
            super().reset(seed=seed)
        if seed is not None:
            self._env.reset(seed)
        elif not self._fresh:
            self._next_episode()
        self._fresh = False
        self._given_up = False
        return self._shown(), self._info()

    def _next_episode(self):
        self._play_out()
        self._env.reset_finished()

    def _play_out(self):
        while not self._is_over():
            self._env.step(self._env.sample())

    def _is_over(self):
        return self._env.seats[0] == 255

    def step(self, action):
        """Makes a decision: observation, reward, terminated, truncated (always False), info."""
        if self._illegal_reward is not None and not self._is_over() and not self._is_legal(action):
            return self._give_up(action)
        self._step(action)
        done = bool(self._ends[0])
        reward = float(self._rewards[0, 0]) if done or self._env.round_ends[0] else 0.0
        if self._copy:
            return self._row.copy(), reward, done, False, {"action_mask": self._mask.copy()}
        return self._row, reward, done, False, {"action_mask": self._mask}

    def _is_legal(self, action):
        return 0 <= action < ACTION_COUNT and bool(self._mask[action])

    def _give_up(self, action):
        seen = self._row.copy()
        self._play_out()
        self._given_up = True
        return seen, self._illegal_reward, True, False, {**self._info(), "illegal_action": int(action)}

    def action_masks(self):
        """bool (1589,): the legal actions, as MaskablePPO asks for them."""
        return self._mask.astype(bool)

    def finished_round(self):
        """The Round that ended last, or None; None too after an illegal action has ended the episode."""
        return None if self._given_up else self._env.finished_round(0)

    def render(self):
        """Nothing is drawn."""

    def close(self):
        """Nothing is held open."""

    def _shown(self):
        return self._row.copy() if self._copy else self._row

    def _info(self):
        return {"action_mask": self._mask.copy() if self._copy else self._mask}
