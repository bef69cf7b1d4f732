// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Read a plan that was saved. */
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/hostlist.h"
#include "lib/base/sha256.h"
#include "lib/plan/saved_internal.h"

static int not_a_plan(struct ece_error *e, const char *what)
{
	return ece_error_set(e, -EINVAL, ECE_ERROR_SYNTAX,
			     "this is no plan that was saved, or it was changed: %s; save it again with --plan-out",
			     what);
}

static int read_digest(uint8_t *digest, const char *text)
{
	for (size_t i = 0; i < SHA256_BYTES; i++) {
		char byte[3] = {text[2 * i], text[2 * i] ? text[2 * i + 1] : '\0', '\0'};
		char *end;

		if (!strchr("0123456789abcdef", byte[0]) || !byte[0])
			return -EINVAL;
		digest[i] = (uint8_t)strtoul(byte, &end, 16);
		if (end != byte + 2)
			return -EINVAL;
	}
	return text[(size_t)2 * SHA256_BYTES] ? -EINVAL : 0;
}

static int check_version(json_t *root, struct ece_error *e)
{
	int version;

	if (json_unpack(root, "{s:i}", "plan_version", &version))
		return not_a_plan(e, "it has no \"plan_version\"");
	if (version > PLAN_SAVED_VERSION)
		return ece_error_set(
			e, -EPROTONOSUPPORT, ECE_ERROR_VERSION,
			"the plan was saved by a newer program (version %d of the format, this one knows %d)", version,
			PLAN_SAVED_VERSION);
	return 0;
}

static int check_nic(const struct plan_saved *s, json_t *nic)
{
	const char *guid, *psid, *pci;
	json_int_t set;

	if (json_unpack(nic, "[s, s, s, I!]", &guid, &psid, &pci, &set))
		return -EINVAL;
	return set >= 0 && (size_t)set < json_array_size(s->sets) ? 0 : -EINVAL;
}

static int check_set(json_t *set)
{
	for (size_t i = 0; i < json_array_size(set); i++) {
		const char *param;
		json_int_t from, to;

		if (json_unpack(json_array_get(set, i), "[s, I, I!]", &param, &from, &to))
			return -EINVAL;
	}
	return json_array_size(set) ? 0 : -EINVAL;
}

/* Once, so that nothing has to be asked for its type afterwards. */
static int check_hosts(const struct plan_saved *s, struct ece_error *e)
{
	const char *name;
	json_t *nics;

	for (size_t i = 0; i < json_array_size(s->sets); i++)
		if (check_set(json_array_get(s->sets, i)))
			return not_a_plan(e, "\"sets\"");
	json_object_foreach(s->hosts, name, nics)
	{
		if (!json_array_size(nics))
			return not_a_plan(e, "\"hosts\"");
		for (size_t i = 0; i < json_array_size(nics); i++)
			if (check_nic(s, json_array_get(nics, i)))
				return not_a_plan(e, "\"hosts\"");
	}
	return 0;
}

static int check_step(const struct plan_saved *s, json_t *step)
{
	const char *name, *change;
	json_int_t soak;
	json_t *hosts;

	if (json_unpack(step, "{s:s, s:s, s:I, s:o}", "name", &name, "change", &change, "soak_ns", &soak, "hosts",
			&hosts) ||
	    soak < 0 || !json_array_size(hosts))
		return -EINVAL;
	for (size_t i = 0; i < json_array_size(hosts); i++) {
		const char *host = json_string_value(json_array_get(hosts, i));

		if (!host || !json_object_get(s->hosts, host))
			return -EINVAL;
	}
	return 0;
}

static int read_commands(struct plan_saved *s, json_t *list, struct ece_error *e)
{
	size_t count = json_array_size(list);
	struct plan_command *commands = arena_alloc(&s->arena, count, sizeof(*commands));

	if (!commands)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a saved plan");
	for (size_t i = 0; i < count; i++) {
		const char *digest = json_string_value(json_array_get(list, i));

		commands[i] = (struct plan_command){0};
		if (!digest || read_digest(commands[i].digest, digest))
			return not_a_plan(e, "\"commands_sha256\"");
	}
	s->info.commands = commands;
	s->info.command_count = count;
	return 0;
}

