// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/fw/dump.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "devx/base/be.h"
#include "devx/sim/cards/card.h"
#include "devx/sim/fw/fault.h"
#include "devx/sim/fw/identity.h"

#define TEXT_MAX 32

static fw_dump_part *const parts[] = {
	fw_dump_identity, fw_dump_port, fw_dump_roce_accl,     fw_dump_cong, fw_dump_ppcc,
	fw_dump_counters, fw_dump_qos,  fw_dump_port_counters, fw_dump_nv,   fw_dump_faults,
};

void fw_dump(const struct fw *fw, const struct fw_dump *to)
{
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		parts[i](fw, to);
}

void fw_dump_value(const struct fw_dump *to, uint64_t value, const char *name, ...)
{
	char text[FW_DUMP_NAME_MAX];
	va_list args;

	va_start(args, name);
	vsnprintf(text, sizeof(text), name, args);
	va_end(args);
	to->value(to->ctx, text, value);
}

void fw_dump_text(const struct fw_dump *to, const char *text, const char *name, ...)
{
	char full[FW_DUMP_NAME_MAX];
	va_list args;

	va_start(args, name);
	vsnprintf(full, sizeof(full), name, args);
	va_end(args);
	to->text(to->ctx, full, text);
}

static uint32_t field_bits(const struct prm_field *field)
{
	return (uint32_t)(UINT64_MAX >> (63 - field->high + field->low)) << field->low;
}

static void unnamed_bits(const struct fw_dump *to, const char *prefix, const uint8_t *block, size_t at,
			 const struct prm_field *fields, size_t count)
{
	uint32_t bits = ece_be32(block + at);

	for (size_t i = 0; i < count; i++)
		if (fields[i].at == at)
			bits &= ~field_bits(&fields[i]);
	if (bits)
		fw_dump_value(to, bits, "%s.bits_at_0x%02zx", prefix, at);
}

void fw_dump_fields(const struct fw_dump *to, const char *prefix, const uint8_t *block, size_t bytes,
		    const struct prm_field *fields, size_t count)
{
	for (size_t i = 0; i < count; i++)
		fw_dump_value(to, prm_get(block, &fields[i]), "%s.%s", prefix, fields[i].name);
	for (size_t at = 0; at + sizeof(uint32_t) <= bytes; at += sizeof(uint32_t))
		unnamed_bits(to, prefix, block, at, fields, count);
}

void fw_dump_identity(const struct fw *fw, const struct fw_dump *to)
{
	const struct fw_card_type *type = fw->type;
	char text[TEXT_MAX];

	fw_dump_text(to, type->name, "identity.type");
	fw_dump_text(to, type->psid, "identity.psid");
	snprintf(text, sizeof(text), "%u.%u.%04u", type->fw_major, type->fw_minor, type->fw_sub);
	fw_dump_text(to, text, "identity.firmware");
	snprintf(text, sizeof(text), "%016" PRIx64, fw_system_image_guid(fw->state));
	fw_dump_text(to, text, "identity.system_image_guid");
	snprintf(text, sizeof(text), "%016" PRIx64, fw_node_guid(fw->state));
	fw_dump_text(to, text, "identity.node_guid");
	snprintf(text, sizeof(text), "%012" PRIx64, fw_mac(fw->state));
	fw_dump_text(to, text, "identity.mac");
	fw_dump_value(to, fw->state->function, "identity.function");
	fw_dump_value(to, fw_vhca_id(fw->state), "identity.vhca_id");
	fw_dump_value(to, fw->state->ece, "identity.ece");
}

void fw_dump_port(const struct fw *fw, const struct fw_dump *to)
{
	const struct fw_state *state = fw->state;

	fw_dump_value(to, state->speed_mbps, "port.speed_mbps");
	fw_dump_value(to, state->link_down, "port.link_down");
	fw_dump_value(to, state->no_carrier, "port.no_carrier");
	fw_dump_value(to, state->powered, "function.powered");
	fw_dump_value(to, state->vanished, "function.vanished");
	fw_dump_value(to, state->health_syndrome, "function.health_syndrome");
	fw_dump_value(to, state->window_semaphore, "function.window_semaphore");
	fw_dump_value(to, state->mailbox_semaphore, "function.mailbox_semaphore");
}

void fw_dump_faults(const struct fw *fw, const struct fw_dump *to)
{
	for (unsigned int i = 0; i < FW_FAULTS; i++) {
		const struct fw_fault *rule = &fw->state->fault[i];

		if (rule->action == FW_FAULT_NONE)
			continue;
		fw_dump_text(to, fw_fault_name(rule->action), "fault.%u.action", i);
		fw_dump_value(to, rule->opcode, "fault.%u.opcode", i);
		fw_dump_value(to, rule->register_id, "fault.%u.register_id", i);
		fw_dump_value(to, rule->op_mod_plus_1, "fault.%u.op_mod_plus_1", i);
		fw_dump_value(to, rule->status, "fault.%u.status", i);
		fw_dump_value(to, rule->syndrome, "fault.%u.syndrome", i);
		fw_dump_value(to, rule->delay_ms, "fault.%u.delay_ms", i);
		fw_dump_value(to, rule->skip, "fault.%u.skip", i);
		fw_dump_value(to, rule->left, "fault.%u.left", i);
	}
}
