#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck source=lib.sh
# Counters on a real kernel: what the card is told from outside is what ece-show and the agent say, and what rdma, ethtool
# and the kernel's files say of the same; which ones a kernel lacks; a reload of the driver shows.
. /t/lib.sh

taint_before=$(taint)
port=/sys/class/infiniband/$IB/ports/1
ip link set "$NETDEV" up
for counter in "packet_seq_err 4294967303" "local_ack_timeout_err 12" "np_cnp_sent 4294967303" "rp_cnp_ignored 3" \
	"rdma_tx_bytes 4000000000" "rdma_rx_packets 77" "rx_discards_phy 5" "rx_crc_errors_phy 6" "rx_symbol_err_phy 8" "tx_discards_phy 11" "link_down_events_phy 4" \
	"rx_prio3_discards 9" "rx_prio0_pause 21"; do
	check "card_takes_${counter%% *}" ctl "counter $counter"
done

reads() { ece-show "$IB" --counters --json > /run/counters; }
check reads reads
# field NAME KEY: of a counter in what ece-show printed
field() { tr '{}' '\n' < /run/counters | grep -A 1 "\"$1\":\$" | sed -n "s/.*\"$2\":\"\{0,1\}\([^,\"]*\).*/\1/p"; }
value() { field "$1" value; }
of_rdma() { rdma statistic show link "$IB/1" | sed -n "s/^ *$1 \([0-9]*\) *\$/\1/p"; }
of_ethtool() { ethtool -S "$NETDEV" | sed -n "s/^ *$1: //p"; }

# the card has 32 bits for those of queue pairs
equal q_counter 7 "$(value packet_seq_err)"
equal cong_counter 4294967303 "$(value np_cnp_sent)"
equal bytes_are_bytes 4000000000 "$(value port_xmit_data)"
equal the_kernel_tells_words 1000000000 "$(cat "$port/counters/port_xmit_data")"
equal packets 77 "$(value port_rcv_packets)"
equal discards 5 "$(value rx_discards_phy)"
equal lost_links 4 "$(value link_down_events_phy)"
equal discards_of_a_priority 9 "$(value rx_prio3_discards)"
equal pause_of_all_priorities 21 "$(value rx_pause_ctrl_phy)"

same_as_rdma() {
	for name in $(rdma statistic show link "$IB/1" | sed -n 's/^ *\([a-z_]*\) [0-9]* *$/\1/p'); do
		[ "$(value "$name")" = "$(of_rdma "$name")" ] || { echo "$name: '$(value "$name")', not '$(of_rdma "$name")'"; return 1; }
	done
}
check every_counter_of_rdma_is_told same_as_rdma
same_as_ethtool() {
	for name in link_down_events_phy rx_crc_errors_phy rx_symbol_err_phy rx_discards_phy tx_discards_phy tx_errors_phy \
		tx_pause_ctrl_phy rx_prio0_discards rx_prio3_discards; do
		[ "$(value "$name")" = "$(of_ethtool "$name")" ] || { echo "$name: '$(value "$name")', not '$(of_ethtool "$name")'"; return 1; }
	done
}
check counters_of_ethtool same_as_ethtool
newer=present
[ "$LABEL" = vm61 ] && newer=absent
equal counters_after_6_1 "$newer" "$(field req_transport_retries_exceeded state)"
equal optional_ones_are_off absent "$(field cc_rx_ce_pkts state)"
equal a_priority_without_pfc absent "$(field rx_prio3_pause state)"

# what the card is told shows under the name that the driver has for it: ethtool's, rdma's, the files' of sysfs
told() { # HOW NAME VALUE
	check "told_$2" ctl "counter $2 $3"
	equal "$2" "$3" "$("$1" "$2")"
}
of_file() { cat "$port/counters/$1"; }
equal no_storm_prevention_yet 0 "$(of_ethtool tx_pause_storm_error_events)"
for name in rx_prio3_buf_discard rx_prio3_cong_discard rx_prio3_marked rx_pcs_symbol_err_phy rx_corrected_bits_phy \
	rx_buffer_passed_thres_phy tx_pause_storm_warning_events tx_pause_storm_error_events outbound_pci_buffer_overflow; do
	told of_ethtool $name 4294967303
