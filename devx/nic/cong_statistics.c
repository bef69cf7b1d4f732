// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/nic/cong_statistics.h"

#include <errno.h>

#include "devx/backend/answer.h"
#include "devx/nic/nic_internal.h"
#include "devx/prm/cong.h"

static struct ece_result query(struct ece_nic *nic, const struct ece_backend *backend, uint8_t *out)
{
	struct ece_result result;
	int tries = NIC_TRIES;

	do
		result = ece_query_cong_statistics(backend, &nic->doors, out);
	while (ece_result_transient(&result) && --tries);
	return result;
}

static void take(const uint8_t *out, struct ece_cong_statistics *to)
{
	to->current_flows = (uint32_t)prm_get(out, &prm_cong_statistics.rp_cur_flows);
	to->sum_flows = (uint32_t)prm_get(out, &prm_cong_statistics.sum_flows);
	to->cnp_ignored = prm_get(out, &prm_cong_statistics.rp_cnp_ignored);
	to->cnp_handled = prm_get(out, &prm_cong_statistics.rp_cnp_handled);
	to->ecn_marked = prm_get(out, &prm_cong_statistics.np_ecn_marked_roce_packets);
	to->cnp_sent = prm_get(out, &prm_cong_statistics.np_cnp_sent);
}

static int not_told(const struct ece_nic *nic, const struct ece_value *why, struct ece_error *e)
{
	if (why->state == ECE_VALUE_UNSUPPORTED)
		ece_error_set(e, -EOPNOTSUPP, ECE_ERROR_UNSUPPORTED, "this card does not count congestion: %s",
			      why->why);
	else if (why->state == ECE_VALUE_NO_DOOR)
		ece_error_set(e, -ENXIO, ECE_ERROR_NO_DOOR, "no way to the statistics of congestion on this host: %s",
			      why->why);
	else
		ece_error_set(e, why->result.err, ECE_ERROR_IO, "cannot read the statistics of congestion: %s",
			      why->why);
	ece_error_place(e, "%s", nic->info.pci);
	return ece_error_result(e, &why->result);
}

int ece_nic_cong_statistics(struct ece_nic *nic, struct ece_cong_statistics *statistics, struct ece_error *e)
{
	static const enum ece_backend_id ways[] = {ECE_BACKEND_FWCTL, ECE_BACKEND_DEVX};
	uint8_t out[PRM_QUERY_CONG_STATISTICS_OUT];
	struct ece_value why = {0}, one;

	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		const struct ece_backend *backend = ece_backend(ways[i]);
		struct ece_result result;

		if (ece_backend_open(backend, &nic->doors)) {
			nic_value_shut(&one, backend->id, &nic->doors.door[backend->id]);
			nic_value_merge(&why, &one);
			continue;
		}
		result = query(nic, backend, out);
		if (!result.err) {
			take(out, statistics);
			statistics->backend = backend->id;
			return 0;
		}
		nic_value_refused(&one, &result);
		nic_value_merge(&why, &one);
		/* What the card itself says is true through any door */
		if (one.state == ECE_VALUE_UNSUPPORTED)
			break;
	}
	return not_told(nic, &why, e);
}
