"""Many tables at once, for those who train players."""

from ._core import VecEnv
from .bots import find_bot


def plugin_seat(text):
    """The path and the options of a seat such as "steady", "./mine.so" or "sampler:simulations=100,threads=2"."""
    name, _, options = text.partition(":")
    pairs = [option.partition("=") for option in options.split(",") if option]
    return find_bot(name), {key: value for key, _, value in pairs}


__all__ = ["VecEnv"]
