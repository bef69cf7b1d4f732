// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "devx/base/error.h"
#include "devx/base/nearest.h"
#include "ece/offer.h"

#define VERSION_WORD  "version="
#define VERSION_SHIFT 28
#define SEPARATORS    " \t,"
#define WORD_MAX      64
#define BITS_MAX      UINT32_C(0x0fffffff)

struct parser {
	uint32_t bits;
	unsigned int version;
	bool has_version;
	struct ece_error *e;
};

/* Decimal or hexadecimal, all of the word. */
static bool number(const char *word, unsigned long long *value)
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

	if (near)
		return ece_error_set(e, -EINVAL, ECE_ERROR_UNKNOWN_NAME, "no ECE option \"%s\"; did you mean \"%s\"?",
				     word, near);
	return ece_error_set(e, -EINVAL, ECE_ERROR_UNKNOWN_NAME,
			     "no ECE option \"%s\": it takes version=N, names and numbers of bits", word);
}

static int take_version(struct parser *p, const char *text)
{
	unsigned long long value;

	if (p->has_version)
		return ece_error_set(p->e, -EINVAL, ECE_ERROR_DUPLICATE, "two versions in an ECE offer");
	if (!number(text, &value) || value > ECE_OFFER_VERSION_MAX)
		return ece_error_set(p->e, -EINVAL, ECE_ERROR_RANGE, "ECE version \"%s\" is not in 0..%d", text,
				     ECE_OFFER_VERSION_MAX);
	p->version = (unsigned int)value;
	p->has_version = true;
	return 0;
}

static int take_word(struct parser *p, const char *word)
{
	const struct ece_option *option = ece_option_find(word);
	unsigned long long value;

	if (!strncmp(word, VERSION_WORD, strlen(VERSION_WORD)))
		return take_version(p, word + strlen(VERSION_WORD));
	if (option)
		value = option->bit;
	else if (!number(word, &value))
		return unknown(word, p->e);
	if (value > BITS_MAX)
		return ece_error_set(p->e, -EINVAL, ECE_ERROR_RANGE,
				     "ECE options \"%s\" reach into the version: write version=N", word);
	if (value & p->bits)
		return ece_error_set(p->e, -EINVAL, ECE_ERROR_DUPLICATE, "ECE option \"%s\" is named twice", word);
	p->bits |= (uint32_t)value;
	return 0;
}

static int take_words(struct parser *p, const char *text)
{
	char word[WORD_MAX];

	for (text += strspn(text, SEPARATORS); *text; text += strspn(text, SEPARATORS)) {
		size_t len = strcspn(text, SEPARATORS);
		int ret;

		if (len >= sizeof(word))
			return ece_error_set(p->e, -EINVAL, ECE_ERROR_SYNTAX, "a word of an ECE offer is too long");
		memcpy(word, text, len);
		word[len] = '\0';
		ret = take_word(p, word);
		if (ret)
			return ret;
		text += len;
	}
	if (!p->has_version)
		return ece_error_set(
			p->e, -EINVAL, ECE_ERROR_SYNTAX,
			"an ECE offer needs a version: write version=N, a whole word as 0x30000003, or none");
	return 0;
}

int ece_offer_parse(const char *text, struct ece_offer *offer, struct ece_error *e)
{
	struct parser p = {.e = e};
	unsigned long long word;
	int ret;

	if (!strcmp(text, "none")) {
		*offer = (struct ece_offer){.vendor_id = ECE_VENDOR_NVIDIA};
		return 0;
	}
	if (number(text, &word)) {
		if (word > UINT32_MAX)
			return ece_error_set(e, -EINVAL, ECE_ERROR_RANGE, "ECE word \"%s\" has more than 32 bits",
					     text);
		*offer = (struct ece_offer){.vendor_id = ECE_VENDOR_NVIDIA, .options = (uint32_t)word};
		return 0;
	}
	ret = take_words(&p, text);
	if (!ret)
		*offer = (struct ece_offer){
			.vendor_id = ECE_VENDOR_NVIDIA,
			.options = (uint32_t)p.version << VERSION_SHIFT | p.bits,
		};
	return ret;
}
