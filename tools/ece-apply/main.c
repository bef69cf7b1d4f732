// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <locale.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/hostlist.h"
#include "lib/base/clock.h"
#include "lib/base/utc.h"
#include "lib/fleet/quantity.h"
#include "lib/store/store.h"
#include "tools/common/fault_env.h"
#include "tools/common/output.h"
#include "tools/ece-apply/command.h"
#include "tools/ece-apply/verbs.h"

#define CHANGE_ID_MAX ((int)sizeof(((struct store_run *)NULL)->change_id))

static int (*const verbs[APPLY_FORM_COUNT])(const struct apply_args *args) = {
	[APPLY_FORM_FILE] = verb_file,       [APPLY_FORM_UNDO] = verb_undo,         [APPLY_FORM_RESUME] = verb_resume,
	[APPLY_FORM_PAUSE] = verb_pause,     [APPLY_FORM_ACCEPT] = verb_accept,     [APPLY_FORM_ABORT] = verb_abort,
	[APPLY_FORM_STATUS] = verb_status,   [APPLY_FORM_HISTORY] = verb_history,   [APPLY_FORM_WHY] = verb_why,
	[APPLY_FORM_FREEZE] = verb_freeze,   [APPLY_FORM_UNFREEZE] = verb_unfreeze, [APPLY_FORM_EPOCH] = verb_epoch,
	[APPLY_FORM_TARGETS] = verb_targets,
};

static bool take_now(struct apply_args *args, const char *value)
{
	const char *why = utc_parse(value, &args->now, NULL);

	args->has_now = !why;
	if (why)
		command_usage(&ece_apply_command, "--now \"%.60s\": %s", value, why);
	return !why;
}

/* "3" or "5%", of hosts. */
static bool take_moved(struct apply_args *args, const char *value)
{
	const char *why = NULL;
	char *end;

	args->has_moved = true;
	if (strchr(value, '%')) {
		why = quantity_percent(value, &args->moved);
	} else {
		unsigned long n = strtoul(value, &end, 10);

		args->moved = (struct fleet_amount){.n = (uint32_t)n};
		if (end == value || *end || n > FLEET_HOSTS_MAX || strchr(value, '-'))
			why = "not a number of hosts";
	}
	if (why)
		command_usage(&ece_apply_command, "--moved \"%.60s\": %s", value, why);
	return !why;
}

/* It goes into a table and onto a line of its own. */
static bool take_change_id(struct apply_args *args, const char *value)
{
	size_t len = strlen(value);

	args->change_id = value;
	for (size_t i = 0; i < len; i++)
		if ((unsigned char)value[i] <= ' ' || value[i] == 127)
			len = 0;
	if (!len || len >= CHANGE_ID_MAX)
		command_usage(&ece_apply_command, "--change-id is 1 to %d characters without spaces",
			      CHANGE_ID_MAX - 1);
	return len && len < CHANGE_ID_MAX;
}

static bool take_sign_for(struct apply_args *args, const char *value)
{
	uint64_t ns;
	const char *why = quantity_duration(value, &ns);

	args->sign_for_s = why ? 0 : ns / CLOCK_SECOND_NS;
	if (!why && !args->sign_for_s)
		why = "it is at least 1s";
	if (why)
		command_usage(&ece_apply_command, "--sign-for \"%.60s\": %s", value, why);
	return !why;
}

static bool take_port(struct apply_args *args, const char *value)
{
	char *end;
	unsigned long n = strtoul(value, &end, 10);
	bool good = value[0] >= '1' && value[0] <= '9' && !*end && n <= UINT16_MAX;

	args->port = (uint16_t)n;
	if (!good)
		command_usage(&ece_apply_command, "--port \"%.60s\": not a port, 1 to %d", value, UINT16_MAX);
	return good;
}

static bool take_hosts(const char **hosts, const char *option, const char *value)
{
	struct hostlist_fault fault;
	int err = hostlist_check(value, strlen(value), FLEET_HOSTS_MAX, NULL, &fault);

	*hosts = value;
	if (err)
		command_usage(&ece_apply_command, "%s \"%.60s\": %s", option, value, fault.why);
	return !err;
}

