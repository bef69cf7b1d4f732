# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# Cards with two ports: a NIC each, with ROCE_ACCL of its own (node1) or one for both (node2).
golden two-ports ece-apply two_ports.json --yes
golden two-ports-check ece-apply two_ports.json --check
check two-ports-second-function 0 ece-show 0000:02:00.1 --sim state --host node1
check two-ports-no-third-function 65 ece-show 0000:02:00.2 --sim state --host node1
run=$(ece-apply history | awk 'NR == 1 { print $1 }')
golden two-ports-undo ece-apply undo "$run" --yes
