#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# cards: cx7-2p + bf3 cx4 + cx7-vf
# usually: vm7x
# RoCE LAG: a bond of the two functions of a card becomes one RDMA device. Which doors each port keeps, what a write
# through the one device reaches, and that all comes back when the bond goes.
# shellcheck source=lib.sh
. /t/lib.sh

first=0000:01:00.0
second=0000:01:00.1
second_bound() { test -e "/sys/bus/pci/devices/$second/infiniband" && test -e "/sys/bus/pci/devices/$second/net"; }
check both_bound wait_for 60 second_bound
net0=$(ls "/sys/bus/pci/devices/$first/net")
net1=$(ls "/sys/bus/pci/devices/$second/net")
lag() { cat "/sys/kernel/debug/mlx5/$first/lag/$1"; }
bonded() { test -e /sys/class/infiniband/mlx5_bond_0; }
unbonded() { ! bonded && second_bound && test -e "/sys/bus/pci/devices/$first/infiniband"; }
bond() {
	# without a number it makes a bond of its own, of a kind that cards cannot take over
	modprobe bonding max_bonds=0 && ip link add bond0 type bond mode active-backup miimon 100 &&
		ip link set "$net0" down && ip link set "$net1" down &&
		ip link set "$net0" master bond0 && ip link set "$net1" master bond0 && ip link set bond0 up
}
equal no_lag_yet disabled "$(lag state)"
check make_bond bond
check one_rdma_device wait_for 60 bonded
equal lag_is_active active "$(lag state)"
equal lag_is_roce roce "$(lag type)"
check none_on_the_second test ! -e "/sys/bus/pci/devices/$second/infiniband"
equal it_is_on_the_first mlx5_bond_0 "$(ls "/sys/bus/pci/devices/$first/infiniband")"
equal told_the_card_once 'ok 1' "$(ctl card0 count 0x840)"
equal told_the_first_only 'ok 0' "$(ctl card1 count 0x840)"

# doors: files of congestion parameters with the RDMA device, a fwctl node each
check files_of_the_first test -d "/sys/kernel/debug/mlx5/$first/cc_params"
check no_files_of_the_second test ! -e "/sys/kernel/debug/mlx5/$second/cc_params"
if [ -n "$FWCTL" ]; then
	check fwctl_of_the_first test -d "/sys/bus/pci/devices/$first/fwctl"
	check fwctl_of_the_second test -d "/sys/bus/pci/devices/$second/fwctl"
fi
# a write to the files reaches the first function and not the other one
ctl card0 mark > /run/case/out
ctl card1 mark > /run/case/out
check write_by_the_file sh -c "echo 20 > /sys/kernel/debug/mlx5/$first/cc_params/rp_ai_rate"
equal first_has_it 'ok {"cong.rp.rpg_ai_rate":[5,20]}' "$(ctl card0 moved)"
equal second_has_not 'ok {}' "$(ctl card1 moved)"

# counters: the driver adds those of congestion up over the ports; those of queue pairs are of the one device
statistic() { rdma statistic show link mlx5_bond_0/1 | sed -n "s/^ *$1 \([0-9]*\) *\$/\1/p"; }
for told in "card0 counter np_cnp_sent 5" "card1 counter np_cnp_sent 4294967297" "card0 counter packet_seq_err 7" "card1 counter packet_seq_err 100"; do
	check "told_$(echo "$told" | tr ' ' _)" ctl "$told"
done
equal congestion_of_both 4294967302 "$(statistic np_cnp_sent)"
equal queue_pairs_of_the_first 7 "$(statistic packet_seq_err)"
ours() { ece-counters mlx5_bond_0/1 --json | tr '{' '\n' | sed -n "s/^\"name\": *\"$1\",.*\"raw\": *\([0-9]*\),.*/\1/p"; }
equal ours_of_both 4294967302 "$(ours np_cnp_sent)"
equal ours_of_the_first 7 "$(ours packet_seq_err)"
for told in "card0 counter np_cnp_sent 0" "card1 counter np_cnp_sent 0" "card0 counter packet_seq_err 0" "card1 counter packet_seq_err 0"; do
	ctl "$told" > /run/case/out
done

# shows PATTERN CARD
shows() {
	ece-show "$2" 2>&1 | tr -s ' \n' '  ' > /run/show
	cat /run/show
	grep -qE -- "$1" /run/show
}
check says_bond_of_the_first shows 'RoCE LAG bond0: mlx5_bond_0' "$first"
check says_bond_of_the_second shows 'RoCE LAG bond0: its RDMA device mlx5_bond_0 is on 0000:01:00.0' "$second"
if [ -n "$FWCTL" ]; then
	check register_of_the_second shows 'roce_accl.roce_tx_window_en +false +fwctl' "$second"
else
	# without RDMA device and fwctl node nothing tells its GUID, by which old values are kept
	check second_is_left_alone shows 'left alone: its GUID cannot be read' "$second"
fi

check end_bond ip link del bond0
check two_rdma_devices wait_for 60 unbonded
equal told_the_card_again 'ok 1' "$(ctl card0 count 0x843)"
equal value_stays 20 "$(cat "/sys/kernel/debug/mlx5/$first/cc_params/rp_ai_rate")"
check kernel_is_quiet no_complaint
