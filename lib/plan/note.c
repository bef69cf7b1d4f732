// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What a person must know beside the changes; equal notes are one. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/fnv.h"
#include "lib/plan/internal.h"

static const char *const kind_names[PLAN_NOTE_KIND_COUNT] = {
	[PLAN_NOTE_LIMIT] = "limit",
	[PLAN_NOTE_DRIFT] = "drift",
	[PLAN_NOTE_SKIPPED] = "skipped",
	[PLAN_NOTE_REFUSED] = "refused",
	[PLAN_NOTE_UNREADABLE] = "unreadable",
	[PLAN_NOTE_UNREACHABLE] = "unreachable",
	[PLAN_NOTE_NO_NIC] = "no_nic",
	[PLAN_NOTE_PAIRWISE] = "pairwise",
	[PLAN_NOTE_DOMAIN] = "domain",
	[PLAN_NOTE_BUDGET] = "budget",
	[PLAN_NOTE_NEEDS] = "needs",
	[PLAN_NOTE_UNVERIFIED] = "unverified",
	[PLAN_NOTE_EXCLUDED] = "excluded",
	[PLAN_NOTE_OWED] = "owed",
	[PLAN_NOTE_UNIT] = "unit",
	[PLAN_NOTE_GATE] = "gate",
	[PLAN_NOTE_REMOVED] = "removed",
	[PLAN_NOTE_HELD] = "held",
	[PLAN_NOTE_PATH] = "path",
	[PLAN_NOTE_MOVED] = "moved",
	[PLAN_NOTE_LEASE] = "lease",
	[PLAN_NOTE_FROZEN] = "frozen",
};

const char *plan_note_kind_name(enum plan_note_kind kind)
{
	return kind < PLAN_NOTE_KIND_COUNT ? kind_names[kind] : "?";
}

static bool refuses(enum plan_note_kind kind)
{
	return kind == PLAN_NOTE_REFUSED || kind == PLAN_NOTE_UNREADABLE || kind == PLAN_NOTE_PAIRWISE ||
	       kind == PLAN_NOTE_BUDGET;
}

struct note_key {
	const struct maker *m;
	enum plan_note_kind kind;
	bool refuses;
	uint16_t param;
	const char *text;
};

static bool same_note(const void *ctx, uint32_t entry)
{
	const struct note_key *key = ctx;
	const struct note *note = &key->m->notes[entry];

	return note->kind == key->kind && note->refuses == key->refuses && note->param == key->param &&
	       !strcmp(note->text, key->text);
}

static uint64_t note_hash(const void *ctx, uint32_t entry)
{
	return ((const struct maker *)ctx)->notes[entry].hash;
}

static int note_new(struct maker *m, const struct note_key *key, uint64_t hash, uint32_t *entry)
{
	struct note *note;

	if (plan_grow((void **)&m->notes, &m->note_max, m->note_count, sizeof(*m->notes)))
		return -ENOMEM;
	note = &m->notes[m->note_count];
	*note = (struct note){
		.kind = key->kind,
		.refuses = key->refuses,
		.param = key->param,
		.hash = hash,
		.text = strdup(key->text),
	};
	if (!note->text)
		return -ENOMEM;
	*entry = (uint32_t)m->note_count++;
	return plan_table_put(&m->note_table, hash, *entry, note_hash, m);
}

static int add(struct maker *m, const struct note_key *key, uint32_t host, size_t nics)
{
	uint64_t hash =
		fnv64(FNV64_START + (uint64_t)key->kind + key->param * UINT64_C(31), key->text, strlen(key->text));
	uint32_t entry = plan_table_find(&m->note_table, hash, same_note, key);

	if (entry == NONE && note_new(m, key, hash, &entry))
		return -ENOMEM;
	m->plan->refused |= key->refuses;
	m->notes[entry].nic_count += nics;
	return host == NONE ? 0 : plan_host_add(&m->notes[entry].hosts, host);
}

int plan_note_add(struct maker *m, enum plan_note_kind kind, uint16_t param, uint32_t host, size_t nics,
		  const char *format, ...)
{
	char text[ECE_ERROR_TEXT_MAX];
	struct note_key key = {.m = m, .kind = kind, .refuses = refuses(kind), .param = param, .text = text};
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	return add(m, &key, host, nics);
}

int plan_note_refuse(struct maker *m, enum plan_note_kind kind, uint16_t param, uint32_t host, size_t nics,
		     const char *format, ...)
{
	char text[ECE_ERROR_TEXT_MAX];
	struct note_key key = {.m = m, .kind = kind, .refuses = true, .param = param, .text = text};
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	return add(m, &key, host, nics);
}

/* The worst first: those that refuse the plan, then in the order in which they came up. */
static int move_notes(struct maker *m, bool refusing)
{
	struct plan *plan = m->plan;

	for (size_t i = 0; i < m->note_count; i++) {
		struct note *from = &m->notes[i];
		struct plan_note *to = &plan->notes[plan->note_count];

		if (from->refuses != refusing)
			continue;
		*to = (struct plan_note){
			.kind = from->kind,
			.refuses = from->refuses,
			.param = from->param,
			.host_count = from->hosts.count,
			.nic_count = from->nic_count,
			.text = from->text,
		};
		from->text = NULL;
		plan->note_count++;
		if (plan_fold(m, &from->hosts, &to->hosts))
			return -ENOMEM;
	}
	return 0;
}

int plan_notes_finish(struct maker *m)
{
	m->plan->notes = calloc(m->note_count + 1, sizeof(*m->plan->notes));
	if (!m->plan->notes || move_notes(m, true) || move_notes(m, false))
		return -ENOMEM;
	return 0;
}
