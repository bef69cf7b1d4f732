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
#include "tools/ece-apply/status_gates.h"
#include "tools/ece-apply/status_hooks.h"
#include "tools/ece-apply/summary.h"
#include "tools/ece-apply/tell_hosts.h"
#include "tools/ece-apply/watch_frame.h"
#include "tools/ece-apply/words.h"

#define REASON_MAX  512
#define COMMAND_MAX 4096
#define TROUBLE_MAX 160
#define HOLDER_MAX  256
#define PAUSE_MAX   256

/* The hosts that are in one state, folded; NULL when there is none. free() it. Returns 0 or -ENOMEM. */
static int hosts_in(const struct control *control, enum rollout_host_state state, char **text)
{
	const struct plan *plan = control_plan(control);
	const char **names = calloc(plan->order_count + 1, sizeof(char *));
	bool *seen = calloc(plan->order_count + 1, sizeof(*seen));
	size_t count = 0;
	int ret = names && seen ? 0 : -ENOMEM;

	*text = NULL;
	/* a host of several changes stands in the order several times */
	for (uint32_t i = 0; !ret && i < plan->order_count; i++) {
		if (rollout_host_state(control_rollout(control), i) != state || seen[plan->order[i]])
			continue;
		seen[plan->order[i]] = true;
		names[count++] = control_host_name(control, i);
	}
	if (count)
		ret = hostlist_fold(names, count, text);
	free(seen);
	free(names);
	return ret;
}

/* ", 1 failed, 2 lost": empty where nothing is wrong. */
static const char *troubles(const struct rollout_counts *c, char *buf, size_t size)
{
	const struct {
		uint32_t n;
		const char *word;
	} kinds[] = {
		{c->failed, "failed"},           {c->lost, "lost"},         {c->unreached, "unreachable"},
		{c->self_undone, "self-undone"}, {c->conflict, "conflict"}, {c->undo_failed, "undo failed"},
		{c->skipped, "skipped"},
	};
	size_t len = 0;

	buf[0] = '\0';
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]) && len < size; i++)
		if (kinds[i].n)
			len += (size_t)snprintf(buf + len, size - len, ", %" PRIu32 " %s", kinds[i].n, kinds[i].word);
	return buf;
}

