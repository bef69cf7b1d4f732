// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "tools/common/exit_code.h"
#include "tools/common/output.h"
#include "tools/ece-counters/explain_view.h"
#include "tools/ece-counters/source.h"
#include "tools/ece-counters/verbs.h"

/* A row by its own name, else by one that some driver has for it. */
static const struct counter *find(const char *name)
{
	const struct counter *row = counter_find(name);
	const struct counter_alias *alias;

	for (size_t i = 0; !row && (alias = counter_alias_at(i)); i++)
		row = counter_of_driver(alias->driver, alias->source, name);
	return row;
}

static int unknown(const char *name)
{
	const char *near = counter_nearest(name);
	struct ece_error e;

	if (near)
		ece_error_set(&e, -ENOENT, ECE_ERROR_UNKNOWN_NAME, "no counter \"%s\"; did you mean \"%s\"?", name,
			      near);
	else
		ece_error_set(&e, -ENOENT, ECE_ERROR_UNKNOWN_NAME, "no counter \"%s\": docs/counters.md lists them",
			      name);
	return source_fail(&e);
}

int explain_counter(const struct counters_args *args)
{
	const struct counter *row = find(args->explain);
	struct term term;

	if (!row)
		return unknown(args->explain);
	if (args->json)
		return output_json(explain_json(row)) ? TOOL_EXIT_ERROR : TOOL_EXIT_OK;
	term_init(&term, stdout);
	explain_text(&term, row);
	return TOOL_EXIT_OK;
}
