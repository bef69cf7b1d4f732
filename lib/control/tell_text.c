// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What is told of a run, as JSON (docs/webhooks.md). */
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>

#include "lib/base/clock.h"
#include "lib/base/utc.h"
#include "lib/control/frozen_json.h"
#include "lib/control/tell.h"

#define MESSAGE_VERSION 1 /* raised when a key changes its meaning */
#define REASON_MAX      512
#define TEXT_MAX        1024

/* The time of the day of an event, as this machine's clock goes now. */
static uint64_t wall_ns(const struct run *run, uint64_t event_ns)
{
	uint64_t now = run_now(run), wall = clock_wall();
	uint64_t ago = now > event_ns ? now - event_ns : 0;

	return wall > ago ? wall - ago : 0;
}

static json_t *text_or_null(const char *text)
{
	return text && text[0] ? json_string(text) : json_null();
}

static json_t *hosts_json(const struct run *run)
{
	struct rollout_counts c = rollout_counts(run->rollout);

	return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "hosts", (json_int_t)c.hosts, "changed",
			 (json_int_t)c.confirmed, "unchanged", (json_int_t)c.unchanged, "failed", (json_int_t)c.failed,
			 "lost", (json_int_t)c.lost, "unreachable", (json_int_t)c.unreached, "undone",
			 (json_int_t)c.undone + c.self_undone, "skipped", (json_int_t)c.skipped);
}

static json_t *step_json(const struct run *run)
{
	const struct plan *plan = &run->frozen->plan;
	uint32_t step = rollout_current_step(run->rollout);

	if (step >= plan->step_count)
		return json_null();
	return json_pack("{s:I, s:I, s:s, s:s, s:o}", "number", (json_int_t)step + 1, "of",
			 (json_int_t)plan->step_count, "name", plan->steps[step].name, "state",
			 rollout_step_state_name(rollout_step_state(run->rollout, step)), "change",
			 text_or_null(control_change_name(run->control, step)));
}

static json_t *verdict_json(const struct control_verdict *verdict)
{
	if (!verdict)
		return json_null();
	return json_pack("{s:s, s:s, s:s, s:I}", "gate", verdict->gate, "verdict", control_verdict_word(verdict), "why",
			 verdict->said.why, "step", (json_int_t)verdict->step + 1);
}

static json_t *message_json(const struct run *run, enum fleet_hook_event event, const struct control_verdict *verdict,
			    const char *id)
{
	char reason[REASON_MAX], when[UTC_TEXT_MAX];
	bool ended = event == FLEET_HOOK_ENDED;

	utc_format((int64_t)(clock_wall() / SECOND_NS), when);
	rollout_reason(run->rollout, reason, sizeof(reason));
	return json_pack("{s:i, s:s, s:s, s:s, s:o, s:s, s:s, s:o, s:s, s:s, s:s, s:s?, s:b, s:o, s:o, s:o}", "version",
			 MESSAGE_VERSION, "id", id, "event", fleet_hook_event_name(event), "time", when, "fleet",
			 text_or_null(run->frozen->fleet_name), "file", run->record.file, "run", run->record.id,
			 "change_id", text_or_null(run->record.change_id), "state",
			 rollout_run_state_name(rollout_state(run->rollout)), "pause",
			 rollout_pause_name(rollout_pause(run->rollout)), "reason", reason, "result",
			 ended ? control_result_name(result_of_run(run)) : NULL, "simulated",
			 run->frozen->way.simulated, "step", step_json(run), "hosts", hosts_json(run), "verdict",
			 verdict_json(verdict));
}

static char *dump(json_t *json)
{
	char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;

	json_decref(json);
	return text;
}

char *tell_message(const struct run *run, enum fleet_hook_event event, const struct control_verdict *verdict,
		   const char *id)
{
	return dump(message_json(run, event, verdict, id));
}

static json_t *tags_json(const struct run *run, const struct fleet_hook *hook, const char *kind, const char *result)
{
	json_t *tags = json_pack("[s, s, s]", "ecekit", kind, result);

	if (run->frozen->fleet_name && run->frozen->fleet_name[0])
		frozen_append(&tags, json_string(run->frozen->fleet_name));
	if (run->record.change_id[0])
		frozen_append(&tags, json_string(run->record.change_id));
	for (uint32_t i = 0; i < hook->tag_count; i++)
		frozen_append(&tags, json_string(hook->tags[i]));
	return tags;
}

/* From @began_ns of the run until now. */
static char *region(const struct run *run, uint64_t began_ns, json_t *tags, const char *text)
{
	return dump(json_pack("{s:I, s:I, s:o, s:s}", "time", (json_int_t)(wall_ns(run, began_ns) / CLOCK_MS_NS),
			      "timeEnd", (json_int_t)(clock_wall() / CLOCK_MS_NS), "tags", tags, "text", text));
}

static char *of_run(const struct run *run, const struct fleet_hook *hook)
{
	const char *result = control_result_name(result_of_run(run));
	char text[TEXT_MAX], reason[REASON_MAX];

	snprintf(text, sizeof(text), "run %s: %s; %s", run->record.id, result,
		 rollout_reason(run->rollout, reason, sizeof(reason)));
	return region(run, run->began_ns, tags_json(run, hook, "run", result), text);
}

static char *of_step(const struct run *run, const struct fleet_hook *hook)
{
	uint32_t step = rollout_current_step(run->rollout);
	const char *state = rollout_step_state_name(rollout_step_state(run->rollout, step));
	struct rollout_counts c = rollout_step_counts(run->rollout, step);
	char text[TEXT_MAX];

	snprintf(text, sizeof(text), "run %s, step %" PRIu32 " (%s): %s; %" PRIu32 " of %" PRIu32 " hosts changed",
		 run->record.id, step + 1, run->frozen->plan.steps[step].name, state, c.confirmed, c.hosts);
	return region(run, run->step_began_ns[step], tags_json(run, hook, "step", state), text);
}

char *tell_annotation(const struct run *run, enum fleet_hook_event event, const struct fleet_hook *hook)
{
	enum rollout_step_state state = rollout_step_state(run->rollout, rollout_current_step(run->rollout));

	if (event == FLEET_HOOK_ENDED)
		return of_run(run, hook);
	return state == ROLLOUT_STEP_DONE || state == ROLLOUT_STEP_UNDONE ? of_step(run, hook) : NULL;
}
