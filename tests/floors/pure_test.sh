#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# pure_test.sh FLOORS.PY: the check of pure rooms passes over a pure object and finds a planted clock, near and far.
set -euo pipefail
floors=$(dirname "$(realpath "$1")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

archive() { # ROOM NAME CODE
	mkdir -p "$work/$1"
	printf '%s\n' "$3" >"$work/$2.c"
	cc -w -c "$work/$2.c" -o "$work/$2.o"
	ar rc "$work/$1/lib$2.a" "$work/$2.o"
}

faults() { # ARCHIVE...
	PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$floors python3 -c '
import sys, pure
room = lambda path: "lib/fleet" if "/lib/fleet/" in path else "lib/base"
for fault in pure.check_pure(sys.argv[1:], room, ["lib/fleet/a.c"]):
    print(fault.replace("'"$work"'/", ""))' "$@"
}

expect() { # NAME WANT GOT
	if [ "$2" = "$3" ]; then
		echo "[       OK ] pure: $1"
	else
		printf 'want: %s\ngot:  %s\n[  FAILED  ] pure: %s\n' "$2" "$3" "$1"
		failed=1
	fi
}

archive lib/fleet good 'int strcmp(); int good(void) { return strcmp("a", "b"); }'
archive lib/fleet clock 'int time(); int clock_user(void) { return time(0); }'
archive lib/fleet far 'int helper(); int far(void) { return helper(); }'
archive lib/base helper 'int getenv(); int helper(void) { return getenv("HOME"); }'

expect "a pure object" "" "$(faults "$work/lib/fleet/libgood.a")"
expect "a clock" "lib/fleet/libclock.a:clock.o refers to time, which pure.tsv does not allow" \
	"$(faults "$work/lib/fleet/libclock.a")"
expect "the environment behind another room" \
	"lib/fleet/libfar.a:far.o -> lib/base/libhelper.a:helper.o (helper) refers to getenv, which pure.tsv does not allow" \
	"$(faults "$work/lib/fleet/libfar.a" "$work/lib/base/libhelper.a")"
expect "a helper in no archive" "lib/fleet/libfar.a:far.o refers to helper, which pure.tsv does not allow" \
	"$(faults "$work/lib/fleet/libfar.a")"
expect "a room without an archive" "lib/fleet: no archive of it was given" "$(faults "$work/lib/base/libhelper.a")"
exit $failed
