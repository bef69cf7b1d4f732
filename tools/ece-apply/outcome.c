// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-apply/outcome.h"

#include <stdarg.h>
#include <stdio.h>

#include "tools/common/exit_code.h"
#include "tools/common/json_build.h"
#include "tools/ece-apply/became.h"
#include "tools/ece-apply/plan_json.h"
#include "tools/ece-apply/tally.h"

#define REASON_MAX 512

void outcome_init(struct outcome *outcome)
{
	*outcome = (struct outcome){.result = CONTROL_ERROR};
	report_init(&outcome->report);
}

void outcome_done(struct outcome *outcome)
{
	report_done(&outcome->report);
	json_decref(outcome->drift);
}

void outcome_fail(struct outcome *outcome, const struct ece_error *e)
{
	switch (e->kind) {
	case ECE_ERROR_LOCKED:
		outcome->result = CONTROL_LOCKED;
		break;
	case ECE_ERROR_UNKNOWN_NAME:
		outcome->result = CONTROL_INVALID;
		break;
	default:
		outcome->result = CONTROL_ERROR;
		break;
	}
	report_add(&outcome->report, e);
}

void outcome_error(struct outcome *outcome, int code, enum ece_error_kind kind, const char *format, ...)
{
	char text[ECE_ERROR_TEXT_MAX];
	struct ece_error e;
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	ece_error_set(&e, code, kind, "%s", text);
	outcome_fail(outcome, &e);
}

int outcome_exit_code(const struct outcome *outcome)
{
	return outcome->usage ? TOOL_EXIT_USAGE : control_result_exit_code(outcome->result);
}

static json_t *steps_json(const struct outcome *outcome)
{
	json_t *steps = json_array();

	for (size_t i = 0; outcome->plan && i < outcome->plan->step_count; i++)
		build_append(&steps, plan_json_step(outcome->plan, outcome->run, i));
	return steps;
}

static void set_count(json_t **object, const char *key, size_t n)
{
	build_set(object, key, n == TALLY_UNKNOWN ? json_null() : json_integer((json_int_t)n));
}

static void set_counts(json_t **object, const struct outcome *outcome)
{
	struct tally t = {0};

	if (outcome->plan)
		t = tally_make(outcome->plan, outcome->run);
	set_count(object, "hosts", t.hosts);
	set_count(object, "changed", t.changed);
	set_count(object, "unchanged", t.unchanged);
	set_count(object, "left_out", t.left_out);
	set_count(object, "failed", t.failed);
	set_count(object, "unreachable", t.unreachable);
	set_count(object, "owed", t.owed);
	set_count(object, "undone", t.undone);
	set_count(object, "cards", t.cards);
	set_count(object, "cards_changed", t.cards_changed);
}

json_t *outcome_json(const struct outcome *outcome)
{
	char reason[REASON_MAX] = "";
	json_t *object, *said;

	if (outcome->run)
		rollout_reason(outcome->run, reason, sizeof(reason));
	/* no run was begun, and this is why */
	said = build_text(outcome->run ? reason : outcome->pause);
	object = json_pack("{s:i, s:s?, s:s, s:b, s:o}", "version", OUTCOME_VERSION, "run",
			   outcome->run_id[0] ? outcome->run_id : NULL, "result", control_result_name(outcome->result),
			   "simulated", outcome->simulated, "reason", said);
	set_counts(&object, outcome);
	build_set(&object, "steps", steps_json(outcome));
	if (outcome->run)
		build_set(&object, "host_groups", became_json(outcome));
	build_set(&object, "errors", json_incref(outcome->report.errors));
	if (outcome->drift)
		build_set(&object, "drift", json_incref(outcome->drift));
	if (outcome->with_plan && outcome->plan)
		build_set(&object, "plan", plan_json(outcome->fleet, outcome->plan));
	return object;
}
