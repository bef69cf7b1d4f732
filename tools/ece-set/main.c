// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <locale.h>
#include <signal.h>

#include "tools/common/fault_env.h"
#include "tools/common/output.h"
#include "tools/ece-set/command.h"
#include "tools/ece-set/verbs.h"

static bool take_option(void *ctx, int id, const char *value)
{
	struct set_args *args = ctx;

	switch ((enum set_option)id) {
	case SET_OPTION_YES:
		args->yes = true;
		break;
	case SET_OPTION_JSON:
		args->json = true;
		break;
	case SET_OPTION_UNDO:
		args->undo = true;
		break;
	case SET_OPTION_HISTORY:
		args->history = true;
		break;
	case SET_OPTION_STATE:
		args->state = value;
		break;
	case SET_OPTION_SIM:
		args->sim = value;
		break;
	case SET_OPTION_HOST:
		args->host = value;
		break;
	}
	return true;
}

static int run(const struct set_args *args)
{
	if (!args->sim != !args->host)
		return command_usage(&ece_set_command, "--sim DIR and --host NAME go together");
	if (args->sim && args->state)
		return command_usage(&ece_set_command,
				     "--state is of a real host, a simulated one keeps its state below --sim");
	if (args->undo && args->history)
		return command_usage(&ece_set_command, "--undo and --history do not go together");
	if (args->history && (args->word_count || args->yes))
		return command_usage(&ece_set_command, "--history takes no words and changes nothing");
	if (args->undo && args->word_count > 1)
		return command_usage(&ece_set_command, "--undo takes one run at most");
	if (args->history)
		return verb_history(args);
	if (args->undo)
		return verb_undo(args);
	if (args->word_count < 2)
		return command_usage(&ece_set_command, "a card and at least one PARAM=VALUE are needed");
	return verb_set(args);
}

int main(int argc, char **argv)
{
	struct set_args args = {0};
	struct command_line line;
	int exit_code;

	setlocale(LC_CTYPE, "");
	/* A reader that goes away must not end a write half way */
	signal(SIGPIPE, SIG_IGN);
	exit_code = fault_env_arm();
	if (exit_code)
		return exit_code;
	if (command_parse(&ece_set_command, argc, argv, take_option, &args, &line, &exit_code)) {
		args.words = line.words;
		args.word_count = line.word_count;
		exit_code = run(&args);
	}
	return output_end(exit_code);
}
