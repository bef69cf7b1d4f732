// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/devx/sim/datapath/hostile_honest.h"

#include <string.h>

#include "tests/unit/devx/sim/datapath/fail.h"

#define BYTES 5000

static void make(struct hostile_honest *honest, struct driver_card *card, size_t side)
{
	uint32_t pd = driver_make_pd(card);

	driver_make_cq(card, &honest->cq[side], &(struct driver_cq_options){.log_entries = 4});
	driver_make_mr(card, &honest->mr[side],
		       &(struct driver_mr_options){.bytes = BYTES, .pd = pd, .rights = DRIVER_ALL, .skip = 8});
	driver_make_qp(card, &honest->qp[side],
		       &(struct driver_qp_options){.service = PRM_QP_RC, .pd = pd, .send_cq = &honest->cq[side]});
}

void hostile_honest_begin(struct hostile_honest *honest, struct driver *driver)
{
	struct driver_sge sges[HOSTILE_HOSTS];

	for (size_t i = 0; i < HOSTILE_HOSTS; i++) {
		make(honest, &driver->card[i], i);
		memset(honest->mr[i].bytes, i ? 0 : 0x5c, BYTES);
		sges[i] = driver_sge(&honest->mr[i], 0, BYTES);
	}
	driver_connect(&honest->qp[0], &honest->qp[1], &driver_link);
	driver_post_receive(&honest->qp[1], &sges[1], 1);
	driver_post_send(&honest->qp[0], &(struct driver_send){.opcode = DP_OP_SEND, .sges = sges, .sge_count = 1});
}

bool hostile_honest_served(struct hostile_honest *honest)
{
	struct driver_cqe cqe;

	if (!driver_poll(&honest->cq[1], &cqe))
		return false;
	driver_require(cqe.opcode == DP_CQE_SEND && cqe.bytes == BYTES, "an honest host has completion %u", cqe.opcode);
	driver_require(!memcmp(honest->mr[0].bytes, honest->mr[1].bytes, BYTES), "honest memory has other bytes");
	return true;
}
