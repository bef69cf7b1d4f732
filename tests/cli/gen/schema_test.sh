#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# schema_test.sh GENERATOR SCHEMA FLEET GENERATOR PAGE: schema and reference in the tree are those that the tables
# give, and the schema takes and refuses what it should, as ajv sees it.
set -euo pipefail
generator=$1 schema=$2 fleet=$3 page_generator=$4 page=$5
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

verdict() { # STATE NAME
	printf '[ %8s ] %s\n' "$1" "schema: $2"
	[ "$1" != FAILED ] || failed=1
}

generated() { # GENERATOR FILE NAME HOW
	"$1" >"$work/generated"
	if diff -u "$2" "$work/generated"; then
		verdict OK "$3"
	else
		echo "$4"
		verdict FAILED "$3"
	fi
}

generated "$generator" "$schema" "the tables give the one in the tree" \
	"bazel run //tools/gen:schema >configs/fleet.schema.json"
generated "$page_generator" "$page" "the tables give the reference in the tree" \
	"bazel run //tools/gen:fleet_file >docs/fleet-file.md"

# Each line: what it is, yes or no, and a change to the demonstration in JavaScript.
cases() {
	cat <<'CASES'
the demonstration|yes|
hosts as an array|yes|f.assign[0].hosts = ["gpu[001-016,018]", "login1"]
a rollout|yes|f.rollouts = {default: {steps: [{to: 1, soak: "90s"}, {to: "12.5%", batch: 4}, {to: "100%"}], on_fail: "stop"}}
a policy by parameter|yes|f.if_unsupported = {"dcqcn.rp.ai_rate": "skip"}
a value left alone|yes|f.profiles.roce.set["ztr_rtt.ALPHA"] = "leave"
an unknown key|no|f.asign = []
an unknown parameter|no|f.profiles.roce.set["dcqcn.rp.ai_rat"] = 5
a parameter of the wrong type|no|f.profiles.roce.set["dcqcn.rp.ai_rate"] = true
a missing profile|no|delete f.assign[0].profile
another version|no|f.version = 2
shell in a host name|no|f.assign[0].hosts = "$(id)"
an option as a host name|no|f.assign[0].hosts = "-oProxyCommand=sh"
no hosts|no|f.assign[0].hosts = []
a duration without a unit|no|f.rollouts = {default: {soak: "60"}}
a word that is none|no|f.if_no_door = "forget"
a key of a later version|no|f.signing = {}
the site|yes|f = read(fleet.replace("fleet.json", "site.json"))
a value by speed|yes|f.profiles.roce.set["dcqcn.rp.ai_rate"] = {by_speed: {"400G": "20 Mb/s", "200G": 10}}
a speed without its unit|no|f.profiles.roce.set["dcqcn.rp.ai_rate"] = {by_speed: {"400": 20}}
an original value|yes|f.profiles.roce.set["dcqcn.rp.ai_rate"] = "original"
a factory default|no|f.profiles.roce.set["dcqcn.rp.ai_rate"] = "default"
an override without an end|no|f.overrides = [{hosts: "gpu001", set: {}, why: "x"}]
an id of a change that is a path|no|f.changes = [{id: "../x", params: ["dcqcn.rp.ai_rate"]}]
a gate on a counter that is none|no|f.gates = {g: {counter: "nothing", max: 1}}
a unit by label|yes|f.rollouts = {default: {unit: "label:rack"}}
a transport that is none|no|f.transport = {kind: "telnet"}
a command|yes|f.transport = {kind: "command", argv: ["ssh", "{host}", "ece-agent", "--stdio"]}
a policy for what is no parameter|no|f.if_unsupported = {"dcqcn": "skip"}
CASES
}

has_ajv() {
	command -v node >/dev/null && NODE_PATH=/usr/share/nodejs node -e 'require("ajv")' 2>/dev/null
}

if ! has_ajv; then
	while IFS='|' read -r name _; do
		verdict SKIPPED "$name (node-ajv is not installed)"
	done < <(cases)
	exit $failed
fi
while IFS='|' read -r name want change; do
	got=$(NODE_PATH=/usr/share/nodejs node -e '
		const [schema, fleet, change] = process.argv.slice(1);
		const read = (name) => JSON.parse(require("fs").readFileSync(name));
		let f = read(fleet);
		eval(change);
		console.log(new (require("ajv"))().validate(read(schema), f) ? "yes" : "no");
	' "$schema" "$fleet" "$change")
	if [ "$got" = "$want" ]; then
		verdict OK "$name"
	else
		verdict FAILED "$name"
	fi
done < <(cases)
exit $failed
