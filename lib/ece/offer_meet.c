// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "ece/offer.h"

#define VERSION_SHIFT 28

struct ece_offer ece_offer_make(unsigned int version, uint32_t bits)
{
	return (struct ece_offer){
		.vendor_id = ECE_VENDOR_NVIDIA,
		.options = (uint32_t)version << VERSION_SHIFT | (bits & ECE_OPTIONS_ALL),
	};
}

struct ece_offer ece_offer_none(void)
{
	return (struct ece_offer){.vendor_id = ECE_VENDOR_NONE};
}

bool ece_offer_is_none(const struct ece_offer *offer)
{
	return offer->vendor_id == ECE_VENDOR_NONE || !offer->options;
}

static uint32_t not_yet_in(unsigned int version)
{
	const struct ece_option *option;
	uint32_t bits = 0;

	for (size_t i = 0; (option = ece_option_at(i)); i++)
		if (option->since > version)
			bits |= option->bit;
	return bits;
}

struct ece_offer ece_offer_intersect(const struct ece_offer *a, const struct ece_offer *b)
{
	struct ece_offer_difference d = ece_offer_compare(a, b);

	/* Two vendors have no version in common; without one, there is nothing that a device could be asked for. */
	if (a->vendor_id != ECE_VENDOR_NVIDIA || !d.version)
		return ece_offer_none();
	return ece_offer_make(d.version, d.common & ~not_yet_in(d.version));
}

struct ece_offer ece_offer_allow(const struct ece_offer *offer, uint32_t allow)
{
	struct ece_offer kept = *offer;

	if (offer->vendor_id == ECE_VENDOR_NVIDIA)
		kept.options &= allow | ~ECE_OPTIONS_ALL;
	return kept;
}
