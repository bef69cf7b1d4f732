# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# Hosts that a command tells: what it prints is checked like the file, kept while it is young, and never taken for less
# than it is.
says() { # COMMAND EXIT-CODE, its output on stdin
	{
		printf '#!/bin/sh\ncat <<"END"\n'
		cat
		printf 'END\necho "%s fails" >&2\nexit %s\n' "$1" "$2"
	} >"$1"
	chmod +x "$1"
}
says inventory 0 <<'END'
{ "inventory": [ { "hosts": "node[1-8]", "labels": { "rack": "r01" } } ] }
END
says drained 0 <<'END'
{ "exclude": [ { "hosts": "node[2,40]" }, { "hosts": "node3", "why": "job 77 is at its end" } ] }
END
golden exec-asked ece-apply exec.json --check --now 2099-01-01T12:00Z
# A plan is saved; then a command prints something else, and the file is the same.
check "exec: a plan is saved" 2 ece-apply exec.json --plan-out plan.json --now 2099-01-01T12:00Z
says drained 0 <<'END'
{ "exclude": [ { "hosts": "node[2,40]" }, { "hosts": "node4", "why": "job 78 is at its end" } ] }
END
golden exec-saved-plan ece-apply exec.json --plan plan.json --check --now 2099-01-01T12:00Z
says drained 0 <<'END'
{ "exclude": [ { "hosts": "node[2,40]" }, { "hosts": "node3", "why": "job 77 is at its end" } ] }
END
check "exec: it prints again what it printed" 2 ece-apply exec.json --plan plan.json --moved 0 --check --now 2099-01-01T12:00Z
says inventory 3 </dev/null
golden exec-kept ece-apply exec.json --check --now 2099-01-01T13:00Z
golden exec-too-old ece-apply exec.json --check --now 2099-01-01T13:00:01Z
golden exec-clock-went-back ece-apply exec.json --check --now 2098-12-31
says inventory 0 <<'END'
{ "inventory": [
  { "hosts": "node[1-8]", "label": { "rack": "r01" } },
  { "hosts": "node[8-1]", "labels": { "rack": 1 } } ] }
END
golden exec-faulty-output ece-apply exec.json --check --now 2099-01-02
says inventory 0 <<'END'
node1 node2
END
golden exec-no-json ece-apply exec.json --check --now 2099-01-02
says inventory 0 <<'END'
{ "inventory": [ { "hosts": "node[1-8]", "labels": { "rack": "r01" } } ] }
END
says drained 0 <<'END'
{ "exclude": [ { "hosts": "node[1-3]" } ] }
END
golden exec-too-many-excluded ece-apply exec.json --check --now 2099-01-02
golden exec-expired ece-apply exec.json --check --now 2100-01-01
rm drained
golden exec-missing ece-apply exec.json --check --now 2099-01-02
sed -i 's/"profile": "roce"/"profile": "rose"/' exec.json
golden exec-not-run-for-a-faulty-file ece-apply exec.json --check --now 2099-01-02
golden exec-now-is-no-time ece-apply exec.json --check --now yesterday
