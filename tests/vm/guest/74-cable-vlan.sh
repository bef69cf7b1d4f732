#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# cards: cx7 cx7
# connect: 0:1,1:1
# layers: rdma
# kernels: vm61
# VLANs over a cable: tags that the card inserts and takes off, or the kernel alone; RDMA by addresses in a VLAN. Then
# multicast: one sender, a member on the other card.
# shellcheck source=lib.sh
. /t/lib.sh
# shellcheck source=cable.sh
. /t/cable.sh

check cables_up cables_up

vlan_up() { # CARD
	vlan_net=$(net_of "$1")
	ip -n "n$1" link add link "$vlan_net" name "v$1" type vlan id 100 egress-qos-map 0:3 &&
		ip -n "n$1" addr add "10.1.0.$(($1 + 1))/24" dev "v$1" && ip -n "n$1" link set "v$1" up
}
vlans_up() { modprobe 8021q && vlan_up 0 && vlan_up 1; }
check vlans_up vlans_up
ping_tagged() { on 0 ping -c 3 -i 0.1 -W 2 10.1.0.2 && on 1 ping -c 2 -i 0.1 -W 2 -s 1400 10.1.0.1; }
check ping ping_tagged
statistic() { on "$1" ethtool -S "$(net_of "$1")" | sed -n "s/^ *$2: //p"; }
check tags_were_inserted test "$(statistic 0 tx_added_vlan_packets)" -ge 3
check tags_were_taken_off test "$(statistic 1 rx_removed_vlan_packets)" -ge 3
untagged() { on "$1" ethtool -K "$(net_of "$1")" rxvlan off txvlan off; }
check offloads_off untagged 0
check offloads_off_there untagged 1
check ping_by_the_kernel_alone ping_tagged
other_vlan() { ip -n n1 link set v1 down && ip -n n1 link del v1 && ip -n n1 link add link "$(net_of 1)" name v1 type vlan id 200 &&
	ip -n n1 addr add 10.1.0.2/24 dev v1 && ip -n n1 link set v1 up; }
check other_vlan other_vlan
apart() { ! on 0 ping -c 1 -W 1 10.1.0.2; }
check vlans_are_apart apart
same_vlan() { ip -n n1 link del v1 && vlan_up 1; }
check same_vlan same_vlan

# the GID of an address in the VLAN
tagged_of() { gid_of "$1" "$(printf '0000:0000:0000:0000:0000:ffff:0a01:00%02x' $(($1 + 1)))" 'RoCE v2'; }
tagged() { tagged_of 0 > /dev/null && tagged_of 1 > /dev/null; }
check addresses_have_gids wait_for 10 tagged
pingpong() {
	pingpong_program=$1
	shift
	pair "$pingpong_program -d $(ib_of 1) -g $(tagged_of 1) $*" "$pingpong_program -d $(ib_of 0) -g $(tagged_of 0) $* 10.0.0.2"
}
check rc_pingpong pingpong ibv_rc_pingpong -c -e -n 100
check ud_pingpong pingpong ibv_ud_pingpong -e -n 100
check uc_pingpong pingpong ibv_uc_pingpong -c -e -n 100
check rping pair "rping -s -a 10.1.0.2 -C 5 -v" "rping -c -a 10.1.0.2 -C 5 -v"

# a notification has a priority of its own in its tag, where it is not told to keep that of the packet; one bit selects
# both values, so that writing the one clears the other
own_priority() { # CARD
	own_cc=/sys/kernel/debug/mlx5/$(pci_of "$1")/cc_params
	echo 5 > "$own_cc/np_cnp_prio" && test "$(cat "$own_cc/np_cnp_prio_mode")" = 0
}
check notifications_have_a_priority own_priority 0
check notifications_have_it_there own_priority 1
marked_pingpong() {
	ctl cable mark 50% || return 1
	pingpong ibv_rc_pingpong -c -e -s 16384 -n 10
	marked_status=$?
	ctl cable mark 0 && test "$(hw_counter 0 np_cnp_sent)" -gt 0 && return $marked_status
}
check marked_pingpong marked_pingpong

# mckey ends when it has seen ten messages; that it has joined is to be seen in the kernel's list of groups
joined() { on "$1" grep -qi 030201EF /proc/net/igmp; }
groups_work() {
	/usr/bin/ip netns exec n1 timeout 25 mckey -m 239.1.2.3 -b 10.0.0.2 > /run/server 2>&1 < /dev/null &
	serve_pid=$!
	wait_for 15 joined 1 || return 1
	on 0 timeout 20 mckey -m 239.1.2.3 -b 10.0.0.1 -s > /run/client 2>&1 < /dev/null
	group_status=$?
	finish || group_status=1
	cat /run/server /run/client
	return $group_status
}
check multicast groups_work
check kernel_is_quiet no_complaint
