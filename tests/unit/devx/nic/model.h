/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A host with one modelled card under a simulated kernel, and a NIC opened on it. */
#ifndef ECE_TESTS_UNIT_DEVX_NIC_MODEL_H
#define ECE_TESTS_UNIT_DEVX_NIC_MODEL_H

#include "devx/nic/nic.h"
#include "devx/sim/kernel/kernel.h"

struct model {
	struct sim_kernel kernel;
	struct sim_card card;
	struct fw_state state;
	struct sim_kept kept;
	struct ece_os os;
	struct ece_nic_info *list;
	size_t count;
	struct ece_nic *nic;
};

/* Powers the card on, finds it through the seam and opens it. */
void model_start(struct model *model, const char *persona, const char *type, unsigned int flags);
void model_stop(struct model *model);

/* Opens it again as if there were no fwctl node, though the kernel can have one. */
void model_without_fwctl(struct model *model);

/* The first @left commands of @opcode are answered with @status; 0 for @opcode: any. */
void model_refuse(struct model *model, uint16_t opcode, uint8_t status, uint32_t left);

const struct ece_param *param(const char *name);

#endif
