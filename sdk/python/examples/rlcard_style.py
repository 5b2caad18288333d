"""A round with the names of RLCard's Env, as a duck type: copy it beside a program that expects them. RLCard itself is not needed."""

from collections import OrderedDict

import numpy as np

from tichu import rows
from tichu.engine import ACTION_COUNT, Deal, action_name
from tichu.game_state import GameState


class Env:
    """reset, step, step_back, get_payoffs and run as in RLCard. States are dicts: obs (uint8), legal_actions (an OrderedDict
    of id to a row of action-v1), raw_obs (the Observation), raw_legal_actions (texts), action_record. Payoffs are the team's
    margin in points / 100."""

    name = "tichu"
    num_players = 4
    num_actions = ACTION_COUNT

    def __init__(self, config=None):
        config = config or {}
        self.rules = config.get("rules", "standard")
        self.layout = config.get("layout", "compact-v1")
        self.allow_step_back = config.get("allow_step_back", True)
        size = rows.COMPACT_SIZE if self.layout == "compact-v1" else rows.FULL_SIZE
        self.state_shape = [[size]] * 4
        self.action_shape = [[rows.ACTION_SIZE]] * 4
        self.agents = []
        self.seed(config.get("seed") or 0)

    def seed(self, seed=None):
        """Names the deals from here on; gives the seed."""
        self._seed, self._deals = seed or 0, 0
        return self._seed

    def set_agents(self, agents):
        """Four agents with `step(state)`, `eval_step(state)` and `use_raw`."""
        self.agents = agents

    def reset(self):
        """The next deal: the state and the player who decides."""
        self.game = GameState(Deal(self._seed, self._deals), self.rules)
        self._deals += 1
        self._before, self.timestep = [], 0
        return self.get_state(self.game.seat), self.game.seat

    def step(self, action, raw_action=False):
        """The next state and the player who decides then; of a round that is over that of the last one."""
        if raw_action:
            action = next(number for number in self.game.legal() if action_name(number) == action)
        before, player = self.game.copy(), self.game.seat
        self.game.apply(action)
        if self.allow_step_back:
            self._before.append(before)
        self.timestep += 1
        player = player if self.game.is_over else self.game.seat
        return self.get_state(player), player

    def step_back(self):
        """The state before the last action, and its player; False at the beginning."""
        if not self.allow_step_back:
            raise ValueError("stepping back is off: the config's allow_step_back")
        if not self._before:
            return False
        self.game = self._before.pop()
        self.timestep -= 1
        return self.get_state(self.game.seat), self.game.seat

    def get_state(self, player_id):
        """What a player may know, as a dict: see the class."""
        legal = self.game.legal() if player_id == self.game.seat else []
        features = OrderedDict((action, self.get_action_feature(action)) for action in legal)
        return {
            "obs": np.array(self.game.row(player_id, self.layout), np.uint8),
            "legal_actions": features,
            "raw_obs": self.game.observation(player_id),
            "raw_legal_actions": [action_name(action) for action in legal],
            "action_record": list(self.game.history),
        }

    def is_over(self):
        """Whether the round is over."""
        return self.game.is_over

    def get_player_id(self):
        """The player 0..3 who decides; None if the round is over."""
        return self.game.seat

    def get_action_feature(self, action):
        """uint8 (96,): the row of action-v1 of a legal id."""
        return np.array(self.game.action_row(action), np.uint8)

    def get_payoffs(self):
        """float64 (4,): by player, the team's margin in points / 100, -8.25..8.25; zeros before the end."""
        return np.array(self.game.returns())

    def get_perfect_information(self):
        """What nobody at the table may know: the Round with all hands."""
        return {"round": self.game.round.copy(), "current_player": self.game.seat, "legal_actions": self.game.legal()}

    def run(self, is_training=False):
        """Plays a round with the agents: by player, states and actions in turn, and the payoffs. Training asks `step`, else
        `eval_step`."""
        state, player = self.reset()
        trajectories = [[] for _ in range(4)]
        while not self.is_over():
            trajectories[player].append(state)
            agent = self.agents[player]
            action = agent.step(state) if is_training else agent.eval_step(state)[0]
            trajectories[player].append(action)
            state, player = self.step(action, getattr(agent, "use_raw", False))
        for each in range(4):
            trajectories[each].append(self.get_state(each))
        return trajectories, self.get_payoffs()
