"""Many tables at once, for those who train players."""

import numpy as np

from ._core import VecEnv
from .bots import find_bot


def plugin_seat(text):
    """The path and the options of a seat such as "steady", "./mine.so" or "sampler:simulations=100,threads=2"."""
    name, _, options = text.partition(":")
    pairs = [option.partition("=") for option in options.split(",") if option]
    return find_bot(name), {key: value for key, _, value in pairs}


class Seating:
    """Array policies at the seats of a VecEnv whose learners they are, snapshots of one's own nets for example.

    A policy is a callable of the VecEnv and the numbers of the tables at which it is asked, which gives an action id for each.
    `policies` is a list of them. `owners` says by its number which one plays: an array (4,) by seat or (n, 4) by table and seat."""

    def __init__(self, env, policies, owners):
        self.env, self.policies = env, list(policies)
        self.owners = np.broadcast_to(np.asarray(owners), (env.n, 4))
        self._rows, self._ids = np.arange(env.n), np.zeros(env.n, np.int16)

    def asked(self):
        """The number of the policy that is asked, for each table; -1 at a table that is over."""
        seats = self.env.seats
        return np.where(seats < 4, self.owners[self._rows, seats % 4], -1)

    def answers(self):
        """int16 (n): what each policy answers at its tables, for `step`; -1 at a table that is over. The same array each time."""
        asked = self.asked()
        self._ids.fill(-1)
        for number, policy in enumerate(self.policies):
            tables = np.flatnonzero(asked == number)
            if len(tables):
                self._ids[tables] = policy(self.env, tables)
        return self._ids


__all__ = ["Seating", "VecEnv"]
