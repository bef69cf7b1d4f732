#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""cells.py CELLS CASES GUEST...: the table of what each door allows is whole, and the cases that it names exist.

CASES is tests/seam/cases.c, GUEST the scenarios of tests/vm/guest.
"""
import os
import re
import sys

DOORS = ["devx", "fwctl", "debugfs", "ofed", "window"]
NETLINK = "netlink"  # behind them, for actions to which it is a door
ANSWER = re.compile(r"yes|-|E[A-Z]+")
SEAM = re.compile(r"[a-z_0-9]+")
GUEST = re.compile(r"([0-9]{2}-[a-z_]+):([a-z_0-9]+)")


def rows(path):
    with open(path, encoding="utf-8") as table:
        return [line.rstrip("\n").split("\t") for line in table if line.strip() and not line.startswith("#")]


def texts(paths):
    out = {}
    for path in paths:
        with open(path, encoding="utf-8") as text:
            out[os.path.basename(path)[:-len(".sh")]] = text.read()
    return out


def missing(where, cases, guest):
    """Words that look like cases and are none. What has blanks between other words is a reason."""
    words = where.split()
    named = [w for w in words if GUEST.fullmatch(w)]
    if all(SEAM.fullmatch(w) or GUEST.fullmatch(w) for w in words) and "_" in where:
        named += [w for w in words if SEAM.fullmatch(w)]
    for word in named:
        m = GUEST.fullmatch(word)
        if m and not re.search(r"\b%s\b" % m.group(2), guest.get(m.group(1), "")):
            yield word
        if not m and word not in cases:
            yield word


def faults(table, cases, guest):
    seen = {}
    for row in table:
        if len(row) != 4 or row[1] not in DOORS + [NETLINK] or not ANSWER.fullmatch(row[2]) or not row[3]:
            yield "not a row: %s" % row
            continue
        seen.setdefault(row[0], []).append(row[1])
        for word in missing(row[3], cases, guest):
            yield "%s, %s: there is no case %s" % (row[0], row[1], word)
        if row[2] not in ("yes", "-") and not (SEAM.search(row[3]) and ("_" in row[3] or "simulated only" in row[3])):
            yield "%s, %s: a no without a case" % (row[0], row[1])
    for action, doors in seen.items():
        if doors not in (DOORS, DOORS + [NETLINK]):
            yield "%s: its doors are %s" % (action, doors)


def main():
    cells, cases_c, *guest = sys.argv[1:]
    with open(cases_c, encoding="utf-8") as text:
        cases = set(re.findall(r'\{"([a-z_0-9]+)"', text.read()))
    found = list(faults(rows(cells), cases, texts(guest)))
    for fault in found:
        print("# %s" % fault)
    print("[%s ] cells: every answer of a door has its case" % ("  FAILED " if found else "       OK"))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
