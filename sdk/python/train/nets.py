"""The nets: a policy that sees what a seat may know, and a critic that sees all hands too.

A net's input is the layout compact-v1 where a number is so many bits as it can become, of which the first n are set: what
bots/adept/input.cpp writes."""

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from tichu import engine

INPUTS = 832  # 818 bits, and some that are never set
IDS = 1600  # 1,589 action ids, and some that are never legal
HIDDEN_CARDS = slice(56, 224)  # in a row of state-v1: the other three hands
NEVER = -1e9  # the logit of what is not legal

_CARDS = [4] * 13 + [1] * 4
# Of each field the steps of one byte's bits: their number, or their number and how far apart they are.
_STEPS = {
    "hand": _CARDS,
    "unseen": _CARDS,
    "played": 4 * _CARDS,
    "table_length": [14],
    "trick_points": [(29, 5)],
    "passes": [3],
    "hand_sizes": [14] * 4,
    "place": [3] * 4,
    "declined": [15] * 6,
    "chosen": [15] * 3,
    "team_points": [(29, 5)] * 2,
    "scores": [0, 0],
}


def input_bits():
    """For each input the byte of a compact-v1 row that it looks at, and from which value on it is set."""
    sources, least = [], []
    for name, offset, size, _ in engine.layout("compact-v1"):
        for byte, steps in enumerate(_STEPS.get(name, [1] * size)):
            count, apart = steps if isinstance(steps, tuple) else (steps, 1)
            sources += [offset + byte] * count
            least += [apart * (step + 1) for step in range(count)]
    padding = INPUTS - len(sources)
    return torch.tensor(sources + [0] * padding), torch.tensor(least + [255] * padding, dtype=torch.uint8)


def action_rows():
    """float32 (IDS, 96): what each action does, in numbers up to 1."""
    rows = np.zeros((IDS, 96), np.float32)
    rows[: engine.ACTION_COUNT] = engine.action_rows()
    for name, offset, size, _ in engine.layout("action-v1"):
        rows[:, offset : offset + size] /= {"length": 14, "phoenix_as": 14, "points": 50}.get(name, 1)
    return torch.from_numpy(rows)


class Inputs(nn.Module):
    """Makes bits of rows; `kind` is the type of number that the nets compute in."""

    def __init__(self, kind):
        super().__init__()
        self.kind = kind
        sources, least = input_bits()
        self.register_buffer("sources", sources)
        self.register_buffer("least", least)
        ids = torch.arange(IDS)
        self.register_buffer("bytes", ids // 8)
        self.register_buffer("bits", (1 << (ids % 8)).to(torch.uint8))

    def forward(self, observations):
        return (observations.gather(1, self.sources.expand(len(observations), -1)) >= self.least).to(self.kind)

    def choice(self, legal_bits):
        """The Choice of rows of VecEnv's legal_bits."""
        ids = slice(None)
        if legal_bits.device.type == "cpu":
            ids = (torch.from_numpy(np.bitwise_or.reduce(legal_bits.numpy())[self.bytes]) & self.bits).nonzero()[:, 0]
        return Choice(ids, (legal_bits.gather(1, self.bytes[ids].expand(len(legal_bits), -1)) & self.bits[ids]) == 0)


class Choice:
    """The actions `ids` of some rows, and which of them are `illegal` there. On a processor these are the ids that are legal in one of
    the rows, of which there are a few hundred; on a GPU all, so that sizes stay the same."""

    def __init__(self, ids, illegal):
        self.ids, self.illegal = ids, illegal
        if not isinstance(ids, slice):
            self.places = torch.zeros(IDS, dtype=torch.int64)
            self.places[ids] = torch.arange(len(ids))

    def chances(self, policy, bits):
        """The logarithm of how likely each of `ids` is."""
        return functional.log_softmax(policy(bits, self.ids).masked_fill(self.illegal, NEVER), 1)

    def columns(self, ids):
        """Where these ids are among `ids`."""
        return ids if isinstance(self.ids, slice) else self.places[ids]

    def actions(self, columns):
        """The ids in these places of `ids`."""
        return columns if isinstance(self.ids, slice) else self.ids[columns]


def linear(layer, x):
    return functional.linear(x, layer.weight.to(x.dtype), layer.bias.to(x.dtype))


def normal(layer, x):
    return functional.layer_norm(x, layer.normalized_shape, layer.weight.to(x.dtype), layer.bias.to(x.dtype), layer.eps)


class Trunk(nn.Module):
    """Linear to the width, then `blocks` times x += down(relu(up(norm(x)))), then relu(norm(x))."""

    def __init__(self, inputs, width, blocks):
        super().__init__()
        self.first = nn.Linear(inputs, width)
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(blocks))
        self.ups = nn.ModuleList(nn.Linear(width, width) for _ in range(blocks))
        self.downs = nn.ModuleList(nn.Linear(width, width) for _ in range(blocks))
        self.last = nn.LayerNorm(width)

    def forward(self, x):
        x = linear(self.first, x)
        for norm, up, down in zip(self.norms, self.ups, self.downs):
            x = x + linear(down, functional.relu(linear(up, normal(norm, x))))
        return functional.relu(normal(self.last, x))


