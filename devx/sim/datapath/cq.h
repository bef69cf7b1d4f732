/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Completions.
 * Source: Linux include/linux/mlx5/{device,cq}.h (struct mlx5_cqe64, mlx5_err_cqe).
 */
#ifndef ECE_DEVX_SIM_DATAPATH_CQ_H
#define ECE_DEVX_SIM_DATAPATH_CQ_H

#include <stdbool.h>
#include <stdint.h>

#include "devx/sim/datapath/internal.h"
#include "devx/sim/datapath/wqe.h"

struct dp_receive;

enum dp_cqe {
	DP_CQE_REQUESTER = 0,
	DP_CQE_WRITE_IMM = 1,
	DP_CQE_SEND = 2,
	DP_CQE_SEND_IMM = 3,
	DP_CQE_SEND_INVALIDATE = 4,
	DP_CQE_REQUESTER_ERROR = 13,
	DP_CQE_RESPONDER_ERROR = 14,
};

enum dp_syndrome {
	DP_SYNDROME_LOCAL_LENGTH = 0x01,
	DP_SYNDROME_LOCAL_OPERATION = 0x02,
	DP_SYNDROME_LOCAL_PROTECTION = 0x04,
	DP_SYNDROME_FLUSHED = 0x05,
	DP_SYNDROME_BIND = 0x06, /* UMR and local invalidate */
	DP_SYNDROME_REMOTE_INVALID = 0x12,
	DP_SYNDROME_REMOTE_ACCESS = 0x13,
	DP_SYNDROME_REMOTE_OPERATION = 0x14,
	DP_SYNDROME_RETRIES = 0x15,
	DP_SYNDROME_RNR_RETRIES = 0x16,
};

/**
 * dp_cq_post - one completion
 * @entry: 64 bytes; the owner byte is written here, last, and says @opcode
 * @solicited: of the packet; wakes who armed for solicited completions only, as errors do
 *
 * A CQ that is gone or lies nowhere loses it.
 */
void dp_cq_post(struct dp *dp, uint32_t cqn, uint8_t entry[64], enum dp_cqe opcode, bool solicited);

/* dp_cq_arm - see dp_arm() */
void dp_cq_arm(struct dp *dp, const uint8_t doorbell[8]);

/**
 * dp_complete_send - the completion of a work request: when it was asked for, or when @syndrome is not 0
 * @bytes: of READ and atomics; 0 else
 */
void dp_complete_send(struct dp *dp, struct dp_queue *queue, const struct dp_ring *ring, const struct dp_wqe *wqe,
		      uint32_t bytes, uint8_t syndrome);

/**
 * dp_complete_receive - the completion of a receive entry that was taken
 * @entry: what was received: byte count, immediate and so on; whose entry it was is written here
 * @opcode: enum dp_cqe of what is no error
 */
void dp_complete_receive(struct dp *dp, const struct dp_queue *queue, const struct dp_receive *receive,
			 uint8_t entry[64], enum dp_cqe opcode, bool solicited);

/* dp_complete_receive_error - the completion of a receive entry that was taken and cannot be used */
void dp_complete_receive_error(struct dp *dp, struct dp_queue *queue, const struct dp_receive *receive,
			       uint8_t syndrome);

/**
 * dp_flush - error completions for everything posted and not completed, on both sides of a queue in the error state
 *
 * At most one round of each ring. Work that its transport had under way is for the transport to complete before.
 */
void dp_flush(struct dp *dp, struct dp_queue *queue);

/* dp_flush_side - the same for one side */
void dp_flush_side(struct dp *dp, struct dp_queue *queue, enum dp_side side);

#endif
