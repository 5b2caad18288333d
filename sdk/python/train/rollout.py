"""Tables that play themselves, and what happened at them as tensors on the device where the nets are.

With a GPU two groups of tables take turns: while the processor steps one, the GPU thinks about the other. Without one each processor has a
group."""

from concurrent.futures import ThreadPoolExecutor

import torch

from nets import IDS, Inputs
from tichu import VecEnv


def can_record(device):
    """Whether work is recorded: on a GPU, by a PyTorch whose Adam takes its rate from there."""
    return device.type == "cuda" and tuple(int(part) for part in torch.__version__.split(".")[:2]) >= (2, 3)


def recorded(work, device):
    """A callable that does `work()`, whose tensors stay where they are: on a GPU as one CUDA graph."""
    if not can_record(device):
        return work
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        for _ in range(3):
            work()
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        work()
    return graph.replay


class Views:
    """The arrays of a VecEnv's block, or of many such blocks one after the other, as tensors by their names."""

    def __init__(self, env, blocks):
        for name, at in env.places.items():
            array = getattr(env, name)
            part = blocks[..., at : at + array.nbytes].view(getattr(torch, str(array.dtype)))
            setattr(self, name, part.view(*blocks.shape[:-1], *array.shape))


class Group:
    """One VecEnv, its block on the device, and the answers to it."""

    def __init__(self, count, seed, device, threads, labels):
        pinned = device.type == "cuda"
        self.host = None
        self.chance = None if pinned else torch.Generator().manual_seed(seed % 2**63)

        def make(size):
            self.host = torch.zeros(size, dtype=torch.uint8, pin_memory=pinned)
            return self.host.numpy()

        self.env = VecEnv(count, seed, legal=("bits",), states=True, labels=labels, block=make, threads=threads)
        self.block = self.host.to(device) if pinned else self.host.clone()
        self.now = Views(self.env, self.block)
        self.answers = torch.zeros(count, dtype=torch.int16, device=device)
        self.chances = torch.zeros(count, device=device)
        self.values = torch.zeros(count, device=device)
        self.answers_host = torch.zeros(count, dtype=torch.int16, pin_memory=pinned)
        self.noise = torch.zeros(count, IDS, device=device)
        self.follow = torch.zeros(count, device=device)
        self.ready = torch.cuda.Event() if pinned else None

    def fetch(self):
        self.block.copy_(self.host, non_blocking=True)

    def send(self):
        self.answers_host.copy_(self.answers, non_blocking=True)
        if self.ready:
            self.ready.record()

    def step(self):
        if self.ready:
            self.ready.synchronize()
        self.env.step(self.answers_host.numpy())
        self.fetch()


class Rollout:
    """`steps` decisions at each table of some groups: `played` (Views of (steps + 1, groups, tables, ..)) and beside it the answers,
    how likely they were, the critic's values, and after `play` the advantages and the margins to expect. Advantages look ahead with
    weights that fall by `decay` a decision.

    `guide` is another net: with guided="tables" it answers at every second table, with guided="opponents" for one team of each. With
    `labels`, the name of a bot, tables follow this bot in 19 of 20 decisions. `learnt` marks the decisions to learn from."""

    def __init__(self, policy, critic, device, kind, *, tables, steps, seed, threads, decay=0.97, labels=None, guide=None, guided=None):
        self.policy, self.critic, self.guide, self.guided = policy, critic, guide, guided
        self.device, self.steps, self.tables, self.decay = device, steps, tables, decay
        self.inputs = Inputs(kind).to(device)
        on_gpu = device.type == "cuda"
        self.map = map if on_gpu else ThreadPoolExecutor(threads).map
        self.groups = [Group(tables, (seed + number) % 2**64, device, threads if on_gpu else 1, labels)
                       for number in range(2 if on_gpu else threads)]
        numbers = range(len(self.groups))
        self.turns = [numbers] if on_gpu else [[number] for number in numbers]  # which groups take turns in one thread
        env = self.groups[0].env
        self.blocks = torch.zeros(steps + 1, len(self.groups), len(env.block), dtype=torch.uint8, device=device)
        self.played = Views(env, self.blocks)
        shape = (steps + 1, len(self.groups), tables)
        self.answers = torch.zeros(shape, dtype=torch.int64, device=device)
        self.chances, self.values = torch.zeros(shape, device=device), torch.zeros(shape, device=device)
        self.advantages, self.margins = torch.zeros(shape, device=device), torch.zeros(shape, device=device)
        self.odd = torch.arange(tables, device=device) % 2
        self.think = [recorded(lambda group=group: self._think(group), device) for group in self.groups]

    @property
    def decisions(self):
        return self.steps * len(self.groups) * self.tables

    def learnt(self, seats, tables):
        """float: 1 for each decision that is the policy's own to learn from."""
        if self.guided != "opponents":
            return torch.ones(len(seats), device=self.device)
        return (seats % 2 == self.odd[tables]).float()

    @torch.no_grad()
    def _think(self, group):
        now = group.now
        bits, choice = self.inputs(now.observations), self.inputs.choice(now.legal_bits)
        chances = choice.chances(self.policy, bits)
        luck = -group.noise[:, : chances.shape[1]].exponential_(generator=group.chance).log()
        answers = choice.actions((chances + luck).argmax(1))
        if self.guide is not None:
            theirs = choice.actions((choice.chances(self.guide, bits) + luck).argmax(1))
            is_theirs = self.odd == 1 if self.guided == "tables" else now.seats % 2 != self.odd
            answers = torch.where(is_theirs, theirs, answers)
        if hasattr(now, "labels"):
            follows = (group.follow.uniform_(generator=group.chance) < 0.95) & (now.labels >= 0)
            answers = torch.where(follows, now.labels.long(), answers)
        group.answers.copy_(answers)
        group.chances.copy_(chances.gather(1, choice.columns(answers)[:, None])[:, 0])
        group.values.copy_(self.critic(bits, now.states))

    def _keep(self, step, number):
        group = self.groups[number]
        self.blocks[step, number].copy_(group.block)
        self.answers[step, number].copy_(group.answers)
        self.chances[step, number].copy_(group.chances)
        self.values[step, number].copy_(group.values)

    def play(self):
        """Plays on, and finds out how each decision did."""
        list(self.map(self._play, self.turns))
        self._look_back()

    def _play(self, numbers):
        """`steps` decisions of the groups with these numbers, which take turns."""
        for number in numbers:
            self.think[number]()
            self.groups[number].send()
        for step in range(self.steps):
            for number in numbers:
                self._keep(step, number)
                self.groups[number].step()
                self.think[number]()
                self.groups[number].send()
        for number in numbers:
            self._keep(self.steps, number)

    @torch.no_grad()
    def _look_back(self):
        """Advantages by how the margin that was to be expected changed, over the decisions of all four seats of a table."""
        sign = 1 - 2 * (self.played.seats % 2).float()
        values = self.values * sign  # of team A
        going = (~self.played.ends).float()
        ahead = torch.zeros_like(values[0])
        for step in reversed(range(self.steps)):
            surprise = self.played.rewards[step + 1, ..., 0] + going[step + 1] * values[step + 1] - values[step]
            ahead = surprise + self.decay * going[step + 1] * ahead
            self.advantages[step] = ahead * sign[step]
            self.margins[step] = (ahead + values[step]) * sign[step]
