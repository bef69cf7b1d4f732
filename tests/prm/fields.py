# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""What all sources come to: fields of a structure, each with a path, a first bit and a width.

Bits are counted as the kernel's header does: 0 is the most significant bit of the first byte.
"""
from collections import namedtuple

Field = namedtuple("Field", "path bit width")


class SourceError(Exception):
    """A source says what its reader does not understand, or lacks what was asked for."""


def place(bit, width):
    """A field's place as our rows write it: 0x14[28], 0x0c[15:0], 0x80 (64b)."""
    at, high = bit // 32 * 4, 31 - bit % 32
    if width > 32 or width > high + 1:
        return "0x%02x (%d bits from bit %d)" % (at, width, high)
    return "0x%02x[%d]" % (at, high) if width == 1 else "0x%02x[%d:%d]" % (at, high, high - width + 1)


def moved(fields, prefix, bit):
    """Fields of an inner structure as fields of the outer one."""
    return [Field(prefix + f.path, f.bit + bit, f.width) for f in fields]


def below(fields, path):
    """Only the fields under an inner structure; their places still count from the outer one."""
    return [Field(f.path[len(path):], f.bit, f.width) for f in fields if f.path[:len(path)] == path and f.path != path]


def joined_halves(fields):
    """Pairs that a source splits into name_high and name_low, as one field."""
    by_path = {f.path: f for f in fields}
    whole = []
    for f in fields:
        if not f.path or not f.path[-1].endswith("_high"):
            continue
        name = f.path[-1][:-len("_high")]
        low = by_path.get(f.path[:-1] + (name + "_low",))
        if low and low.bit == f.bit + f.width:
            whole.append(Field(f.path[:-1] + (name,), f.bit, f.width + low.width))
    return whole


def named(fields, path):
    """All fields whose path ends so; only the whole path where there is one."""
    whole = [f for f in fields if f.path == path]
    return whole or [f for f in fields if f.path[-len(path):] == path]
