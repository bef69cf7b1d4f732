// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ece-exporter: serves counters and the configuration of NICs to Prometheus. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lib/scrape/snapshot.h"
#include "tools/common/exit_code.h"
#include "tools/common/fault_env.h"
#include "tools/common/output.h"
#include "tools/common/version.h"
#include "tools/ece-exporter/command.h"
#include "tools/ece-exporter/parts.h"
#include "tools/ece-exporter/verbs.h"

#define DEADLINE_MS    8000 /* Prometheus gives up after ten seconds, unless it is told otherwise */
#define DEADLINE_MAX   600  /* seconds */
#define SERIES_MAX     1000
#define SERIES_MAX_MAX 1000000
#define PARAMETERS_MAX 86400 /* seconds */

static bool number(const char *name, const char *text, unsigned long max, unsigned long *value)
{
	char *end;

	errno = 0;
	*value = strtoul(text, &end, 10);
	if (*text >= '0' && *text <= '9' && !*end && !errno && *value && *value <= max)
		return true;
	command_usage(&ece_exporter_command, "--%s takes a number from 1 to %lu, not \"%s\"", name, max, text);
	return false;
}

static bool add_address(struct exporter_args *args, const char *address)
{
	if (args->address_count == HTTP_LISTENERS_MAX) {
		command_usage(&ece_exporter_command, "more than %d addresses to listen on", HTTP_LISTENERS_MAX);
		return false;
	}
	args->addresses[args->address_count++] = address;
	return true;
}

static bool add_pattern(struct exporter_patterns *patterns, const char *pattern)
{
	if (patterns->count == EXPORTER_PATTERNS_MAX) {
		command_usage(&ece_exporter_command, "more than %d patterns", EXPORTER_PATTERNS_MAX);
		return false;
	}
	patterns->patterns[patterns->count++] = pattern;
	return true;
}

static bool take_parts(struct exporter_args *args, const char *text, bool on)
{
	unsigned int parts;
	char bad[64];

	if (!parts_parse(text, &parts, bad)) {
		command_usage(&ece_exporter_command, "there is no part \"%s\"; --help names them", bad);
		return false;
	}
	args->parts = on ? args->parts | parts : args->parts & ~parts;
	return true;
}

static bool take_format(struct exporter_args *args, const char *text)
{
	static const char *const names[] = {
		[EXPORT_PROMETHEUS] = "prometheus", [EXPORT_OPENMETRICS] = "openmetrics", [EXPORT_JSON] = "json"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (strcmp(names[i], text) != 0)
			continue;
		args->format = (enum export_format)i;
		args->format_given = true;
		return true;
	}
	command_usage(&ece_exporter_command, "--format takes prometheus, openmetrics or json, not \"%s\"", text);
	return false;
}

static bool take_path(struct exporter_args *args, const char *path)
{
	if (path[0] != '/' || strpbrk(path, "?# \t\r\n")) {
		command_usage(&ece_exporter_command, "--web.telemetry-path takes a path such as /metrics, not \"%s\"",
			      path);
		return false;
	}
	args->path = path;
	return true;
}

static bool take_number(struct exporter_args *args, enum exporter_option id, const char *value)
{
	unsigned long n;

	switch (id) {
	case EXPORTER_OPTION_DEADLINE:
		if (!number("deadline", value, DEADLINE_MAX, &n))
			return false;
		args->deadline_ms = (unsigned int)n * 1000;
		return true;
	case EXPORTER_OPTION_SERIES_MAX:
		if (!number("series-max", value, SERIES_MAX_MAX, &n))
			return false;
		args->page.series_max = n;
		return true;
	default:
		if (!number("parameters", value, PARAMETERS_MAX, &n))
			return false;
		args->parameters_seconds = (unsigned int)n;
		return true;
	}
}

/* What the page has on it. */
static bool take_page_option(struct exporter_args *args, enum exporter_option id)
{
	switch (id) {
	case EXPORTER_OPTION_ALL:
		args->page.all = true;
		return true;
	case EXPORTER_OPTION_NODE_NAMES:
		args->page.node_names = true;
		return true;
	case EXPORTER_OPTION_PER_PROCESS:
		args->page.per_process = true;
		args->parts |= SCRAPE_QPS | SCRAPE_BOUND;
		return true;
	case EXPORTER_OPTION_PER_QP:
		args->page.per_qp = true;
		args->parts |= SCRAPE_BOUND;
		return true;
	default:
		return false;
	}
}

