// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <locale.h>
#include <stdlib.h>

#include "ece/offer.h"
#include "tools/common/output.h"
#include "tools/ece-qp/command.h"
#include "tools/ece-qp/fleet.h"
#include "tools/ece-qp/show.h"
#include "tools/ece-qp/summary.h"

#define QPN_MAX 0xffffff
#define PID_MAX INT32_MAX

/* Decimal or 0x hexadecimal. */
static bool number(const char *text, uint32_t max, uint32_t *value)
{
	unsigned long n;
	char *end;

	if (text[0] < '0' || text[0] > '9')
		return false;
	errno = 0;
	n = strtoul(text, &end, text[0] == '0' && (text[1] == 'x' || text[1] == 'X') ? 16 : 10);
	if (errno || *end || n > max)
		return false;
	*value = (uint32_t)n;
	return true;
}

static bool take_want(struct qp_args *args, const char *value)
{
	struct ece_error e;

	args->want_text = value;
	if (ece_bits_parse(value, &args->want, &e))
		command_usage(&ece_qp_command, "--want \"%.60s\": %s", value, e.text);
	else if (!args->want)
		command_usage(&ece_qp_command, "--want \"%.60s\" names no option", value);
	else
		return true;
	return false;
}

static bool take_option(void *ctx, int id, const char *value)
{
	struct qp_args *args = ctx;

	switch ((enum qp_option)id) {
	case QP_OPTION_JSON:
		args->json = true;
		return true;
	case QP_OPTION_QPN:
		args->has_qpn = number(value, QPN_MAX, &args->qpn);
		if (!args->has_qpn)
			command_usage(&ece_qp_command, "--qpn takes a number up to 0x%x, not \"%s\"", QPN_MAX, value);
		return args->has_qpn;
	case QP_OPTION_PID:
		args->has_pid = number(value, PID_MAX, &args->pid) && args->pid;
		if (!args->has_pid)
			command_usage(&ece_qp_command, "--pid takes the number of a process, not \"%s\"", value);
		return args->has_pid;
	case QP_OPTION_SUMMARY:
		args->summary = true;
		return true;
	case QP_OPTION_WANT:
		return take_want(args, value);
	case QP_OPTION_FLEET:
		args->fleet = value;
		return true;
	case QP_OPTION_LIMIT:
		args->limit = value;
		return true;
	case QP_OPTION_STATE:
		args->state = value;
		return true;
	case QP_OPTION_SIM:
		args->sim = value;
		return true;
	case QP_OPTION_HOST:
		args->host = value;
		return true;
	}
	return true;
}

/* What does not go together; NULL: all of it does. */
static const char *conflict(const struct qp_args *args)
{
	bool one = args->has_qpn || args->has_pid;

	if (!args->sim != !args->host)
		return "--sim DIR and --host NAME go together";
	if (args->fleet && (args->sim || args->card_count || one))
		return "--fleet is about whole hosts of its file: it does not go with CARD, --qpn, --pid or --sim";
	if (!args->fleet && (args->limit || args->state))
		return "--limit and --state go with --fleet";
	if (args->summary && one)
		return "--summary counts all of them: it does not go with --qpn or --pid";
	if (args->want_text && !args->summary && !args->fleet)
		return "--want goes with --summary or --fleet";
	return NULL;
}

static int run(const struct qp_args *args)
{
	if (args->fleet)
		return show_fleet(args);
	return args->summary ? show_summary(args) : show_qps(args);
}

int main(int argc, char **argv)
{
	struct qp_args args = {0};
	struct command_line line;
	const char *why;
	int exit_code;

	setlocale(LC_CTYPE, "");
	if (command_parse(&ece_qp_command, argc, argv, take_option, &args, &line, &exit_code)) {
		args.cards = line.words;
		args.card_count = line.word_count;
		why = conflict(&args);
		exit_code = why ? command_usage(&ece_qp_command, "%s", why) : run(&args);
	}
	return output_end(exit_code);
}
