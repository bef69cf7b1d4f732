#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# agent_test.sh AGENT APPLY SIM FLEET: ece-agent as a program: its command line, its state directory, two at a time.
set -uo pipefail
agent=$(realpath "$1") apply=$(realpath "$2") sim=$(realpath "$3") fleet=$(realpath "$4")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset ECE_STATE ECE_FAULT
failed=0
read_line='{"version":1,"op":"read","id":"r1","params":["dcqcn.rp.ai_rate"]}'

verdict() { # NAME STATUS
	if [ "$2" = 0 ]; then
		echo "[       OK ] agent: $1"
	else
		cat "$work/out" "$work/err"
		echo "[  FAILED  ] agent: $1"
		failed=1
	fi
}

# ask INPUT ARGS...: stdout in out, stderr in err, exit status in $status
ask() {
	local input=$1
	shift
	status=0
	printf '%s\n' "$input" | timeout 60 "$agent" "$@" >"$work/out" 2>"$work/err" || status=$?
}

check() { # NAME STATUS FILE TEXT: the last ask ended so, and that file has this text
	[ "$status" = "$2" ] && grep -qF -- "$4" "$work/$3"
	verdict "$1" $?
}

ask "$read_line" --stdioo
check "an unknown option is 64 and names the nearest" 64 err "did you mean --stdio?"
ask "$read_line"
check "without --stdio it is 64" 64 err "--stdio or --service is missing"
ask "$read_line" --stdio --host h1
check "--host alone is 64" 64 err "--sim and --host go together"
ask "$read_line" --stdio --sim "$work" --host h1 --state "$work"
check "--state with --sim is 64" 64 err "--state is of a real host"
ask "$read_line" --version
check "--version" 0 out "ece-agent (ecekit)"

ask "$read_line" --stdio --state "$work/real"
check "a real host without NICs has none" 0 out '"result":"ok","nics":[]'
grep -q simulated "$work/out" "$work/err"
verdict "a real host is not called simulated" $((!$?))
ask rubbish --stdio --state "$work/real"
check "rubbish is refused, and the agent goes on" 0 out '"result":"refused"'
ask "$(head -c 1100000 /dev/zero | tr '\0' x)" --stdio --state "$work/real"
check "a line that is too long ends it" 1 err "longer than 1048576 bytes"
ask "$read_line" --stdio --state /proc/nowhere
check "a state directory that cannot be made ends it" 1 err "/proc/nowhere"

mkdir "$work/newer"
"$agent" --stdio --state "$work/newer" </dev/null 2>/dev/null
python3 -c 'import sqlite3,sys; sqlite3.connect(sys.argv[1]).execute("PRAGMA user_version = 7")' "$work/newer/journal.db"
ask "$read_line" --stdio --state "$work/newer"
check "a newer journal is refused before anything is answered" 1 err "format 7"
[ ! -s "$work/out" ]
verdict "and nothing is answered" $?

mkdir "$work/damaged"
"$agent" --stdio --state "$work/damaged" </dev/null 2>/dev/null
printf 'rubbish' | dd of="$work/damaged/journal.db" conv=notrunc status=none
ask "$read_line" --stdio --state "$work/damaged"
check "a damaged journal is said" 1 err "journal.db.damaged-1"
[ -s "$work/damaged/journal.db.damaged-1" ]
verdict "and set aside" $?
ask "$read_line" --stdio --state "$work/damaged"
check "and then a new one begins" 0 out '"result":"ok"'

mkdir "$work/locked"
exec 8>"$work/locked/agent.lock"
flock 8
ask "$read_line" --stdio --state "$work/locked"
check "a second agent waits, and then says why not" 1 err "another agent is at work"
exec 8>&-

"$apply" "$fleet" --check --state "$work/sim" >"$work/out" 2>"$work/err"
ask "$read_line" --stdio --sim "$work/sim" --host h1
check "a simulated host says so in the answer" 0 out '"simulated":true'
check "and on stderr" 0 err "simulated host"
ask "$read_line" --stdio --sim "$work/sim" --host h99
check "a host that is not there is named" 1 err 'no host "h99"'
ask "$read_line" --stdio --sim "$work/nofleet" --host h1
check "a fleet that is not there is said" 1 err "there is no simulated fleet"

status=0
"$sim" fleet drift 'h[1-2]' --param dcqcn.rp.ai_rate --value "7 Mb/s" --state "$work/sim" >"$work/out" 2>"$work/err" || status=$?
ask "$read_line" --stdio --sim "$work/sim" --host h2
check "ece-sim fleet drift changes the cards" 0 out '"state":"set","raw":7'
"$sim" fleet down h3 --state "$work/sim" >"$work/out" 2>"$work/err"
"$sim" fleet show h3 --json --state "$work/sim" >"$work/out" 2>"$work/err"
check "ece-sim fleet down takes a host away" 0 out '"up":false'
"$apply" "$fleet" --check --state "$work/sim" >"$work/out" 2>"$work/err"
check "and ece-apply cannot read it" 0 out "h3"
"$sim" fleet up h3 --state "$work/sim" >"$work/out" 2>"$work/err"
"$sim" fleet kernel 6.1 h4 --state "$work/sim" >"$work/out" 2>"$work/err"
"$apply" "$fleet" --check --state "$work/sim" >"$work/out" 2>"$work/err" || status=$?
check "ece-sim fleet kernel leaves the PCI window" 2 out "6 of 6 hosts differ"
status=0
# the same fleet with cards that have no window
sed 's/"cx7"/"cx7-closed"/' "$fleet" >"$work/closed.json"
"$apply" "$work/closed.json" --check --state "$work/closed" >"$work/out" 2>"$work/err"
"$sim" fleet kernel 6.1 h4 --state "$work/closed" >"$work/out" 2>"$work/err"
"$apply" "$work/closed.json" --check --state "$work/closed" >"$work/out" 2>"$work/err" || status=$?
check "ece-sim fleet kernel takes a door away" 65 out "no fwctl node"
check "and the other one is not there" 65 out "no PCI window"
status=0
"$sim" fleet kernel 6.2 h4 --state "$work/sim" >"$work/out" 2>"$work/err" || status=$?
check "a kernel that is not there is 65" 65 err 'no kernel "6.2"'
status=0
"$sim" fleet down h77 --state "$work/sim" >"$work/out" 2>"$work/err" || status=$?
check "a host that is not there is 65" 65 err 'no host "h77"'

exit $failed
