// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/devx/sim/datapath/couple.h"

#include <string.h>

#define LOG_CQ  8
#define FILLING 0xee

void couple_fill(uint8_t *bytes, size_t count, uint8_t seed)
{
	for (size_t i = 0; i < count; i++)
		bytes[i] = (uint8_t)(i * 7 + (i >> 8) * 13 + seed);
}

void couple_make(struct couple *couple, enum prm_qp_service service, const struct driver_place *place)
{
	const struct driver_cq_options cq = {.log_entries = LOG_CQ, .place = *place};

	for (size_t i = 0; i < 2; i++) {
		struct driver_card *card = &couple->driver.card[i];

		driver_make_cq(card, &couple->send_cq[i], &cq);
		driver_make_cq(card, &couple->receive_cq[i], &cq);
		driver_mr(card, &couple->mr[i], COUPLE_BYTES);
		driver_make_qp(card, &couple->qp[i],
			       &(struct driver_qp_options){.service = service,
							   .send_cq = &couple->send_cq[i],
							   .receive_cq = &couple->receive_cq[i],
							   .place = *place});
	}
	couple_fill(couple->mr[0].bytes, COUPLE_BYTES, 0);
	memset(couple->mr[1].bytes, FILLING, COUPLE_BYTES);
}

void couple_start_cards(struct couple *couple, const char *one, const char *other, enum prm_qp_service service,
			const struct driver_link *link)
{
	driver_start(&couple->driver, one, other);
	couple_make(couple, service, &(struct driver_place){0});
	if (service == PRM_QP_RC || service == PRM_QP_UC) {
		driver_connect(&couple->qp[0], &couple->qp[1], link ? link : &driver_link);
		return;
	}
	driver_ready(&couple->qp[0]);
	driver_ready(&couple->qp[1]);
}

void couple_start(struct couple *couple, enum prm_qp_service service, const struct driver_link *link)
{
	couple_start_cards(couple, "cx7", "cx7", service, link);
}

void couple_stop(struct couple *couple)
{
	driver_stop(&couple->driver);
}

void couple_receive(struct couple *couple, size_t side, size_t at, size_t bytes)
{
	struct driver_sge sge = driver_sge(&couple->mr[side], at, bytes);

	driver_post_receive(&couple->qp[side], &sge, 1);
}

void couple_send(struct couple *couple, size_t side, size_t at, size_t bytes)
{
	struct driver_sge sge = driver_sge(&couple->mr[side], at, bytes);

	driver_post_send(&couple->qp[side],
			 &(struct driver_send){.opcode = DP_OP_SEND, .sges = &sge, .sge_count = bytes != 0});
}

void couple_write(struct couple *couple, size_t side, size_t at, size_t bytes)
{
	struct driver_sge sge = driver_sge(&couple->mr[side], at, bytes);
	const struct driver_mr *to = &couple->mr[!side];

	driver_post_send(&couple->qp[side], &(struct driver_send){.opcode = DP_OP_WRITE,
								  .sges = &sge,
								  .sge_count = bytes != 0,
								  .remote_address = to->address + at,
								  .remote_key = to->key});
}
