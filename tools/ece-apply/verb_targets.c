// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ece-apply targets FILE: its hosts, for Prometheus. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tools/common/exit_code.h"
#include "tools/common/exporter_port.h"
#include "tools/common/file_write.h"
#include "tools/common/output.h"
#include "tools/ece-apply/fleet_load.h"
#include "tools/ece-apply/outcome.h"
#include "tools/ece-apply/targets.h"
#include "tools/ece-apply/verbs.h"

static int write_out(const struct apply_args *args, const json_t *targets, struct ece_error *e)
{
	char *text = json_dumps(targets, args->json ? JSON_COMPACT : JSON_INDENT(2));
	size_t len;
	int err = 0;

	if (!text)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "no memory for the text of the targets");
	len = strlen(text);
	text[len++] = '\n'; /* where its NUL was */
	if (args->out)
		err = file_write_for_all(args->out, text, len, e);
	else
		fwrite(text, 1, len, stdout); /* what fails is said by output_end() */
	free(text);
	return err;
}

int verb_targets(const struct apply_args *args)
{
	struct fleet_load load;
	struct outcome outcome;
	struct ece_error e;
	json_t *targets = NULL;
	int exit_code = TOOL_EXIT_OK, err;

	outcome_init(&outcome);
	err = !fleet_load(args, &outcome, &load);
	if (!err) {
		err = targets_json(load.fleet, args->port ? args->port : EXPORTER_PORT, &targets, &e);
		if (!err)
			err = write_out(args, targets, &e);
		if (err)
			outcome_fail(&outcome, &e);
		if (err == -EINVAL)
			outcome.result = CONTROL_INVALID;
	}
	if (err) {
		exit_code = outcome_exit_code(&outcome);
		if (args->json)
			output_json(outcome_json(&outcome));
	}
	json_decref(targets);
	outcome_done(&outcome);
	fleet_load_done(&load);
	return exit_code;
}
