#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck source=lib.sh
# cards: cx7-vf
# A function with the device id of a VF. The card has no SR-IOV, so it stands alone and no PF is behind it: the drivers
# take it for a VF by its id, and its capabilities are those of one that may do nothing. Which doors there are, how
# they refuse, and that our tools leave it alone.
. /t/lib.sh

check drivers_bind test -n "$IB" -a -n "$NETDEV"
check no_cc_params test ! -e "$CC"
check no_vendor_files test ! -e "/sys/class/net/$NETDEV/ecn"
check no_fwctl_node test -z "$FWCTL"
check devx_read_is_the_firmwares_no answers EREMOTEIO '03*' devx "$IB" 272 08240000000000000000000100000000
check devx_write_is_the_kernels_no answers EINVAL '*' devx "$IB" 16 "0825000000000000""0000000100000080+272"
check devx_status_write_is_the_kernels_no answers EINVAL '*' devx "$IB" 16 "0823000000000000""0000000100000000"
check devx_register_is_the_kernels_no answers EINVAL '*' devx "$IB" 144 "0805000000000001""0000402c00000000+128"

# shows PATTERN ARGS...
shows() {
	shows_pattern=$1
	shift
	ece-show "$@" > /run/show 2>&1
	cat /run/show
	grep -qE -- "$shows_pattern" /run/show
}
check show_names_it shows "^$PCI +ConnectX VF "
check show_leaves_it_alone shows 'left alone: it is a virtual function'
writes_nowhere() {
	ece-show --probe > /run/show 2>&1
	cat /run/show
	! grep -qE '^ +(devx|fwctl|debugfs|ofed|vsc) .*writes' /run/show
}
check no_door_writes writes_nowhere
equal nothing_was_sent 'ok 0' "$(ctl count 0x825)"
check kernel_is_quiet no_complaint
