#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck source=lib.sh
# Every parameter of the table: written alone and all together, read by every backend and by foreign tools, undone. The
# judge is the software card's own dump. What there is to try comes from the table (see every.c), so this grows with it.
. /t/lib.sh
# shellcheck source=apply.sh
. /t/apply.sh

export FWCTL
moved_is() { test_equal "ok $1" "$(ctl moved)"; }
every each "$PCI" >&3

ctl mark > /run/case/out
every plan "$PCI" > /run/fleet.json
check apply_all exits 0 /run/fleet.json --yes
check check_finds_nothing exits 0 /run/fleet.json --check
every doors "$PCI" >&3
# lines "PARAM KEY VALUE FILE", as the card has them now
every values > /run/values

# agree KIND: every line of /run/pairs, "NAME CARD FOREIGN", has the same number twice, and there are some
agree() {
	say "$1: $(grep -c . /run/pairs) values"
	awk '$2 != $3 { print "the card has", $1, $2 ", and the other says", $3; bad = 1 } END { exit bad || !NR }' /run/pairs
}
awk '$4 != "-" { print $1, $3, $4 }' /run/values | while read -r name value file; do
	echo "$name $value $(cat "$CC/$file")"
done > /run/pairs
check kernel_files_agree agree 'files of debugfs'

# mst_pairs: the fields of ROCE_ACCL that this mstreg knows; it may be older than the newest ones
mst_pairs() {
	sed -n 's/^\([a-z][^ ]*\) *| \(0x[0-9a-f]*\)$/\1 \2/p' /run/mst > /run/fields
	sed -n 's/^[^ ]* roce_accl\.\([^ ]*\) \([0-9]*\) .*/\1 \2/p' /run/values | while read -r field value; do
		got=$(awk -v field="$field" '$1 == field { print $2 }' /run/fields)
		[ -z "$got" ] || echo "$field $value $((got))"
	done > /run/pairs
}
mst_get "$PCI" ROCE_ACCL
check mstreg_reads mst_read
mst_pairs
check mstreg_agrees agree 'mstreg by the PCI window, ROCE_ACCL'
if [ -n "$FWCTL" ]; then
	mst_get "$FWCTL" ROCE_ACCL
	if mst_read > /dev/null; then
		mst_pairs
		check mstreg_by_fwctl_agrees agree 'mstreg by fwctl, ROCE_ACCL'
	else
		skip mstreg_by_fwctl_agrees "this mstflint reads registers in fwctl's scope 0, which the kernel refuses"
	fi
fi
# all parameters of the algorithm at a time: command 10, as an array
mst_get "$PCI" PPCC -i "local_port=1,pnat=0,lp_msb=0,algo_slot=0,algo_param_index=0" -o "cmd_type=10"
ctl dump ppcc.param. | sed 's/^ok {//; s/}$//' | tr ',' '\n' | tr -d '"' | awk -F: '{ print NR - 1, $1, $2 }' |
	while read -r index name value; do
		echo "$name $value $(($(mst_field "text\[$index\]")))"
	done > /run/pairs
check mstreg_agrees_on_ztr_rtt agree 'mstreg by the PCI window, PPCC'

check undo_all exits 3 undo "$(newest_run)" --yes
check nothing_moved moved_is '{}'
check kernel_is_quiet no_complaint
