#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck source=lib.sh
# ece-set on a real kernel: what it writes, debugfs and mstreg read; what it undoes, too.
. /t/lib.sh

sr=roce_accl.selective_repeat_forced_en
taint_before=$(taint)
export ECE_STATE=/run/ece-set
value() { cat "$CC/$1"; }
sr_bit() {
	mst_get "$PCI" ROCE_ACCL
	mst_field selective_repeat_forced_en
}
echo 5 > "$CC/rp_ai_rate"
echo 3 > "$CC/np_cnp_prio"
sr_before=$(sr_bit)

refused off_a_terminal '--yes carries it out' ece-set "$IB" 'dcqcn.rp.ai_rate=40 Mb/s'
equal asked_first 5 "$(value rp_ai_rate)"
refused wrong_value 'takes 10 to 11' ece-set "$IB" dcqcn.rp.gd=99 --yes
refused no_such_card 'no card "mlx5_9"' ece-set mlx5_9 dcqcn.rp.gd=11 --yes

check set ece-set "$NETDEV" 'dcqcn.rp.ai_rate=40 Mb/s' dcqcn.np.cnp_prio=5 $sr=true --yes
equal ai_rate 40 "$(value rp_ai_rate)"
equal cnp_prio 5 "$(value np_cnp_prio)"
equal selective_repeat_by_mstreg 0x00000001 "$(sr_bit)"
check again_is_nothing_to_do ece-set "$PCI" 'dcqcn.rp.ai_rate=40 Mb/s' --yes
history() { ece-set --history | tee /dev/stderr | grep -cE "^ +$PCI +(dcqcn|roce_accl)"; }
equal history 3 "$(history)"

echo 7 > "$CC/np_cnp_prio"
refused undo_of_a_changed_value 'somebody changed it since' ece-set --undo --yes
equal the_others_are_put_back 5 "$(value rp_ai_rate)"
equal selective_repeat_is_put_back "$sr_before" "$(sr_bit)"
equal the_changed_one_is_left 7 "$(value np_cnp_prio)"
equal taint_unchanged "$taint_before" "$(taint)"
check kernel_is_quiet no_complaint
