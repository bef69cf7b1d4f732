#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# cards: cx7 cx7
# connect: 0:1,1:1
# layers: rdma
# usually: vm7x
# The interfaces of two cards on a cable: ARP and neighbour discovery, ping, TCP with the card's own cutting and checksums.
# shellcheck source=lib.sh
. /t/lib.sh
# shellcheck source=cable.sh
. /t/cable.sh

check cables_up cables_up
check ping on 0 ping -c 3 -i 0.1 -W 2 10.0.0.2
mac() { on "$1" cat "/sys/class/net/$(net_of "$1")/address"; }
knows() { ip -n "n$1" neigh show "$2" | grep -q "lladdr $(mac $((1 - $1)))"; }
check arp_found_the_other knows 0 10.0.0.2
check arp_was_found knows 1 10.0.0.1
check ping_back on 1 ping -c 2 -i 0.1 -W 2 10.0.0.1
check ping_full_frame on 0 ping -c 2 -i 0.1 -W 2 -s 1472 10.0.0.2
check ping_fragments on 0 ping -c 2 -i 0.1 -W 2 -s 4000 10.0.0.2
check ping6 on 0 ping -6 -c 2 -i 0.1 -W 2 fd00::2
check neighbour_discovery knows 0 fd00::2
check ping6_back on 1 ping -6 -c 2 -i 0.1 -W 2 -s 1400 fd00::1

dd if=/dev/urandom of=/run/data bs=64k count=64 2> /dev/null
md5() { md5sum < "$1" | cut -d ' ' -f 1; }
# transfer FROM TO: 4 MiB by TCP; the server sends, since a client that has read all of its input ends
transfer() {
	on "$1" timeout 60 nc -l -p 5000 -e cat /run/data > /run/server 2>&1 &
	serve_pid=$!
	wait_for 10 served "$1"
	on "$2" timeout 50 nc "$(address_of "$1")" 5000 > /run/got 2> /run/client < /dev/null
	finish
	cat /run/server /run/client
	test_equal "$(md5 /run/data)" "$(md5 /run/got)"
}
statistic() { on "$1" ethtool -S "$(net_of "$1")" | sed -n "s/^ *$2: //p"; }
check tcp_forth transfer 0 1
check tcp_back transfer 1 0
check card_cut_the_stream test "$(statistic 0 tx_tso_packets)" -gt 10
check checksums_were_taken test "$(($(statistic 1 rx_csum_complete) + $(statistic 1 rx_csum_unnecessary)))" -gt 100
# ARP has none
check checksums_of_nearly_all test "$(statistic 1 rx_csum_none)" -lt 10
plain() { on "$1" ethtool -K "$(net_of "$1")" tso off tx off rx off gro off gso off; }
check offloads_off plain 0
check tcp_by_the_kernel_alone transfer 0 1
check tcp_by_the_kernel_back transfer 1 0
restore() { on 0 ethtool -K "$(net_of 0)" tx on rx on tso on gso on gro on; }
check offloads_on restore

check carrier_goes ctl card1 link down
gone() { ! on 0 ip link show "$(net_of 0)" | grep -q LOWER_UP; }
check peer_sees_it wait_for 10 gone
check carrier_comes ctl card1 link up
check both_are_ready wait_for 10 ready 0
check ping_again wait_for 10 on 0 ping -c 1 -W 1 10.0.0.2
check kernel_is_quiet no_complaint
