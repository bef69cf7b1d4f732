#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# cards: cx7 cx6dx
# A card leaves the bus at the very write: how the run ends, what the journal says, and that the other card serves on, and
# its counters are read on.
# shellcheck source=lib.sh
. /t/lib.sh
# shellcheck source=apply.sh
. /t/apply.sh
# shellcheck source=watch.sh
. /t/watch.sh

if [ -z "$FWCTL" ]; then
	skip vanish "needs fwctl: the window of a card that is gone is nobody's"
	exit 0
fi
slow=roce_accl.roce_slow_restart_idle_en
cat > /run/vanish.json <<-EOF
	{ "version": 1, "profiles": { "roce": { "set": { "$slow": true } } },
	  "assign": [ { "id": "all", "hosts": "guest", "nics": { "pci": "$PCI" }, "profile": "roce" } ],
	  "rollouts": { "default": { "steps": [ { "to": "100%", "soak": "0s" } ] } },
	  "transport": { "kind": "local" } }
EOF
other=$(for pci in /sys/bus/pci/devices/*; do
	[ "$(cat "$pci/device")" != 0x101d ] || basename "$pci"
done)
watch_starts
check watch_reads wait_for 30 watch_shows "$PCI" out_of_sequence raw 0
ctl 'card0 fault vanish 0x805/0x402c/0' > /run/case/ctl
check run_needs_a_person exits 4 /run/vanish.json --yes
check names_the_card says "$PCI"
check says_why says 'could not be put back'
check says_incomplete says 'The undo is incomplete: a person is needed'
check journal_says_so exits 0 status
check journal_names_the_host says 'result: undo_incomplete.*undo_failed guest'
shows_other() {
	ece-show "$other" > /run/show 2>&1
	cat /run/show
	grep -qE 'dcqcn.rp.ai_rate +5 Mb/s' /run/show
}
check other_card_serves shows_other
left() { ! watch_says "$PCI" out_of_sequence state | grep -q present; }
check watch_says_it_left wait_for 60 left
ctl card1 counter out_of_sequence 11 > /run/case/out
check watch_reads_the_other wait_for 30 watch_shows "$other" out_of_sequence raw 11
check watch_ends watch_ends
