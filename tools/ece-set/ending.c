// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-set/ending.h"

#include <stdio.h>

#include "tools/common/exit_code.h"
#include "tools/common/json_build.h"
#include "tools/common/output.h"
#include "tools/common/param_text.h"
#include "tools/ece-set/verbs.h"
#include "tools/common/value_view.h"

#define EXIT_PUT_BACK   3
#define EXIT_INCOMPLETE 4
#define EXIT_LOCKED     6

static const struct {
	const char *word;
	int exit_code;
} endings[] = {
	[ENDING_APPLIED] = {"applied", TOOL_EXIT_OK},
	[ENDING_UNCHANGED] = {"unchanged", TOOL_EXIT_OK},
	[ENDING_UNDONE] = {"undone", TOOL_EXIT_OK},
	[ENDING_PUT_BACK] = {"undone", EXIT_PUT_BACK},
	[ENDING_INCOMPLETE] = {"undo_incomplete", EXIT_INCOMPLETE},
	[ENDING_LOCKED] = {"locked", EXIT_LOCKED},
	[ENDING_REFUSED] = {"refused", TOOL_EXIT_INVALID},
	[ENDING_NO_NIC] = {"unreachable", TOOL_EXIT_UNREACHABLE},
	[ENDING_NOT_ASKED] = {"not_asked", TOOL_EXIT_USAGE},
	[ENDING_DECLINED] = {"declined", TOOL_EXIT_ERROR},
	[ENDING_ERROR] = {"error", TOOL_EXIT_ERROR},
};

int ending_exit(enum ending ending)
{
	return endings[ending].exit_code;
}

/* The errors of single values say more than that of the whole, where there are any. */
static void report_job(const struct guard_job *job, struct report *report)
{
	const struct ece_error *whole = guard_job_error(job);
	size_t count, told = 0;
	const struct guard_fact *facts = guard_job_facts(job, &count);

	for (size_t i = 0; i < count; i++)
		if (facts[i].error.code) {
			report_add(report, &facts[i].error);
			told++;
		}
	if (!told && whole->code)
		report_add(report, whole);
}

static bool all_can_be_verified(const struct guard_job *job)
{
	size_t count;
	const struct guard_fact *facts = guard_job_facts(job, &count);

	for (size_t i = 0; i < count; i++)
		if (ece_param_at(facts[i].param)->no_verify)
			return false;
	return true;
}

enum ending ending_of(const struct guard_job *job, struct report *report)
{
	report_job(job, report);
	switch (guard_job_result(job)) {
	case PROTOCOL_CONFIRMED:
		return ENDING_APPLIED;
	case PROTOCOL_UNCHANGED:
		return ENDING_UNCHANGED;
	case PROTOCOL_UNDONE:
		return all_can_be_verified(job) ? ENDING_UNDONE : ENDING_INCOMPLETE;
	case PROTOCOL_FAILED_OLD:
		return all_can_be_verified(job) ? ENDING_PUT_BACK : ENDING_INCOMPLETE;
	case PROTOCOL_DIRTY:
	case PROTOCOL_CONFLICT:
	case PROTOCOL_UNDO_FAILED:
		return ENDING_INCOMPLETE;
	case PROTOCOL_REFUSED:
		return guard_job_error(job)->kind == ECE_ERROR_LOCKED ? ENDING_LOCKED : ENDING_REFUSED;
	default:
		return ENDING_ERROR;
	}
}

enum ending ending_of_error(const struct ece_error *e, struct report *report)
{
	report_add(report, e);
	if (e->kind == ECE_ERROR_LOCKED)
		return ENDING_LOCKED;
	return e->kind == ECE_ERROR_UNKNOWN_NAME ? ENDING_REFUSED : ENDING_ERROR;
}

void ending_say_undo(const struct set_args *args, const char *label, const char *run)
{
	printf("  %s: ece-set --undo %s", label, run);
	if (args->sim)
		printf(" --sim %s --host %s", args->sim, args->host);
	else if (args->state)
		printf(" --state %s", args->state);
	putchar('\n');
}

json_t *ending_facts_json(const struct guard_job *job)
{
	size_t count;
	const struct guard_fact *facts = guard_job_facts(job, &count);
	json_t *list = json_array();

	for (size_t i = 0; i < count; i++) {
		const struct guard_fact *fact = &facts[i];
		const struct ece_nic_info *info = guard_job_info(job, &fact->card);
		const struct ece_param *param = ece_param_at(fact->param);

		build_append(&list, json_pack("{s:s?, s:s, s:o, s:o, s:o}", "pci", info ? info->pci : NULL, "param",
					      param->name, "before", value_json(param, &fact->before), "now",
					      value_json(param, &fact->now), "why",
					      fact->error.code ? build_text(fact->error.text) : json_null()));
	}
	return list;
}

int ending_json(const struct set_args *args, enum ending ending, const char *run, json_t *changes,
		const struct report *report)
{
	json_t *root = json_pack("{s:i, s:b, s:s?, s:s?, s:s, s:o, s:O}", "version", SET_VERSION, "simulated",
				 args->sim != NULL, "host", args->host, "run", run, "result", endings[ending].word,
				 "changes", changes, "errors", report->errors);

	return output_json(root) ? TOOL_EXIT_ERROR : ending_exit(ending);
}
