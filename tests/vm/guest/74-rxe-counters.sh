#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# layers: rdma rxe
# Counters of many devices, by a driver that is not ours and not simulated: rdma_rxe, on 1, 16 and 64 interfaces beside the
# card. What the toolkit reads is what rdma tells at the same moment, in number and value; traffic moves what it should;
# other network namespaces, no rights, and queue pairs on which rdma itself would never come back.
# shellcheck source=lib.sh
. /t/lib.sh

modprobe rdma_rxe || skip_all "this kernel has no rdma_rxe"
modprobe dummy numdummies=0 && modprobe rdma_ucm
ip link set "$NETDEV" up

# rxe FIRST LAST: devices, each on a dummy interface with an address of its own; the first one's can be told from 1
rxe() {
	for n in $(seq "$1" "$2"); do
		ip link add "d$n" type dummy && ip addr add "10.2.$n.1/24" dev "d$n" && ip link set "d$n" up &&
			rdma link add "rxe$n" type rxe netdev "d$n" || return 1
	done
}
# the kernel's own addresses of a device come by a worker
ready() { grep -qs '0000:ffff:0a02:' /sys/class/infiniband/rxe1/ports/1/gids/*; }

# counters of all devices, a line each: DEVICE/PORT NAME VALUE
of_rdma() {
	rdma -j statistic | sed 's/[]{},[]/\n/g' | tr -d '" ' | awk -F : '
		$1 == "ifname" { device = $2; next }
		$1 == "port" { port = $2; next }
		NF == 2 { print device "/" port, $1, $2 }' | sort
}
# what ece-counters reads, a line each; it would itself print some megabytes of so many devices
of_ours() { scrape rdma | awk '$2 == "rdma" { print $1, $3, $4 }' | sort; }
# what it prints of rxe1, a line each: SOURCE NAME VALUE
told() {
	ece-counters --all --json rxe1 | sed 's/[]{},[]/\n/g' | awk -F '[":]+' '
		$2 == "name" { name = $3 }
		$2 == "source" { source = $3 }
		$2 == "raw" && $3 != "null" { print source, name, $3 }'
}

# Nothing moves: rdma says the same before and after. Where something did, it is looked at again.
same_moment() {
	for try in 1 2 3 4 5; do
		of_rdma > /run/rdma.before && of_ours > /run/ours && of_rdma > /run/rdma || return 1
		cmp -s /run/rdma.before /run/rdma && break
	done
	cmp -s /run/rdma.before /run/rdma || { echo "not quiet, $try times"; return 1; }
	echo "$(wc -l < /run/rdma) counters"
	[ -s /run/rdma ] && cmp -s /run/rdma /run/ours && return
	diff /run/rdma /run/ours
	return 1
}
device_count() { cut -d ' ' -f 1 /run/ours | grep '^rxe' | sort -u | wc -l; }
value() { told | sed -n "s/^rdma $1 //p"; }
# the same of a device while nothing moves
same_told() { told | sed -n 's/^rdma //p' | sort > /run/told && sed -n 's|^rxe1/1 ||p' /run/rdma | diff - /run/told; }

check one_device rxe 1 1
check address wait_for 20 ready
check all_counters_of_1 same_moment
equal it_was_1 1 "$(device_count)"
check ece_counters same_told

# pingpong MESSAGES: of 4096 bytes, each way, between two queue pairs of rxe1
pingpong() {
	ibv_rc_pingpong -d rxe1 -g 1 -s 4096 -n "$1" > /run/server 2>&1 < /dev/null &
	server=$!
	wait_for 20 listens && timeout 60 ibv_rc_pingpong -d rxe1 -g 1 -s 4096 -n "$1" 10.2.1.1 && wait "$server"
}
# its port, 18515
listens() { grep -q ':4853 ' /proc/net/tcp /proc/net/tcp6; }

for name in sent_pkts rcvd_pkts rdma_sends rdma_recvs out_of_seq_request; do
	value "$name" > "/run/before.$name"
done
moved() { echo $(($(value "$1") - $(cat "/run/before.$1"))); }
check traffic pingpong 100
check after_traffic same_moment
equal messages_sent 200 "$(moved rdma_sends)"
equal messages_received 200 "$(moved rdma_recvs)"
equal none_out_of_order 0 "$(moved out_of_seq_request)"
packets() {
	sent=$(moved sent_pkts) received=$(moved rcvd_pkts)
	echo "$sent sent, $received received"
	# 4096 bytes in packets of 1024, and answers
	[ "$sent" = "$received" ] && [ "$sent" -gt 800 ]
}
check packets packets
# a slow machine makes it send again (duplicate_request, completer_retry_err), and lose nothing
unhurt() { ! told | grep -E ' (send_err|retry_exceeded_err|retry_rnr_exceeded_err|link_downed) [1-9]'; }
check no_connection_lost unhurt

# a program, of these functions
as_nobody() { su -s /bin/sh nobody -c "$*"; }
page() { sed -n "s/^ece_rdma_sent_packets_total{device=\"rxe1\".*} //p"; }
equal exporter "$(value sent_pkts)" "$(ece-exporter --once | page)"
equal exporter_without_rights "$(value sent_pkts)" "$(as_nobody ece-exporter --once | page)"
refused writes_without_rights "this needs CAP_NET_ADMIN" as_nobody ece-counters rxe1/1 --qp --bind type
# which files of the port there are: none up to 6.1
files() { ls /sys/class/infiniband/rxe1/ports/1/counters 2> /dev/null; }
same_as_files() {
	told > /run/told
	for name in $(files); do
		theirs=$(cat "/sys/class/infiniband/rxe1/ports/1/counters/$name")
		ours=$(sed -n "s/^port $name //p" /run/told)
		[ "$ours" = "$theirs" ] || { echo "$name: '$ours', not '$theirs'"; return 1; }
	done
}
check files_of_the_port same_as_files

# in a namespace that shares devices all are seen, and none of sysfs
ip netns add other
equal shared_namespace "$(value sent_pkts)" \
	"$(ip netns exec other ece-exporter --once | page)"
ip netns delete other
# the kernel takes a namespace away after the command has ended
exclusive() { rdma system set netns exclusive 2> /dev/null; }
check exclusive_mode wait_for 20 exclusive
ip netns add other
equal exclusive_namespace "" "$(ip netns exec other ece-exporter --once | grep rxe)"
equal exclusive_is_said 0 "$(ip netns exec other ece-exporter --once | sed -n 's/^ece_rdma_namespaces_shared //p')"
ip netns delete other
shared() { rdma system set netns shared 2> /dev/null; }
check shared_mode wait_for 20 shared

# Two shared receive queues: of them the kernel would tell rdma ("resource show srq") empty answers for ever.
mkfifo /run/hold
srq rxe1 400 < /run/hold > /run/srq 2>&1 &
holder=$!
exec 5> /run/hold
check queue_pairs_on_two_srqs wait_for 60 grep -q ready /run/srq
# one of them is the kernel's own
qps() { timeout 30 ece-counters --qp --json rxe1 | sed 's/[]{},[]/\n/g' | grep -c '^"qpn":'; }
equal queue_pairs_are_told 801 "$(qps)"
check counters_with_queue_pairs same_moment
exec 5>&-
wait "$holder"

check devices_2_to_16 rxe 2 16
check all_counters_of_16 same_moment
equal it_was_16 16 "$(device_count)"
check devices_17_to_64 rxe 17 64
check all_counters_of_64 same_moment
equal it_was_64 64 "$(device_count)"

gone() {
	for n in $(seq 64); do
		rdma link delete "rxe$n" && ip link delete "d$n" || return 1
	done
	modprobe -r rdma_rxe && modprobe -r dummy
}
check gone gone
equal only_the_card_is_left "$IB" "$(scrape rdma | cut -d / -f 1 | sort -u)"
check no_complaint no_complaint
