#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck source=lib.sh
# Kernel lockdown (as under Secure Boot) shuts debugfs and the PCI window, not fwctl and DevX. It cannot be left again,
# so this comes last.
. /t/lib.sh
# shellcheck source=apply.sh
. /t/apply.sh

if [ ! -e /sys/kernel/security/lockdown ]; then
	skip lockdown "this kernel has none"
	exit 0
fi
engage() {
	grep -qF '[integrity]' /sys/kernel/security/lockdown || echo integrity > /sys/kernel/security/lockdown
}
check engage engage
adapter=01010000000000000000000000000000
refused cc_read 'Operation not permitted' cat "$CC/rp_ai_rate"
set_cc() { echo 5 > "$CC/rp_ai_rate"; }
refused cc_write 'Operation not permitted' set_cc
check devx answers ok '00000000*000002c9*' devx "$IB" 272 "$adapter"
[ -z "$FWCTL" ] || check fwctl answers ok '00000000*000002c9*' fwctl "$FWCTL" 0 272 "$adapter"
sr=roce_accl.selective_repeat_forced_en
shows() {
	ece-show "$PCI" 2>&1 | tr -s ' \n' '  ' > /run/show
	cat /run/show
	for shows_pattern; do grep -qE -- "$shows_pattern" /run/show || return 1; done
}
if [ -n "$FWCTL" ]; then
	check registers_by_fwctl shows "$sr +false +fwctl"
else
	# two ways to a register, and both are shut: nothing is planned, or the rest alone
	check no_door shows "$sr no_door" 'no fwctl node: .*; kernel lockdown shuts the PCI window'
	for skip in fail skip; do
		cat > /run/$skip.json <<-EOF
			{
			  "version": 1, "if_no_door": "$skip",
			  "profiles": { "roce": { "set": { "$sr": true, "ztr_rtt.ALPHA": 0.08 } } },
			  "assign": [ { "id": "all", "hosts": "guest", "profile": "roce" } ],
			  "rollouts": { "default": { "steps": [ { "to": "100%", "soak": "0s" } ] } },
			  "transport": { "kind": "local" }
			}
		EOF
	done
	check no_door_refuses exits 65 /run/fail.json --yes
	check no_door_is_named says "$sr: no fwctl node: kernel [^ ]+ has none"
	check the_other_door_is_named says 'ztr_rtt.ALPHA: no fwctl node.*kernel lockdown shuts the PCI window'
	check nothing_written says 'nothing is written anywhere'
	check no_run exits 0 history
	check says_no_run says 'no runs yet'
	check skip_leaves_it_out exits 0 /run/skip.json --yes
	check skip_is_said says "$sr is left out, as the file says: no fwctl node"
fi
refused pci_window '-E-' mstreg -d "$PCI" --reg_name ROCE_ACCL --get
