// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Messages of rtnetlink: what is taken is within its limits, and all texts end. The first byte chooses the parser. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "devx/netlink/dcb.h"
#include "devx/netlink/link.h"
#include "devx/netlink/route.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds)
{
	if (!holds)
		abort();
}

static void check_dcb(const void *message, size_t len)
{
	struct ece_dcb dcb;
	int err = ece_dcb_parse(message, len, &dcb);

	require(!err || err == -EBADMSG || err == -E2BIG);
	if (err)
		return;
	require(dcb.app_count <= ECE_DCB_APPS_MAX);
	ece_dcb_trusts_dscp(&dcb);
}

static void check_link(const void *message, size_t len)
{
	struct ece_link link;
	int err = ece_link_parse(message, len, &link);

	require(!err || err == -EBADMSG);
	if (err)
		return;
	require(memchr(link.name, '\0', sizeof(link.name)));
	require(memchr(link.kind, '\0', sizeof(link.kind)));
	require(memchr(link.of_kind, '\0', sizeof(link.of_kind)));
	for (size_t i = 0; i < ECE_LINK_ALTNAMES_MAX; i++)
		require(memchr(link.altname[i], '\0', ECE_LINK_ALTNAME_MAX));
	ece_link_bond_mode_name(link.bond_mode);
}

static void check_route(const void *message, size_t len)
{
	struct ece_route_out out = {.count = 0};
	int err = ece_route_parse(message, len, &out);

	require(!err || err == -EBADMSG || err == -E2BIG);
	require(out.count <= ECE_ROUTE_OUT_MAX);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	void *message;

	if (!size)
		return 0;
	/* Of exactly this size, and aligned */
	message = malloc(size - 1);
	require(message || size == 1);
	if (size > 1)
		memcpy(message, data + 1, size - 1);
	if (data[0] & 4)
		check_route(message, size - 1);
	else if (data[0] & 1)
		check_dcb(message, size - 1);
	else
		check_link(message, size - 1);
	free(message);
	return 0;
}
