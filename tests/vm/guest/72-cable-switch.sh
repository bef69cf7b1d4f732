#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# cards: cx7 cx6dx cx7
# connect: 0:1,1:1,2:1
# layers: rdma
# kernels: vm7x
# Three cards on a switch: each reaches each, a frame for one is not for the others, and a port that goes down is its own affair.
# shellcheck source=lib.sh
. /t/lib.sh
# shellcheck source=cable.sh
. /t/cable.sh

check cables_up cables_up
reaches() { on "$1" ping -c 2 -i 0.1 -W 2 "$(address_of "$2")"; }
for pair in '0 1' '0 2' '1 2' '2 1'; do
	# shellcheck disable=SC2086 # two words
	check "ping_$(echo "$pair" | tr ' ' _)" reaches $pair
done

# How often the cable handed a frame to a port, and how many were sent, while a command ran.
count() { ctl cable | sed "s/.*\"$1\":\([0-9]*\).*/\1/"; }
once_each() {
	ctl cable zero
	on 0 ping -q -c 20 -i 0.05 -W 2 10.0.0.2 || return 1
	sent=$(count frames)
	got=$(count delivered)
	echo "$sent sent, $got delivered"
	# flooded, each would be delivered twice; what is for all (ARP, neighbour discovery) is few
	[ "$sent" -ge 40 ] && [ "$got" -lt $((sent + 10)) ]
}
check learned_addresses_are_not_flooded once_each

check rping_0_1 pair "rping -s -C 5 -v -V -a 10.0.0.2" "rping -c -C 5 -v -V -a 10.0.0.2" 1 0
check rping_2_1 pair "rping -s -C 5 -v -V -a 10.0.0.2" "rping -c -C 5 -v -V -a 10.0.0.2" 1 2

check one_port_goes ctl card1 link down
gone() { ! on "$1" ip link show "$(net_of "$1")" | grep -q LOWER_UP; }
check it_knows wait_for 10 gone 1
check others_do_not ready 0
check others_go_on reaches 0 2
check one_port_comes ctl card1 link up
check it_is_ready wait_for 10 ready 1
check it_is_reached wait_for 10 reaches 0 1
check kernel_is_quiet no_complaint
