#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck source=lib.sh
# Kernel lockdown (as under Secure Boot) shuts debugfs and the PCI window, not fwctl and DevX. It cannot be left again,
# so this comes last.
. /t/lib.sh

if [ ! -e /sys/kernel/security/lockdown ]; then
	skip lockdown "this kernel has none"
	exit 0
fi
engage() {
	grep -qF '[integrity]' /sys/kernel/security/lockdown || echo integrity > /sys/kernel/security/lockdown
}
check engage engage
adapter=01010000000000000000000000000000
refused cc_read 'Operation not permitted' cat "$CC/rp_ai_rate"
set_cc() { echo 5 > "$CC/rp_ai_rate"; }
refused cc_write 'Operation not permitted' set_cc
check devx answers ok '00000000*000002c9*' devx "$IB" 272 "$adapter"
[ -z "$FWCTL" ] || check fwctl answers ok '00000000*000002c9*' fwctl "$FWCTL" 0 272 "$adapter"
refused pci_window '-E-' mstreg -d "$PCI" --reg_name ROCE_ACCL --get
