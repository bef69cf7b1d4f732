# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# Sourced by the mutants.sh of a room: plants one fault after the other in a copy of its code; a test must go red for each.
#
# The room defines run OBJECT... (0 when all tests pass, 99 when one does not link), calls mutants_begin with all sources,
# compiles what it needs into objects/, says mutants_ready, then mutant NAME FILE SED-PROGRAM for each fault, and ends with
# $failed. One with many test files compiles by mutants_compile, and its run is run_tests with those that $tests names.
#
# A run tries each fifth fault, others each day; ECE_TEST_FULL=1 tries all, ECE_MUTANTS_TURN=N those of a given day. That a
# fault can still be planted is looked at always.
set -uo pipefail
# shellcheck disable=SC2034 # read by who sources this
failed=0
mutants_every=5 mutants_seen=0
[ -z "${ECE_TEST_FULL:-}" ] || mutants_every=1
mutants_turn=${ECE_MUTANTS_TURN:-$(($(date +%s) / 86400))}

mutants_begin() { # ROOM FILE...
	local file
	room=$1
	shift
	work=$(mktemp -d "${TEST_TMPDIR:-/tmp}/mutants.XXXXXX")
	trap 'rm -rf "$work"' EXIT
	for file in "$@"; do
		mkdir -p "$work/tree/$(dirname "$file")"
		cp -L "$file" "$work/tree/$file"
	done
	cd "$work/tree" || exit
	mkdir objects mutant
}

compile() { # SOURCE OBJECT
	gcc -std=gnu17 -D_GNU_SOURCE -O1 -I. -Ilib/include -c "$1" -o "$2"
}

verdict() { # OK NAME
	if [ "$1" = 0 ]; then
		echo "[       OK ] mutant: $2"
	else
		echo "[  FAILED  ] mutant: $2"
		# shellcheck disable=SC2034 # as above
		failed=1
	fi
}

# Test files become programs/, all others objects/.
mutants_compile() { # FILE...
	local file to
	mkdir -p programs
	for file; do
		case $file in
		*_test.c) to=programs/$(basename "${file%.c}").o ;;
		"$room"/*) to=objects/$(basename "${file%.c}").o ;;
		*) to=${file%.c} to=objects/${to//\//_}.o ;;
		esac
		compile "$file" "$to" || exit
	done
}

# One program a test file; the objects stand beside them.
run_tests() { # SECONDS OBJECT...
	local seconds=$1 test
	shift
	# shellcheck disable=SC2154 # the room names them
	for test in $tests; do
		gcc "programs/${test}_test.o" "$@" -lcmocka -lz -lm -o "$work/program" || return 99
		# In a shell of its own, which does not talk about a program that aborts.
		(timeout "$seconds" "$work/program" >"$work/log" 2>&1 || exit 1) 2>/dev/null || return 1
	done
}

mutants_ready() {
	local status=0
	run objects/*.o || status=$?
	[ $status = 0 ] || cat "$work/log"
	verdict $status "none: the code as it is passes"
}

# Only the file with the fault is compiled again; it is found before the headers of the tree are.
mutant() { # NAME FILE SED-PROGRAM
	local file=$room/$2 object others=()
	sed -E "$3" "$file" >"mutant/$2"
	if cmp -s "$file" "mutant/$2"; then
		echo "$1: the fault could not be planted, the code has changed"
		verdict 1 "$1"
		return
	fi
	mutants_seen=$((mutants_seen + 1))
	[ $(((mutants_seen + mutants_turn) % mutants_every)) = 0 ] || return 0
	if ! compile "mutant/$2" mutant/mutant.o; then
		echo "$1: does not compile"
		verdict 1 "$1"
		return
	fi
	for object in objects/*.o; do
		[ "$object" = "objects/${2%.c}.o" ] || others+=("$object")
	done
	run mutant/mutant.o "${others[@]}"
	case $? in
	0) echo "$1: survived" && verdict 1 "$1" ;;
	99) echo "$1: does not link" && verdict 1 "$1" ;;
	*) verdict 0 "$1" ;;
	esac
}
