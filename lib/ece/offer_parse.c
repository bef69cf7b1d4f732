// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <string.h>

#include "devx/base/error.h"
#include "devx/ece/bits.h"
#include "ece/offer.h"

#define VERSION_WORD  "version="
#define VERSION_SHIFT 28

struct parser {
	uint32_t bits;
	unsigned int version;
	bool has_version;
	struct ece_error *e;
};

static int take_version(struct parser *p, const char *text)
{
	unsigned long long value;

	if (p->has_version)
		return ece_error_set(p->e, -EINVAL, ECE_ERROR_DUPLICATE, "two versions in an ECE offer");
	if (!ece_bits_number(text, &value) || value > ECE_OFFER_VERSION_MAX)
		return ece_error_set(p->e, -EINVAL, ECE_ERROR_RANGE, "ECE version \"%s\" is not in 0..%d", text,
				     ECE_OFFER_VERSION_MAX);
	p->version = (unsigned int)value;
	p->has_version = true;
	return 0;
}

static int take_word(struct parser *p, const char *word)
{
	if (!strncmp(word, VERSION_WORD, strlen(VERSION_WORD)))
		return take_version(p, word + strlen(VERSION_WORD));
	return ece_bits_take(word, &p->bits, p->e);
}

static int take_words(struct parser *p, const char *text)
{
	char word[ECE_BITS_WORD_MAX] = "";
	int err;

	for (err = ece_bits_next(&text, word, p->e); !err && word[0];) {
		err = take_word(p, word);
		if (!err)
			err = ece_bits_next(&text, word, p->e);
	}
	if (!err && !p->has_version)
		return ece_error_set(
			p->e, -EINVAL, ECE_ERROR_SYNTAX,
			"an ECE offer needs a version: write version=N, a whole word as 0x30000003, or none");
	return err;
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
	if (ece_bits_number(text, &word)) {
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
