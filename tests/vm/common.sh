# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash disable=SC2034
# Sourced by the scripts beside it: where things are kept, and how another Debian's programs run here.

# what a run needs and a machine may not have: the caller reports it as skipped, not as failed
readonly VM_CANNOT=75

home=${HOME:-$(cd ~ && pwd)}
vm_cache=${ECE_VM_CACHE:-${XDG_CACHE_HOME:-$home/.cache}/ecekit/vm}
vm_user=$vm_cache/trees/user
vm_root=$vm_cache/trees/root
# the kernels of a run, by the name that cases carry; vm510 and vm612 are known too
read -ra vm_kernels <<< "${ECE_VM_KERNELS:-vm61 vm7x}"

die() {
	echo "${0##*/}: $*" >&2
	exit 1
}

# the reason goes to stdout, where the caller reads it
cannot() {
	echo "$*"
	exit "$VM_CANNOT"
}

# vm_stamp KEY: what fetch resolved
vm_stamp() {
	sed -n "s/^$1 //p" "$vm_cache/stamp" 2>/dev/null || true
}

# vm_wants FILE WORD: what a scenario's line "# WORD: ..." says
vm_wants() {
	sed -n "s/^# $2: //p" "$1"
}

# the rig of a scenario that asks for nothing
readonly VM_PLAIN_RIG="cx7 |  | 1 |  | 1"

# vm_rig FILE: the cards, cables, guests, root and boots that a scenario wants; scenarios of one boot want the same
vm_rig() {
	local cards guests boots
	cards=$(vm_wants "$1" cards)
	guests=$(vm_wants "$1" guests)
	boots=$(vm_wants "$1" boots)
	echo "${cards:-cx7} | $(vm_wants "$1" connect) | ${guests:-1} | $(vm_wants "$1" root) | ${boots:-1}"
}

# run a program of the unpacked tree through that tree's own loader: "${foreign[@]}" "$vm_user/PROGRAM" ARGS...
foreign=("$vm_user/usr/lib64/ld-linux-x86-64.so.2" --library-path "$vm_user/usr/lib/x86_64-linux-gnu")
