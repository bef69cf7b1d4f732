# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# Words to a run that another process carries out, and to one that nobody does; what is frozen; who wrote what.
cat >held.json <<-'END'
	{ "version": 1,
	  "profiles": { "roce": { "set": { "dcqcn.rp.ai_rate": "20 Mb/s" } } },
	  "assign": [ { "hosts": "node[1-2]", "profile": "roce" } ],
	  "rollouts": { "default": { "steps": [ { "hosts": "node1", "soak": "10m" }, { "to": "100%", "soak": "0s" } ], "baseline": "0s" } },
	  "transport": { "kind": "sim", "time": "real", "seed": 1, "cards": [ { "type": "cx7", "count": 1 } ] } }
END
run_id() {
	ece-apply history --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["runs"][0]["run"])'
}
until_told() { # WORDS [LINES]: until status has them, in its first LINES where that is said
	local end=$((SECONDS + 60))
	until [ $SECONDS -gt $end ]; do
		ece-apply status >status 2>/dev/null || true
		if sed "${2:-$}q" status | grep -- "$1" >told; then return 0; fi
		sleep 0.05
	done
	echo "status never said: $1" | cat - status
	return 1
}
until_status() { until_told "$1" 1; } # the reason
# --detach comes back at once; its pid is told once, in JSON
ece-apply held.json --yes --detach --json >detached 2>/dev/null
check words-detached 0 python3 -c 'import json; d = json.load(open("detached")); assert d["detached"] and d["log"].endswith(d["run"] + ".log")'
until_status soaks
golden words-second-run ece-apply held.json --yes
golden words-accept-no-gate ece-apply accept
golden words-resume-not-paused ece-apply resume
golden words-pause ece-apply pause
golden words-pause-again ece-apply pause
json words-pause-json ece-apply pause --json
golden words-status ece-apply status
golden words-resume ece-apply resume
golden words-freeze ece-apply freeze 'switch upgrade in pod 3'
until_status freeze
golden words-freeze-again ece-apply freeze
golden words-frozen-status ece-apply status
golden words-unfreeze ece-apply unfreeze
until_status soaks
check words-abort 0 ece-apply abort
check words-follow 3 ece-apply status --follow
check words-log 0 grep -q 'paused by a freeze' "state/runs/$(run_id).log"
golden words-aborted-status ece-apply status
golden words-unfrozen ece-apply unfreeze
golden words-none-open ece-apply pause
golden words-unknown ece-apply pause 20200101-000000-0000

# The controller dies: whoever types a word takes the run over.
detached=$(ece-apply held.json --yes --detach --json 2>/dev/null | python3 -c 'import json, sys; print(json.load(sys.stdin)["pid"])')
until_status soaks
kill -9 "$detached"
until_told 'by:      nobody'
check words-alone-pause 0 ece-apply pause
check words-alone-paused 0 until_status 'paused by a person'
golden words-alone-accept ece-apply accept
# in real time, as its file says
check words-alone-resume-detached 0 ece-apply resume --detach
check words-alone-goes-on 0 until_status soaks
check words-alone-abort 0 ece-apply abort
check words-alone-aborted 3 ece-apply status --follow

# A frozen store begins nothing.
json words-freeze-json ece-apply freeze --json
golden words-frozen-run ece-apply six.json --yes
json words-frozen-run-json ece-apply six.json --yes --json
check words-frozen-check 2 ece-apply six.json --check
check words-frozen-plan-out 2 ece-apply six.json --plan-out six.plan
json words-unfreeze-json ece-apply unfreeze --json

# What was written, by which run, and why it stands. Of a fleet whose clock never was the real one.
rm -r state
check words-six 0 ece-apply six.json --yes
golden words-why ece-apply why node2 0000:01:00.0 dcqcn.rp.ai_rate
json words-why-json ece-apply why node2 0000:01:00.0 dcqcn.rp.ai_rate --json
golden words-why-nobody ece-apply why node2 roce_accl.roce_tx_window_en
golden words-why-no-param ece-apply why node2 dcqcn.rp.ai_rat
golden words-story ece-apply history "$(run_id)"
check words-story-json 0 ece-apply history "$(run_id)" --json

# After a backup was put back, hosts obey this store again.
golden words-epoch ece-apply epoch
golden words-epoch-raise ece-apply epoch raise
check words-epoch-json 0 ece-apply epoch --json
golden words-epoch-what ece-apply epoch lower
