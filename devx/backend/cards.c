// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/backend/identity.h"

#include <stddef.h>

/* clang-format off */
static const struct {
	uint16_t device_id;
	const char *name;
} cards[] = {
	{ 0x1013, "ConnectX-4" },
	{ 0x1015, "ConnectX-4 Lx" },
	{ 0x1017, "ConnectX-5" },
	{ 0x1019, "ConnectX-5 Ex" },
	{ 0x101b, "ConnectX-6" },
	{ 0x101d, "ConnectX-6 Dx" },
	{ 0x101e, "ConnectX VF" },
	{ 0x101f, "ConnectX-6 Lx" },
	{ 0x1021, "ConnectX-7" },
	{ 0x1023, "ConnectX-8" },
	{ 0x1025, "ConnectX-9" },
	{ 0xa2d6, "BlueField-2" },
	{ 0xa2dc, "BlueField-3" },
	{ 0xa2df, "BlueField-4" },
};
/* clang-format on */

const char *ece_card_name(uint16_t device_id)
{
	for (size_t i = 0; i < sizeof(cards) / sizeof(cards[0]); i++)
		if (cards[i].device_id == device_id)
			return cards[i].name;
	return NULL;
}
