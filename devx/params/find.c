// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/params/param.h"

#include <string.h>

#include "devx/base/nearest.h"
#include "devx/params/interned.h"

/* The i-th word for a row: its name, what follows its last dot, its aliases. NULL behind the last one. */
static const char *word_of(const struct ece_param *param, size_t i)
{
	if (i == 0)
		return param->name;
	if (i == 1)
		return strrchr(param->name, '.') + 1;
	for (const char *const *alias = param->aliases; alias && *alias; alias++)
		if (i-- == 2)
			return *alias;
	return NULL;
}

/* The i-th word of the whole table; @row receives whose it is. */
static const char *word_at(size_t i, const struct ece_param **row)
{
	for (size_t r = 0; r < ece_param_count(); r++) {
		const char *word;

		*row = ece_param_at(r);
		for (size_t n = 0; (word = word_of(*row, n)); n++)
			if (!i--)
				return word;
	}
	return NULL;
}

static const char *candidate(const void *ctx, size_t i)
{
	const struct ece_param *row;

	(void)ctx;
	return word_at(i, &row);
}

static bool has_alias(const struct ece_param *param, const char *name)
{
	for (const char *const *alias = param->aliases; alias && *alias; alias++)
		if (!strcmp(*alias, name))
			return true;
	return false;
}

const struct ece_param *ece_param_find(const char *name)
{
	size_t count = ece_param_count();

	/* Programs use names, people use aliases: names first, there are fewer. */
	for (size_t i = 0; i < count; i++)
		if (!strcmp(ece_param_at(i)->name, name))
			return ece_param_at(i);
	for (size_t i = 0; i < count; i++)
		if (has_alias(ece_param_at(i), name))
			return ece_param_at(i);
	return ece_param_intern(name);
}

const struct ece_param *ece_param_nearest(const char *name)
{
	const struct ece_param *row;
	const char *near = ece_nearest(name, candidate, NULL);

	if (!near)
		return NULL;
	for (size_t i = 0; word_at(i, &row) != near;)
		i++;
	return row;
}
