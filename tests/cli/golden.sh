#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# golden.sh            builds, runs the tools and compares what they print with tests/cli/golden/
# golden.sh --update   writes it there instead, and the pages that are made from the tables or are carried out
# golden.sh [--update] GROUP...   only these groups
#
# One file a group of cases, in golden.d/. Each runs in an empty folder with a state directory of its own.
set -Eeuo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
update=
if [ "${1:-}" = --update ]; then
	update=1
	shift
fi
if [ -n "${TEST_SRCDIR:-}" ]; then
	tools=$TEST_SRCDIR/ecekit/tools
else
	tools=$root/.bazel/bin/tools
	(cd "$root" && bazel build --config=ci //tools/... >&2)
fi
export LC_ALL=C.UTF-8 TERM=xterm NO_COLOR='' PATH="$tools:/usr/bin:/bin"
unset ECE_STATE ECE_CALLED_AS ECE_FAULT XDG_STATE_HOME
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
all=()

# What a group needs between its cases went wrong: nothing after it can be judged.
broken() { # PLACE STATUS COMMAND
	local said
	said=$(find . -maxdepth 1 -type f ! -name '*.json' -printf '%T@ %f\n' | sort -n | tail -n 1 | cut -d ' ' -f 2)
	[ -z "$said" ] || tail -n 20 "$said"
	echo "[  FAILED  ] golden: $1: exit status $2: $3"
}
# Not in <(...), where a command fails when nobody reads it to its end.
trap '[ "$BASHPID" != $$ ] || broken "${BASH_SOURCE[0]##*/}:$LINENO" "$?" "$BASH_COMMAND" >&2' ERR

# What differs from run to run: ids, dates, digests, stores.
normalise() {
	sed -E \
		-e 's/20[0-9]{6}-[0-9]{6}-[0-9a-f]{4}/RUN/g' \
		-e 's/20[0-9]{2}-[0-9]{2}-[0-9]{2}[ T][0-9:]{8}Z/DATE/g' \
		-e 's/"started": ?[0-9]+/"started": DATE/g' \
		-e 's/"digest": ?"[0-9a-f]{64}"/"digest": "DIGEST"/g' \
		-e 's/(store|from) [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/\1 STORE/g' \
		-e 's/[^ "]+ on [^ ,"]+, DATE/WHO, DATE/g' \
		-e 's/pid [0-9]+ on [^ ]+ since/pid PID on HOST since/g' \
		-e 's/[a-z_][a-z0-9_-]* at the host\b/WHO at the host/g' \
		-e "s#$work#WORK#g"
}

verdict() { # NAME FILE
	local name=$1 got=$2 want=$here/golden/$1
	if [ -n "$update" ]; then
		cp "$got" "$want"
	fi
	echo "[ RUN      ] golden: $name"
	if diff -u "$want" "$got" >"$work/diff" 2>&1; then
		echo "[       OK ] golden: $name"
	else
		cat "$work/diff"
		echo "[  FAILED  ] golden: $name"
		failed=1
	fi
}

# golden NAME COMMAND...: the command line, both outputs and the exit status are one golden file.
golden() {
	local name=$1 status=0
	shift
	"$@" >"$work/stdout" 2>"$work/stderr" </dev/null || status=$?
	{
		printf '$'
		printf ' %s' "$@"
		printf '\n--- stdout\n'
		cat "$work/stdout"
		printf -- '--- stderr\n'
		cat "$work/stderr"
		printf -- '--- exit status %d\n' "$status"
	} | normalise >"$work/got"
	verdict "$name" "$work/got"
}

# json NAME COMMAND...: stdout must be one JSON object on one line; it is indented for the golden file.
json() {
	local name=$1 status=0
	shift
	"$@" >"$work/stdout" 2>"$work/stderr" </dev/null || status=$?
	{
		printf '$'
		printf ' %s' "$@"
		printf '\n'
		wc -l <"$work/stdout"
		python3 -c 'import json, sys; print(json.dumps(json.load(sys.stdin), indent=1))' <"$work/stdout" 2>&1
		printf -- '--- exit status %d\n' "$status"
	} | normalise >"$work/got"
	verdict "$name" "$work/got"
}

# check NAME STATUS COMMAND...: only the exit status counts.
check() {
	local name=$1 want=$2 status=0
	shift 2
	"$@" >"$work/stdout" 2>"$work/stderr" </dev/null || status=$?
	echo "[ RUN      ] cli: $name"
	if [ "$status" = "$want" ]; then
		echo "[       OK ] cli: $name"
	else
		cat "$work/stdout" "$work/stderr"
		echo "[  FAILED  ] cli: $name: exit status $status, not $want"
		failed=1
	fi
}

# pty NAME ANSWERS COMMAND...: the same on a terminal; see screen.py for the answers.
pty() {
	local name=$1 answers=$2
	shift 2
	{ python3 "$here/screen.py" "$answers" "$@" || true; } 2>&1 | normalise >"$work/got"
	verdict "$name" "$work/got"
}

# Each group starts in an empty folder, with the fleet files beside it.
group() { # FILE
	local folder
	folder=$work/$(basename "$1" .sh)
	mkdir "$folder"
	cp "$here"/fleets/*.json "$folder/"
	cd "$folder"
	export ECE_STATE=state
	# shellcheck disable=SC1090 # every file of golden.d
	. "$1"
}

# Bazel runs this in parts beside one another, for some groups wait for terminals and slow hosts.
[ -z "${TEST_SHARD_STATUS_FILE:-}" ] || touch "$TEST_SHARD_STATUS_FILE"
is_mine() { # NUMBER
	[ -z "${TEST_TOTAL_SHARDS:-}" ] || [ $(($1 % TEST_TOTAL_SHARDS)) = "$TEST_SHARD_INDEX" ]
}

if [ $# = 0 ]; then
	number=0
	for file in "$here"/golden.d/*.sh; do
		! is_mine $((number++)) || all+=("$(basename "$file" .sh)")
	done
	if [ -n "$update" ]; then
		rm -f "$here"/golden/*
	fi
	set -- "${all[@]}"
fi
for name in "$@"; do
	group "$here/golden.d/$name.sh"
done
# completion offers what lies here as well
mkdir "$work/pages"
cd "$work/pages"
if [ -n "$update" ]; then
	"$here/pages.sh" --update "$tools/gen/pages"
	for dashboard in fleet host nic; do
		"$tools/gen/dashboards" "$dashboard" >"$root/configs/grafana/$dashboard.json"
	done
	"$here/stories.py" --update "$tools" "$root"/docs/stories/[a-z]*.md >/dev/null || true
fi
exit $failed
