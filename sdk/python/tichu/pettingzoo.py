"""A table as a PettingZoo environment (AEC): four agents, player_0 to player_3, who decide in turn."""

import numpy as np

from .engine import ACTION_COUNT, action_name
from .spaces import Box, Discrete
from .vec_env import VecEnv

try:
    from pettingzoo import AECEnv
except ModuleNotFoundError:
    AECEnv = object


def env(**options):
    """An environment; the options are those of TableEnv."""
    return TableEnv(**options)


class TableEnv(AECEnv):
    """All four seats of a round. An agent may be selected several times in a row; actions are ids 0..1588, and
    infos[agent]["action_mask"] (int8) names the legal ones of the agent that is selected, none of others. Observations are
    uint8 arrays of the layout `obs`, rewards the team's margin in points / 100 at the end. `state()` is all hands, for
    critics. An illegal action is a ValueError and changes nothing; PettingZoo's TerminateIllegalWrapper ends the episode."""

    metadata = {"name": "tichu_v1", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, obs="compact-v1", rules="standard", episode="round", decisions=None, seed=0, render_mode=None):
        if AECEnv is not object:
            super().__init__()
        self.render_mode = render_mode
        self._env = VecEnv(1, seed, obs=obs, legal=("mask",), rules=rules, episode=episode, auto_reset=False,
                           decisions=decisions)
        self._mask = self._env.mask[0].view(np.int8)
        self._no_choice = np.zeros_like(self._mask)
        self._no_choice.flags.writeable = False
        self._seed = seed
        self.possible_agents = [f"player_{seat}" for seat in range(4)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        size = self._env.observations.shape[1]
        self.observation_spaces = {agent: Box(0, 255, (size,), np.uint8) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(ACTION_COUNT) for agent in self.possible_agents}
        self.state_space = Box(0, 255, (224,), np.uint8)
        self.agents = []

    def observation_space(self, agent):
        """The same space at each call."""
        return self.observation_spaces[agent]

    def action_space(self, agent):
        """The same space at each call."""
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
        """Begins an episode; without a seed another one than the last."""
        self._seed = (self._seed + 1) % 2**64 if seed is None else int(seed)
        self._env.reset(self._seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._select()

    def _select(self):
        self.agent_selection = self.possible_agents[self._env.seats[0]]
        self.infos = self._infos_without_choice()
        self.infos[self.agent_selection] = {"action_mask": self._mask.copy()}

    def _infos_without_choice(self):
        return {agent: {"action_mask": self._no_choice} for agent in self.agents}

    def observe(self, agent):
        """What the agent's seat may know now."""
        return self._env.observe(0, self._seats[agent])

    def state(self):
        """uint8 (224,): the four hands from the selected seat on."""
        return self._env.state()[0]

    def last(self, observe=True):
        """Observation (None unless `observe`), reward since the agent's last step, terminated, truncated, info."""
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def step(self, action):
        """The selected agent's action; None of one that is terminated, which then leaves."""
        agent = self.agent_selection
        if self.terminations[agent]:
            return self._leave(agent, action)
        self._env.step_one(action)
        self._cumulative_rewards[agent] = 0.0
        ended = bool(self._env.ends[0])
        if ended or self._env.round_ends[0]:
            self.rewards = dict(zip(self.possible_agents, self._env.rewards[0].tolist()))
            for each, reward in self.rewards.items():
                self._cumulative_rewards[each] += reward
        else:
            self.rewards = dict.fromkeys(self.agents, 0.0)
        if not ended:
            return self._select()
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos = self._infos_without_choice()
        self.agent_selection = self.agents[0]
        return None

    def _leave(self, agent, action):
        if action is not None:
            raise ValueError("when an agent is dead, the only valid action is None")
        self.agents.remove(agent)
        for values in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            del values[agent]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.agents:
            self.agent_selection = self.agents[0]

    def agent_iter(self, max_iter=2**63):
        """The selected agents, one after the other, until all have left."""
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    @property
    def num_agents(self):
        """How many agents have not left, 0..4."""
        return len(self.agents)

    @property
    def max_num_agents(self):
        """4."""
        return len(self.possible_agents)

    @property
    def unwrapped(self):
        """This environment: nothing is wrapped around it."""
        return self

    def render(self):
        """With render_mode "ansi": the selected agent's hand and table, as text."""
        if self.render_mode != "ansi":
            return None
        seen = self._env.observation(0, self._seats[self.agent_selection])
        return f"{self.agent_selection}: {seen!r}; legal: {', '.join(map(action_name, self._env.legal(0)))}"

    def close(self):
        """Nothing is held open."""

    def __str__(self):
        return "tichu_v1"
