// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Messages of webhooks that did not get there, for whoever looks at runs. */
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/copy_text.h"
#include "lib/control/tell.h"

struct server {
	char name[HOOK_SERVER_MAX], why[HOOK_WHY_MAX];
	size_t waiting, lost;
};

struct servers {
	struct server list[HOOK_TARGETS_MAX];
	size_t count;
};

/* Returns NULL where there is no room for one more. */
static struct server *find(struct servers *s, const char *name)
{
	for (size_t i = 0; i < s->count; i++)
		if (!strcmp(s->list[i].name, name))
			return &s->list[i];
	if (s->count == HOOK_TARGETS_MAX)
		return NULL;
	copy_text(s->list[s->count].name, HOOK_SERVER_MAX, name);
	return &s->list[s->count++];
}

static int count_waiting(void *ctx, const char *key, const char *text)
{
	json_t *json = json_loads(text, 0, NULL);
	const char *name = json_string_value(json_object_get(json, "server"));
	struct server *server = name ? find(ctx, name) : NULL;

	(void)key;
	if (server)
		server->waiting++;
	json_decref(json);
	return 0;
}

static int count_lost(void *ctx, const char *key, const char *text)
{
	json_t *json = json_loads(text, 0, NULL);
	const char *why = json_string_value(json_object_get(json, "why"));
	struct server *server = why ? find(ctx, key + strlen(TELL_LOST)) : NULL;

	if (server) {
		server->lost = (size_t)json_integer_value(json_object_get(json, "count"));
		copy_text(server->why, sizeof(server->why), why);
	}
	json_decref(json);
	return 0;
}

static int hand_on(const struct servers *s, int (*each)(void *ctx, const struct control_untold *untold), void *ctx)
{
	int ret = 0;

	for (size_t i = 0; i < s->count && !ret; i++) {
		const struct server *server = &s->list[i];

		if (server->waiting + server->lost)
			ret = each(ctx,
				   &(struct control_untold){server->name, server->waiting, server->lost, server->why});
	}
	return ret;
}

int control_untold(struct control *control, int (*each)(void *ctx, const struct control_untold *untold), void *ctx,
		   struct ece_error *e)
{
	struct servers *servers = calloc(1, sizeof(*servers));
	int err;

	if (!servers)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for webhooks");
	err = store_note_each(control->store, TELL_WAITING, count_waiting, servers, e);
	err = err ? err : store_note_each(control->store, TELL_LOST, count_lost, servers, e);
	err = err ? err : hand_on(servers, each, ctx);
	free(servers);
	return err;
}
