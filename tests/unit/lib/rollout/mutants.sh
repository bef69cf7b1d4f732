#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# mutants.sh FILE...  the sources of lib/rollout and of the property test
#
# Plants one fault after the other in a copy of the state machine. The property test must go red for each.

# shellcheck source=tests/unit/mutants.bash disable=SC1091
. tests/unit/mutants.bash

run() { # OBJECT...
	gcc "$@" -lcmocka -o "$work/program" || return 99
	ECE_SEEDS=4000 timeout 30 "$work/program" >"$work/log" 2>&1
}

mutants_begin lib/rollout "$@"
for file in lib/rollout/*.c tests/unit/lib/rollout/*.c; do
	compile "$file" "objects/$(basename "${file%.c}").o" || exit
done
mutants_ready

# Budgets and windows.
mutant "a budget may be overspent" pause.c 's/(forgiven\[t\]) < limits/\1 <= limits/'
mutant "lost hosts are not counted" host.c 's/ROLLOUT_HOST_MAYBE, TALLY_LOST/ROLLOUT_HOST_MAYBE, TALLY_NONE/'
mutant "a refused apply is no failure" host.c '0,/(ANSWER_REFUSED\] .*FAILED_OLD, *)TALLY_FAILED/s//\1TALLY_NONE/'
mutant "budgets are not looked at when the next change begins" advance.c 's/run_check_budgets\(run\);/if (run->state == ROLLOUT_RUNNING \&\& run->steps[run->current].state != ROLLOUT_STEP_APPLYING) run_check_budgets(run);/'
mutant "on_fail undo only pauses" pause.c '/^void run_check_budgets/,/^}/s/if \(run_limits\(run\)->undo_on_fail\)/if (0)/'
mutant "the window is one too wide" advance.c 's/(open\(&run->tallies\)) >= run_limits\(run\)->parallel/\1 > run_limits(run)->parallel/'
mutant "the undo window is one too wide" undo.c 's/(open\(&run->tallies\)) < run_limits\(run\)->undo_parallel/\1 <= run_limits(run)->undo_parallel/'
mutant "limits of the first change hold for all" run.c '/^const struct rollout_limits \*run_limits/,/^}/s/change_of\(run, run->current\)/(\&run->changes[0])/'
mutant "resume leaves a paused run paused" pause.c '/^static void go_on/,/^}/s/run_move\(run, ROLLOUT_RUNNING\);//'
mutant "resume forgives nothing" pause.c 's/ - run->forgiven\[t\]//'
mutant "every resume forgives" pause.c 's/if \(pause == ROLLOUT_PAUSE_BUDGET\)//'
mutant "resume lifts the budgets for good" pause.c 's/if \((run->tallies.spent\[t\]) - (run->forgiven\[t\])/if (\2 || \1/'

# Steps and changes.
mutant "no soak" watch.c 's/ && run->now >= w->until//'
mutant "a step ends before its last answers" advance.c 's/return !tallies_open\(&step->tallies\);/return true;/'
mutant "confirm whatever was touched" advance.c 's/send_to\(run, ROLLOUT_HOST_HELD,/send_to(run, ROLLOUT_HOST_UNCHANGED,/'
mutant "a step without gates is not confirmed" advance.c '/case GATES_PASS:/,/return/s/step_confirm\(run\);/finish_step(run);/'
mutant "a host whose earlier change failed gets the next one" advance.c 's/if \(!took_earlier\(run, i\)\)/if (0)/'
mutant "unchanged hosts do not get the next change" advance.c 's/ \|\|$/ || 0 \&\&/'
mutant "hosts of two changes are strangers" new.c 's/h->earlier = places\[i - 1\].position;//;s/run->hosts\[h->earlier\].step/places[i - 1].position/'

# Answers.
mutant "late answers count" step.c 's/ &&$/ \&\&/;s/h->attempt == event->attempt/true/'
mutant "answers to another request count" step.c 's/ && h->request == event->request//'
mutant "late renewals count" step.c 's/ && h->renewal == event->attempt//'
mutant "attempts of another request are counted from one" host.c 's/h->tries = 0;\n\th->maybe/&/;/^void host_send/,/^}/s/h->tries = 0;/h->tries = 0; h->attempt = 0;/'
mutant "one attempt too many" host.c 's/h->tries < run_limits\(run\)->attempts/h->tries <= run_limits(run)->attempts/'
mutant "attempts are not counted anew for another request" host.c '/^void host_send/,/^}/s/h->tries = 0;//'
mutant "apply is sent again while undoing" host.c '/^static bool tries_left/,/^}/s/return false;//'
mutant "not sent after maybe means untouched" host.c 's/ && !h->maybe\)/)/'
mutant "a new controller trusts that nothing was sent" host.c '/^static void take_over/,/^}/s/h->maybe = true;//'
mutant "a new controller forgets those that rest" host.c 's/take_over_until\(run, &run->resting, resting\);//'
mutant "a new controller forgets those in flight" host.c 's/take_over_until\(run, &run->flight, flight\);//'
mutant "a new controller counts the attempts of the old one" host.c '/^static void take_over/,/^}/s/h->tries = 0;//'
mutant "resume sends again what was taken over just now" step.c 's/if \(!run->taken_over\)//'
mutant "resume takes over nothing" step.c '/^static void on_resume/,/^}/s/on_take_over\(run\);/;/'
mutant "nobody wakes those that rest" step.c 's/next = sooner\(next, queue_deadline\(run, &run->resting\)\);/;/'
mutant "no deadline after a timer" step.c 's/return kind == ROLLOUT_EVENT_TIMER \|\|/return/'
mutant "what changes in an answer is not logged" lease.c '/ANSWER_RENEWED/,/else/s/run->changed = true;//'

# Undo.
mutant "undo asks only hosts that hold or are confirmed" undo.c 's/return h->intent \&\&/return (h->state == ROLLOUT_HOST_HELD || h->state == ROLLOUT_HOST_CONFIRMED) \&\&/'
mutant "undo forgets who undid itself" undo.c 's/return h->intent \&\&/return h->intent \&\& h->state != ROLLOUT_HOST_SELF_UNDONE \&\&/'
mutant "undo forgets who was to be applied again" undo.c 's/return h->intent \&\&/return h->intent \&\& h->state != ROLLOUT_HOST_QUEUED \&\&/'
mutant "undo forgets who answers late" host.c 's/if \(run->state == ROLLOUT_UNDOING\)$/if (0)/'
mutant "undo does not wait for the newest step" undo.c 's/ \|\| tallies_open\(&step->tallies\)//'
mutant "undo begins with the oldest step" undo.c 's/run->started - 1/0/'
mutant "a conflict is no obstacle" undo.c 's/states\[ROLLOUT_HOST_CONFLICT\] \|\|//'
mutant "a failed undo is no obstacle" undo.c 's/\|\| states\[ROLLOUT_HOST_UNDO_FAILED\]//'
mutant "who was never touched is in the way of undone" host.c 's/h->untouched \? ROLLOUT_HOST_UNREACHED :/0 ? ROLLOUT_HOST_UNREACHED :/'
mutant "who refused was touched" host.c 's/h->untouched = !h->maybe.*;/;/'
mutant "a refusal after maybe means untouched" host.c 's/h->untouched = !h->maybe && !h->round;/h->untouched = true;/'
mutant "a refusal of another round means untouched" host.c 's/h->untouched = !h->maybe && !h->round;/h->untouched = !h->maybe;/'
mutant "not sent in another round means untouched" host.c 's/h->untouched = !h->round;/h->untouched = true;/'
mutant "what rests is left lying when undo begins" undo.c 's/if \(place == PLACE_RESTING\)/if (0)/'
mutant "a second undo asks those who are undone" undo.c 's/h->state != ROLLOUT_HOST_UNDONE/true/'
mutant "who is to be undone is queued twice" undo.c 's/run->nodes\[host\].place == PLACE_NONE \&\& //'
mutant "an undo waits for the samples of before" undo.c 's/run->watch.open = false;//'

# Baselines and soaks.
mutant "no baseline" advance.c 's/change_of\(run, number\)->samples \&\&/0 \&\&/'
mutant "a baseline is not as long as it is to be" advance.c 's/watch_over\(run, run->steps\[run->current\].baseline_ns\)/watch_over(run, 0)/'
mutant "a window does not wait for its beginning" watch.c 's/w->phase == PHASE_BEGIN \&\& !w->open/w->phase == PHASE_BEGIN/'
mutant "a window does not wait for its end" watch.c 's/return w->phase == PHASE_END \&\& !w->open;/return w->phase == PHASE_END;/'
mutant "the end of a window is not sampled" watch.c 's/w->open = change_of\(run, run->current\)->samples;/w->open = change_of(run, run->current)->samples \&\& phase == PHASE_BEGIN;/'
mutant "samples of another kind count" watch.c 's/ \&\& event->sample == w->sample//'
mutant "samples of another round count" watch.c 's/ \&\& event->round == run->round//'
mutant "samples of another step count" watch.c 's/ \&\& event->step == run->current//'
mutant "a missing sample is waited for without end" watch.c '/^void watch_expire/,/^}/s/close_sample\(run\);/;/'
mutant "nobody wakes up at the end of a soak" watch.c 's/return w->until;/return NEVER;/'
mutant "a new controller forgets to sample" watch.c '/^void watch_take_over/,/^}/s/add_action\(run\);/;/'
mutant "a step that is skipped whole is watched" advance.c 's/ \&\& step->tallies.states\[ROLLOUT_HOST_QUEUED\]//'

# Verdicts.
mutant "inconclusive passes" gate.c 's/\[ROLLOUT_RULE_PAUSE\] = GATES_PAUSE/[ROLLOUT_RULE_PAUSE] = GATES_PASS/'
mutant "inconclusive fails where it is to pass" gate.c 's/\[ROLLOUT_RULE_PASS\] = GATES_PASS/[ROLLOUT_RULE_PASS] = GATES_FAIL/'
mutant "inconclusive pauses where it is to fail" gate.c 's/\[ROLLOUT_RULE_FAIL\] = GATES_FAIL/[ROLLOUT_RULE_FAIL] = GATES_PAUSE/'
mutant "an error passes" gate.c '/default:/,/return/s/GATES_PAUSE/GATES_PASS/'
mutant "a failure pauses" gate.c '/case ROLLOUT_VERDICT_FAIL:/,/return/s/GATES_FAIL/GATES_PAUSE/'
mutant "a failure is outvoted by a pass" gate.c 's/if \(d <= strongest\)/if (d <= strongest || d == GATES_FAIL)/'
mutant "the last gate decides alone" gate.c 's/if \(d <= strongest\)/if (0)/'
mutant "the first verdict decides" gate.c 's/if \(g->judging != JUDGING_SETTLED\)/if (g->judging != JUDGING_SETTLED \&\& gate)/'
mutant "inconclusive counts before its wait is over" gate.c 's/if \(g->judged < wait_end\(run, gate\)\)/if (0)/'
mutant "inconclusive never counts" gate.c 's/if \(g->judged < wait_end\(run, gate\)\)/if (1)/'
mutant "who is to soak on is forgotten" advance.c '/case GATES_SOAK_ON:/,/return/s/soak_on\(run\);/return false;/'
mutant "who soaks on waits anew" advance.c 's/if \(run->soaked == NEVER\)//'
mutant "an error is judged again without end" gate.c 's/ \&\& g->tries < run_limits\(run\)->attempts//'
mutant "an error is not judged again" gate.c 's/verdict == ROLLOUT_VERDICT_ERROR \&\& g->tries/0 \&\& g->tries/'
mutant "an error does not rest" gate.c '/^static void settle/,/^}/s/later\(run->now, run_limits\(run\)->retry_ns\)/run->now/'
mutant "tries of another round count" gate.c '/^void gates_ask\(/,/^}/s/run->gates\[i\].tries = 0;//'
mutant "a missing verdict is waited for without end" gate.c '/^void gates_expire/,/^}/s/settle\(run, i, ROLLOUT_VERDICT_ERROR\);/;/'
mutant "a missing verdict is a pass" gate.c '/^void gates_expire/,/^}/s/ROLLOUT_VERDICT_ERROR/ROLLOUT_VERDICT_PASS/'
mutant "nobody wakes up for a verdict" gate.c 's/next = g->deadline;/;/'
mutant "verdicts of another round count" gate.c 's/ \&\& event->round == run->round//'
mutant "verdicts of another step count" gate.c 's/ \&\& event->step == run->current//'
mutant "a verdict is changed afterwards" gate.c 's/run->gates\[event->gate\].judging == JUDGING_OPEN/true/'
mutant "a new controller forgets to judge" gate.c '/^void gates_take_over/,/^}/s/add_action\(run, i\);/;/'
mutant "judged anew on the old evidence" advance.c '/^static void next_round/,/^}/s/run->rounds\+\+/0/'
mutant "a gate that fails goes on" pause.c '/^void run_stop_at_gate/,/^}/s/pause_for.*/step_confirm(run);/'
mutant "a gate that fails undoes in spite of on_fail" pause.c 's/if \(failed \&\& run_limits\(run\)->undo_on_fail\)/if (failed)/'
mutant "a gate that cannot tell undoes" pause.c 's/if \(failed \&\& run_limits/if (run_limits/'
mutant "a gate that fails only pauses" pause.c 's/if \(failed \&\& run_limits\(run\)->undo_on_fail\)/if (0)/'
mutant "resume at a gate passes it" pause.c '/^void run_resume/,/^}/s/step_soak\(run\);/step_confirm(run);/'
mutant "resume at a gate judges the old samples" pause.c '/^void run_resume/,/^}/s/step_soak\(run\);/{ step_move(run, ROLLOUT_STEP_GATING); gates_ask(run); }/'

