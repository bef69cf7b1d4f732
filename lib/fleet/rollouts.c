// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <string.h>

#include "lib/fleet/extends.h"
#include "lib/fleet/gates.h"
#include "lib/fleet/hosts.h"
#include "lib/fleet/labels.h"
#include "lib/fleet/parse.h"
#include "lib/fleet/value.h"

#define SECOND_NS 1000000000ull

/* What is right for a fleet that nobody has thought about yet: one host, a few, some, all, and the first loss stops. */
#define DEFAULT_SOAK_NS  (60 * SECOND_NS)
#define DEFAULT_LEASE_NS (600 * SECOND_NS)

static const struct fleet_step default_steps[] = {
	{.to = {.n = 1}},
	{.to = {.percent = true, .n = 5 * FLEET_PERCENT}},
	{.to = {.percent = true, .n = 25 * FLEET_PERCENT}},
	{.to = {.percent = true, .n = 100 * FLEET_PERCENT}},
};

static const uint32_t default_gates[] = {GATE_HARD};

static const struct fleet_rollout default_rollout = {
	.name = "default",
	.budget = {.unreachable = {.percent = true, .n = 10 * FLEET_PERCENT}, .lost = {.n = 1}, .failed = {.n = 1}},
	.parallel = 64,
	.undo_parallel = 512,
	.on_fail = FLEET_ON_FAIL_UNDO,
	.lease_ns = DEFAULT_LEASE_NS,
	.on_loss = FLEET_ON_LOSS_UNDO,
	.baseline_ns = UINT64_MAX,
	.on_inconclusive = FLEET_RULE_PAUSE,
	.gates = default_gates,
	.extends = FLEET_NONE,
	.gate_count = 1,
};

static const char *const setting_names[FLEET_SETTING_COUNT] = {
	[FLEET_SET_UNIT] = "unit",
	[FLEET_SET_MIXED] = "mixed",
	[FLEET_SET_BASELINE] = "baseline",
	[FLEET_SET_GATES] = "gates",
	[FLEET_SET_ON_INCONCLUSIVE] = "on_inconclusive",
	[FLEET_SET_UNREACHABLE] = "budget.unreachable",
	[FLEET_SET_LOST] = "budget.lost",
	[FLEET_SET_FAILED] = "budget.failed",
	[FLEET_SET_PARALLEL] = "parallel",
	[FLEET_SET_UNDO_PARALLEL] = "undo_parallel",
	[FLEET_SET_ON_FAIL] = "on_fail",
	[FLEET_SET_LEASE_TTL] = "lease.ttl",
	[FLEET_SET_ON_LOSS] = "lease.on_loss",
};

const char *fleet_setting_name(enum fleet_setting setting)
{
	return setting_names[setting];
}

/* Settings of a rollout before steps and soak are put together: "extends" may bring either from elsewhere. */
struct draft {
	struct fleet_rollout rollout;
	struct cursor steps; /* json NULL: the default ones */
	uint64_t soak_ns;
	struct fleet_place soak_place;
};

struct drafting {
	struct cursor *at;
	struct draft *drafts;
	struct fleet_rollout *rollouts;
};

static int rollout_name(struct parse *p, struct cursor at, const char *key, size_t i, void *ctx)
{
	struct drafting *d = ctx;
	uint32_t number;

	d->at[i] = at;
	return intern_put(&p->rollout_names, key, strlen(key), &number);
}

static void number_read(struct cursor at, uint32_t *number)
{
	json_int_t v = json_integer_value(at.json);

	if (json_is_integer(at.json) && v >= 1 && v <= FLEET_PARALLEL_MAX)
		*number = (uint32_t)v;
}

static void budget_read(struct parse *p, struct cursor at, struct fleet_budget *budget)
{
	read_amount(cursor_get(p, at, "unreachable"), &budget->unreachable);
	read_amount(cursor_get(p, at, "lost"), &budget->lost);
	read_amount(cursor_get(p, at, "failed"), &budget->failed);
}

static void lease_read(struct parse *p, struct cursor at, struct fleet_rollout *rollout)
{
	static const char *const on_loss[] = {[FLEET_ON_LOSS_UNDO] = "undo", [FLEET_ON_LOSS_KEEP] = "keep", NULL};
	struct cursor ttl = cursor_get(p, at, "ttl");

	if (read_duration(ttl, &rollout->lease_ns) && rollout->lease_ns < SECOND_NS)
		fault_value(p, ttl, ECE_ERROR_RANGE, "a lease lasts at least 1s; it has to be renewed meanwhile");
	rollout->on_loss = (enum fleet_on_loss)read_word(cursor_get(p, at, "on_loss"), on_loss, (int)rollout->on_loss);
}

