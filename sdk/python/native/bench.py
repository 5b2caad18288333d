#!/usr/bin/python3
"""Decisions a second of the environments, on one core unless it says otherwise, by processor time and by the clock.

    PYTHONPATH=build/release/python /usr/bin/python3 sdk/python/native/bench.py

`--seconds` is how long each line is measured (2)."""

import argparse
import os
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from tichu import VecEnv, pettingzoo
from tichu.gym import SeatEnv

TABLES = 1024
ROUNDS = 20  # of which the best counts: other processes only ever take time away


def measure(name, decisions, body, seconds):
    """Prints decisions a second of `body`, which makes `decisions` at each call."""
    by_processor, by_clock = [], []
    for _ in range(ROUNDS):
        calls, clock, processor = 0, time.perf_counter(), time.process_time()
        while time.perf_counter() - clock < seconds / ROUNDS:
            body()
            calls += 1
        by_processor.append(calls * decisions / (time.process_time() - processor))
        by_clock.append(calls * decisions / (time.perf_counter() - clock))
    print(f"{name:58} {max(by_processor):13,.0f} {max(by_clock):13,.0f}", flush=True)
    return max(by_clock)


def batch(n, **more):
    """A body that plays at random, chosen by the environment."""
    env = VecEnv(n, seed=7, **more)
    actions = env.sample()

    def body():
        env.step(actions)
        env.sample(actions)

    return body


def chosen_by_numpy():
    env, random = VecEnv(TABLES, seed=7), np.random.default_rng(1)
    offsets, ids = env.legal_offsets, env.legal_ids

    def body():
        picks = (random.random(TABLES, dtype=np.float32) * (offsets[1:] - offsets[:-1])).astype(np.int32)
        env.step(ids[offsets[:-1] + picks])

    return body


def one_seat():
    env = SeatEnv(partner="random", opponents="random")
    env.reset(seed=1)
    sample, actions = env._env.sample, np.zeros(1, np.int16)

    def body():
        for _ in range(1000):
            sample(actions)
            if env.step(actions[0])[2]:
                env.reset()

    return body


def one_table():
    env = pettingzoo.env()
    env.reset(seed=1)
    sample, actions = env._env.sample, np.zeros(1, np.int16)

    def body():
        for _ in range(1000):
            if not env.agents:
                env.reset()
            _, _, terminated, _, _ = env.last()
            sample(actions)
            env.step(None if terminated else actions[0])

    return body


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2)
    seconds = parser.parse_args().seconds
    print(f"{'decisions a second':58} {'processor':>13} {'clock':>13}")
    for layout in ("compact-v1", "full-v1", None):
        for legal in (("ids",), ("mask",), ("features",)):
            name = f"VecEnv({TABLES}) {layout or 'no rows'}, {legal[0]}"
            speed = measure(name, TABLES, batch(TABLES, obs=layout, legal=legal), seconds)
            if (layout, legal) == ("compact-v1", ("ids",)):
                one = speed
    measure(f"VecEnv({TABLES}) compact-v1, ids, numpy chooses", TABLES, chosen_by_numpy(), seconds)
    two = measure(f"VecEnv({TABLES}) compact-v1, ids, two threads", TABLES, batch(TABLES, threads=2), seconds)
    measure("VecEnv(1) compact-v1, ids", 1, batch(1), seconds)
    measure("SeatEnv, the others random", 1000, one_seat(), seconds)
    measure("PettingZoo loop: last, step", 1000, one_table(), seconds)
    print(f"two threads over one: {two / one:.2f} by the clock")


if __name__ == "__main__":
    main()
