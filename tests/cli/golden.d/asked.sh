# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# Gates that are a command: each result, and what a person is told of it. tests/services asks a real Prometheus.
asked() { # NAME SCRIPT BOUND: a gate of this script, and a bound or nothing
	cat >"$1.sh" <<-END
		#!/bin/sh
		$2
	END
	chmod +x "$1.sh"
	cat >"$1.json" <<-END
		{ "version": 1,
		  "profiles": { "roce": { "set": { "dcqcn.rp.ai_rate": "20 Mb/s" } } },
		  "assign": [ { "hosts": "node[1-2]", "profile": "roce" } ],
		  "gates": { "canary": { "exec": [ "./$1.sh" ]${3:+, $3} } },
		  "rollouts": { "default": { "steps": [ { "hosts": "node1", "soak": "10m" }, { "to": "100%", "soak": "10m" } ],
		    "gates": [ "canary" ] } },
		  "transport": { "kind": "sim", "seed": 1, "cards": [ { "type": "cx7", "count": 1 } ] } }
	END
	rm -rf state
	golden "$1" ece-apply "$1.json" --yes
}
asked asked-passes 'exit 0'
# shellcheck disable=SC2016 # for the script
asked asked-lists 'test "$(cat $ECE_TREATED)" = node1 || test "$ECE_STEP" = 2 || exit 1; test "$ECE_ON" = treated'
# 0.981 of what it was before is enough, 0.9 is not
# shellcheck disable=SC2016
asked asked-number 'test $ECE_WHEN = baseline && echo 100 || echo 98.1' '"min": { "times_baseline": 0.97 }'
# shellcheck disable=SC2016
asked asked-number-low 'test $ECE_WHEN = baseline && echo 100 || echo 90' '"min": { "times_baseline": 0.97 }'
golden asked-number-low-status ece-apply status
asked asked-fails 'echo the training job is 12 % slower >&2; exit 1'
asked asked-cannot-tell 'echo no job runs in this pod >&2; exit 75'
golden asked-cannot-tell-status ece-apply status
json asked-cannot-tell-status-json ece-apply status --json
golden asked-cannot-tell-accept ece-apply accept
asked asked-breaks 'echo cannot log in >&2; exit 3'
golden asked-breaks-abort ece-apply abort
asked asked-no-number 'echo fine' '"max": 5'