static void steps_text(const struct control *control)
{
	const struct plan *plan = control_plan(control);
	const struct rollout *run = control_rollout(control);
	struct table *table = table_new(5);
	char trouble[TROUBLE_MAX];

	table_right(table, 0);
	for (size_t i = 0; i < plan->step_count; i++) {
		enum rollout_step_state state = rollout_step_state(run, i);
		struct rollout_counts c = rollout_step_counts(run, i);
		bool back = state == ROLLOUT_STEP_UNDOING || state == ROLLOUT_STEP_UNDONE;

		table_add(table, "%zu", i + 1);
		table_add(table, "%s", plan->steps[i].name);
		table_add(table, "%s", rollout_step_state_name(state));
		table_add(table, "%" PRIu32 " of %" PRIu32 " hosts %s%s", back ? c.undone : c.confirmed, c.hosts,
			  back ? "put back" : "confirmed", troubles(&c, trouble, sizeof(trouble)));
		table_add(table, "%s", control_change_name(control, (uint32_t)i));
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

static void next_command(const char *what, const struct apply_args *args, const char *verb, const char *run)
{
	char line[COMMAND_MAX];

	printf("  %-8s %s\n", what, summary_command(args, verb, run, line, sizeof(line)));
}

/* What a person can do next. */
static void next_text(const struct control *control, const struct store_run *run, const struct apply_args *args)
{
	enum rollout_run_state state = rollout_state(control_rollout(control));

	if (!run->result[0] && rollout_pause(control_rollout(control)) == ROLLOUT_PAUSE_FREEZE)
		next_command("first:", args, "unfreeze", NULL);
	if (!run->result[0] && state != ROLLOUT_UNDONE)
		next_command("go on:", args, "resume", run->id);
	if (!run->result[0] && rollout_pause(control_rollout(control)) == ROLLOUT_PAUSE_GATE)
		next_command("accept:", args, "accept", run->id);
	if (state != ROLLOUT_UNDONE && state != ROLLOUT_PLANNED)
		next_command("undo:", args, run->result[0] ? "undo" : "abort", run->id);
}

/* Who goes on with it, and with what. */
static void waits_text(const struct control *control, struct store *store, const struct store_run *run)
{
	struct rollout_wait wait = rollout_wait(control_rollout(control));
	char holder[HOLDER_MAX], leases[PAUSE_MAX], frozen[STORE_WHY_MAX], until[WATCH_TIME_MAX];
	uint64_t began, last;
	bool held;

	if (run->result[0])
		return;
	control_times(control, &began, &last);
	if (store_frozen(store, frozen, sizeof(frozen), NULL /* then it is not known */) > 0)
		printf("  frozen:  %s\n", frozen);
	held = store_holder(store, holder, sizeof(holder));
	printf("  by:      %s\n", held ? holder : "nobody: it stands still until it is resumed");
	if (wait.person || wait.deadline_ns == UINT64_MAX)
		printf("  waits:   for %s\n", wait.person ? "a person" : wait.what);
	else
		printf("  waits:   for %s, until %s of the run\n", wait.what,
		       watch_time(wait.deadline_ns - began, until));
	/* whoever stays with it renews them */
	if (!held && control_pause_text(control, leases, sizeof(leases))[0])
		printf("  leases:  %s\n", leases);
}

/* It is given with the first host that is confirmed; an undo does not give it to another run. */
static void generation_text(const struct rollout *rollout, const struct store_run *run)
{
	enum rollout_run_state state = rollout_state(rollout);
	bool undone = state == ROLLOUT_UNDOING || state == ROLLOUT_UNDONE || state == ROLLOUT_STUCK;

	if (run->generation)
		printf("  %-8s generation %" PRIu64 " of the fleet%s\n", undone ? "made:" : "makes:", run->generation,
		       undone ? ", before its undo" : "");
}

/* Hosts that the plan left out; those that the run left behind are among the states of hosts. */
static void owed_text(const struct plan *plan)
{
	size_t unread = plan->unreachable_count, excluded = plan->excluded_count, moved = plan->moved_count;

	if (plan->outside_count)
		printf("  limit:   the run is for %zu of the %zu hosts of the file\n", plan_hosts(plan),
		       plan->host_count);
	if (unread)
		printf("  owed:    %zu host%s could not be read before the run, and %s left out\n", unread,
		       plural(unread), unread == 1 ? "was" : "were");
	if (excluded)
		printf("  owed:    %zu host%s left alone, as the file says\n", excluded,
		       excluded == 1 ? " is" : "s are");
	if (moved)
		printf("  owed:    %zu host%s moved since the plan was saved\n", moved, moved == 1 ? " has" : "s have");
}

static void run_text(const struct control *control, const struct store *store, const struct store_run *run)
{
	printf("  run:     %s\n  file:    %s\n", run->id, run->file);
	if (run->change_id[0])
		printf("  change:  %s\n", run->change_id);
	printf("  result:  %s\n  journal: %s\n", run->result[0] ? run->result : "none yet: the run is open",
	       store_name(store));
	generation_text(control_rollout(control), run);
	owed_text(control_plan(control));
}

/* A state machine cannot know that the one who moved it is gone. */
static bool is_deserted(const struct control *control, struct store *store, const struct store_run *run)
{
	char holder[HOLDER_MAX];

	return !run->result[0] && rollout_state(control_rollout(control)) != ROLLOUT_PAUSED &&
	       !store_holder(store, holder, sizeof(holder));
}

int status_text(struct control *control, struct store *store, const struct store_run *run,
		const struct apply_args *args, struct ece_error *e)
{
	char reason[REASON_MAX];
	int err;

	printf("%s%s\n", rollout_reason(control_rollout(control), reason, sizeof(reason)),
	       is_deserted(control, store, run) ? "; nobody carries it out" : "");
	run_text(control, store, run);
	waits_text(control, store, run);
	tell_hosts_status(store);
	status_hooks_text(control);
	printf("  steps:\n");
	steps_text(control);
	err = status_gates_text(control, e);
	printf("  hosts:\n");
	hosts_text(control);
	next_text(control, run, args);
	return err;
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

/* A text, or null for "". */
static json_t *text_json(const char *text)
{
	return text[0] ? build_text(text) : json_null();
}

static json_t *waits_json(const struct control *control, const struct store_run *run)
{
	struct rollout_wait wait = rollout_wait(control_rollout(control));

	if (run->result[0])
		return json_null();
	return json_string(wait.person ? "a person" : wait.what);
}

static json_t *generation_json(const struct store_run *run)
{
	return run->generation ? json_integer((json_int_t)run->generation) : json_null();
}

json_t *status_json(struct control *control, struct store *store, const struct store_run *run)
{
	const struct rollout *rollout = control_rollout(control);
	char reason[REASON_MAX], holder[HOLDER_MAX], leases[PAUSE_MAX] = "";

	if (!store_holder(store, holder, sizeof(holder)))
		control_pause_text(control, leases, sizeof(leases));
	return json_pack("{s:i, s:s, s:o, s:o, s:o, s:I, s:s, s:s?, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
			 "version", STATUS_VERSION, "run", run->id, "file", build_text(run->file), "change_id",
			 text_json(run->change_id), "generation", generation_json(run), "started",
			 (json_int_t)run->started_unix, "state", rollout_run_state_name(rollout_state(rollout)),
			 "result", run->result[0] ? run->result : NULL, "reason",
			 rollout_reason(rollout, reason, sizeof(reason)), "pause",
			 rollout_pause_name(rollout_pause(rollout)), "by", text_json(holder), "waits",
			 waits_json(control, run), "leases", text_json(leases), "steps", steps_json(control), "gates",
			 status_gates_json(control), "hosts", hosts_json(control), "webhooks",
			 status_hooks_json(control));
}
