// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Bring this host to what was last confirmed on it, for what runs before workloads do. */
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>

#include "tools/common/exit_code.h"
#include "tools/common/json_build.h"
#include "tools/common/output.h"
#include "tools/common/report.h"
#include "tools/ece-agent/command.h"
#include "tools/ece-agent/reach.h"
#include "tools/ece-agent/verbs.h"

static bool is_frozen(const struct protocol_answer *answer)
{
	return answer->frozen.fleet || answer->frozen.by_hand;
}

static bool is_owed(const struct protocol_answer *answer)
{
	return answer->wanted > answer->generation;
}

static const char *state_of(const struct protocol_answer *answer)
{
	if (answer->result == PROTOCOL_READY)
		return is_owed(answer) ? "owed" : "ready";
	return is_frozen(answer) ? "frozen" : "not_ready";
}

static int exit_of(const struct agent_args *args, const struct protocol_answer *answer)
{
	if (answer->result != PROTOCOL_READY)
		return is_frozen(answer) ? AGENT_EXIT_FROZEN : TOOL_EXIT_ERROR;
	if (is_owed(answer))
		return AGENT_EXIT_OWED;
	return args->detailed && answer->ensured.changed ? AGENT_EXIT_CHANGED : TOOL_EXIT_OK;
}

static json_t *generation_json(uint64_t generation)
{
	return generation ? json_integer((json_int_t)generation) : json_null();
}

static int print_json(const struct protocol_answer *answer, const struct report *report)
{
	json_t *root = json_pack("{s:b, s:s, s:b, s:b, s:I, s:I, s:I}", "simulated", answer->simulated, "state",
				 state_of(answer), "changed", answer->ensured.changed > 0, "frozen", is_frozen(answer),
				 "right", (json_int_t)answer->ensured.right, "put_back",
				 (json_int_t)answer->ensured.changed, "wrong", (json_int_t)answer->ensured.wrong);

	build_set(&root, "generation", generation_json(answer->generation));
	build_set(&root, "wanted", generation_json(answer->wanted));
	build_set(&root, "errors", json_incref(report->errors));
	return output_json(root);
}

static void print_text(const struct protocol_answer *answer)
{
	printf("%s\n", answer->result == PROTOCOL_READY ? "ready" : "not ready");
	printf("  confirmed values that were there  %" PRIu32 "\n", answer->ensured.right);
	printf("  put back and read back            %" PRIu32 "\n", answer->ensured.changed);
	printf("  not as confirmed                  %" PRIu32 "\n", answer->ensured.wrong);
	if (answer->generation)
		printf("  generation                        %" PRIu64 "\n", answer->generation);
	if (is_owed(answer))
		printf("  owed                              generation %" PRIu64 "\n", answer->wanted);
}

/* One sentence a value; where there is none, that of the whole. */
static void tell_errors(const struct protocol_answer *answer, struct report *report)
{
	bool any = false;

	for (size_t n = 0; n < answer->nic_count; n++)
		for (size_t i = 0; i < answer->nics[n].value_count; i++) {
			const struct ece_error *error = &answer->nics[n].values[i].error;

			if (!error->code)
				continue;
			report_add(report, error);
			any = true;
		}
	if (answer->error.code && (!any || is_frozen(answer)))
		report_add(report, &answer->error);
}

static int tell(const struct agent_args *args, const struct protocol_answer *answer)
{
	struct report report;
	int ret = exit_of(args, answer);

	report_init(&report);
	tell_errors(answer, &report);
	if (answer->result == PROTOCOL_REFUSED)
		ret = TOOL_EXIT_ERROR;
	else if (args->json)
		ret = print_json(answer, &report) ? TOOL_EXIT_ERROR : ret;
	else
		print_text(answer);
	report_done(&report);
	return ret;
}

int verb_ensure(const struct agent_args *args)
{
	const struct protocol_request request = {
		.op = PROTOCOL_ENSURE, .id = "ensure", .generation = args->generation, .force = args->force};
	struct protocol_answer *answer;
	struct reached reached;
	struct ece_error e;
	int ret = reach_open(args, true, &reached, &e);

	ret = ret ? ret : reach_ask(&reached, &request, &answer, &e);
	reach_close(&reached);
	if (ret) {
		report_error(&e);
		return TOOL_EXIT_ERROR;
	}
	ret = tell(args, answer);
	protocol_answer_free(answer);
	return ret;
}
