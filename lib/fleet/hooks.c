// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/fleet/hooks.h"

#include <errno.h>
#include <string.h>

#include "lib/fleet/argv.h"
#include "lib/fleet/parse.h"
#include "lib/fleet/value.h"

static const char *const event_names[FLEET_HOOK_EVENT_COUNT + 1] = {
	[FLEET_HOOK_STARTED] = "started", [FLEET_HOOK_PAUSED] = "paused", [FLEET_HOOK_RESUMED] = "resumed",
	[FLEET_HOOK_UNDOING] = "undoing", [FLEET_HOOK_ENDED] = "ended",   [FLEET_HOOK_STEP] = "step",
	[FLEET_HOOK_GATE] = "gate",
};

const char *fleet_hook_event_name(enum fleet_hook_event event)
{
	return event_names[event];
}

struct hooks {
	struct fleet_hook *list;
	uint32_t count;
};

static int text_read(struct parse *p, struct cursor at, const char *key, const char **text)
{
	const char *value = cursor_text(cursor_get(p, at, key));

	*text = value && *value ? arena_text(p->arena, value, strlen(value)) : NULL;
	return !value || !*value || *text ? 0 : -ENOMEM;
}

static int files_read(struct parse *p, struct cursor at, struct fleet_hook *hook)
{
	const struct {
		const char *key, **to;
	} texts[] = {
		{"url", &hook->url},
		{"secret_file", &hook->secret_file},
		{"headers_file", &hook->headers_file},
		{"token_file", &hook->token_file},
		{"ca_file", &hook->ca_file},
	};
	int err = 0;

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]) && !err; i++)
		err = text_read(p, at, texts[i].key, texts[i].to);
	return err;
}

static int each_event(struct parse *p, struct cursor at, const char *key, size_t i, void *ctx)
{
	struct fleet_hook *hook = ctx;
	int event = read_word(at, event_names, -1);

	(void)p;
	(void)key;
	(void)i;
	if (event >= 0)
		hook->events |= FLEET_HOOK_BIT(event);
	return 0;
}

static int one_webhook(struct parse *p, struct cursor at, const char *key, size_t i, void *ctx)
{
	struct hooks *h = ctx;
	struct fleet_hook *hook = &h->list[h->count];
	struct cursor events = cursor_get(p, at, "events");
	int err;

	(void)key;
	(void)i;
	/* too many were reported by the check */
	if (h->count == FLEET_HOOKS_MAX)
		return 0;
	h->count++;
	*hook = (struct fleet_hook){.place = cursor_place(p, at), .events_place = cursor_said(p, at, "events")};
	err = files_read(p, at, hook);
	if (!err)
		err = cursor_each(p, events, each_event, hook);
	if (!events.json)
		hook->events = FLEET_HOOK_DEFAULT;
	return err;
}

static int grafana_read(struct parse *p, struct cursor at, struct hooks *h)
{
	struct fleet_hook *hook = &h->list[h->count];
	struct cursor tags = cursor_get(p, at, "tags");
	int err;

	if (!json_is_object(at.json))
		return 0;
	h->count++;
	*hook = (struct fleet_hook){.grafana = true, .place = cursor_place(p, at)};
	hook->events = FLEET_HOOK_BIT(FLEET_HOOK_ENDED) | FLEET_HOOK_BIT(FLEET_HOOK_STEP);
	err = files_read(p, at, hook);
	if (!err)
		err = read_argv(p, tags, &hook->tags);
	while (!err && hook->tags && hook->tags[hook->tag_count])
		hook->tag_count++;
	return err;
}

int read_hooks(struct parse *p, struct cursor root)
{
	struct hooks h = {.list = arena_alloc(p->arena, FLEET_HOOKS_MAX + 1, sizeof(*h.list))};
	int err = h.list ? cursor_each(p, cursor_get(p, root, "webhooks"), one_webhook, &h) : -ENOMEM;

	if (!err)
		err = grafana_read(p, cursor_get(p, root, "grafana"), &h);
	p->fleet->hooks = h.list;
	p->fleet->hook_count = h.count;
	return err;
}
