// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/params/interned.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "devx/prm/ppcc.h"

#define PREFIX      "ppcc."
#define SLOT_PREFIX PREFIX "slot."
#define TEXT_MAX    320 /* more than any pattern's text and a name */

struct made {
	struct ece_param row;
	char name[ECE_PARAM_NAME_MAX];
	char text[TEXT_MAX];
};

/* Rows are added under the lock and never change; what lies below the count is whole. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct made rows[ECE_PARAM_INTERNED_MAX];
static atomic_size_t count;

/* "7.enable" is slot 7; @rest receives ".enable". */
static bool read_slot(const char *text, uint8_t *slot, const char **rest)
{
	unsigned int n = 0, digits = 0;

	for (; text[digits] >= '0' && text[digits] <= '9' && digits < 2; digits++)
		n = 10 * n + (unsigned int)(text[digits] - '0');
	if (!digits || n >= PRM_PPCC_SLOTS || (digits == 2 && text[0] == '0'))
		return false;
	*slot = (uint8_t)n;
	*rest = text + digits;
	return true;
}

/* Letters, digits, '_' and '-': what cannot be mistaken for anything else on a command line. */
static bool is_card_name(const char *text)
{
	size_t len = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-");

	return len && !text[len];
}

static bool takes(const struct ece_param *pattern, const char *name, uint8_t *slot)
{
	const char *rest;

	if (pattern->home == ECE_HOME_PPCC)
		return is_card_name(name + strlen(PREFIX));
	return !strncmp(name, SLOT_PREFIX, strlen(SLOT_PREFIX)) && read_slot(name + strlen(SLOT_PREFIX), slot, &rest) &&
	       !strcmp(rest, strrchr(pattern->name, '.'));
}

static const struct ece_param *find(const char *name)
{
	for (size_t i = 0; i < atomic_load(&count); i++)
		if (!strcmp(rows[i].name, name))
			return &rows[i].row;
	return NULL;
}

/* The pattern's text, about this row. */
static void make_text(struct made *made, const struct ece_param_pattern *pattern)
{
	const char *text = pattern->row.text, *stands = strstr(text, pattern->stands);
	char number[8];

	snprintf(number, sizeof(number), "%u", made->row.slot);
	snprintf(made->text, sizeof(made->text), "%.*s%s%s", (int)(stands - text), text,
		 made->row.card_name ? made->row.card_name : number, stands + strlen(pattern->stands));
	made->row.text = made->text;
}

static const struct ece_param *make(const struct ece_param_pattern *pattern, const char *name, uint8_t slot)
{
	size_t at = atomic_load(&count);
	struct made *made = &rows[at];

	if (at == ECE_PARAM_INTERNED_MAX)
		return NULL;
	memcpy(made->name, name, strlen(name) + 1);
	made->row = pattern->row;
	made->row.name = made->name;
	made->row.slot = slot;
	if (pattern->row.home == ECE_HOME_PPCC)
		made->row.card_name = made->name + strlen(PREFIX);
	make_text(made, pattern);
	atomic_store(&count, at + 1);
	return &made->row;
}

static const struct ece_param_pattern *pattern_of(const char *name, uint8_t *slot)
{
	const struct ece_param_pattern *pattern;
	size_t i = 0;

	if (strncmp(name, PREFIX, strlen(PREFIX)) != 0 || strlen(name) >= ECE_PARAM_NAME_MAX)
		return NULL;
	while ((pattern = ece_param_pattern_at(i++)) && !takes(&pattern->row, name, slot))
		;
	return pattern;
}

const struct ece_param *ece_param_intern(const char *name)
{
	uint8_t slot = 0;
	const struct ece_param_pattern *pattern = pattern_of(name, &slot);
	const struct ece_param *row;

	if (!pattern)
		return NULL;
	pthread_mutex_lock(&lock);
	row = find(name);
	if (!row)
		row = make(pattern, name, slot);
	pthread_mutex_unlock(&lock);
	return row;
}

bool ece_param_is_too_many(const char *name)
{
	uint8_t slot;

	return pattern_of(name, &slot) && !ece_param_find(name);
}

const struct ece_param *ece_param_interned_at(size_t i)
{
	return i < atomic_load(&count) ? &rows[i].row : NULL;
}

size_t ece_param_interned_index(const struct ece_param *param)
{
	/* As numbers: a row of the table is no pointer into this array. */
	uintptr_t offset = (uintptr_t)param - (uintptr_t)rows;

	return offset < sizeof(rows) ? offset / sizeof(rows[0]) : ECE_PARAM_INTERNED_MAX;
}
