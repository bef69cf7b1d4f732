// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/params/words.h"

#include <stdio.h>
#include <string.h>

const struct ece_param_word *ece_param_word_named(const struct ece_param *param, const char *name)
{
	for (const struct ece_param_word *word = param->words; word && word->name; word++)
		if (!strcmp(word->name, name))
			return word;
	return NULL;
}

const struct ece_param_word *ece_param_word_of(const struct ece_param *param, uint64_t raw)
{
	for (const struct ece_param_word *word = param->words; word && word->name; word++)
		if (word->raw == raw)
			return word;
	return NULL;
}

const char *ece_param_words(const struct ece_param *param, const char *before, char *buf, size_t size)
{
	size_t used = 0;

	buf[0] = '\0';
	for (const struct ece_param_word *word = param->words; word && word->name && used < size; word++) {
		int n = snprintf(buf + used, size - used, "%s%s", used ? ", " : before, word->name);

		used += n > 0 ? (size_t)n : 0;
	}
	return buf;
}
