// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/fleet/command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/fleet/argv.h"
#include "lib/fleet/parse.h"
#include "lib/fleet/value.h"

static bool names_host(const char *const *argv)
{
	for (; *argv; argv++)
		if (strstr(*argv, FLEET_HOST_WORD))
			return true;
	return false;
}

/* Without the host in it, every host would be the same one. */
static int argv_read(struct parse *p, struct cursor at, const char *const **argv)
{
	int err = read_argv(p, at, argv);

	if (!err && *argv && !names_host(*argv))
		fault_value(p, at, ECE_ERROR_CONFLICT,
			    "no word has " FLEET_HOST_WORD ", so all hosts would be the same one");
	return err;
}

static void connect_read(struct parse *p, struct cursor at, uint64_t *ns)
{
	*ns = FLEET_CONNECT_NS;
	if (read_duration(at, ns) && (!*ns || *ns > FLEET_CONNECT_MAX_NS))
		fault_value(p, at, ECE_ERROR_RANGE, "no time, or more than 1h");
}

int read_command(struct parse *p, struct cursor at, struct fleet_command *command)
{
	struct cursor argv = cursor_get(p, at, "argv");
	json_int_t at_once = json_integer_value(json_object_get(at.json, "at_once"));

	connect_read(p, cursor_get(p, at, "connect_timeout"), &command->connect_ns);
	command->at_once = at_once > 0 && at_once <= FLEET_AT_ONCE_MAX ? (uint32_t)at_once : FLEET_AT_ONCE;
	command->argv_place = cursor_said(p, at, "argv");
	command->connect_place = cursor_said(p, at, "connect_timeout");
	command->at_once_place = cursor_said(p, at, "at_once");
	if (!argv.json)
		fault_value(p, cursor_get(p, at, "kind"), ECE_ERROR_CONFLICT,
			    "\"command\" needs \"argv\": what to run, as in [\"ssh\", \"" FLEET_HOST_WORD
			    "\", \"ece-agent\", \"--stdio\"]");
	return argv_read(p, argv, &command->argv);
}

struct fleet_command *fleet_command_copy(const struct fleet_command *command)
{
	struct fleet_command *copy;
	size_t words = 0, bytes = 0;
	const char **argv;
	char *text;

	for (; command->argv[words]; words++)
		bytes += strlen(command->argv[words]) + 1;
	copy = malloc(sizeof(*copy) + (words + 1) * sizeof(*argv) + bytes);
	if (!copy)
		return NULL;
	argv = (const char **)(copy + 1);
	text = (char *)(argv + words + 1);
	*copy = *command;
	copy->argv = argv;
	for (size_t i = 0; i < words; i++) {
		argv[i] = text;
		text = stpcpy(text, command->argv[i]) + 1;
	}
	argv[words] = NULL;
	return copy;
}
