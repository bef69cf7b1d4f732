# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""Structures of the kernel's mlx5_ifc.h: every member is an array of bits, so widths add up to places."""
import re

from fields import Field, SourceError, moved

COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
DIRECTIVE = re.compile(r"^[ \t]*#(?:\\\n|.)*$", re.M)
TOKEN = re.compile(r"\w+|[^\s\w]")
TOP = re.compile(r"^(struct|union) (mlx5_ifc_\w+) \{", re.M)


def matching_brace(tokens, at):
    depth = 0
    for i in range(at, len(tokens)):
        depth += (tokens[i] == "{") - (tokens[i] == "}")
        if depth == 0:
            return i
    raise SourceError("a brace is never closed")


class Header:
    """One mlx5_ifc.h. A structure is understood when it is asked for, so a strange one elsewhere does no harm."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as text:
            self.text = DIRECTIVE.sub("", COMMENT.sub("", text.read()))
        self.at = {m.group(2): (m.group(1), m.end()) for m in TOP.finditer(self.text)}
        self.known = {}

    def has(self, name):
        return "mlx5_ifc_%s_bits" % name in self.at

    def fields(self, name):
        """(fields, bits) of mlx5_ifc_NAME_bits."""
        return self.structure("mlx5_ifc_%s_bits" % name)

    def structure(self, name):
        if name not in self.known:
            if name not in self.at:
                raise SourceError("no %s" % name)
            kind, start = self.at[name]
            end = self.text.index("\n}", start)
            self.known[name] = self.members(kind, TOKEN.findall(self.text[start:end]))
        return self.known[name]

    def members(self, kind, tokens):
        fields, bit, widest, i = [], 0, 0, 0
        while i < len(tokens):
            inner, width, i = self.member(tokens, i)
            fields += moved(inner, (), 0 if kind == "union" else bit)
            bit += width
            widest = max(widest, width)
        return fields, widest if kind == "union" else bit

    def member(self, tokens, i):
        """One declaration from tokens[i] on: its fields, its bits, and where the next begins."""
        if tokens[i] == "u8":
            return self.declared(tokens, i + 1, [], 1)
        if tokens[i] == "DECLARE_FLEX_ARRAY":
            return self.flexible(tokens, i)
        if tokens[i] not in ("struct", "union"):
            raise SourceError("a member begins with '%s'" % tokens[i])
        if tokens[i + 1] == "{":
            end = matching_brace(tokens, i + 1)
            inner, width = self.members(tokens[i], tokens[i + 2:end])
            return self.declared(tokens, end + 1, inner, width)
        inner, width = self.structure(tokens[i + 1])
        return self.declared(tokens, i + 2, inner, width)

    def flexible(self, tokens, i):
        """DECLARE_FLEX_ARRAY(struct NAME, field); its first element, of no width."""
        if tokens[i + 1:i + 3] != ["(", "struct"] or tokens[i + 6:i + 8] != [")", ";"]:
            raise SourceError("a flexible array of something else than structures")
        inner, _ = self.structure(tokens[i + 3])
        return moved(inner, (tokens[i + 5],), 0), 0, i + 8

    @staticmethod
    def declared(tokens, i, inner, width):
        """The name, its dimensions and the semicolon. An element of an array is taken to be the first one."""
        name = ()
        if tokens[i] != ";" and tokens[i] != "[":
            name, i = (tokens[i],), i + 1
        one = width
        while tokens[i] == "[":
            close = tokens.index("]", i)
            width *= int("".join(tokens[i + 1:close]) or "0", 0)
            one, i = (one if inner else width), close + 1
        fields = moved(inner, name, 0)
        if name and not name[0].startswith("reserved"):
            fields.append(Field(name, 0, width))
        return fields, width, i + 1
