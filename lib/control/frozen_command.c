// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* A command that reaches hosts, in a frozen plan. */
#include <errno.h>
#include <string.h>

#include "lib/control/frozen_json.h"
#include "lib/control/internal.h"

static json_t *words_json(const char *const *words)
{
	json_t *list = json_array();

	for (; *words; words++)
		frozen_append(&list, json_string(*words));
	return list;
}

json_t *frozen_command_json(const struct fleet_command *command)
{
	return json_pack("{s:o, s:I, s:I, s:s*, s:s*}", "argv", words_json(command->argv), "connect_ns",
			 (json_int_t)command->connect_ns, "at_once", (json_int_t)command->at_once, "agent",
			 command->agent, "guard", command->guard);
}

static int read_words(struct frozen *f, const json_t *json, const char *const **words, struct ece_error *e)
{
	size_t count = json_array_size(json);
	const char **copy;

	if (!count || count > FLEET_ARGV_MAX)
		return frozen_damaged(e, "its command");
	copy = arena_alloc(&f->arena, count + 1, sizeof(*copy));
	if (!copy)
		return frozen_no_memory(e);
	for (size_t i = 0; i < count; i++) {
		const char *word = json_string_value(json_array_get(json, i));

		if (!word)
			return frozen_damaged(e, "its command");
		copy[i] = arena_text(&f->arena, word, strlen(word));
		if (!copy[i])
			return frozen_no_memory(e);
	}
	*words = copy;
	return 0;
}

int frozen_command_read(struct frozen *f, json_t *json, struct ece_error *e)
{
	struct fleet_command *command = arena_alloc(&f->arena, 1, sizeof(*command));
	json_int_t connect_ns, at_once;
	const char *agent = NULL, *guard = NULL;
	json_t *argv;

	if (!command)
		return frozen_no_memory(e);
	if (json_unpack(json, "{s:o, s:I, s:I, s?s, s?s}", "argv", &argv, "connect_ns", &connect_ns, "at_once",
			&at_once, "agent", &agent, "guard", &guard) ||
	    !agent != !guard || connect_ns <= 0 || at_once <= 0 || at_once > FLEET_AT_ONCE_MAX)
		return frozen_damaged(e, "its command");
	command->connect_ns = (uint64_t)connect_ns;
	command->at_once = (uint32_t)at_once;
	f->way.kind = FLEET_TRANSPORT_COMMAND;
	f->way.command = command;
	command->agent = agent ? arena_text(&f->arena, agent, strlen(agent)) : NULL;
	command->guard = guard ? arena_text(&f->arena, guard, strlen(guard)) : NULL;
	if (agent && (!command->agent || !command->guard))
		return frozen_no_memory(e);
	return read_words(f, argv, &command->argv, e);
}
