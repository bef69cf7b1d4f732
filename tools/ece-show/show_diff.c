// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* This host against a saved one. */
#include <stdio.h>

#include "tools/common/exit_code.h"
#include "tools/common/json_build.h"
#include "tools/common/output.h"
#include "tools/ece-show/diff.h"
#include "tools/ece-show/show.h"
#include "tools/ece-show/show_host.h"

#define EXIT_DIFFERENCES 2

/* What ece-show --json would print now. */
static int read_here(const struct show_args *args, json_t **document, struct ece_error *e)
{
	json_t *cards = json_array();
	struct show_host host;
	int err = show_host_open(args, &host, e);

	for (size_t i = 0; i < host.nic_count && !err; i++) {
		json_t *card = nic_json(&host.nics[i]);
		struct nic_values values;

		err = show_host_read(&host, &host.nics[i], &values, e);
		build_set(&card, "params", err ? json_null() : values_json(&values));
		if (!err)
			err = show_host_told(&host, &host.nics[i], &card, e);
		build_append(&cards, card);
	}
	*document = json_pack("{s:o}", "cards", cards);
	show_host_close(&host);
	return err;
}

static int print(const struct show_args *args, json_t *diff)
{
	struct term term;

	if (args->json) {
		build_set(&diff, "version", json_integer(SHOW_VERSION));
		build_set(&diff, "file", build_text(args->diff));
		return output_json(diff) ? TOOL_EXIT_ERROR : TOOL_EXIT_OK;
	}
	if (args->sim)
		printf("Simulated host %s: no real card was read.\n", args->host);
	term_init(&term, stdout);
	diff_text(&term, diff);
	json_decref(diff);
	return TOOL_EXIT_OK;
}

int show_diff(const struct show_args *args)
{
	json_t *there = NULL, *here = NULL, *diff;
	size_t count;
	struct ece_error e;
	int exit_code;

	if (diff_load(args->diff, &there, &e)) {
		show_error(&e);
		return TOOL_EXIT_INVALID;
	}
	if (read_here(args, &here, &e)) {
		json_decref(there);
		json_decref(here);
		return show_error(&e);
	}
	diff = diff_documents(there, here);
	/* Of those that were not asked for nothing is known here. */
	if (args->card_count)
		build_set(&diff, "only_there", json_array());
	json_decref(there);
	json_decref(here);
	if (!diff) {
		fputs("error: out of memory\n", stderr);
		return TOOL_EXIT_ERROR;
	}
	count = diff_count(diff);
	exit_code = print(args, diff);
	return !exit_code && count ? EXIT_DIFFERENCES : exit_code;
}
