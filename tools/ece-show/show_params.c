// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/common/exit_code.h"
#include "tools/common/json_build.h"
#include "tools/common/output.h"
#include "tools/ece-show/show.h"
#include "tools/ece-show/views.h"

#define PARAMS_VERSION 1 /* of the JSON object: raised when a key changes its meaning */

static int unknown(const char *name)
{
	const struct ece_param *near = ece_param_nearest(name);

	if (near)
		fprintf(stderr, "error: no parameter \"%s\"; did you mean \"%s\"?\n", name, near->name);
	else
		fprintf(stderr, "error: no parameter \"%s\"; --params lists them\n", name);
	return TOOL_EXIT_INVALID;
}

static int as_json(const struct ece_param *only)
{
	json_t *list = json_array();

	for (size_t i = 0; i < ece_param_count(); i++)
		if (!only || only == ece_param_at(i))
			build_append(&list, param_json(ece_param_at(i)));
	if (output_json(json_pack("{s:i, s:o}", "version", PARAMS_VERSION, "params", list)))
		return TOOL_EXIT_ERROR;
	return TOOL_EXIT_OK;
}

int show_params(const struct show_args *args)
{
	const struct ece_param *param = args->param ? ece_param_find(args->param) : NULL;
	struct term term;

	if (args->param && !param)
		return unknown(args->param);
	if (args->json)
		return as_json(param);
	term_init(&term, stdout);
	if (param)
		param_text(&term, param);
	else
		params_text(&term);
	return TOOL_EXIT_OK;
}
