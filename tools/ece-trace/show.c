// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-trace/show.h"

#include <errno.h>
#include <string.h>

#include "tools/common/exit_code.h"
#include "tools/common/json_build.h"
#include "tools/common/output.h"
#include "tools/common/report.h"

#define SHOW_VERSION 1 /* of the JSON object: raised when a key changes its meaning */
#define LINE_VERSION 1

/* Returns a new reference, or NULL when the line is none of a trace. */
static json_t *event_of(const char *line)
{
	json_t *event = json_loads(line, JSON_REJECT_DUPLICATES, NULL);

	if (json_integer_value(json_object_get(event, "ece_trace")) == LINE_VERSION &&
	    json_is_string(json_object_get(event, "event")))
		return event;
	json_decref(event);
	return NULL;
}

static void take_line(const char *line, struct trace_file *file)
{
	json_t *event = event_of(line);

	if (!event) {
		file->others++;
	} else if (json_array_size(file->events) == SHOW_EVENTS_MAX) {
		file->left++;
		json_decref(event);
	} else {
		build_append(&file->events, event);
	}
}

void trace_file_read(FILE *in, struct trace_file *file)
{
	char line[SHOW_LINE_MAX];
	bool whole = true, was_whole;

	*file = (struct trace_file){.events = json_array()};
	while (fgets(line, sizeof(line), in)) {
		was_whole = whole;
		whole = strchr(line, '\n');
		/* Pieces of one long line count once */
		if (was_whole && !whole)
			file->others++;
		else if (was_whole)
			take_line(line, file);
	}
}

static int fail(const char *path, int error, enum ece_error_kind kind, const char *why)
{
	struct ece_error e;

	ece_error_set(&e, -error, kind, "%s", why);
	ece_error_place(&e, "%s", path);
	report_error(&e);
	return kind == ECE_ERROR_IO ? TOOL_EXIT_ERROR : TOOL_EXIT_INVALID;
}

static int print(const struct trace_args *args, const struct trace_file *file)
{
	struct term term;

	if (args->json)
		return output_json(json_pack("{s:i, s:O?, s:I, s:I}", "version", SHOW_VERSION, "events", file->events,
					     "other_lines", (json_int_t)file->others, "left_out",
					     (json_int_t)file->left)) ?
			       TOOL_EXIT_ERROR :
			       TOOL_EXIT_OK;
	term_init(&term, stdout);
	trace_text(&term, file);
	return TOOL_EXIT_OK;
}

int show_trace(const struct trace_args *args)
{
	FILE *in = strcmp(args->show, "-") != 0 ? fopen(args->show, "re") : stdin;
	struct trace_file file;
	int exit_code;

	if (!in)
		return fail(args->show, errno, ECE_ERROR_IO, strerror(errno));
	errno = 0;
	trace_file_read(in, &file);
	if (ferror(in))
		exit_code = fail(args->show, errno, ECE_ERROR_IO, strerror(errno));
	else if (file.events && !json_array_size(file.events))
		exit_code = fail(args->show, EINVAL, ECE_ERROR_SYNTAX, "no line of a trace is in here");
	else if (!file.events)
		exit_code = fail(args->show, ENOMEM, ECE_ERROR_IO, "out of memory");
	else
		exit_code = print(args, &file);
	json_decref(file.events);
	if (in != stdin)
		fclose(in);
	return exit_code;
}
