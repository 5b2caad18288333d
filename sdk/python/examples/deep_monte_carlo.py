#!/usr/bin/python3
"""Deep Monte Carlo: a small net learns what an action is worth from nothing but the results of rounds with itself.

    PYTHONPATH=build/release/python /usr/bin/python3 sdk/python/examples/deep_monte_carlo.py --minutes 5 --out /tmp/learnt.npz

results/benchmark/README.md has the task. All four seats are the learner's. Each decision's target is the margin of its round
for the team that made it. The net is numpy alone: 301 + 96 inputs, two layers, one number out. With `--against greedy,random`
it plays bundled bots at the end, and with `--card FOLDER` it gets a card of TichuBench, a tenth of the boards."""

import argparse
import os
import pathlib
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # one core is what the figures are for

import learnt_bot
import numpy as np

import tichu
import tichu.evaluation
from tichu import engine

DECISIONS = ("push", "play", "wish", "bomb", "give_dragon")  # calls are not learnt: it never calls
HIDDEN = (160, 64)


def scales(layout):
    """What brings each byte of a layout to about 0..1."""
    by_name = {"trick_points": 0.01, "team_points": 0.01, "points": 0.01, "scores": 0.01, "hand_sizes": 0.07, "place": 0.3,
               "passes": 0.3, "declined": 0.07, "chosen": 0.07, "table_length": 0.07, "length": 0.07, "phoenix_as": 0.07,
               "hand": 0.5, "unseen": 0.5, "played": 0.5}
    return np.concatenate(
        [np.full(size, by_name.get(name, 1.0), np.float32) for name, _, size, _ in engine.layout(layout)]
    )


class Net:
    """Q(observation, action): two hidden layers of ReLU, trained by Adam."""

    def __init__(self, rng):
        self.seen_scale = scales("compact-v1")
        self.action_scale = np.append(scales("action-v1"), np.float32(0))[:96]
        inputs = (len(self.seen_scale), 96)
        first, second = HIDDEN
        self.weights = [
            rng.normal(0, (2 / sum(inputs)) ** 0.5, (inputs[0], first)).astype(np.float32),
            rng.normal(0, (2 / sum(inputs)) ** 0.5, (inputs[1], first)).astype(np.float32),
            np.zeros(first, np.float32),
            rng.normal(0, (2 / first) ** 0.5, (first, second)).astype(np.float32),
            np.zeros(second, np.float32),
            np.zeros((second, 1), np.float32),
            np.zeros(1, np.float32),
        ]
        self.moments = [(np.zeros_like(value), np.zeros_like(value)) for value in self.weights]
        self.updates = 0

    def values(self, seen, actions, owner):
        """The value of each action row; `owner` is the row of `seen` that it belongs to."""
        of_seen, of_action, bias, deep, deep_bias, last, last_bias = self.weights
        hidden = ((seen * self.seen_scale) @ of_seen + bias)[owner]
        hidden += (actions * self.action_scale) @ of_action
        np.maximum(hidden, 0, out=hidden)
        hidden = np.maximum(hidden @ deep + deep_bias, 0)
        return (hidden @ last)[:, 0] + last_bias[0]

    def learn(self, seen, actions, targets, rate):
        """One step of Adam on the squared error; gives its mean."""
        of_seen, of_action, bias, deep, deep_bias, last, last_bias = self.weights
        seen, actions = seen * self.seen_scale, actions * self.action_scale
        one = np.maximum(seen @ of_seen + actions @ of_action + bias, 0)
        two = np.maximum(one @ deep + deep_bias, 0)
        error = (two @ last)[:, 0] + last_bias[0] - targets
        back = (error / len(targets))[:, None].astype(np.float32)
        back_two = (back @ last.T) * (two > 0)
        back_one = (back_two @ deep.T) * (one > 0)
        self.adam([seen.T @ back_one, actions.T @ back_one, back_one.sum(0), one.T @ back_two, back_two.sum(0),
                   two.T @ back, back.sum(0)], rate)
        return float(np.mean(error**2))

    def adam(self, gradients, rate):
        self.updates += 1
        correction = (1 - 0.999**self.updates) ** 0.5 / (1 - 0.9**self.updates)
        for value, gradient, (mean, square) in zip(self.weights, gradients, self.moments):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient * gradient - square)
            value -= rate * correction * mean / (np.sqrt(square) + 1e-6)

    def save(self, path):
        with open(path, "wb") as file:
            np.savez(file, seen_scale=self.seen_scale, action_scale=self.action_scale,
                     **{f"weight{i}": value for i, value in enumerate(self.weights)})


def choose(env, net, explore, rng):
    """For each table the place in legal_ids of the best action, or of a random one."""
    offsets = env.legal_offsets
    counts = np.diff(offsets)
    total = offsets[-1]
    owner = np.repeat(np.arange(env.n), counts)
    values = net.values(env.observations, env.features[:total], owner)
    best = np.maximum.reduceat(values, offsets[:-1])
    places = np.flatnonzero(values == best[owner])
    picks = np.empty(env.n, np.int64)
    picks[owner[places[::-1]]] = places[::-1]
    wild = rng.random(env.n) < explore
    random_places = offsets[:-1] + (rng.random(env.n) * counts).astype(np.int64)
    return np.where(wild, random_places, picks)


