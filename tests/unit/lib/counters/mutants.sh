#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# mutants.sh FILE...  the sources of lib/counters, of its tests, and of what they stand on
#
# Plants one fault after the other in a copy of the counters and gates. One of the tests must go red for each.

# shellcheck source=tests/unit/mutants.bash disable=SC1091
. tests/unit/mutants.bash

run() { run_tests 60 "$@"; } # OBJECT...

mutants_begin lib/counters "$@"
mutants_compile lib/counters/*.c devx/base/*.c tests/unit/lib/counters/*_test.c
tests=$(basename -s _test.o programs/*.o)
mutants_ready

# Growth.
mutant "a counter of 64 bits wraps" delta.c 's/width != 32 \|\| down/down/'
mutant "a wrap is a reset" delta.c 's/\(width != 32/(1 || width != 32/'
mutant "every reset is a wrap" delta.c 's/ROUND - down >= COUNTER_WRAP_SURE/0/'
mutant "what fell by more than a round wrapped" delta.c 's/down > ROUND \|\| ROUND - down/(uint32_t)(ROUND - down)/'
mutant "a wrap is not told" delta.c 's/\.wrapped = true/.wrapped = false/'
mutant "a wrap is a step short" delta.c 's/\.by = ROUND - down/.by = ROUND - down - 1/'
mutant "a host that started over has growth" delta.c 's/if \(again \|\| /if (/'
mutant "absent is zero" delta.c 's/return no_delta\(COUNTER_NOT_THERE\);/return no_delta(COUNTER_GREW);/'
mutant "unreadable is absent" delta.c 's/return no_delta\(COUNTER_NOT_READ\);/return no_delta(COUNTER_NOT_THERE);/'
mutant "words are bytes" delta.c 's/\(uint64_t\)counter->scale/(uint64_t)1/'
mutant "growth by half the range is sure" delta.c 's/steps->unsure = .*;/steps->unsure = false;/'
mutant "64 bits are unsure" delta.c 's/steps->unsure = width == 32 \&\& /steps->unsure = /'
mutant "what sticks goes round" delta.c 's/counter->sticks \? 64 : counter->width/counter->width/'
mutant "what is stuck has grown for sure" delta.c 's/ \|\| is_stuck\(counter, to->value\)//'
mutant "it sticks one too early" delta.c 's/counter->width\) - 1/counter->width) - 2/'
mutant "a sum is what the last NIC is" delta.c 's/rank\[a\] >= rank\[b\] \? a : b/b/'
mutant "a sum forgets what is unsure" delta.c 's/sum->unsure \|= delta->unsure;//'
mutant "a sum goes round" delta.c 's/sum->by = UINT64_MAX;/;/'

# Many readings.
mutant "the first reading is growth" track.c 's/track->total = track->last = value;/track->last = value;/'
mutant "a reset keeps the total" track.c 's/track->total = track->last = value;/track->total += track->last = value;/'
mutant "a reset is not counted" track.c 's/track->resets \+= track->seen;//'
mutant "the first reading is a reset" track.c 's/track->seen \? COUNTER_EVENT_RESET : COUNTER_EVENT_FIRST/COUNTER_EVENT_RESET/'
mutant "a reset stays unsure" track.c 's/track->unsure = false;//'
mutant "what is not there is read" track.c 's/if \(reading->state != COUNTER_PRESENT\)/if (0)/'
mutant "starting over is growth" track.c 's/ \|\| again \|\| / || /'
mutant "the last reading is forgotten" track.c 's/track->last = reading->value;//'
mutant "a total is never unsure" track.c 's/track->unsure = steps.unsure;//'
mutant "once unsure, always unsure" track.c 's/track->unsure = steps.unsure;/track->unsure |= steps.unsure;/'
mutant "no wrap is told" track.c 's/steps.wrapped \? COUNTER_EVENT_WRAPPED : //'

# Names.
mutant "a gauge is a counter" metric.c 's/counter->gauge \? "" : "_total"/"_total"/'
mutant "microseconds are seconds" metric.c 's/1e-6/1/'
mutant "no unit" metric.c 's/unit \? unit : ""/""/'
mutant "a driver has one name" drivers.c 's/driver \? module_of\(driver\) : ""/driver ? driver : ""/'
mutant "every driver has all names" drivers.c 's/ \|\| strcmp\(aliases\[i\].driver, module\) != 0//'
mutant "a row of any source" drivers.c 's/counter \&\& counter->source == source/counter/'
mutant "all have the row of one priority" drivers.c "s/counter->priority == digit - '0'/counter->priority == 3/"
mutant "a beginning is enough" drivers.c 's/return \*pattern == \*name;/return true;/'
mutant "vport_ of any driver" drivers.c 's/!strcmp\(module, "mlx5_ib"\) \&\& !strncmp/!strncmp/'
mutant "vport_ of the interface" drivers.c 's/source == COUNTER_RDMA \&\& !strcmp/!strcmp/'
mutant "every driver has 32 bits" drivers.c 's/!driver \|\| !driver\[0\] \|\| .* \? 32/1 ? 32/'
mutant "an unknown driver has 64 bits" drivers.c 's/!driver \|\| !driver\[0\] \|\| /driver \&\& /'
mutant "what sticks is as narrow as it is" drivers.c 's/ \|\| counter->sticks//'
mutant "each list starts at its own 0" counter.c 's/rows_before\(counter->source\) \+ //'

# Which hosts can be judged.
mutant "a silent host is judged" host.c 's/if \(sample->missing\)/if (0)/'
mutant "queue pairs by DevX move every counter" host.c 's/if \(sample->unmovable\)/if (0)/'
mutant "a host that moved nothing is judged" host.c 's/if \(is_quiet\(rule, sample, quiet\)\)/if (0)/'
mutant "a tenth of its share is not asked for" host.c 's/ \|\| moved < quiet//'
mutant "a window without a length has a rate" host.c 's/sample->seconds_during <= 0\)/0)/'
mutant "traffic that cannot be read is none" host.c 's/needs_traffic\(rule\) \? unfit_of\(\&sample->traffic_during\) : FIT/FIT/'
mutant "nothing wraps at its pace" host.c 's/ \|\| may_wrap\(counter, sample\)//'
mutant "64 bits may wrap" host.c 's/counter->width == 32 \&\& pace/pace/'
mutant "a baseline that may have wrapped is one" host.c 's/sample->before.unsure \|\| y/y/'
mutant "growth that may be more is sure" host.c 's/sample->during.unsure \|\| //'
mutant "a baseline that was not read is zero" host.c 's/sample->before.growth != COUNTER_GREW \|\| //'
mutant "windows are not compared by length" host.c 's/sample->seconds_before \/ sample->seconds_during/1/'
mutant "a terabyte is 2^40" host.c 's/define TB 1e12/define TB 1099511627776.0/'

# Bounds.
mutant "no floor" host.c 's/limit.value < bound->floor/0/'
mutant "the floor is all there is" host.c 's/limit.value < bound->floor/1/'
mutant "the factor is one" host.c 's/bound->value \* amounts->before/amounts->before/'
mutant "an unknown baseline is zero" host.c 's/return \(struct limit\)\{.known = false\};/return (struct limit){.known = true};/'
mutant "everything is beyond chance" host.c 's/return off \* off > .*;/return off * off >= 0;/'
mutant "nothing is beyond chance" host.c 's/return off \* off > .*;/return 0;/'
mutant "chance is ten times as large" host.c 's/off > 9 \*/off > 900 */'

