#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# cards: cx7 cx7
# connect: 0:1,1:1
# layers: rdma
# kernels: vm7x
# Counter sets of queue pairs, made by type and process: while traffic stands still they add up to the port's counters, also the
# optional ones (kernel 6.15), and when the queue pairs are gone the port has lost nothing.
# shellcheck source=lib.sh
. /t/lib.sh
# shellcheck source=cable.sh
. /t/cable.sh

link=$(ib_of 0)/1
packets=rdma_tx_packets,rdma_tx_bytes,rdma_rx_packets,rdma_rx_bytes
of_port() { rdma statistic show link "$link" | sed -n "s/^ *$1 \([0-9]*\) *\$/\1/p"; }
sets() { rdma statistic qp show link "$link"; }
set_count() { sets | grep -c 'cntn [1-9]'; }
# in_sets NAME: the sum over all sets
in_sets() { sets | tr ' ' '\n' | awk -v name="$1" 'last == name { sum += $1 } { last = $1 } END { printf "%d\n", sum }'; }
in_file() { cat "/sys/class/infiniband/$(ib_of 0)/ports/1/counters/$1"; }

# ping N: rping without an end, of a server and a client that are processes of their own
ping() {
	/usr/bin/ip netns exec n1 rping -s -a 10.0.0.2 -p "700$1" -S 4000 > "/run/server.$1" 2>&1 &
	pids="$! $pids"
	wait_for 20 serves "$1" || return 1
	/usr/bin/ip netns exec n0 rping -c -a 10.0.0.2 -p "700$1" -S 4000 > "/run/client.$1" 2>&1 &
	pids="$! $pids"
}
serves() { [ "$(rdma resource show cm_id | grep -c 'state LISTEN')" -ge "$1" ]; }
pids=''
each() { for each_pid in $pids; do kill "$1" "$each_pid"; done; }

check cables_up cables_up
check optional_on rdma statistic set link "$link" optional-counters $packets
check auto_on rdma statistic qp set link "$link" auto type,pid on optional-counters on
for name in rx_write_requests rx_read_requests rdma_rx_packets rdma_tx_packets; do
	of_port $name > "/run/before.$name"
done
for name in port_rcv_packets port_xmit_packets; do in_file $name > "/run/before.$name"; done
check first ping 1
check second ping 2
two_count() { [ "$(set_count)" = 2 ] && [ "$(in_sets rx_write_requests)" -gt 20 ]; }
check two_sets wait_for 30 two_count
processes() { sets | sed -n 's/.* pid \([0-9]*\) .*/\1/p' | sort -u | wc -l; }
equal of_two_processes 2 "$(processes)"

# a stopped process asks for nothing, and what its card was asked is answered in no time
each -STOP
# still: the same at five looks in a row; wait_for looks again
still() {
	still_before=$still_now
	still_now=$(of_port rdma_rx_packets).$(of_port rdma_tx_packets).$(in_sets rx_write_requests)
	[ "$still_now" = "$still_before" ] || still_looks=0
	still_looks=$((still_looks + 1))
	[ "$still_looks" -ge 5 ]
}
still_now='' still_looks=0
check stands_still wait_for 20 still
since() { echo $(($(of_port "$1") - $(cat "/run/before.$1"))); }
equal writes_add_up "$(since rx_write_requests)" "$(in_sets rx_write_requests)"
equal reads_add_up "$(since rx_read_requests)" "$(in_sets rx_read_requests)"
# what set the connections up is of no set
check received_in_sets test "$(in_sets rdma_rx_packets)" -gt 100
check sets_are_part_of_the_port test "$(since rdma_rx_packets)" -ge "$(in_sets rdma_rx_packets)"
equal port_is_all_received $(($(in_file port_rcv_packets) - $(cat /run/before.port_rcv_packets))) "$(since rdma_rx_packets)"
equal port_is_all_sent $(($(in_file port_xmit_packets) - $(cat /run/before.port_xmit_packets))) "$(since rdma_tx_packets)"
writes=$(of_port rx_write_requests)
received=$(of_port rdma_rx_packets)

each -CONT
each -TERM
# shellcheck disable=SC2086 # numbers
wait $pids
no_set() { [ "$(set_count)" = 0 ]; }
check sets_are_gone wait_for 20 no_set
check port_has_the_writes test "$(of_port rx_write_requests)" -ge "$writes"
check port_has_the_packets test "$(of_port rdma_rx_packets)" -ge "$received"
check auto_off rdma statistic qp set link "$link" auto off
check optional_off rdma statistic unset link "$link" optional-counters
check kernel_is_quiet no_complaint