# People.
mutant "accept is for every pause" pause.c 's/ \|\| run->pause != ROLLOUT_PAUSE_GATE//'
mutant "accept does not go on" pause.c '/^void run_accept/,/^}/s/step_confirm\(run\);//'
mutant "accept is not remembered" pause.c 's/run->steps\[run->current\].accepted = true;//'
mutant "accept is for what is applied later, too" advance.c 's/step->accepted = false;//'
mutant "accept works in a freeze" pause.c 's/ \|\| run->frozen\)/)/'
mutant "pause pauses an undo" pause.c '/^void run_pause/,/^}/s/if \(run->state == ROLLOUT_RUNNING\)/if (run->state == ROLLOUT_RUNNING || run->state == ROLLOUT_UNDOING)/'
mutant "pause does nothing" pause.c '/^void run_pause/,/^}/s/run->state == ROLLOUT_RUNNING/0/'
mutant "a new controller lets a paused run go on" step.c '/^static void on_take_over/,/^}/s/hosts_take_over\(run\);/hosts_take_over(run); run_resume(run);/'
mutant "a frozen run goes on" advance.c '/^bool run_goes_on/,/^}/s/ \&\& !run->frozen//'
mutant "a frozen run is undone" advance.c 's/run->state == ROLLOUT_UNDOING \&\& !run->frozen/run->state == ROLLOUT_UNDOING/'
mutant "a frozen run sends again" host.c 's/while \(!run->frozen \&\& /while (/'
mutant "a new controller sends in a freeze" host.c 's/else if \(run->frozen\)/else if (0)/'
mutant "abort is forgotten in a freeze" step.c 's/^	case ROLLOUT_RUNNING:$/	case ROLLOUT_RUNNING: if (run->frozen) break;/'
mutant "a frozen run does not say so" run.c 's/return run->frozen \&\& open \? ROLLOUT_PAUSED/return 0 ? ROLLOUT_PAUSED/'
mutant "a frozen run wakes up for what it may not send" step.c 's/if \(!run->frozen\)//'

