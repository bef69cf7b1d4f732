// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "tests/unit/lib/rollout/fixture.h"

const struct world_config small = {
	.limits =
		{
			.unreachable = 3,
			.lost = 1,
			.failed = 1,
			.parallel = 2,
			.undo_parallel = 4,
			.attempts = 2,
			.answer_ns = 1000,
			.retry_ns = 100,
			.undo_on_fail = true,
			.sample_ns = 200,
			.judge_ns = 300,
		},
	.steps = {{.first = 0, .count = 1, .soak_ns = SOAK}, {.first = 1, .count = 3, .soak_ns = SOAK}},
	.step_count = 2,
	.host_count = 4,
};

void check(const struct world *w)
{
	if (w->wrong)
		fail_msg("not true that \"%s\" (%s)", w->wrong, w->detail);
}

struct world *begin(const struct world_config *config)
{
	struct world *w = malloc(sizeof(*w));

	assert_non_null(w);
	world_begin(w, config, 1);
	return w;
}

void end(struct world *w)
{
	check(w);
	world_end(w);
	free(w);
}

enum rollout_host_state host_of(const struct world *w, uint32_t host)
{
	return rollout_host_state(w->run, host);
}

enum rollout_step_state step_of(const struct world *w, uint32_t step)
{
	return rollout_step_state(w->run, step);
}

void assert_reason(const struct world *w, const char *reason)
{
	char text[512];

	assert_string_equal(rollout_reason(w->run, text, sizeof(text)), reason);
}

void first_step_done(struct world *w)
{
	world_simple(w, ROLLOUT_EVENT_START);
	world_answer(w, 0, ROLLOUT_ANSWER_HELD, true);
	world_timer(w);
	world_answer(w, 0, ROLLOUT_ANSWER_CONFIRMED, true);
	check(w);
	assert_int_equal(step_of(w, 0), ROLLOUT_STEP_DONE);
}
