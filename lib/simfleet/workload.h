/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Processes that use the cards of a simulated host. Internal to lib/simfleet. */
#ifndef ECE_LIB_SIMFLEET_WORKLOAD_H
#define ECE_LIB_SIMFLEET_WORKLOAD_H

#include "devx/sim/kernel/kernel.h"

struct workload;

/**
 * workload_start - the workload of simfleet_host_start_workload(), hung into a kernel
 *
 * @devx_only: only by DevX, and what the kernel makes for itself
 *
 * The cards get a heap for their objects. Returns 0 or a negative errno; the kernel is as before then.
 */
int workload_start(struct sim_kernel *kernel, bool devx_only, struct workload **workload);

/* workload_free - end it; the kernel must not be used behind it. Accepts NULL */
void workload_free(struct workload *workload);

#endif
