// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Who is told how runs go on. */
#include <stdio.h>
#include <string.h>

#include "lib/fleet/hooks.h"
#include "tools/ece-apply/explain.h"

#define LIST_MAX 512

/* A URL may hold a user and a password. */
static const char *without_user(const char *url, char buf[LIST_MAX])
{
	const char *host = strstr(url, "://") + 3, *end = host + strcspn(host, "/"), *at = NULL;

	for (const char *c = host; c < end; c++)
		at = *c == '@' ? c : at;
	snprintf(buf, LIST_MAX, "%.*s%s", (int)(host - url), url, at ? at + 1 : host);
	return buf;
}

static const char *events_text(const struct fleet_hook *hook, char buf[LIST_MAX])
{
	size_t len = 0;

	buf[0] = '\0';
	for (int i = 0; i < FLEET_HOOK_EVENT_COUNT; i++)
		if (hook->events & FLEET_HOOK_BIT(i))
			len += (size_t)snprintf(buf + len, LIST_MAX - len, "%s%s", len ? ", " : "",
						fleet_hook_event_name((enum fleet_hook_event)i));
	return buf;
}

static void one_file(const struct explain *x, const char *of, const char *key, const struct fleet_hook *hook,
		     const char *value)
{
	if (value)
		explain_row(x, "told", of, key, hook->place, "", "%s", value);
}

void explain_hooks(const struct explain *x)
{
	char of[32], text[LIST_MAX];

	for (uint32_t i = 0; i < x->fleet->hook_count && !x->param; i++) {
		const struct fleet_hook *hook = &x->fleet->hooks[i];

		snprintf(of, sizeof(of), hook->grafana ? "grafana" : "webhooks[%u]", i);
		explain_row(x, "told", of, "url", hook->place, "", "%s", without_user(hook->url, text));
		explain_row(x, "told", of, "events", hook->events_place, "", "%s", events_text(hook, text));
		one_file(x, of, "secret_file", hook, hook->secret_file);
		one_file(x, of, "headers_file", hook, hook->headers_file);
		one_file(x, of, "token_file", hook, hook->token_file);
		one_file(x, of, "ca_file", hook, hook->ca_file);
	}
}
