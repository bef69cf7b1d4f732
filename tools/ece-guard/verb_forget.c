// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/common/exit_code.h"
#include "tools/common/report.h"
#include "tools/ece-guard/guarded.h"
#include "tools/ece-guard/verbs.h"

static int parse_guid(const char *text, uint64_t *guid, struct ece_error *e)
{
	if (strlen(text) != 16 || strspn(text, "0123456789abcdefABCDEF") != 16)
		return ece_error_set(e, -EINVAL, ECE_ERROR_SYNTAX,
				     "\"%.64s\" is no GUID: it has 16 hexadecimal digits, as 'ece-guard boot' tells it",
				     text);
	*guid = strtoull(text, NULL /* checked above */, 16);
	return 0;
}

static int forget(struct guarded *guarded, uint64_t guid, size_t *forgotten, struct ece_error *e)
{
	const struct guard *guard = &guarded->agent.guard;
	struct journal_value *values;
	size_t count;
	int ret = journal_confirmed(guard->journal, guard->host, &values, &count, e);

	*forgotten = 0;
	if (ret)
		return ret;
	for (size_t i = 0; i < count && !ret; i++) {
		if (values[i].card.guid != guid)
			continue;
		ret = journal_confirmed_forget(guard->journal, guard->host, &values[i].card, e);
		++*forgotten;
	}
	free(values);
	return ret ? ret : journal_commit(guard->journal, e);
}

int verb_forget(const struct guard_args *args)
{
	struct guarded guarded;
	struct ece_error e;
	uint64_t guid = 0;
	size_t forgotten = 0;
	int ret = parse_guid(args->guid, &guid, &e);

	if (ret) {
		report_error(&e);
		return TOOL_EXIT_INVALID;
	}
	ret = guarded_open(args->sim ? args->sim : args->state, args->host, false, &guarded, &e);
	ret = ret ? ret : forget(&guarded, guid, &forgotten, &e);
	guarded_close(&guarded);
	if (!ret && !forgotten)
		ece_error_set(&e, -ENOENT, ECE_ERROR_UNKNOWN_NAME, "nothing was confirmed on a card with GUID %s",
			      args->guid);
	if (ret || !forgotten) {
		report_error(&e);
		return ret ? TOOL_EXIT_ERROR : TOOL_EXIT_INVALID;
	}
	printf("%zu confirmed values of the card %s are forgotten; its original values are kept\n", forgotten,
	       args->guid);
	return TOOL_EXIT_OK;
}
