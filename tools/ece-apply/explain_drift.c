// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What is done about values that are not what was confirmed any more. */
#include <stdio.h>

#include "lib/base/clock.h"
#include "lib/fleet/drift.h"
#include "lib/fleet/quantity.h"
#include "tools/ece-apply/explain.h"
#include "tools/ece-apply/words.h"

#define SECTION "drift"

static void setting(const struct explain *x, enum fleet_drift_key key, const char *value)
{
	explain_row(x, SECTION, "", fleet_drift_key_name(key), x->fleet->drift->said[key], "", "%s", value);
}

static void number(const struct explain *x, enum fleet_drift_key key, uint32_t n)
{
	char text[16];

	snprintf(text, sizeof(text), "%u", n);
	setting(x, key, text);
}

static void one_rule(const struct explain *x, uint32_t i)
{
	const struct fleet_drift_rule *rule = &x->fleet->drift->rules[i];
	char name[32];

	snprintf(name, sizeof(name), "rules[%u]", i);
	for (uint32_t k = 0; k < rule->param_count; k++)
		explain_row(x, SECTION, name, rule->params[k], rule->place, "", "%s", fleet_drift_word(rule->act));
}

static void one_param(const struct explain *x)
{
	const struct fleet_drift_rule *rule;
	enum fleet_drift_do act = fleet_drift_of(x->fleet, x->param, &rule);
	struct fleet_place place = rule ? rule->place : x->fleet->drift->said[FLEET_DRIFT_DEFAULT];

	explain_row(x, SECTION, "", x->param->name, place, "", "%s", fleet_drift_word(act));
}

void explain_drift(const struct explain *x)
{
	const struct fleet_drift *drift = x->fleet->drift;
	char rate[QUANTITY_RATE_TEXT_MAX], within[WORDS_DURATION_MAX], stop[WORDS_AMOUNT_MAX];

	if (x->param) {
		one_param(x);
		return;
	}
	setting(x, FLEET_DRIFT_DEFAULT, fleet_drift_word(drift->otherwise));
	setting(x, FLEET_DRIFT_STOP_AT, words_amount(drift->stop_at, stop));
	setting(x, FLEET_DRIFT_RATE, quantity_rate_text(&drift->rate, rate));
	number(x, FLEET_DRIFT_BURST, drift->burst);
	number(x, FLEET_DRIFT_TRIES, drift->tries);
	setting(x, FLEET_DRIFT_WITHIN, words_duration(drift->within_ns / CLOCK_MS_NS, within, sizeof(within)));
	for (uint32_t i = 0; i < drift->rule_count; i++)
		one_rule(x, i);
}