class Memory:
    """The decisions of the last 2 * length steps, with the results of their rounds once these are known."""

    def __init__(self, env, length):
        shape = (2 * length, env.n)
        self.length = length
        self.seen = np.zeros(shape + env.observations.shape[1:], np.uint8)
        self.actions = np.zeros(shape + (96,), np.uint8)
        self.seats = np.zeros(shape, np.uint8)
        self.targets = np.full(shape, np.nan, np.float32)
        self.starts = np.zeros(env.n, np.int64)
        self.now = 0

    def add(self, env, picks):
        self.seen[self.now] = env.observations
        self.actions[self.now] = env.features[picks]
        self.seats[self.now] = env.seats
        self.targets[self.now] = np.nan
        self.now += 1

    def settle(self, env):
        """Gives the rounds that ended their result."""
        for table in np.flatnonzero(env.ends):
            begin = max(0, self.starts[table])
            self.targets[begin : self.now, table] = env.rewards[table][self.seats[begin : self.now, table]]
            self.starts[table] = self.now

    def take(self, rng):
        """The older half, shuffled, without the few decisions whose rounds go on; then it is forgotten."""
        known = np.flatnonzero(~np.isnan(self.targets[: self.length].ravel()))
        rng.shuffle(known)
        size = self.seen.shape[2]
        batch = (self.seen[: self.length].reshape(-1, size)[known], self.actions[: self.length].reshape(-1, 96)[known],
                 self.targets[: self.length].ravel()[known])
        for rows in (self.seen, self.actions, self.seats, self.targets):
            rows[: self.length] = rows[self.length :]
        self.now -= self.length
        self.starts -= self.length
        return batch


def train(minutes, seed=1, tables=256, steps=128, batch=512, report=print):
    """A net that has played with itself for so long."""
    rng = np.random.default_rng(seed)
    env = tichu.VecEnv(tables, seed=seed, legal=("ids", "features"), decisions=DECISIONS)
    net, memory = Net(rng), Memory(env, steps)
    begin, told, decisions, error = time.monotonic(), 0, 0, 0.0
    while (passed := (time.monotonic() - begin) / (60 * minutes)) < 1:
        while memory.now < 2 * steps:
            picks = choose(env, net, 0.08 * (1 - passed) + 0.02, rng)
            memory.add(env, picks)
            env.step(env.legal_ids[picks])
            memory.settle(env)
        seen, actions, targets = memory.take(rng)
        for first in range(0, len(targets) - batch + 1, batch):
            part = slice(first, first + batch)
            error = net.learn(seen[part], actions[part], targets[part], 0.001 * (1 - 0.9 * passed))
        decisions += len(targets)
        if int(10 * passed) > told:
            told = int(10 * passed)
            report(f"{passed:4.0%}: {decisions:,} decisions, squared error {error:.2f}", flush=True)
    return net


def duel(net, name, deals=500, seed=1_000_003):
    """The Estimate of the net's margin over a bot: each deal played with the net at seats 0+2, then at 1+3."""
    margins = np.zeros(deals)
    for seats, ours in ((("learner", name, "learner", name), 0), ((name, "learner", name, "learner"), 1)):
        env = tichu.VecEnv(deals, seed=seed, seats=seats, legal=("ids", "features"), decisions=DECISIONS, auto_reset=False)
        rng = np.random.default_rng(0)
        while (waiting := env.seats != 255).any():
            actions = np.full(env.n, -1, np.int64)
            # Tables that are over have no actions: reduceat wants none of them.
            actions[waiting] = env.legal_ids[choose(Part(env, waiting), net, 0, rng)]
            env.step(actions)
            margins += 50 * env.rewards[:, ours] * env.ends
    return tichu.evaluation.estimate(list(margins))


class Part:
    """The tables of an environment that are being played, for `choose`."""

    def __init__(self, env, waiting):
        self.n = int(waiting.sum())
        self.observations = env.observations[waiting]
        self.legal_offsets = np.append(env.legal_offsets[:-1][waiting], env.legal_offsets[-1])
        self.features = env.features


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=5, help="how long to learn (5)")
    parser.add_argument("--tables", type=int, default=256, help="rounds that are played side by side (256)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="learnt.npz", help="where the weights go (learnt.npz)")
    parser.add_argument("--against", default="random,greedy", help="bots to play at the end, with commas between")
    parser.add_argument("--deals", type=int, default=500, help="deals against each of them, each played twice (500)")
    parser.add_argument("--card", metavar="FOLDER", help="where to make a card of TichuBench at the end")
    arguments = parser.parse_args()
    net = train(arguments.minutes, arguments.seed, arguments.tables)
    net.save(arguments.out)
    for name in filter(None, arguments.against.split(",")):
        print(f"against {name}: {duel(net, name, arguments.deals)}", flush=True)
    if arguments.card:
        learnt_bot.Learnt.weights_file = pathlib.Path(arguments.out).resolve()
        card = tichu.benchmark(learnt_bot.Learnt, "learnt", quick=True, folder=arguments.card)
        print(f"on the card: {card['strength']['without_faults']}")


if __name__ == "__main__":
    main()
