// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "devx/qp/qp.h"
#include "lib/base/clock.h"
#include "lib/host/guard.h"

static bool is_early(void *ctx)
{
	return clock_now() < *(const uint64_t *)ctx;
}

static void say_working(const struct guard *guard, const struct ece_nic_info *info)
{
	struct journal_card card = {.guid = info->guid};

	memcpy(card.psid, info->psid, sizeof(card.psid));
	if (guard->working)
		guard->working(guard->working_ctx, &card);
}

static int count_nic(const struct guard *guard, uint64_t deadline_ns, struct protocol_nic *nic, struct ece_error *e)
{
	struct ece_qps *open;

	nic->use = (struct protocol_use)PROTOCOL_USE_UNKNOWN;
	nic->qps = calloc(1, sizeof(*nic->qps));
	if (!nic->qps)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for queue pairs");
	if (!ece_nic_may_read(&nic->info)) {
		ece_nic_barred(&nic->info, &nic->qps->error);
		return 0;
	}
	say_working(guard, &nic->info);
	if (ece_qps_open(guard->os, &nic->info, &open, &nic->qps->error))
		return 0;
	ece_qps_count(open, is_early, &deadline_ns, &nic->qps->census, &nic->qps->error);
	ece_qps_close(open);
	return 0;
}

static int count_nics(const struct guard *guard, const struct ece_nic_info *infos, size_t count,
		      struct protocol_nic *list, size_t *n, struct ece_error *e)
{
	uint64_t deadline_ns = clock_now() + GUARD_QPS_NS;
	int ret = 0;

	for (size_t i = 0; i < count && !ret; i++) {
		if (!guard_is_nic(&infos[i]))
			continue;
		list[*n].info = infos[i];
		ret = count_nic(guard, deadline_ns, &list[(*n)++], e);
	}
	return ret;
}

int guard_qps(const struct guard *guard, struct protocol_nic **nics, size_t *nic_count, struct ece_error *e)
{
	struct ece_nic_info *infos;
	struct protocol_nic *list;
	size_t count, n = 0;
	int ret = ece_nic_list(guard->os, &infos, &count, e);

	if (ret)
		return ret;
	list = calloc(count + 1, sizeof(*list));
	if (list)
		ret = count_nics(guard, infos, count, list, &n, e);
	else
		ret = ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for %zu NICs", count);
	free(infos);
	if (ret) {
		protocol_nics_free(list, n);
		return ret;
	}
	*nics = list;
	*nic_count = n;
	return 0;
}
