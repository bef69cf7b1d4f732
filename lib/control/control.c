// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/control/control.h"

#include <errno.h>
#include <stdlib.h>

#include "lib/base/copy_text.h"
#include "lib/control/internal.h"

int control_new(struct store *store, struct channel *channel, const struct control_watch *watch, struct control **out,
		struct ece_error *e)
{
	struct control *control = calloc(1, sizeof(*control));

	if (!control)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
	control->store = store;
	control->channel = channel;
	control->wake = (struct wake){.epoll_fd = -1, .timer_fd = -1};
	if (watch)
		control->watch = *watch;
	*out = control;
	return 0;
}

void control_free(struct control *control)
{
	if (!control)
		return;
	wake_close(control);
	run_free(control->run);
	facts_free(control);
	free(control);
}

void control_adopt(struct control *control)
{
	control->adopt = true;
}

void control_hold(struct control *control, bool hold)
{
	control->hold = hold;
}

void control_at(struct control *control, uint64_t now_ns)
{
	control->at_ns = now_ns;
}

void control_change_id(struct control *control, const char *id)
{
	copy_text(control->change_id, sizeof(control->change_id), id);
}

void control_stop(struct control *control)
{
	control->stop = 1;
}

const struct rollout *control_rollout(const struct control *control)
{
	return control->run ? control->run->rollout : NULL;
}

bool control_simulated(const struct control *control)
{
	return control->simulated;
}

const struct plan *control_plan(const struct control *control)
{
	return control->run ? &control->run->frozen->plan : NULL;
}

void control_times(const struct control *control, uint64_t *began_ns, uint64_t *last_ns)
{
	*began_ns = control->run ? control->run->began_ns : 0;
	*last_ns = control->run ? control->run->last_ns : 0;
}

bool control_unverified(const struct control *control)
{
	return control->run && control->run->frozen->unverified;
}

const char *control_host_name(const struct control *control, uint32_t position)
{
	if (!control->run || position >= control->run->frozen->plan.order_count)
		return "";
	return control->run->frozen->lines[position].host;
}

static const struct frozen_change *change_of_step(const struct control *control, uint32_t step)
{
	const struct frozen *f = control->run ? control->run->frozen : NULL;

	return f && step < f->plan.step_count ? &f->changes[f->plan.steps[step].part] : NULL;
}

const char *control_change_name(const struct control *control, uint32_t step)
{
	const struct frozen_change *change = change_of_step(control, step);

	return change && control->run->frozen->change_count > 1 ? change->name : "";
}

const char *control_gate_name(const struct control *control, uint32_t step, uint32_t gate)
{
	const struct frozen_change *change = change_of_step(control, step);

	return change && gate < change->gate_count ? change->gates[gate].name : NULL;
}
