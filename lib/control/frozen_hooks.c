// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Who is told how a run goes on, as the fleet file said when it was planned. */
#include <errno.h>
#include <string.h>

#include "lib/control/frozen_json.h"
#include "lib/fleet/hooks.h"

static json_t *tags_json(const struct fleet_hook *hook)
{
	json_t *tags = json_array();

	for (uint32_t i = 0; i < hook->tag_count; i++)
		frozen_append(&tags, json_string(hook->tags[i]));
	return tags;
}

json_t *frozen_hooks_json(const struct fleet *fleet)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < fleet->hook_count; i++) {
		const struct fleet_hook *hook = &fleet->hooks[i];

		frozen_append(&list,
			      json_pack("{s:b, s:s, s:s*, s:s*, s:s*, s:s*, s:I, s:o}", "grafana", hook->grafana, "url",
					hook->url, "secret_file", hook->secret_file, "headers_file", hook->headers_file,
					"token_file", hook->token_file, "ca_file", hook->ca_file, "events",
					(json_int_t)hook->events, "tags", tags_json(hook)));
	}
	return list;
}

static int keep(struct frozen *f, const char **to, const char *text, struct ece_error *e)
{
	*to = text ? arena_text(&f->arena, text, strlen(text)) : NULL;
	return !text || *to ? 0 : frozen_no_memory(e);
}

static int read_tags(struct frozen *f, struct fleet_hook *hook, const json_t *json, struct ece_error *e)
{
	size_t count = json_array_size(json);
	const char **tags = arena_alloc(&f->arena, count + 1, sizeof(*tags));
	int err = 0;

	if (!tags)
		return frozen_no_memory(e);
	if (count > FLEET_HOOK_TAGS_MAX)
		return frozen_damaged(e, "the tags of annotations");
	for (size_t i = 0; i < count && !err; i++) {
		err = keep(f, &tags[i], json_string_value(json_array_get(json, i)), e);
		if (!err && !tags[i])
			err = frozen_damaged(e, "the tags of annotations");
	}
	hook->tags = tags;
	hook->tag_count = (uint32_t)count;
	return err;
}

static int read_one(struct frozen *f, struct fleet_hook *hook, json_t *json, struct ece_error *e)
{
	const char *url, *secret = NULL, *headers = NULL, *token = NULL, *ca = NULL;
	json_int_t events;
	json_t *tags;
	int grafana, err;

	if (json_unpack(json, "{s:b, s:s, s?s, s?s, s?s, s?s, s:I, s:o}", "grafana", &grafana, "url", &url,
			"secret_file", &secret, "headers_file", &headers, "token_file", &token, "ca_file", &ca,
			"events", &events, "tags", &tags))
		return frozen_damaged(e, "who is told");
	*hook = (struct fleet_hook){.grafana = grafana, .events = (uint32_t)events};
	err = keep(f, &hook->url, url, e);
	err = err ? err : keep(f, &hook->secret_file, secret, e);
	err = err ? err : keep(f, &hook->headers_file, headers, e);
	err = err ? err : keep(f, &hook->token_file, token, e);
	err = err ? err : keep(f, &hook->ca_file, ca, e);
	return err ? err : read_tags(f, hook, tags, e);
}

int frozen_hooks_read(struct frozen *f, json_t *json, struct ece_error *e)
{
	size_t count = json_array_size(json);
	struct fleet_hook *hooks = arena_alloc(&f->arena, count + 1, sizeof(*hooks));
	int err = 0;

	if (!hooks)
		return frozen_no_memory(e);
	if (count > FLEET_HOOKS_MAX + 1)
		return frozen_damaged(e, "who is told");
	for (size_t i = 0; i < count && !err; i++)
		err = read_one(f, &hooks[i], json_array_get(json, i), e);
	f->hooks = hooks;
	f->hook_count = err ? 0 : (uint32_t)count;
	return err;
}
