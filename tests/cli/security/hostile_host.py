#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""hostile_host.py AGENT SIM HOST: a host whose agent lies, for test_hostile_hosts.sh.

What it does is in its name: b-... behaves; the others answer what a real agent answers with something done to it.
HOST is what the controller calls it; all of them stand for the simulated host "base".
"""
import json
import os
import subprocess
import sys
import time

# What may not reach a terminal, a file name, a shell, a page: control characters of all kinds, names that are paths.
EVIL = "\x1b[2J\x1b]0;pwn\x07\r\n\x7f\x9b31m\u202e../../etc/x;`id`$(id)<b>|\"'"
PATH = "../../../../tmp/ece-pwned"
LONG = "x" * 300000


def leaves(value, path=()):
    """Every text of an answer, by its path; of an array only the first entry."""
    if isinstance(value, dict):
        for key in sorted(value):
            yield from leaves(value[key], path + (key,))
    elif isinstance(value, list) and value:
        yield from leaves(value[0], path + (0,))
    elif isinstance(value, str):
        yield path


def put(value, path, new):
    for step in path[:-1]:
        value = value[step]
    value[path[-1]] = new


def spoil_texts(answer, number, text):
    paths = list(leaves(answer))
    if number < len(paths):
        put(answer, paths[number], text)
    return answer


def numbers(value):
    """All numbers as large as they go."""
    if isinstance(value, dict):
        return {key: numbers(v) for key, v in value.items()}
    if isinstance(value, list):
        return [numbers(v) for v in value]
    if isinstance(value, int) and not isinstance(value, bool):
        return 2**63 - 1
    return value


def endless():
    chunk = b"x" * 65536
    while True:
        os.write(1, chunk)


def nested(depth):
    return "[" * depth + "]" * depth


def many(answer):
    """More NICs than a host has."""
    answer["nics"] = answer.get("nics", []) * 3000
    return answer


# Of an answer of the agent: bytes to write, newline and all.
def line(answer):
    return json.dumps(answer).encode() + b"\n"


def act(kind, number, answer, text):
    if kind == "evil":
        return line(spoil_texts(answer, number, EVIL))
    if kind == "path":
        return line(spoil_texts(answer, number, PATH))
    if kind == "long":
        return line(spoil_texts(answer, number, LONG))
    if kind == "error":
        return line({"version": 1, "id": answer["id"], "result": "refused",
                     "error": {"kind": "io", "text": EVIL, "place": EVIL, "errno": 5}, "nics": []})
    other = {
        "huge": lambda: b"x" * (3 << 20) + b"\n",
        "deep": lambda: nested(200000).encode() + b"\n",
        "deepkey": lambda: line(answer)[:-2] + b',"more":' + nested(30000).encode() + b"}\n",
        "numbers": lambda: line(numbers(answer)),
        "many": lambda: line(many(answer)),
        "nul": lambda: b"\0" * 4096 + b"\n",
        "latin": lambda: line(answer).replace(b"mlx5", b"\xff\xfe\xc0\x80"),
        "escape": lambda: EVIL.encode() + b"\n",
        "otherid": lambda: line(dict(answer, id="another/" + answer["id"])),
        "twice": lambda: line(answer) * 3,
        "half": lambda: line(answer)[: len(text) // 2],
        "empty": lambda: b"\n",
        "silent": lambda: b"",
        "float": lambda: line(dict(answer, generation=1e300)),
        "negative": lambda: line(dict(answer, generation=-1)),
        "result": lambda: line(dict(answer, result="confirmed")),
        "version": lambda: line(dict(answer, version=99)),
    }
    return other[kind]() if kind in other else line(answer)


def main():
    agent, sim, host = sys.argv[1:4]
    kind, _, number = host.partition("-")
    child = subprocess.Popen([agent, "--stdio", "--sim", sim, "--host", "base"], stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    if kind == "stderr":
        sys.stderr.write(EVIL * 2000)
        sys.stderr.flush()
    for request in sys.stdin.buffer:
        child.stdin.write(request)
        child.stdin.flush()
        text = child.stdout.readline()
        answer = json.loads(text)
        if request.find(b'"hello"') >= 0:
            os.write(1, text)
        elif kind == "endless":
            endless()
        elif kind == "drip":
            time.sleep(3600)
        else:
            os.write(1, act(kind, int(number or 0), answer, text))
        if kind in ("half", "silent"):
            break
    child.kill()


try:
    main()
except (BrokenPipeError, KeyboardInterrupt):
    pass