static bool take_option(void *ctx, int id, const char *value)
{
	struct exporter_args *args = ctx;

	switch ((enum exporter_option)id) {
	case EXPORTER_OPTION_LISTEN:
		return add_address(args, value);
	case EXPORTER_OPTION_PATH:
		return take_path(args, value);
	case EXPORTER_OPTION_WEB_CONFIG:
		args->web_config = value;
		return true;
	case EXPORTER_OPTION_SYSTEMD_SOCKET:
		args->systemd_socket = true;
		return true;
	case EXPORTER_OPTION_ONCE:
		args->once = true;
		return true;
	case EXPORTER_OPTION_TEXTFILE:
		args->textfile = value;
		return true;
	case EXPORTER_OPTION_JSON:
		return take_format(args, "json");
	case EXPORTER_OPTION_FORMAT:
		return take_format(args, value);
	case EXPORTER_OPTION_DEVICE:
		return add_pattern(&args->devices, value);
	case EXPORTER_OPTION_NO_DEVICE:
		return add_pattern(&args->no_devices, value);
	case EXPORTER_OPTION_COLLECT:
		return take_parts(args, value, true);
	case EXPORTER_OPTION_NO_COLLECT:
		return take_parts(args, value, false);
	case EXPORTER_OPTION_DEADLINE:
	case EXPORTER_OPTION_SERIES_MAX:
	case EXPORTER_OPTION_PARAMETERS:
		return take_number(args, (enum exporter_option)id, value);
	case EXPORTER_OPTION_ALL:
	case EXPORTER_OPTION_NODE_NAMES:
	case EXPORTER_OPTION_PER_PROCESS:
	case EXPORTER_OPTION_PER_QP:
		return take_page_option(args, (enum exporter_option)id);
	case EXPORTER_OPTION_KEEP:
		args->keep = value;
		return true;
	case EXPORTER_OPTION_STATE:
		args->state = value;
		return true;
	case EXPORTER_OPTION_STORE:
		args->store = value;
		return true;
	case EXPORTER_OPTION_USER:
		args->user = value;
		return true;
	case EXPORTER_OPTION_SIM:
		args->sim = value;
		return true;
	case EXPORTER_OPTION_HOST:
		args->host = value;
		return true;
	}
	return true;
}

/* What does not go together. Returns NULL, or a sentence. */
static const char *contradiction(const struct exporter_args *args)
{
	const bool serves = exporter_serves(args);

	if (!args->sim != !args->host)
		return "--sim and --host go together";
	if (args->sim && args->state)
		return "--state is of a real host, a simulated one keeps its state below --sim";
	if (args->once && args->textfile)
		return "--once prints the page, --textfile writes it: one of them";
	if (args->textfile && args->format_given && args->format != EXPORT_PROMETHEUS)
		return "a textfile collector reads the Prometheus format only";
	if (args->format_given && serves)
		return "a client says which format it wants; --json and --format go with --once";
	if (!serves && (args->address_count || args->systemd_socket || args->web_config))
		return "nothing is served with --once and --textfile: no --web options";
	if (args->user && (args->once || args->textfile || args->sim))
		return "--user is for serving a real host";
	if (args->state && !args->parameters_seconds)
		return "--state is for --parameters";
	if (args->systemd_socket && args->address_count)
		return "--web.systemd-socket and --web.listen-address are two ways to listen: one of them";
	return NULL;
}

static int run(const struct exporter_args *args)
{
	if (args->sim)
		fprintf(stderr, "ece-exporter: %s is a simulated host, nothing here was seen on hardware\n",
			args->host);
	if (args->once)
		return exporter_once(args);
	return args->textfile ? exporter_textfile(args) : exporter_serve(args);
}

int main(int argc, char **argv)
{
	struct exporter_args args = {
		.path = "/metrics",
		.parts = SCRAPE_USUAL,
		.deadline_ms = DEADLINE_MS,
		.page = {.series_max = SERIES_MAX, .version = tool_version},
	};
	const char *wrong;
	struct command_line line;
	int ret;

	if (!command_parse(&ece_exporter_command, argc, argv, take_option, &args, &line, &ret))
		return ret;
	wrong = contradiction(&args);
	if (wrong)
		return command_usage(&ece_exporter_command, "%s", wrong);
	ret = fault_env_arm();
	if (ret)
		return ret;
	signal(SIGPIPE, SIG_IGN);
	/* A file that may not grow is an error of the write, and what was begun is taken away again */
	signal(SIGXFSZ, SIG_IGN);
	args.page.simulated = args.sim;
	args.started_unix = time(NULL /* returned */);
	return output_end(run(&args));
}
