// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <math.h>
#include <stdio.h>

#include "lib/gate/gate.h"

/* Its own verdict stands; what it told is shown. */
static void take_over(const struct gate_answer *answer, double baseline, struct gate_verdict *verdict)
{
	verdict->result = answer->result;
	verdict->has_value = answer->count > 0;
	verdict->value = answer->count ? answer->values[0] : 0;
	verdict->has_baseline = !isnan(baseline);
	verdict->baseline = isnan(baseline) ? 0 : baseline;
	snprintf(verdict->why, sizeof(verdict->why), "%s",
		 answer->result == GATE_PASS ? "the command says so" : answer->why);
}

void gate_answer_judge(const struct gate_rule *rule, const struct gate_answer *answer, double baseline,
		       struct gate_verdict *verdict)
{
	bool bound = rule->max.set || rule->min.set;

	*verdict = (struct gate_verdict){.worst = GATE_NO_HOST};
	if (answer->result == GATE_NONE || (answer->result == GATE_PASS && bound && answer->count)) {
		gate_judge_numbers(rule, answer->values, answer->count, baseline, verdict);
		return;
	}
	take_over(answer, baseline, verdict);
	if (answer->result == GATE_PASS && bound) {
		verdict->result = GATE_INCONCLUSIVE;
		snprintf(verdict->why, sizeof(verdict->why), "%s",
			 "the command printed no number to hold against the bound of the gate");
	}
}