# Verdicts.
mutant "no host is judged alone" gate.c 's/judge_alone\(j, at, \&host\);/;/'
mutant "a bound of zero forgives by chance" gate.c 's/\(limit->value <= 0 \|\| beyond_chance\(host/(beyond_chance(host/'
mutant "a host alone is strict" gate.c 's/ \&\& \(limit->value <= 0 \|\| beyond_chance\(host->during, allowed\)\)//'
mutant "a person's bound forgives by chance" gate.c 's/\(!limit->measured \|\| limit->value <= 0 \|\| beyond/(beyond/'
mutant "a measured bound is strict" gate.c 's/ \|\| beyond_chance\(all->during, allowed\)/ || 1/'
mutant "hosts are not judged together" gate.c 's/else if \(harm_together\(j\)\)/else if (0)/'
mutant "max is not looked at" gate.c 's/j->rule->max.set \&\& over/0 \&\& over/'
mutant "min is not looked at" gate.c 's/j->rule->min.set \&\& under/0 \&\& under/'
mutant "the first bad host is the worst" gate.c 's/ \|\| \(j->worst != GATE_NO_HOST \&\& [^)]*\) <= j->worst_excess\)/ || j->worst != GATE_NO_HOST/'
mutant "a quiet window is judged" gate.c 's/else if \(too_quiet\(j\)\)/else if (0)/'
mutant "who may have wrapped is never over" gate.c 's/ \|\| unfit == UNFIT_WRAPPED\)/)/'
mutant "what is harmless without a baseline is not judged" gate.c 's/if \(harmless\(j->rule, \&host\)\)/if (0)/'
mutant "without a baseline all is harmless" gate.c 's/if \(harmless\(j->rule, \&host\)\)/if (1)/'
mutant "a silent treated host is no matter" gate.c 's/!j->unfit\[UNFIT_MISSING\];/1;/'
mutant "a silent untouched host is a matter" gate.c 's/j->rule->on == GATE_ON_UNTOUCHED \|\| //'
mutant "one host is enough" gate.c 's/ \&\& 2 \* \(uint64_t\)j->usable >= j->hosts//'
mutant "more than half must be judged" gate.c 's/j->usable >= j->hosts/j->usable > j->hosts/'
mutant "nobody is enough" gate.c 's/return all_answered \&\& j->usable \&\&/return all_answered \&\&/;s/!j->hosts/0/'
mutant "a missing host's traffic counts" gate.c 's/!samples\[i\].missing \&\& //'

# The built-in gate.
mutant "hosts without a hard counter pass" gate_hard.c 's/!verdict->usable \|\| 2 .*verdict->hosts\)/0)/'
mutant "the hard gate wants every counter" gate_hard.c 's/.lenient = true, //'
mutant "the last counter decides" gate_hard.c 's/if \(is_worse\(verdict.result, all->result\)\)/if (1)/'
mutant "the hard gate forgives twice the baseline" gate_hard.c 's/.value = 1\}/.value = 2}/'

# Numbers.
mutant "no data passes" gate_numbers.c 's/if \(!count\) \{/if (0) {/'
mutant "what is not a number passes" gate_numbers.c 's/verdict->result == GATE_PASS; i\+\+\)/0; i++)/;s/is_nan\(\*threshold\) \|\| is_nan\(value\)/is_nan(*threshold)/'
mutant "harm beside what is not a number is unknown" gate_numbers.c 's/verdict->result != GATE_FAIL; i\+\+/verdict->result == GATE_PASS; i++/'
mutant "a number is within when it is equal or more" gate_numbers.c 's/value > \*threshold/value >= *threshold/'
mutant "min is max" gate_numbers.c 's/max \? value > \*threshold : value < \*threshold/value > *threshold/'
mutant "numbers have no floor" gate_numbers.c 's/\*threshold < bound->floor\)\)/0))/'
mutant "what was not told before is zero" gate_numbers.c 's/return GATE_INCONCLUSIVE;/*threshold = 0;/'
exit $failed
