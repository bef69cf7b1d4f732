/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* librdmacm as libece sees it, for one id with its queue pair: stands in its place at link time. */
#ifndef ECE_TESTS_UNIT_LIB_ECE_RDMACM_H
#define ECE_TESTS_UNIT_LIB_ECE_RDMACM_H

#include <rdma/rdma_cma.h>

#include "tests/unit/lib/ece/verbs.h"

#define FAKE_STEPS_MAX 16

struct fake_id {
	struct rdma_cm_id id; /* first */
	struct fake_qp qp;
	struct ibv_ece local;  /* what the next message carries */
	struct ibv_ece remote; /* what the peer's message carried */
	unsigned int rejections;
	uint8_t private_data[256]; /* of the rejection */
	uint8_t private_len;
	char steps[FAKE_STEPS_MAX +
		   1]; /* states that the queue pair was moved to, s where options went along: "IsRS" */
};

/* The calls of all doubles in this file since they were last counted from 0, and which of them fails: 0 is none. */
extern unsigned int fake_calls, fake_fails_at;

/**
 * fake_id_init - an id without a queue pair of librdmacm's, and the program's own, of a device that has @options
 */
void fake_id_init(struct fake_id *fake, uint32_t options);

/**
 * fake_carry - the message of one end comes at the other one, as the kernel carries it
 *
 * An answer that names no vendor comes back with that of the request, and no options (seen on Linux 7.3).
 */
void fake_carry_request(const struct fake_id *from, struct fake_id *to);
void fake_carry_answer(const struct fake_id *from, struct fake_id *to);

/**
 * fake_event - the event that a rejection of @from makes at the other end
 */
struct rdma_cm_event fake_rejected(const struct fake_id *from);

#endif
