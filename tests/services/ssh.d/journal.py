# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""The journal of the simulated hosts in the state directory STATE.

journal.py once STATE RUN HOSTS     was every one of so many hosts touched by RUN, once? Prints what is not so
journal.py wait STATE COUNT SECONDS until so many applies are in it, of all runs
"""
import collections
import sqlite3
import sys
import time


def look(state, sql, *values):
    journal = sqlite3.connect(f"file:{state}/sim/journal.db?mode=ro", uri=True, timeout=30)
    rows = journal.execute(sql, values).fetchall()
    journal.close()
    return rows


def once(state, run, hosts):
    rows = look(state, "SELECT host, id, answer FROM request WHERE run = ? AND op = 'apply'", run)
    applied = collections.Counter(host for host, _, _ in rows)
    bad = [f"{host}: {n} applies" for host, n in applied.items() if n != 1]
    bad += [f"{host}: {id} has no answer" for host, id, answer in rows if not answer]
    if len(applied) != int(hosts):
        bad.append(f"{len(applied)} hosts were touched, not {hosts}")
    print("\n".join(bad))
    return 1 if bad else 0


def wait(state, count, seconds):
    until = time.monotonic() + float(seconds)
    while time.monotonic() < until:
        if look(state, "SELECT count(*) FROM request WHERE op = 'apply'")[0][0] >= int(count):
            return 0
        time.sleep(0.02)
    print(f"there are not {count} applies after {seconds} s")
    return 1


sys.exit({"once": once, "wait": wait}[sys.argv[1]](*sys.argv[2:]))
