// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/nic/nic.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "devx/backend/answer.h"
#include "devx/nic/nic_internal.h"

int ece_nic_list(const struct ece_os *os, struct ece_nic_info **list, size_t *count, struct ece_error *e)
{
	return ece_discover(os, list, count, e);
}

int ece_nic_open(const struct ece_os *os, const struct ece_nic_info *info, struct ece_nic **nic, struct ece_error *e)
{
	struct ece_nic *n;

	if (!ece_nic_may_read(info))
		return ece_nic_barred(info, e);
	n = calloc(1, sizeof(*n));
	if (!n)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
	n->info = *info;
	n->doors.os = os;
	memcpy(n->doors.pci, info->pci, sizeof(n->doors.pci));
	memcpy(n->doors.rdma, info->rdma, sizeof(n->doors.rdma));
	n->doors.rdma_elsewhere = info->rdma_elsewhere;
	memcpy(n->doors.rdma_on, info->rdma_on, sizeof(n->doors.rdma_on));
	memcpy(n->doors.fwctl, info->fwctl, sizeof(n->doors.fwctl));
	memcpy(n->doors.netdev, info->netdev, sizeof(n->doors.netdev));
	*nic = n;
	return 0;
}

void ece_nic_close(struct ece_nic *nic)
{
	if (!nic)
		return;
	ece_doors_close(&nic->doors);
	free(nic->nv);
	free(nic);
}

const struct nic_family *nic_family(const struct ece_param *param)
{
	static const struct nic_family *const families[] = {
		[ECE_HOME_ROCE_ACCL] = &nic_roce_accl,     [ECE_HOME_CONG] = &nic_cong,
		[ECE_HOME_CONG_STATUS] = &nic_cong_status, [ECE_HOME_PPCC] = &nic_ppcc,
		[ECE_HOME_PPCC_SLOT] = &nic_ppcc_slot,     [ECE_HOME_POLICY] = &nic_policy,
	};

	return families[param->home];
}

struct ece_result nic_access_reg(struct ece_nic *nic, const struct ece_backend *backend,
				 enum prm_access_reg_method method, uint16_t id, uint8_t *data, size_t len)
{
	struct ece_result result;
	int tries = NIC_TRIES;

	do
		result = ece_access_reg(backend, &nic->doors, method, id, data, len);
	while (ece_result_transient(&result) && --tries);
	return result;
}
