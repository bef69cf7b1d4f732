#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# cards: cx7-2p + bf3 cx4 + cx7-vf
# The parameters that 56-every writes on a ConnectX-7, here on other types: a BlueField-3 offers all fields of ROCE_ACCL, a
# second function is as good as the first, a ConnectX-4 takes few, a virtual function nothing. Judged in the same way.
# shellcheck source=lib.sh
. /t/lib.sh

all_bound() {
	for pci in 0000:01:00.1 0000:02:00.0 0000:03:00.0 0000:04:00.0; do
		test -e "/sys/bus/pci/devices/$pci/infiniband" && test -e "/sys/bus/pci/devices/$pci/net" || return 1
	done
}
check all_bound wait_for 60 all_bound
# each CARD PCI: the cases that were passed or failed; what a card does not have is counted
each() {
	CARD=$1 every each "$2" > /run/each 2> /run/each.err || say "$1: $(cat /run/each.err)"
	grep -v SKIPPED /run/each >&3
	say "$1: $(grep -c SKIPPED /run/each) parameters are not for this card or this kernel"
}
written() { grep -c ' OK ' /run/each; }
each card2 0000:02:00.0
bluefield=$(written)
each card3 0000:03:00.0
check cx4_takes_fewer test "$(written)" -lt "$bluefield"
# without fwctl every register goes word by word through the window, which takes its time
if [ -n "$FWCTL" ]; then
	each card1 0000:01:00.1
	check second_function_takes_less test "$(written)" -lt "$bluefield"
fi
each card5 0000:04:00.0
equal vf_takes_none 0 "$(written)"
check kernel_is_quiet no_complaint
