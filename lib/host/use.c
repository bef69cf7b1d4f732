// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/host/use.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "devx/net/rtnl.h"
#include "devx/qp/census.h"

#define STACK_MAX 4 /* VLANs over a bond over a port, and some to spare */

/* Down from where the route leaves: a VLAN lies on its interface, a bond on its ports. */
static int leads_to(const struct ece_os *os, int index, const struct ece_link *nic)
{
	struct ece_link link;

	for (int depth = 0; depth < STACK_MAX; depth++) {
		if (index == nic->index || (nic->master && index == nic->master))
			return 1;
		if (ece_rtnl_link_at(os, index, &link))
			return -1;
		if (!link.lower)
			return 0;
		index = link.lower;
	}
	return -1;
}

static int carries(const struct ece_os *os, const struct ece_link *nic)
{
	struct ece_route_out out;
	int known = 0;

	if (ece_rtnl_default_routes(os, &out))
		return -1;
	for (size_t i = 0; i < out.count; i++) {
		int leads = leads_to(os, out.index[i], nic);

		if (leads > 0)
			return 1;
		known = leads < 0 ? -1 : known;
	}
	return known;
}

int use_default_route(const struct ece_os *os, const struct ece_nic_info *info)
{
	struct ece_link link;

	return !info->netdev[0] || ece_rtnl_link(os, info->netdev, &link) ? -1 : carries(os, &link);
}

static int list_queue_pairs(const struct ece_os *os, const struct ece_nic_info *info, struct ece_qp **list,
			    size_t *count)
{
	struct ece_qps *open;
	int ret = ece_qps_open(os, info, &open, NULL);

	*list = NULL;
	*count = 0;
	if (ret)
		return ret;
	ret = ece_qps_list(open, list, count, NULL);
	ece_qps_close(open);
	return ret;
}

int use_queue_pairs(const struct ece_os *os, const struct ece_nic_info *info, struct journal_qp **qps, size_t *count)
{
	struct ece_qp *list;
	size_t n;
	int ret = list_queue_pairs(os, info, &list, &n);

	if (ret)
		return ret;
	*qps = calloc(n + 1, sizeof(**qps));
	for (size_t i = 0; i < n && *qps; i++)
		(*qps)[i] = (struct journal_qp){.qpn = list[i].qpn, .pid = list[i].pid};
	free(list);
	*count = n;
	return *qps ? 0 : -ENOMEM;
}

static int by_pid(const void *a, const void *b)
{
	uint32_t x = ((const struct ece_qp *)a)->pid, y = ((const struct ece_qp *)b)->pid;

	return (x > y) - (x < y);
}

/* The kernel's own have no process. */
static int32_t count_processes(struct ece_qp *qps, size_t count)
{
	int32_t n = 0;

	if (count)
		qsort(qps, count, sizeof(*qps), by_pid);
	for (size_t i = 0; i < count; i++)
		n += qps[i].pid && (!i || qps[i].pid != qps[i - 1].pid);
	return n;
}

/* Those of the kernel's own services go on as they are, whatever is set. */
static int32_t count_connected(const struct ece_qp *qps, size_t count)
{
	int32_t n = 0;

	for (size_t i = 0; i < count; i++)
		n += qps[i].service != ECE_QP_NO_SERVICE && ece_qp_connected(qps[i].state);
	return n;
}

struct protocol_use use_of_nic(const struct ece_os *os, const struct ece_nic_info *info)
{
	struct protocol_use use = PROTOCOL_USE_UNKNOWN;
	struct ece_link link;
	struct ece_qp *qps;
	size_t count;

	if (info->netdev[0] && !ece_rtnl_link(os, info->netdev, &link)) {
		use.bonded = !strcmp(link.of_kind, "bond");
		use.default_route = (int8_t)carries(os, &link);
	}
	if (list_queue_pairs(os, info, &qps, &count))
		return use;
	use.qps = (int32_t)count;
	use.connected = count_connected(qps, count);
	use.processes = count_processes(qps, count);
	free(qps);
	return use;
}

static int by_number(const void *a, const void *b)
{
	uint32_t x = ((const struct journal_qp *)a)->qpn, y = ((const struct journal_qp *)b)->qpn;

	return (x > y) - (x < y);
}

static bool was_there(const struct journal_qp *qp, const struct journal_qp *before, size_t count)
{
	const struct journal_qp *same = bsearch(qp, before, count, sizeof(*before), by_number);

	return same && same->pid == qp->pid;
}

static void add_pid(struct protocol_residual *residual, uint32_t pid)
{
	for (uint32_t i = 0; i < residual->pid_count; i++)
		if (residual->pids[i] == pid)
			return;
	if (pid && residual->pid_count < PROTOCOL_PIDS_MAX)
		residual->pids[residual->pid_count++] = pid;
}

void use_born_since(const struct ece_os *os, const struct ece_nic_info *info, const struct journal_qp *before,
		    size_t count, struct protocol_residual *residual)
{
	struct journal_qp *now;
	size_t n;

	*residual = (struct protocol_residual){.qps = -1};
	if (use_queue_pairs(os, info, &now, &n))
		return;
	residual->qps = 0;
	for (size_t i = 0; i < n; i++) {
		if (was_there(&now[i], before, count))
			continue;
		residual->qps++;
		add_pid(residual, now[i].pid);
	}
	free(now);
}
