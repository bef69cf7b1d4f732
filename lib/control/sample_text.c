// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Samples as the store keeps them: JSON lines. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/control/frozen_json.h"
#include "lib/control/sample.h"

#define UNREADABLE "unreadable"

static int no_memory(struct ece_error *e)
{
	return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for counters of hosts");
}

static int damaged(struct ece_error *e)
{
	return ece_error_set(e, -EUCLEAN, ECE_ERROR_DAMAGED, "counters that the store keeps are damaged");
}

static json_t *reading_json(const struct counter_reading *reading)
{
	switch (reading->state) {
	case COUNTER_PRESENT:
		return json_integer((json_int_t)reading->value);
	case COUNTER_ABSENT:
		return json_null();
	default:
		return json_string(UNREADABLE);
	}
}

static json_t *nic_json(const struct sample *s, const struct sample_nic *nic)
{
	json_t *readings = json_array();
	char guid[24];

	for (size_t i = 0; i < s->counter_count; i++)
		frozen_append(&readings, reading_json(&nic->readings[i]));
	snprintf(guid, sizeof(guid), "0x%016" PRIx64, nic->guid);
	return json_pack("{s:s, s:b, s:o}", "guid", guid, "devx_only", nic->devx_only, "counters", readings);
}

static json_t *host_json(const struct sample *s, const struct sample_host *host)
{
	json_t *nics;

	if (!host->answered)
		return json_pack("{s:s, s:b, s:s}", "host", host->name, "treated", host->treated, "why", host->why);
	nics = json_array();
	for (size_t i = 0; i < host->nic_count; i++)
		frozen_append(&nics, nic_json(s, &host->nics[i]));
	return json_pack("{s:s, s:b, s:s, s:I, s:o}", "host", host->name, "treated", host->treated, "boot", host->boot,
			 "at_ns", (json_int_t)host->at_ns, "nics", nics);
}

static json_t *head_json(const struct sample *s, size_t first)
{
	json_t *names = json_array();

	for (size_t i = 0; i < s->counter_count; i++)
		frozen_append(&names, json_string(s->counters[i]->name));
	return json_pack("{s:I, s:i, s:I, s:I, s:I, s:o}", "step", (json_int_t)s->step, "sample", (int)s->kind, "round",
			 (json_int_t)s->round, "first", (json_int_t)first, "hosts", (json_int_t)s->host_count,
			 "counters", names);
}

static int write_line(FILE *out, json_t *json)
{
	int err = !json || json_dumpf(json, out, JSON_COMPACT) || fputc('\n', out) == EOF;

	json_decref(json);
	return err ? -ENOMEM : 0;
}

int sample_write(const struct sample *s, size_t *first, size_t max, char **text, struct ece_error *e)
{
	size_t len;
	FILE *out = open_memstream(text, &len);
	int err;

	if (!out)
		return no_memory(e);
	err = write_line(out, head_json(s, *first));
	/* At least one host, or it would never end. */
	for (bool room = true; room && *first < s->host_count && !err; room = ftell(out) < (long)max)
		err = write_line(out, host_json(s, &s->hosts[(*first)++]));
	if (fclose(out))
		err = -ENOMEM;
	if (!err)
		return 0;
	free(*text);
	return no_memory(e);
}

static json_t *next_line(const char **at)
{
	const char *end = strchr(*at, '\n');
	json_t *json = end ? json_loadb(*at, (size_t)(end - *at), 0, NULL) : NULL;

	if (end)
		*at = end + 1;
	return json;
}

static int read_reading(struct counter_reading *to, const json_t *json)
{
	const char *word = json_string_value(json);

	if (json_is_integer(json))
		*to = (struct counter_reading){(uint64_t)json_integer_value(json), COUNTER_PRESENT};
	else if (word && !strcmp(word, UNREADABLE))
		to->state = COUNTER_UNREADABLE;
	else if (!json_is_null(json))
		return -EUCLEAN;
	return 0;
}

static int read_nic(struct sample *s, struct sample_nic *to, json_t *json, struct ece_error *e)
{
	const char *guid;
	json_t *readings;
	int devx_only;

	if (json_unpack(json, "{s:s, s:b, s:o}", "guid", &guid, "devx_only", &devx_only, "counters", &readings) ||
	    json_array_size(readings) != s->counter_count)
		return damaged(e);
	to->guid = strtoull(guid, NULL, 16);
	to->devx_only = devx_only;
	to->readings = arena_alloc(&s->arena, s->counter_count, sizeof(*to->readings));
	if (!to->readings)
		return no_memory(e);
	for (size_t i = 0; i < s->counter_count; i++)
		if (read_reading(&to->readings[i], json_array_get(readings, i)))
			return damaged(e);
	return 0;
}

