/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The whole state of a card as named values, so that a test can say what a card holds, and that nothing else moved.
 *
 * Names are the model's own: the part of the state, then the field as the public layout of its register calls it, as
 * in "roce_accl.roce_tx_window_en", "cong.rp.rpg_ai_rate", "ppcc.param.ALPHA". The order is that of the parts and
 * layouts, the same in every run. Two states of one card type have the same dump exactly when they are the same in
 * all but the number of commands ever executed; what a driver built up (object.h) is not part of it.
 * Source of the names of fields: Linux include/linux/mlx5/mlx5_ifc.h, mstflint register_access_table.adb.
 */
#ifndef ECE_DEVX_SIM_FW_DUMP_H
#define ECE_DEVX_SIM_FW_DUMP_H

#include <stddef.h>
#include <stdint.h>

#include "devx/prm/field.h"
#include "devx/sim/fw/fw.h"

#define FW_DUMP_NAME_MAX 96

/* Who takes the dump. Names and texts are valid only during the call. */
struct fw_dump {
	void (*value)(void *ctx, const char *name, uint64_t value);
	void (*text)(void *ctx, const char *name, const char *text);
	void *ctx;
};

/**
 * fw_dump - hand over every value of a card
 */
void fw_dump(const struct fw *fw, const struct fw_dump *to);

/* The rest is for the files that know a part of the state; each hands over its own, in the order of dump.c. */
typedef void fw_dump_part(const struct fw *fw, const struct fw_dump *to);

fw_dump_part fw_dump_identity;
fw_dump_part fw_dump_port;
fw_dump_part fw_dump_roce_accl;
fw_dump_part fw_dump_cong;
fw_dump_part fw_dump_ppcc;
fw_dump_part fw_dump_counters;
fw_dump_part fw_dump_qos;
fw_dump_part fw_dump_port_counters;
fw_dump_part fw_dump_nv;
fw_dump_part fw_dump_faults;

/* fw_dump_value - one value; the name is made by printf and cut at FW_DUMP_NAME_MAX */
__attribute__((format(printf, 3, 4))) void fw_dump_value(const struct fw_dump *to, uint64_t value, const char *name,
							 ...);
__attribute__((format(printf, 3, 4))) void fw_dump_text(const struct fw_dump *to, const char *text, const char *name,
							...);

/**
 * fw_dump_fields - the named fields of a block, then what no field names
 * @prefix: of the names, without dot
 * @block: @bytes of it, whole words, big endian
 *
 * Bits without a name are shown by word, as PREFIX.bits_at_0x0c, where one of them is set.
 */
void fw_dump_fields(const struct fw_dump *to, const char *prefix, const uint8_t *block, size_t bytes,
		    const struct prm_field *fields, size_t count);

#endif
