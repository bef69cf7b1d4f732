// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/fleet/expiry.h"

#include "lib/base/utc.h"
#include "lib/fleet/parse.h"
#include "lib/fleet/value.h"

int read_expiry(struct parse *p, struct cursor at, const char *what, const char **text)
{
	int64_t begin, end;
	char now[UTC_TEXT_MAX];

	if (cursor_text(at) && !utc_parse(cursor_text(at), &begin, &end) && p->input->now >= end)
		fault_value(p, at, ECE_ERROR_STALE,
			    "this %s ended with %s, and now it is %s; remove it, or give it a later end", what,
			    cursor_text(at), utc_format(p->input->now, now));
	return read_copy(p, at, text);
}
