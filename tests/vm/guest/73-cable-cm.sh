#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# cards: cx7 cx7
# connect: 0:1,1:1
# layers: rdma
# The kernel's connection manager between two cards: other people's programs, and ECE in REQ and REP. What the packets carry
# is judged outside, on the capture.
# shellcheck source=lib.sh
. /t/lib.sh
# shellcheck source=cable.sh
. /t/cable.sh
# shellcheck source=ece.sh
. /t/ece.sh

check cables_up cables_up
check rping pair "rping -s -a 10.0.0.2 -V -C 20 -S 5000" "rping -c -a 10.0.0.2 -V -C 20 -S 5000"
check rping_back pair "rping -s -a 10.0.0.1 -V -C 5" "rping -c -a 10.0.0.1 -V -C 5" 0 1
check rping_ipv6 pair "rping -s -a fd00::2 -V -C 5" "rping -c -a fd00::2 -I fd00::1 -V -C 5"
check rping_with_a_queue_pair_of_its_own pair "rping -s -a 10.0.0.2 -V -C 5 -q" "rping -c -a 10.0.0.2 -V -C 5 -q"
check ucmatose pair "ucmatose" "ucmatose -s 10.0.0.2"
check ucmatose_many pair "ucmatose -c 10 -C 5 -S 3000" "ucmatose -s 10.0.0.2 -c 10 -C 5 -S 3000"
check udaddy pair "udaddy" "udaddy -s 10.0.0.2"
check rdma_server pair "rdma_server" "rdma_client -s 10.0.0.2"
refused_by_nobody() { ! on 0 timeout 30 rping -c -a 10.0.0.2 -C 1 2>&1 | tee /run/case/nobody | grep -q 'ESTABLISHED' && grep -q REJECTED /run/case/nobody; }
check rejected_where_nobody_listens refused_by_nobody

# the word that both cards can is what both ends have, and what either offers is in its message
equal card0_offers 0x30000003 "$(ctl card0 ece | sed 's/^ok //')"
agree own_flow 0 1 7601 own 0x30000003
expect own_flow 7601 0x15b3 0x30000003 0x15b3 0x30000003
agree managed_flow 0 1 7602 managed 0x30000003
expect managed_flow 7602 0x15b3 0x30000003 0x15b3 0x30000003
agree other_direction 1 0 7603 own 0x30000003
expect other_direction 7603 0x15b3 0x30000003 0x15b3 0x30000003
agree foreign_vendor 0 1 7604 own 0x00000000 0x1234
# the vendor comes back, with none of its options
expect foreign_vendor 7604 0x1234 0x30000003 0x1234 0x00000000

# offers CARD WORD...: what a card says it can
port=7610
for words in 0x30000003:0x20000001:0x20000001 0x20000001:0x30000003:0x20000001 0x10000002:0x30000003:0x10000002 \
	0x30000003:0x10000000:0x10000000 0x30000003:none:0x00000000 none:0x30000003:0x00000000 none:none:0x00000000; do
	client=${words%%:*} both=${words##*:}
	server=${words#*:} server=${server%:*}
	name=client_${client}_server_${server}
	port=$((port + 1))
	check "$name.card0" ctl card0 ece "$client"
	check "$name.card1" ctl card1 ece "$server"
	agree "$name" 0 1 $port own "$both"
done
ctl card0 ece 0x30000003 > /run/case/out
ctl card1 ece 0x20000001 > /run/case/out
agree managed_flow_of_two_kinds 0 1 7630 managed 0x20000001
expect managed_flow_of_two_kinds 7630 0x15b3 0x30000003 0x15b3 0x20000001
ctl card1 ece 0x30000003 > /run/case/out
check kernel_is_quiet no_complaint
