// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What a card says of its NV configuration: a TLV and its capabilities as they came, into every field of the table. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "devx/params/nv.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define TEXT_MAX 48

static void require(bool holds)
{
	if (!holds)
		abort();
}

static void check_text(const struct ece_nv_field *field, uint64_t raw)
{
	char whole[TEXT_MAX], cut[4];
	size_t len;

	ece_nv_format(field, raw, whole, sizeof(whole));
	len = strnlen(whole, sizeof(whole));
	require(len && len < sizeof(whole));
	for (size_t i = 0; i < len; i++)
		require(whole[i] >= 0x20 && whole[i] < 0x7f);
	ece_nv_format(field, raw, cut, sizeof(cut));
	require(!strncmp(whole, cut, sizeof(cut) - 1) && strnlen(cut, sizeof(cut)) < sizeof(cut));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t *tlv = calloc(1, ECE_NV_TLV_BYTES_MAX);
	uint8_t *gate = calloc(1, ECE_NV_TLV_BYTES_MAX);
	size_t half = size / 2 < ECE_NV_TLV_BYTES_MAX ? size / 2 : ECE_NV_TLV_BYTES_MAX;

	require(tlv && gate);
	if (half) {
		memcpy(gate, data, half);
		memcpy(tlv, data + half, half);
	}
	for (size_t i = 0; i < ece_nv_count(); i++) {
		const struct ece_nv_field *field = ece_nv_at(i);
		uint64_t raw, again;

		require(ece_nv_decode(field, tlv, gate, &raw) != ECE_NV_ABSENT || field->gate);
		require(ece_nv_decode(field, tlv, NULL, &again) != ECE_NV_ABSENT && raw == again);
		require(raw <= prm_field_max(field->field));
		check_text(field, raw);
	}
	free(tlv);
	free(gate);
	return 0;
}
