#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""live.py ECE-DECODE MAKE: a capture that is not over: lines come as connections do, and Ctrl-C shows what is unfinished."""
import os
import runpy
import select
import signal
import subprocess
import sys

SECONDS = 20
A, B = "10.0.0.1", "10.0.0.2"


class Live:
    """ece-decode at the end of a pipe."""

    def __init__(self, program, make):
        self.make = make
        self.header = len(make["pcap"]([]))
        self.child = subprocess.Popen([program, "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.send(make["pcap"]([]))

    def send(self, data):
        self.child.stdin.write(data)
        self.child.stdin.flush()

    def frames(self, frames):
        self.send(self.make["pcap"](frames)[self.header:])

    def lines(self, count):
        """So many lines of stdout, or fewer when nothing more comes in time."""
        got = b""
        while got.count(b"\n") < count and select.select([self.child.stdout], [], [], SECONDS)[0]:
            more = os.read(self.child.stdout.fileno(), 65536)
            if not more:
                break
            got += more
        return got.decode()

    def end(self, number):
        """After a signal, or the end of the capture (0)."""
        if number:
            self.child.send_signal(number)
        else:
            self.child.stdin.close()
        out = self.lines(1000)
        return self.child.wait(SECONDS), out, self.child.stderr.read().decode()


def check(name, good, said):
    print("[%s] live: %s" % ("       OK " if good else "  FAILED  ", name))
    if not good:
        print("# %r" % (said,))
    return not good


def main():
    program, path = (os.path.abspath(path) for path in sys.argv[1:])
    make = runpy.run_path(path, run_name="captures")
    request = make["frame"]((A, B), make["req"](0x20, 120, (A, B)))
    bad = 0
    for name, number in (("end", 0), ("ctrl_c", signal.SIGINT), ("terminate", signal.SIGTERM)):
        live = Live(program, make)
        live.frames(make["connection"](A, B, 0x10)[:3])
        said = live.lines(3)
        bad += check(name + ".a_connection_is_shown_at_once", "agreed    version=3" in said, said)
        live.frames([request] + make["connection"](A, B, 0x11)[:3])
        said = live.lines(3)
        bad += check(name + ".what_is_unfinished_waits", "QP 217" in said and "QP 120" not in said, said)
        status, out, err = live.end(number)
        bad += check(name + ".what_is_unfinished_is_shown", "QP 120" in out and "no answer" in out, (out, err))
        bad += check(name + ".the_counts_come_last", "7 packets:" in out, out)
        bad += check(name + ".is_no_error", (status, err) == (0, ""), (status, err))
    sys.exit(bad > 0)


main()
