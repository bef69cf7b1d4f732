#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# cards: cx6dx-old
# shellcheck source=lib.sh
# A card that answers no query about the queue pairs of other processes, and that has no resource dump: nothing is made up.
. /t/lib.sh

ip link set "$NETDEV" up
mkfifo /run/qps.in
qps "$IB" 0x20000001 < /run/qps.in > /run/qps 2>&1 &
qps_pid=$!
exec 5> /run/qps.in
check a_process_makes_queue_pairs wait_for 20 grep -q ready /run/qps
one=$(awk '$1 == "verbs" { print $2; exit }' /run/qps)
made_by_devx=$(awk '$1 == "devx" { print $2 }' /run/qps)
equal its_owner_reads_it 0x20000001 "$(awk '$1 == "verbs" { print $4; exit }' /run/qps)"

ece-qp "$IB" --qpn "$one" --json > /run/json 2>&1
says() { check "$1" grep -qF -- "$2" /run/json; }
if [ "$LABEL" = vm7x ] && [ -n "$FWCTL" ]; then
	says state '"state":"unreadable"'
	says why_fwctl 'fwctl: the firmware refused: bad resource'
	refused devx_queue_pair_is_hidden 'the card shows none by that number' ece-qp "$IB" --qpn "$made_by_devx"
else
	says state '"state":"no_door"'
	says why_fwctl 'fwctl: no fwctl node'
fi
says why_netlink 'netlink: this card has no resource dump'
says no_word '"raw":null'
exec 5>&-
wait "$qps_pid"
check kernel_is_quiet no_complaint
