// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/export/holders.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static const char *number_text(char buf[EXPORT_NUMBER_MAX], uint32_t number)
{
	if (number)
		snprintf(buf, EXPORT_NUMBER_MAX, "%" PRIu32, number);
	return buf;
}

static void label(struct export_holder *holder, const struct export_who *who)
{
	holder->list[0] = who->device->list[0];
	holder->list[1] = (struct export_label){"port", number_text(holder->port, who->port)};
	holder->list[2] = (struct export_label){"pid", number_text(holder->pid, who->pid)};
	holder->list[3] = (struct export_label){"owner", who->owner};
	holder->list[4] = (struct export_label){"type", who->type};
	holder->list[5] = (struct export_label){"state", who->state};
	holder->list[6] = (struct export_label){"qpn", number_text(holder->qpn, who->qpn)};
	holder->labels = (struct export_labels){.list = holder->list, .count = EXPORT_HOLDER_LABELS};
}

static int grow(struct export_holders *holders)
{
	size_t max = holders->max ? 2 * holders->max : 64;
	struct export_holder **list;

	if (holders->names.count < holders->max)
		return 0;
	list = reallocarray(holders->list, max, sizeof(struct export_holder *));
	if (!list)
		return -ENOMEM;
	holders->list = list;
	holders->max = max;
	return 0;
}

static void pay(struct export_budget *budget, struct export_holder *holder, size_t series)
{
	holder->left_out = series > budget->left;
	if (holder->left_out)
		budget->left_out += series;
	else
		budget->left -= series;
}

/* The module's name is as it will be told: two that differ in what is no text are one. */
static size_t key_of(const struct export_who *who, char *key, size_t size)
{
	char owner[EXPORT_LABEL_MAX] = "";

	if (who->owner)
		export_label_clean(owner, who->owner);
	return (size_t)snprintf(key, size, "%p/%" PRIu32 "/%" PRIu32 "/%" PRIu32 "/%s/%s/%s", (const void *)who->device,
				who->port, who->pid, who->qpn, who->type ? who->type : "", who->state ? who->state : "",
				owner);
}

int export_holder_find(struct export_holders *holders, const struct export_who *who, size_t series, uint32_t *number)
{
	char key[EXPORT_LABEL_MAX + 128];
	uint32_t before = holders->names.count;
	struct export_holder *holder;
	size_t len = key_of(who, key, sizeof(key));

	holders->names.arena = &holders->making->arena;
	if (grow(holders) || intern_put(&holders->names, key, len, number))
		return -ENOMEM;
	if (holders->names.count == before)
		return 0;
	holder = arena_alloc(&holders->making->arena, 1, sizeof(*holder));
	if (!holder)
		return -ENOMEM;
	label(holder, who);
	pay(holders->budget, holder, series);
	holders->list[*number] = holder;
	return 0;
}

void export_holders_done(struct export_holders *holders)
{
	intern_done(&holders->names);
	free(holders->list);
	holders->list = NULL;
}
