#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""measure.py COMMAND...: runs it, prints the counts of its last JSON object, and wall, CPU and memory of it."""
import json
import resource
import subprocess
import sys
import time


def main():
    start = time.monotonic()
    done = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    wall = time.monotonic() - start
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    last = json.loads(done.stdout.strip().splitlines()[-1])
    counts = {k: last[k] for k in ("result", "hosts", "changed", "unchanged", "failed", "cards") if k in last}
    print("exit %d %s" % (done.returncode, counts))
    cpu = usage.ru_utime + usage.ru_stime
    print("wall_s %.2f cpu_s %.2f (user %.2f system %.2f) peak_mib %.1f" % (
        wall, cpu, usage.ru_utime, usage.ru_stime, usage.ru_maxrss / 1024))
    if last.get("hosts"):
        print("cpu_us_per_host %.0f" % (cpu * 1e6 / last["hosts"]))


if __name__ == "__main__":
    main()
