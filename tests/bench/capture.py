#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""capture.py ECE-DECODE MAKE: how fast ece-decode and tshark read the same captures, and with how much memory.

"traffic" is data of 1 KiB with a connection among each thousand packets; "storm" is nothing but connections being set up.
tshark is given a tenth of that, since it keeps what it has seen; the figures are per second.
"""
import os
import runpy
import shutil
import subprocess
import sys
import tempfile
import time

TRAFFIC, STORM, SHARE = 1000000, 500000, 10


def build(make, path, kind, packets):
    data = make["frame"](("10.0.0.1", "10.0.0.2"), bytes(1024), qpn=77, opcode=4)
    header = make["pcap"]([])
    with open(path, "wb") as file:
        file.write(header)
        written = number = 0
        while written < packets:
            number += 1
            frames = make["connection"]("10.0.0.1", "10.0.0.2", number) + ([data] * 995 if kind == "traffic" else [])
            file.write(make["pcap"](frames)[len(header):])
            written += len(frames)
    return written


def run(name, packets, command):
    start = time.monotonic()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    wall = time.monotonic() - start
    print("%-24s %9d packets %10.0f a second  %5.2f s  peak %5.1f MiB at most%s" % (
        name, packets, packets / wall, wall, usage.ru_maxrss / 1024, "" if status == 0 else "  FAILED"))


def main():
    program, path = sys.argv[1:]
    make = runpy.run_path(path, run_name="captures")
    with tempfile.TemporaryDirectory() as work:
        for kind, packets in (("traffic", TRAFFIC), ("storm", STORM)):
            capture = os.path.join(work, "capture.pcap")
            count = build(make, capture, kind, packets)
            run("ece-decode, " + kind, count, [program, capture])
            if shutil.which("tshark"):
                count = build(make, capture, kind, packets // SHARE)
                run("tshark, " + kind, count, ["tshark", "-n", "-r", capture, "-Y", "infiniband.mad.mgmtclass == 7"])


main()
