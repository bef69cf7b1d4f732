# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=sh disable=SC2034
# Sourced by the scenarios: checks that print one case line each, and where the card is.
set -u

# BusyBox takes its own applet before a program of the same name
ip() { /usr/bin/ip "$@"; }
modprobe() { /usr/sbin/modprobe "$@"; }
rmmod() { /usr/sbin/rmmod "$@"; }

say() { echo "# $*" >&3; }
ok() { echo "[       OK ] $LABEL:$SCENARIO.$1" >&3; }
skip() { echo "[  SKIPPED ] $LABEL:$SCENARIO.$1: $2" >&3; }
# skip_all REASON: the whole scenario, which ends here
skip_all() {
	echo "[  SKIPPED ] $LABEL:$SCENARIO: $1" >&3
	exit 0
}

# failed NAME: the output kept in /run/case goes with it
failed() {
	echo "[  FAILED  ] $LABEL:$SCENARIO.$1" >&3
	tail -n 30 /run/case/out | cut -c 1-300 | sed 's/^/# /' >&3
}

# check NAME COMMAND ARGS...: the command succeeds
check() {
	check_name=$1
	shift
	if "$@" > /run/case/out 2>&1; then ok "$check_name"; else failed "$check_name"; fi
}

# equal NAME WANTED GOT
equal() { check "$1" test_equal "$2" "$3"; }
test_equal() {
	[ "$1" = "$2" ] || { echo "wanted '$1'"; echo "got    '$2'"; return 1; }
}

# refused NAME TEXT COMMAND ARGS...: the command fails and says TEXT
refused() { check_name=$1; shift; check "$check_name" test_refused "$@"; }
test_refused() {
	wanted=$1
	shift
	if "$@" > /run/case/refused 2>&1; then echo "succeeded: $*"; cat /run/case/refused; return 1; fi
	cat /run/case/refused
	grep -qF -- "$wanted" /run/case/refused
}

# wait_for SECONDS COMMAND ARGS...: polls until the command succeeds
wait_for() {
	wait_until=$(($(cut -d . -f 1 /proc/uptime) + $1))
	shift
	until "$@"; do
		[ "$(cut -d . -f 1 /proc/uptime)" -lt "$wait_until" ] || return 1
		sleep 0.02
	done
}

# ctl LINE: tells the card something on its own wire; prints its answer
ctl() {
	echo "$*" >&4
	read -r -t 60 ctl_answer <&4 || return 1
	echo "$ctl_answer"
	case $ctl_answer in ok*) ;; *) return 1 ;; esac
}

# answers ERRNO PATTERN DOOR-ARGS...: door prints this errno's name (or ok), and an answer that matches
answers() {
	want_errno=$1
	want_bytes=$2
	shift 2
	door "$@" > /run/case/door || true
	cat /run/case/door
	{ read -r got_errno; read -r got_bytes; } < /run/case/door
	[ "$got_errno" = "$want_errno" ] || { echo "wanted $want_errno"; return 1; }
	# shellcheck disable=SC2254 # a pattern is meant
	case $got_bytes in
	$want_bytes) ;;
	*) echo "wanted bytes like $want_bytes"; return 1 ;;
	esac
}

# word OFFSET DOOR-ARGS...: the 32-bit word at a byte offset of the answer, in decimal
word() {
	word_at=$(($1 * 2 + 1))
	shift
	bytes=$(door "$@" | tail -n 1)$(printf '%08d' 0)
	word_hex=$(printf '%s00000000' "$bytes" | cut -c "$word_at-$((word_at + 7))")
	echo $((0x${word_hex:-0}))
}

# mst_get DEVICE REGISTER ARGS...: mstreg's answer, kept for mst_read and mst_field (it takes a second each time)
mst_get() {
	mst_device=$1
	mst_register=$2
	shift 2
	mstreg -d "$mst_device" --reg_name "$mst_register" --get "$@" > /run/mst 2>&1 || echo failed >> /run/mst
}
mst_read() { cat /run/mst && ! grep -qE '^failed|^-E-' /run/mst; }
mst_field() { sed -n "s/^$1 *| *//p" /run/mst; }
# mst_set REGISTER FIELDS
mst_set() { mstreg -d "$PCI" --yes --reg_name "$1" --set "$2"; }

# 0 when the kernel complained since the last call
kernel_complained() {
	dmesg -c | grep -E 'BUG:|WARNING:|Oops|Call Trace|UBSAN|KASAN|hw csum failure|mlx5.*(fail|error|timeout)'
}
no_complaint() { ! kernel_complained; }

# guest_capture FILE: a capture made in the guest goes to the scenario's judge, who gets it instead of the cable's
guest_capture() {
	# the wire of results takes it as text: captures of a few hundred packets, not of data
	[ "$(stat -c %s "$1")" -le 1000000 ] && base64 "$1" | sed "s/^/CAPTURE $SCENARIO /" >&3
}

taint() { cat /proc/sys/kernel/tainted; }

first_card() {
	for pci in /sys/bus/pci/devices/*; do
		[ "$(cat "$pci/vendor")" = 0x15b3 ] && { basename "$pci"; return 0; }
	done
	return 1
}

load_drivers() {
	modprobe mlx5_ib && modprobe ib_uverbs || return 1
	[ "$LABEL" = vm61 ] || modprobe mlx5_fwctl 2> /dev/null || true
	wait_for 60 test -e "/sys/bus/pci/devices/$PCI/infiniband" && wait_for 60 test -e "/sys/bus/pci/devices/$PCI/net" &&
		wait_for 60 test -e /dev/infiniband/uverbs0
}

PCI=$(first_card)
# where cable.sh has put the interfaces in namespaces, the drivers are there and the interfaces are not to be seen
test -d /run/cable || load_drivers
IB=$(ls "/sys/bus/pci/devices/$PCI/infiniband")
NETDEV=$(ls "/sys/bus/pci/devices/$PCI/net" 2> /dev/null)
CC=/sys/kernel/debug/mlx5/$PCI/cc_params
FWCTL=$(ls "/sys/bus/pci/devices/$PCI/fwctl" 2> /dev/null)
