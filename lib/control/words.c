// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What other processes ask of a run through the store. */
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>

#include "lib/control/internal.h"

static const enum rollout_event_kind events[STORE_WORD_COUNT] = {
	[STORE_WORD_PAUSE] = ROLLOUT_EVENT_PAUSE,
	[STORE_WORD_RESUME] = ROLLOUT_EVENT_RESUME,
	[STORE_WORD_ACCEPT] = ROLLOUT_EVENT_ACCEPT,
	[STORE_WORD_ABORT] = ROLLOUT_EVENT_ABORT,
};

static int feed(struct run *run, enum rollout_event_kind kind)
{
	int changed = run_feed(run, &(struct rollout_event){.kind = kind});

	return changed < 0 ? changed : 0;
}

int words_freeze(struct run *run)
{
	int frozen = store_frozen(run->control->store, NULL, 0, run->e);

	if (frozen < 0 || frozen == run->frozen_seen)
		return frozen < 0 ? frozen : 0;
	run->frozen_seen = frozen;
	return feed(run, frozen ? ROLLOUT_EVENT_FREEZE : ROLLOUT_EVENT_UNFREEZE);
}

bool words_is_said(enum rollout_event_kind kind)
{
	for (int i = 0; i < STORE_WORD_COUNT; i++)
		if (events[i] == kind)
			return true;
	return false;
}

/* For the story of the run; durable with the event, as the word itself is taken with it. */
static int keep_who(struct run *run, uint32_t number, enum store_word word, const char *who)
{
	json_t *json = json_pack("{s:s, s:s}", "word", store_word_name(word), "who", who);
	char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;
	int err;

	json_decref(json);
	if (!text)
		return ece_error_set(run->e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a word");
	err = store_evidence_put(run->control->store, run->record.id, STORE_SAID, 0, -1, number, 0, text, run->e);
	free(text);
	return err;
}

static int obey(struct run *run, enum store_word word, const char *who)
{
	uint32_t number = run->said;
	int changed = run_feed(run, &(struct rollout_event){.kind = events[word]});

	return changed > 0 ? keep_who(run, number, word, who) : changed;
}

int words_obey(struct run *run)
{
	char who[STORE_WHO_MAX];
	enum store_word word;
	int err;

	for (;;) {
		err = store_word_take(run->control->store, run->record.id, &word, who, sizeof(who), run->e);
		if (err)
			return err == -ENOENT ? 0 : err;
		err = obey(run, word, who);
		if (err)
			return err;
	}
}
