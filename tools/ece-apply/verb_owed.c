// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ece-apply --owed: what hosts are owed from earlier runs, those of one kind together. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/hostlist.h"
#include "tools/common/exit_code.h"
#include "tools/common/json_build.h"
#include "tools/common/output.h"
#include "tools/ece-apply/session.h"
#include "tools/ece-apply/verbs.h"
#include "tools/ece-apply/words.h"

#define OWED_VERSION 1 /* of the JSON object: raised when a key changes its meaning */

/* What is owed since longest comes first. */
static int compare_kind(const struct store_owed *a, const struct store_owed *b)
{
	int by = (a->generation > b->generation) - (a->generation < b->generation);

	by = by ? by : strcmp(a->run, b->run);
	by = by ? by : strcmp(a->change, b->change);
	by = by ? by : strcmp(a->why, b->why);
	return by ? by : a->report - b->report;
}

static int by_kind(const void *a, const void *b)
{
	const struct store_owed *x = a, *y = b;
	int by = compare_kind(x, y);

	return by ? by : strcmp(x->host, y->host);
}

static void as_text(const struct store_owed *owed, const char *hosts, size_t count)
{
	printf("%s  %zu host%s\n", hosts, count, plural(count));
	printf("    %s%s, since generation %" PRIu64 " (run %s): %s%s\n",
	       owed->change[0] ? "change " : "what they should have", owed->change, owed->generation, owed->run,
	       owed->why, owed->report ? "; only reported, until --ensure is given" : "");
}

static json_t *as_json(const struct store_owed *owed, const char *hosts, size_t count)
{
	return json_pack("{s:s, s:I, s:o, s:I, s:s, s:o, s:b}", "hosts", hosts, "host_count", (json_int_t)count,
			 "change", owed->change[0] ? build_text(owed->change) : json_null(), "generation",
			 (json_int_t)owed->generation, "run", owed->run, "why", build_text(owed->why), "report",
			 owed->report);
}

/* One kind. @json: NULL for text. */
static int tell(const struct store_owed *owed, size_t count, json_t **json, struct ece_error *e)
{
	const char **names = calloc(count + 1, sizeof(*names));
	char *hosts = NULL;
	int err = names ? 0 : -ENOMEM;

	for (size_t i = 0; i < count && !err; i++)
		names[i] = owed[i].host;
	if (!err)
		err = hostlist_fold(names, count, &hosts);
	free(names);
	if (err)
		return ece_error_set(e, err, ECE_ERROR_MEMORY, "out of memory for the names of hosts");
	if (*json)
		build_append(json, as_json(owed, hosts, count));
	else
		as_text(owed, hosts, count);
	free(hosts);
	return 0;
}

static int tell_all(struct store_owed *list, size_t count, json_t **json, struct ece_error *e)
{
	int err = 0;

	if (count)
		qsort(list, count, sizeof(*list), by_kind);
	for (size_t i = 0, end; i < count && !err; i = end) {
		for (end = i + 1; end < count && !compare_kind(&list[i], &list[end]);)
			end++;
		err = tell(&list[i], end - i, json, e);
	}
	if (!count && !*json)
		puts("No host is owed anything.");
	return err;
}

int verb_owed(const struct apply_args *args)
{
	struct session session = {.args = args, .detach = DETACH_NONE};
	json_t *json = args->json ? json_array() : NULL;
	struct store_owed *list = NULL;
	struct ece_error e;
	size_t count;
	int err;

	outcome_init(&session.outcome);
	if (!session_look(&session, args, STORE_AT_WRITE)) {
		json_decref(json);
		return session_end(&session);
	}
	err = store_owed_list(session.store, &list, &count, &e);
	if (!err)
		err = tell_all(list, count, &json, &e);
	free(list);
	if (err) {
		json_decref(json);
		outcome_fail(&session.outcome, &e);
		return session_end(&session);
	}
	if (args->json)
		err = output_json(json_pack("{s:i, s:o}", "version", OWED_VERSION, "owed", json));
	session_close(&session);
	return err ? TOOL_EXIT_ERROR : TOOL_EXIT_OK;
}
