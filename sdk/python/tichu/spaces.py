"""Spaces of observations and actions: Gymnasium's where it is installed, else stand-ins with what training loops use."""

import numpy as np

try:
    from gymnasium.spaces import Box, Discrete
except ModuleNotFoundError:

    class Space:
        """A set of values with a shape and a dtype, and random numbers of its own."""

        def __init__(self, shape, dtype, seed=None):
            self.shape = tuple(shape)
            self.dtype = np.dtype(dtype)
            self.seed(seed)

        def seed(self, seed=None):
            """Begins the random numbers again; gives the seed in a list, as Gymnasium did."""
            self.random = np.random.default_rng(seed)
            return [seed]

        def __contains__(self, value):
            return self.contains(value)

    class Box(Space):
        """Arrays of a shape whose numbers lie between `low` and `high`."""

        def __init__(self, low, high, shape, dtype=np.float32, seed=None):
            super().__init__(shape, dtype, seed)
            self.low = np.full(shape, low, dtype)
            self.high = np.full(shape, high, dtype)

        def contains(self, value):
            """Whether it is an array of this shape and dtype within the bounds."""
            array = np.asarray(value)
            return array.shape == self.shape and array.dtype == self.dtype and bool(
                np.all(array >= self.low) and np.all(array <= self.high)
            )

        def sample(self, mask=None):
            """Any array of the space; `mask` means nothing here."""
            return self.random.integers(self.low, self.high, endpoint=True, dtype=self.dtype)

        def __eq__(self, other):
            return isinstance(other, Box) and self.shape == other.shape and self.dtype == other.dtype

        __hash__ = None

    class Discrete(Space):
        """The numbers 0 to n - 1."""

        def __init__(self, n, seed=None):
            super().__init__((), np.int64, seed)
            self.n = n

        def contains(self, value):
            """Whether it is one of the numbers."""
            return isinstance(value, (int, np.integer)) and 0 <= value < self.n

        def sample(self, mask=None):
            """Any number, or one of those that the int8 mask (n,) allows; 0 if it allows none."""
            if mask is None:
                return np.int64(self.random.integers(self.n))
            allowed = np.flatnonzero(mask)
            return np.int64(self.random.choice(allowed)) if len(allowed) else np.int64(0)

        def __eq__(self, other):
            return isinstance(other, Discrete) and self.n == other.n

        __hash__ = None
