#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# ece-apply from the fleet file to the card and back, on this host: the kernel's files, DevX and mstreg are the judges.
# Registers go by fwctl where the kernel has it, else by the PCI window.
# shellcheck source=lib.sh
. /t/lib.sh
# shellcheck source=apply.sh
. /t/apply.sh

sr=roce_accl.selective_repeat_forced_en
# fleet FILE EXTRA SET
fleet() {
	cat > "$1" <<-EOF
		{
		  "version": 1, $2
		  "profiles": { "roce": { "set": { $3 } } },
		  "assign": [ { "id": "all", "hosts": "guest", "profile": "roce" } ],
		  "rollouts": { "default": { "steps": [ { "to": "100%", "soak": "0s" } ] } },
		  "transport": { "kind": "local" }
		}
	EOF
}
three="\"$sr\": true, \"dcqcn.rp.ai_rate\": \"20 Mb/s\", \"ztr_rtt.ALPHA\": 0.08"
fleet /run/all.json '' "$three"
fleet /run/dcqcn.json '' '"dcqcn.rp.ai_rate": "20 Mb/s"'

rate_by_devx() { word 52 devx "$IB" 272 08240000000000000000000100000000; }
# rate VALUE NAME: by the kernel's file, and by the firmware over DevX
rate() {
	equal "$2.rate_by_debugfs" "$1" "$(cat "$CC/rp_ai_rate")"
	equal "$2.rate_by_devx" "$1" "$(rate_by_devx)"
}
mst_sr() {
	mst_get "$PCI" ROCE_ACCL
	mst_field selective_repeat_forced_en
}
mst_alpha() {
	mst_get "$PCI" PPCC -i "local_port=1,pnat=0,lp_msb=0,algo_slot=0,algo_param_index=1" -o cmd_type=6
	mst_field value
}

taint_before=$(taint)
check apply exits 0 /run/all.json --yes
check says_applied says 'Applied: 1 of 1 host changed \(1 NIC\)'
equal taint_unchanged "$taint_before" "$(taint)"
equal mstreg_reads_sr 0x00000001 "$(mst_sr)"
equal mstreg_reads_alpha 0x0000147b "$(mst_alpha)"
rate 20 apply
first=$(newest_run)
check check_finds_nothing exits 0 /run/all.json --check
check again exits 0 /run/all.json --yes
check says_nothing_to_do says 'Nothing to do'

check mstreg_sets_sr_back mst_set ROCE_ACCL selective_repeat_forced_en=0,selective_repeat_forced_en_field_select=1
check check_finds_it exits 2 /run/all.json --check
check check_names_it says "guest .*$sr +false +-> +true"
check check_names_only_it test "$(grep -c -- '->' /run/apply)" = 1
check check_json exits 2 /run/all.json --check --json
check json_names_it says "\"result\":\"differences\".*\"param\":\"$sr\",\"from\":\"false\",\"to\":\"true\""

check second_apply exits 0 /run/all.json --yes
equal mstreg_reads_sr_again 0x00000001 "$(mst_sr)"
check undo_of_second exits 3 undo "$(newest_run)" --yes
equal mstreg_reads_sr_undone 0x00000000 "$(mst_sr)"
rate 20 after_undo_of_second
# the first run wrote 20 over 5; what somebody else wrote since is not ours to undo
echo 7 > "$CC/rp_ai_rate"
check undo_with_conflict exits 4 undo "$first" --yes
check conflict_is_named says 'dcqcn.rp.ai_rate'
rate 7 after_undo
echo 5 > "$CC/rp_ai_rate"
equal mstreg_reads_alpha_undone 0x00001999 "$(mst_alpha)"
equal taint_unchanged_to_the_end "$taint_before" "$(taint)"

# through debugfs alone, on every kernel
check dcqcn exits 0 /run/dcqcn.json --yes
rate 20 dcqcn
check dcqcn_check exits 0 /run/dcqcn.json --check
echo 7 > "$CC/rp_ai_rate"
check dcqcn_differs exits 2 /run/dcqcn.json --check
check dcqcn_names_it says 'guest .*dcqcn.rp.ai_rate +7 Mb/s +-> +20 Mb/s'
echo 20 > "$CC/rp_ai_rate"
check dcqcn_undo exits 3 undo "$(newest_run)" --yes
rate 5 dcqcn_undo

# the card refuses the write: nothing stays behind, and the reason is the firmware's
ctl 'fault status 0x825 3 100' > /run/case/ctl
check refused_by_card exits 3 /run/dcqcn.json --yes
check refusal_is_said says 'dcqcn.rp.ai_rate'
ctl 'fault clear' > /run/case/ctl
rate 5 refused_by_card
dmesg -c > /dev/null
check history_has_it exits 0 history
check history_says_undone says 'undone'
check kernel_is_quiet no_complaint
