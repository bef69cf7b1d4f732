// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/wire/addresses.h"

#include <string.h>

static size_t row_of(const struct wire_addresses *addresses, const uint8_t mac[WIRE_MAC_BYTES])
{
	size_t i = 0;

	while (i < addresses->rows && memcmp(addresses->row[i].mac, mac, WIRE_MAC_BYTES) != 0)
		i++;
	return i;
}

/* A free row, or the one that was heard of least recently. */
static size_t room(struct wire_addresses *addresses)
{
	size_t oldest = 0;
	size_t i;

	if (addresses->rows < WIRE_ADDRESSES_MAX)
		return addresses->rows++;
	for (i = 1; i < addresses->rows; i++) {
		if (addresses->row[i].heard < addresses->row[oldest].heard)
			oldest = i;
	}
	return oldest;
}

void wire_addresses_learn(struct wire_addresses *addresses, const uint8_t mac[WIRE_MAC_BYTES], int port)
{
	struct wire_address *row;
	size_t i;

	if (wire_mac_is_group(mac))
		return;
	i = row_of(addresses, mac);
	if (i == addresses->rows)
		i = room(addresses);
	row = &addresses->row[i];
	memcpy(row->mac, mac, WIRE_MAC_BYTES);
	row->port = port;
	row->heard = ++addresses->heard;
}

int wire_addresses_find(const struct wire_addresses *addresses, const uint8_t mac[WIRE_MAC_BYTES])
{
	size_t i = row_of(addresses, mac);

	return i < addresses->rows ? addresses->row[i].port : -1;
}

void wire_addresses_forget(struct wire_addresses *addresses, int port)
{
	size_t kept = 0;
	size_t i;

	for (i = 0; i < addresses->rows; i++) {
		if (addresses->row[i].port != port)
			addresses->row[kept++] = addresses->row[i];
	}
	addresses->rows = kept;
}
