// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Samples and earlier answers that another controller has left in the store: the verdict is on the same numbers. */
#include <errno.h>
#include <jansson.h>

#include "lib/control/internal.h"

static bool is_wanted(const struct run *run, uint32_t step, uint32_t sample, uint32_t round)
{
	const struct asked *asked = &run->asked[sample];

	return asked->any && asked->step == step && asked->round == round;
}

static int load_sample(struct run *run, uint32_t step, uint32_t sample, uint32_t round, const char *text)
{
	if (run->samples[sample] || !is_wanted(run, step, sample, round))
		return 0;
	return sample_read(run->frozen, text, &run->samples[sample], run->e);
}

static int load_told(struct run *run, uint32_t step, uint32_t gate, uint32_t round, const char *text)
{
	json_t *json = json_loads(text, 0, NULL);
	const json_t *value = json_object_get(json, "value");

	if (json_is_number(value) && is_wanted(run, step, ROLLOUT_SAMPLE_BASELINE_END, round))
		run->told[gate] = (struct told){true, step, round, json_number_value(value)};
	json_decref(json);
	return 0;
}

static int load(void *ctx, enum store_evidence kind, uint32_t step, int32_t gate, uint32_t sample, uint32_t round,
		const char *text)
{
	if (kind == STORE_VERDICT || sample >= ROLLOUT_SAMPLE_COUNT || gate >= ROLLOUT_GATES_MAX)
		return 0;
	return gate < 0 ? load_sample(ctx, step, sample, round, text) :
			  load_told(ctx, step, (uint32_t)gate, round, text);
}

static bool lacks_any(const struct run *run)
{
	for (int i = 0; i < ROLLOUT_SAMPLE_COUNT; i++)
		if (run->asked[i].any && !run->samples[i])
			return true;
	return false;
}

int evidence_load(struct run *run)
{
	if (!lacks_any(run))
		return 0;
	return store_evidence_each(run->control->store, run->record.id, load, run, run->e);
}
