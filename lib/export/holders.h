/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Whose queue pairs they are: processes, and single queue pairs. There can be any number of them, so each costs of one
 * budget of series, and who does not fit into it is counted and not told. Internal to lib/export.
 */
#ifndef ECE_LIB_EXPORT_HOLDERS_H
#define ECE_LIB_EXPORT_HOLDERS_H

#include "lib/base/intern.h"
#include "lib/export/internal.h"

#define EXPORT_HOLDER_LABELS 7

/* Who it is; zero and NULL are what is not known, or does not matter. */
struct export_who {
	const struct export_device *device;
	uint32_t port;
	uint32_t pid;
	const char *owner; /* of the kernel: its module */
	const char *type, *state;
	uint32_t qpn;
};

struct export_holder {
	struct export_label list[EXPORT_HOLDER_LABELS];
	struct export_labels labels;
	char port[EXPORT_NUMBER_MAX], pid[EXPORT_NUMBER_MAX], qpn[EXPORT_NUMBER_MAX];
	uint64_t count; /* the caller's */
	bool left_out;
};

/* What is left of options.series_max, by all that share it. */
struct export_budget {
	size_t left, left_out;
};

/* Zeroed memory with .making and .budget set is an empty list. */
struct export_holders {
	struct export_making *making;
	struct export_budget *budget;
	struct intern names;
	struct export_holder **list; /* by number */
	size_t max;
};

/**
 * export_holder_find - the number of one, a new one when it was not seen before
 * @series: what a new one costs of the budget; with too little left it is .left_out, and so is its cost
 *
 * Returns 0 or -ENOMEM.
 */
int export_holder_find(struct export_holders *holders, const struct export_who *who, size_t series, uint32_t *number);

/* export_holders_done - free what the arena of the page does not have */
void export_holders_done(struct export_holders *holders);

#endif
