// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/lib/host/fake_net.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "devx/net/rtnl.h"
#include "devx/qp/census.h"

struct fake_net fake_net;

struct ece_qps {
	uint64_t guid;
};

int ece_rtnl_link(const struct ece_os *os, const char *netdev, struct ece_link *link)
{
	(void)os;
	(void)netdev;
	*link = (struct ece_link){.index = 2, .master = fake_net.bonded ? 9 : 0};
	if (fake_net.bonded)
		strcpy(link->of_kind, "bond");
	return fake_net.silent ? -EPERM : 0;
}

int ece_rtnl_link_at(const struct ece_os *os, int index, struct ece_link *link)
{
	(void)os;
	*link = (struct ece_link){.index = index, .lower = index == fake_net.vlan ? fake_net.vlan_lower : 0};
	return 0;
}

int ece_rtnl_default_routes(const struct ece_os *os, struct ece_route_out *out)
{
	(void)os;
	*out = (struct ece_route_out){.index = {fake_net.route}, .count = fake_net.route != 0};
	return fake_net.silent ? -EPERM : 0;
}

int ece_rtnl_dcb(const struct ece_os *os, const char *netdev, struct ece_dcb *dcb)
{
	(void)os;
	(void)netdev;
	(void)dcb;
	return -EOPNOTSUPP;
}

int ece_qps_open(const struct ece_os *os, const struct ece_nic_info *info, struct ece_qps **qps, struct ece_error *e)
{
	(void)os;
	(void)e;
	*qps = malloc(sizeof(**qps));
	(*qps)->guid = info->guid;
	return 0;
}

void ece_qps_close(struct ece_qps *qps)
{
	free(qps);
}

int ece_qps_count(struct ece_qps *qps, bool (*more)(void *ctx), void *ctx, struct ece_qp_census *census,
		  struct ece_error *e)
{
	(void)qps;
	(void)more;
	(void)ctx;
	(void)census;
	return ece_error_set(e, -EPERM, ECE_ERROR_DENIED, "the fake shows no queue pairs");
}

int ece_qps_list(struct ece_qps *qps, struct ece_qp **list, size_t *count, struct ece_error *e)
{
	if (fake_net.silent)
		return ece_error_set(e, -EPERM, ECE_ERROR_DENIED, "the fake shows no queue pairs");
	*list = NULL;
	*count = qps->guid == 0xa1 ? fake_net.qp_count : 0;
	if (!*count)
		return 0;
	*list = calloc(*count, sizeof(**list));
	for (size_t i = 0; i < *count; i++) {
		(*list)[i].qpn = fake_net.qps[i].qpn;
		(*list)[i].pid = fake_net.qps[i].pid;
		/* the kernel's are GSI ones, and the last one is not connected yet */
		(*list)[i].service = fake_net.qps[i].pid ? 0 : ECE_QP_NO_SERVICE;
		strcpy((*list)[i].state, i + 1 < *count ? "RTS" : "INIT");
	}
	return 0;
}
