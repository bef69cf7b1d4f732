#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# cards: cx7 cx7
# connect: 0:1,1:1
# layers: rdma
# usually: vm7x
# Optional counters, off until somebody switches them on: rdma switches them, and the driver makes flow tables of it. What
# they count is what the counters of congestion and of the port count; what nobody asked for is counted nowhere.
# shellcheck source=lib.sh
. /t/lib.sh
# shellcheck source=cable.sh
. /t/cable.sh

congestion=cc_rx_ce_pkts,cc_rx_cnp_pkts,cc_tx_cnp_pkts
packets=rdma_tx_packets,rdma_tx_bytes,rdma_rx_packets,rdma_rx_bytes

link_of() { echo "$(ib_of "$1")/1"; }
# modes CARD [supported]: names, as rdma lists them
modes() {
	# shellcheck disable=SC2086 # a word or none
	rdma -j statistic mode ${2:-} link "$(link_of "$1")" | sed -n 's/.*optional-counters":\[\([^]]*\)\].*/\1/p' | tr -d '"'
}
set_modes() { rdma statistic set link "$(link_of "$1")" optional-counters "$2"; }
off() { rdma statistic unset link "$(link_of "$1")" optional-counters; }
# value CARD NAME: nothing where it is not told
value() { rdma statistic show link "$(link_of "$1")" | sed -n "s/^ *$2 \([0-9]*\) *\$/\1/p"; }

check cables_up cables_up
known=$congestion,$packets
[ "$LABEL" = vm61 ] && known=$congestion
equal supported "$known" "$(modes 0 supported)"
equal none_is_on '' "$(modes 0)"
equal off_is_not_told '' "$(value 0 cc_rx_ce_pkts)"

# traffic NAME MARK: there and back, MARK of it marked
traffic() {
	for traffic_card in 0 1; do
		for traffic_name in np_ecn_marked_roce_packets np_cnp_sent rp_cnp_handled; do
			hw_counter "$traffic_card" "$traffic_name" > "/run/before.$traffic_card.$traffic_name"
		done
	done
	ctl cable mark "$2" > /run/case/out
	check "$1.pingpong" pair "ibv_rc_pingpong -d $(ib_of 1) -g $(v2_of 1) -s 65536 -n 10" \
		"ibv_rc_pingpong -d $(ib_of 0) -g $(v2_of 0) -s 65536 -n 10 10.0.0.2"
	ctl cable mark 0 > /run/case/out
}
counted() { echo $(($(hw_counter "$1" "$2") - $(cat "/run/before.$1.$2"))); }
# alike NAME: what the optional counters of both cards have is what the others counted in the last traffic
alike() {
	for alike_card in 0 1; do
		equal "$1.marked_$alike_card" "$(counted $alike_card np_ecn_marked_roce_packets)" "$(value $alike_card cc_rx_ce_pkts)"
		equal "$1.sent_$alike_card" "$(counted $alike_card np_cnp_sent)" "$(value $alike_card cc_tx_cnp_pkts)"
		equal "$1.handled_$alike_card" "$(counted $alike_card rp_cnp_handled)" "$(value $alike_card cc_rx_cnp_pkts)"
	done
}

for card in 0 1; do
	check "on_$card" set_modes $card $congestion
	equal "is_on_$card" $congestion "$(modes $card)"
	equal "starts_at_zero_$card" 0 "$(value $card cc_rx_ce_pkts)"
done
traffic marked 10%
alike marked
check marked.there_were_some test "$(value 0 cc_rx_ce_pkts)" -gt 0
check marked.and_notifications test "$(value 0 cc_tx_cnp_pkts)" -gt 0
before=$(value 0 cc_rx_ce_pkts)
traffic unmarked 0
equal unmarked.nothing_moves "$before" "$(value 0 cc_rx_ce_pkts)"

# a set is the whole set: who names one switches the others off
check one.on set_modes 0 cc_rx_cnp_pkts
equal one.is_all cc_rx_cnp_pkts "$(modes 0)"
equal one.others_are_not_told '' "$(value 0 cc_rx_ce_pkts)"
check off.off off 0
equal off.none_is_on '' "$(modes 0)"
check off.again set_modes 0 $congestion
equal off.begins_anew 0 "$(value 0 cc_rx_ce_pkts)"
traffic off 10%
equal off.counts_again "$(counted 0 np_ecn_marked_roce_packets)" "$(value 0 cc_rx_ce_pkts)"
check off.ends off 0
check off.ends_there off 1

if [ "$LABEL" != vm61 ]; then
	port() { cat "/sys/class/infiniband/$(ib_of 0)/ports/1/counters/$1"; }
	check packets.on set_modes 0 $packets
	for name in port_xmit_packets port_rcv_packets port_xmit_data port_rcv_data; do
		port $name > "/run/before.$name"
	done
	since() { echo $(($(port "$1") - $(cat "/run/before.$1"))); }
	traffic packets 0
	equal packets.sent "$(since port_xmit_packets)" "$(value 0 rdma_tx_packets)"
	equal packets.received "$(since port_rcv_packets)" "$(value 0 rdma_rx_packets)"
	equal packets.sent_words "$(since port_xmit_data)" $(($(value 0 rdma_tx_bytes) / 4))
	equal packets.received_words "$(since port_rcv_data)" $(($(value 0 rdma_rx_bytes) / 4))
	check packets.off off 0
fi
refused unknown_name 'error' set_modes 0 cc_no_such
check kernel_is_quiet no_complaint
