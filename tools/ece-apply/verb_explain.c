// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ece-apply FILE --explain: what the file comes to. */
#include <errno.h>

#include "tools/common/output.h"
#include "tools/ece-apply/explain.h"
#include "tools/ece-apply/fleet_load.h"
#include "tools/ece-apply/outcome.h"
#include "tools/ece-apply/verbs.h"

/* What --host and --param name must be there. */
static bool find(const struct apply_args *args, struct outcome *outcome, const struct fleet *fleet, uint32_t *host,
		 const struct ece_param **param)
{
	const struct ece_param *near;

	*host = args->host ? fleet_host_find(fleet, args->host) : FLEET_NONE;
	*param = args->param ? ece_param_find(args->param) : NULL;
	if (args->host && *host == FLEET_NONE)
		outcome_error(outcome, -ENOENT, ECE_ERROR_UNKNOWN_NAME, "%s names no host \"%.60s\"", args->word,
			      args->host);
	else if (args->param && !*param && (near = ece_param_nearest(args->param)))
		outcome_error(outcome, -ENOENT, ECE_ERROR_UNKNOWN_NAME,
			      "no parameter is called \"%.60s\"; did you mean \"%s\"?", args->param, near->name);
	else if (args->param && !*param)
		outcome_error(outcome, -ENOENT, ECE_ERROR_UNKNOWN_NAME, "no parameter is called \"%.60s\"",
			      args->param);
	else
		return true;
	outcome->usage = true;
	return false;
}

int verb_explain(const struct apply_args *args)
{
	struct fleet_load load;
	struct outcome outcome;
	const struct ece_param *param;
	struct term term;
	uint32_t host;
	int exit_code = 0;
	bool good;

	outcome_init(&outcome);
	term_init(&term, stdout);
	good = fleet_load(args, &outcome, &load) && find(args, &outcome, load.fleet, &host, &param);
	if (!good)
		exit_code = outcome_exit_code(&outcome);
	if (args->json && output_json(good ? explain_json(load.fleet, host, param) : outcome_json(&outcome)))
		exit_code = control_result_exit_code(CONTROL_ERROR);
	if (good && !args->json)
		explain_text(load.fleet, host, param, &term);
	outcome_done(&outcome);
	fleet_load_done(&load);
	return exit_code;
}
