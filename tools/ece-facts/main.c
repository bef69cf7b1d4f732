// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <locale.h>

#include "tools/common/output.h"
#include "tools/ece-facts/command.h"
#include "tools/ece-facts/verbs.h"

static bool take_option(void *ctx, int id, const char *value)
{
	struct facts_args *args = ctx;

	switch ((enum facts_option)id) {
	case FACTS_OPTION_REDACT:
		args->redact = true;
		break;
	case FACTS_OPTION_SALT:
		args->salt = value;
		break;
	case FACTS_OPTION_JSON:
		args->json = true;
		break;
	case FACTS_OPTION_SIM:
		args->sim = value;
		break;
	case FACTS_OPTION_HOST:
		args->host = value;
		break;
	case FACTS_OPTION_FLEET:
		args->fleet = value;
		break;
	case FACTS_OPTION_LIMIT:
		args->limit = value;
		break;
	case FACTS_OPTION_ODD:
		args->odd = true;
		break;
	case FACTS_OPTION_BY:
		args->by = value;
		break;
	case FACTS_OPTION_STATE:
		args->state = value;
		break;
	}
	return true;
}

static int run(const struct facts_args *args, size_t form)
{
	if (form == FACTS_FORM_COMPARE)
		return verb_compare(args);
	if (!args->sim != !args->host)
		return command_usage(&ece_facts_command, "--sim DIR and --host NAME go together");
	if (args->fleet && (args->sim || args->redact))
		return command_usage(&ece_facts_command, "--fleet does not go with --sim or --redact");
	if ((args->limit || args->odd || args->state) && !args->fleet)
		return command_usage(&ece_facts_command, "--limit, --odd-one-out and --state go with --fleet");
	if (args->by && !args->odd)
		return command_usage(&ece_facts_command, "--by goes with --odd-one-out");
	if (args->fleet)
		return verb_fleet(args);
	if (args->salt && !args->redact)
		return command_usage(&ece_facts_command, "--salt FILE goes with --redact");
	return verb_read(args);
}

int main(int argc, char **argv)
{
	struct facts_args args = {.json = false};
	struct command_line line;
	int exit_code;

	setlocale(LC_CTYPE, "");
	if (command_parse(&ece_facts_command, argc, argv, take_option, &args, &line, &exit_code)) {
		args.files = line.words;
		args.file_count = line.word_count;
		exit_code = run(&args, line.form);
	}
	return output_end(exit_code);
}
