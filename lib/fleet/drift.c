// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/fleet/drift.h"

#include <errno.h>
#include <fnmatch.h>
#include <string.h>

#include "lib/fleet/parse.h"
#include "lib/fleet/quantity.h"
#include "lib/fleet/value.h"

#define HOUR_NS   UINT64_C(3600000000000)
#define MINUTE_NS UINT64_C(60000000000)

/* A report harms nobody. What is repaired goes slowly, and stops where it looks like more than an accident. */
static const struct fleet_drift defaults = {
	.otherwise = FLEET_DRIFT_REPORT,
	.stop_at = {.percent = true, .n = FLEET_PERCENT},
	.rate = {.n = 10, .per_ns = MINUTE_NS},
	.burst = 5,
	.tries = 3,
	.within_ns = 24 * HOUR_NS,
};

static const char *const words[] = {
	[FLEET_DRIFT_REPORT] = "report",
	[FLEET_DRIFT_HOLD] = "hold",
	[FLEET_DRIFT_REPAIR] = "repair",
	[FLEET_DRIFT_DO_COUNT] = NULL,
};

static const char *const key_names[FLEET_DRIFT_KEY_COUNT] = {
	[FLEET_DRIFT_DEFAULT] = "default",    [FLEET_DRIFT_STOP_AT] = "stop_at",
	[FLEET_DRIFT_RATE] = "repair.rate",   [FLEET_DRIFT_BURST] = "repair.burst",
	[FLEET_DRIFT_TRIES] = "repair.tries", [FLEET_DRIFT_WITHIN] = "repair.within",
};

const char *fleet_drift_word(enum fleet_drift_do act)
{
	return act < FLEET_DRIFT_DO_COUNT ? words[act] : "?";
}

const char *fleet_drift_key_name(enum fleet_drift_key key)
{
	return key_names[key];
}

static bool takes(const struct fleet_drift_rule *rule, const struct ece_param *param)
{
	for (uint32_t i = 0; i < rule->param_count; i++)
		if (!fnmatch(rule->params[i], param->name, 0))
			return true;
	return false;
}

enum fleet_drift_do fleet_drift_of(const struct fleet *fleet, const struct ece_param *param,
				   const struct fleet_drift_rule **rule)
{
	const struct fleet_drift *drift = fleet->drift;
	uint32_t i = 0;

	while (i < drift->rule_count && !takes(&drift->rules[i], param))
		i++;
	if (rule)
		*rule = i < drift->rule_count ? &drift->rules[i] : NULL;
	return i < drift->rule_count ? drift->rules[i].act : drift->otherwise;
}

struct ruling {
	struct fleet_drift_rule *rules;
	uint32_t count;
	const char **globs; /* of the rule that is being read */
};

static bool takes_any(const char *glob)
{
	const struct ece_param *param;

	for (size_t row = 0; (param = ece_param_at(row)); row++)
		if (!fnmatch(glob, param->name, 0))
			return true;
	return false;
}

/* Another name of a parameter is taken for its own; a glob is only looked for among the names of the table. */
static int each_glob(struct parse *p, struct cursor at, const char *key, size_t i, void *ctx)
{
	struct ruling *r = ctx;
	struct fleet_drift_rule *rule = &r->rules[r->count];
	const char *text = cursor_text(at);
	const struct ece_param *param = text ? ece_param_find(text) : NULL;
	char best[160];

	(void)key;
	(void)i;
	if (!text || !*text || rule->param_count == FLEET_DRIFT_PARAMS_MAX)
		return 0;
	if (!param && strpbrk(text, "*?[") && !takes_any(text))
		fault_value(p, at, ECE_ERROR_UNKNOWN_NAME, "no parameter has a name like this");
	else if (!param && !strpbrk(text, "*?["))
		fault_value(p, at, ECE_ERROR_UNKNOWN_NAME, "no parameter is called \"%.60s\"%s", text,
			    did_you_mean_param(text, best, sizeof(best)));
	return read_text(p, param ? param->name : text, &r->globs[rule->param_count++]);
}

static int each_rule(struct parse *p, struct cursor at, const char *key, size_t i, void *ctx)
{
	struct ruling *r = ctx;
	struct cursor params = cursor_get(p, at, "params");
	struct fleet_drift_rule *rule = &r->rules[r->count];
	int err;

	(void)key;
	(void)i;
	/* too many were reported by the check */
	if (r->count == FLEET_DRIFT_RULES_MAX || !json_is_array(params.json))
		return 0;
	r->globs = arena_alloc(p->arena, cursor_count(params) + 1, sizeof(*r->globs));
	if (!r->globs)
		return -ENOMEM;
	*rule = (struct fleet_drift_rule){.params = r->globs, .place = cursor_place(p, at)};
	rule->act = (enum fleet_drift_do)read_word(cursor_get(p, at, "do"), words, FLEET_DRIFT_REPORT);
	err = cursor_each(p, params, each_glob, r);
	r->count++;
	return err;
}

static int rules_read(struct parse *p, struct cursor list, struct fleet_drift *drift)
{
	struct ruling r = {0};
	int err;

	if (!json_is_array(list.json))
		return 0;
	r.rules = arena_alloc(p->arena, FLEET_DRIFT_RULES_MAX, sizeof(*r.rules));
	if (!r.rules)
		return -ENOMEM;
	err = cursor_each(p, list, each_rule, &r);
	drift->rules = r.rules;
	drift->rule_count = r.count;
	return err;
}

/* What is out of range was reported by the check. */
static void count_read(struct cursor at, uint32_t max, uint32_t *count)
{
	json_int_t v = json_integer_value(at.json);

	if (json_is_integer(at.json) && v >= 1 && v <= max)
		*count = (uint32_t)v;
}

static void repair_read(struct parse *p, struct cursor at, struct fleet_drift *drift)
{
	struct cursor within = cursor_get(p, at, "within");
	const char *rate = cursor_text(cursor_get(p, at, "rate"));

	if (rate)
		quantity_rate(rate, &drift->rate);
	count_read(cursor_get(p, at, "burst"), FLEET_DRIFT_BURST_MAX, &drift->burst);
	count_read(cursor_get(p, at, "tries"), FLEET_DRIFT_TRIES_MAX, &drift->tries);
	if (read_duration(within, &drift->within_ns) && !drift->within_ns)
		fault_value(p, within, ECE_ERROR_RANGE, "in no time nothing is repaired often; write how long");
}

int read_drift(struct parse *p, struct cursor root)
{
	struct cursor at = cursor_get(p, root, "drift");
	struct fleet_drift *drift = arena_alloc(p->arena, 1, sizeof(*drift));

	if (!drift)
		return -ENOMEM;
	*drift = defaults;
	p->fleet->drift = drift;
	if (!json_is_object(at.json))
		return 0;
	drift->otherwise = (enum fleet_drift_do)read_word(cursor_get(p, at, "default"), words, (int)defaults.otherwise);
	read_amount(cursor_get(p, at, "stop_at"), &drift->stop_at);
	repair_read(p, cursor_get(p, at, "repair"), drift);
	for (size_t i = 0; i < FLEET_DRIFT_KEY_COUNT; i++)
		drift->said[i] = cursor_said(p, at, key_names[i]);
	return rules_read(p, cursor_get(p, at, "rules"), drift);
}
