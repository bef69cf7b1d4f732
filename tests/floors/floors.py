#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""Includes and symbols that climb a floor. One line a case, as cmocka prints them.

floors.py             the includes of the sources that git knows
floors.py ARCHIVE...  also what the objects of built archives refer to (nm)
"""
import os
import re
import subprocess
import sys

from pure import check_pure

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"')
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))

# Symbols that only one room may use: an ioctl or a root path anywhere else is a second door.
SEAM_ONLY = re.compile(r"^(ioctl|dlopen|mlx5dv_.*|ibv_.*)$")
SEAM_USERS = ("devx/os",)
# Programs hand libece queue pairs of their own.
VERBS = re.compile(r"^(ibv|rdma)_.*$")
VERBS_USERS = ("lib/ece",)
# The library neither prints nor ends the process nor looks at the environment.
TOOL_ONLY = re.compile(r"^(printf|puts|putchar|perror|exit|_exit|getenv|secure_getenv|stdout|stderr|__printf_chk)$")
# But for the policy that a program's environment narrows (ece/policy.h).
ENVIRONMENT = ("secure_getenv",)
ENVIRONMENT_USERS = ("lib/ece",)
# Installed headers are included as their users do.
INSTALLED = "ece/"
INSTALLED_AT = "lib/include/"


class Room:
    def __init__(self, floor, name, only):
        self.floor, self.name, self.only = float(floor), name, only

    def may_use(self, other):
        if other is self:
            return True
        if self.only is not None:
            return other.name in self.only
        return other.floor < self.floor


def read_rooms():
    rooms = {}
    with open(os.path.join(HERE, "floors.tsv"), encoding="utf-8") as table:
        for line in table:
            if line.startswith("#") or not line.strip():
                continue
            cells = line.rstrip("\n").split("\t")
            only = set(cells[2].split()) if len(cells) > 2 else None
            rooms[cells[1]] = Room(cells[0], cells[1], only)
    return rooms


def room_of(rooms, path):
    parts = path.split("/")
    for n in range(len(parts), 0, -1):
        room = rooms.get("/".join(parts[:n]))
        if room:
            return room
    return None


def sources():
    out = subprocess.run(["git", "-C", ROOT, "ls-files", "*.c", "*.h"], check=True, stdout=subprocess.PIPE, text=True)
    return out.stdout.split()


def check_includes(rooms):
    faults = []
    for path in sources():
        room = room_of(rooms, path)
        if room is None:
            faults.append("%s: lies in no room of floors.tsv" % path)
            continue
        with open(os.path.join(ROOT, path), encoding="utf-8") as text:
            for number, line in enumerate(text, 1):
                m = INCLUDE.match(line)
                if not m:
                    continue
                name = m.group(1)
                other = room_of(rooms, INSTALLED_AT + name if name.startswith(INSTALLED) else name)
                if other is None:
                    faults.append('%s:%d: "%s" is not written from the root' % (path, number, name))
                elif not room.may_use(other):
                    faults.append("%s:%d: %s (floor %g) must not include %s (floor %g)"
                                  % (path, number, room.name, room.floor, other.name, other.floor))
    return faults


def symbols(archive):
    out = subprocess.run(["nm", "-A", archive], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    for line in out.stdout.splitlines():
        cells = line.split()
        if len(cells) >= 2:
            yield cells[-2], cells[-1], cells[0]


def archive_room(rooms, archive):
    at = max(archive.find("/devx/"), archive.find("/lib/"))
    return room_of(rooms, archive[at + 1:]) if at >= 0 else None


# Functions of libraries that a portable build loads (devx/os/loaded.h): everybody may call them, as when they are linked.
STAND_INS = re.compile(r"libloaded_(mnl|curl)\.")


def verbs_of_programs(room, symbol):
    return bool(VERBS.match(symbol)) and room.name in VERBS_USERS


def check_symbols(rooms, archives):
    defined, used, faults = {}, [], []
    for archive in archives:
        room = archive_room(rooms, archive)
        if room is None or STAND_INS.search(archive):
            continue
        for kind, name, where in symbols(archive):
            if kind in "TDRB":
                defined[name] = room
            elif kind == "U":
                used.append((room, name, where))
    for room, name, where in used:
        base = name.split("@")[0]
        other = defined.get(base)
        if other and not room.may_use(other):
            faults.append("%s: %s refers to %s of %s" % (where, room.name, base, other.name))
        if SEAM_ONLY.match(base) and room.name not in SEAM_USERS and not verbs_of_programs(room, base):
            faults.append("%s: %s refers to %s, which only devx/os may" % (where, room.name, base))
        if TOOL_ONLY.match(base) and not (base in ENVIRONMENT and room.name in ENVIRONMENT_USERS):
            faults.append("%s: %s refers to %s, which only tools may" % (where, room.name, base))
    return faults


def room_name(rooms, archive):
    room = archive_room(rooms, archive)
    return room.name if room else None


def report(name, faults):
    for fault in faults:
        print(fault)
    print("[  %s ] %s" % ("FAILED " if faults else "     OK", name))
    return bool(faults)


def main():
    rooms = read_rooms()
    failed = report("floors: includes", check_includes(rooms))
    if len(sys.argv) > 1:
        failed |= report("floors: symbols", check_symbols(rooms, sys.argv[1:]))
        failed |= report("floors: pure", check_pure(sys.argv[1:], lambda path: room_name(rooms, path), sources()))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
