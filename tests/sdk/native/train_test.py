"""The trainer: a tiny net gets better at what it is shown, and a run that was stopped goes on.

    train_test.py"""
import copy
import os
import re
import signal
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../..")
TRAIN = os.path.join(ROOT, "sdk/python/train")
sys.path[:0] = [os.path.join(ROOT, "tests"), TRAIN, os.path.join(ROOT, "bots/adept")]
import cases  # noqa: E402

import numpy as np
import torch

import quantise
import tichu
from learner import Learner
from nets import Critic, NetPlayer, Policy, input_bits, load_net, save_net
from rollout import Rollout

CPU = torch.device("cpu")


def rollout(policy, critic, **more):
    return Rollout(policy, critic, CPU, torch.float32, **{"tables": 64, "steps": 16, "seed": 1, "threads": 2, **more})


def tiny_nets():
    torch.manual_seed(1)
    return Policy(32, 1), Critic(16, 1)


def lead(net, other):
    return tichu.duel(*(NetPlayer(each, CPU, torch.float32) for each in (net, other)), 60, 5, legal=("bits",), tables=60).margin


class Learning(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        torch.set_num_threads(1)
        cls.policy, cls.critic = tiny_nets()
        cls.start = copy.deepcopy(cls.policy)
        played = rollout(cls.policy, cls.critic, labels="steady")
        learner = Learner(played, copy.deepcopy(cls.policy), "imitate", 256)
        cls.losses = []
        for _ in range(24):
            played.play()
            learner.learn(3e-3, 0.0)
            cls.losses.append(learner.report())

    def test_ANetThatImitatesAgreesMoreAndPlaysBetter(self):
        first, last = self.losses[0], self.losses[-1]
        self.assertLess(last[0], 0.7 * first[0])
        self.assertGreater(last[2], first[2] + 0.1)
        margin = lead(self.policy, self.start)
        self.assertGreater(margin.mean, 4 * margin.error)

    def test_AStudentAnswersAsItsTeacher(self):
        student = Policy(16, 1)
        learner = Learner(rollout(student, self.critic, guide=self.policy, guided="tables"), copy.deepcopy(student), "distil", 256)
        found = []
        for _ in range(10):
            learner.rollout.play()
            learner.learn(3e-3, 0.0)
            found.append(learner.report())
        self.assertLess(found[-1][0], 0.6 * found[0][0])

    def test_SelfPlayTurnsToWhatBroughtMore(self):
        policy = copy.deepcopy(self.policy)
        played = rollout(policy, self.critic, guide=self.start, guided="opponents")
        learner = Learner(played, copy.deepcopy(policy), "play", 256)
        played.play()
        at = [torch.from_numpy(np.random.default_rng(1).integers(0, most, 500)) for most in (played.steps, 2, played.tables)]
        own = played.learnt(played.played.seats[tuple(at)], at[2]) == 1
        at = tuple(index[own] for index in at)

        def chances():
            legal = torch.from_numpy(np.unpackbits(played.played.legal_bits[at].numpy(), axis=1, bitorder="little")).bool()
            logits = policy(played.inputs(played.played.observations[at])).masked_fill(~legal, -1e9)
            return torch.log_softmax(logits, 1).gather(1, played.answers[at][:, None])[:, 0].detach()

        np.testing.assert_allclose(chances(), played.chances[at], atol=1e-4)
        before = chances()
        for _ in range(3):
            learner.learn(1e-3, 0.0)
        change, gain = chances() - before, played.advantages[at]
        self.assertGreater(np.corrcoef(change, gain)[0, 1], 0.05)
        self.assertFalse(torch.equal(self.start.own, learner.policy.own))


class Threads(unittest.TestCase):
    def test_RunsOfTheSameSeedAreEqual(self):
        nets = []
        for _ in range(2):
            policy, critic = tiny_nets()
            learner = Learner(rollout(policy, critic), copy.deepcopy(policy), "play", 1024)
            for _ in range(2):
                learner.rollout.play()
                learner.learn(1e-3, 0.01)
            nets.append(policy)
        for one, other in zip(*(net.parameters() for net in nets)):
            self.assertTrue(torch.equal(one, other))


class Looking(unittest.TestCase):
    def test_AdvantagesAreThoseOfTheActingTeam(self):
        policy, critic = tiny_nets()
        played = rollout(policy, critic, steps=240, tables=8)
        played.play()
        seats = played.played.seats[:-1].numpy()
        for group in range(2):
            for table in range(8):
                ends = np.flatnonzero(played.played.ends[1:, group, table].numpy())
                last = int(ends[0])  # the decision that ended the first round
                margin = float(played.played.rewards[last + 1, group, table, seats[last, group, table]])
                value = float(played.values[last, group, table])
                self.assertAlmostEqual(float(played.advantages[last, group, table]), margin - value, places=4)
                self.assertAlmostEqual(float(played.margins[last, group, table]), margin, places=4)

    def test_InputsAreTheLayoutInBits(self):
        sources, least = input_bits()
        fields = {name: slice(offset, offset + size) for name, offset, size, _ in tichu.engine.layout("compact-v1")}
        used = set(sources[least < 255].tolist())
        self.assertEqual(used, set(range(301)) - set(range(*fields["scores"].indices(301))))
        self.assertEqual(int((least < 255).sum()), 818)

    def test_AFileKeepsANet(self):
        policy, _ = tiny_nets()
        with tempfile.TemporaryDirectory() as place:
            path = os.path.join(place, "net.npz")
            save_net(path, policy)
            again = load_net(Policy, path, CPU)
        bits = torch.zeros(3, 832)
        np.testing.assert_allclose(policy(bits).detach(), again(bits).detach(), atol=2e-3)

    def test_TheWeightsOfAdeptBecomeANetThatAnswersAsItDoes(self):
        with open(os.path.join(ROOT, "bots/adept/weights.bin"), "rb") as file:
            weights = file.read()
        self.assertEqual(quantise.quantised({"static": np.zeros((1600, 96)), **quantise.trainable(weights)}), weights)
        with tempfile.TemporaryDirectory() as place:
            path = os.path.join(place, "net.npz")
            np.savez(path, **quantise.trainable(weights))
            player = NetPlayer(load_net(Policy, path, CPU), CPU, torch.float32)
        env = tichu.VecEnv(64, 3, legal=("bits",), labels="adept")
        equal = 0
        for _ in range(200):
            answers = player(env, np.arange(64))
            equal += int((answers == env.labels).sum())
            env.step(env.labels)
        self.assertGreater(equal, 0.99 * 200 * 64)


class Command(unittest.TestCase):
    def run_until(self, folder, words, *arguments):
        """Starts a run and stops it after a line that has `words`; what it printed."""
        command = [sys.executable, "-B", os.path.join(TRAIN, "train.py"), "learn", folder, "--width", "16", "--critic-width", "16", "--tables", "16",
                   "--steps", "8", "--batch", "64", "--threads", "1", "--every", "0", "--checks", "1", "--check-deals", "4",
                   "--check", "random", *arguments]
        lines = []
        with subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
            for line in process.stdout:
                lines.append(line)
                if words in line:
                    process.send_signal(signal.SIGTERM)
                    break
            lines += process.stdout.readlines()
        self.assertEqual(process.returncode, 0, "".join(lines))
        return lines

    def test_ARunThatWasStoppedGoesOn(self):
        with tempfile.TemporaryDirectory() as folder:
            first = self.run_until(folder, "self-play ", "--imitate", "0.001", "--minutes", "1000")
            self.assertTrue(first[0].startswith("imitation"), first)
            done = [int(1e6 * float(found)) for found in re.findall(r"([0-9.]+) M decisions", "".join(first))]
            again = self.run_until(folder, "self-play ", "--imitate", "0.001", "--minutes", "1000")
            self.assertTrue(again[0].startswith("self-play"), again)
            saved = torch.load(os.path.join(folder, "checkpoint.pt"))
            self.assertGreater(saved["decisions"], max(done))
            self.assertEqual(saved["starts"], 1)
            self.assertIn("over random", again[-1])
            self.assertIsInstance(load_net(Policy, os.path.join(folder, "policy.npz"), CPU), Policy)


if __name__ == "__main__":
    cases.main()
