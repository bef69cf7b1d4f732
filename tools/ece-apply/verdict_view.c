// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-apply/verdict_view.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tools/common/json_build.h"

const char *verdict_line(const struct control_verdict *v, char *buf, size_t size)
{
	/* A host that decided is in the sentence already; the labels of a series are not */
	bool more = v->worst[0] && !strstr(v->said.why, v->worst);

	snprintf(buf, size, "gate %s of step %" PRIu32 ": %s: %s%s%s", v->gate, v->step + 1, control_verdict_word(v),
		 v->said.why, more ? ", " : "", more ? v->worst : "");
	return buf;
}

enum term_style verdict_style(enum gate_result result)
{
	switch (result) {
	case GATE_PASS:
		return TERM_GOOD;
	case GATE_FAIL:
		return TERM_BAD;
	default:
		return TERM_WARN;
	}
}

const char *verdict_number(bool has, double value, char *buf, size_t size)
{
	if (has)
		snprintf(buf, size, "%.4g", value);
	else
		snprintf(buf, size, "-");
	return buf;
}

static json_t *number(bool has, double value)
{
	json_t *json = has ? json_real(value) : NULL;

	/* JSON has neither NaN nor infinities */
	return json ? json : json_null();
}

static json_t *witness_json(const struct control_witness *w)
{
	return json_pack("{s:o, s:b, s:s, s:o, s:o, s:o}", "host", build_text(w->host), "treated", w->treated,
			 "counter", w->counter, "before", number(w->has_before, w->before), "during",
			 number(w->has_during, w->during), "why", build_text(w->why));
}

static json_t *witnesses_json(const struct control_verdict *v)
{
	json_t *list = json_array();

	for (size_t i = 0; i < v->witness_count; i++)
		build_append(&list, witness_json(&v->witnesses[i]));
	return list;
}

json_t *verdict_json(const struct control_verdict *v)
{
	const struct gate_verdict *said = &v->said;

	return json_pack("{s:I, s:I, s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:s, s:I, s:I, s:o, s:o, s:o, s:o, s:o}",
			 "step", (json_int_t)v->step + 1, "round", (json_int_t)v->round, "change", v->change, "gate",
			 v->gate, "kind", v->kind, "result", control_verdict_word(v), "value",
			 number(said->has_value, said->value), "baseline", number(said->has_baseline, said->baseline),
			 "threshold", number(said->has_threshold, said->threshold), "per", v->per, "hosts",
			 (json_int_t)said->hosts, "usable", (json_int_t)said->usable, "worst", build_text(v->worst),
			 "why", build_text(said->why), "treated", number(v->has_treated, v->treated), "untouched",
			 number(v->has_untouched, v->untouched), "witnesses", witnesses_json(v));
}
