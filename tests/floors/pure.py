# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""Pure rooms, checked on the object code: no file, socket, clock, environment, printing.

From the objects of the rooms in pure.tsv the undefined symbols are followed through the other archives, object by
object; whatever no archive defines must be on the list of pure.tsv. So it does not help to reach the clock through
a helper in another room.
"""
import os
import re
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))


class Object:
    def __init__(self, name, room):
        self.name, self.room, self.wants = name, room, set()


def read_list():
    rooms, allowed = [], []
    with open(os.path.join(HERE, "pure.tsv"), encoding="utf-8") as table:
        for line in table:
            cells = line.rstrip("\n").split("\t")
            if cells[0] == "room":
                rooms.append(cells[1])
            elif cells[0] == "allow":
                allowed.append(cells[1])
    return rooms, re.compile("(?:%s)" % "|".join(allowed))


def read_archive(archive, room, objects, defined):
    out = subprocess.run(["nm", "-A", archive], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    for line in out.stdout.splitlines():
        where, rest = line.rsplit(":", 1)
        kind, symbol = rest.split()[-2:]
        name = where.replace(os.sep, "/")
        obj = objects.setdefault(name, Object(name, room))
        if kind == "U":
            obj.wants.add(symbol.split("@")[0])
        elif kind.isupper():
            defined[symbol] = obj


def faults_from(start, defined, allowed):
    """Breadth first, so that the chain in a message is a short one."""
    reached = {start.name: start.name}
    queue = [start]
    for obj in queue:
        for symbol in sorted(obj.wants):
            other = defined.get(symbol)
            if other is None:
                if not allowed.fullmatch(symbol):
                    yield reached[obj.name], symbol
            elif other.name not in reached:
                reached[other.name] = "%s -> %s (%s)" % (reached[obj.name], other.name, symbol)
                queue.append(other)


def check_pure(archives, room_name, sources):
    """archives: paths; room_name: path -> name of its room; sources: files that git knows."""
    rooms, allowed = read_list()
    objects, defined, faults, seen = {}, {}, [], set()
    for archive in archives:
        read_archive(archive, room_name(archive), objects, defined)
    for obj in sorted(objects.values(), key=lambda o: o.name):
        if obj.room not in rooms:
            continue
        seen.add(obj.room)
        for chain, symbol in faults_from(obj, defined, allowed):
            faults.append("%s refers to %s, which pure.tsv does not allow" % (chain, symbol))
    for room in rooms:
        if room not in seen and any(path.startswith(room + "/") and path.endswith(".c") for path in sources):
            faults.append("%s: no archive of it was given" % room)
    return faults
