// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <string.h>

#include "tools/ece-connect/device.h"

const struct ibv_gid_entry *gid_find(const struct ibv_gid_entry *list, size_t count, uint32_t port,
				     const struct in6_addr *address)
{
	for (size_t i = 0; i < count; i++)
		if (list[i].gid_type == IBV_GID_TYPE_ROCE_V2 && (!port || list[i].port_num == port) &&
		    !memcmp(list[i].gid.raw, address->s6_addr, sizeof(list[i].gid.raw)))
			return &list[i];
	return NULL;
}

const char *gid_type_name(uint32_t type)
{
	switch (type) {
	case IBV_GID_TYPE_ROCE_V2:
		return "RoCE v2";
	case IBV_GID_TYPE_ROCE_V1:
		return "RoCE v1";
	default:
		return "IB";
	}
}