static int read_answer(struct sample *s, struct sample_host *host, json_t *json, struct ece_error *e)
{
	const char *boot;
	json_int_t at;
	json_t *nics;
	int err = 0;

	if (json_unpack(json, "{s:s, s:I, s:o}", "boot", &boot, "at_ns", &at, "nics", &nics))
		return damaged(e);
	host->at_ns = (uint64_t)at;
	host->nic_count = json_array_size(nics);
	host->boot = arena_text(&s->arena, boot, strlen(boot));
	host->nics = arena_alloc(&s->arena, host->nic_count + 1, sizeof(*host->nics));
	if (!host->boot || !host->nics)
		return no_memory(e);
	for (size_t i = 0; i < host->nic_count && !err; i++)
		err = read_nic(s, &host->nics[i], json_array_get(nics, i), e);
	return err;
}

static int read_host(struct sample *s, const struct frozen *f, struct sample_host *host, json_t *json,
		     struct ece_error *e)
{
	const char *name, *why = NULL;
	int treated;

	if (json_unpack(json, "{s:s, s:b, s?s}", "host", &name, "treated", &treated, "why", &why))
		return damaged(e);
	host->number = intern_find(&f->names, name, strlen(name));
	if (host->number == INTERN_NONE)
		return damaged(e);
	host->name = f->names.texts[host->number];
	host->treated = treated;
	s->treated_count += host->treated;
	if (why)
		return sample_miss(s, (size_t)(host - s->hosts), why, e);
	host->answered = true;
	host->why = "";
	return read_answer(s, host, json, e);
}

static int read_counters(struct sample *s, json_t *names, struct ece_error *e)
{
	s->counter_count = json_array_size(names);
	s->counters = arena_alloc(&s->arena, s->counter_count + 1, sizeof(const struct counter *));
	if (!s->counters)
		return no_memory(e);
	for (size_t i = 0; i < s->counter_count; i++) {
		const char *name = json_string_value(json_array_get(names, i));

		s->counters[i] = name ? counter_find(name) : NULL;
		if (!s->counters[i])
			return damaged(e);
	}
	return 0;
}

/* The first piece says how many hosts there are; no more than the plan has. */
static int begin(const struct frozen *f, json_t *json, struct sample **out, struct ece_error *e)
{
	json_int_t step, round, hosts;
	struct sample *s;
	json_t *names;
	int kind, err;

	if (json_unpack(json, "{s:I, s:i, s:I, s:I, s:o}", "step", &step, "sample", &kind, "round", &round, "hosts",
			&hosts, "counters", &names) ||
	    hosts < 0 || hosts > f->names.count)
		return damaged(e);
	s = calloc(1, sizeof(*s));
	if (!s)
		return no_memory(e);
	s->step = (uint32_t)step;
	s->kind = (enum rollout_sample)kind;
	s->round = (uint32_t)round;
	s->host_count = (size_t)hosts;
	s->hosts = arena_alloc(&s->arena, s->host_count + 1, sizeof(*s->hosts));
	err = s->hosts ? read_counters(s, names, e) : no_memory(e);
	if (err)
		sample_free(s);
	else
		*out = s;
	return err;
}

static int read_hosts(struct sample *s, const struct frozen *f, const char *text, struct ece_error *e)
{
	int err = 0;

	while (*text && !err) {
		json_t *json = next_line(&text);

		err = json && s->filled < s->host_count ? read_host(s, f, &s->hosts[s->filled++], json, e) : damaged(e);
		json_decref(json);
	}
	return err || s->filled < s->host_count ? err : sample_index(s, f, e);
}

int sample_read(const struct frozen *f, const char *text, struct sample **sample, struct ece_error *e)
{
	json_t *json = next_line(&text);
	json_int_t first;
	int err = 0;

	if (!json || json_unpack(json, "{s:I}", "first", &first)) {
		err = damaged(e);
	} else if (!first) {
		sample_free(*sample);
		*sample = NULL;
		err = begin(f, json, sample, e);
	}
	json_decref(json);
	if (!err && *sample && (size_t)first == (*sample)->filled)
		err = read_hosts(*sample, f, text, e);
	if (!err)
		return 0;
	sample_free(*sample);
	*sample = NULL;
	return err;
}
