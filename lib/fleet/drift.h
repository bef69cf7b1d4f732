/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What the fleet file says of drift: values that are not any more what was confirmed, or asked for. */
#ifndef ECE_LIB_FLEET_DRIFT_H
#define ECE_LIB_FLEET_DRIFT_H

#include "lib/fleet/fleet.h"

#define FLEET_DRIFT_RULES_MAX  64
#define FLEET_DRIFT_PARAMS_MAX 256 /* globs of one rule */
#define FLEET_DRIFT_BURST_MAX  10000
#define FLEET_DRIFT_TRIES_MAX  16

enum fleet_drift_do {
	FLEET_DRIFT_REPORT, /* say it */
	FLEET_DRIFT_HOLD,   /* and begin no rollout on hosts that have it */
	FLEET_DRIFT_REPAIR, /* and put back what was confirmed, when asked to (--drift --repair) */
	FLEET_DRIFT_DO_COUNT,
};

struct fleet_drift_rule {
	const char *const *params; /* globs (fnmatch) over names of parameters */
	uint32_t param_count;
	enum fleet_drift_do act;
	struct fleet_place place;
};

/* Settings that the file may leave out. */
enum fleet_drift_key {
	FLEET_DRIFT_DEFAULT,
	FLEET_DRIFT_STOP_AT,
	FLEET_DRIFT_RATE,
	FLEET_DRIFT_BURST,
	FLEET_DRIFT_TRIES,
	FLEET_DRIFT_WITHIN,
	FLEET_DRIFT_KEY_COUNT,
};

struct fleet_drift {
	enum fleet_drift_do otherwise; /* "default": of parameters that no rule names */
	const struct fleet_drift_rule *rules;
	uint32_t rule_count;
	struct fleet_amount stop_at; /* the same drift on more hosts is repaired nowhere; of all hosts of the file */
	struct fleet_rate rate;      /* hosts that are repaired, on the average */
	uint32_t burst;              /* and as many at once, when none was for long */
	uint32_t tries;              /* a value that was repaired so often ... */
	uint64_t within_ns;          /* ... in this time, and drifted again, is somebody's: it is not fought over */
	struct fleet_place said[FLEET_DRIFT_KEY_COUNT]; /* line 0: a default */
};

/**
 * fleet_drift_of - what is done when a parameter drifts
 * @rule: receives the first rule that names it, or NULL; may be NULL itself
 */
enum fleet_drift_do fleet_drift_of(const struct fleet *fleet, const struct ece_param *param,
				   const struct fleet_drift_rule **rule);

/**
 * fleet_drift_word - "report", "hold", "repair"
 */
const char *fleet_drift_word(enum fleet_drift_do act);

/**
 * fleet_drift_key_name - how the file writes a setting: "repair.rate"
 */
const char *fleet_drift_key_name(enum fleet_drift_key key);

#endif
