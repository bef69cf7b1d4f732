/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Counters of a card's programmable algorithms (ZTR-RTT and others), by slot. Which there are, and what they are
 * called, is the card's word and moves with its firmware; so names are read first, and values as often as wanted.
 * Source: mstflint register_access_table.adb (ppcc). No counter of any card was ever seen here: how many there are is
 * found by asking for the name of one after the other, since two releases of that table do not agree on the number.
 */
#ifndef ECE_DEVX_NIC_PPCC_COUNTERS_H
#define ECE_DEVX_NIC_PPCC_COUNTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/nic/nic.h"
#include "devx/params/ppcc.h"

#define ECE_PPCC_COUNTERS_MAX 55 /* of one algorithm: one answer has room for these */

struct ece_ppcc_counter {
	char name[ECE_PPCC_NAME_MAX]; /* empty where the card gives none */
	char text[ECE_PPCC_TEXT_MAX];
	uint32_t wraps; /* its highest value, by the card's word; 0: not told */
	bool told;      /* .value was in the last answer */
	uint32_t value;
};

struct ece_ppcc_counted {
	struct ece_ppcc_key key;
	uint8_t slot;
	char name[ECE_PPCC_NAME_MAX];
	bool counting; /* its counters are on: else they stand still */
	struct ece_ppcc_counter counters[ECE_PPCC_COUNTERS_MAX];
	size_t count;
};

struct ece_ppcc_counting {
	enum ece_backend_id backend; /* that tells it */
	struct ece_ppcc_counted algos[PRM_PPCC_SLOTS];
	size_t algo_count; /* in the order of slots; those without counters are left out */
};

/**
 * ece_nic_ppcc_counters - find out which counters there are; no values yet
 * @counting: receives it; free() it
 *
 * A command for each counter, and some for each slot. Returns 0, or as ece_nic_ppcc_list() with @e filled.
 */
int ece_nic_ppcc_counters(struct ece_nic *nic, struct ece_ppcc_counting **counting, struct ece_error *e);

/**
 * ece_nic_ppcc_count - their values now, two commands for each slot and one for all; nothing is cleared by that
 *
 * Returns 0; -ESTALE (kind STALE): other algorithms are in the slots by now, so find out again; or another negative
 * errno with @e filled.
 */
int ece_nic_ppcc_count(struct ece_nic *nic, struct ece_ppcc_counting *counting, struct ece_error *e);

#endif
