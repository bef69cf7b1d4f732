/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * One list of cases for both implementations of the seam: the simulated kernel (seam_sim_test) and Linux in a virtual
 * machine with the software ConnectX on PCI (seam_vm). A case that fails there and passes here means that the simulated
 * kernel imitates wrongly.
 *
 * The card must be a ConnectX-7 of the model in its power-on state; every case leaves it so. The last cases leave the
 * kernel tainted and locked down.
 */
#ifndef ECE_TESTS_SEAM_CASES_H
#define ECE_TESTS_SEAM_CASES_H

#include <stdbool.h>
#include <stddef.h>

#include "devx/os/os.h"
#include "devx/sim/kernel/kernel.h"

struct seam_env {
	const struct sim_persona *kernel; /* what is expected of this kernel */
	const char *pci;
	const char *rdma;
	const char *netdev;
	const char *fwctl; /* "" where the kernel has none */

	/* Change the rights of this process, or the state of the kernel; each returns false where it cannot be done here. */
	bool (*set_rawio)(void *ctx, bool have);
	bool (*set_root)(void *ctx, bool is_root);
	bool (*lock_down)(void *ctx);
	/* The card answers the next command of this opcode with this status. */
	bool (*fail_next)(void *ctx, uint16_t opcode, uint8_t status);
	/* A counter of the card stands at this value; those of RDMA traffic are rdma_tx_bytes and its like. */
	bool (*set_counter)(void *ctx, const char *name, uint64_t value);
	void *ctx;
};

enum seam_verdict {
	SEAM_OK,
	SEAM_SKIPPED,
	SEAM_FAILED,
};

struct seam {
	const struct ece_os *os;
	const struct seam_env *env;
	char text[256]; /* why, for what is not OK */
};

/* What a kernel must have for a case to mean something. */
enum seam_needs {
	SEAM_NEEDS_NOTHING,
	SEAM_NEEDS_FWCTL,
	SEAM_NEEDS_REMOTE_IO,
	SEAM_NEEDS_CC_GENERAL,
	SEAM_NEEDS_ECN,
};

struct seam_case {
	const char *name;
	enum seam_verdict (*run)(struct seam *s);
	enum seam_needs needs;
};

/**
 * seam_applies - does this kernel have what the case is about?
 */
bool seam_applies(const struct seam_case *test, const struct sim_persona *kernel);

extern const struct seam_case seam_cases[];
extern const size_t seam_case_count;

#endif
