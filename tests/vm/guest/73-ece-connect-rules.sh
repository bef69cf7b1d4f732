#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# cards: cx7 cx7
# connect: 0:1,1:1
# layers: rdma
# kernels: vm61
# ece-connect between two cards: the rules of falling back, policies, requirements, many queue pairs, IPv6, and peers that
# are none.
# shellcheck source=lib.sh
. /t/lib.sh
# shellcheck source=cable.sh
. /t/cable.sh
# shellcheck source=ece.sh
. /t/ece.sh
# shellcheck source=connect.sh
. /t/connect.sh

# offer CARD0 CARD1: what the cards have from now on
offer() { ctl card0 ece "$1" > /run/case/out && ctl card1 ece "$2" > /run/case/out; }

check cables_up cables_up
check listens connect_listen 1 ""

# rule NAME CARD0 CARD1 WORD: with raw verbs and by RDMA-CM
rule() {
	offer "$2" "$3"
	check "rule.$1.raw" meets 0 1 "$4"
	check "rule.$1.cm" meets 0 1 "$4" --cm
}
rule peer_without_ece_connects_without 0x30000003 none 0x00000000
rule this_end_without_ece_connects_without none 0x30000003 0x00000000
rule nobody_has_ece none none 0x00000000
rule partial_mismatch_leaves_what_both_have 0x30000003 0x30000001 0x30000001
rule mismatch_never_rejects 0x30000001 0x30000002 0x30000000
rule lower_version_counts 0x30000003 0x20000001 0x20000001
rule version_1_has_no_selective_repeat 0x30000003 0x10000003 0x10000002
rule no_options_in_common_is_a_version 0x30000000 0x30000003 0x30000000

offer 0x30000003 0x30000003
check many.raw meets 0 1 0x30000003 --qps 64 --bytes 10000
check many.cm meets 0 1 0x30000003 --qps 8 --bytes 10000 --cm
check many.managed meets 0 1 0x30000003 --qps 4 --bytes 10000 --cm-managed
check one_byte meets 0 1 0x30000003 --bytes 1
# an odd number of messages, the last one short
check many_bytes meets 0 1 0x30000003 --bytes 1000001

# what this end's policy keeps back; the listener has none
check allow.one meets 0 1 0x30000001 --allow selective_repeat
check allow.other.cm meets 0 1 0x30000002 --allow programmable_cc --cm
check allow.none meets 0 1 0x30000000 --allow none
# the host's policy of the end that listens, as ece-set and ece-agent write it, and that of one program
file() { mkdir -p /run/ece/policy && echo "$1" > "/run/ece/policy/$(pci_of 1).json"; }
file '{"version": 1, "allow": ["programmable_cc"]}'
check allow.file meets 0 1 0x30000002
check allow.file.cm meets 0 1 0x30000002 --cm
file '{"version": 1, "allow": 7}'
refused allow.damaged_file "/run/ece/policy" on 0 ece-connect 10.0.0.2
rm "/run/ece/policy/$(pci_of 1).json"
check allow.set_by_ece_set ece-set --yes "$(ib_of 1)" ece.allow=selective_repeat
check allow.ece_set_is_kept_to meets 0 1 0x30000001
rm -f "/run/ece/policy/$(pci_of 1).json"
check allow.file_is_gone meets 0 1 0x30000003
ECE_ALLOW=selective_repeat
export ECE_ALLOW
check allow.environment meets 0 1 0x30000001
unset ECE_ALLOW
keeps_back() { on 0 ece-connect 10.0.0.2 --allow selective_repeat > /run/client 2>&1; cat /run/client; grep -qF "$1" /run/client; }
check allow.this_end_says_why keeps_back "this end says: this end's policy keeps it back"
check allow.other_end_says_why keeps_back "other end says: the peer's policy keeps it back"
managed_is_all() { on 0 ece-connect 10.0.0.2 --allow selective_repeat --cm-managed; }
refused allow.librdmacm_keeps_nothing_back "librdmacm advertises all" managed_is_all
no_data() {
	on 0 ece-connect 10.0.0.2 --bytes 0 > /run/client 2>&1 && cat /run/client &&
		grep -qx 'data: none moved, as asked for' /run/client
}
check no_bytes no_data
check ipv6.raw on 0 ece-connect fd00::2
check ipv6.cm on 0 ece-connect "[fd00::2]:18520" --cm
cat /run/case/out > /run/ipv6
check ipv6.gid grep -q 'GID [0-9]* fd00::1 (RoCE v2)' /run/ipv6

