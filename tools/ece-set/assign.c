// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-set/assign.h"

#include <errno.h>
#include <string.h>

static void unknown(const char *name, struct ece_error *e)
{
	const struct ece_param *near = ece_param_nearest(name);

	if (ece_param_is_too_many(name))
		ece_error_set(e, -ENOENT, ECE_ERROR_LIMIT,
			      "\"%s\" is one too many: at most %d parameters that have no row "
			      "in the table can be named",
			      name, ECE_PARAM_INTERNED_MAX);
	else if (near)
		ece_error_set(e, -ENOENT, ECE_ERROR_UNKNOWN_NAME, "no parameter \"%s\"; did you mean \"%s\"?", name,
			      near->name);
	else
		ece_error_set(e, -ENOENT, ECE_ERROR_UNKNOWN_NAME, "no parameter \"%s\"; 'ece-show --params' lists them",
			      name);
}

static int parse(const char *word, struct assign *assign, struct ece_error *e)
{
	const char *equals = strchr(word, '=');
	char name[ECE_PARAM_NAME_MAX];
	size_t len = equals ? (size_t)(equals - word) : 0;

	if (!len || !equals[1])
		return ece_error_set(e, -EINVAL, ECE_ERROR_SYNTAX, "\"%s\" is not PARAM=VALUE", word);
	if (len >= sizeof(name))
		return ece_error_set(e, -EINVAL, ECE_ERROR_LIMIT, "no parameter has a name as long as \"%.*s\"",
				     (int)len, word);
	memcpy(name, word, len);
	name[len] = '\0';
	assign->param = ece_param_find(name);
	if (!assign->param) {
		unknown(name, e);
		return -ENOENT;
	}
	return ece_param_parse(assign->param, equals + 1, &assign->raw, e);
}

static bool named_before(const struct assign *assigns, size_t i)
{
	for (size_t j = 0; j < i; j++)
		if (assigns[j].param == assigns[i].param)
			return true;
	return false;
}

bool assign_parse(char *const *words, size_t count, struct assign *assigns, struct ece_error_sink *sink)
{
	bool good = true;

	for (size_t i = 0; i < count; i++) {
		struct ece_error e;
		int err;

		assigns[i] = (struct assign){0};
		err = parse(words[i], &assigns[i], &e);
		if (!err && assigns[i].param && named_before(assigns, i))
			err = ece_error_set(&e, -EINVAL, ECE_ERROR_DUPLICATE, "%s is given twice",
					    assigns[i].param->name);
		if (!err)
			continue;
		ece_error_report(sink, &e);
		good = false;
	}
	return good;
}
