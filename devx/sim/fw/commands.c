// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Every command the model knows, by opcode. Lengths and names: Linux include/linux/mlx5/mlx5_ifc.h. */
#include "devx/sim/fw/command.h"

#include "devx/sim/fw/register.h"

#define COMMAND(op, in, out, name_, handler_) \
	{.opcode = (op), .in_min = (in), .out_min = (out), .name = (name_), .handler = (handler_)}

static const struct fw_command commands[] = {
	COMMAND(0x805, 0x10, 0x10, "ACCESS_REG", fw_access_reg),
	COMMAND(0x80d, 0x10, 0x10, "NOP", fw_accept),
	COMMAND(0x822, 0x10, 0x10, "QUERY_CONG_STATUS", fw_query_cong_status),
	COMMAND(0x823, 0x10, 0x10, "MODIFY_CONG_STATUS", fw_modify_cong_status),
	COMMAND(0x824, 0x10, 0x110, "QUERY_CONG_PARAMS", fw_query_cong_params),
	COMMAND(0x825, 0x120, 0x10, "MODIFY_CONG_PARAMS", fw_modify_cong_params),
	COMMAND(0x826, 0x10, 0x110, "QUERY_CONG_STATISTICS", fw_query_cong_statistics),
};

const struct fw_command *fw_command_find(uint16_t opcode)
{
	size_t i;

	for (i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		if (commands[i].opcode == opcode)
			return &commands[i];
	}
	return NULL;
}

uint8_t fw_accept(struct fw_call *call)
{
	(void)call;
	return PRM_STATUS_OK;
}
