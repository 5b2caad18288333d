#!/usr/bin/python3
"""Turns a trained net into adept's weight file: whole numbers of 16 and 32 bits in the order of `WeightsOf` in layers.h.

    bots/adept/quantise.py NET.npz bots/adept/weights.bin

NET.npz is what sdk/python/train/train.py writes, of one block and a width of 288. Prints the hash that net.h expects. An array that does not fit its bits is an error."""
import sys

import numpy as np

WIDTH, INPUTS, IDS = 288, 832, 1589
STREAM, VALUE, WEIGHT = 13, 11, 12  # binary places of the stream, of what goes into a product, of weights


def fixed(array, places, kind):
    """`array` times 2^places as whole numbers of the type `kind`."""
    numbers = np.rint(array.astype(np.float64) * 2.0**places)
    limits = np.iinfo(kind)
    if numbers.min() < limits.min or numbers.max() > limits.max:
        raise SystemExit(f"a weight of {np.abs(array).max():g} does not fit {places} binary places of {np.dtype(kind)}")
    return numbers.astype(kind)


def sections(net):
    """The arrays of the file in their order."""
    wide = {name: array.astype(np.float64) for name, array in net.items()}
    if wide["trunk.first.weight"].shape != (WIDTH, INPUTS) or "trunk.ups.1.weight" in wide:
        raise SystemExit(f"the net must have {INPUTS} inputs, {WIDTH} units and one block")
    head = wide["own"] + wide["static"] @ wide["shared"]
    yield fixed(wide["trunk.first.weight"].T, STREAM, "<i2")
    yield fixed(wide["trunk.first.bias"], STREAM, "<i4")
    yield fixed(wide["trunk.norms.0.weight"], WEIGHT, "<i2")
    yield fixed(wide["trunk.norms.0.bias"], VALUE, "<i2")
    yield fixed(wide["trunk.ups.0.weight"], WEIGHT, "<i2")
    yield fixed(wide["trunk.ups.0.bias"], WEIGHT + VALUE, "<i4")
    yield fixed(wide["trunk.downs.0.weight"], WEIGHT, "<i2")
    yield fixed(wide["trunk.downs.0.bias"], WEIGHT + VALUE, "<i4")
    yield fixed(wide["trunk.last.weight"], WEIGHT, "<i2")
    yield fixed(wide["trunk.last.bias"], VALUE, "<i2")
    yield fixed(head[:IDS], WEIGHT, "<i2")
    yield fixed(wide["bias"][:IDS], WEIGHT + VALUE, "<i4")


def fnv1a(data):
    """The 64-bit FNV-1a hash."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


def main():
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    data = b"".join(np.ascontiguousarray(section).tobytes() for section in sections(np.load(sys.argv[1])))
    data += bytes(-len(data) % 32)
    with open(sys.argv[2], "wb") as file:
        file.write(data)
    print(f"{len(data)} bytes, hash {fnv1a(data):#018x}")


if __name__ == "__main__":
    main()
