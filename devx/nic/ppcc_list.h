/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* All that a card tells of its programmable congestion control: algorithms by slot, and their parameters. */
#ifndef ECE_DEVX_NIC_PPCC_LIST_H
#define ECE_DEVX_NIC_PPCC_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/nic/nic.h"
#include "devx/params/ppcc.h"

struct ece_ppcc_told_param {
	struct ece_ppcc_entry entry; /* name, default, range, access */
	char text[ECE_PPCC_TEXT_MAX];
	/* The row that reads and writes it; NULL where none can: the name is no name for a fleet file, or too many. */
	const struct ece_param *param;
	struct ece_value value; /* as the card has it; .state says whether it was read */
};

struct ece_ppcc_told_algo {
	uint8_t slot;
	uint16_t id;
	uint8_t major, minor;
	char name[ECE_PPCC_NAME_MAX]; /* empty where the card gives none */
	char text[ECE_PPCC_TEXT_MAX];
	struct ece_value named;   /* SET when they were told, even if empty */
	struct ece_value enabled; /* what is told of slot 15 cannot be trusted */
	bool counters, trace;     /* where .enabled was read */
	bool cut;                 /* it has more than ECE_PPCC_PARAMS_MAX parameters; these are the first */
	struct ece_value counted; /* how many parameters the card says that it has */
	struct ece_ppcc_told_param *params;
	size_t param_count;
};

struct ece_ppcc_told {
	enum ece_backend_id backend; /* that told it */
	struct ece_ppcc_told_algo algos[PRM_PPCC_SLOTS];
	size_t algo_count; /* in the order of slots */
};

/**
 * ece_nic_ppcc_list - ask the card for everything it tells of programmable congestion control
 * @told: ece_ppcc_told_free() it
 *
 * Reads only, through the first of the backends of such parameters that can; some commands for each slot and two for
 * each parameter. What one parameter does not tell is in its value, or in an entry without name; an algorithm whose
 * parameters cannot be counted has none, and .counted says why. Parameters without a row get one made (devx/params/param.h).
 * Returns 0; -EOPNOTSUPP (kind UNSUPPORTED) where the card has no such thing, -ENXIO (kind NO_DOOR) where this host has
 * no way to it, or another negative errno; with @e filled. Source: mstflint register_access_table.adb.
 */
int ece_nic_ppcc_list(struct ece_nic *nic, struct ece_ppcc_told **told, struct ece_error *e);

#define ECE_PPCC_UNTOLD_MAX  4
#define ECE_PPCC_UNTOLD_TEXT (ECE_VALUE_WHY_MAX + 64)

/**
 * ece_ppcc_untold - what the card did not tell of an algorithm, and why, as texts for people
 * @texts: ECE_PPCC_UNTOLD_MAX of them
 *
 * Returns how many there are; 0 when everything was told.
 */
size_t ece_ppcc_untold(const struct ece_ppcc_told_algo *algo, char (*texts)[ECE_PPCC_UNTOLD_TEXT]);
void ece_ppcc_told_free(struct ece_ppcc_told *told);

#endif
