// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Rows of the parameter table; of a single one also what the cards of this host have. */
#include <stdio.h>

#include "tools/common/exit_code.h"
#include "tools/common/json_build.h"
#include "tools/common/output.h"
#include "tools/common/param_text.h"
#include "tools/ece-show/ppcc_view.h"
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
struct reading {
	struct ece_value value;
	struct nic_way way;
	struct ece_ppcc_told *told; /* of an algorithm's parameter */
};

static int read_one(const struct show_host *host, const struct ece_nic_info *info, const struct ece_param *param,
		    struct reading *reading)
{
	struct ece_value *value = &reading->value;
	struct nic_way *way = &reading->way;
	struct ece_error e;
	struct ece_nic *nic;

	*reading = (struct reading){0};
	if (ece_nic_open(host->source.os, info, &nic, &e)) {
		snprintf(way->why, sizeof(way->why), "%s", info->why[0] ? info->why : e.text);
		return -1;
	}
	ece_nic_read(nic, &param, value, 1);
	way->backend = ece_nic_writer(nic, param, value, &e);
	if (!way->backend)
		snprintf(way->why, sizeof(way->why), "%s", e.text);
	/* Where the card tells nothing, the value says why. */
	if (param->home == ECE_HOME_PPCC)
		ece_nic_ppcc_list(nic, &reading->told, &e);
	ece_nic_close(nic);
	return 0;
}

static const char *why_of(const struct reading *reading)
{
	return reading->value.why[0] ? reading->value.why : reading->way.why;
}

/* What its card tells of the parameter; NULL: nothing. */
static const struct ece_ppcc_told_param *told_of(const struct reading *reading, const struct ece_param *param)
{
	return reading->told ? ppcc_find(reading->told, param) : NULL;
}

static void card_text(const struct term *term, const struct show_host *host, const struct ece_nic_info *info,
		      const struct ece_param *param)
{
	const struct ece_ppcc_told_param *told;
	char text[PARAM_TEXT_VALUE_MAX];
	struct reading reading;

	if (read_one(host, info, param, &reading))
		snprintf(text, sizeof(text), "left alone");
	else
		value_text(param, &reading.value, text, sizeof(text));
	param_card_text(term, info, text, why_of(&reading));
	told = told_of(&reading, param);
	if (told)
		ppcc_param_text(term, told);
	ece_ppcc_told_free(reading.told);
}

static void cards_text(const struct term *term, struct show_host *host, const struct ece_param *param)
{
	fprintf(term->out, "%s\n",
		host->source.sim_dir ? "\nOn the cards of this simulated host:" : "\nOn the cards of this host:");
	for (size_t i = 0; i < host->nic_count; i++) {
		const struct ece_nic_info *info = &host->nics[i];

		if (info->kind == ECE_NIC_PF || !info->parent[0] || host->named)
			card_text(term, host, info, param);
	}
}

static json_t *reading_json(const struct reading *reading, const struct ece_param *param)
{
	const struct ece_ppcc_told_param *told = told_of(reading, param);
	const struct nic_way *way = &reading->way;
	json_t *json = value_json(param, &reading->value);

	build_set(&json, "writer", way->backend ? json_string(ece_backend_name(way->backend)) : json_null());
	build_set(&json, "writer_why", way->why[0] ? json_string(way->why) : json_null());
	if (param->home == ECE_HOME_PPCC)
		build_set(&json, "told", told ? ppcc_param_json(told) : json_null());
	return json;
}

static json_t *cards_json(struct show_host *host, const struct ece_param *param)
{
	json_t *list = json_array();

	for (size_t i = 0; i < host->nic_count; i++) {
		json_t *card = nic_json(&host->nics[i]);
		struct reading reading;
		int err = read_one(host, &host->nics[i], param, &reading);

		build_set(&card, "value", err ? json_null() : reading_json(&reading, param));
		ece_ppcc_told_free(reading.told);
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
