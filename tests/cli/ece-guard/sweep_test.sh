#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# sweep_test.sh GUARD AGENT APPLY SIM FLEET: the guard dies, or an operation of it fails, at every operation from its
# start over an apply to the end of the lease; the agent dies at every one of its own.
#
# Whatever n is: the next guard brings every value back to what it was, by its clock alone, and nothing is held then.
# Every third n, in './test full' every one.
set -uo pipefail
guard=$(realpath "$1") agent=$(realpath "$2") apply=$(realpath "$3") fleet=$(realpath "$5")
work=$(mktemp -d)
pid=
trap '[ -z "$pid" ] || kill -9 "$pid" 2>/dev/null; rm -rf "$work"' EXIT
unset ECE_STATE ECE_FAULT
cd "$work" || exit 1
# The shell says of each child that it was killed.
exec 2>shell
failed=0
socket=s/guard-h1.sock
stride=${ECE_TEST_FULL:+1}
stride=${stride:-3}
# This many operations are swept at least; a smaller number means that some are no longer counted.
guard_least=105
agent_least=12

verdict() { # NAME STATUS
	if [ "$2" = 0 ]; then
		echo "[       OK ] guard sweep: $1"
	else
		cat out err log shell
		echo "[  FAILED  ] guard sweep: $1"
		failed=1
	fi
}

until_() { # COMMAND...: within ten seconds
	local end=$((SECONDS + 10))
	until "$@"; do
		[ $SECONDS -lt $end ] || return 1
		sleep 0.02
	done
}

dead() { ! kill -0 "$pid" 2>/dev/null; }
serving_or_dead() { grep -qs "serving on" log || dead; }

start() { # FAULT
	rm -f log
	ECE_FAULT=$1 "$guard" --sim s --host h1 >out 2>log &
	pid=$!
	until_ serving_or_dead
}

stop() {
	[ -z "$pid" ] || { kill "$1" "$pid" && wait "$pid"; } 2>/dev/null
	pid=
}

ask() { printf '%s\n' "$1" | ECE_FAULT=${2:-} timeout 60 "$agent" --stdio --guard "$socket" >out 2>err; }

token='"token":{"store":"s","epoch":1,"number":1}'
set='"psid":"MT_0000000838","set":[{"param":"dcqcn.rp.ai_rate","from":5,"to":20},{"param":"roce_accl.selective_repeat_forced_en","from":0,"to":1}]'
hold() { # LEASE_MS [FAULT]
	ask "{\"version\":1,\"op\":\"apply\",\"id\":\"a\",\"run\":\"R1\",$token,\"lease_ms\":$1,\"on_loss\":\"undo\",\"cards\":[{\"guid\":\"0c42a10300000001\",$set},{\"guid\":\"0c42a10300000002\",$set}]}" "${2:-}"
}

# All values are those of before, and nobody holds a card.
old() {
	ask '{"version":1,"op":"read","id":"r","params":["dcqcn.rp.ai_rate","roce_accl.selective_repeat_forced_en"]}' &&
		python3 -c '
import json, sys
answer = json.load(open("out"))
values = [v["value"]["raw"] for nic in answer["nics"] for v in nic["values"]]
sys.exit(0 if values == [5, 0, 5, 0] and "holder" not in answer else 1)'
}

undone() { grep -qs "not renewed in time: undone" log || dead; }

fresh() {
	stop -KILL
	rm -rf s
	cp -r base s
}

count() { sed -n 's/^operations: //p' "$1"; }

"$apply" "$fleet" --check --state base >out 2>err
fresh
start count
hold 200
until_ undone
stop -TERM
operations=$(count log)
[ "${operations:-0}" -ge $guard_least ]
verdict "$operations operations of the guard are swept, at least $guard_least" $?

sweep_guard() { # kill, or fail
	local n
	for ((n = 1; n <= operations; n += stride)); do
		fresh
		start "$1@$n"
		hold 200
		until_ undone
		stop -KILL
		start ''
		until_ old || return 1
	done
}

sweep_guard kill
verdict "killed at every operation (stride $stride), the next guard undoes" $?
sweep_guard fail
verdict "with every operation failing once (stride $stride), the next guard undoes" $?

fresh
start ''
hold 60000 count
operations=$(count err)
[ "${operations:-0}" -ge $agent_least ]
verdict "$operations operations of the agent are swept, at least $agent_least" $?
sweep_agent() {
	local n
	for ((n = 1; n <= operations; n++)); do
		fresh
		start ''
		hold 60000 "kill@$n"
		hold 60000 && grep -q '"result":"held"' out || return 1
		ask "{\"version\":1,\"op\":\"undo\",\"id\":\"u\",\"run\":\"R1\",$token}"
		grep -q '"result":"undone"' out && old || return 1
	done
}
sweep_agent
verdict "the agent killed at every operation: the same request is answered by the next one" $?
exit $failed
