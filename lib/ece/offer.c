// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "ece/offer.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define VERSION_SHIFT 28

unsigned int ece_offer_version(const struct ece_offer *offer)
{
	return offer->options >> VERSION_SHIFT;
}

uint32_t ece_offer_bits(const struct ece_offer *offer)
{
	return offer->options & ECE_OPTIONS_ALL;
}

uint32_t ece_offer_unnamed(const struct ece_offer *offer)
{
	uint32_t bits = ece_offer_bits(offer);
	const struct ece_option *option;

	for (size_t i = 0; (option = ece_option_at(i)); i++)
		bits &= ~option->bit;
	return bits;
}

/* What does not fit is cut. */
__attribute__((format(printf, 3, 4))) static void append(char *buf, size_t size, const char *format, ...)
{
	size_t len = strlen(buf);
	va_list args;

	va_start(args, format);
	vsnprintf(buf + len, size - len, format, args);
	va_end(args);
}

const char *ece_offer_format(const struct ece_offer *offer, char *buf, size_t size)
{
	uint32_t unnamed = ece_offer_unnamed(offer);
	const struct ece_option *option;

	if (!size)
		return buf;
	buf[0] = '\0';
	if (offer->vendor_id != ECE_VENDOR_NVIDIA) {
		append(buf, size, "vendor=0x%" PRIx32 " 0x%08" PRIx32, offer->vendor_id, offer->options);
		return buf;
	}
	if (!offer->options) {
		append(buf, size, "none");
		return buf;
	}
	append(buf, size, "version=%u", ece_offer_version(offer));
	for (size_t i = 0; (option = ece_option_at(i)); i++)
		if (offer->options & option->bit)
			append(buf, size, " %s", option->name);
	if (unnamed)
		append(buf, size, " 0x%" PRIx32, unnamed);
	return buf;
}

struct ece_offer_difference ece_offer_compare(const struct ece_offer *a, const struct ece_offer *b)
{
	unsigned int version_a = ece_offer_version(a), version_b = ece_offer_version(b);

	if (a->vendor_id != b->vendor_id)
		return (struct ece_offer_difference){.other_vendor = true};
	return (struct ece_offer_difference){
		.same = a->options == b->options,
		.version = version_a < version_b ? version_a : version_b,
		.common = ece_offer_bits(a) & ece_offer_bits(b),
		.only_a = ece_offer_bits(a) & ~ece_offer_bits(b),
		.only_b = ece_offer_bits(b) & ~ece_offer_bits(a),
	};
}
