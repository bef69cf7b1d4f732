#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# cards: cx7 cx6dx bf3 cx4
# connect: 0:1,1:1,2:1,3:1
# layers: rdma
# kernels: vm7x
# ece-connect between types of cards, with raw verbs and by RDMA-CM: what the older one has, and nothing with a ConnectX-4, which
# has no ECE.
# shellcheck source=lib.sh
. /t/lib.sh
# shellcheck source=cable.sh
. /t/cable.sh
# shellcheck source=ece.sh
. /t/ece.sh
# shellcheck source=connect.sh
. /t/connect.sh

check cables_up cables_up
# types NAME CLIENT SERVER WORD
types() {
	check "$1.listens" connect_listen "$3" ""
	check "$1.raw" meets "$2" "$3" "$4"
	check "$1.cm" meets "$2" "$3" "$4" --cm
	check "$1.listener_ends" connect_listen_ends
}
types cx7_to_cx6dx 0 1 0x20000001
types cx6dx_to_cx7 1 0 0x20000001
types cx7_to_bf3 0 2 0x30000003
types cx7_to_cx4 0 3 0x00000000
types cx4_to_cx6dx 3 1 0x00000000

# each combination that a ConnectX-7 and a ConnectX-6 Dx can have between them, either one asking
each() { # NAME CLIENT SERVER
	check "$1.listens" connect_listen "$3" ""
	for newer in 0 1 2 3; do
		ctl card0 ece "0x3000000$newer" > /run/case/out
		for older in 0 1; do
			ctl card1 ece "0x2000000$older" > /run/case/out
			check "$1.${newer}_and_$older" meets "$2" "$3" "0x2000000$((newer & older))" ${4:+"$4"}
		done
	done
	check "$1.listener_ends" connect_listen_ends
}
each cx7_to_cx6dx.raw 0 1
each cx6dx_to_cx7.cm 1 0 --cm
each cx7_to_cx6dx.managed 0 1 --cm-managed
ctl card0 ece 0x30000003 > /run/case/out
ctl card1 ece 0x20000001 > /run/case/out

says() { on 3 ece-connect "$(address_of 0)" > /run/client 2>&1; cat /run/client; grep -qF "$1" /run/client; }
check cx4.listens connect_listen 0 ""
check cx4.has_none says "card       no ECE"
check cx4.says_why says "this end says: this end has no ECE"
check cx4.other_end_says_why says "other end says: the peer has no ECE"
check cx4.listener_ends connect_listen_ends
check cx4.require refuses 3 0 "" "--require selective_repeat"
check cx6dx.require_what_both_have pair "ece-connect --listen --require selective_repeat" "ece-connect $(address_of 1) --require selective_repeat"
check cx6dx.require_what_only_one_has refuses 0 1 "--require programmable_cc" ""
check kernel_is_quiet no_complaint
