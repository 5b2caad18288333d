#!/usr/bin/python3
"""Turns a trained net into adept's weight file, or the file into a net to train on: whole numbers of 16 and 32 bits in the order of
`WeightsOf` in layers.h.

    bots/adept/quantise.py NET.npz bots/adept/weights.bin     prints the hash that net.h expects
    bots/adept/quantise.py bots/adept/weights.bin NET.npz

NET.npz is what sdk/python/train/train.py writes, of one block and a width of 288. An array that does not fit its bits is an error."""
import sys

import numpy as np

WIDTH, INPUTS, IDS, PADDED_IDS, FEATURES = 288, 832, 1589, 1600, 96
STREAM, VALUE, WEIGHT = 13, 11, 12  # binary places of the stream, of what goes into a product, of weights

# The file's arrays: their names, shapes, binary places and types. `head` is what a net has in three parts.
ARRAYS = (
    ("trunk.first.weight", (INPUTS, WIDTH), STREAM, "<i2"),
    ("trunk.first.bias", (WIDTH,), STREAM, "<i4"),
    ("trunk.norms.0.weight", (WIDTH,), WEIGHT, "<i2"),
    ("trunk.norms.0.bias", (WIDTH,), VALUE, "<i2"),
    ("trunk.ups.0.weight", (WIDTH, WIDTH), WEIGHT, "<i2"),
    ("trunk.ups.0.bias", (WIDTH,), WEIGHT + VALUE, "<i4"),
    ("trunk.downs.0.weight", (WIDTH, WIDTH), WEIGHT, "<i2"),
    ("trunk.downs.0.bias", (WIDTH,), WEIGHT + VALUE, "<i4"),
    ("trunk.last.weight", (WIDTH,), WEIGHT, "<i2"),
    ("trunk.last.bias", (WIDTH,), VALUE, "<i2"),
    ("head", (IDS, WIDTH), WEIGHT, "<i2"),
    ("bias", (IDS,), WEIGHT + VALUE, "<i4"),
)


def fixed(name, array, places, kind):
    """`array` times 2^places as whole numbers of the type `kind`."""
    numbers = np.rint(array * 2.0**places)
    limits = np.iinfo(kind)
    if numbers.min() < limits.min or numbers.max() > limits.max:
        raise SystemExit(f"{name}: a weight of {np.abs(array).max():g} does not fit {places} binary places of {np.dtype(kind)}")
    return numbers.astype(kind)


def quantised(net):
    """The bytes of the weight file."""
    wide = {name: array.astype(np.float64) for name, array in net.items()}
    if wide["trunk.first.weight"].shape != (WIDTH, INPUTS) or "trunk.ups.1.weight" in wide:
        raise SystemExit(f"the net must have {INPUTS} inputs, {WIDTH} units and one block")
    wide["trunk.first.weight"] = wide["trunk.first.weight"].T
    wide["head"] = wide["own"] + wide["static"] @ wide["shared"]
    data = b"".join(fixed(name, wide[name][: shape[0]], places, kind).tobytes() for name, shape, places, kind in ARRAYS)
    return data + bytes(-len(data) % 32)


def trainable(data):
    """The arrays of a net that answers as the weight file does."""
    net, at = {}, 0
    for name, shape, places, kind in ARRAYS:
        numbers = np.frombuffer(data, kind, int(np.prod(shape)), at)
        at += numbers.nbytes
        net[name] = (numbers.reshape(shape) / 2.0**places).astype(np.float32)
    if len(data) != at + -at % 32:
        raise SystemExit(f"a weight file has {at + -at % 32} bytes, this one {len(data)}")
    net["trunk.first.weight"] = np.ascontiguousarray(net["trunk.first.weight"].T)
    net["own"] = np.pad(net.pop("head"), ((0, PADDED_IDS - IDS), (0, 0)))
    net["bias"] = np.pad(net["bias"], (0, PADDED_IDS - IDS))
    net["shared"] = np.zeros((FEATURES, WIDTH), np.float32)
    return net


def fnv1a(data):
    """The 64-bit FNV-1a hash."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


def main():
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    if sys.argv[2].endswith(".npz"):
        with open(sys.argv[1], "rb") as file:
            np.savez(sys.argv[2], **trainable(file.read()))
        return
    data = quantised(np.load(sys.argv[1]))
    with open(sys.argv[2], "wb") as file:
        file.write(data)
    print(f"{len(data)} bytes, hash {fnv1a(data):#018x}")


if __name__ == "__main__":
    main()