/* What is given or not; NULL: another kind of option. */
static bool *flag_of(struct apply_args *args, int id)
{
	switch (id) {
	case APPLY_OPTION_YES:
		return &args->yes;
	case APPLY_OPTION_CHECK:
		return &args->check;
	case APPLY_OPTION_JSON:
		return &args->json;
	case APPLY_OPTION_RESUME:
		return &args->resume;
	case APPLY_OPTION_ADOPT:
		return &args->adopt;
	case APPLY_OPTION_ENSURE:
		return &args->ensure;
	case APPLY_OPTION_HOLD:
		return &args->hold;
	case APPLY_OPTION_DETACH:
		return &args->detach;
	case APPLY_OPTION_FOLLOW:
		return &args->follow;
	case APPLY_OPTION_REAL_TIME:
		return &args->real_time;
	case APPLY_OPTION_EXPLAIN:
		return &args->explain;
	case APPLY_OPTION_REQUIRE_SIGNATURE:
		return &args->require_signature;
	case APPLY_OPTION_MARKDOWN:
		return &args->markdown;
	case APPLY_OPTION_OWED:
		return &args->owed;
	case APPLY_OPTION_DRIFT:
		return &args->drift;
	case APPLY_OPTION_REPAIR:
		return &args->repair;
	case APPLY_OPTION_NAGIOS:
		return &args->nagios;
	case APPLY_OPTION_ACCEPT_DRIFT:
		return &args->accept_drift;
	default:
		return NULL;
	}
}

/* What is taken as it is. */
static const char **text_of(struct apply_args *args, int id)
{
	switch (id) {
	case APPLY_OPTION_HOST:
		return &args->host;
	case APPLY_OPTION_PARAM:
		return &args->param;
	case APPLY_OPTION_PLAN_OUT:
		return &args->plan_out;
	case APPLY_OPTION_PLAN:
		return &args->plan;
	case APPLY_OPTION_SIGN:
		return &args->sign;
	case APPLY_OPTION_ALLOWED_SIGNERS:
		return &args->allowed_signers;
	case APPLY_OPTION_OUT:
		return &args->out;
	case APPLY_OPTION_FLEET:
		return &args->fleet;
	case APPLY_OPTION_STORE:
		return &args->store;
	case APPLY_OPTION_STATE:
		return &args->state;
	default:
		return NULL;
	}
}

static bool take_option(void *ctx, int id, const char *value)
{
	struct apply_args *args = ctx;
	bool *flag = flag_of(args, id);
	const char **text = text_of(args, id);

	if (flag)
		*flag = true;
	if (text)
		*text = value;
	switch (id) {
	case APPLY_OPTION_NOW:
		return take_now(args, value);
	case APPLY_OPTION_MOVED:
		return take_moved(args, value);
	case APPLY_OPTION_SIGN_FOR:
		return take_sign_for(args, value);
	case APPLY_OPTION_CHANGE_ID:
		return take_change_id(args, value);
	case APPLY_OPTION_PORT:
		return take_port(args, value);
	case APPLY_OPTION_LIMIT:
		return take_hosts(&args->limit, "--limit", value);
	case APPLY_OPTION_AGAIN:
		return take_hosts(&args->again, "--again", value);
	default:
		return flag || text;
	}
}

