// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/common/report.h"

#include <stdio.h>

#include "tools/common/json_build.h"
#include "tools/common/term.h"

void report_error(const struct ece_error *e)
{
	struct term term;

	term_init(&term, stderr);
	fflush(stdout);
	fprintf(stderr, "%serror:%s %s%s%s", term_style(&term, TERM_BAD), term_style(&term, TERM_PLAIN), e->place,
		e->place[0] ? ": " : "", e->text);
	/* A refusal of ours after an answer that was good says nothing about the firmware. */
	if (e->result.has_status && e->result.status)
		fprintf(stderr, " (%s, firmware status 0x%x, syndrome 0x%x)", ece_backend_name(e->result.backend),
			e->result.status, e->result.syndrome);
	fputc('\n', stderr);
}

json_t *report_json(const struct ece_error *e)
{
	return json_pack("{s:s, s:o, s:o, s:i}", "kind", ece_error_kind_name(e->kind), "text", build_text(e->text),
			 "place", build_text(e->place), "errno", -e->code);
}

void report_add(struct report *report, const struct ece_error *e)
{
	ece_error_report(&report->sink, e);
}

static void add(void *ctx, const struct ece_error *e)
{
	struct report *report = ctx;

	report_error(e);
	if (json_array_size(report->errors) < REPORT_JSON_MAX)
		build_append(&report->errors, report_json(e));
}

void report_init(struct report *report)
{
	*report = (struct report){.sink = {.add = add, .ctx = report}, .errors = json_array()};
}

void report_done(struct report *report)
{
	json_decref(report->errors);
	report->errors = NULL;
}
