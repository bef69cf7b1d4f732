#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck source=lib.sh
# mstflint as the other pair of eyes: it reads and sets ROCE_ACCL by its own layout tables and its own way in.
. /t/lib.sh

# field DEVICE NAME
field() { mstreg -d "$1" --reg_name ROCE_ACCL --get 2>&1 | sed -n "s/^$2 *| *//p"; }
set_field() { mstreg -d "$1" --yes --reg_name ROCE_ACCL --set "$2"; }
sr=selective_repeat_forced_en
check reads_by_pci mstreg -d "$PCI" --reg_name ROCE_ACCL --get
check reads_by_rdma_name mstreg -d "$IB" --reg_name ROCE_ACCL --get
equal sr_can_be_set 0x00000001 "$(field "$PCI" ${sr}_field_select)"
equal sr_is_off 0x00000000 "$(field "$PCI" $sr)"
check sets_sr set_field "$PCI" "$sr=1,${sr}_field_select=1"
equal sr_is_on 0x00000001 "$(field "$PCI" $sr)"
check clears_sr set_field "$PCI" "$sr=0,${sr}_field_select=1"
equal sr_is_off_again 0x00000000 "$(field "$PCI" $sr)"
# by number, without its layout tables
reg() { mstreg -d "$PCI" --reg_id "$1" --reg_len "$2" --get; }
check reads_by_number reg 0x402c 0x80
# what NVIDIA's doRoCE.sh asks: is the algorithm of a slot enabled?
ppcc() { mstreg -d "$PCI" --reg_name PPCC --get -i "local_port=1,pnat=0,lp_msb=0,algo_slot=0,algo_param_index=0" -o cmd_type=3; }
check reads_ppcc ppcc

if [ "$LABEL" = vm7x ] && [ -n "$FWCTL" ]; then
	# 4.31 asks fwctl for register reads in the lowest scope, which the kernel refuses; a newer one may do better
	if field "$FWCTL" $sr | grep -q 0x; then
		equal reads_by_fwctl_name 0x00000000 "$(field "$FWCTL" $sr)"
	else
		skip reads_by_fwctl_name "this mstflint reads registers in fwctl's scope 0, which the kernel refuses"
	fi
	refused fwctl_path_is_no_name 'Failed to open device' mstreg -d "/dev/fwctl/$FWCTL" --reg_name ROCE_ACCL --get
fi
check kernel_is_quiet no_complaint
