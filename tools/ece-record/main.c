// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <locale.h>

#include "tools/common/output.h"
#include "tools/ece-record/command.h"
#include "tools/ece-record/verbs.h"

static bool take_option(void *ctx, int id, const char *value)
{
	struct record_args *args = ctx;

	switch ((enum record_option)id) {
	case RECORD_OPTION_SIM:
		args->sim = value;
		break;
	case RECORD_OPTION_HOST:
		args->host = value;
		break;
	case RECORD_OPTION_TYPE:
		args->type = value;
		break;
	case RECORD_OPTION_JSON:
		args->json = true;
		break;
	}
	return true;
}

int main(int argc, char **argv)
{
	struct record_args args = {.type = "cx7"};
	struct command_line line;
	int exit_code;

	setlocale(LC_CTYPE, "");
	if (command_parse(&ece_record_command, argc, argv, take_option, &args, &line, &exit_code)) {
		args.file = line.words[0];
		args.cards = line.words + 1;
		args.card_count = line.word_count - 1;
		if (!args.sim != !args.host)
			exit_code = command_usage(&ece_record_command, "--sim DIR and --host NAME go together");
		else
			exit_code = line.form == RECORD_FORM_REPLAY ? verb_replay(&args) : verb_take(&args);
	}
	return output_end(exit_code);
}
