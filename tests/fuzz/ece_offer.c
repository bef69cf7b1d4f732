// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ECE offers as people type them: what is taken prints, and what prints is taken for the same. */
#include <stdlib.h>
#include <string.h>

#include "ece/offer.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds)
{
	if (!holds)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char text[ECE_OFFER_TEXT_MAX], *typed = malloc(size + 1);
	struct ece_offer offer, again;
	struct ece_error e = {0};

	require(typed);
	memcpy(typed, data, size);
	typed[size] = '\0';
	if (ece_offer_parse(typed, &offer, &e)) {
		require(e.code < 0 && e.text[0]);
	} else {
		ece_offer_format(&offer, text, sizeof(text));
		require(!ece_offer_parse(text, &again, NULL));
		require(again.options == offer.options && again.vendor_id == offer.vendor_id);
	}
	free(typed);
	return 0;
}
