// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-connect/options.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "tools/ece-connect/command.h"
#include "tools/ece-connect/exchange.h"

#define PORT_MAX    65535
#define IB_PORT_MAX 255
#define GID_MAX     65535
#define MS          1000

struct reading {
	struct connect_args *args;
	bool has_qps, has_bytes, has_wait, has_hold;
	uint64_t port; /* 0 and none: not given */
	bool has_port;
};

static bool wrong(const char *name, uint64_t min, uint64_t max, const char *value)
{
	command_usage(&ece_connect_command, "--%s takes a number from %" PRIu64 " to %" PRIu64 ", not \"%s\"", name,
		      min, max, value);
	return false;
}

static bool number(const char *name, const char *value, uint64_t min, uint64_t max, uint64_t *n)
{
	char *end;

	if (value[0] < '0' || value[0] > '9')
		return wrong(name, min, max, value);
	errno = 0;
	*n = strtoull(value, &end, 10);
	return errno || *end || *n < min || *n > max ? wrong(name, min, max, value) : true;
}

static bool seconds(const char *name, const char *value, uint32_t max, uint32_t *ms)
{
	uint64_t n;

	if (!number(name, value, 1, max, &n))
		return false;
	*ms = (uint32_t)n * MS;
	return true;
}

static bool features(const char *name, const char *value, uint32_t *bits)
{
	struct ece_error e;

	if (!ece_bits_parse(value, bits, &e))
		return true;
	command_usage(&ece_connect_command, "--%s: %s", name, e.text);
	return false;
}

static bool mode(struct connect_args *args, enum connect_mode wanted)
{
	if (args->has_mode && args->mode != wanted) {
		command_usage(&ece_connect_command, "--cm and --cm-managed are two ways: choose one");
		return false;
	}
	args->has_mode = true;
	args->mode = wanted;
	return true;
}

/* What chooses the queue pairs. */
static bool take_queue(struct reading *reading, enum connect_option id, const char *value)
{
	struct connect_args *args = reading->args;
	uint64_t n = 0;

	switch (id) {
	case CONNECT_OPTION_QPS:
		reading->has_qps = number("qps", value, 1, CONNECT_QPS_MAX, &n);
		args->qps = (uint32_t)n;
		return reading->has_qps;
	case CONNECT_OPTION_BYTES:
		reading->has_bytes = number("bytes", value, 0, CONNECT_BYTES_MAX, &args->bytes);
		return reading->has_bytes;
	case CONNECT_OPTION_IB_PORT:
		if (!number("ib-port", value, 1, IB_PORT_MAX, &n))
			return false;
		args->device_port = (uint32_t)n;
		return true;
	case CONNECT_OPTION_GID:
		args->has_gid = number("gid", value, 0, GID_MAX, &n);
		args->gid = (uint32_t)n;
		return args->has_gid;
	default:
		return true;
	}
}

static bool take_option(void *ctx, int id, const char *value)
{
	struct reading *reading = ctx;
	struct connect_args *args = reading->args;

	switch ((enum connect_option)id) {
	case CONNECT_OPTION_LISTEN:
		args->listen = true;
		return true;
	case CONNECT_OPTION_FOREVER:
		args->forever = true;
		return true;
	case CONNECT_OPTION_JSON:
		args->json = true;
		return true;
	case CONNECT_OPTION_DEVICE:
		args->device = value;
		return true;
	case CONNECT_OPTION_CM:
		return mode(args, CONNECT_CM);
	case CONNECT_OPTION_CM_MANAGED:
		return mode(args, CONNECT_CM_MANAGED);
	case CONNECT_OPTION_ALLOW:
		args->has_allow = features("allow", value, &args->allow);
		return args->has_allow;
	case CONNECT_OPTION_REQUIRE:
		args->has_require = features("require", value, &args->require);
		return args->has_require;
	case CONNECT_OPTION_PORT:
		reading->has_port = number("port", value, 1, PORT_MAX, &reading->port);
		return reading->has_port;
	case CONNECT_OPTION_TIMEOUT:
		return seconds("timeout", value, CONNECT_SECONDS_MAX, &args->timeout_ms);
	case CONNECT_OPTION_WAIT:
		reading->has_wait = seconds("wait", value, CONNECT_SECONDS_MAX, &args->wait_ms);
		return reading->has_wait;
	case CONNECT_OPTION_HOLD:
		reading->has_hold = seconds("hold", value, CONNECT_HOLD_MAX / MS, &args->hold_ms);
		return reading->has_hold;
	case CONNECT_OPTION_QPS:
	case CONNECT_OPTION_BYTES:
	case CONNECT_OPTION_IB_PORT:
	case CONNECT_OPTION_GID:
		return take_queue(reading, (enum connect_option)id, value);
	}
	return true;
}

static int usage(const char *text)
{
	return command_usage(&ece_connect_command, "%s", text);
}

/* Options that do not go together. Returns 0 or an exit status. */
static int check(const struct reading *reading, const struct command_line *line)
{
	const struct connect_args *args = reading->args;

	if (!args->listen && !line->word_count)
		return usage("name the host to connect to, or --listen");
	if (!args->listen && !args->address.host[0])
		return usage("the host to connect to is missing before the colon");
	if (args->forever && !args->listen)
		return usage("--forever goes with --listen");
	if (reading->has_wait && !args->listen)
		return usage("--wait goes with --listen");
	if (args->listen && (reading->has_qps || reading->has_bytes || reading->has_hold))
		return usage("--qps, --bytes and --hold go with HOST: the end that connects chooses");
	if (!args->device && (args->has_gid || args->device_port))
		return usage("--gid and --ib-port need --device");
	if (args->has_gid && args->has_mode)
		return usage("--gid does not go with RDMA-CM, which has the GID of the address");
	if (args->has_allow && (args->require & ~args->allow))
		return usage("--require asks for a feature that --allow keeps back");
	return 0;
}

static int take_words(struct reading *reading, const struct command_line *line)
{
	struct connect_args *args = reading->args;
	struct ece_error e;

	if (line->word_count && address_parse(line->words[0], &args->address, &e))
		return usage(e.text);
	if (args->address.port[0] && reading->has_port)
		return usage("the port is given twice: behind the host and by --port");
	if (reading->has_port)
		snprintf(args->address.port, sizeof(args->address.port), "%u", (unsigned int)(uint16_t)reading->port);
	else if (!args->address.port[0])
		snprintf(args->address.port, sizeof(args->address.port), "%s", CONNECT_PORT_DEFAULT);
	return check(reading, line);
}

bool connect_options(int argc, char **argv, struct connect_args *args, int *exit_code)
{
	struct reading reading = {.args = args};
	struct command_line line;

	*args = (struct connect_args){
		.qps = 1,
		.bytes = CONNECT_BYTES_DEFAULT,
		.timeout_ms = CONNECT_TIMEOUT_DEFAULT * MS,
		.wait_ms = CONNECT_WAIT_DEFAULT * MS,
	};
	if (!command_parse(&ece_connect_command, argc, argv, take_option, &reading, &line, exit_code))
		return false;
	*exit_code = take_words(&reading, &line);
	return !*exit_code;
}
