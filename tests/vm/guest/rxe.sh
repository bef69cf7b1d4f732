# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=sh disable=SC2034
# Sourced after ece.sh by scenarios (layer rxe, vm7x) about rdma_rxe, the kernel's RDMA over any interface: two devices, rxe0
# and rxe1, on the two ends of a veth, in network namespaces r0 and r1 with the addresses 10.1.0.1 and 10.1.0.2, fd01::1 and
# fd01::2. Its driver has no ECE; the kernel's connection manager carries the words all the same.

rxe_address() { echo "10.1.0.$(($1 + 1))"; }
# on_rxe END COMMAND ARGS...
on_rxe() {
	rxe_end=$1
	shift
	/usr/bin/ip netns exec "r$rxe_end" "$@"
}

rxe_listens() { rdma resource show cm_id link "rxe$1" 2> /dev/null | grep -q 'state LISTEN'; }
rxe_ready() { grep -qs "0000:ffff:0a01:000$(($1 + 1))" /sys/class/infiniband/rxe"$1"/ports/1/gids/*; }
rxe_served() { rxe_listens 1 || over "$rxe_server"; }

# rxe_pair SERVER-COMMAND CLIENT-COMMAND: the server at end 1, the client at end 0; both have to succeed
rxe_pair() {
	# shellcheck disable=SC2086 # command lines
	on_rxe 1 timeout 40 $1 > /run/server 2>&1 < /dev/null &
	rxe_server=$!
	wait_for 20 rxe_served
	# shellcheck disable=SC2086
	on_rxe 0 timeout 30 $2 > /run/client 2>&1 < /dev/null
	rxe_client=$?
	[ $rxe_client = 0 ] || kill "$rxe_server" 2> /dev/null
	wait "$rxe_server"
	rxe_served=$?
	sed 's/^/server: /' /run/server
	sed 's/^/client: /' /run/client
	echo "server $rxe_served, client $rxe_client"
	[ $rxe_client = 0 ] && [ $rxe_served = 0 ]
}

rxe_up() {
	modprobe veth && modprobe rdma_rxe && modprobe rdma_ucm || return 1
	ip link add rv0 type veth peer name rv1 || return 1
	for rxe_at in 0 1; do
		ip netns add "r$rxe_at" && ip link set "rv$rxe_at" netns "r$rxe_at" && ip -n "r$rxe_at" link set lo up &&
			ip -n "r$rxe_at" addr add "$(rxe_address $rxe_at)/24" dev "rv$rxe_at" &&
			ip -n "r$rxe_at" addr add "fd01::$((rxe_at + 1))/64" dev "rv$rxe_at" nodad &&
			ip -n "r$rxe_at" link set "rv$rxe_at" up && on_rxe $rxe_at rdma link add "rxe$rxe_at" type rxe netdev "rv$rxe_at" ||
			return 1
	done
	wait_for 20 rxe_ready 0 && wait_for 20 rxe_ready 1
}

rxe_down() {
	for rxe_at in 0 1; do
		rdma link delete "rxe$rxe_at" && ip netns del "r$rxe_at" || return 1
	done
	modprobe -r rdma_rxe
}

# rxe_capture FILE: what the connection manager sends on the veth from now on, to or from queue pair 1
rxe_capture() {
	on_rxe 0 tcpdump -Z root -i rv0 -U --immediate-mode -w "$1" '(ip and udp port 4791 and udp[12:4] & 0xffffff = 1) or
		(ip6 and ip6[6] = 17 and ip6[52:4] & 0xffffff = 1)' 2> /run/tcpdump &
	capture_pid=$!
	wait_for 20 grep -q 'listening on' /run/tcpdump
}
rxe_captured() { [ "$(tcpdump -Z root -r "$1" 2> /dev/null | wc -l)" -ge "$2" ]; }
# rxe_capture_end FILE PACKETS: when so many are in it
rxe_capture_end() {
	wait_for 20 rxe_captured "$1" "$2" || { cat /run/tcpdump; tcpdump -Z root -r "$1"; }
	kill -INT "$(pidof tcpdump)" && wait "$capture_pid"
	rxe_captured "$1" "$2"
}
