# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# The facts of a whole fleet, and the host that is not as the others of its rack.
golden facts-fleet ece-facts --fleet racks.json
golden facts-fleet-alike ece-facts --fleet racks.json --odd-one-out --by rack
ece-sim fleet drift gpu003 >told 2>&1
ece-sim fleet kernel 6.1 gpu007 >told 2>&1
ece-sim fleet down gpu002 >told 2>&1
golden facts-fleet-one-down ece-facts --fleet racks.json
golden facts-fleet-odd ece-facts --fleet racks.json --odd-one-out --by rack
json facts-fleet-odd-json ece-facts --fleet racks.json --odd-one-out --by rack --json --limit 'gpu[001-004]'
golden facts-fleet-odd-all ece-facts --fleet racks.json --odd-one-out
golden facts-fleet-odd-down ece-facts --fleet racks.json --odd-one-out --limit 'gpu[001-002]'
golden facts-fleet-no-label ece-facts --fleet racks.json --odd-one-out --by rak
golden facts-fleet-no-host ece-facts --fleet racks.json --limit gpu011
golden facts-fleet-all-down ece-facts --fleet racks.json --limit gpu002
golden facts-fleet-by-alone ece-facts --fleet racks.json --by rack
golden facts-fleet-limit-alone ece-facts --limit gpu001
# A line a host, and each the document that ece-facts prints there.
ece-facts --fleet racks.json --json --limit 'gpu[001-004]' >lines 2>/dev/null || true
check "facts: a line a host" 0 test "$(wc -l <lines)" = 4
one() { # HOST: its document from the sweep
	python3 -c 'import json, sys
for line in open("lines"):
	said = json.loads(line)
	if said["host"] == sys.argv[1]:
		print(json.dumps(said["facts"], sort_keys=True), said["why"])' "$1"
}
here() { ece-facts --json --sim state --host "$1" | python3 -c 'import json, sys; print(json.dumps(json.load(sys.stdin), sort_keys=True), None)'; }
check "facts: as on the host itself" 0 cmp <(one gpu001) <(here gpu001)
check "facts: who is down says why" 0 grep -q '"facts":null,"why":"the simulated host does not answer"' lines
# What a host says of its kernel ends with what steers a terminal of eight bits, and what turns the line round.
cat >strange <<'SCRIPT'
#!/bin/sh
[ "$1" = gpu001 ] && tail=$(printf '\302\233\342\200\256') || tail=
ece-agent --stdio --sim state --host "$1" | sed -u "s/\"kernel\":\"[^\"]*/&$tail/"
SCRIPT
chmod +x strange
cat >strange.json <<'FILE'
{ "version": 1, "profiles": { "p": { "set": { "dcqcn.rp.ai_rate": "20 Mb/s" } } },
  "assign": [ { "hosts": "gpu[001,003-004]", "profile": "p" } ],
  "transport": { "kind": "command", "argv": [ "./strange", "{host}" ] } }
FILE
ece-facts --fleet strange.json --odd-one-out >odd 2>&1 || true
check "facts: no host steers a terminal" 0 grep -qP 'host kernel: [^ ]*\?\?\?\?\?, ' odd
