/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Values that are not what was confirmed on their host, or, where nothing was confirmed, what the fleet file asks for.
 * Pure: what was read of the hosts goes in, and is only compared.
 */
#ifndef ECE_LIB_DRIFT_DRIFT_H
#define ECE_LIB_DRIFT_DRIFT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "lib/fleet/drift.h"
#include "lib/fleet/facts.h"
#include "lib/fleet/fleet.h"

/* Runs of ece-set, which a person types on the host itself, have names that begin so (lib/host/once.h). */
#define DRIFT_PERSON_PREFIX "set-"

/* What it looks like. The journal of a host knows all that we wrote there, so what is neither is somebody's. */
enum drift_kind {
	DRIFT_LOST,    /* what it had before anything of ours: a reset, a driver that was loaded again, a boot */
	DRIFT_FOREIGN, /* neither that nor what was confirmed: another program or person wrote it */
	DRIFT_PERSON,  /* a person set it on the host with ece-set, and the file asks for something else */
	DRIFT_NEVER,   /* nothing was ever confirmed there, and it is not what the file asks for */
	DRIFT_KIND_COUNT,
};

/* Why it is not repaired, whatever the rules of the file say. */
enum drift_bar {
	DRIFT_FREE,
	DRIFT_BAR_LEFT,    /* the file says "leave" */
	DRIFT_BAR_ASKED,   /* the file asks for something else than what was confirmed: that is a rollout's */
	DRIFT_BAR_UNNAMED, /* the file no longer names it */
	DRIFT_BAR_PERSON,  /* a person set it on the host */
	DRIFT_BAR_NEVER,   /* it was never rolled out */
	DRIFT_BAR_COUNT,
};

/* One parameter of one NIC. */
struct drift_item {
	uint32_t host; /* of the fleet */
	uint16_t nic;
	uint16_t param;       /* row of the parameter table */
	uint64_t should, now; /* raw */
	enum drift_kind kind;
	enum drift_bar bar;
	enum fleet_drift_do act; /* what the file wants done */
	/* What earlier passes knew (lib/drift/memory.h); seconds since 1970, 0: not known. */
	int64_t first_seen, last_right;
	uint32_t repairs; /* in the time that the file says */
	int64_t given_up; /* another writer keeps writing: not fought since then */
};

/* Items that are alike in all but host and NIC. */
struct drift_group {
	const struct drift_item *item; /* the first of them */
	size_t first, count;           /* in drift->items */
	char *hosts;                   /* folded */
	size_t host_count;
};

/* What could not be compared, and why: equal reasons are one. */
struct drift_unread {
	const char *why;
	uint16_t param; /* or DRIFT_NO_PARAM: the whole host */
	char *hosts;    /* folded */
	size_t host_count, value_count;
};

#define DRIFT_NO_PARAM UINT16_MAX

struct drift {
	struct drift_item
		*items; /* grouped: by parameter, values, kind, what bars it, what is done; then host and NIC */
	size_t item_count;
	struct drift_group *groups;
	size_t group_count;
	struct drift_unread *unread;
	size_t unread_count;
	bool *judged;                                   /* of each host of the fleet: it was read and compared */
	size_t host_count, judged_count, drifted_count; /* hosts */
	size_t excluded_count;                          /* hosts that the file leaves alone: not looked at */
	size_t held_count;                              /* hosts that a run holds just now: not looked at */
	size_t unread_hosts;                            /* hosts that were not read, or not all of whose values were */
	size_t value_count;                             /* that were compared */
	size_t pending_count; /* values as confirmed, for which the file by now asks something else */
};

struct drift_input {
	const struct fleet *fleet;
	const struct facts_host *hosts;        /* as many as the fleet has, in its order */
	const struct ece_param *const *params; /* those of facts_nic.readings, in that order */
	size_t param_count;
	const bool *asked; /* of each host: it was asked; NULL: all were. Others are not looked at, nor counted */
};

/**
 * drift_find - compare
 *
 * Returns 0 with @drift for drift_free(), which accepts NULL; or -ENOMEM.
 */
int drift_find(const struct drift_input *input, struct drift **drift);
void drift_free(struct drift *drift);

/**
 * drift_of_original - has what was confirmed on a NIC drifted?
 *
 * Not told (no value was confirmed, it cannot be read, no card tells it truly) is no.
 */
bool drift_of_original(const struct facts_original *original);

/**
 * drift_kind_name - "lost", "foreign", "person", "never_applied"
 * drift_kind_text - the same as the end of a sentence
 * drift_bar_name - "left", "asked", "unnamed", "person", "never_applied"; "" for what is free
 * drift_bar_text - why it is not repaired, as the end of a sentence; "" for what is free
 */
const char *drift_kind_name(enum drift_kind kind);
const char *drift_kind_text(enum drift_kind kind);
const char *drift_bar_name(enum drift_bar bar);
const char *drift_bar_text(enum drift_bar bar);

#endif
