/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What tests that list the calls of a NIC share. */
#ifndef ECE_TESTS_UNIT_DEVX_NIC_CALLS_H
#define ECE_TESTS_UNIT_DEVX_NIC_CALLS_H

#include "devx/nic/nic.h"
#include "tests/unit/devx/double/double.h"

/* clang-format off */
#define SELECTIVE_REPEAT (ece_param_find("roce_accl.selective_repeat_forced_en"))
#define AI_RATE          (ece_param_find("dcqcn.rp.ai_rate"))
#define ALPHA            (ece_param_find("ztr_rtt.ALPHA"))

#define OPEN                                              \
	{.kind = CALL_FWCTL_OPEN, .name = "fwctl0"},      \
	{                                                 \
		.kind = CALL_FWCTL_INFO, .device_type = 1 \
	}

/* The PCI window, shut; and all other ways to a register. */
#define WINDOW_LOCKED                                                                                       \
	{                                                                                                   \
		.kind = CALL_READ, .root = ECE_OS_HOST, .name = "lockdown", .text = "none [integrity] x\n" \
	}
#define NO_OTHER_DOOR                                                                                     \
	{.kind = CALL_READ, .root = ECE_OS_HOST, .name = "kernel_release", .text = "7.3.4\n"},            \
		{.kind = CALL_DEVX_OPEN, .name = "mlx5_0", .ret = -ENOSYS}, WINDOW_LOCKED

/* ACCESS_REG of a register of @bytes: read is op_mod 1 in scope 1, write op_mod 0 in scope 0. */
#define REG(bytes) .kind = CALL_FWCTL, .in_len = 0x10 + (bytes), .out_len = 0x10 + (bytes)
#define REG_READ   .scope = 1, .in = {{0x00, 0x08050000}, {0x04, 1}, {0x08, 0x402c}}
/* MNVGC: what of the NV configuration does the firmware tell? Refused: only what is next, which no condition asks. */
#define NV_TELLS   REG(0x10), .scope = 1, .in = {{0x00, 0x08050000}, {0x04, 1}, {0x08, 0x9034}}
#define NV_UNTOLD  {NV_TELLS, .out = {{0x00, 0x03000000}}}
/* clang-format on */

/* A NIC with an RDMA device and a fwctl node, without PSID and firmware: nothing of it is remembered. */
void start(struct double_os *d, struct ece_nic **nic, const struct call *calls, size_t count);
void end(struct double_os *d, struct ece_nic *nic);

#define START(d, nic, calls) start(d, nic, calls, sizeof(calls) / sizeof((calls)[0]))

/* Writes one parameter; the code is that of the error. */
struct ece_write write_one(struct ece_nic *nic, const struct ece_param *param, uint64_t raw);

#endif
