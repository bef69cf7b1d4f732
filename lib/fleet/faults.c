// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/fleet/faults.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIST_MAX 4096 /* faults that are kept for sorting */

struct fault {
	const char *file;
	uint32_t source;
	struct json_place place;
	size_t order; /* of noting, for faults at one place */
	int code;
	enum ece_error_kind kind;
	char *text;
};

static int rank(int code)
{
	return code == -ENOMEM ? 3 : code == -E2BIG ? 2 : code ? 1 : 0;
}

static void hand_on(struct faults *faults, const struct fault *fault)
{
	struct ece_error e;

	ece_error_set(&e, fault->code, fault->kind, "%s", fault->text);
	if (fault->place.line)
		ece_error_place(&e, "%s:%u:%u", fault->file, fault->place.line, fault->place.column);
	else
		ece_error_place(&e, "%s", fault->file);
	ece_error_report(faults->sink, &e);
}

static int compare(const void *left, const void *right)
{
	const struct fault *a = left, *b = right;

	if (a->source != b->source)
		return a->source < b->source ? -1 : 1;
	if (a->place.line != b->place.line)
		return a->place.line < b->place.line ? -1 : 1;
	if (a->place.column != b->place.column)
		return a->place.column < b->place.column ? -1 : 1;
	return a->order < b->order ? -1 : a->order > b->order;
}

void faults_flush(struct faults *faults)
{
	if (faults->count)
		qsort(faults->list, faults->count, sizeof(*faults->list), compare);
	for (size_t i = 0; i < faults->count; i++) {
		hand_on(faults, &faults->list[i]);
		free(faults->list[i].text);
	}
	free(faults->list);
	faults->list = NULL;
	faults->count = faults->room = 0;
}

static int keep(struct faults *faults, const struct fault *fault)
{
	struct fault *kept;

	if (faults->count == LIST_MAX)
		faults_flush(faults);
	if (faults->count == faults->room) {
		size_t room = faults->room ? 2 * faults->room : 16;
		struct fault *grown = realloc(faults->list, room * sizeof(*grown));

		if (!grown)
			return -ENOMEM;
		faults->list = grown;
		faults->room = room;
	}
	kept = &faults->list[faults->count];
	*kept = *fault;
	kept->order = faults->count;
	kept->text = strdup(fault->text);
	if (!kept->text)
		return -ENOMEM;
	faults->count++;
	return 0;
}

void faults_add(struct faults *faults, struct json_place place, int code, enum ece_error_kind kind, const char *format,
		...)
{
	char text[ECE_ERROR_TEXT_MAX];
	struct fault fault = {
		.file = faults->file,
		.source = faults->source,
		.place = place,
		.code = code,
		.kind = kind,
		.text = text,
	};
	va_list args;

	va_start(args, format);
	if (vsnprintf(text, sizeof(text), format, args) < 0)
		text[0] = '\0';
	va_end(args);
	faults->total++;
	if (rank(code) > rank(faults->worst))
		faults->worst = code;
	/* Without memory for the list the order suffers, not the fault. */
	if (keep(faults, &fault))
		hand_on(faults, &fault);
}
