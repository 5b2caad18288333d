#!/usr/bin/python3
"""A second implementation of engine/DEALS.md, written from that page alone, which checks the page's vectors.

    deals_reference.py engine/DEALS.md     exit code 0 where every vector agrees, else 1
    deals_reference.py --self-test         proves that a wrong vector is found
"""
import re
import sys

MASK = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15


def mix(z):
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


class Random:
    def __init__(self, state):
        self.state = state & MASK

    @classmethod
    def of_pair(cls, seed, index):
        return cls(mix((mix((seed + GAMMA) & MASK) + GAMMA * (index + 1)) & MASK))

    def next(self):
        self.state = (self.state + GAMMA) & MASK
        return mix(self.state)

    def below(self, bound):
        while True:
            product = (self.next() >> 32) * bound
            if product % 2**32 >= (2**32 - bound) % bound:
                return product >> 32


def deck():
    return [rank + suit for rank in "23456789TJQKA" for suit in "jspt"] + ["Mah", "Dog", "Phx", "Drg"]


def deal(seed, index):
    cards, random = deck(), Random.of_pair(seed, index)
    for last in range(55, 0, -1):
        other = random.below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    hands = [cards[14 * seat:14 * seat + 14] for seat in range(4)]
    return " | ".join(" ".join(hand[:8]) + " + " + " ".join(hand[8:]) for hand in hands)


def expected(kind, words):
    """What the numbers at the head of a vector lead to, as the page writes it."""
    if kind == "random":
        random = Random(int(words[0]))
        return words[:1] + [f"0x{random.next():016x}" for _ in range(3)]
    seed, index = int(words[0]), int(words[1])
    if kind == "pair":
        return words[:2] + [f"0x{Random.of_pair(seed, index).next():016x}"]
    if kind == "below":
        random = Random.of_pair(seed, index)
        return words[:3] + [str(random.below(int(words[2]))) for _ in range(10)]
    return words[:2] + deal(seed, index).split()


def check(text):
    """The faults of a page: one sentence each."""
    faults = []
    for kind in ("random", "pair", "below", "deal"):
        block = re.search(rf"```{kind}\n(.*?)```", text, re.S)
        lines = [line.split() for line in block.group(1).splitlines() if line.strip()] if block else []
        if not lines:
            faults.append(f"no vectors of kind {kind}")
        for words in lines:
            if words != expected(kind, words):
                faults.append(f"{kind}: {' '.join(words)}\n  should be {' '.join(expected(kind, words))}")
    return faults


def self_test():
    with_all = "".join(f"```{kind}\n{' '.join(expected(kind, words))}\n```\n" for kind, words in (
        ("random", ["7"]), ("pair", ["7", "8"]), ("below", ["7", "8", "56"]), ("deal", ["7", "8"])))
    assert check(with_all) == []
    assert len(check(with_all.replace("Dog", "dog"))) == 1
    assert len(check("no blocks")) == 4
    return []


def main():
    faults = self_test() if sys.argv[1] == "--self-test" else check(open(sys.argv[1], encoding="utf-8").read())
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
