#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# cards: cx7-2p + bf3 cx4 + cx7-vf
# Card types, and cards of two functions: what the drivers make of them, and what ece-show says.
# shellcheck source=lib.sh
. /t/lib.sh

function_at() { echo "/sys/bus/pci/devices/$1"; }
rdma_of() { ls "$(function_at "$1")/infiniband"; }
net_of() { ls "$(function_at "$1")/net"; }
all_bound() {
	for pci in 0000:01:00.0 0000:01:00.1 0000:02:00.0 0000:03:00.0 0000:03:00.1 0000:04:00.0; do
		test -e "$(function_at $pci)/infiniband" && test -e "$(function_at $pci)/net" || return 1
	done
}
check all_bound wait_for 60 all_bound
said() { cat "$(function_at "$1")/infiniband/$(rdma_of "$1")/$2"; }
port_name() { cat "$(function_at "$1")/net/$(net_of "$1")/phys_port_name" 2> /dev/null; }

equal two_ports_one_psid "$(said 0000:01:00.0 board_id)" "$(said 0000:01:00.1 board_id)"
equal two_ports_one_card "$(said 0000:01:00.0 sys_image_guid)" "$(said 0000:01:00.1 sys_image_guid)"
equal first_port p0 "$(port_name 0000:01:00.0)"
equal second_port p1 "$(port_name 0000:01:00.1)"
equal second_guid_counts_on 0c42:a103:00ab:cde1 "$(said 0000:01:00.1 node_guid)"
equal bluefield_psid MT_0000001010 "$(said 0000:02:00.0 board_id)"
# a card without flow tables of RDMA traffic: the driver lists the counter, and refuses it
cx4=$(rdma_of 0000:03:00.0)/1
check cx4_lists_marks sh -c "rdma -j statistic mode supported link $cx4 | grep -q '\"cc_rx_ce_pkts\"'"
check cx4_has_no_notifications sh -c "! rdma statistic mode supported link $cx4 | grep -q cnp"
refused cx4_counts_no_marks 'Operation not supported' rdma statistic set link "$cx4" optional-counters cc_rx_ce_pkts
equal cx4_has_none_on '' "$(rdma -j statistic mode link "$cx4" | sed -n 's/.*optional-counters":\[\([^]]*\)\].*/\1/p')"
equal cx4_firmware 14.28.2006 "$(said 0000:03:00.1 fw_ver)"

# NV configuration: either function reaches both ports, and reads its own
mask() { nv "$1" ROCE_CC_PRIO_MASK; }
nv_untold() {
	nv 0000:04:00.0 > /run/nv
	cat /run/nv
	[ -s /run/nv ] && ! grep -vE '^[^ ]+( (unsupported|unreadable)){3}$' /run/nv
}
equal nv_of_first_port 'ROCE_CC_PRIO_MASK_P1 255 255 255' "$(mask 0000:01:00.0)"
check mstconfig_sets_second_port mstconfig -y -d 0000:01:00.0 set ROCE_CC_PRIO_MASK_P2=8
equal nv_of_second_port 'ROCE_CC_PRIO_MASK_P2 8 255 255 pending' "$(mask 0000:01:00.1)"
equal nv_of_first_port_stays 'ROCE_CC_PRIO_MASK_P1 255 255 255' "$(mask 0000:01:00.0)"
# a virtual function is told nothing
check nv_of_virtual_function nv_untold

# doors: a card without a tools' context has no fwctl node, a virtual function no congestion parameters either
node() { [ -e "$(function_at "$1")/fwctl" ] && echo yes || echo no; }
files() { [ -e "/sys/kernel/debug/mlx5/$1/cc_params" ] && echo yes || echo no; }
if [ -n "$FWCTL" ]; then
	equal fwctl_of_second_function yes "$(node 0000:01:00.1)"
	equal fwctl_of_bluefield yes "$(node 0000:02:00.0)"
fi
equal no_fwctl_of_cx4 no "$(node 0000:03:00.0)"
equal no_fwctl_of_vf no "$(node 0000:04:00.0)"
equal cc_params_of_cx4 yes "$(files 0000:03:00.1)"
equal no_cc_params_of_vf no "$(files 0000:04:00.0)"

# shows PATTERN CARD
shows() {
	ece-show "$2" > /run/show 2>&1
	cat /run/show
	grep -qE -- "$1" /run/show
}
window=roce_accl.roce_tx_window_en
check shows_second_port shows '^0000:01:00.1 +ConnectX-7' 0000:01:00.1
check shows_bluefield shows '^0000:02:00.0 +BlueField-3' 0000:02:00.0
check shows_cx4 shows '^0000:03:00.0 +ConnectX-4 Lx' 0000:03:00.0
check cx4_window_by_the_pci_window shows "$window +false +vsc" 0000:03:00.0
check cx4_has_no_selective_repeat shows 'roce_accl.selective_repeat_forced_en +unsupported' 0000:03:00.0
check cx4_has_no_ztr_rtt shows 'ztr_rtt.ALPHA +unsupported' 0000:03:00.0
check shows_vf shows '^0000:04:00.0 ' 0000:04:00.0

# each function its own register, as mstreg sees it
# mst_two VALUE
mst_two() {
	mstreg -d 0000:01:00.1 --yes --reg_name ROCE_ACCL --set "roce_tx_window_en=$1,roce_tx_window_field_select=1"
}
check mstreg_sets_second mst_two 1
check second_has_it shows "$window +true" 0000:01:00.1
check first_has_not shows "$window +false" 0000:01:00.0
check mstreg_puts_it_back mst_two 0
check kernel_is_quiet no_complaint
