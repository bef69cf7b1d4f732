// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <stdio.h>
#include <string.h>

#include "devx/backend/answer.h"
#include "devx/nic/nic_internal.h"

static bool was_read(const struct ece_value *value)
{
	return value->state == ECE_VALUE_SET || value->state == ECE_VALUE_INERT;
}

/* Of two failures, the one that says more about the card. */
static int rank(const struct ece_value *value)
{
	switch (value->state) {
	case ECE_VALUE_UNSUPPORTED:
		return 3;
	case ECE_VALUE_UNREADABLE:
		return 2;
	case ECE_VALUE_NO_DOOR:
		return 1;
	default:
		return 0;
	}
}

void nic_value_merge(struct ece_value *value, const struct ece_value *other)
{
	char both[2 * ECE_VALUE_WHY_MAX];
	int len;

	if (rank(other) > rank(value)) {
		*value = *other;
		return;
	}
	if (rank(other) != 1 || rank(value) != 1)
		return;
	/* A reason that does not fit is left out: half a sentence may say the opposite. */
	len = snprintf(both, sizeof(both), "%s; %s", value->why, other->why);
	if (len > 0 && (size_t)len < sizeof(value->why))
		memcpy(value->why, both, (size_t)len + 1);
}

void nic_read_through(struct ece_nic *nic, struct nic_snapshot *snapshot, const struct ece_param *param,
		      enum ece_backend_id id, struct ece_value *value)
{
	const struct ece_backend *backend = ece_backend(id);

	if (ece_backend_open(backend, &nic->doors))
		nic_value_shut(value, id, &nic->doors.door[id]);
	else
		nic_family(param)->read(nic, snapshot, param, backend, value);
}

/*
 * What the card itself says, or its being busy: another door leads to the same card. A mere refusal may be meant for
 * this door.
 */
static bool is_final(const struct ece_value *value)
{
	if (value->state == ECE_VALUE_UNSUPPORTED && !value->result.err)
		return true;
	return was_read(value) || (value->result.has_status && ece_result_transient(&value->result));
}

void nic_read_one(struct ece_nic *nic, struct nic_snapshot *snapshot, const struct ece_param *param,
		  struct ece_value *value)
{
	memset(value, 0, sizeof(*value));
	for (size_t i = 0; i < ECE_PARAM_BACKENDS && param->reads[i] != ECE_BACKEND_NONE; i++) {
		struct ece_value one;

		nic_read_through(nic, snapshot, param, param->reads[i], &one);
		if (was_read(&one))
			*value = one;
		else
			nic_value_merge(value, &one);
		if (is_final(&one))
			return;
	}
}

void ece_nic_read(struct ece_nic *nic, const struct ece_param *const *params, struct ece_value *values, size_t n)
{
	ece_nic_read_limits(nic, params, values, NULL, n);
}

void ece_nic_read_limits(struct ece_nic *nic, const struct ece_param *const *params, struct ece_value *values,
			 struct ece_nic_limits *limits, size_t n)
{
	struct nic_snapshot snapshot;

	memset(&snapshot, 0, sizeof(snapshot));
	for (size_t i = 0; i < n; i++) {
		nic_read_one(nic, &snapshot, params[i], &values[i]);
		if (limits)
			nic_limits(nic, &snapshot, params[i], &values[i], &limits[i]);
		nic_judge_needs(nic, params[i], &values[i]);
	}
}

void nic_snapshot_forget_values(struct nic_snapshot *snapshot)
{
	memset(snapshot->roce_accl, 0, sizeof(snapshot->roce_accl));
	memset(snapshot->adp_retx, 0, sizeof(snapshot->adp_retx));
	memset(snapshot->cong, 0, sizeof(snapshot->cong));
	memset(snapshot->cong_status, 0, sizeof(snapshot->cong_status));
	snapshot->slot.tried = false;
	memset(&snapshot->policy, 0, sizeof(snapshot->policy));
}
