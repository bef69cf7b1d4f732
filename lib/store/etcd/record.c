// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/store/etcd/record.h"

#include <errno.h>
#include <string.h>

#include "lib/base/copy_text.h"

/* Text that JSON has no way to write is kept with '?' in its place: it comes from file names and users. */
static json_t *text_of(const char *text)
{
	json_t *json = json_string(text);
	char plain[RUN_FILE_MAX];

	if (json)
		return json;
	copy_text(plain, sizeof(plain), text);
	for (char *c = plain; *c; c++)
		if (*c & 0x80)
			*c = '?';
	return json_string(plain);
}

static bool get_text(const json_t *json, const char *key, char *buf, size_t size)
{
	const char *text = json_string_value(json_object_get(json, key));

	if (!text || strlen(text) >= size)
		return false;
	copy_text(buf, size, text);
	return true;
}

static bool get_number(const json_t *json, const char *key, uint64_t max, uint64_t *number)
{
	const json_t *value = json_object_get(json, key);

	if (!json_is_integer(value) || json_integer_value(value) < 0 || (uint64_t)json_integer_value(value) > max)
		return false;
	*number = (uint64_t)json_integer_value(value);
	return true;
}

json_t *record_encode(const struct record *r)
{
	return json_pack("{s:i, s:s, s:o, s:I, s:s, s:s, s:I, s:I, s:o, s:I, s:I, s:{s:I, s:I, s:I, s:s}}", "version",
			 1, "id", r->run.id, "file", text_of(r->run.file), "started", (json_int_t)r->run.started_unix,
			 "result", r->run.result, "store", r->run.token.store, "epoch", (json_int_t)r->run.token.epoch,
			 "number", (json_int_t)r->run.token.number, "change", text_of(r->run.change_id), "generation",
			 (json_int_t)r->run.generation, "events", (json_int_t)r->run.events, "plan", "bytes",
			 (json_int_t)r->plan_bytes, "packed", (json_int_t)r->plan_packed, "chunks",
			 (json_int_t)r->plan_chunks, "sha256", r->plan_sha256);
}

static bool read_plan(const json_t *plan, struct record *r)
{
	uint64_t chunks;
	bool ok = get_number(plan, "bytes", INT64_MAX, &r->plan_bytes) &&
		  get_number(plan, "packed", INT64_MAX, &r->plan_packed) &&
		  get_number(plan, "chunks", UINT32_MAX, &chunks) &&
		  get_text(plan, "sha256", r->plan_sha256, sizeof(r->plan_sha256));

	r->plan_chunks = ok ? (uint32_t)chunks : 0;
	return ok;
}

static bool read_run(const json_t *json, struct store_run *run)
{
	uint64_t started, epoch;
	bool ok = get_text(json, "id", run->id, sizeof(run->id)) &&
		  get_text(json, "file", run->file, sizeof(run->file)) &&
		  get_number(json, "started", INT64_MAX, &started) &&
		  get_text(json, "result", run->result, sizeof(run->result)) &&
		  get_text(json, "store", run->token.store, sizeof(run->token.store)) &&
		  get_number(json, "epoch", UINT32_MAX, &epoch) &&
		  get_number(json, "number", INT64_MAX, &run->token.number) &&
		  get_text(json, "change", run->change_id, sizeof(run->change_id)) &&
		  get_number(json, "generation", INT64_MAX, &run->generation) &&
		  get_number(json, "events", INT64_MAX, &run->events);

	run->started_unix = ok ? (int64_t)started : 0;
	run->token.epoch = ok ? (uint32_t)epoch : 0;
	return ok;
}

int record_decode(const char *text, size_t len, struct record *record)
{
	json_t *json = json_loadb(text, len, JSON_REJECT_DUPLICATES, NULL);
	bool ok = read_run(json, &record->run) && read_plan(json_object_get(json, "plan"), record);

	json_decref(json);
	return ok ? 0 : -EUCLEAN;
}

json_t *record_event(uint64_t now_ns, const struct rollout_event *event)
{
	return json_pack("[I,i,I,i,I,i,I,I,i,I,i]", (json_int_t)now_ns, (int)event->kind, (json_int_t)event->host,
			 (int)event->request, (json_int_t)event->attempt, (int)event->answer, (json_int_t)event->step,
			 (json_int_t)event->round, (int)event->sample, (json_int_t)event->gate, (int)event->verdict);
}

#define EVENT_NUMBERS 11

