# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""told.py HOST=SENTENCE...: does the plan that "ece-apply --json" prints on stdin tell of each HOST with SENTENCE?

Hosts that have the same trouble may be in one entry.
"""
import json
import sys


def texts(value):
    if isinstance(value, dict):
        if "hosts" in value and "text" in value:
            for host in value["hosts"].split(","):
                yield host, value["text"]
        for member in value.values():
            yield from texts(member)
    elif isinstance(value, list):
        for member in value:
            yield from texts(member)


def main():
    told, bad = dict(texts(json.load(sys.stdin))), 0
    for host, sentence in (word.split("=", 1) for word in sys.argv[1:]):
        if sentence not in told.get(host, ""):
            print(f"{host}: {told.get(host, 'nothing is told')}\n  has not: {sentence}")
            bad = 1
    return bad


sys.exit(main())
