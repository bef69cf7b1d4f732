#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# usually: vm61
# The PCI window as a door of ours: ROCE_ACCL and PPCC are read and written through it, and mstreg, which uses the same
# window, is the judge. Where the kernel has fwctl, its driver is taken away first.
# shellcheck source=lib.sh
. /t/lib.sh
# shellcheck source=apply.sh
. /t/apply.sh

sr=roce_accl.selective_repeat_forced_en
[ -z "$FWCTL" ] || check fwctl_is_gone rmmod mlx5_fwctl

cat > /run/window.json <<-EOF
	{
	  "version": 1,
	  "profiles": { "roce": { "set": { "$sr": true, "roce_accl.roce_tx_window_en": true, "ztr_rtt.ALPHA": 0.08 } } },
	  "assign": [ { "id": "all", "hosts": "guest", "profile": "roce" } ],
	  "rollouts": { "default": { "steps": [ { "to": "100%", "soak": "0s" } ] } },
	  "transport": { "kind": "local" }
	}
EOF

mst_alpha() {
	mst_get "$PCI" PPCC -i "local_port=1,pnat=0,lp_msb=0,algo_slot=0,algo_param_index=1" -o cmd_type=6
	mst_field value
}
# read_by_agent PARAM: one value and no more, since each word of the window takes its time in an emulated machine
read_by_agent() {
	echo "{\"version\":1,\"op\":\"read\",\"id\":\"r\",\"params\":[\"$1\"]}" | ece-agent --stdio --state /run/agent
}
# value PARAM TEXT: the value's part of the answer has it
value() { read_by_agent "$1" > /run/value 2>&1; cat /run/value; grep -qF -- "$2" /run/value; }
# the semaphore of the window: a word of configuration space, at 0xcc
config=/sys/bus/pci/devices/$PCI/config
holder() { dd if="$config" bs=4 skip=51 count=1 2> /dev/null | hexdump -v -e '1/4 "%u"'; }
into_semaphore() { dd of="$config" bs=4 seek=51 conv=notrunc 2> /dev/null; }

taint_before=$(taint)
check reads value "$sr" '"state":"set","raw":0,"backend":"vsc"'
check reads_alpha value ztr_rtt.ALPHA '"state":"set","raw":6553,"backend":"vsc"'
check apply exits 0 /run/window.json --yes
mst_get "$PCI" ROCE_ACCL
equal mstreg_reads_sr 0x00000001 "$(mst_field selective_repeat_forced_en)"
equal mstreg_reads_tx_window 0x00000001 "$(mst_field roce_tx_window_en)"
equal mstreg_reads_adp_retrans 0x00000001 "$(mst_field roce_adp_retrans_en)"
equal mstreg_reads_alpha 0x0000147b "$(mst_alpha)"
check check_finds_nothing exits 0 /run/window.json --check
check mstreg_sets_sr_back mst_set ROCE_ACCL selective_repeat_forced_en=0,selective_repeat_forced_en_field_select=1
check reads_what_mstreg_wrote value "$sr" '"state":"set","raw":0,"backend":"vsc"'
check check_finds_it exits 2 /run/window.json --check
check mstreg_sets_sr_again mst_set ROCE_ACCL selective_repeat_forced_en=1,selective_repeat_forced_en_field_select=1
check undo exits 3 undo "$(newest_run)" --yes
mst_get "$PCI" ROCE_ACCL
equal mstreg_reads_sr_undone 0x00000000 "$(mst_field selective_repeat_forced_en)"
equal mstreg_reads_alpha_undone 0x00001999 "$(mst_alpha)"
equal nobody_holds_the_window 0 "$(holder)"

# somebody else has it, and does not let go
printf '\147\022\0\0' | into_semaphore
check held_is_said value "$sr" 'vsc: another tool holds the PCI window'
equal held_is_not_taken 4711 "$(holder)"
refused held_stops_a_write 'another tool holds the PCI window' ece-apply --state "$state" /run/window.json --yes
printf '\0\0\0\0' | into_semaphore
check free_again value "$sr" '"state":"set","raw":0,"backend":"vsc"'

# both at once: neither may read the other's answer
both_read() {
	for _ in 1 2 3 4; do
		read_by_agent roce_accl.roce_adp_retrans_en > /run/first 2>&1 &
		wait_pid=$!
		mst_get "$PCI" ROCE_ACCL
		wait "$wait_pid"
		grep -qF '"raw":1,"backend":"vsc"' /run/first || { cat /run/first; return 1; }
		[ "$(mst_field roce_adp_retrans_en)" = 0x00000001 ] || { cat /run/mst; return 1; }
	done
}
check both_at_once both_read

# a card that answers late, and one that refuses
ctl 'fault delay 0x805 300' > /run/case/ctl
check late_answer value "$sr" '"state":"set","raw":0,"backend":"vsc"'
ctl 'fault status 0x805/0x402c 1 100' > /run/case/ctl
check refusal_is_told value "$sr" 'vsc: the firmware refused: internal error (status 0x01'
ctl 'fault clear' > /run/case/ctl
equal taint_unchanged "$taint_before" "$(taint)"
check kernel_is_quiet no_complaint
[ -z "$FWCTL" ] || check fwctl_is_back modprobe mlx5_fwctl
