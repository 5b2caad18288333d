"""Many tables at once, for those who train players."""

from . import _core
from .bots import find_bot


def seat_of(text):
    """What the compiled module takes for a seat: "learner", "random" or "light" as they are, else a bundled bot or a
    plug-in's path with its options behind a colon, "sampler:playouts=100,seconds=0"."""
    if not isinstance(text, str):
        raise TypeError("a seat is a text")
    if text in ("learner", "random", "light"):
        return text
    name, _, options = text.partition(":")
    pairs = [option.partition("=") for option in options.split(",") if option]
    return find_bot(name), {key: value for key, _, value in pairs}


class VecEnv(_core.VecEnv):
    """n tables that take a step together. Each step writes into numpy arrays that stay where they are.

    n             tables, 1 to 1,048,576
    seed          names the deals and all chance, 0..2**64-1
    seats         four of "learner", "random", "light", a bundled bot ("steady"), a plug-in's path; a learner's decisions
                  are those of `step`, those of the others are made within it. "random" here is uniform over the legal plays
                  and compiled in; "light" is the search kit's playout policy, which never calls
    obs           "compact-v1" (301 bytes), "full-v1" (756 bytes) or None: `tichu.engine.layout(name)` lists the fields
    legal         any of "mask", "ids", "features": how legal actions are written
    rules         a Rules or a text such as "standard target=500"
    episode       "round", or "game" to the rules' target
    auto_reset    whether the next episode begins in the step in which one ends; else the table waits with seat 255
                  for `reset_finished`
    threads       1 to 256; results do not depend on it
    decisions     what learners are asked, of "grand_tichu", "tichu", "push", "play", "wish", "bomb", "give_dragon"; None: all.
                  The rest is answered plainly: no call, the push and the gift of "light", no wish, no bomb
    arrays        a dict of own arrays to write into, by the names of the attributes; the others are made
    first_episode table i plays the episodes first_episode + i, then n further on each time

    What happens in an episode depends on the seed, its number and the learners' answers alone. ValueError or TypeError if
    an argument is wrong."""

    def __init__(
        self,
        n,
        seed=0,
        seats=("learner", "learner", "learner", "learner"),
        *,
        obs="compact-v1",
        legal=("ids",),
        rules="standard",
        episode="round",
        auto_reset=True,
        threads=1,
        decisions=None,
        arrays=None,
        first_episode=0,
    ):
        if isinstance(seats, str):
            raise ValueError("seats are four names, by seat")
        seats = tuple(seat_of(seat) for seat in seats)
        super().__init__(
            n, seed, seats, obs, legal, rules, episode, auto_reset, threads, decisions, arrays, first_episode
        )
