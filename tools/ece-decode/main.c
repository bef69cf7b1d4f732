// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <locale.h>

#include "ece/offer.h"
#include "tools/common/output.h"
#include "tools/ece-decode/address.h"
#include "tools/ece-decode/command.h"
#include "tools/ece-decode/decode.h"

static bool take_want(struct decode_args *args, const char *value)
{
	struct ece_error e;

	if (ece_bits_parse(value, &args->want, &e)) {
		command_usage(&ece_decode_command, "--want: %s", e.text);
		return false;
	}
	if (!args->want)
		command_usage(&ece_decode_command, "--want takes option bits, not \"%s\"", value);
	return args->want;
}

static bool take_option(void *ctx, int id, const char *value)
{
	struct decode_args *args = ctx;

	switch ((enum decode_option)id) {
	case DECODE_OPTION_JSON:
		args->json = true;
		return true;
	case DECODE_OPTION_SUMMARY:
		args->summary = true;
		return true;
	case DECODE_OPTION_HOST:
		args->has_host = address_parse(value, args->host);
		if (!args->has_host)
			command_usage(&ece_decode_command, "--host takes an IP address or a GID, not \"%s\"", value);
		return args->has_host;
	case DECODE_OPTION_WANT:
		return take_want(args, value);
	}
	return true;
}

int main(int argc, char **argv)
{
	struct decode_args args = {0};
	struct command_line line;
	int exit_code;

	setlocale(LC_CTYPE, "");
	if (command_parse(&ece_decode_command, argc, argv, take_option, &args, &line, &exit_code)) {
		args.files = line.words;
		args.file_count = line.word_count;
		exit_code = decode(&args);
	}
	return output_end(exit_code);
}
