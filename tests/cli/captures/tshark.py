#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""tshark.py ECE-DECODE MAKE JUDGES: tshark and ece-decode read the same captures, those of make.py, and say the same.

With $ECE_DATA also a public capture of a real card, in which no connection is set up.
"""
import os
import subprocess
import sys
import tempfile

NAMES = ("connections", "odd", "nano", "pcapng", "cooked", "raw")
PUBLIC = "captures/cnp-cx4lx.pcap"  # a notification packet of a ConnectX-4 Lx


def judge_public(decode, cases, program):
    if not os.environ.get("ECE_DATA"):
        cases.skip("public", "ECE_DATA is not set: no %s" % PUBLIC)
        return
    exchanges, summary = decode.decode(program, os.path.join(os.environ["ECE_DATA"], PUBLIC))
    cases.equal("public.no_connection", [], exchanges)
    cases.equal("public.one_packet_of_roce", (1, 1), (summary["packets"]["all"], summary["packets"]["data"]))


def main():
    program, make, judges = (os.path.abspath(path) for path in sys.argv[1:])
    sys.path.insert(0, os.path.dirname(judges))
    import capture
    import decode

    class Counted(capture.Cases):
        failed = 0

        def check(self, name, good, why=""):
            Counted.failed += not good
            super().check(name, good, why)

    for name in NAMES:
        with tempfile.NamedTemporaryFile(suffix=".pcap") as file:
            file.write(subprocess.run([sys.executable, make, name], check=True, stdout=subprocess.PIPE).stdout)
            file.flush()
            exchanges, summary = decode.decode(program, file.name)
            cases = Counted("tshark: " + name)
            cases.check("something_is_in_it", len(exchanges) > 0)
            decode.judge_against_tshark(cases, file.name, exchanges, summary)
    judge_public(decode, Counted("capture"), program)
    sys.exit(Counted.failed > 0)


main()
