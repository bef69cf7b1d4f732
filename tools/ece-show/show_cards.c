// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <stdlib.h>

#include "devx/nic/nic.h"
#include "tools/common/exit_code.h"
#include "tools/common/json_build.h"
#include "tools/common/output.h"
#include "tools/common/report.h"
#include "tools/ece-show/select.h"
#include "tools/ece-show/show.h"
#include "tools/ece-show/source.h"
#include "tools/ece-show/views.h"

#define SHOW_VERSION 1 /* of the JSON object: raised when a key changes its meaning */

struct show {
	const struct show_args *args;
	struct source source;
	struct ece_nic_info *nics;
	size_t nic_count;
	const struct ece_param **params;
	struct ece_value *values;
	struct term term;
	json_t *cards; /* with --json */
};

static int fail(const struct ece_error *e)
{
	report_error(e);
	return e->kind == ECE_ERROR_UNKNOWN_NAME ? TOOL_EXIT_INVALID : TOOL_EXIT_ERROR;
}

/* Takes over @part. */
static void add_json(struct show *show, const struct ece_nic_info *info, const char *key, json_t *part)
{
	json_t *card = nic_json(info);

	build_set(&card, key, part);
	build_append(&show->cards, card);
}

static int show_values(struct show *show, struct ece_nic *nic, const struct ece_nic_info *info)
{
	struct nic_values values = {info, show->values};

	ece_nic_read(nic, show->params, show->values, ece_param_count());
	if (show->args->json) {
		add_json(show, info, "params", values_json(&values));
		return 0;
	}
	nic_text(&show->term, info);
	values_text(&show->term, &values);
	return 0;
}

static int show_probes(struct show *show, struct ece_nic *nic, const struct ece_nic_info *info)
{
	struct nic_probes probes = {.info = info};
	struct ece_probe *list = NULL;
	struct ece_error e;
	int err = ece_nic_probe(nic, &list, &probes.count, &e);

	if (err) {
		fail(&e);
		return err;
	}
	probes.probes = list;
	if (show->args->json) {
		add_json(show, info, "probe", probes_json(&probes));
	} else {
		nic_text(&show->term, info);
		probes_text(&show->term, &probes);
	}
	free(list);
	return 0;
}

static int show_nic(struct show *show, const struct ece_nic_info *info)
{
	struct ece_nic *nic;
	struct ece_error e;
	int err = ece_nic_open(show->source.os, info, &nic, &e);

	if (err) {
		fail(&e);
		return err;
	}
	err = show->args->probe ? show_probes(show, nic, info) : show_values(show, nic, info);
	ece_nic_close(nic);
	return err;
}

static int find_nics(struct show *show, struct ece_error *e)
{
	int err = ece_nic_list(show->source.os, &show->nics, &show->nic_count, e);

	return err ? err : select_nics(show->nics, &show->nic_count, show->args->cards, show->args->card_count, e);
}

static int make_room(struct show *show)
{
	show->params = calloc(ece_param_count(), sizeof(struct ece_param *));
	show->values = calloc(ece_param_count(), sizeof(*show->values));
	show->cards = json_array();
	if (!show->params || !show->values || !show->cards)
		return -ENOMEM;
	for (size_t i = 0; i < ece_param_count(); i++)
		show->params[i] = ece_param_at(i);
	return 0;
}

static int show_all(struct show *show)
{
	int exit_code = TOOL_EXIT_OK;

	if (show->source.sim_dir && !show->args->json)
		printf("Simulated host %s: no real card was read.\n", show->source.host);
	for (size_t i = 0; i < show->nic_count; i++) {
		if (!show->args->json && (i || show->source.sim_dir))
			putchar('\n');
		if (show_nic(show, &show->nics[i]))
			exit_code = TOOL_EXIT_ERROR;
	}
	if (show->args->json &&
	    output_json(json_pack("{s:i, s:b, s:s?, s:O}", "version", SHOW_VERSION, "simulated",
				  show->source.sim_dir != NULL, "host", show->source.host, "cards", show->cards)))
		exit_code = TOOL_EXIT_ERROR;
	if (!exit_code && !show->nic_count) {
		fputs("error: this host has no ConnectX NIC\n", stderr);
		exit_code = TOOL_EXIT_UNREACHABLE;
	}
	return exit_code;
}

int show_cards(const struct show_args *args)
{
	struct show show = {.args = args};
	struct ece_error e;
	int exit_code, err = source_open(args, &show.source, &e);

	term_init(&show.term, stdout);
	if (!err)
		err = find_nics(&show, &e);
	if (!err && make_room(&show))
		err = ece_error_set(&e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
	exit_code = err ? fail(&e) : show_all(&show);
	json_decref(show.cards);
	free(show.values);
	free(show.params);
	free(show.nics);
	source_close(&show.source);
	return exit_code;
}
