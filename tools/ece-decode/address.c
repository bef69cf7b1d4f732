// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-decode/address.h"

#include <arpa/inet.h>
#include <string.h>

#define MAPPED_BYTES 12 /* in front of an IPv4 address */

static const uint8_t mapped[MAPPED_BYTES] = {[10] = 0xff, [11] = 0xff};

bool address_parse(const char *text, uint8_t gid[CAPTURE_GID_BYTES])
{
	struct in6_addr ipv6;
	struct in_addr ipv4;

	if (inet_pton(AF_INET, text, &ipv4) == 1) {
		memcpy(gid, mapped, MAPPED_BYTES);
		memcpy(gid + MAPPED_BYTES, &ipv4, sizeof(ipv4));
		return true;
	}
	if (inet_pton(AF_INET6, text, &ipv6) != 1)
		return false;
	memcpy(gid, &ipv6, sizeof(ipv6));
	return true;
}

const char *gid_text(const uint8_t gid[CAPTURE_GID_BYTES], char buf[ADDRESS_TEXT_MAX])
{
	return inet_ntop(AF_INET6, gid, buf, ADDRESS_TEXT_MAX);
}

const char *address_text(const uint8_t gid[CAPTURE_GID_BYTES], char buf[ADDRESS_TEXT_MAX])
{
	if (memcmp(gid, mapped, MAPPED_BYTES) != 0)
		return gid_text(gid, buf);
	return inet_ntop(AF_INET, gid + MAPPED_BYTES, buf, ADDRESS_TEXT_MAX);
}