# the smaller MTU of both ports counts
mtus() {
	ip -n n0 link set "$(net_of 0)" mtu 4200 && on 0 ece-connect 10.0.0.2 > /run/client 2>&1
	mtus_bad=$?
	ip -n n0 link set "$(net_of 0)" mtu 1500
	cat /run/client
	[ $mtus_bad = 0 ] && grep -q 'MTU 1024$' /run/client
}
check smaller_mtu_counts mtus
# by names, where TCP goes another way
named() {
	serve 1 "ece-connect --listen 127.0.0.1 --device $(ib_of 1) --gid $(gid_of 1 "$(gid6_of 1)" 'RoCE v2')"
	on 1 ece-connect 127.0.0.1 --device "$(ib_of 0)" --gid "$(gid_of 0 "$(gid6_of 0)" 'RoCE v2')" > /run/client 2>&1
	named_bad=$?
	finish || named_bad=1
	cat /run/client /run/server
	[ $named_bad = 0 ] && grep -q 'GID [0-9]* fd00::1 ' /run/client
}
refused no_such_device 'no RDMA device "mlx5_9"; there are: mlx5_0, mlx5_1' on 0 ece-connect 10.0.0.2 --device mlx5_9
refused no_gid_of_that_address "no RoCE v2 GID for 10.0.0.1 on $(ib_of 1) port 1" on 0 ece-connect 10.0.0.2 --device "$(ib_of 1)"
refused no_such_gid "has no GID 200" on 0 ece-connect 10.0.0.2 --device "$(ib_of 0)" --gid 200
refused no_such_port "has no port 7" on 0 ece-connect 10.0.0.2 --device "$(ib_of 0)" --ib-port 7
refused cm_goes_by_the_address "RDMA-CM goes by the address" on 0 ece-connect 10.0.0.2 --cm --device "$(ib_of 1)"
# the end that listens has an IPv4 GID, and says so
refused gids_that_do_not_meet "RoCE v2 by IPv4 and the other end's is RoCE v2 by IPv6" on 0 ece-connect 10.0.0.2 \
	--device "$(ib_of 0)" --gid "$(gid_of 0 "$(gid6_of 0)" 'RoCE v2')"
check listener_ends connect_listen_ends
check named named

# what either end requires, both know of, and neither goes on without
offer 0x30000003 0x30000001
check require.client.raw refuses 0 1 "--require programmable_cc" ""
check require.server.raw refuses 0 1 "" "--require programmable_cc"
check require.client.cm refuses 0 1 "--require programmable_cc --cm" ""
check require.server.cm refuses 0 1 "--cm" "--require programmable_cc"
check require.client.managed refuses 0 1 "--require programmable_cc --cm-managed --qps 2" ""
check require.server.managed refuses 0 1 "--cm-managed --qps 2" "--require programmable_cc"
check require.own_card_has_it_not refuses 1 0 "--require programmable_cc" ""
check require.own_card_has_it_not.cm refuses 1 0 "--require programmable_cc --cm" ""
check require.own_card_has_it_not.managed refuses 1 0 "--require programmable_cc --cm-managed" ""
ECE_REQUIRE=programmable_cc
export ECE_REQUIRE
check require.environment refuses 0 1 "" ""
unset ECE_REQUIRE
check require.what_is_there pair "ece-connect --listen --require 0x1" "ece-connect 10.0.0.2 --require selective_repeat"

# peers that are none: the listener ends with an error, in time
# ends_with TEXT PRINTF-FORMAT WORDS: what the listener says to what they send
ends_with() {
	# shellcheck disable=SC2086 # words of a command line
	serve 1 "ece-connect --listen ${3:-}"
	# shellcheck disable=SC2059 # a format is meant
	printf "$2" | on 0 timeout 20 nc 10.0.0.2 18520 > /run/client 2>&1
	finish
	ends_status=$?
	cat /run/server
	[ $ends_status = 1 ] && grep -qF "$1" /run/server
}
check stranger.rubbish ends_with "the other end is no ece-connect" 'GET / HTTP/1.1\r\n\r\n'
check stranger.later_version ends_with "speaks version 2" 'ECEC\2\1\0\60'
check stranger.closes ends_with "has closed the connection" 'EC'
silent() {
	serve 1 "ece-connect --listen --timeout 1"
	rm -f /run/quiet
	mkfifo /run/quiet
	exec 7<> /run/quiet
	on 0 timeout 10 nc 10.0.0.2 18520 < /run/quiet > /run/client 2>&1
	exec 7>&-
	finish
	cat /run/server
	grep -q "has not answered in time" /run/server
}
check stranger.silent silent
refused nobody_listens "nobody listens at 10.0.0.2, port 18520" on 0 ece-connect 10.0.0.2
nobody_comes() { on 0 ece-connect --listen --wait 1; }
refused nobody_comes "no peer came in time" nobody_comes
refused other_mode "the other end gave up: the end that listens takes cm only, not raw" pair "ece-connect --listen --cm" "ece-connect 10.0.0.2"
offer 0x30000003 0x30000003
check kernel_is_quiet no_complaint
