#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# mutants.sh FILE...  the sources of lib/rollout and of the property test
#
# Plants one fault after the other in a copy of the state machine. The property test must go red for each.
set -uo pipefail

work=$(mktemp -d "${TEST_TMPDIR:-/tmp}/mutants.XXXXXX")
trap 'rm -rf "$work"' EXIT
for file in "$@"; do
	mkdir -p "$work/tree/$(dirname "$file")"
	cp -L "$file" "$work/tree/$file"
done
cd "$work" || exit
failed=0

build_and_run() { # TREE PROGRAM
	(cd "$1" && gcc -std=gnu17 -D_GNU_SOURCE -O1 -I. lib/rollout/*.c tests/unit/lib/rollout/world.c \
		tests/unit/lib/rollout/property_test.c -lcmocka -o "$2") || return 99
	ECE_SEEDS=2000 timeout 60 "$2" >"$work/log" 2>&1
}

verdict() { # OK NAME
	if [ "$1" = 0 ]; then
		echo "[       OK ] mutant: $2"
	else
		echo "[  FAILED  ] mutant: $2"
		failed=1
	fi
}

mutant() { # NAME FILE SED-PROGRAM
	local file=lib/rollout/$2
	rm -rf mutant
	cp -r tree mutant
	sed -i -E "$3" "mutant/$file"
	if cmp -s "tree/$file" "mutant/$file"; then
		echo "$1: the fault could not be planted, the code has changed"
		verdict 1 "$1"
		return
	fi
	build_and_run mutant "$work/program"
	case $? in
	0) echo "$1: survived" && verdict 1 "$1" ;;
	99) echo "$1: does not compile" && verdict 1 "$1" ;;
	*) verdict 0 "$1" ;;
	esac
}

build_and_run tree "$work/program"
status=$?
[ $status = 0 ] || cat log
verdict $status "none: the code as it is passes"

mutant "a budget may be overspent" advance.c 's/(forgiven\[t\]) >= limits/\1 > limits/'
mutant "lost hosts are not counted" host.c 's/ROLLOUT_HOST_MAYBE, TALLY_LOST/ROLLOUT_HOST_MAYBE, TALLY_NONE/'
mutant "a refused apply is no failure" host.c 's/(ANSWER_REFUSED\] .*FAILED_OLD, )TALLY_FAILED/\1TALLY_NONE/'
mutant "budgets are not looked at when a deadline passes" step.c '/MAYBE\);/,/\}/s/run_check_budgets\(run\);//'
mutant "on_fail undo only pauses" advance.c 's/if \(run->limits.undo_on_fail\)/if (0)/'
mutant "the window is one too wide" advance.c 's/(open\(&run->tallies\)) < run->limits.parallel/\1 <= run->limits.parallel/'
mutant "the undo window is one too wide" undo.c 's/(open\(&run->tallies\)) < run->limits.undo_parallel/\1 <= run->limits.undo_parallel/'
mutant "resume leaves a paused run paused" step.c 's/else if \(run->state == ROLLOUT_PAUSED\)/else if (0)/'
mutant "resume forgives nothing" advance.c 's/ - run->forgiven\[t\]//'
mutant "resume lifts the budgets for good" advance.c 's/if \((run->tallies.spent\[t\])/if (!run->forgiven[t] \&\& \1/'
mutant "no soak" advance.c 's/if \(run->now < run->soak_until\)/if (0)/'
mutant "a step ends before its last answers" advance.c '0,/ \|\| tallies_open\(&step->tallies\)/s///'
mutant "a step ends before it is confirmed" advance.c '/^static bool confirm/,/^}/s/ \|\| tallies_open\(&step->tallies\)//'
mutant "confirm whatever was touched" advance.c 's/state == ROLLOUT_HOST_HELD\)/state != ROLLOUT_HOST_QUEUED)/'
mutant "late answers count" step.c 's/ \|\| h->attempt != event->attempt//'
mutant "answers to another request count" step.c 's/ \|\| h->request != event->request//'
mutant "one attempt too many" host.c 's/h->tries < run->limits.attempts/h->tries <= run->limits.attempts/'
mutant "attempts are not counted anew for another request" host.c '/^void host_send/,/^}/s/h->tries = 0;//'
mutant "apply is sent again while undoing" host.c '/^static bool tries_left/,/^}/s/return false;//'
mutant "not sent after maybe means untouched" host.c 's/ && !h->maybe\)/)/'
mutant "a new controller trusts that nothing was sent" host.c '/^void host_resend/,/^}/s/h->maybe = true;//'
mutant "resume forgets those that rest" step.c '/^static void on_resume/,/^}/s/while \(!queue_empty\(&run->resting\)\)/if (0)/'
mutant "resume forgets those in flight" step.c '/^static void on_resume/,/^}/s/last != NOBODY \&\& /0 \&\& /'
mutant "nobody wakes those that rest" step.c 's/if \(resting < next\)/if (0)/'
mutant "no deadline after a timer" step.c 's/(event->kind == ROLLOUT_EVENT_TIMER) \|\|.*/0)/'
mutant "undo asks only hosts that hold or are confirmed" undo.c 's/return h->intent \&\&/return (h->state == ROLLOUT_HOST_HELD || h->state == ROLLOUT_HOST_CONFIRMED) \&\&/'
mutant "undo forgets who answers late" host.c 's/if \(run->state == ROLLOUT_UNDOING\)$/if (0)/'
mutant "undo does not wait for the newest step" undo.c 's/ \|\| tallies_open\(&step->tallies\)//'
mutant "undo begins with the oldest step" undo.c 's/run->started - 1/0/'
mutant "a conflict is no obstacle" undo.c 's/states\[ROLLOUT_HOST_CONFLICT\] \|\|//'
mutant "a failed undo is no obstacle" undo.c 's/\|\| states\[ROLLOUT_HOST_UNDO_FAILED\]//'
mutant "who was never touched is in the way of undone" host.c 's/h->untouched \? ROLLOUT_HOST_UNREACHED :/0 ? ROLLOUT_HOST_UNREACHED :/'
mutant "who refused was touched" host.c 's/h->untouched = !h->maybe;/;/'
mutant "a refusal after maybe means untouched" host.c 's/h->untouched = !h->maybe;/h->untouched = true;/'
mutant "what rests is left lying when undo begins" undo.c 's/if \(h->place == PLACE_RESTING\)/if (0)/'
mutant "a second undo asks those who are undone" undo.c 's/h->state != ROLLOUT_HOST_UNDONE/true/'

exit $failed
