/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Processes of a simulated host that use RDMA, and their queue pairs. The arrays are the caller's, who hangs them into
 * the kernel (processes, qps) before anything is asked of it; the queue pairs live in the firmware models of the cards,
 * which must have a heap for them (fw.objects).
 */
#ifndef ECE_DEVX_SIM_KERNEL_PROCESS_H
#define ECE_DEVX_SIM_KERNEL_PROCESS_H

#include "devx/sim/kernel/kernel.h"

#define SIM_SET_COUNTERS_MAX 40

struct sim_process {
	uint32_t pid;
	const char *comm;
	const struct sim_card *opens; /* the RDMA device that it has open; NULL: none */
	const char *environ;          /* each of its variables ended by a NUL byte */
	size_t environ_len;
};

struct sim_qp {
	struct sim_card *card;
	uint8_t type;       /* of the verbs: 1 GSI (the kernel's), 2 RC, 4 UD */
	uint32_t pid;       /* 0: the kernel's own */
	const char *module; /* of the kernel's own */
	bool devx;          /* made by DevX: the kernel does not list it */

	/* Filled by sim_qp_make(); a GSI queue pair is number 1 to the verbs, and none that the model has. */
	uint32_t qpn;
	uint16_t uid;

	/* Kept by the kernel: which counter set it is bound to, and where the card stood then. */
	uint32_t set; /* 0: none */
	bool set_by_hand;
	uint64_t set_from[SIM_SET_COUNTERS_MAX];
};

/**
 * sim_qp_make - CREATE_QP by its owner
 *
 * It is in RESET then. Returns 0, -EREMOTEIO when the firmware refused, -EINVAL for a type that is not played.
 */
int sim_qp_make(struct sim_kernel *kernel, struct sim_qp *qp);

/**
 * sim_qp_ready - bring it from RESET to RTS
 * @remote: number of the other end
 * @ece: the options that its owner asks for; 0: does not ask
 *
 * Returns 0 or -EREMOTEIO.
 */
int sim_qp_ready(struct sim_kernel *kernel, struct sim_qp *qp, uint32_t remote, uint32_t ece);

#endif
