/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A simulated host with one card and three processes: two ends of a connection, 4711 "trainer", which also made a queue
 * pair by DevX and one that is still in RESET; 4712 "idle", which has the device open and nothing more; 4713 "shell",
 * which has not. The kernel has its GSI queue pair.
 */
#ifndef ECE_TESTS_UNIT_DEVX_QP_HOST_H
#define ECE_TESTS_UNIT_DEVX_QP_HOST_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "devx/nic/nic.h"
#include "devx/qp/qp.h"
#include "devx/sim/kernel/kernel.h"
#include "devx/sim/kernel/process.h"

enum {
	HOST_GSI,
	HOST_ONE,
	HOST_TWO,
	HOST_RESET,
	HOST_DEVX,
	HOST_QPS,
};

#define HOST_ECE UINT32_C(0x30000003) /* what they ask for */

struct host {
	struct fw_state state;
	struct sim_card card;
	struct sim_process processes[3];
	struct sim_qp qp[HOST_QPS];
	struct sim_kernel kernel;
	struct ece_os os;
	struct ece_nic_info info;
	struct ece_qps *qps;
};

/* @flags: enum sim_kernel_flag */
void host_up(struct host *h, const char *type, const char *persona, unsigned int flags);
void host_down(struct host *h);

/* A queue pair of the list by its number; fails the test where there is none. */
struct ece_qp host_listed(struct host *h, uint32_t qpn);

#endif
