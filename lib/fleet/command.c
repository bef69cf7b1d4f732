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

/* "ece-guard" in the folder of the agent. */
static int guard_beside(struct parse *p, const char *agent, const char **guard)
{
	static const char name[] = "ece-guard";
	const char *slash = strrchr(agent, '/');
	size_t folder = slash ? (size_t)(slash + 1 - agent) : 0;
	char *text = arena_alloc(p->arena, folder + sizeof(name), 1);

	if (!text)
		return -ENOMEM;
	memcpy(text, agent, folder);
	memcpy(text + folder, name, sizeof(name));
	*guard = text;
	return 0;
}

static bool lease_is_said(const struct fleet *fleet)
{
	for (uint32_t i = 0; i < fleet->rollout_count; i++)
		if (!fleet->rollouts[i].said[FLEET_SET_ON_LOSS].place.line)
			return false;
	return true;
}

/* Nothing of it is started at a boot, so a person has to know what becomes of a change that nobody confirms. */
static int push_read(struct parse *p, struct cursor at, struct fleet_command *command)
{
	struct cursor push = cursor_get(p, at, "push"), guard = cursor_get(p, push, "guard");
	int err = argv_read(p, cursor_get(p, push, "argv"), &command->argv);

	command->argv_place = cursor_said(p, push, "argv");
	command->push_place = cursor_said(p, at, "push");
	if (cursor_get(p, at, "argv").json)
		fault_key(p, cursor_get(p, at, "argv"), ECE_ERROR_CONFLICT,
			  "with \"push\" there is no agent on the hosts that this could run; push.argv is used");
	if (!lease_is_said(p->fleet))
		fault_key(p, push, ECE_ERROR_CONFLICT,
			  "an agent that is brought along is not started at a boot: say \"lease\": { \"on_loss\": "
			  "\"undo\" } in every rollout, \"default\" among them, or \"keep\"");
	err = err ? err : read_copy(p, cursor_get(p, push, "agent"), &command->agent);
	if (err || !command->agent)
		return err;
	return guard.json ? read_copy(p, guard, &command->guard) : guard_beside(p, command->agent, &command->guard);
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
	if (cursor_get(p, at, "push").json)
		return push_read(p, at, command);
	if (!argv.json)
		fault_value(p, cursor_get(p, at, "kind"), ECE_ERROR_CONFLICT,
			    "\"command\" needs \"argv\": what to run, as in [\"ssh\", \"" FLEET_HOST_WORD
			    "\", \"ece-agent\", \"--stdio\"]");
	return argv_read(p, argv, &command->argv);
}

static size_t room_of(const char *text)
{
	return text ? strlen(text) + 1 : 0;
}

static char *put(char **at, const char *from)
{
	char *to = *at;

	if (!from)
		return NULL;
	memcpy(to, from, room_of(from));
	*at += room_of(from);
	return to;
}

struct fleet_command *fleet_command_copy(const struct fleet_command *command)
{
	size_t words = 0, bytes = room_of(command->agent) + room_of(command->guard);
	struct fleet_command *copy;
	const char **argv;
	char *text;

	for (; command->argv[words]; words++)
		bytes += room_of(command->argv[words]);
	copy = malloc(sizeof(*copy) + (words + 1) * sizeof(*argv) + bytes);
	if (!copy)
		return NULL;
	argv = (const char **)(copy + 1);
	text = (char *)(argv + words + 1);
	*copy = *command;
	copy->argv = argv;
	for (size_t i = 0; i < words; i++)
		argv[i] = put(&text, command->argv[i]);
	argv[words] = NULL;
	copy->agent = put(&text, command->agent);
	copy->guard = put(&text, command->guard);
	return copy;
}
