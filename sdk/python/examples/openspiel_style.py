"""A round with the names of OpenSpiel's Game and State, as a duck type: copy it beside a program that expects them. OpenSpiel itself is not needed."""

import pickle

from tichu import rows
from tichu.engine import ACTION_COUNT, Deal, action_name
from tichu.game_state import GameState, resampled

TERMINAL = -4  # pyspiel.PlayerId.TERMINAL
TRIES = 100  # of which the first nearly always does


class Game:
    """Rounds of Tichu. `seed` names the deals: each new state is the next one."""

    def __init__(self, seed=0, rules="standard", layout="compact-v1"):
        self.seed, self.rules, self.layout, self._deals = seed, rules, layout, 0

    def new_initial_state(self):
        """The next deal of the seed."""
        self._deals += 1
        return State(self, GameState(Deal(self.seed, self._deals - 1), self.rules))

    def num_distinct_actions(self):
        """1,589: the ids of the table of actions."""
        return ACTION_COUNT

    def num_players(self):
        """4: players 0 and 2 are a team, 1 and 3 the other."""
        return 4

    def max_chance_outcomes(self):
        """0: the deal is named by the game's seed, and there is no chance after it."""
        return 0

    def min_utility(self):
        """The lowest return, in points / 100."""
        return -8.25

    def max_utility(self):
        """The highest return, in points / 100."""
        return 8.25

    def utility_sum(self):
        """0: what one team wins the other loses."""
        return 0.0

    def max_game_length(self):
        """More decisions than any round has."""
        return 1000

    def observation_tensor_size(self):
        """301 or 756, the bytes of the layout."""
        return self.observation_tensor_shape()[0]

    def observation_tensor_shape(self):
        """[301] or [756], by the layout."""
        return [rows.COMPACT_SIZE if self.layout == "compact-v1" else rows.FULL_SIZE]

    def deserialize_state(self, data):
        """The inverse of State.serialize. It reads a pickle: give it nothing from where you would not run code from."""
        return State(self, pickle.loads(data))


class State:
    """A point of a round, at which one player decides, or its end."""

    def __init__(self, game, state, before=()):
        self._game, self.state, self._before = game, state, list(before)

    def get_game(self):
        """The Game that this is a state of."""
        return self._game

    def num_players(self):
        """4."""
        return 4

    def num_distinct_actions(self):
        """1,589."""
        return ACTION_COUNT

    def current_player(self):
        """The player 0..3 who decides; -4 at the end, as pyspiel.PlayerId.TERMINAL."""
        return TERMINAL if self.state.is_over else self.state.seat

    def is_terminal(self):
        """Whether the round is over."""
        return self.state.is_over

    def is_initial_state(self):
        """Whether nobody has decided anything yet."""
        return not self.state.history

    def is_chance_node(self):
        """False: the deal is made before the first state."""
        return False

    def chance_outcomes(self):
        """Empty: there are no chance nodes."""
        return []

    def is_player_node(self):
        """Whether a player is to decide."""
        return not self.state.is_over

    def is_simultaneous_node(self):
        """False: also the calls and the push are asked one player after the other, who do not see each other's answers."""
        return False

    def legal_actions(self, player=None):
        """Ids, rising; of a player who is not to decide none."""
        return self.state.legal() if player in (None, self.state.seat) else []

    def legal_actions_mask(self, player=None):
        """1,589 numbers, 1 for each legal id."""
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
        """A state that goes on by itself from here, and can be undone as far back."""
        return State(self._game, self.state.copy(), self._before)

    def child(self, action):
        """A copy in which the action was done."""
        other = self.clone()
        other.apply_action(action)
        return other

    def action_to_string(self, player, action=None):
        """An id in words; a single argument is the id."""
        return action_name(player if action is None else action)

    def string_to_action(self, player, text=None):
        """The legal id with these words; a single argument is the words. ValueError if there is none."""
        wanted = player if text is None else text
        for action in self.state.legal():
            if action_name(action) == wanted:
                return action
        raise ValueError(f'"{wanted}" is no legal action here')

    def returns(self):
        """By player, the team's margin in points / 100, -8.25..8.25; zeros before the end."""
        return self.state.returns()

    def rewards(self):
        """As `returns`: all that there is comes with the last action."""
        return self.state.returns()

    def player_return(self, player):
        """`returns` of one player."""
        return self.state.returns()[player]

    def player_reward(self, player):
        """`rewards` of one player."""
        return self.state.returns()[player]

    def move_number(self):
        """How many decisions have been made."""
        return len(self.state.history)

    def history(self):
        """The ids so far."""
        return [action for _, action in self.state.history]

    def history_str(self):
        """The ids so far, as text."""
        return ", ".join(map(str, self.history()))

    def full_history(self):
        """The pairs of player and id so far."""
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
        """What a player may know now, as text for people."""
        return repr(self.state.observation(self.state.seat if player is None else player))

    def serialize(self):
        """The state as bytes, for `Game.deserialize_state`; what came before cannot be undone then."""
        return pickle.dumps(self.state)

    def resample_from_infostate(self, player, sampler):
        """A state that looks the same to `player`, with what it cannot know drawn at random; `sampler` gives numbers in [0, 1).
        For the player who is to decide there always is one. For another it may rarely be that none is found, a ValueError:
        this state itself is never given, for it would tell the hidden cards. A resampled state cannot be undone."""
        for _ in range(TRIES):
            try:
                return State(self._game, resampled(self.state, player, int(sampler() * 2**53)))
            except ValueError:
                continue
        raise ValueError("no hidden hands were found that agree with what the player has seen")

    def __str__(self):
        return repr(self.state.round)
