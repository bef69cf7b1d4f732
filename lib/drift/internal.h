/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Drift while it is being found. */
#ifndef ECE_LIB_DRIFT_INTERNAL_H
#define ECE_LIB_DRIFT_INTERNAL_H

#include "lib/drift/drift.h"

/* A value that could not be compared, or with .param DRIFT_NO_PARAM a host that could not be read. */
struct unread_value {
	uint32_t host;
	uint16_t param;
	const char *why;
};

struct finder {
	const struct drift_input *input;
	const struct fleet *fleet;
	struct drift *drift;
	uint32_t *reading; /* of each row of the parameter table: its place in facts_nic.readings, or UINT32_MAX */
	struct fleet_want *wants; /* of the NIC at hand */
	size_t want_count;
	size_t item_max;
	struct unread_value *unread;
	size_t unread_count, unread_max;
};

/* All return 0 or -ENOMEM. */

/**
 * drift_add_item, drift_add_unread - one value more
 */
int drift_add_item(struct finder *f, const struct drift_item *item);
int drift_add_unread(struct finder *f, uint32_t host, uint16_t param, const char *why);

/**
 * drift_group_items, drift_group_unread - put together what is alike
 */
int drift_group_items(struct finder *f);
int drift_group_unread(struct finder *f);

#endif