done
for name in rx_pci_signal_integrity tx_pci_signal_integrity outbound_pci_stalled_rd outbound_pci_stalled_wr \
	outbound_pci_stalled_rd_events outbound_pci_stalled_wr_events; do
	told of_ethtool $name 13
done
told of_rdma rx_icrc_encapsulated 4294967303
for name in symbol_error link_error_recovery link_downed port_rcv_errors port_rcv_remote_physical_errors port_rcv_switch_relay_errors \
	port_xmit_discards port_xmit_constraint_errors port_rcv_constraint_errors VL15_dropped port_xmit_wait; do
	told of_file $name 17
done
# two files share a field of eight bits, and those of InfiniBand do not go round
check told_overruns ctl 'counter excessive_buffer_overrun_errors 52'
equal upper_half 3 "$(of_file local_link_integrity_errors)"
equal lower_half 4 "$(of_file excessive_buffer_overrun_errors)"
check told_too_many ctl 'counter link_downed 256'
equal stays_at_most 255 "$(of_file link_downed)"

# pause of a priority shows where PFC is on for it, and nowhere else
check pfc_on dcb pfc set dev "$NETDEV" prio-pfc all:off 3:on
told of_ethtool rx_prio3_pause 31
told of_ethtool tx_prio3_pause_duration 32
told of_ethtool rx_prio3_pause_transition 33
equal not_of_another '' "$(of_ethtool rx_prio4_pause)"
check reads_with_pfc reads
equal present_with_pfc 31 "$(value rx_prio3_pause)"
check pfc_off dcb pfc set dev "$NETDEV" prio-pfc all:off
equal gone_without_pfc '' "$(of_ethtool rx_prio3_pause)"

# agent COUNTERS...: the answer of an agent
agent() {
	echo "{\"version\":1,\"op\":\"counters\",\"id\":\"c\",\"counters\":[$1]}" | ece-agent --stdio --state /run/agent
}
answer() { agent '"packet_seq_err","cc_rx_ce_pkts","port_xmit_data"' > /run/answer; }
boot() { sed -n 's/.*"boot": *"\([^"]*\)".*/\1/p' /run/answer; }
check agent_answers answer
# as the kernel tells them: words
check agent_tells_them grep -q '"counters": *\[7, *null, *1000000000\]' /run/answer
equal boot_begins_with_the_kernels "$(cut -c 1-8 /proc/sys/kernel/random/boot_id)" "$(boot | cut -c 1-8)"
before=$(boot)
answer
equal boot_stays "$before" "$(boot)"

su -s /bin/sh nobody -c "ece-show $IB --counters --json" > /run/counters
equal a_user_sees_them_too 12 "$(value local_ack_timeout_err)"

ctl fault status 0x826 3 1 > /dev/null
check reads_while_the_card_refuses reads
equal refused_is_not_zero unreadable "$(field packet_seq_err state)"
equal refused_has_no_value null "$(value packet_seq_err)"
equal others_are_read 4000000000 "$(value port_xmit_data)"
dmesg -c > /dev/null

here() { test -e "/sys/bus/pci/devices/$PCI/infiniband" && test -e "/sys/bus/pci/devices/$PCI/net"; }
check reload devlink dev reload "pci/$PCI"
check comes_back wait_for 60 here
IB=$(ls "/sys/bus/pci/devices/$PCI/infiniband")
answer
differs() { [ "$(boot)" ] && [ "$(boot)" != "$before" ]; }
check a_reload_shows differs
for counter in packet_seq_err local_ack_timeout_err np_cnp_sent rp_cnp_ignored rdma_tx_bytes rdma_rx_packets rx_discards_phy \
	rx_crc_errors_phy rx_symbol_err_phy tx_discards_phy link_down_events_phy rx_prio3_discards rx_prio0_pause rx_prio3_pause \
	tx_prio3_pause_duration rx_prio3_pause_transition; do
	ctl "counter $counter 0" > /dev/null
done
equal no_new_taint "$taint_before" "$(taint)"
