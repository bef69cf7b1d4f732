// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ece-agent: carries out requests of a controller on this host. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "tools/common/exit_code.h"
#include "tools/common/fault_env.h"
#include "tools/common/libraries.h"
#include "tools/common/output.h"
#include "tools/common/report.h"
#include "tools/ece-agent/command.h"
#include "tools/ece-agent/verbs.h"

static bool bad(const struct ece_error *e)
{
	report_error(e);
	return false;
}

static bool take_version(struct agent_args *args, const char *value)
{
	struct ece_error e;

	return !protocol_version_parse(value, &args->speaks, &e) || bad(&e);
}

static bool take_generation(struct agent_args *args, const char *value)
{
	struct ece_error e;
	char *end;

	errno = 0;
	args->generation = strtoull(value, &end, 10);
	if (value[0] >= '0' && value[0] <= '9' && !*end && !errno && args->generation && args->generation <= INT64_MAX)
		return true;
	ece_error_set(&e, -EINVAL, ECE_ERROR_RANGE, "\"%.32s\" is no generation: they are numbers from 1", value);
	return bad(&e);
}

static bool take_endpoint(struct agent_args *args, const char *value)
{
	struct ece_error e;

	if (args->endpoint_count < ETCD_ENDPOINTS_MAX) {
		args->endpoints[args->endpoint_count++] = value;
		return true;
	}
	ece_error_set(&e, -E2BIG, ECE_ERROR_LIMIT, "more than %d endpoints", ETCD_ENDPOINTS_MAX);
	return bad(&e);
}

static bool take_option(void *ctx, int id, const char *value)
{
	struct agent_args *args = ctx;

	switch ((enum agent_option)id) {
	case AGENT_OPTION_STDIO:
		args->stdio = true;
		break;
	case AGENT_OPTION_GUARD:
		args->guard = value;
		break;
	case AGENT_OPTION_STATE:
		args->state = value;
		break;
	case AGENT_OPTION_SIM:
		args->sim = value;
		break;
	case AGENT_OPTION_HOST:
		args->host = value;
		break;
	case AGENT_OPTION_JSON:
		args->json = true;
		break;
	case AGENT_OPTION_FORCE:
		args->force = true;
		break;
	case AGENT_OPTION_CURRENT:
		args->current = true;
		break;
	case AGENT_OPTION_DETAILED:
		args->detailed = true;
		break;
	case AGENT_OPTION_WHY:
		args->why = value;
		break;
	case AGENT_OPTION_GEN:
		return take_generation(args, value);
	case AGENT_OPTION_SERVICE:
		args->service = true;
		break;
	case AGENT_OPTION_ENDPOINT:
		return take_endpoint(args, value);
	case AGENT_OPTION_PREFIX:
		args->prefix = value;
		break;
	case AGENT_OPTION_NAME:
		args->name = value;
		break;
	case AGENT_OPTION_ALLOWED_SIGNERS:
		args->allowed_signers = value;
		break;
	case AGENT_OPTION_CA:
		args->ca = value;
		break;
	case AGENT_OPTION_CERT:
		args->cert = value;
		break;
	case AGENT_OPTION_KEY:
		args->key = value;
		break;
	case AGENT_OPTION_USER:
		args->user = value;
		break;
	case AGENT_OPTION_PASSWORD:
		args->password = value;
		break;
	case AGENT_OPTION_PROTOCOL:
		return take_version(args, value);
	}
	return true;
}

/* Returns the sentence, or NULL when nothing is wrong. */
static const char *what_is_wrong(const struct agent_args *args, enum agent_form form)
{
	bool serves = form == AGENT_FORM_SERVE;

	if (serves && args->stdio == args->service)
		return args->stdio ? "--stdio and --service exclude each other" :
				     "--stdio or --service is missing: where do requests come from?";
	if (serves && args->service != (args->endpoint_count && args->prefix))
		return args->service ? "--service needs --endpoint and --prefix" :
				       "--endpoint and --prefix are for --service";
	if (!args->sim != !args->host)
		return "--sim and --host go together";
	if (args->sim && args->state)
		return "--state is of a real host, a simulated one keeps its state below --sim";
	if (args->guard && (args->sim || args->state))
		return "--guard has its state of its own: neither --sim nor --state";
	if ((args->allowed_signers || (args->name && !args->service)) && (args->guard || args->sim))
		return "--allowed-signers and --name are of the guard, where there is one, and of real hosts";
	if (args->generation && args->current)
		return "--gen and --current exclude each other";
	return NULL;
}

static int run(enum agent_form form, const struct agent_args *args)
{
	switch (form) {
	case AGENT_FORM_ENSURE:
		return output_end(verb_ensure(args));
	case AGENT_FORM_FREEZE:
		return output_end(verb_freeze(args, true));
	case AGENT_FORM_UNFREEZE:
		return output_end(verb_freeze(args, false));
	default:
		return args->service ? agent_service(args) : agent_stdio(args);
	}
}

int main(int argc, char **argv)
{
	struct agent_args args = {0};
	struct command_line line;
	const char *wrong;
	int ret;

	if (!command_parse(&ece_agent_command, argc, argv, take_option, &args, &line, &ret))
		return ret;
	wrong = what_is_wrong(&args, (enum agent_form)line.form);
	if (wrong)
		return command_usage(&ece_agent_command, "%s", wrong);
	ret = libraries_load();
	ret = ret ? ret : fault_env_arm();
	if (ret)
		return ret;
	signal(SIGPIPE, SIG_IGN);
	if (args.sim)
		fprintf(stderr, "ece-agent: %s is a simulated host, nothing here was seen on hardware\n", args.host);
	return run((enum agent_form)line.form, &args);
}
