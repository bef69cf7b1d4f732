// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* RESOURCE_DUMP as the driver uses it. Source: Linux drivers/net/ethernet/mellanox/mlx5/core/diag/rsc_dump.c. */
#include <errno.h>
#include <string.h>

#include "devx/prm/access_reg.h"
#include "devx/prm/cmd.h"
#include "devx/prm/resource_dump.h"
#include "devx/sim/kernel/kernel_internal.h"
#include "devx/sim/kernel/netlink_rdma.h"

#define BYTES   (PRM_ACCESS_REG_DATA + PRM_RESOURCE_DUMP_BYTES)
#define MENU_AT (PRM_INFO_SEGMENT_BYTES + PRM_COMMAND_SEGMENT_BYTES)
#define WANTED  "PRM_QUERY_QP"

/* All pieces of one dump. Returns its length or a negative errno. */
static int dump_all(struct sim_kernel *kernel, struct sim_card *card, uint16_t type, uint32_t index,
		    uint8_t dump[SIM_RDMA_DUMP_MAX])
{
	uint8_t in[BYTES] = {0}, out[BYTES];
	uint8_t *reg = in + PRM_ACCESS_REG_DATA;
	size_t len = 0;

	prm_set(in, &prm_mbox_in.opcode, PRM_OP_ACCESS_REG);
	prm_set(in, &prm_mbox_in.op_mod, PRM_ACCESS_REG_WRITE);
	prm_set(in, &prm_access_reg.register_id, PRM_REG_RESOURCE_DUMP);
	prm_set(reg, &prm_resource_dump.segment_type, type);
	prm_set(reg, &prm_resource_dump.index1, index);
	do {
		size_t bytes;
		int err;

		prm_set(reg, &prm_resource_dump.inline_dump, 1);
		err = sim_command(kernel, card, 0, in, sizeof(in), out, sizeof(out));
		if (err)
			return err == -EREMOTEIO ? sim_refusal(kernel->persona, out) : err;
		memcpy(reg, out + PRM_ACCESS_REG_DATA, PRM_RESOURCE_DUMP_BYTES);
		bytes = prm_get(reg, &prm_resource_dump.size);
		if (bytes > PRM_RESOURCE_DUMP_INLINE_BYTES)
			return -EIO;
		if (bytes > SIM_RDMA_DUMP_MAX - len)
			return 0;
		memcpy(dump + len, reg + PRM_RESOURCE_DUMP_INLINE_AT, bytes);
		len += bytes;
	} while (prm_get(reg, &prm_resource_dump.more_dump));
	return (int)len;
}

/* The number that the menu gives to the name, or -EOPNOTSUPP. */
static int wanted_type(const uint8_t *menu, size_t len)
{
	size_t count = len < PRM_MENU_SEGMENT_RECORDS_AT ? 0 : prm_get(menu, &prm_menu_segment.num_of_records);

	for (size_t i = 0; i < count; i++) {
		size_t at = PRM_MENU_SEGMENT_RECORDS_AT + i * PRM_MENU_RECORD_BYTES;

		if (at + PRM_MENU_RECORD_BYTES > len)
			break;
		if (!memcmp(menu + at + PRM_MENU_RECORD_NAME_AT, WANTED, sizeof(WANTED)))
			return (int)prm_get(menu + at, &prm_menu_record.segment_type);
	}
	return -EOPNOTSUPP;
}

int sim_rdma_dump_qp(struct sim_kernel *kernel, struct sim_card *card, uint32_t qpn, uint8_t dump[SIM_RDMA_DUMP_MAX])
{
	int len, type;

	/* The driver looks at the capability when it binds; a card without it refuses the register */
	len = dump_all(kernel, card, PRM_SEGMENT_MENU, 0, dump);
	if (len < MENU_AT)
		return -EOPNOTSUPP;
	type = wanted_type(dump + MENU_AT, (size_t)len - MENU_AT);
	return type < 0 ? type : dump_all(kernel, card, (uint16_t)type, qpn, dump);
}
