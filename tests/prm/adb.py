# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""Registers of mstflint's register_access_table.adb, and TLVs of its NV configuration database.

Both write a place as BYTE.BIT: the byte offset of a big-endian word and the lowest bit in it, 0 the least significant;
and a size as BYTES.BITS.
"""
import sqlite3
import xml.etree.ElementTree as xml

from fields import Field, SourceError, moved


def dotted(text):
    whole, _, bits = text.partition(".")
    return int(whole, 16), int(bits or "0")


def bits_of(size):
    whole, bits = dotted(size)
    return whole * 8 + bits


def first_bit(offset, width):
    at, low = dotted(offset)
    if width >= 32:
        return at * 8
    at, low = at // 4 * 4, low + (0 if at % 4 == 0 else (3 - at % 4) * 8)
    return at * 8 + 32 - low - width


class RegisterTable:
    def __init__(self, path):
        self.nodes = {n.get("name"): n for n in xml.parse(path).getroot().iter("node")}

    def has(self, name):
        return name in self.nodes

    def fields(self, name):
        """(fields, bits) of a node and all that lies in it."""
        node = self.nodes.get(name)
        if node is None:
            raise SourceError("no node %s" % name)
        out = []
        for f in node.findall("field"):
            width = bits_of(f.get("size"))
            path, bit = (f.get("name"),), first_bit(f.get("offset"), width)
            out.append(Field(path, bit, width))
            if f.get("subnode"):
                inner, one = self.fields(f.get("subnode"))
                out += moved(inner, path, bit)
                # elements of an array by their index; those of less than a word lie the other way round in it
                for i in range(width // one if one % 32 == 0 else 0):
                    out += moved(inner, ("%s[%d]" % (path[0], i),), bit + i * one)
        return out, bits_of(node.get("size"))


class NvTable:
    """A TLV by its name there; its fields by theirs."""

    def __init__(self, path):
        self.db = sqlite3.connect("file:%s?mode=ro&immutable=1" % path, uri=True)

    def has(self, name):
        return self.db.execute("SELECT 1 FROM tlvs WHERE name = ?", (name,)).fetchone() is not None

    def fields(self, name):
        found = self.db.execute("SELECT size FROM tlvs WHERE name = ?", (name,)).fetchone()
        if not found:
            raise SourceError("no TLV %s" % name)
        rows = self.db.execute("SELECT name, offset, size FROM params WHERE tlv_name = ?", (name,))
        out = []
        for field, offset, size in rows:
            width = bits_of(size)
            out.append(Field((field,), first_bit(offset, width), width))
        return out, found[0] * 8
