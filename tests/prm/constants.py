# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""Opcodes and register ids of devx/prm against the kernel's enumerations and mstflint's list of registers."""
import glob
import os
import re

OURS = re.compile(r"^\s*PRM_(OP|REG)_(?!TLV_)(\w+) = (0x[0-9a-fA-F]+),", re.M)
KERNEL = re.compile(r"\bMLX5_(CMD_OP|REG)_(\w+)\s*=\s*(0x[0-9a-fA-F]+)")
MSTFLINT = re.compile(r"\b(\w+)=(0x[0-9a-fA-F]+)")

# not in these sources: DPDK mlx5_prm.h
ELSEWHERE = {("OP", "ACCESS_REGISTER_USER")}


def texts(root, pattern):
    for path in sorted(glob.glob(os.path.join(root, pattern))):
        with open(path, encoding="utf-8") as text:
            yield text.read()


def theirs(trees):
    """(kind, name) to the set of numbers that the sources give it."""
    known = {}
    for text in texts(trees, "header-*/usr/src/*/include/linux/mlx5/*.h"):
        for kind, name, number in KERNEL.findall(text):
            known.setdefault((kind.replace("CMD_", ""), name), set()).add(int(number, 16))
    for text in texts(trees, "databases/usr/share/mstflint/prm_dbs/hca/ext/*.adb"):
        for line in text.splitlines():
            if '<field name="id" ' in line and "ROCE_ACCL=" in line:
                for name, number in MSTFLINT.findall(line):
                    known.setdefault(("REG", name), set()).add(int(number, 16))
    return known


def differences(root, trees):
    """(how many were compared, what differs or is unknown)"""
    known, compared, faults = theirs(trees), 0, []
    for text in texts(root, "devx/prm/*.h"):
        for kind, name, number in OURS.findall(text):
            numbers = known.get((kind, name), set())
            compared += bool(numbers)
            if not numbers and (kind, name) not in ELSEWHERE:
                faults.append("PRM_%s_%s is in no source that is here" % (kind, name))
            elif numbers and int(number, 16) not in numbers:
                faults.append("PRM_%s_%s is %s here and %s there" % (kind, name, number, sorted(map(hex, numbers))))
    return compared, faults
