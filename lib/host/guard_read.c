// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/copy_text.h"
#include "lib/host/guard.h"

/* The port of a virtual function beside its physical one is that one's: for a fleet it is no NIC of its own. */
static bool is_left_out(const struct ece_nic_info *info)
{
	return info->kind != ECE_NIC_PF && info->parent[0];
}

static void read_values(const struct ece_os *os, const struct ece_param *const *params, struct protocol_nic *nic,
			struct ece_value *values, struct ece_nic_limits *limits)
{
	struct ece_error why;
	struct ece_nic *open;

	if (!ece_nic_open(os, &nic->info, &open, &why)) {
		ece_nic_read_limits(open, params, values, limits, nic->value_count);
		ece_nic_close(open);
	} else {
		for (size_t i = 0; i < nic->value_count; i++) {
			values[i].state = ECE_VALUE_UNREADABLE;
			copy_text(values[i].why, sizeof(values[i].why), why.text);
		}
	}
	for (size_t i = 0; i < nic->value_count; i++)
		nic->values[i] = (struct protocol_value){
			.param = params[i],
			.value = values[i],
			.min = limits[i].min,
			.max = limits[i].max,
			.error = limits[i].error,
		};
}

static int read_nic(const struct ece_os *os, const struct ece_param *const *params, size_t count,
		    struct protocol_nic *nic, struct ece_error *e)
{
	struct ece_nic_limits *limits;
	struct ece_value *values;
	int ret = 0;

	/* Nothing of it will be written, so nothing of it needs to be read. */
	if (nic->info.bar)
		return 0;
	values = calloc(count + 1, sizeof(*values));
	limits = calloc(count + 1, sizeof(*limits));
	nic->values = calloc(count + 1, sizeof(*nic->values));
	if (values && limits && nic->values) {
		nic->value_count = count;
		read_values(os, params, nic, values, limits);
	} else {
		ret = ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for %zu values", count);
	}
	free(values);
	free(limits);
	return ret;
}

int guard_read(const struct guard *guard, const struct ece_param *const *params, size_t param_count,
	       struct protocol_nic **nics, size_t *nic_count, struct ece_error *e)
{
	struct ece_nic_info *infos;
	struct protocol_nic *list;
	size_t count, n = 0;
	int ret = ece_nic_list(guard->os, &infos, &count, e);

	if (ret)
		return ret;
	list = calloc(count + 1, sizeof(*list));
	if (!list) {
		free(infos);
		ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for %zu NICs", count);
		return -ENOMEM;
	}
	for (size_t i = 0; i < count && !ret; i++) {
		if (is_left_out(&infos[i]))
			continue;
		list[n].info = infos[i];
		ret = read_nic(guard->os, params, param_count, &list[n++], e);
	}
	free(infos);
	if (ret) {
		protocol_nics_free(list, n);
		return ret;
	}
	*nics = list;
	*nic_count = n;
	return 0;
}
