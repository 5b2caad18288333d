"""A round with the names of OpenSpiel's Game and State, as a duck type; OpenSpiel itself is not needed."""

import pickle

from . import rows
from .engine import ACTION_COUNT, Deal, action_name
from .game_state import GameState, resampled

TERMINAL = -4  # pyspiel.PlayerId.TERMINAL


class Game:
    """Rounds of Tichu. `seed` names the deals: each new state is the next one."""

    def __init__(self, seed=0, rules="standard", layout="compact-v1"):
        self.seed, self.rules, self.layout, self._deals = seed, rules, layout, 0

    def new_initial_state(self):
        """The next deal of the seed."""
        self._deals += 1
        return State(self, GameState(Deal(self.seed, self._deals - 1), self.rules))

    def num_distinct_actions(self):
        return ACTION_COUNT

    def num_players(self):
        return 4

    def min_utility(self):
        return -8.25

    def max_utility(self):
        return 8.25

    def utility_sum(self):
        return 0.0

    def max_game_length(self):
        """More decisions than any round has."""
        return 1000

    def observation_tensor_shape(self):
        return [rows.COMPACT_SIZE if self.layout == "compact-v1" else rows.FULL_SIZE]

    def deserialize_state(self, data):
        """The inverse of State.serialize."""
        round_, history, pushing, chosen, stage, next_caller, answered = pickle.loads(data)
        state = GameState(round_=round_)
        state.history, state.pushing, state.chosen = history, pushing, chosen
        state.stage, state.next_caller, state.tichu_answered = stage, next_caller, answered
        state._settle()
        return State(self, state)


class State:
    """A point of a round, at which one player decides, or its end."""

    def __init__(self, game, state, before=()):
        self._game, self.state, self._before = game, state, list(before)

    def get_game(self):
        return self._game

    def current_player(self):
        return TERMINAL if self.state.is_over else self.state.seat

    def is_terminal(self):
        return self.state.is_over

    def is_chance_node(self):
        return False

    def legal_actions(self, player=None):
        """Ids, rising; of a player who is not to decide none."""
        return self.state.legal() if player in (None, self.state.seat) else []

    def legal_actions_mask(self, player=None):
        mask = [0] * ACTION_COUNT
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def apply_action(self, action):
        """ValueError if it is not legal; then nothing changes."""
        before = self.state.copy()
        self.state.apply(action)
        self._before.append(before)

    def undo_action(self, player=None, action=None):
        """Takes the last action back. ValueError if there is none, or not this one."""
        last = self.state.history[-1] if self._before else None
        if last is None or player not in (None, last[0]) or action not in (None, last[1]):
            raise ValueError("this was not the last action")
        self.state = self._before.pop()

    def clone(self):
        return State(self._game, self.state.copy(), self._before)

    def child(self, action):
        other = self.clone()
        other.apply_action(action)
        return other

    def action_to_string(self, player, action=None):
        return action_name(player if action is None else action)

    def returns(self):
        return self.state.returns()

    def rewards(self):
        return self.state.returns()

    def player_return(self, player):
        return self.state.returns()[player]

    def history(self):
        return [action for _, action in self.state.history]

    def full_history(self):
        return list(self.state.history)

    def observation_tensor(self, player=None):
        """The row of the game's layout, as a list of numbers 0..255."""
        return self.state.row(self.state.seat if player is None else player, self._game.layout)

    def information_state_string(self, player=None):
        """All that a player has seen, as text: equal texts, equal knowledge."""
        player = self.state.seat if player is None else player
        own = (self.state.pushing, self.state.chosen, self.state.ask) if player == self.state.seat else ()
        seen = self.state.observation(player)
        return repr((seen.events, own))

    def observation_string(self, player=None):
        return repr(self.state.observation(self.state.seat if player is None else player))

    def serialize(self):
        state = self.state
        return pickle.dumps(
            (state.round, state.history, state.pushing, state.chosen, state.stage, state.next_caller,
             state.tichu_answered)
        )

    def resample_from_infostate(self, player, sampler):
        """A state that looks the same to `player`, with hidden hands drawn at random; `sampler` gives numbers in [0, 1). Before
        the play nothing is known of the others, and this state itself is given."""
        for _ in range(64):
            try:
                return State(self._game, resampled(self.state, player, int(sampler() * 2**53)))
            except ValueError:
                continue
        return self.clone()

    def __str__(self):
        return repr(self.state.round)