/* The numbers of an event, each within what its field holds. */
static bool read_numbers(const json_t *json, uint64_t n[EVENT_NUMBERS])
{
	static const uint64_t max[EVENT_NUMBERS] = {INT64_MAX,
						    ROLLOUT_EVENT_COUNT - 1,
						    UINT32_MAX,
						    ROLLOUT_REQUEST_COUNT - 1,
						    UINT32_MAX,
						    ROLLOUT_ANSWER_COUNT - 1,
						    UINT32_MAX,
						    UINT32_MAX,
						    ROLLOUT_SAMPLE_COUNT - 1,
						    UINT32_MAX,
						    ROLLOUT_VERDICT_COUNT - 1};

	if (json_array_size(json) != EVENT_NUMBERS)
		return false;
	for (size_t i = 0; i < EVENT_NUMBERS; i++) {
		const json_t *value = json_array_get(json, i);

		n[i] = (uint64_t)json_integer_value(value);
		if (!json_is_integer(value) || json_integer_value(value) < 0 || n[i] > max[i])
			return false;
	}
	return true;
}

static int hand_on(const json_t *json, int (*each)(void *ctx, uint64_t now_ns, const struct rollout_event *event),
		   void *ctx)
{
	uint64_t n[EVENT_NUMBERS];
	struct rollout_event event;

	if (!read_numbers(json, n))
		return -EUCLEAN;
	event = (struct rollout_event){
		.kind = (enum rollout_event_kind)n[1],
		.host = (uint32_t)n[2],
		.request = (enum rollout_request)n[3],
		.attempt = (uint32_t)n[4],
		.answer = (enum rollout_answer)n[5],
		.step = (uint32_t)n[6],
		.round = (uint32_t)n[7],
		.sample = (enum rollout_sample)n[8],
		.gate = (uint32_t)n[9],
		.verdict = (enum rollout_verdict)n[10],
	};
	return each(ctx, n[0], &event);
}

int record_events_decode(const char *text, size_t len,
			 int (*each)(void *ctx, uint64_t now_ns, const struct rollout_event *event), void *ctx)
{
	json_t *json = json_loadb(text, len, 0, NULL);
	int ret = json_is_array(json) ? 0 : -EUCLEAN;

	for (size_t i = 0; i < json_array_size(json) && !ret; i++)
		ret = hand_on(json_array_get(json, i), each, ctx);
	json_decref(json);
	return ret;
}

json_t *record_owed(const struct store_owed *owed)
{
	return json_pack("{s:o, s:o, s:s, s:I, s:o, s:b}", "host", text_of(owed->host), "change", text_of(owed->change),
			 "run", owed->run, "generation", (json_int_t)owed->generation, "why", text_of(owed->why),
			 "report", owed->report);
}

int record_owed_decode(const char *text, size_t len, struct store_owed *owed)
{
	json_t *json = json_loadb(text, len, JSON_REJECT_DUPLICATES, NULL);
	const json_t *report = json_object_get(json, "report");
	bool ok = get_text(json, "host", owed->host, sizeof(owed->host)) &&
		  get_text(json, "change", owed->change, sizeof(owed->change)) &&
		  get_text(json, "run", owed->run, sizeof(owed->run)) &&
		  get_number(json, "generation", INT64_MAX, &owed->generation) &&
		  get_text(json, "why", owed->why, sizeof(owed->why)) && json_is_boolean(report);

	owed->report = json_is_true(report);
	json_decref(json);
	return ok ? 0 : -EUCLEAN;
}

static const char *const word_states[] = {
	[RECORD_WORD_LEFT] = "left",
	[RECORD_WORD_HEARD] = "heard",
	[RECORD_WORD_TAKEN] = "taken",
};

json_t *record_word(const struct record_word *word)
{
	return json_pack("{s:s, s:s, s:s, s:o}", "run", word->run, "word", store_word_name(word->word), "state",
			 word_states[word->state], "who", text_of(word->who));
}

static bool find_word(const char *text, enum store_word *word)
{
	for (int i = 0; i < STORE_WORD_COUNT; i++) {
		*word = (enum store_word)i;
		if (!strcmp(store_word_name(*word), text))
			return true;
	}
	return false;
}

static bool find_state(const char *text, enum record_word_state *state)
{
	for (size_t i = 0; i < sizeof(word_states) / sizeof(word_states[0]); i++) {
		*state = (enum record_word_state)i;
		if (!strcmp(word_states[i], text))
			return true;
	}
	return false;
}

int record_word_decode(const char *text, size_t len, struct record_word *word)
{
	json_t *json = json_loadb(text, len, JSON_REJECT_DUPLICATES, NULL);
	char name[16], state[16];
	bool ok = get_text(json, "run", word->run, sizeof(word->run)) &&
		  get_text(json, "who", word->who, sizeof(word->who)) && get_text(json, "word", name, sizeof(name)) &&
		  get_text(json, "state", state, sizeof(state)) && find_word(name, &word->word) &&
		  find_state(state, &word->state);

	json_decref(json);
	return ok ? 0 : -EUCLEAN;
}
