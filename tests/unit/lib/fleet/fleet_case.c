// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/lib/fleet/fleet_case.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define FAULTS_MAX 64

static const char *const card_types[] = {"cx7", "cx6dx", NULL};
static struct ece_error faults[FAULTS_MAX];
static size_t seen, checked;
static struct fleet *last;

struct fleet_input case_input = {.file = "fleet.json", .card_types = card_types};

static void keep(void *ctx, const struct ece_error *e)
{
	(void)ctx;
	if (seen < FAULTS_MAX)
		faults[seen] = *e;
	seen++;
}

int case_parse(const char *text)
{
	struct ece_error_sink sink = {.add = keep};
	char *copy = strdup(text);
	int err;

	for (char *c = copy; *c; c++)
		if (*c == '\'')
			*c = '"';
	fleet_free(last);
	last = NULL;
	seen = checked = 0;
	case_input.text = copy;
	case_input.len = strlen(copy);
	err = fleet_parse(&case_input, &sink, &last);
	assert_int_equal(sink.count, seen);
	assert_int_equal(err != 0, seen != 0);
	assert_int_equal(err != 0, last == NULL);
	free(copy);
	return err;
}

const struct fleet *case_good(const char *text)
{
	if (case_parse(text))
		fail_msg("%s: %s", faults[0].place, faults[0].text);
	return last;
}

void case_fault_in(enum ece_error_kind kind, const char *place, const char *sentence)
{
	const struct ece_error *e = &faults[checked];

	if (checked >= seen)
		fail_msg("no fault at %s: %s", place, sentence);
	checked++;
	assert_string_equal(e->text, sentence);
	assert_string_equal(e->place, place);
	assert_string_equal(ece_error_kind_name(e->kind), ece_error_kind_name(kind));
}

void case_fault(enum ece_error_kind kind, const char *at, const char *sentence)
{
	char place[64];

	snprintf(place, sizeof(place), "fleet.json%s%s", *at ? ":" : "", at);
	case_fault_in(kind, place, sentence);
}

size_t case_fault_count(void)
{
	return seen;
}

void case_no_more(void)
{
	if (checked < seen)
		fail_msg("one more at %s: %s", faults[checked].place, faults[checked].text);
}

void case_bad(const char *text, enum ece_error_kind kind, const char *at, const char *sentence)
{
	case_parse(text);
	case_fault(kind, at, sentence);
	case_no_more();
}

void case_bad_here(const char *text, enum ece_error_kind kind, const char *sentence)
{
	char *copy = strdup(text), *mark = strchr(copy, '@'), *start = copy, at[32];
	unsigned line = 1;

	assert_non_null(mark);
	for (char *c = copy; c < mark; c++) {
		if (*c != '\n')
			continue;
		line++;
		start = c + 1;
	}
	snprintf(at, sizeof(at), "%u:%u", line, (unsigned)(mark - start) + 1);
	memmove(mark, mark + 1, strlen(mark));
	case_bad(copy, kind, at, sentence);
	free(copy);
}
