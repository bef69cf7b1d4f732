// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/prm/field.h"

#include "devx/base/be.h"

static unsigned int width(const struct prm_field *f)
{
	return f->high - f->low + 1U;
}

uint64_t prm_field_max(const struct prm_field *f)
{
	return UINT64_MAX >> (64 - width(f));
}

uint64_t prm_get(const void *bytes, const struct prm_field *f)
{
	const uint8_t *at = (const uint8_t *)bytes + f->at;

	if (f->high > 31)
		return ece_be64(at);
	return (ece_be32(at) >> f->low) & prm_field_max(f);
}

void prm_set(void *bytes, const struct prm_field *f, uint64_t value)
{
	uint8_t *at = (uint8_t *)bytes + f->at;
	uint32_t mask;

	if (f->high > 31) {
		ece_put_be64(at, value);
		return;
	}
	mask = (uint32_t)prm_field_max(f) << f->low;
	ece_put_be32(at, (ece_be32(at) & ~mask) | (((uint32_t)value << f->low) & mask));
}
