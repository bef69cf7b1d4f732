// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devx/nic/nic_internal.h"

static bool listed(const enum ece_backend_id *list, enum ece_backend_id id)
{
	for (size_t i = 0; i < ECE_PARAM_BACKENDS && list[i] != ECE_BACKEND_NONE; i++)
		if (list[i] == id)
			return true;
	return false;
}

static const char *no_way_to_a_switch(enum ece_backend_id id)
{
	switch (id) {
	case ECE_BACKEND_DEVX:
		return "read only: the kernel passes no MODIFY_CONG_STATUS through DevX";
	case ECE_BACKEND_VSC:
		return "the PCI window carries registers, not commands";
	default:
		return "debugfs has no file for it";
	}
}

/* Why a backend is not in a row's list. */
static const char *no_way(const struct ece_param *param, enum ece_backend_id id)
{
	bool congestion = param->home == ECE_HOME_CONG;

	if (param->home == ECE_HOME_POLICY)
		return "a file of the host has it, and no card";
	if (id == ECE_BACKEND_POLICY)
		return "the policy of ECE is no way to a card";
	if (param->home == ECE_HOME_CONG_STATUS)
		return no_way_to_a_switch(id);
	switch (id) {
	case ECE_BACKEND_DEVX:
		return congestion ? "read only: the kernel passes no MODIFY_CONG_PARAMS through DevX" :
				    "read only: registers are not written through DevX";
	case ECE_BACKEND_FWCTL:
		return "read only: the kernel passes no MODIFY_CONG_PARAMS through fwctl";
	case ECE_BACKEND_OFED:
		return congestion ? "the vendor driver's ecn directory does not have all of it" :
				    "the vendor driver's ecn directory has no file for a register";
	case ECE_BACKEND_VSC:
		return "the PCI window carries registers, not commands";
	default:
		return "debugfs has no file for a register";
	}
}

/* A write cannot be tried without writing. It is promised where a backend that may write can read the parameter. */
static void probe_one(struct ece_nic *nic, struct nic_snapshot *snapshot, struct ece_probe *probe)
{
	bool may_read = listed(probe->param->reads, probe->backend);
	bool may_write = listed(probe->param->writes, probe->backend);
	struct ece_value value = {0};

	if (may_read || may_write)
		nic_read_through(nic, snapshot, probe->param, probe->backend, &value);
	probe->reads = may_read && (value.state == ECE_VALUE_SET || value.state == ECE_VALUE_INERT);
	probe->writes = may_write && (value.state == ECE_VALUE_SET || value.state == ECE_VALUE_INERT);
	if (value.why[0])
		memcpy(probe->why, value.why, sizeof(probe->why));
	else if (!probe->reads || !probe->writes)
		snprintf(probe->why, sizeof(probe->why), "%s", no_way(probe->param, probe->backend));
}

int ece_nic_probe(struct ece_nic *nic, struct ece_probe **probes, size_t *count, struct ece_error *e)
{
	size_t n = ece_param_count() * (ECE_BACKEND_COUNT - 1);
	struct ece_probe *list = calloc(n, sizeof(*list));
	struct nic_snapshot snapshot;

	if (!list)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
	memset(&snapshot, 0, sizeof(snapshot));
	for (size_t i = 0; i < n; i++) {
		list[i].param = ece_param_at(i / (ECE_BACKEND_COUNT - 1));
		list[i].backend = (enum ece_backend_id)(1 + i % (ECE_BACKEND_COUNT - 1));
		probe_one(nic, &snapshot, &list[i]);
	}
	*probes = list;
	*count = n;
	return 0;
}
