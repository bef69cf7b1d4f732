// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Samples and earlier answers that another controller has left in the store: the verdict is on the same numbers. */
#include <errno.h>
#include <jansson.h>

#include "lib/control/internal.h"

struct loader {
	struct run *run;
	bool lacks[ROLLOUT_SAMPLE_COUNT]; /* the run has not read it yet */
};

static bool is_wanted(const struct run *run, uint32_t step, uint32_t sample, uint32_t round)
{
	const struct asked *asked = &run->asked[sample];

	return asked->any && asked->step == step && asked->round == round;
}

static int load_told(struct run *run, uint32_t step, uint32_t gate, uint32_t round, const char *text)
{
	json_t *json = json_loads(text, 0, NULL);
	const json_t *value = json_object_get(json, "value");

	if (json_is_number(value))
		run->told[gate] = (struct told){true, step, round, json_number_value(value)};
	json_decref(json);
	return 0;
}

static int load(void *ctx, enum store_evidence kind, uint32_t step, int32_t gate, uint32_t sample, uint32_t round,
		const char *text)
{
	struct loader *l = ctx;
	int err;

	if ((kind != STORE_BASELINE && kind != STORE_SAMPLE) || sample >= ROLLOUT_SAMPLE_COUNT ||
	    gate >= ROLLOUT_GATES_MAX || !l->lacks[sample] || !is_wanted(l->run, step, sample, round))
		return 0;
	if (gate >= 0)
		return load_told(l->run, step, (uint32_t)gate, round, text);
	err = sample_read(l->run->frozen, text, &l->run->samples[sample], l->run->e);
	l->run->damaged[sample] |= err == -EUCLEAN;
	return err == -EUCLEAN ? 0 : err;
}

/* One that lacks hosts is none. */
static void drop_incomplete(struct run *run)
{
	for (int i = 0; i < ROLLOUT_SAMPLE_COUNT; i++) {
		if (!run->samples[i] || run->samples[i]->filled == run->samples[i]->host_count)
			continue;
		sample_free(run->samples[i]);
		run->samples[i] = NULL;
	}
}

int evidence_load(struct run *run)
{
	struct loader l = {.run = run};
	bool any = false;
	int err = 0;

	for (int i = 0; i < ROLLOUT_SAMPLE_COUNT; i++) {
		l.lacks[i] = run->asked[i].any && !run->samples[i];
		any |= l.lacks[i];
		run->damaged[i] = false;
	}
	if (any)
		err = store_evidence_each(run->control->store, run->record.id, load, &l, run->e);
	drop_incomplete(run);
	return err;
}