/* Returns 0, or the exit status. */
static int check_drift(const struct apply_args *args)
{
	if ((args->repair || args->again || args->nagios) && !args->drift)
		return command_usage(&ece_apply_command, "--repair, --again and --nagios go with --drift");
	if (args->drift && (args->check || args->plan || args->plan_out || args->resume || args->explain ||
			    args->owed || args->adopt || args->ensure || args->markdown || args->accept_drift))
		return command_usage(
			&ece_apply_command,
			"--drift makes no plan of the file: it does not go with --check, --plan, --plan-out, "
			"--resume, --explain, --owed, --adopt, --ensure, --markdown or --accept-drift");
	if (args->drift && !args->repair && (args->yes || args->hold || args->detach))
		return command_usage(&ece_apply_command,
				     "--drift only looks: --yes, --hold and --detach go with --repair");
	if (args->repair && !args->yes)
		return command_usage(&ece_apply_command,
				     "--repair asks nobody: it needs --yes; look first with --drift alone");
	if (args->nagios && (args->json || args->repair))
		return command_usage(&ece_apply_command,
				     "--nagios is one line: it does not go with --json or --repair");
	if (args->accept_drift && (args->resume || args->explain))
		return command_usage(&ece_apply_command,
				     "--accept-drift is for a new plan: it does not go with --resume "
				     "or --explain");
	return 0;
}

int main(int argc, char **argv)
{
	struct apply_args args = {0};
	struct command_line line;
	int exit_code;

	setlocale(LC_CTYPE, "");
	/* A reader that goes away must not end a run half way: the write fails, and that is said at the end */
	signal(SIGPIPE, SIG_IGN);
	exit_code = fault_env_arm();
	if (exit_code)
		return exit_code;
	if (!command_parse(&ece_apply_command, argc, argv, take_option, &args, &line, &exit_code))
		return output_end(exit_code);
	if (args.check && (args.yes || args.resume || args.adopt || args.hold || args.detach))
		return command_usage(&ece_apply_command,
				     "--check changes nothing: it does not go with --yes, --resume, "
				     "--adopt, --hold or --detach");
	if (args.plan_out && (args.yes || args.plan || args.resume || args.hold || args.detach))
		return command_usage(&ece_apply_command, "--plan-out only saves a plan: it does not go with --yes, "
							 "--plan, --resume, --hold or --detach");
	if (args.plan && args.resume)
		return command_usage(&ece_apply_command, "a resumed run has its plan already: --plan is for a new one");
	if (args.has_moved && !args.plan)
		return command_usage(&ece_apply_command, "--moved goes with --plan");
	if (args.require_signature && !args.plan)
		return command_usage(&ece_apply_command, "--require-signature goes with --plan");
	if (args.sign_for_s && !args.sign)
		return command_usage(&ece_apply_command, "--sign-for goes with --sign");
	if (args.markdown && args.json)
		return command_usage(&ece_apply_command, "--markdown and --json are two forms of one plan: take one");
	if (args.resume && args.adopt)
		return command_usage(&ece_apply_command,
				     "--adopt is for a new run: a resumed one adopts if it was begun so");
	if (args.ensure && (args.resume || args.explain))
		return command_usage(&ece_apply_command, "--ensure is for a new plan: it does not go with --resume or "
							 "--explain");
	if (args.owed && !line.word_count && (args.limit || args.check || args.plan_out || args.yes))
		return command_usage(&ece_apply_command, "--owed without FILE lists what is owed, and nothing else");
	if ((args.limit || args.owed) && (args.plan || args.resume || args.explain))
		return command_usage(&ece_apply_command, "--limit and --owed are for a new plan: they do not go with "
							 "--plan, --resume or --explain");
	if ((args.host || args.param) && !args.explain)
		return command_usage(&ece_apply_command, "--host and --param go with --explain");
	if (args.explain && (args.yes || args.check || args.resume || args.adopt || args.hold || args.detach))
		return command_usage(&ece_apply_command, "--explain asks no host: it does not go with --yes, --check, "
							 "--resume, --adopt, --hold or --detach");
	exit_code = check_drift(&args);
	if (exit_code)
		return exit_code;
	for (size_t i = 0; i < line.word_count && i < APPLY_WORDS_MAX; i++)
		args.words[i] = line.words[i];
	args.word = args.words[0];
	if (line.form == APPLY_FORM_FILE && !args.word && !args.owed)
		return command_usage(&ece_apply_command, "too few words: ece-apply FILE");
	if (line.form == APPLY_FORM_FILE && !args.word)
		exit_code = verb_owed(&args);
	else
		exit_code = args.explain ? verb_explain(&args) : verbs[line.form](&args);
	return output_end(exit_code);
}