/* A label that no host has would make a unit of each host, which is hardly meant. */
static int unit_read(struct parse *p, struct cursor at, struct fleet_rollout *rollout)
{
	static const char label[] = "label:";
	const size_t len = sizeof(label) - 1;
	const char *text = cursor_text(at), *name;
	char best[128];

	if (!text)
		return 0;
	name = !strncmp(text, label, len) ? text + len : "";
	if (*name && !p->pass_over && !label_known(p, name))
		fault_inside(p, at, len, ECE_ERROR_UNKNOWN_NAME, "no inventory entry has this label%s",
			     did_you_mean_name(label_names(p), name, best, sizeof(best)));
	rollout->unit_label = NULL;
	if (!*name)
		return 0;
	rollout->unit_label = arena_text(p->arena, name, strlen(name));
	return rollout->unit_label ? 0 : -ENOMEM;
}

/* The nearest wins here too: what an extended rollout says stays where this one is silent. */
static void note_said(struct parse *p, struct cursor at, uint32_t number, struct draft *draft)
{
	struct fleet_place soak = cursor_said(p, at, "soak");

	for (size_t i = 0; i < FLEET_SETTING_COUNT; i++) {
		struct fleet_said said = {.place = cursor_said(p, at, setting_names[i]), .rollout = number};

		if (said.place.line)
			draft->rollout.said[i] = said;
	}
	if (soak.line)
		draft->soak_place = soak;
}

static int draft_read(struct parse *p, struct cursor at, struct draft *draft)
{
	static const char *const on_fail[] = {[FLEET_ON_FAIL_UNDO] = "undo", [FLEET_ON_FAIL_STOP] = "stop", NULL};
	struct fleet_rollout *r = &draft->rollout;
	static const char *const mixed[] = {"forbid", "allow", NULL};
	struct cursor steps = cursor_get(p, at, "steps");

	r->place = cursor_place(p, at);
	if (json_array_size(steps.json))
		draft->steps = steps;
	read_duration(cursor_get(p, at, "soak"), &draft->soak_ns);
	budget_read(p, cursor_get(p, at, "budget"), &r->budget);
	number_read(cursor_get(p, at, "parallel"), &r->parallel);
	number_read(cursor_get(p, at, "undo_parallel"), &r->undo_parallel);
	r->on_fail = (enum fleet_on_fail)read_word(cursor_get(p, at, "on_fail"), on_fail, (int)r->on_fail);
	r->on_inconclusive = (enum fleet_rule)read_word(cursor_get(p, at, "on_inconclusive"), fleet_rule_words,
							(int)r->on_inconclusive);
	r->mixed = read_word(cursor_get(p, at, "mixed"), mixed, r->mixed);
	read_duration(cursor_get(p, at, "baseline"), &r->baseline_ns);
	lease_read(p, cursor_get(p, at, "lease"), r);
	return unit_read(p, cursor_get(p, at, "unit"), r);
}

struct stepping {
	struct fleet_step *steps;
	uint64_t soak_ns;
	struct fleet_place soak_place;
	struct fleet_amount reached; /* by the steps before */
};

/* A count and a percentage cannot be compared without the fleet; lib/plan takes what is left, which may be nothing. */
static void growth(struct parse *p, struct cursor to, struct stepping *s, const struct fleet_step *step)
{
	if (step->to.percent == s->reached.percent && step->to.n <= s->reached.n)
		fault_value(p, to, ECE_ERROR_RANGE, "this is no more than an earlier step; steps grow");
	s->reached = step->to;
}

static int step_read(struct parse *p, struct cursor at, const char *key, size_t i, void *ctx)
{
	struct stepping *s = ctx;
	struct fleet_step *step = &s->steps[i];
	struct cursor hosts = cursor_get(p, at, "hosts"), to = cursor_get(p, at, "to");
	struct mentions mentions = {0};
	int err;

	(void)key;
	step->place = cursor_place(p, at);
	step->soak_ns = s->soak_ns;
	step->soak_place = cursor_said(p, at, "soak");
	if (!step->soak_place.line)
		step->soak_place = s->soak_place;
	read_duration(cursor_get(p, at, "soak"), &step->soak_ns);
	read_amount(cursor_get(p, at, "batch"), &step->batch);
	if (json_is_object(at.json) && !hosts.json == !to.json)
		fault_value(p, at, ECE_ERROR_SYNTAX, "a step has either \"to\" or \"hosts\"");
	if (read_amount(to, &step->to))
		growth(p, to, s, step);
	if (!hosts.json)
		return 0;
	err = select_hosts(p, hosts, 0, &mentions);
	return mentions_hosts(p, &mentions, &step->hosts, &step->host_count) ? -ENOMEM : err;
}

static void last_step(struct parse *p, struct cursor steps, const struct fleet_step *last)
{
	if (last->hosts || (last->to.n && (!last->to.percent || last->to.n < 100 * FLEET_PERCENT)))
		fault_value(p, steps, ECE_ERROR_RANGE,
			    "the last step leaves hosts out; add { \"to\": \"100%%\" } behind it");
}

