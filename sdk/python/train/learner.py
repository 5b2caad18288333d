"""What is learned from a rollout: a bot's answers (imitation), what brought more than expected (self-play), a teacher's answers
(distillation)."""

import math

import torch

from rollout import can_record, recorded


def glide(start, end, done):
    """From `start` to `end` as `done` goes from 0 to 1, slowly at both ends."""
    return end + (start - end) * 0.5 * (1 + math.cos(math.pi * min(1.0, max(0.0, done))))


PART = 512  # decisions of a batch that a processor looks at together: as many as its cache has room for


def mean(tensors):
    """Of a list of tensors of one shape."""
    return tensors[0] if len(tensors) == 1 else sum(tensors[1:], tensors[0]) / len(tensors)


class Learner:
    """Adam over the policy and the critic, and the moving average of the policy, which is what is evaluated.

    `loss` is "imitate", "play" or "distil"; `saved` is the state of another Learner's `adam` to go on from. With each rollout the
    average takes the share `follow` of the policy."""

    CLIP = 0.2
    LONGEST = 1.0  # of each net's gradient

    def __init__(self, rollout, average, loss, batch, follow=0.02, saved=None):
        self.rollout, self.average, self.loss, self.batch, self.follow = rollout, average, loss, batch, follow
        self.policy, self.critic, self.device = rollout.policy, rollout.critic, rollout.device
        records = can_record(self.device)
        self.parameters = [*self.policy.parameters(), *self.critic.parameters()]
        more = {"fused": True, "capturable": True} if records else {}
        rate = torch.tensor(0.0, device=self.device) if records else 0.0
        self.adam = torch.optim.Adam(self.parameters, lr=rate, betas=(0.9, 0.99), **more)
        self.entropy = torch.zeros((), device=self.device)
        self.scale = torch.ones((), device=self.device)
        self.policy_share = torch.ones((), device=self.device)
        self.rows = torch.zeros(batch, dtype=torch.int64, device=self.device)
        self.part = batch if self.device.type == "cuda" else PART
        self.sums = torch.zeros(4, device=self.device)  # updates, policy loss, critic loss, entropy or agreement
        before = [parameter.detach().clone() for parameter in self.parameters]
        self.update = recorded(self._update, self.device)
        if records:
            self._forget(before, saved)
        elif saved:
            self.adam.load_state_dict(saved)

    @torch.no_grad()
    def _forget(self, parameters, saved):
        """Undoes what the recording has changed, in the places that are recorded."""
        for parameter, value in zip(self.parameters, parameters):
            parameter.copy_(value)
        for number, state in self.adam.state_dict()["state"].items():
            for name, value in state.items():
                value.copy_(saved["state"][number][name]) if saved else value.zero_()
        self.sums.zero_()

    def set_rate(self, rate):
        for group in self.adam.param_groups:
            if torch.is_tensor(group["lr"]):
                group["lr"].fill_(rate)
            else:
                group["lr"] = rate

    def _update(self):
        results = list(self.rollout.map(self._gradients, self.rows.split(self.part)))
        for parameter, *gradients in zip(self.parameters, *(gradients for gradients, _ in results)):
            parameter.grad = mean(gradients)
        for net in (self.policy, self.critic):
            torch.nn.utils.clip_grad_norm_(net.parameters(), self.LONGEST)
        self.adam.step()
        self.sums += mean([sums for _, sums in results])

    def _gradients(self, rows):
        """Those of the parameters by these decisions, and what they add to `sums`."""
        rollout, played = self.rollout, self.rollout.played
        per_step = len(rollout.groups) * rollout.tables
        step, rest = rows // per_step, rows % per_step
        at = (step, rest // rollout.tables, rest % rollout.tables)
        bits, choice = rollout.inputs(played.observations[at]), rollout.inputs.choice(played.legal_bits[at])
        chances = choice.chances(self.policy, bits)
        loss, shown, weights = getattr(self, "_" + self.loss)(at, bits, choice, chances)
        total = weights.sum().clamp(min=1)
        policy_loss = (weights * loss).sum() / total
        off = self.critic(bits, played.states[at]) - rollout.margins[at]
        critic_loss = 0.5 * (off * off).mean()
        gradients = torch.autograd.grad(self.policy_share * policy_loss + critic_loss, self.parameters)
        with torch.no_grad():
            shown = (weights * shown).sum() / total
            return gradients, torch.stack((torch.ones_like(total), policy_loss, critic_loss, shown))

    def _imitate(self, at, bits, choice, chances):
        labels = self.rollout.played.labels[at].long()
        known, columns = (labels >= 0).float(), choice.columns(labels.clamp(min=0))
        loss = -chances.gather(1, columns[:, None])[:, 0]
        return loss, (chances.argmax(1) == columns).float(), known

    def _play(self, at, bits, choice, chances):
        rollout, columns = self.rollout, choice.columns(self.rollout.answers[at])
        ratio = (chances.gather(1, columns[:, None])[:, 0] - rollout.chances[at]).exp()
        gain = rollout.advantages[at] * self.scale
        better = torch.minimum(ratio * gain, ratio.clamp(1 - self.CLIP, 1 + self.CLIP) * gain)
        entropy = -(chances.exp() * chances).sum(1)
        return -better - self.entropy * entropy, entropy, rollout.learnt(rollout.played.seats[at], at[2])

    def _distil(self, at, bits, choice, chances):
        with torch.no_grad():
            wanted = choice.chances(self.rollout.guide, bits)
        loss = (wanted.exp() * (wanted - chances)).sum(1)
        return loss, (chances.argmax(1) == wanted.argmax(1)).float(), torch.ones_like(loss)

    def learn(self, rate, entropy, critic_alone=False):
        """One pass over the rollout in random batches."""
        self.set_rate(rate)
        self.entropy.fill_(entropy)
        self.policy_share.fill_(0.0 if critic_alone else 1.0)
        self.scale.copy_(1 / self.rollout.advantages[:-1].std().clamp(min=1e-3))
        order = torch.randperm(self.rollout.decisions, device=self.device)
        for first in range(0, len(order) - self.batch + 1, self.batch):
            self.rows.copy_(order[first : first + self.batch])
            self.update()
        if critic_alone:
            return
        with torch.no_grad():
            for kept, new in zip(self.average.parameters(), self.policy.parameters()):
                kept.lerp_(new, self.follow)

    def report(self):
        """Mean policy loss, critic loss, and entropy or agreement since the last report."""
        updates, *sums = self.sums.tolist()
        self.sums.zero_()
        return [value / max(updates, 1) for value in sums]
