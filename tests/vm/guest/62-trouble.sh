#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# What goes wrong on one host: what ece-apply says, what the journal keeps, how it ends. The card counts the writes.
# shellcheck source=lib.sh
. /t/lib.sh
# shellcheck source=apply.sh
. /t/apply.sh

idle=roce_slow_restart_idle
slow=roce_accl.${idle}_en
register_write=0x805/0x402c/0
# fleet FILE SET
fleet() {
	cat > "$1" <<-EOF
		{ "version": 1, "profiles": { "roce": { "set": { $2 } } },
		  "assign": [ { "id": "all", "hosts": "guest", "profile": "roce" } ],
		  "rollouts": { "default": { "steps": [ { "to": "100%", "soak": "0s" } ] } },
		  "transport": { "kind": "local" } }
	EOF
}
fleet /run/one.json "\"$slow\": true"
fleet /run/file.json '"dcqcn.rp.ai_rate": "20 Mb/s"'
fleet /run/many.json "\"$slow\": true, \"roce_accl.roce_tx_window_en\": true, \"roce_accl.ack_dscp\": 34,
	\"roce_accl.min_ack_timeout_limit_disabled\": true, \"roce_accl.cc_burst_size\": \"8 KB\",
	\"dcqcn.rp.ai_rate\": \"20 Mb/s\", \"dcqcn.rp.hai_rate\": \"60 Mb/s\", \"dcqcn.np.cnp_dscp\": 46"
taint_before=$(taint)
told() { ctl "$@" > /run/case/ctl; }
# register_bit: the value as the firmware has it
register_bit() { echo $(($(word 20 fwctl "$FWCTL" 1 144 "0805000000000001""0000402c00000000+128") >> 3 & 1)); }
# journal WORD: what became of the newest run
journal() {
	ece-apply history --state "$state" > /run/history
	cat /run/history
	[ "$(awk 'NR == 1 { print $4 }' /run/history)" = "$1" ]
}
# ignored_refused_busy NAME FILE FAULT PARAM WANTED-AND-HAS OLD NEW READ REFUSAL
ignored_refused_busy() {
	# the card says yes and keeps the old value
	told "fault ignore $3 100"
	check "$1_ignored" exits 3 "$2" --yes
	check "$1_ignored_is_said" says "$4 was accepted but not applied: wanted $5"
	check "$1_ignored_in_journal" journal undone
	told 'fault clear'
	equal "$1_ignored_left_nothing" "$6" "$($8)"

	# it refuses for good
	told "fault status $3 3 100"
	check "$1_refused" exits 3 "$2" --yes
	check "$1_refused_is_said" says "$9"
	check "$1_refused_in_journal" journal undone
	told 'fault clear'
	equal "$1_refused_left_nothing" "$6" "$($8)"

	# it is busy, twice: tried again, and nobody has to know
	told "fault status $3 6 2"
	check "$1_busy" exits 0 "$2" --yes
	equal "$1_busy_took_it" "$7" "$($8)"
	check "$1_busy_in_journal" journal applied
	told 'fault clear'
	check "$1_undo_of_busy" exits 3 undo "$(newest_run)" --yes
}
ai_rate() { cat "$CC/rp_ai_rate"; }
ignored_refused_busy file /run/file.json 0x825 dcqcn.rp.ai_rate '20 Mb/s, the card has 5 Mb/s' 5 20 ai_rate \
	'debugfs: Invalid argument \(from the kernel or the firmware'
# the driver tells of what the card refused; that is no complaint of ours
check file_refusals_are_told_by_the_kernel kernel_complained
if [ -z "$FWCTL" ]; then
	equal taint_unchanged "$taint_before" "$(taint)"
	skip registers "needs fwctl: without it every register is many accesses of the window (52-window)"
	exit 0
fi

# writes NAME REGISTERS FILES: since the last call, so many writes of ROCE_ACCL and of the driver's files
told "fault delay $register_write 0 1000"
registers_left=1000
files=$(ctl 'count 0x825' | sed 's/^ok //')
writes() {
	left=$(ctl 'dump fault.0.left' | sed 's/[^0-9]*0[^0-9]*\([0-9]*\).*/\1/')
	now=$(ctl 'count 0x825' | sed 's/^ok //')
	equal "$1.register_writes" "$2" "$((registers_left - left))"
	equal "$1.file_writes" "$3" "$((now - files))"
	registers_left=$left
	files=$now
}

# minimal and idempotent: five values of one register are one write, and what is there is not written
check apply exits 0 /run/many.json --yes
writes apply 1 3
check apply_again exits 0 /run/many.json --yes
check again_says_so says 'Nothing to do'
writes again 0 0

# a function-level reset loses the values; nobody may take the journal's word for the card's
flr() {
	echo "$PCI" > /sys/bus/pci/drivers/mlx5_core/unbind && echo 1 > "/sys/bus/pci/devices/$PCI/reset" &&
		echo "$PCI" > /sys/bus/pci/drivers/mlx5_core/bind
}
here() {
	test -e "/sys/bus/pci/devices/$PCI/infiniband" && test -e "/sys/bus/pci/devices/$PCI/net" &&
		test -e "/sys/bus/pci/devices/$PCI/fwctl" && test -e "$CC/rp_ai_rate"
}
check reset flr
check back wait_for 60 here
FWCTL=$(ls "/sys/bus/pci/devices/$PCI/fwctl")
equal reset_lost_it 0 "$(register_bit)"
check lost_values_differ exits 2 /run/many.json --check
check each_is_named test "$(grep -c -- '->' /run/apply)" = 8
check undo_of_lost exits 3 undo "$(newest_run)" --yes
check undo_found_them_old journal undone
told 'fault clear'

ignored_refused_busy register /run/one.json "$register_write" "$slow" 'true, the card has false' 0 1 register_bit \
	'bad parameter \(status 0x03'

# two runs of one controller: the second is told of the first
told "fault delay $register_write 4000 1"
ece-apply --state "$state" /run/one.json --yes > /run/first 2>&1 &
first=$!
wait_for 20 grep -q writing /run/first
check second_run exits 6 /run/one.json --yes
check second_is_told says 'run [^ ]+ is being carried out: .* pid [0-9]+ on guest'
first_status=0
wait $first || first_status=$?
equal first_run_went_on 0 "$first_status"
check first_in_journal journal applied
told 'fault clear'
check undo_of_first exits 3 undo "$(newest_run)" --yes

# somebody else writes between our write and our look at it: not ours to call applied, and not ours to undo
told "fault delay $register_write 4000 1"
ece-apply --state "$state" /run/one.json --yes > /run/first 2>&1 &
first=$!
wait_for 20 grep -q writing /run/first
# the card has acted; only its answer is late
written() { [ "$(register_bit)" = 1 ]; }
wait_for 20 written
check somebody_writes answers ok '*' fwctl "$FWCTL" 0 144 "0805000000000000""0000402c00000000""0000000800000000+120"
first_status=0
wait $first || first_status=$?
equal overwritten_run_fails 3 "$first_status"
cp /run/first /run/apply
check overwritten_is_said says "$slow was accepted but not applied: wanted true, the card has false"
check overwritten_in_journal journal undone
told 'fault clear'

equal nothing_is_left 0 "$(register_bit)"
equal taint_unchanged "$taint_before" "$(taint)"
check kernel_is_quiet no_complaint
