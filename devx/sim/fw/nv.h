/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The non-volatile configuration of a card: what is stored, and the registers that reach it.
 *
 * Each TLV has three values: as the card was made, as the running firmware loaded it, and as the next one will. Only
 * words that differ from the first are stored, once for all functions of a card. How a card answers what no public
 * document says is this model's own.
 * Source: mstflint register_access_table.adb (mnvda_reg, mnvqc_reg, mnvia_reg, mnvgc_reg, mnvgn_reg).
 */
#ifndef ECE_DEVX_SIM_FW_NV_H
#define ECE_DEVX_SIM_FW_NV_H

#include <stdbool.h>
#include <stdint.h>

#include "devx/prm/nv.h"
#include "devx/sim/fw/fw.h"
#include "devx/sim/fw/register.h"

/* A TLV of this card: its row, its place in the card type's list, and whose it is. */
struct fw_nv_item {
	const struct fw_nv_tlv *tlv; /* NULL: the firmware does not know it */
	uint8_t index;
	uint8_t instance; /* the port or function that has it, from 1; 0: the card */
};

/**
 * fw_nv_find - the TLV of a type word
 *
 * Host and function in the word must be 0: the caller's own.
 */
struct fw_nv_item fw_nv_find(const struct fw *fw, uint32_t type);

/**
 * fw_nv_type - the type word with which a TLV is asked for
 */
uint32_t fw_nv_type(const struct fw_nv_item *item);

/**
 * fw_nv_instances - how many a TLV has on this card; fw_nv_first() is the number of the first one, 0 where it is the card's
 */
uint8_t fw_nv_instances(const struct fw *fw, const struct fw_nv_tlv *tlv);
uint8_t fw_nv_first(const struct fw_nv_tlv *tlv);

/**
 * fw_nv_read - the data of a TLV
 * @data: PRM_NV_DATA_MAX bytes, filled completely: zeros behind the TLV
 *
 * Returns false where the TLV holds nothing in this mode.
 */
bool fw_nv_read(const struct fw *fw, const struct fw_nv_item *item, enum prm_nv_mode mode, uint8_t *data);

/**
 * fw_nv_is_stored - has somebody set the TLV, for the next firmware?
 */
bool fw_nv_is_stored(const struct fw *fw, const struct fw_nv_item *item);

/**
 * fw_nv_write - set a TLV for the next firmware
 *
 * Returns false, with nothing changed, when there is no room for it.
 */
bool fw_nv_write(struct fw *fw, const struct fw_nv_item *item, const uint8_t *data);

/* fw_nv_forget - back to how the card was made, for the next firmware; NULL: every TLV */
void fw_nv_forget(struct fw *fw, const struct fw_nv_item *item);

/* fw_nv_power_on - what the card type has stored, loaded */
void fw_nv_power_on(struct fw *fw);

/* fw_nv_load - a new firmware starts: what was the next configuration is in force */
void fw_nv_load(struct fw *fw);

/* fw_nv_apply - give registers the values that the configuration in force has for them; the rest stays as it is */
void fw_nv_apply(struct fw *fw);

fw_register_handler fw_mnvda;
fw_register_handler fw_mnvdi;
fw_register_handler fw_mnvqc;
fw_register_handler fw_mnvia;
fw_register_handler fw_mnvgc;
fw_register_handler fw_mnvgn;

#endif