static int steps_build(struct parse *p, struct draft *draft)
{
	const size_t defaults = sizeof(default_steps) / sizeof(default_steps[0]);
	size_t count = draft->steps.json ? json_array_size(draft->steps.json) : defaults;
	struct stepping s = {.soak_ns = draft->soak_ns, .soak_place = draft->soak_place};
	int err = 0;

	s.steps = arena_alloc(p->arena, count, sizeof(*s.steps));
	if (!s.steps)
		return -ENOMEM;
	draft->rollout.steps = s.steps;
	draft->rollout.step_count = (uint32_t)count;
	if (draft->steps.json) {
		err = cursor_each(p, draft->steps, step_read, &s);
		last_step(p, draft->steps, &s.steps[count - 1]);
		return err;
	}
	for (size_t i = 0; i < count; i++) {
		s.steps[i] = default_steps[i];
		s.steps[i].soak_ns = draft->soak_ns;
		s.steps[i].soak_place = draft->soak_place;
	}
	return 0;
}

static int each_gate(struct parse *p, struct cursor at, const char *key, size_t i, void *ctx)
{
	struct fleet_rollout *rollout = ctx;
	uint32_t *gates = (uint32_t *)(uintptr_t)rollout->gates;
	uint32_t gate = read_name(p, at, &p->gate_names, "gate");

	(void)key;
	(void)i;
	if (gate == FLEET_NONE || rollout->gate_count == FLEET_GATES_MAX)
		return 0;
	for (uint32_t k = 0; k < rollout->gate_count; k++)
		if (gates[k] == gate)
			fault_value(p, at, ECE_ERROR_DUPLICATE, "this gate is named twice");
	gates[rollout->gate_count++] = gate;
	return 0;
}

static int gates_read(struct parse *p, struct cursor at, struct fleet_rollout *rollout)
{
	if (!json_is_array(at.json))
		return 0;
	rollout->gates = arena_alloc(p->arena, FLEET_GATES_MAX, sizeof(*rollout->gates));
	rollout->gate_count = 0;
	rollout->gates_given = true;
	return rollout->gates ? cursor_each(p, at, each_gate, rollout) : -ENOMEM;
}

/* Said where the rollout that has both names one of them, and not again for those that extend it. */
static void check_baseline(struct parse *p, struct cursor at, const struct fleet_rollout *rollout)
{
	struct cursor own = cursor_get(p, at, "baseline");

	if (!own.json)
		own = cursor_get(p, at, "gates");
	for (uint32_t i = 0; own.json && rollout->gates_given && !rollout->baseline_ns && i < rollout->gate_count;
	     i++) {
		const struct fleet_gate *gate = &p->fleet->gates[rollout->gates[i]];

		if (gate->rule.max.times_baseline || gate->rule.min.times_baseline)
			fault_value(p, own, ECE_ERROR_CONFLICT,
				    "gate %s compares with what was before the step, and the baseline is 0s",
				    gate->name);
	}
}

static int rollout_build(struct parse *p, struct drafting *d, uint32_t i, uint32_t parent)
{
	struct draft *draft = &d->drafts[i];
	int err;

	*draft = parent == FLEET_NONE ? (struct draft){.rollout = default_rollout, .soak_ns = DEFAULT_SOAK_NS} :
					d->drafts[parent];
	draft->rollout.extends = parent;
	note_said(p, d->at[i], i, draft);
	err = draft_read(p, d->at[i], draft);
	if (!err)
		err = gates_read(p, cursor_get(p, d->at[i], "gates"), &draft->rollout);
	check_baseline(p, d->at[i], &draft->rollout);
	if (!err)
		err = steps_build(p, draft);
	d->rollouts[i] = draft->rollout;
	d->rollouts[i].name = p->rollout_names.texts[i];
	return err;
}

/* The one that is used, when the file does not say: behind those of the file. */
static int default_build(struct parse *p, struct drafting *d, size_t count)
{
	struct draft draft = {.rollout = default_rollout, .soak_ns = DEFAULT_SOAK_NS};
	int err;

	p->fleet->rollout = intern_find(&p->rollout_names, "default", strlen("default"));
	p->fleet->rollout_count = (uint32_t)count;
	if (p->fleet->rollout != INTERN_NONE)
		return 0;
	err = steps_build(p, &draft);
	d->rollouts[count] = draft.rollout;
	p->fleet->rollout = (uint32_t)count;
	p->fleet->rollout_count++;
	return err;
}

int read_rollouts(struct parse *p, struct cursor root)
{
	struct cursor map = cursor_get(p, root, "rollouts");
	size_t count = json_object_size(map.json);
	uint32_t *parents = arena_alloc(&p->scratch, count, sizeof(*parents));
	uint32_t *order = arena_alloc(&p->scratch, count, sizeof(*order));
	struct drafting d = {
		.at = arena_alloc(&p->scratch, count, sizeof(*d.at)),
		.drafts = arena_alloc(&p->scratch, count, sizeof(*d.drafts)),
		.rollouts = arena_alloc(p->arena, count + 1, sizeof(*d.rollouts)),
	};
	int err = 0;

	if (!parents || !order || !d.at || !d.drafts || !d.rollouts)
		return -ENOMEM;
	p->fleet->rollouts = d.rollouts;
	if (count)
		err = cursor_each(p, map, rollout_name, &d);
	if (!err && count)
		err = extends_order(p, "rollout", map, &p->rollout_names, parents, order);
	for (size_t i = 0; !err && i < count; i++)
		err = rollout_build(p, &d, order[i], parents[order[i]]);
	return err ? err : default_build(p, &d, count);
}
