// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-apply/status_view.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "lib/base/hostlist.h"
#include "tools/common/json_build.h"
#include "tools/common/table.h"
#include "tools/common/term.h"
#include "tools/ece-apply/plan_json.h"
#include "tools/ece-apply/summary.h"
#include "tools/ece-apply/words.h"

#define REASON_MAX  512
#define COMMAND_MAX 4096

/* The hosts that are in one state, folded; NULL when there is none. free() it. Returns 0 or -ENOMEM. */
static int hosts_in(const struct control *control, enum rollout_host_state state, char **text)
{
	const struct plan *plan = control_plan(control);
	const char **names = calloc(plan->order_count + 1, sizeof(char *));
	size_t count = 0;
	int ret = 0;

	*text = NULL;
	if (!names)
		return -ENOMEM;
	for (uint32_t i = 0; i < plan->order_count; i++)
		if (rollout_host_state(control_rollout(control), i) == state)
			names[count++] = control_host_name(control, i);
	if (count)
		ret = hostlist_fold(names, count, text);
	free(names);
	return ret;
}

static void steps_text(const struct control *control)
{
	const struct plan *plan = control_plan(control);
	const struct rollout *run = control_rollout(control);
	struct table *table = table_new(4);

	table_right(table, 0);
	for (size_t i = 0; i < plan->step_count; i++) {
		enum rollout_step_state state = rollout_step_state(run, i);
		struct rollout_counts c = rollout_step_counts(run, i);

		table_add(table, "%zu", i + 1);
		table_add(table, "%s", plan->steps[i].name);
		table_add(table, "%s", rollout_step_state_name(state));
		if (state == ROLLOUT_STEP_UNDOING || state == ROLLOUT_STEP_UNDONE)
			table_add(table, "%" PRIu32 " of %" PRIu32 " hosts put back", c.undone, c.hosts);
		else
			table_add(table, "%" PRIu32 " of %" PRIu32 " hosts confirmed", c.confirmed, c.hosts);
	}
	table_print(table, stdout, 4, 0);
	table_free(table);
}

static void hosts_text(const struct control *control)
{
	struct table *table = table_new(2);

	for (int state = 0; state < ROLLOUT_HOST_STATE_COUNT; state++) {
		char *hosts;
		int err = hosts_in(control, (enum rollout_host_state)state, &hosts);

		if (err || hosts) {
			table_add(table, "%s", rollout_host_state_name((enum rollout_host_state)state));
			table_add(table, "%s", err ? "out of memory for their names" : hosts);
		}
		free(hosts);
	}
	table_print(table, stdout, 4, 0);
	table_free(table);
}

/* What a person can do next. */
static void next_text(const struct control *control, const struct store_run *run, const struct apply_args *args)
{
	enum rollout_run_state state = rollout_state(control_rollout(control));
	char line[COMMAND_MAX];

	if (!run->result[0] && state != ROLLOUT_UNDONE)
		printf("  go on:   %s\n", summary_command(args, "resume", run->id, line, sizeof(line)));
	if (state != ROLLOUT_UNDONE && state != ROLLOUT_PLANNED)
		printf("  undo:    %s\n", summary_command(args, "undo", run->id, line, sizeof(line)));
}

void status_text(const struct control *control, const struct store_run *run, const struct apply_args *args,
		 const char *state_dir)
{
	size_t left_out = control_plan(control)->unreachable_count;
	char reason[REASON_MAX];

	printf("%s\n", rollout_reason(control_rollout(control), reason, sizeof(reason)));
	printf("  run:     %s\n  file:    %s\n  result:  %s\n  journal: %s/store.db\n", run->id, run->file,
	       run->result[0] ? run->result : "none yet: the run is open", state_dir);
	if (left_out)
		printf("  owed:    %zu host%s could not be read before the run, and %s left out\n", left_out,
		       plural(left_out), left_out == 1 ? "was" : "were");
	printf("  steps:\n");
	steps_text(control);
	printf("  hosts:\n");
	hosts_text(control);
	next_text(control, run, args);
}

static json_t *steps_json(const struct control *control)
{
	json_t *steps = json_array();

	for (size_t i = 0; i < control_plan(control)->step_count; i++)
		build_append(&steps, plan_json_step(control_plan(control), control_rollout(control), i));
	return steps;
}

static json_t *hosts_json(const struct control *control)
{
	json_t *object = json_object();

	for (int state = 0; state < ROLLOUT_HOST_STATE_COUNT; state++) {
		char *hosts;
		int err = hosts_in(control, (enum rollout_host_state)state, &hosts);

		if (err || hosts)
			build_set(&object, rollout_host_state_name((enum rollout_host_state)state),
				  err ? NULL : json_string(hosts));
		free(hosts);
	}
	return object;
}

json_t *status_json(const struct control *control, const struct store_run *run)
{
	const struct rollout *rollout = control_rollout(control);
	char reason[REASON_MAX];

	return json_pack("{s:i, s:s, s:o, s:I, s:s, s:s?, s:s, s:o, s:o}", "version", STATUS_VERSION, "run", run->id,
			 "file", build_text(run->file), "started", (json_int_t)run->started_unix, "state",
			 rollout_run_state_name(rollout_state(rollout)), "result", run->result[0] ? run->result : NULL,
			 "reason", rollout_reason(rollout, reason, sizeof(reason)), "steps", steps_json(control),
			 "hosts", hosts_json(control));
}
