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
	bool about_params = args->param || args->params;

	if (!args->sim != !args->host)
		return command_usage(&ece_show_command, "--sim DIR and --host NAME go together");
	if (about_params && (args->card_count || args->probe || args->sim))
		return command_usage(&ece_show_command, "--param and --params look at no card");
	return about_params ? show_params(args) : show_cards(args);
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
