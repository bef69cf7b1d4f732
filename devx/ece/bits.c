// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/ece/bits.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devx/base/error.h"
#include "devx/base/nearest.h"
#include "ece/offer.h"

#define ALL  "all"
#define NONE "none"

int ece_bits_next(const char **text, char *word, struct ece_error *e)
{
	size_t len;

	*text += strspn(*text, ECE_BITS_SEPARATORS);
	len = strcspn(*text, ECE_BITS_SEPARATORS);
	if (len >= ECE_BITS_WORD_MAX)
		return ece_error_set(e, -EINVAL, ECE_ERROR_SYNTAX, "a word of ECE options is too long: \"%.16s...\"",
				     *text);
	memcpy(word, *text, len);
	word[len] = '\0';
	*text += len;
	return 0;
}

bool ece_bits_number(const char *word, unsigned long long *value)
{
	char *end;

	if (word[0] < '0' || word[0] > '9')
		return false;
	errno = 0;
	*value = strtoull(word, &end, word[0] == '0' && (word[1] == 'x' || word[1] == 'X') ? 16 : 10);
	return !*end && !errno;
}

static const char *option_name(const void *ctx, size_t i)
{
	const struct ece_option *option = ece_option_at(i);

	(void)ctx;
	return option ? option->name : NULL;
}

static int unknown(const char *word, struct ece_error *e)
{
	const char *near = ece_nearest(word, option_name, NULL);

	if (!strcmp(word, ALL) || !strcmp(word, NONE))
		return ece_error_set(e, -EINVAL, ECE_ERROR_SYNTAX, "\"%s\" stands alone among ECE options", word);
	if (near)
		return ece_error_set(e, -EINVAL, ECE_ERROR_UNKNOWN_NAME, "no ECE option \"%s\"; did you mean \"%s\"?",
				     word, near);
	return ece_error_set(e, -EINVAL, ECE_ERROR_UNKNOWN_NAME,
			     "no ECE option \"%s\": they are names, or numbers of bits as 0x4", word);
}

int ece_bits_take(const char *word, uint32_t *bits, struct ece_error *e)
{
	const struct ece_option *option = ece_option_find(word);
	unsigned long long value;

	if (option)
		value = option->bit;
	else if (!ece_bits_number(word, &value))
		return unknown(word, e);
	if (value > ECE_OPTIONS_ALL)
		return ece_error_set(e, -EINVAL, ECE_ERROR_RANGE,
				     "ECE options \"%s\" reach into the version, which is the top four bits", word);
	if (value & *bits)
		return ece_error_set(e, -EINVAL, ECE_ERROR_DUPLICATE, "ECE option \"%s\" is named twice", word);
	*bits |= (uint32_t)value;
	return 0;
}

static int take_words(const char *text, uint32_t *bits, struct ece_error *e)
{
	char word[ECE_BITS_WORD_MAX] = "";
	size_t words = 0;
	int err;

	for (err = ece_bits_next(&text, word, e); !err && word[0]; words++) {
		err = ece_bits_take(word, bits, e);
		if (!err)
			err = ece_bits_next(&text, word, e);
	}
	if (err)
		return err;
	if (!words)
		return ece_error_set(e, -EINVAL, ECE_ERROR_SYNTAX, "no ECE option is named: write all or none");
	return 0;
}

int ece_bits_parse(const char *text, uint32_t *bits, struct ece_error *e)
{
	uint32_t set = 0;
	int err = 0;

	if (!strcmp(text, ALL))
		set = ECE_OPTIONS_ALL;
	else if (strcmp(text, NONE) != 0)
		err = take_words(text, &set, e);
	if (!err)
		*bits = set;
	return err;
}

/* What does not fit is cut. */
static size_t append(char *buf, size_t size, size_t used, const char *word)
{
	int n = used < size ? snprintf(buf + used, size - used, "%s%s", used ? "," : "", word) : 0;

	return used + (n > 0 ? (size_t)n : 0);
}

const char *ece_bits_format(uint32_t bits, char *buf, size_t size)
{
	const struct ece_option *option;
	size_t used = 0;
	char rest[16];

	bits &= ECE_OPTIONS_ALL;
	if (!bits || bits == ECE_OPTIONS_ALL) {
		snprintf(buf, size, "%s", bits ? ALL : NONE);
		return buf;
	}
	for (size_t i = 0; (option = ece_option_at(i)); i++) {
		if (bits & option->bit)
			used = append(buf, size, used, option->name);
		bits &= ~option->bit;
	}
	snprintf(rest, sizeof(rest), "0x%" PRIx32, bits);
	if (bits)
		append(buf, size, used, rest);
	return buf;
}
