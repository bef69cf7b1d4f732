#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# pair_test.sh PAIR: the judgement of tests/hw/pair, on what an ece-connect could say.
set -euo pipefail
pair=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export ECE_CONNECT=$work/ece-connect
failed=0

# says STATUS EFFECTIVE SAME BY: an ece-connect that says so
says() {
	local end
	end='{"card": {"options": 3, "text": "c"}, "offered": {"options": 3, "text": "o"}, "agreed": {"options": 805306369, "text": "a"},
		"effective": {"options": '$2', "text": "e"}, "effective_by": "'$4'"}'
	printf '#!/bin/sh\ncat <<-X\n%s\nX\nexit %s\n' \
		'{"pairs": [{"local": '"$end"', "remote": '"$end"', "same": '"$3"', "missing": {}}], "error": null}' "$1" > "$ECE_CONNECT"
	chmod +x "$ECE_CONNECT"
}

# finds NAME COUNT: so many of the twelve cases fail
finds() {
	local got
	got=$("$pair" host | grep -c FAILED || true)
	if [ "$got" = "$2" ]; then
		echo "[       OK ] hw_pair: $1"
	else
		echo "[  FAILED  ] hw_pair: $1: $got, not $2"
		failed=1
	fi
}

says 0 805306369 true device
finds all_is_well 0
says 2 805306369 true device
finds an_exit_status_is_looked_at 3
says 0 805306369 false device
finds ends_that_differ 3
says 0 805306369 true verbs
finds a_card_that_was_not_asked 3
says 0 805306368 true device
finds less_than_agreed 3
rm "$ECE_CONNECT"
finds no_program 12
exit $failed
