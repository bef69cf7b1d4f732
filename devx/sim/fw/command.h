/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * How the model runs a command: one row per opcode in commands.c, one handler per row.
 *
 * fw_exec() has checked the lengths of the row and cleared the answer before it calls a handler. A handler reads
 * call->in, acts on call->fw and writes what it answers into call->out, behind the header. It returns a status of
 * enum prm_status; the header is written for it, and on a bad status whatever else it wrote is cleared.
 */
#ifndef ECE_DEVX_SIM_FW_COMMAND_H
#define ECE_DEVX_SIM_FW_COMMAND_H

#include <stddef.h>
#include <stdint.h>

#include "devx/prm/cmd.h"
#include "devx/sim/fw/fw.h"
#include "devx/sim/fw/object.h"

struct fw_command;

struct fw_call {
	struct fw *fw;
	uint64_t now_ns;
	const uint8_t *in;
	size_t in_len;
	uint8_t *out;
	size_t out_len;
	const struct fw_command *command;
	uint32_t syndrome; /* a handler that refuses may say more; 0: made from the status */
};

typedef uint8_t fw_handler(struct fw_call *call);

struct fw_command {
	uint16_t opcode;
	uint16_t in_min;  /* bytes; less is PRM_STATUS_BAD_INPUT_LEN */
	uint16_t out_min; /* bytes; less is PRM_STATUS_BAD_OUTPUT_LEN */
	const char *name; /* as the PRM spells it */
	fw_handler *handler;

	/* Only for the handlers of object.h. */
	uint8_t kind;     /* enum fw_object_kind */
	uint8_t id_at;    /* where the input names the object; 0: at 0x08 */
	uint16_t context; /* where the context lies, in the input of CREATE as in the output of QUERY */
	uint16_t context_bytes;
};

/**
 * fw_command_find - the row of an opcode
 *
 * Returns a constant, or NULL for an opcode that this model does not know (answered PRM_STATUS_BAD_OP).
 */
const struct fw_command *fw_command_find(uint16_t opcode);

/* A command that is answered "ok" and has no effect in this model. */
fw_handler fw_accept;

#endif
