# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""layouts.tsv: which structure of which source a layout is, and where rows have other names there."""
import fnmatch
import os
from collections import namedtuple

from fields import SourceError

TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "layouts.tsv")

Target = namedtuple("Target", "kind structure inner offset")


def target(text):
    kind, _, rest = text.partition(":")
    rest, _, offset = rest.partition("@")
    structure, *inner = rest.split("/")
    if kind not in ("ifc", "adb", "nv"):
        raise SourceError("layouts.tsv: '%s' is not SOURCE:STRUCTURE" % text)
    return Target(kind, structure, tuple(inner), int(offset or "0", 0))


class Names:
    def __init__(self):
        self.layouts, self.rows = {}, {}

    def targets(self, layout):
        by_rule = [Target("ifc", layout, (), 0), Target("ifc", layout + "_reg", (), 0),
                   Target("adb", layout + "_reg_ext", (), 0), Target("adb", layout + "_ext", (), 0),
                   Target("nv", layout, (), 0)]
        return self.layouts.get(layout, by_rule)

    def lines(self, layout, row):
        """What the table says of a row: its own line first, then those with a *, which stands for the same text."""
        lines = [self.rows[layout, row]] if (layout, row) in self.rows else []
        for (name, pattern), said in self.rows.items():
            before, star, after = pattern.partition("*")
            if name == layout and star and fnmatch.fnmatchcase(row, pattern):
                lines.append(said.replace("*", row[len(before):len(row) - len(after)]))
        return lines

    def paths(self, layout, row):
        """The names to look for."""
        lines = [said for said in self.lines(layout, row) if said[:2] not in ("- ", "~ ")]
        return [tuple(p.split("/")) for p in (lines or [row])[0].split("|")]

    def why_nowhere(self, layout, row):
        return next((said[2:] for said in self.lines(layout, row) if said.startswith("- ")), "")

    def why_differs(self, layout, row):
        return next((said[2:] for said in self.lines(layout, row) if said.startswith("~ ")), "")

    @staticmethod
    def matches(pattern, rows):
        return any(row == pattern or fnmatch.fnmatchcase(row, pattern) for row in rows)

    def stale(self, layouts):
        """Lines about layouts and rows that there are no more."""
        faults = ["no layout %s" % name for name in self.layouts if name not in layouts]
        for layout, row in self.rows:
            if not self.matches(row, [r.path[0] for r in layouts.get(layout, [])]):
                faults.append("no row %s.%s" % (layout, row))
        return faults


def read():
    names = Names()
    with open(TABLE, encoding="utf-8") as table:
        for line in table:
            if line.startswith("#") or not line.strip():
                continue
            key, _, said = line.rstrip("\n").partition("\t")
            layout, _, row = key.partition(".")
            if row:
                names.rows[layout, row] = said
            else:
                names.layouts[layout] = [target(t) for t in said.split()]
    return names
