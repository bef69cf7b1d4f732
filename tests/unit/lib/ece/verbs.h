/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* libibverbs and the DevX door as libece sees them, for one queue pair: stand in their place at link time. */
#ifndef ECE_TESTS_UNIT_LIB_ECE_VERBS_H
#define ECE_TESTS_UNIT_LIB_ECE_VERBS_H

#include <infiniband/verbs.h>
#include <stdbool.h>
#include <stdint.h>

#include "ece/policy.h"

/* A queue pair, its driver and its device, as rdma-core's mlx5 has them. Zero: all works, DevX is shut. */
struct fake_qp {
	struct ibv_qp qp; /* first */
	struct ibv_context context;
	struct ibv_device device;
	/* how it behaves */
	bool no_ece; /* the library or driver: EOPNOTSUPP */
	int query_err, set_err;
	bool devx; /* QUERY_QP can be asked */
	uint32_t vendor_id;
	uint32_t options;    /* what the device has */
	uint32_t leaves_out; /* option bits that the device drops */
	int move_err;        /* of the transition, as move returns it */
	/* what happened */
	uint32_t cached;    /* set, and not yet sent */
	uint32_t answered;  /* what ibv_query_ece() says */
	uint32_t in_effect; /* what QUERY_QP says */
	unsigned int sets, moves, queries, devx_queries;
};

/* The policy that the host has for mlx5_0, the fake's device; an errno where it cannot be read. */
extern struct ece_policy fake_policy;
extern int fake_policy_err;

/**
 * fake_qp_init - a queue pair of a device that has @options
 */
void fake_qp_init(struct fake_qp *fake, uint32_t options);

/**
 * fake_qp_move - the transition, as ece_negotiate() is to call it
 */
int fake_qp_move(struct ibv_qp *qp, void *arg);

#define FAKE_MESSAGE_BYTES 48

/**
 * fake_message - what a peer sends whose device has both options that have names
 * @kind: 1 an offer, 3 a confirmation
 * @bits: option bits that are agreed and in effect, of a confirmation
 */
void fake_message(uint8_t bytes[FAKE_MESSAGE_BYTES], uint8_t kind, uint8_t bits);

#endif
