// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/fleet/drift.h"
#include "lib/fleet/shape_parts.h"

static const struct shape_word act_words[] = {{.name = "report"}, {.name = "hold"}, {.name = "repair"}, {0}};
static const struct shape act = {.kind = SHAPE_WORD, .words = act_words};

static const struct shape globs = {.kind = SHAPE_ARRAY, .of = &shape_text, .min = 1, .max = FLEET_DRIFT_PARAMS_MAX};
static const struct shape_key rule_keys[] = {
	{.name = "params",
	 .shape = &globs,
	 .required = true,
	 .text = "Names of parameters, or globs as in \"dcqcn.*\""},
	{.name = "do",
	 .shape = &act,
	 .required = true,
	 .text = "report; hold: also begin no rollout on hosts that have it; repair: also put back what was confirmed, "
		 "with --drift --repair"},
	{0},
};
static const struct shape rule = {.kind = SHAPE_OBJECT, .keys = rule_keys};
static const struct shape rules = {.kind = SHAPE_ARRAY, .of = &rule, .max = FLEET_DRIFT_RULES_MAX};

static const struct shape amount = {.kind = SHAPE_AMOUNT, .min = 1, .max = FLEET_HOSTS_MAX};
static const struct shape rate = {.kind = SHAPE_RATE};
static const struct shape burst = {.kind = SHAPE_INTEGER, .min = 1, .max = FLEET_DRIFT_BURST_MAX};
static const struct shape tries = {.kind = SHAPE_INTEGER, .min = 1, .max = FLEET_DRIFT_TRIES_MAX};

static const struct shape_key repair_keys[] = {
	{.name = "rate",
	 .shape = &rate,
	 .text = "Hosts that are repaired on the average, in the whole fleet: \"10/min\""},
	{.name = "burst", .shape = &burst, .text = "Hosts that are repaired at once, when none was for long"},
	{.name = "tries",
	 .shape = &tries,
	 .text = "A value that was repaired so often and drifted again is not fought over any more, until a person "
		 "says "
		 "so (--again)"},
	{.name = "within", .shape = &shape_duration, .text = "The time in which repairs of a value are counted"},
	{0},
};
static const struct shape repair = {.kind = SHAPE_OBJECT, .keys = repair_keys};

static const struct shape_key drift_keys[] = {
	{.name = "default", .shape = &act, .text = "What is done about parameters that no rule names"},
	{.name = "rules", .shape = &rules, .text = "What is done by parameter; the first rule that names it"},
	{.name = "stop_at",
	 .shape = &amount,
	 .text = "The same drift on more hosts, of all that the file names, is repaired nowhere: a number, or a part; "
		 "one host alone is always repaired"},
	{.name = "repair", .shape = &repair, .text = "How fast, and how often"},
	{0},
};
const struct shape shape_drift = {.kind = SHAPE_OBJECT, .keys = drift_keys};
