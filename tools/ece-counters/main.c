// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "devx/net/bound.h"
#include "lib/base/clock.h"
#include "lib/fleet/quantity.h"
#include "tools/common/output.h"
#include "tools/ece-counters/command.h"
#include "tools/ece-counters/verbs.h"

#define INTERVAL_MIN_NS (10 * CLOCK_MS_NS)
#define INTERVAL_MAX_NS (3600 * CLOCK_SECOND_NS)
#define COUNT_MAX       1000000000

static bool take_interval(struct counters_args *args, const char *option, const char *value)
{
	const char *why = quantity_duration(value, &args->interval_ns);

	if (!why && (args->interval_ns < INTERVAL_MIN_NS || args->interval_ns > INTERVAL_MAX_NS))
		why = "it must be from 10ms to 1h";
	if (why)
		command_usage(&ece_counters_command, "--%s \"%.40s\": %s", option, value, why);
	return !why;
}

static bool take_count(struct counters_args *args, const char *value)
{
	char *end;
	unsigned long n;

	errno = 0;
	n = value[0] >= '0' && value[0] <= '9' ? strtoul(value, &end, 10) : 0;
	if (!n || errno || *end || n > COUNT_MAX) {
		command_usage(&ece_counters_command, "--count takes a number from 1 to %d, not \"%.40s\"", COUNT_MAX,
			      value);
		return false;
	}
	args->has_count = true;
	args->count = (uint32_t)n;
	return true;
}

static bool take_bind(struct counters_args *args, const char *value)
{
	static const struct {
		const char *word;
		uint8_t mask;
	} known[] = {
		{"off", 0},
		{"type", ECE_RDMA_BIND_BY_TYPE},
		{"pid", ECE_RDMA_BIND_BY_PID},
		{"type,pid", ECE_RDMA_BIND_BY_TYPE | ECE_RDMA_BIND_BY_PID},
		{"pid,type", ECE_RDMA_BIND_BY_TYPE | ECE_RDMA_BIND_BY_PID},
	};

	args->has_bind = true;
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		args->bind = known[i].mask;
		if (!strcmp(known[i].word, value))
			return true;
	}
	command_usage(&ece_counters_command, "--bind \"%.40s\": it takes type, pid, type,pid or off", value);
	return false;
}

static bool take_optional(struct counters_args *args, const char *value)
{
	static const char *const words[] = {
		[OPTIONAL_LIST] = "list", [OPTIONAL_ENABLE] = "enable", [OPTIONAL_DISABLE] = "disable"};

	for (size_t i = OPTIONAL_LIST; i < sizeof(words) / sizeof(words[0]); i++) {
		args->optional = (enum optional_action)i;
		if (!strcmp(words[i], value))
			return true;
	}
	command_usage(&ece_counters_command, "--optional \"%.40s\": it takes list, enable or disable", value);
	return false;
}

static bool take_option(void *ctx, int id, const char *value)
{
	struct counters_args *args = ctx;

	switch ((enum counters_option)id) {
	case COUNTERS_OPTION_ALL:
		args->all = true;
		return true;
	case COUNTERS_OPTION_CARD:
		args->card = true;
		return true;
	case COUNTERS_OPTION_JSON:
		args->json = true;
		return true;
	case COUNTERS_OPTION_MEANINGS:
		args->meanings = true;
		return true;
	case COUNTERS_OPTION_COUNT:
		return take_count(args, value);
	case COUNTERS_OPTION_QPS:
		args->qps = true;
		return true;
	case COUNTERS_OPTION_RATES:
		args->rates = true;
		return true;
	case COUNTERS_OPTION_WATCH:
		args->watch = true;
		return take_interval(args, "watch", value);
	case COUNTERS_OPTION_EXPLAIN:
		args->explain = value;
		return true;
	case COUNTERS_OPTION_INTERVAL:
		args->has_interval = true;
		return take_interval(args, "interval", value);
	case COUNTERS_OPTION_OPTIONAL:
		return take_optional(args, value);
	case COUNTERS_OPTION_BIND:
		return take_bind(args, value);
	case COUNTERS_OPTION_KEEP:
		args->keep = true;
		return true;
	case COUNTERS_OPTION_SIM:
		args->sim = value;
		return true;
	case COUNTERS_OPTION_HOST:
		args->host = value;
		return true;
	}
	return true;
}

/* What does not go together; NULL: all of it does. */
static const char *conflict(const struct counters_args *args)
{
	if (!args->sim != !args->host)
		return "--sim DIR and --host NAME go together";
	if (args->rates && args->watch)
		return "--rates reads twice, --watch until it is ended: one of them";
	if (args->has_interval && !args->rates)
		return "--interval goes with --rates";
	if (args->has_count && !args->watch)
		return "--count goes with --watch";
	if (args->has_bind && !args->qps)
		return "--bind goes with --qp";
	if (args->keep && !(args->watch && (args->has_bind || args->optional)))
		return "--keep goes with --watch and --optional or --bind: without --watch, what was switched stays";
	if (args->qps && (args->rates || args->optional || args->card))
		return "--qp shows queue pairs: it does not go with --rates, --optional or --card";
	if (args->optional && args->rates)
		return "--optional goes alone or with --watch";
	return NULL;
}

static int run(const struct counters_args *args)
{
	if (args->explain)
		return explain_counter(args);
	if (args->optional)
		return optional_counters(args);
	if (args->qps)
		return show_queue_pairs(args);
	return args->watch ? watch_counters(args) : show_counters(args);
}

int main(int argc, char **argv)
{
	struct counters_args args = {.interval_ns = CLOCK_SECOND_NS};
	struct command_line line;
	const char *why;
	int exit_code;

	setlocale(LC_CTYPE, "");
	if (command_parse(&ece_counters_command, argc, argv, take_option, &args, &line, &exit_code)) {
		args.words = line.words;
		args.word_count = line.word_count;
		why = conflict(&args);
		exit_code = why ? command_usage(&ece_counters_command, "%s", why) : run(&args);
	}
	return output_end(exit_code);
}