static int check_body(const struct plan_saved *s, struct ece_error *e)
{
	int err = check_hosts(s, e);

	for (size_t i = 0; i < json_array_size(s->steps) && !err; i++)
		if (check_step(s, json_array_get(s->steps, i)))
			err = not_a_plan(e, "\"steps\"");
	return err;
}

static int read_root(struct plan_saved *s, struct ece_error *e)
{
	const char *file_digest, *digest;
	json_t *commands;
	json_int_t made;
	int owed = false;
	int err = check_version(s->root, e);

	if (err)
		return err;
	if (json_unpack(s->root, "{s:s, s:I, s:s, s:s, s:o, s:s, s:o, s:o, s:o, s?s, s?b}", "tool", &s->info.tool,
			"made", &made, "file", &s->info.file, "file_sha256", &file_digest, "commands_sha256", &commands,
			"digest", &digest, "steps", &s->steps, "sets", &s->sets, "hosts", &s->hosts, "limit",
			&s->info.limit, "owed", &owed) ||
	    !json_is_array(commands) || !json_is_array(s->steps) || !json_is_array(s->sets) ||
	    !json_is_object(s->hosts) || read_digest(s->info.file_digest, file_digest) ||
	    read_digest(s->info.plan_digest, digest))
		return not_a_plan(e, "a key is missing or of another type");
	s->info.made = made;
	s->info.owed = owed;
	s->info.host_count = json_object_size(s->hosts);
	if (s->info.limit && hostlist_check(s->info.limit, strlen(s->info.limit), HOSTLIST_MAX, NULL, NULL))
		return not_a_plan(e, "\"limit\"");
	err = read_commands(s, commands, e);
	return err ? err : check_body(s, e);
}

int plan_saved_decode(const char *text, size_t len, struct plan_saved **out, struct ece_error *e)
{
	struct plan_saved *s;
	json_error_t at;
	int err;

	if (len > PLAN_SAVED_MAX)
		return ece_error_set(e, -E2BIG, ECE_ERROR_LIMIT, "a saved plan has at most %u bytes", PLAN_SAVED_MAX);
	s = calloc(1, sizeof(*s));
	if (!s)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a saved plan");
	s->root = json_loadb(text, len, JSON_REJECT_DUPLICATES, &at);
	err = s->root ? read_root(s, e) : not_a_plan(e, at.text);
	if (err) {
		plan_saved_free(s);
		return err;
	}
	*out = s;
	return 0;
}

void plan_saved_free(struct plan_saved *s)
{
	if (!s)
		return;
	json_decref(s->root);
	arena_done(&s->arena);
	free(s->moved);
	free(s);
}

const struct plan_saved_info *plan_saved_info(const struct plan_saved *s)
{
	return &s->info;
}

size_t plan_saved_step_count(const struct plan_saved *s)
{
	return json_array_size(s->steps);
}

void plan_saved_step(const struct plan_saved *s, size_t i, const char **change, struct plan_step *step)
{
	json_t *json = json_array_get(s->steps, i);

	*change = json_string_value(json_object_get(json, "change"));
	*step = (struct plan_step){
		.count = (uint32_t)json_array_size(json_object_get(json, "hosts")),
		.soak_ns = (uint64_t)json_integer_value(json_object_get(json, "soak_ns")),
		/* never written to */
		.name = (char *)(uintptr_t)json_string_value(json_object_get(json, "name")),
	};
}

const char *plan_saved_host(const struct plan_saved *s, size_t step, uint32_t i)
{
	json_t *hosts = json_object_get(json_array_get(s->steps, step), "hosts");

	return json_string_value(json_array_get(hosts, i));
}
