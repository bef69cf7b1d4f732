// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/base/error.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "devx/base/plain_text.h"

static const char *const kind_names[ECE_ERROR_KIND_COUNT] = {
	[ECE_ERROR_NONE] = "none",           [ECE_ERROR_IO] = "io",
	[ECE_ERROR_MEMORY] = "memory",       [ECE_ERROR_LIMIT] = "limit",
	[ECE_ERROR_SYNTAX] = "syntax",       [ECE_ERROR_UNKNOWN_NAME] = "unknown_name",
	[ECE_ERROR_DUPLICATE] = "duplicate", [ECE_ERROR_TYPE] = "type",
	[ECE_ERROR_RANGE] = "range",         [ECE_ERROR_CONFLICT] = "conflict",
	[ECE_ERROR_NOT_YET] = "not_yet",     [ECE_ERROR_UNSUPPORTED] = "unsupported",
	[ECE_ERROR_NO_DOOR] = "no_door",     [ECE_ERROR_DENIED] = "denied",
	[ECE_ERROR_REFUSED] = "refused",     [ECE_ERROR_NOT_APPLIED] = "not_applied",
	[ECE_ERROR_STALE] = "stale",         [ECE_ERROR_LOCKED] = "locked",
	[ECE_ERROR_DAMAGED] = "damaged",     [ECE_ERROR_VERSION] = "version",
	[ECE_ERROR_TIMEOUT] = "timeout",     [ECE_ERROR_GONE] = "gone",
	[ECE_ERROR_PROTOCOL] = "protocol",
};

/* Names in a message may come from a file or a peer: nothing in them may steer a terminal. */
__attribute__((format(printf, 3, 0))) static void format_safe(char *out, size_t size, const char *format, va_list args)
{
	if (vsnprintf(out, size, format, args) < 0)
		out[0] = '\0';
	plain_text(out);
}

int ece_error_set(struct ece_error *e, int code, enum ece_error_kind kind, const char *format, ...)
{
	va_list args;

	if (!code)
		code = -EIO;
	if (!e)
		return code;
	e->code = code;
	e->kind = kind;
	e->place[0] = '\0';
	e->result = (struct ece_result){0};
	va_start(args, format);
	format_safe(e->text, sizeof(e->text), format, args);
	va_end(args);
	return code;
}

int ece_error_place(struct ece_error *e, const char *format, ...)
{
	va_list args;

	if (!e)
		return 0;
	va_start(args, format);
	format_safe(e->place, sizeof(e->place), format, args);
	va_end(args);
	return e->code;
}

int ece_error_result(struct ece_error *e, const struct ece_result *result)
{
	if (!e)
		return result->err;
	e->result = *result;
	return e->code;
}

const char *ece_error_kind_name(enum ece_error_kind kind)
{
	return kind < ECE_ERROR_KIND_COUNT ? kind_names[kind] : kind_names[ECE_ERROR_NONE];
}

int ece_error_report(struct ece_error_sink *sink, const struct ece_error *e)
{
	sink->count++;
	if (sink->add && (!sink->limit || sink->count <= sink->limit))
		sink->add(sink->ctx, e);
	return e->code;
}
