# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=sh disable=SC2034
# Sourced by the scenarios that run ece-apply on this host, which is called guest.
state=/run/state
hostname guest

# exits STATUS ARGS...: ece-apply ends with this status; its output is kept for says
exits() {
	exits_wanted=$1
	shift
	exits_got=0
	ece-apply --state "$state" "$@" > /run/apply 2>&1 || exits_got=$?
	cat /run/apply
	[ "$exits_got" = "$exits_wanted" ] || { echo "exit status $exits_got, wanted $exits_wanted"; return 1; }
}
# the text is folded for people: compare it unfolded
says() {
	tr -s ' \n' '  ' < /run/apply > /run/apply.line
	cat /run/apply.line
	grep -qE -- "$1" /run/apply.line
}
newest_run() { ece-apply history --state "$state" | awk 'NR == 1 { print $1 }'; }
