// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <locale.h>

#include "tools/common/output.h"
#include "tools/ece-show/command.h"
#include "tools/ece-show/show.h"

static bool take_option(void *ctx, int id, const char *value)
{
	struct show_args *args = ctx;

	switch ((enum show_option)id) {
	case SHOW_OPTION_PROBE:
		args->probe = true;
		break;
	case SHOW_OPTION_JSON:
		args->json = true;
		break;
	case SHOW_OPTION_PARAM:
		args->param = value;
		break;
	case SHOW_OPTION_PARAMS:
		args->params = true;
		break;
	case SHOW_OPTION_NV:
		args->nv = true;
		break;
	case SHOW_OPTION_PPCC:
		args->ppcc = true;
		break;
	case SHOW_OPTION_COUNTERS:
		args->counters = true;
		break;
	case SHOW_OPTION_DIFF:
		args->diff = value;
		break;
	case SHOW_OPTION_ENV:
		args->env = value;
		break;
	case SHOW_OPTION_FLEET:
		args->fleet = value;
		break;
	case SHOW_OPTION_PROFILE:
		args->profile = value;
		break;
	case SHOW_OPTION_SIM:
		args->sim = value;
		break;
	case SHOW_OPTION_HOST:
		args->host = value;
		break;
	}
	return true;
}

static int run(const struct show_args *args)
{
	int views = args->probe + args->nv + args->ppcc + args->counters + args->params + (args->param != NULL) +
		    (args->diff != NULL) + (args->env != NULL);

	if (!args->sim != !args->host)
		return command_usage(&ece_show_command, "--sim DIR and --host NAME go together");
	if (views > 1)
		return command_usage(
			&ece_show_command,
			"only one of --probe, --nv, --ppcc, --counters, --param, --params, --diff and --env");
	if (!args->env != !args->fleet || !args->env != !args->profile)
		return command_usage(&ece_show_command, "--env, --fleet and --profile go together");
	if ((args->params || args->env) && (args->card_count || args->sim))
		return command_usage(&ece_show_command, "%s looks at no card", args->env ? "--env" : "--params");
	if (args->env)
		return show_env(args);
	if (args->diff)
		return show_diff(args);
	return args->params || args->param ? show_params(args) : show_cards(args);
}

int main(int argc, char **argv)
{
	struct show_args args = {0};
	struct command_line line;
	int exit_code;

	setlocale(LC_CTYPE, "");
	if (command_parse(&ece_show_command, argc, argv, take_option, &args, &line, &exit_code)) {
		args.cards = line.words;
		args.card_count = line.word_count;
		exit_code = run(&args);
	}
	return output_end(exit_code);
}
