#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# cards: cx7 cx7
# connect: 0:1,1:1
# kernels: vm7x
# Management datagrams of user space, from QP1 to QP1: a request of 256 bytes and its answer. By IPv4 there is no answer to
# see: the kernel compares where it came to with a GID, and of IPv4 the buffer holds only the header.
# shellcheck source=lib.sh
. /t/lib.sh
# shellcheck source=cable.sh
. /t/cable.sh

check cables_up cables_up

says() { grep -q "$1" /run/server; }
answers() { # CARD
	: > /run/server
	umad answer "$(ib_of "$1")" > /run/server 2>&1 < /dev/null &
	serve_pid=$!
	wait_for 10 says ready
}
# asked FROM TO GID-INDEX GID, told FROM TO GID-INDEX GID
asked() {
	answers "$2" || return 1
	umad ask "$(ib_of "$1")" "$3" "$4"
	asked_status=$?
	finish && says 'asked by QP 1' && return $asked_status
}
told() {
	answers "$2" && umad tell "$(ib_of "$1")" "$3" "$4" && finish && says 'asked by QP 1'
}
v6_of() { gid_of "$1" "$(gid6_of "$1")" 'RoCE v2'; }
v1_of() { gid_of "$1" "$(gid6_of "$1")" 'IB/RoCE v1'; }
check by_ipv6 asked 0 1 "$(v6_of 0)" "$(gid6_of 1)"
check the_other_way asked 1 0 "$(v6_of 1)" "$(gid6_of 0)"
check by_roce_v1 asked 0 1 "$(v1_of 0)" "$(gid6_of 1)"
check to_oneself asked 0 0 "$(v6_of 0)" "$(gid6_of 0)"
check told_by_ipv4 told 0 1 "$(v2_of 0)" "$(gid4_of 1)"
check kernel_is_quiet no_complaint
