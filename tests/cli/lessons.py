#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
"""lessons.py TESTS PAGE: every lesson has its row in PAGE (docs/lessons.md), and every test that a row names is there.

TESTS is the folder of the tests. A test is named as `NAME` (`FILE`).
"""
import os
import re
import sys

# The public issues whose lessons this project has taken. A row may go only with its entry here.
LESSONS = """
hashicorp/terraform#28693 hashicorp/terraform#31371 ansible/ansible#56265 ansible/ansible#82267 ansible/ansible#32255
argoproj/argo-rollouts#3850 argoproj/argo-rollouts#3503 argoproj/argo-rollouts#872 argoproj/argo-rollouts#404
fluxcd/flagger#30 fluxcd/flagger#724 NVIDIA/nodewright#587 NVIDIA/nodewright#270 NVIDIA/aicr#2572
bottlerocket-os/bottlerocket-update-operator#691 bottlerocket-os/bottlerocket-update-operator#28
bottlerocket-os/bottlerocket-update-operator#594 coreos/locksmith#58 flatcar/Flatcar#408 coreos/bugs#842
kubereboot/kured#137 kubereboot/kured#847 kubereboot/kured#822 nmstate/kubernetes-nmstate#960
nmstate/kubernetes-nmstate#474 canonical/netplan#548 FRRouting/frr#10453 FRRouting/frr#6062 mej/nhc#83
openucx/ucx#11252 openucx/ucx#11955 openucx/ucx#11558 NVIDIA/nccl#1657 NVIDIA/nccl#1403 apache/brpc#3246
prometheus/node_exporter#3434 prometheus/node_exporter#3823 prometheus/node_exporter#3810 prometheus/node_exporter#966
prometheus/node_exporter#573 prometheus/node_exporter#2769 prometheus/node_exporter#2827 prometheus/node_exporter#3137
prometheus/node_exporter#3176 prometheus/node_exporter#3472 prometheus/node_exporter#3658 prometheus/node_exporter#3666
prometheus/node_exporter#3668 prometheus/node_exporter#3670 prometheus/procfs#687 prometheus/procfs#823
influxdata/telegraf#8135 influxdata/telegraf#7766 influxdata/telegraf#16334 netdata/netdata#11991 netdata/netdata#14747
leptonai/gpud#1164 uccl-project/rdmatop#12 k8snetworkplumbingwg/sriov-network-device-plugin#345 nebius/soperator#403
DDNStorage/LustrePerfMon#27 ceems-dev/ceems#81 guilbaults/infiniband-exporter#12 guilbaults/infiniband-exporter#50
etcd-io/etcd#8237 etcd-io/etcd#11372 etcd-io/etcd#11843 etcd-io/etcd#10819 dims/etcd3-gateway#13 ansible/ansible#7686
sonic-net/sonic-buildimage#9499
""".split()

NAMED = re.compile(r"`([A-Za-z0-9_-]+)` \(`([A-Za-z0-9_./-]+)`\)")
# How a file of that kind says that it has a case.
CASE = {
    ".c": r"(?:CASE|cmocka_unit_test\w*|\w+_case)\(%s[,)]",
    ".sh": r"^\s*(?:golden|json|check|equal|pty) \"?%s(?:-\$|(?![\w-]))",
}


def has_case(tests, name, path):
    kind = CASE.get(os.path.splitext(path)[1])
    try:
        with open(os.path.join(tests, path), encoding="utf-8") as text:
            return bool(kind and re.search(kind % re.escape(name), text.read(), re.MULTILINE))
    except OSError:
        return False


def rows(page):
    """The lessons of a row, the tests that it names, and whether there is one without its file."""
    with open(page, encoding="utf-8") as text:
        for line in text:
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if line.startswith("|") and len(cells) == 4 and "/" in cells[0]:
                yield cells[0], NAMED.findall(cells[3]), "`" in NAMED.sub("", cells[3])


def faults(tests, named, lone):
    if not named or lone:
        yield "names no test, or one without its file"
    for name, path in named:
        if not has_case(tests, name, path):
            yield "there is no %s in tests/%s" % (name, path)


def main(tests, page):
    failed, seen = False, []
    for lesson, named, lone in rows(page):
        seen += [word.rstrip(",") for word in lesson.split()]
        wrong = list(faults(tests, named, lone))
        for fault in wrong:
            print("%s: %s" % (lesson, fault))
        failed |= bool(wrong)
        print("[%s] lessons: %s" % ("  FAILED  " if wrong else "       OK ", lesson))
    for lesson in LESSONS:
        if lesson not in seen:
            print("[  FAILED  ] lessons: %s has no row in %s" % (lesson, page))
            failed = True
    return failed


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
