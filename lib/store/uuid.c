// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/store/uuid.h"

#include <errno.h>
#include <stdio.h>
#include <sys/random.h>

/* RFC 9562, version 4. */
int store_uuid(char uuid[TOKEN_STORE_MAX])
{
	unsigned char b[16];

	if (getrandom(b, sizeof(b), 0) != (ssize_t)sizeof(b))
		return -EIO;
	b[6] = (unsigned char)((b[6] & 0x0f) | 0x40);
	b[8] = (unsigned char)((b[8] & 0x3f) | 0x80);
	snprintf(uuid, TOKEN_STORE_MAX, "%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x", b[0],
		 b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15]);
	return 0;
}
