// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/fnv.h"
#include "lib/host/counters.h"
#include "lib/host/guard.h"

#define BOOT_ID_MAX 40 /* of the kernel's 37, with the newline */

static int read_nic(const struct ece_os *os, const struct counter *const *counters, size_t count,
		    struct protocol_nic *nic, uint64_t *since, struct ece_error *e)
{
	struct host_counting counting;

	nic->counters = calloc(count + 1, sizeof(*nic->counters));
	if (!nic->counters)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for %zu counters", count);
	nic->counter_count = count;
	host_counters_read(os, &nic->info, counters, count, nic->counters, &counting);
	nic->devx_only = counting.devx_only;
	*since = fnv64(*since, &nic->info.guid, sizeof(nic->info.guid));
	*since = fnv64(*since, &counting.device, sizeof(counting.device));
	return 0;
}

/* A boot, and what counts since: a device whose driver was loaded again has another number. */
static void name_boot(const struct ece_os *os, uint64_t since, char boot[GUARD_BOOT_MAX])
{
	char id[BOOT_ID_MAX];
	int len = os->ops->read(os->ctx, ECE_OS_HOST, "boot_id", id, sizeof(id));

	boot[0] = '\0';
	if (len < 8)
		return;
	since = fnv64(since, id, (size_t)len);
	snprintf(boot, GUARD_BOOT_MAX, "%.8s-%016" PRIx64, id, since);
}

static int read_nics(const struct ece_os *os, const struct ece_nic_info *infos, size_t info_count,
		     const struct counter *const *counters, size_t count, struct guard_counters *out,
		     struct ece_error *e)
{
	uint64_t since = FNV64_START;
	int ret = 0;

	for (size_t i = 0; i < info_count && !ret; i++) {
		if (infos[i].bar || !guard_is_nic(&infos[i]))
			continue;
		out->nics[out->nic_count].info = infos[i];
		out->nics[out->nic_count].use = (struct protocol_use)PROTOCOL_USE_UNKNOWN;
		ret = read_nic(os, counters, count, &out->nics[out->nic_count++], &since, e);
	}
	name_boot(os, since, out->boot);
	return ret;
}

int guard_counters(const struct guard *guard, const struct counter *const *counters, size_t count,
		   struct guard_counters *out, struct ece_error *e)
{
	struct ece_nic_info *infos;
	size_t info_count;
	int ret = ece_nic_list(guard->os, &infos, &info_count, e);

	*out = (struct guard_counters){.nics = NULL};
	if (ret)
		return ret;
	out->nics = calloc(info_count + 1, sizeof(*out->nics));
	if (out->nics)
		ret = read_nics(guard->os, infos, info_count, counters, count, out, e);
	else
		ret = ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for %zu NICs", info_count);
	free(infos);
	if (ret) {
		protocol_nics_free(out->nics, out->nic_count);
		*out = (struct guard_counters){.nics = NULL};
	}
	return ret;
}
