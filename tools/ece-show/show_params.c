// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Rows of the parameter table; of a single one also what the cards of this host have. */
#include <stdio.h>

#include "tools/common/exit_code.h"
#include "tools/common/json_build.h"
#include "tools/common/output.h"
#include "tools/common/param_text.h"
#include "tools/ece-show/show.h"
#include "tools/ece-show/show_host.h"
#include "tools/ece-show/views.h"

static int unknown(const char *name)
{
	const struct ece_param *near = ece_param_nearest(name);

	if (near)
		fprintf(stderr, "error: no parameter \"%s\"; did you mean \"%s\"?\n", name, near->name);
	else
		fprintf(stderr, "error: no parameter \"%s\"; --params lists them\n", name);
	return TOOL_EXIT_INVALID;
}

/* One parameter on one NIC. */
static int read_one(const struct show_host *host, const struct ece_nic_info *info, const struct ece_param *param,
		    struct ece_value *value, struct nic_way *way)
{
	struct ece_error e;
	struct ece_nic *nic;

	*value = (struct ece_value){0};
	*way = (struct nic_way){0};
	if (ece_nic_open(host->source.os, info, &nic, &e)) {
		snprintf(way->why, sizeof(way->why), "%s", info->why[0] ? info->why : e.text);
		return -1;
	}
	ece_nic_read(nic, &param, value, 1);
	way->backend = ece_nic_writer(nic, param, value, &e);
	if (!way->backend)
		snprintf(way->why, sizeof(way->why), "%s", e.text);
	ece_nic_close(nic);
	return 0;
}

static const char *why_of(const struct ece_value *value, const struct nic_way *way)
{
	return value->why[0] ? value->why : way->why;
}

static void cards_text(const struct term *term, struct show_host *host, const struct ece_param *param)
{
	fprintf(term->out, "%s\n",
		host->source.sim_dir ? "\nOn the cards of this simulated host:" : "\nOn the cards of this host:");
	for (size_t i = 0; i < host->nic_count; i++) {
		const struct ece_nic_info *info = &host->nics[i];
		char text[PARAM_TEXT_VALUE_MAX];
		struct ece_value value;
		struct nic_way way;

		if (info->kind != ECE_NIC_PF && info->parent[0] && !host->named)
			continue;
		if (read_one(host, info, param, &value, &way))
			snprintf(text, sizeof(text), "left alone");
		else
			value_text(param, &value, text, sizeof(text));
		param_card_text(term, info, text, why_of(&value, &way));
	}
}

static json_t *cards_json(struct show_host *host, const struct ece_param *param)
{
	json_t *list = json_array();

	for (size_t i = 0; i < host->nic_count; i++) {
		json_t *card = nic_json(&host->nics[i]);
		struct ece_value value;
		struct nic_way way;

		if (read_one(host, &host->nics[i], param, &value, &way)) {
			build_set(&card, "value", json_null());
		} else {
			json_t *json = value_json(param, &value);

			build_set(&json, "writer",
				  way.backend ? json_string(ece_backend_name(way.backend)) : json_null());
			build_set(&json, "writer_why", way.why[0] ? json_string(way.why) : json_null());
			build_set(&card, "value", json);
		}
		build_append(&list, card);
	}
	return list;
}

static int as_json(const struct ece_param *only, struct show_host *host)
{
	json_t *list = json_array(), *root;

	for (size_t i = 0; i < ece_param_count(); i++)
		if (!only || only == ece_param_at(i))
			build_append(&list, param_json(ece_param_at(i)));
	/* Made from a pattern */
	if (only && ece_param_index(only) >= ece_param_count())
		build_append(&list, param_json(only));
	root = json_pack("{s:i, s:o}", "version", SHOW_VERSION, "params", list);
	if (only)
		build_set(&root, "cards", cards_json(host, only));
	return output_json(root) ? TOOL_EXIT_ERROR : TOOL_EXIT_OK;
}

static int show_one(const struct show_args *args, const struct ece_param *param)
{
	bool asked = args->sim || args->card_count;
	struct show_host host;
	struct ece_error e;
	struct term term;
	int exit_code = TOOL_EXIT_OK;

	/* Who only wants the text has perhaps no NIC, and needs none. */
	if (show_host_open(args, &host, &e) && asked) {
		exit_code = show_error(&e);
	} else if (args->json) {
		exit_code = as_json(param, &host);
	} else {
		term_init(&term, stdout);
		param_text(&term, param);
		if (host.nic_count)
			cards_text(&term, &host, param);
	}
	show_host_close(&host);
	return exit_code;
}

int show_params(const struct show_args *args)
{
	const struct ece_param *param = args->param ? ece_param_find(args->param) : NULL;
	struct term term;

	if (args->param && !param)
		return unknown(args->param);
	if (param)
		return show_one(args, param);
	if (args->json)
		return as_json(NULL, NULL);
	term_init(&term, stdout);
	params_text(&term);
	return TOOL_EXIT_OK;
}