# Leases.
mutant "nobody renews" lease.c '/^void lease_take/,/^}/s/queue_push.*//'
mutant "a lease is renewed when half of it is over" lease.c 's/#define RENEW_PART 3/#define RENEW_PART 2/'
mutant "a renewal is not sent again" lease.c 's/#define AGAIN_PART 12/#define AGAIN_PART 1/'
mutant "nobody wakes up to renew" lease.c '/^uint64_t leases_deadline/,/^}/s/next < flight \? next : flight/next < flight ? flight : flight/'
mutant "nobody waits for a renewal" lease.c '/^uint64_t leases_deadline/,/^}/s/next < flight \? next : flight/next < flight ? next : NEVER/'
mutant "renewals have no window" lease.c 's/while \(run->renewals < run_limits\(run\)->parallel\)/while (true)/'
mutant "renewals wait for applies" lease.c 's/while \(run->renewals < /while (tallies_open(\&run->tallies) + run->renewals < /'
mutant "those that are renewed again pass the others" lease.c 's/queue_deadline\(run, &run->again\) < queue_deadline\(run, &run->due\)/!queue_empty(\&run->again) \&\& queue_due(run, \&run->again)/'
mutant "a host that does not renew is never lost" lease.c 's/host_lose\(run, host\);/;/'
mutant "a host is lost with its first renewal" lease.c 's/run->now >= h->lease_over \&\& //'
mutant "a host is lost after one attempt" lease.c 's/ \&\& h->renewal_tries >= run_limits\(run\)->attempts//'
mutant "attempts to renew are counted over all leases" lease.c '/^void lease_take/,/^}/s/h->renewal_tries = 0;//'
mutant "attempts to renew are counted over all controllers" lease.c '/^void leases_take_over/,/^}/s/run->hosts\[host\].renewal_tries = 0;//'
mutant "a new controller forgets renewals" lease.c '/^void leases_take_over/,/^}/s/for \(uint32_t left.*/for (uint32_t left = 0; left; left--) {/'
mutant "what does not hold any more is renewed" host.c 's/if \(h->state == ROLLOUT_HOST_HELD\)/if (0)/'
mutant "a renewal that is not needed any more keeps its place" lease.c '/^static void leave_flight/,/^}/s/run->renewals--;//'
mutant "a lease ends when it is answered" lease.c 's/h->lease_end = later\(h->asked, length\);/h->lease_end = later(run->now, length);/'
mutant "a host that undid itself is no reason to stop" pause.c '/^void run_check_leases/,/^}/s/pause_for.*/;/'
mutant "a host that undid itself may be accepted" pause.c '/^void run_check_leases/,/^}/s/ \|\| at_gate//'
mutant "a host that undid itself is a failure" host.c 's/ROLLOUT_HOST_SELF_UNDONE, TALLY_NONE/ROLLOUT_HOST_SELF_UNDONE, TALLY_FAILED/'
mutant "who undid itself is not applied again" pause.c '/^void run_resume/,/^}/s/step_apply_again\(run\);/;/'
mutant "who is applied again is not soaked again" advance.c '/^static bool apply/,/^}/s/step_soak\(run\);/if (run->rounds) step_confirm(run); else step_soak(run);/'
mutant "who is applied again has the same request" advance.c 's/run->hosts\[i\].round\+\+;//'
mutant "what was sampled before hosts undid themselves is waited for" pause.c '/^void run_check_leases/,/^}/s/run->watch.open = false;//'
mutant "what was judged before hosts undid themselves counts" pause.c '/^void run_check_leases/,/^}/s/gates_drop\(run\);//'

mutant "judged before it is known that its hosts hold" advance.c 's/ \|\| !leases_sure\(run\)//'
mutant "a lease that nobody renewed in time is sure" lease.c '/^bool leases_sure/,/^}/s/run->now < due/true/'
mutant "a lease whose renewal failed is sure" lease.c '/^static void unanswered/,/^}/s/doubt\(run, host.*/;/'
mutant "a lease whose renewal is on its way is sure" lease.c 's/!run->doubtful \&\& /!run->doubtful || /'
mutant "doubt stays when it is renewed" lease.c '/^void lease_take/,/^}/s/doubt\(run, host.*/;/'
mutant "doubt stays when it holds no more" lease.c '/^void lease_drop/,/^}/s/doubt\(run, host, false\);/;/'

exit $failed
