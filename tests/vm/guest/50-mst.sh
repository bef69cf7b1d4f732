#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck source=lib.sh
# mstflint as the other pair of eyes: it reads and sets registers by its own layout tables and its own way in.
. /t/lib.sh

sr=selective_repeat_forced_en
mst_get "$PCI" ROCE_ACCL
check reads_by_pci mst_read
equal sr_can_be_set 0x00000001 "$(mst_field ${sr}_field_select)"
equal sr_is_off 0x00000000 "$(mst_field $sr)"
check sets_sr mst_set ROCE_ACCL "$sr=1,${sr}_field_select=1"
mst_get "$IB" ROCE_ACCL
check reads_by_rdma_name mst_read
equal sr_is_on 0x00000001 "$(mst_field $sr)"
check clears_sr mst_set ROCE_ACCL "$sr=0,${sr}_field_select=1"
mst_get "$PCI" ROCE_ACCL
equal sr_is_off_again 0x00000000 "$(mst_field $sr)"

# the algorithm's parameter 1: its name, its bounds, its value
ppcc() { mst_get "$PCI" PPCC -i "local_port=1,pnat=0,lp_msb=0,algo_slot=0,algo_param_index=1" -o "cmd_type=$1"; }
ppcc 5
check reads_ppcc mst_read
# "ALPH"
equal ppcc_name 0x414c5048 "$(mst_field 'text\[0\]')"
equal ppcc_default 0x00001999 "$(mst_field param_value1)"
equal ppcc_max 0x00010000 "$(mst_field param_value3)"
ppcc 6
equal ppcc_value 0x00001999 "$(mst_field value)"

if [ "$LABEL" = vm7x ] && [ -n "$FWCTL" ]; then
	# 4.31 asks fwctl for register reads in the lowest scope, which the kernel refuses; a newer one may do better
	mst_get "$FWCTL" ROCE_ACCL
	if mst_read > /dev/null; then
		equal reads_by_fwctl_name 0x00000000 "$(mst_field $sr)"
	else
		skip reads_by_fwctl_name "this mstflint reads registers in fwctl's scope 0, which the kernel refuses"
	fi
	mst_get "/dev/fwctl/$FWCTL" ROCE_ACCL
	check fwctl_path_is_no_name grep -q 'Failed to open device' /run/mst
fi

# what the others of its tools can say of this card: docs/vm.md
refused congestion_of_the_host_bus 'Register not supported' mstcongestion -d "$PCI" -q
mstlink -d "$PCI" > /run/mstlink 2>&1 || true
check mstlink_sees_the_firmware grep -F '28.45.1020' /run/mstlink
check kernel_is_quiet no_complaint
