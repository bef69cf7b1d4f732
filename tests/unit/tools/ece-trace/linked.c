// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* A program that is linked to libibverbs, as most are: makes a queue pair, asks, moves it. */
#include <errno.h>
#include <infiniband/verbs.h>

int main(void)
{
	struct ibv_qp_init_attr init = {.qp_type = IBV_QPT_RC};
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_INIT};
	struct ibv_ece ece = {.vendor_id = 0x15b3, .options = 0x20000001};
	struct ibv_qp *qp = ibv_create_qp(NULL, &init);

	if (!qp || ibv_set_ece(qp, &ece) || ibv_modify_qp(qp, &attr, IBV_QP_STATE) || ibv_query_ece(qp, &ece))
		return 1;
	return ibv_destroy_qp(qp) || ece.options != 0x20000001;
}
