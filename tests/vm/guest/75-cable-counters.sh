#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# cards: cx7 cx7
# connect: 0:1,1:1
# layers: rdma
# What the kernel counts of packets: by queue pair, as "rdma statistic" binds them, by port and by priority.
# shellcheck source=lib.sh
. /t/lib.sh
# shellcheck source=cable.sh
. /t/cable.sh

# pinging: rping without an end; its server reads from the client's memory and writes to it, so card 0 is asked for both
pinging() {
	/usr/bin/ip netns exec n1 rping -s -a 10.0.0.2 -S 4000 > /run/server 2>&1 &
	server=$!
	wait_for 20 listens 1 || return 1
	/usr/bin/ip netns exec n0 rping -c -a 10.0.0.2 -S 4000 > /run/client 2>&1 &
	client=$!
	wait_for 20 answered || { cat /run/server /run/client; return 1; }
}
answered() { [ "$(hw_counter 0 rx_write_requests)" -gt "$asked_before" ]; }
ended() { kill "$client" "$server"; wait "$client" "$server"; true; }

link=$(ib_of 0)/1
statistic() { rdma statistic qp show link "$link"; }
# counts QPNS: there is a counter for these, and it has moved
counts() {
	statistic > /run/case/statistic
	cat /run/case/statistic
	tr '\n' ' ' < /run/case/statistic | grep -qE "cntn [0-9]+ .*rx_write_requests [1-9].*LQPN: <$1>"
}
no_queue_pair() { ! statistic | grep -q cntn; }
lqpn() { rdma resource show qp link "$link" | sed -n 's/.*lqpn \([0-9]*\) .*type RC state RTS.*/\1/p' | head -n 1; }
sq_psn() { rdma resource show qp link "$link" lqpn "$1" | sed -n 's/.*sq-psn \([0-9]*\).*/\1/p'; }

check cables_up cables_up
asked_before=$(hw_counter 0 rx_write_requests)

check manual.pinging pinging
qpn=$(lqpn)
check manual.bind rdma statistic qp bind link "$link" lqpn "$qpn"
check manual.counts wait_for 20 counts "$qpn"
card_says() { ctl card0 qps "$qpn" | tee /run/case/qp | grep -q '"service":"RC","state":"RTS"' && grep -q "\"counter_set\":$1," /run/case/qp; }
check manual.card_has_it card_says "$(statistic | sed -n 's/.*cntn \([0-9]*\).*/\1/p')"
psn=$(sq_psn "$qpn")
psn_moves() { [ "$(sq_psn "$qpn")" != "$psn" ]; }
check manual.psn_moves wait_for 20 psn_moves
ended
check manual.is_gone wait_for 20 no_queue_pair
asked=$(hw_counter 0 rx_write_requests)
check manual.port_keeps_it test "$asked" -gt "$asked_before"

asked_before=$asked
check auto.on rdma statistic qp set link "$link" auto type on
check auto.pinging pinging
check auto.counts wait_for 20 counts '[0-9,]+'
ended
check auto.is_gone wait_for 20 no_queue_pair
check auto.port_keeps_it test "$(hw_counter 0 rx_write_requests)" -gt "$asked_before"
check auto.off rdma statistic qp set link "$link" auto off

# a stretch of traffic that has ended: nobody counts any more
port_counter() { cat "/sys/class/infiniband/$(ib_of "$1")/ports/1/counters/$2"; }
ethtool_counter() { on "$1" ethtool -S "$(net_of "$1")" | sed -n "s/^ *$2: //p"; }
unicast() { ethtool_counter 0 tx_vport_rdma_unicast_packets; }
card_unicast() { ctl card0 counter tx_vport_rdma_unicast_packets | sed -n 's/^ok //p'; }
sent=$(port_counter 0 port_xmit_packets)
unicast=$(unicast)
card_unicast=$(card_unicast)
received=$(port_counter 1 port_rcv_packets)
words=$(port_counter 0 port_xmit_data)
check port.write_bw pair "ib_write_bw -d $(ib_of 1) -x $(v2_of 1) -n 100 -s 65536" "ib_write_bw -d $(ib_of 0) -x $(v2_of 0) -n 100 -s 65536 10.0.0.2"
check port.packets test $(($(port_counter 0 port_xmit_packets) - sent)) -ge 6400
check port.data test $(($(port_counter 0 port_xmit_data) - words)) -ge $((6400 * 1024 / 4))
equal port.what_is_sent_arrives $(($(port_counter 0 port_xmit_packets) - sent)) $(($(port_counter 1 port_rcv_packets) - received))
# what the port sent to groups before is in the one and not in the others
equal port.ethtool_agrees $(($(port_counter 0 port_xmit_packets) - sent)) $(($(unicast) - unicast))
equal port.card_agrees $(($(port_counter 0 port_xmit_packets) - sent)) $(($(card_unicast) - card_unicast))
check priority.packets test "$(ethtool_counter 1 rx_prio0_packets)" -ge 6400
check phy.bytes test "$(ethtool_counter 0 tx_bytes_phy)" -ge $((6400 * 1024))
check kernel_is_quiet no_complaint
