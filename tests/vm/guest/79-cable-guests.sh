#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# cards: cx7 cx7
# connect: 0:1,1:1
# guests: 2
# kernels: vm7x
# layers: rdma
# Two hosts with one card each. Role 1 serves; it tells by TCP that it does.
# shellcheck source=lib.sh
. /t/lib.sh
# shellcheck source=cable.sh
. /t/cable.sh

# here the only card is card 0, and its namespace is the host itself
enter() { :; }
gid4_of() { printf '0000:0000:0000:0000:0000:ffff:0a00:00%02x' $((ROLE + 1)); }
name=client
[ "$ROLE" = 1 ] && name=server

up() {
	modprobe rdma_ucm && modprobe ib_umad && ip link set "$NETDEV" up && ip addr add "10.0.0.$((ROLE + 1))/24" dev "$NETDEV" &&
		wait_for 30 v2_of 0
}
check "$name.up" up
check "$name.ping" wait_for 60 ping -c 1 -W 1 "10.0.0.$((2 - ROLE))"

# both SERVER-COMMAND CLIENT-COMMAND: one runs here, the other there
both() {
	if [ "$ROLE" = 1 ]; then
		serve 0 "$1"
		# the client asks until somebody is there to say so
		timeout 30 nc -l -p 9000 -e echo ready
		finish
		both_status=$?
		cat /run/server
		return $both_status
	fi
	wait_for 40 server_is_ready || return 1
	# shellcheck disable=SC2086 # a command line
	timeout 50 $2
}
server_is_ready() { nc 10.0.0.2 9000 < /dev/null 2> /dev/null | grep -q ready; }
gid=$(v2_of 0)
check "$name.rping" both "rping -s -a 10.0.0.2 -V -C 10 -S 3000" "rping -c -a 10.0.0.2 -V -C 10 -S 3000"
check "$name.rc_pingpong" both "ibv_rc_pingpong -g $gid -c -e -n 100" "ibv_rc_pingpong -g $gid -c -e -n 100 10.0.0.2"
check "$name.write_bw" both "ib_write_bw -x $gid -n 100 -s 65536" "ib_write_bw -x $gid -n 100 -s 65536 10.0.0.2"
check "$name.udaddy" both "udaddy" "udaddy -s 10.0.0.2"
check "$name.kernel_is_quiet" no_complaint
