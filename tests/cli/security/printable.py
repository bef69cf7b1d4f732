#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""printable.py FILE...: is there anything in these files that steers a terminal? UTF-8 text, lines, nothing else."""
import sys
import unicodedata

BAD = {"Cc", "Cf", "Zl", "Zp", "Cs"}


def faults(path):
    data = open(path, "rb").read()
    try:
        text = data.decode()
    except UnicodeDecodeError as e:
        yield f"byte {e.start} is no UTF-8: {data[max(0, e.start - 40):e.start + 20]!r}"
        return
    for at, c in enumerate(text):
        if c not in "\n\t" and unicodedata.category(c) in BAD:
            yield f"U+{ord(c):04X} at {at}: {text[max(0, at - 60):at + 20]!r}"


def main():
    bad = 0
    for path in sys.argv[1:]:
        for fault in list(faults(path))[:5]:
            print(f"{path}: {fault}")
            bad = 1
    return bad


sys.exit(main())
