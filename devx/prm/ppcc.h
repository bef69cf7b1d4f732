/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * PPCC, register 0x506e: programmable congestion control. One register that carries a command. Commands that only read
 * use a register read with the inputs in the register's body. Source: mstflint register_access_table.adb.
 */
#ifndef ECE_DEVX_PRM_PPCC_H
#define ECE_DEVX_PRM_PPCC_H

#include "devx/prm/field.h"

#define PRM_PPCC_BYTES 0xfc
#define PRM_PPCC_TEXT  0x20 /* "name, description", or an array of words */
#define PRM_PPCC_SLOTS 16
/* Slot of the built-in algorithm, the one that speaks DCQCN. */
#define PRM_PPCC_SLOT_BUILT_IN 15
#define PRM_PPCC_TEXT_BYTES    (PRM_PPCC_BYTES - PRM_PPCC_TEXT)

enum prm_ppcc_cmd {
	PRM_PPCC_GET_ALGO_INFO = 0x00,
	PRM_PPCC_ENABLE_ALGO = 0x01,
	PRM_PPCC_DISABLE_ALGO = 0x02,
	PRM_PPCC_GET_ALGO_STATUS = 0x03,
	PRM_PPCC_GET_PARAM_COUNT = 0x04,
	PRM_PPCC_GET_PARAM_INFO = 0x05,
	PRM_PPCC_GET_PARAM = 0x06,
	PRM_PPCC_GET_AND_CLEAR_PARAM = 0x07,
	PRM_PPCC_SET_PARAM = 0x08, /* out of range or read only: ignored in silence */
	PRM_PPCC_BULK_GET_PARAMS = 0x0a,
	PRM_PPCC_BULK_SET_PARAMS = 0x0b,
	PRM_PPCC_BULK_GET_COUNTERS = 0x0c,
	PRM_PPCC_BULK_GET_AND_CLEAR_COUNTERS = 0x0d,
	PRM_PPCC_GET_COUNTER_COUNT = 0x0e,
	PRM_PPCC_GET_COUNTER_INFO = 0x0f,
	PRM_PPCC_GET_ALGO_ARRAY = 0x10, /* one word a slot, see PRM_PPCC_ALGO */
	PRM_PPCC_GET_TARGET_APPS = 0xf0,
};

/* prm of a parameter. */
enum prm_ppcc_access {
	PRM_PPCC_READ_ONLY = 0,
	PRM_PPCC_READ_WRITE = 1,
	PRM_PPCC_CLEARABLE = 2,
};

#define PRM_PPCC(ROW)                           \
	ROW(target_app, 0x00, 31, 28)           \
	ROW(local_port, 0x00, 23, 16)           \
	ROW(pnat, 0x00, 15, 14)                 \
	ROW(lp_msb, 0x00, 13, 12)               \
	ROW(cmd_type, 0x00, 7, 0)               \
	ROW(algo_param_index, 0x04, 31, 16)     \
	ROW(algo_slot, 0x04, 3, 0)              \
	ROW(value, 0x08, 31, 0)                 \
	ROW(param_value1, 0x0c, 31, 0)          \
	ROW(param_value2, 0x10, 31, 0)          \
	ROW(param_value3, 0x14, 31, 0)          \
	ROW(sl_bitmask, 0x18, 15, 0)            \
	ROW(cfg_counter_group_en, 0x1c, 20, 20) \
	ROW(counter_group_id, 0x1c, 19, 16)     \
	ROW(text_length, 0x1c, 15, 8)           \
	ROW(trace_en, 0x1c, 4, 4)               \
	ROW(counter_en, 0x1c, 3, 3)             \
	ROW(sl_bitmask_support, 0x1c, 2, 2)     \
	ROW(prm, 0x1c, 1, 0)
PRM_DECLARE_LAYOUT(ppcc, PRM_PPCC);

/* A word of the answer to PRM_PPCC_GET_ALGO_ARRAY; offsets count from PRM_PPCC_TEXT + 4 * slot. */
#define PRM_PPCC_ALGO(ROW)      \
	ROW(id, 0x00, 31, 16)   \
	ROW(major, 0x00, 15, 8) \
	ROW(minor, 0x00, 7, 0)
PRM_DECLARE_LAYOUT(ppcc_algo, PRM_PPCC_ALGO);

#endif
