# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# An undo is back at the bytes that were there, on every kernel and so through every way to a card: by command, and when
# a lease ends with nobody there (canonical/netplan#548).
cat >undo.json <<-'END'
	{ "version": 1,
	  "profiles": { "roce": { "set": { "dcqcn.rp.ai_rate": "20 Mb/s", "ztr_rtt.ALPHA": 0.08, "roce_accl.selective_repeat_forced_en": true } } },
	  "assign": [ { "hosts": "n[1-2]", "profile": "roce" } ],
	  "rollouts": { "default": { "steps": [ { "to": "100%", "soak": "1m" } ], "gates": [] } },
	  "transport": { "kind": "sim", "seed": 1, "cards": [ { "type": "cx7", "count": 1 }, { "type": "cx6dx", "count": 1 } ] } }
END
# No traffic, so this gate cannot tell: the run is paused with the change held.
sed 's/"gates": \[\] } }/"gates": [ "quiet" ] } }, "gates": { "quiet": { "counter": "packet_seq_err", "max": 1, "min_traffic": "1 TB" } }/' undo.json >held.json

fleet_on() { # KERNEL: a fresh fleet on it; "before" has what its cards have
	rm -rf state
	ece-apply undo.json --check >check 2>&1 || true
	ece-sim fleet kernel "$1" 'n[1-2]' >told 2>&1
	ece-sim fleet dump 'n[1-2]' >before
}
as_before() {
	ece-sim fleet dump 'n[1-2]' >after
	cmp before after
}
newest() {
	ece-apply history | sed -n '1s/ .*//p'
}
for kernel in 7.x 6.12 6.1 old-errno vendor; do
	fleet_on $kernel
	check "undo-applied-$kernel" 0 ece-apply undo.json --yes
	check "undo-differs-$kernel" 1 as_before
	check "undo-by-command-$kernel" 3 ece-apply undo "$(newest)"
	check "undo-is-back-$kernel" 0 as_before
	fleet_on $kernel
	check "lease-held-$kernel" 5 ece-apply held.json --yes
	check "lease-differs-$kernel" 1 as_before
	check "lease-ends-$kernel" 0 ece-sim fleet advance 20m
	check "lease-is-back-$kernel" 0 as_before
done

# What keeps an undo from being done is said, and it is asked for again until it is: nobody is left half undone
# (bottlerocket-os/bottlerocket-update-operator#691).
fleet_on 7.x
check undo-before-the-trouble 0 ece-apply undo.json --yes
check undo-host-goes-down 0 ece-sim fleet down n2
check undo-incomplete 4 ece-apply undo "$(newest)"
check undo-host-comes-up 0 ece-sim fleet up n2
check undo-again 3 ece-apply undo "$(newest)"
check undo-again-is-back 0 as_before
