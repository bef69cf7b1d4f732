#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# What goes wrong on one host: what ece-apply says, what the journal keeps, how it ends. The card counts the writes.
# shellcheck source=lib.sh
. /t/lib.sh
# shellcheck source=apply.sh
. /t/apply.sh

if [ -z "$FWCTL" ]; then
	skip trouble "needs fwctl: without it every register is many accesses of the window"
	exit 0
fi
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

# the card says yes and keeps the old value
told "fault ignore $register_write 100"
check ignored exits 3 /run/one.json --yes
check ignored_is_said says "$slow was accepted but not applied: wanted true, the card has false"
check ignored_in_journal journal undone
told 'fault clear'
equal ignored_left_nothing 0 "$(register_bit)"

# it refuses for good
told "fault status $register_write 3 100"
check refused exits 3 /run/one.json --yes
check refused_is_said says 'bad parameter \(status 0x03'
check refused_in_journal journal undone
told 'fault clear'

# it is busy, twice: tried again, and nobody has to know
told "fault status $register_write 6 2"
check busy exits 0 /run/one.json --yes
equal busy_took_it 1 "$(register_bit)"
check busy_in_journal journal applied
told 'fault clear'
check undo_of_busy exits 3 undo "$(newest_run)" --yes

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
sleep 1
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
