#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# cards: cx7 cx7
# connect: 0:1,1:1
# layers: rdma
# kernels: vm7x
# ece-counters beside rdma and ethtool while packets are on the cable: the same numbers, the same names of processes, and
# optional counters that it switches without taking those of others away.
# shellcheck source=lib.sh
. /t/lib.sh
# shellcheck source=cable.sh
. /t/cable.sh

link=$(ib_of 0)/1
known=cc_rx_ce_pkts,cc_rx_cnp_pkts,cc_tx_cnp_pkts
on_now() { rdma -j statistic mode link "$link" | sed -n 's/.*optional-counters":\[\([^]]*\)\].*/\1/p' | tr -d '"'; }
# counters SOURCE [COMMAND...]: NAME VALUE a line of those that are present, where COMMAND runs what follows
counters() {
	counters_source=$1
	shift
	"$@" ece-counters "$link" --json | tr '{' '\n' | sed -n "s/^\"name\": *\"\([^\"]*\)\", *\"source\": *\"$counters_source\",.*\"state\": *\"present\", *\"raw\": *\([0-9]*\),.*/\1 \2/p" | sort
}
of_rdma() { rdma statistic show link "$link" | sed -n 's/^ *\([a-z_]*\) \([0-9]*\) *$/\1 \2/p' | sort; }
# of both, those that ethtool tells as well: its names are more than the table has
same_as_ethtool() {
	# its interface is in another namespace
	counters ethtool on 0 > /run/ours
	on 0 ethtool -S "$(net_of 0)" | sed -n 's/^ *\([a-z0-9_]*\): \([0-9]*\)$/\1 \2/p' | sort > /run/theirs
	echo "$(wc -l < /run/ours) counters"
	[ "$(wc -l < /run/ours)" -gt 20 ] && ! grep -vxF -f /run/theirs /run/ours
}
same_as_rdma() {
	of_rdma > /run/theirs
	counters rdma > /run/ours
	echo "$(wc -l < /run/ours) counters"
	[ -s /run/ours ] && diff /run/theirs /run/ours
}
traffic() {
	ctl cable mark "$1" > /run/case/out
	pair "ibv_rc_pingpong -d $(ib_of 1) -g $(v2_of 1) -s 65536 -n 10" \
		"ibv_rc_pingpong -d $(ib_of 0) -g $(v2_of 0) -s 65536 -n 10 10.0.0.2"
}

check cables_up cables_up
check traffic traffic 10%
check every_counter_of_rdma same_as_rdma
check every_counter_of_ethtool same_as_ethtool
seen() { ece-counters "$link" | tee /run/case/view | grep -q "$1"; }
check heading seen "^$link .* active .* $(pci_of 0)"
check marks_are_shown seen '^ *np_ecn_marked_roce_packets  *[1-9]'
check unreadable_is_none test -z "$(grep -E 'not read|unreadable' /run/case/view)"

# somebody else has one on: it stays, whatever we do
check other_holder rdma statistic set link "$link" optional-counters cc_tx_cnp_pkts
check enable ece-counters "$link" --optional enable cc_rx_ce_pkts
equal both_are_on cc_rx_ce_pkts,cc_tx_cnp_pkts "$(on_now)"
check enabled_counts traffic 10%
check enabled_agrees same_as_rdma
check enabled_is_shown seen '^ *cc_rx_ce_pkts  *[1-9]'
check disable ece-counters "$link" --optional disable cc_rx_ce_pkts
equal the_other_stays cc_tx_cnp_pkts "$(on_now)"
# a watch puts back what it switched, also when others changed theirs meanwhile
watching() { ece-counters "$link" --optional enable all --watch 100ms > /run/watch 2>&1 & watcher=$!; }
all_on() { [ "$(on_now | tr ',' '\n' | wc -l)" = 7 ]; }
watching
switches_all() { wait_for 20 all_on || { cat /run/watch; return 1; }; }
check watch_switches_all switches_all
check watch_ends sh -c "kill -TERM $watcher"
check watch_ended wait_for 20 sh -c "! kill -0 $watcher 2> /dev/null || grep -q '^State:.Z' /proc/$watcher/status"
equal watch_puts_back cc_tx_cnp_pkts "$(on_now)"
as_nobody() { su -s /bin/sh nobody -c "$1"; }
check without_rights_it_reads as_nobody "ece-counters $link"
refused without_rights_it_switches_nothing 'CAP_NET_ADMIN' as_nobody "ece-counters $link --optional enable cc_rx_ce_pkts"
check off rdma statistic unset link "$link" optional-counters
equal none_is_on '' "$(on_now)"
equal optional_list "$known" "$(ece-counters "$link" --optional list | sed -n 's/^  \(cc_[a-z_]*\)  *off.*/\1/p' | tr '\n' ',' | sed 's/,$//')"

# queue pairs and their sets, by the program that has them
pinging() {
	/usr/bin/ip netns exec n1 rping -s -a 10.0.0.2 -S 4000 > /run/server 2>&1 &
	server=$!
	wait_for 20 listens 1 || return 1
	/usr/bin/ip netns exec n0 rping -c -a 10.0.0.2 -S 4000 > /run/client 2>&1 &
	client=$!
}
has_set() { ece-counters "$link" --qp > /run/case/qp; cat /run/case/qp; tr '\n' ' ' < /run/case/qp | grep -qE "set [0-9]+ of port 1 .RC, rping $client., 1 queue pair: $qpn +.*rx_write_requests +[1-9]"; }
lqpn() { rdma resource show qp link "$link" | sed -n 's/.*lqpn \([0-9]*\) .*type RC state RTS.*/\1/p' | head -n 1; }
has_pair() { qpn=$(lqpn) && [ -n "$qpn" ]; }
check bind ece-counters "$link" --qp --bind type,pid
mode() { rdma statistic qp mode link "$link"; }
check rdma_says_so sh -c "rdma statistic qp mode link $link | grep -q 'auto type,pid on'"
check pinging pinging
check has_pair wait_for 20 has_pair
check set_counts wait_for 20 has_set
process() { grep -qE "^  rping \($client\) +RC +RTS +1  $qpn" /run/case/qp; }
check process process
refused bound_is_busy 'while a counter set is bound' ece-counters "$link" --qp --bind pid
kill "$client" "$server"
wait "$client" "$server"
gone() { ! ece-counters "$link" --qp | grep -q '^  set '; }
check set_is_gone wait_for 20 gone
check unbind ece-counters "$link" --qp --bind off
check kernel_is_quiet no_complaint