class Policy(nn.Module):
    """Logits of all action ids. An id's weights are its own and, by what it does, a share of those of all that do it too."""

    def __init__(self, width, blocks):
        super().__init__()
        self.width, self.blocks = width, blocks
        self.trunk = Trunk(INPUTS, width, blocks)
        self.own = nn.Parameter(torch.randn(IDS, width) * 0.01)
        self.shared = nn.Parameter(torch.randn(96, width) * 0.01)
        self.bias = nn.Parameter(torch.zeros(IDS))
        self.register_buffer("static", action_rows())

    def forward(self, bits, ids=slice(None)):
        head = (self.own[ids] + self.static[ids] @ self.shared).to(bits.dtype)
        return functional.linear(self.trunk(bits), head, self.bias[ids].to(bits.dtype)).float()


class Critic(nn.Module):
    """The margin in points / 100 that the asked seat's team will have, for one who sees all hands."""

    def __init__(self, width, blocks):
        super().__init__()
        self.width, self.blocks = width, blocks
        self.trunk = Trunk(INPUTS + 176, width, blocks)
        self.value = nn.Linear(width, 1)

    def forward(self, bits, states):
        known = bits.new_zeros(len(bits), INPUTS + 176)
        known[:, :INPUTS] = bits
        known[:, INPUTS : INPUTS + 168] = states[:, HIDDEN_CARDS]
        return linear(self.value, self.trunk(known)).float()[:, 0]


def save_net(path, net):
    """Writes a net's arrays as float16: what load_policy and bots/adept/quantise.py read."""
    with open(path, "wb") as file:
        np.savez(file, **{name: array.detach().cpu().numpy().astype(np.float16) for name, array in net.state_dict().items()})


def load_net(kind, path, device):
    """The Policy or Critic of a file of save_net."""
    with np.load(path) as file:
        arrays = {name: torch.from_numpy(file[name].astype(np.float32)) for name in file.files}
    if kind is Policy:
        arrays.setdefault("static", action_rows())
    blocks = sum(name.startswith("trunk.ups.") and name.endswith("weight") for name in arrays)
    net = kind(len(arrays["trunk.first.bias"]), blocks)
    net.load_state_dict(arrays)
    return net.to(device)


class NetPlayer:
    """A policy's best answers, as an array policy of tichu.duel."""

    def __init__(self, policy, device, kind):
        self.policy, self.device, self.inputs = policy, device, Inputs(kind).to(device)

    @torch.no_grad()
    def __call__(self, env, tables):
        rows, legal_bits = (torch.from_numpy(rows[tables]).to(self.device) for rows in (env.observations, env.legal_bits))
        choice = self.inputs.choice(legal_bits)
        return choice.actions(choice.chances(self.policy, self.inputs(rows)).argmax(1)).cpu().numpy()
