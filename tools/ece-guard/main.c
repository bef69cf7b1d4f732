// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ece-guard: owns the NICs of a host, its journal and its leases. */
#include <signal.h>
#include <stdio.h>

#include "lib/base/clock.h"
#include "lib/fleet/quantity.h"
#include "tools/common/exit_code.h"
#include "tools/common/fault_env.h"
#include "tools/common/libraries.h"
#include "tools/common/output.h"
#include "tools/ece-guard/command.h"
#include "tools/ece-guard/verbs.h"

#define WAIT_MAX_NS (3600 * CLOCK_SECOND_NS)

static bool take_time(const char *option, const char *value, uint64_t *ns)
{
	const char *why = quantity_duration(value, ns);

	if (!why && *ns > WAIT_MAX_NS)
		why = "it must be at most 1h";
	if (why)
		command_usage(&ece_guard_command, "--%s \"%.40s\": %s", option, value, why);
	return !why;
}

static bool take_option(void *ctx, int id, const char *value)
{
	struct guard_args *args = ctx;

	switch ((enum guard_option)id) {
	case GUARD_OPTION_SOCKET:
		args->socket = value;
		break;
	case GUARD_OPTION_USER:
		args->user = value;
		break;
	case GUARD_OPTION_WAIT:
		return take_time("wait", value, &args->wait_ns);
	case GUARD_OPTION_IDLE:
		return take_time("idle", value, &args->idle_ns);
	case GUARD_OPTION_ALLOWED_SIGNERS:
		args->allowed_signers = value;
		break;
	case GUARD_OPTION_NAME:
		args->name = value;
		break;
	case GUARD_OPTION_JSON:
		args->json = true;
		break;
	case GUARD_OPTION_STATE:
		args->state = value;
		break;
	case GUARD_OPTION_SIM:
		args->sim = value;
		break;
	case GUARD_OPTION_HOST:
		args->host = value;
		break;
	}
	return true;
}

static int run(enum guard_form form, const struct guard_args *args)
{
	switch (form) {
	case GUARD_FORM_BOOT:
		return verb_boot(args);
	case GUARD_FORM_FORGET:
		return verb_forget(args);
	default:
		return verb_serve(args);
	}
}

int main(int argc, char **argv)
{
	struct guard_args args = {0};
	struct command_line line;
	int ret;

	if (!command_parse(&ece_guard_command, argc, argv, take_option, &args, &line, &ret))
		return ret;
	if (!args.sim != !args.host)
		return command_usage(&ece_guard_command, "--sim and --host go together");
	if (args.sim && args.state)
		return command_usage(&ece_guard_command,
				     "--state is of a real host, a simulated one keeps its state below --sim");
	ret = libraries_load();
	ret = ret ? ret : fault_env_arm();
	if (ret)
		return ret;
	signal(SIGPIPE, SIG_IGN);
	if (args.sim)
		fprintf(stderr, "ece-guard: %s is a simulated host, nothing here was seen on hardware\n", args.host);
	args.guid = line.word_count ? line.words[0] : NULL;
	return output_end(run((enum guard_form)line.form, &args));
}
