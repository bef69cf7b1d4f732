# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# Two writers at once: the second run is told of the first, and what it may do; the first goes on.
cat >slow.json <<-'END'
	{ "version": 1,
	  "profiles": { "roce": { "set": { "dcqcn.rp.ai_rate": "20 Mb/s" } } },
	  "assign": [ { "hosts": "node[1-2]", "profile": "roce" } ],
	  "rollouts": { "default": { "steps": [ { "to": "100%", "soak": "0s" } ] } },
	  "transport": { "kind": "sim", "time": "real", "cards": [ { "type": "cx7", "count": 1 } ],
	    "faults": [ { "hosts": "node1", "kind": "slow", "delay": "2s" } ] } }
END
ece-apply slow.json --yes >first 2>&1 &
first=$!
for _ in $(seq 200); do
	! grep -q writing first || break
	sleep 0.05
done
golden race-second-run ece-apply slow.json --yes
json race-second-run-json ece-apply slow.json --yes --json
check "the first of two runs goes on" 0 wait $first
golden race-both-see-one-run ece-apply slow.json --check
