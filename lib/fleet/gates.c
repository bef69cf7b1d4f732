// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/fleet/gates.h"

#include <errno.h>
#include <string.h>

#include "lib/fleet/argv.h"
#include "lib/fleet/parse.h"
#include "lib/fleet/quantity.h"
#include "lib/fleet/value.h"

#define HARD_NAME          "hard"
#define DEFAULT_TIMEOUT_NS 30000000000ull
#define DEFAULT_WATCH      64

#define BIT(kind)  (1u << (kind))
#define COUNTER    BIT(FLEET_GATE_COUNTER)
#define ASKED      (BIT(FLEET_GATE_PROMQL) | BIT(FLEET_GATE_EXEC))
#define COUNTER_OR "\"counter\", \"promql\" or \"exec\""

/*
 * Windows differ in length, so growth is compared a second. Where there was none before, any is harm; a link that was
 * bad before wobbles, and has to become twice as bad.
 */
static const struct fleet_gate hard_gate = {
	.name = HARD_NAME,
	.kind = FLEET_GATE_HARD,
	.rule = {.on = GATE_ON_TREATED,
		 .per = GATE_PER_SECOND,
		 .max = {.set = true, .times_baseline = true, .value = 2}},
};

static const char *const key_names[FLEET_GATE_KEY_COUNT] = {
	[FLEET_GATE_ON] = "on",
	[FLEET_GATE_PER] = "per",
	[FLEET_GATE_MAX] = "max",
	[FLEET_GATE_MIN] = "min",
	[FLEET_GATE_MIN_TRAFFIC] = "min_traffic",
	[FLEET_GATE_WATCH] = "watch",
	[FLEET_GATE_TIMEOUT] = "timeout",
	[FLEET_GATE_WAIT] = "wait",
	[FLEET_GATE_ON_INCONCLUSIVE] = "on_inconclusive",
};

const char *fleet_gate_key_name(enum fleet_gate_key key)
{
	return key_names[key];
}

/* Keys that only some kinds of gates have. */
static const struct gate_key {
	const char *name;
	unsigned int kinds;
	const char *text; /* of the kinds */
} gate_keys[] = {
	{"per", COUNTER, "\"counter\""},
	{"min_traffic", COUNTER, "\"counter\""},
	{"watch", COUNTER, "\"counter\""},
	{"timeout", ASKED, "\"promql\" and \"exec\""},
};

static void check_keys(struct parse *p, struct cursor at, enum fleet_gate_kind kind)
{
	for (size_t i = 0; i < sizeof(gate_keys) / sizeof(gate_keys[0]); i++) {
		struct cursor member = cursor_get(p, at, gate_keys[i].name);

		if (member.json && !(gate_keys[i].kinds & BIT(kind)))
			fault_key(p, member, ECE_ERROR_CONFLICT, "only gates with %s have this", gate_keys[i].text);
	}
}

/* The one key that says what it looks at. Returns false, with the fault reported, when there is none or more. */
static bool kind_read(struct parse *p, struct cursor at, enum fleet_gate_kind *kind)
{
	static const char *const kinds[] = {
		[FLEET_GATE_COUNTER] = "counter", [FLEET_GATE_PROMQL] = "promql", [FLEET_GATE_EXEC] = "exec"};
	int found = 0;

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (!json_object_get(at.json, kinds[i]))
			continue;
		*kind = (enum fleet_gate_kind)i;
		found++;
	}
	if (found != 1 && json_is_object(at.json))
		fault_value(p, at, ECE_ERROR_SYNTAX, "a gate has %s of " COUNTER_OR, found ? "only one" : "one");
	return found == 1;
}

static void bound_read(struct parse *p, struct cursor at, struct gate_bound *bound)
{
	struct cursor times = cursor_get(p, at, "times_baseline"), floor = cursor_get(p, at, "floor");

	bound->set = json_is_number(at.json) || json_is_number(times.json);
	bound->times_baseline = json_is_object(at.json);
	bound->value = json_number_value(bound->times_baseline ? times.json : at.json);
	bound->floor = json_number_value(floor.json);
	if (json_is_number(times.json) && bound->value <= 0)
		fault_value(p, times, ECE_ERROR_RANGE, "%g; this is more than 0", bound->value);
	if (json_is_number(floor.json) && bound->floor < 0)
		fault_value(p, floor, ECE_ERROR_RANGE, "%g; this is 0 or more", bound->floor);
}

static bool same_measure(const struct gate_rule *rule)
{
	return rule->max.set && rule->min.set && !rule->max.times_baseline && !rule->min.times_baseline;
}

static void bounds_read(struct parse *p, struct cursor at, struct fleet_gate *gate)
{
	struct cursor max = cursor_get(p, at, "max"), min = cursor_get(p, at, "min");
	struct cursor floor = cursor_get(p, min, "floor");
	struct gate_rule *rule = &gate->rule;
	bool relative = json_is_object(max.json) || json_is_object(min.json);

	bound_read(p, max, &rule->max);
	bound_read(p, min, &rule->min);
	if (floor.json)
		fault_key(p, floor, ECE_ERROR_CONFLICT,
			  "only \"max\" has this: a floor keeps a threshold from being 0");
	if (same_measure(rule) && rule->min.value > rule->max.value)
		fault_value(p, min, ECE_ERROR_RANGE, "%g is above \"max\", which is %g", rule->min.value,
			    rule->max.value);
	if (gate->kind != FLEET_GATE_EXEC && !max.json && !min.json)
		fault_value(p, at, ECE_ERROR_SYNTAX, "a gate with \"%s\" has \"max\", \"min\" or both",
			    gate->kind == FLEET_GATE_COUNTER ? "counter" : "promql");
	if (gate->kind == FLEET_GATE_COUNTER && relative && !json_object_get(at.json, "per"))
		fault_value(p, at, ECE_ERROR_SYNTAX,
			    "baseline and soak differ in length, so \"times_baseline\" of a counter needs \"per\": "
			    "\"second\" or \"TB\"");
}

static void rule_read(struct parse *p, struct cursor at, struct gate_rule *rule)
{
	static const char *const on[] = {[GATE_ON_TREATED] = "treated", [GATE_ON_UNTOUCHED] = "untouched", NULL};
	static const char *const per[] = {"second", "TB", NULL};
	const char *size = cursor_text(cursor_get(p, at, "min_traffic"));
	uint64_t bytes = 0;

	rule->on = (enum gate_on)read_word(cursor_get(p, at, "on"), on, GATE_ON_TREATED);
	switch (read_word(cursor_get(p, at, "per"), per, -1)) {
	case 0:
		rule->per = GATE_PER_SECOND;
		break;
	case 1:
		rule->per = GATE_PER_TB;
		break;
	default:
		rule->per = GATE_PER_NOTHING;
	}
	if (size && !quantity_size(size, &bytes))
		rule->min_traffic = (double)bytes;
}

static int source_read(struct parse *p, struct cursor at, struct fleet_gate *gate)
{
	const char *counter = cursor_text(cursor_get(p, at, "counter"));
	int err = read_copy(p, cursor_get(p, at, "promql"), &gate->promql);

	gate->counter = counter ? counter_find(counter) : NULL;
	if (gate->kind == FLEET_GATE_PROMQL && !json_object_get(json_object_get(p->file.json, "prometheus"), "url"))
		fault_key(p, cursor_get(p, at, "promql"), ECE_ERROR_SYNTAX,
			  "nobody to ask; add \"prometheus\": { \"url\": ... } to the file");
	return err ? err : read_argv(p, cursor_get(p, at, "exec"), &gate->argv);
}

static void times_read(struct parse *p, struct cursor at, struct fleet_gate *gate)
{
	json_int_t watch = json_integer_value(json_object_get(at.json, "watch"));
	struct cursor timeout = cursor_get(p, at, "timeout");
	int rule = read_word(cursor_get(p, at, "on_inconclusive"), fleet_rule_words, -1);

	gate->timeout_ns = DEFAULT_TIMEOUT_NS;
	if (read_duration(timeout, &gate->timeout_ns) && !gate->timeout_ns)
		fault_value(p, timeout, ECE_ERROR_RANGE, "no answer comes in no time");
	read_duration(cursor_get(p, at, "wait"), &gate->wait_ns);
	gate->watch = watch > 0 && watch <= FLEET_PARALLEL_MAX ? (uint32_t)watch : DEFAULT_WATCH;
	gate->has_on_inconclusive = rule >= 0;
	gate->on_inconclusive = rule < 0 ? FLEET_RULE_PAUSE : (enum fleet_rule)rule;
}

static int name_put(struct parse *p, struct cursor at, const char *name, struct fleet_gate *gate)
{
	uint32_t known = p->gate_names.count, number;

	if (intern_put(&p->gate_names, name, strlen(name), &number))
		return -ENOMEM;
	if (number < known && number == GATE_HARD)
		fault_key(p, at, ECE_ERROR_DUPLICATE, "\"" HARD_NAME "\" is built in; choose another name");
	if (strlen(name) >= GATE_NAME_MAX)
		fault_key(p, at, ECE_ERROR_LIMIT, "a name of a gate has at most %d characters", GATE_NAME_MAX - 1);
	gate->name = p->gate_names.texts[number];
	return 0;
}

static int each_gate(struct parse *p, struct cursor at, const char *key, size_t i, void *ctx)
{
	struct fleet_gate *gate = &((struct fleet_gate *)ctx)[GATE_HARD + 1 + i];
	int err = name_put(p, at, key, gate);

	if (err || !kind_read(p, at, &gate->kind))
		return err;
	gate->place = cursor_place(p, at);
	for (size_t k = 0; k < FLEET_GATE_KEY_COUNT; k++)
		gate->said[k] = cursor_said(p, at, key_names[k]);
	check_keys(p, at, gate->kind);
	rule_read(p, at, &gate->rule);
	bounds_read(p, at, gate);
	times_read(p, at, gate);
	if (json_object_get(at.json, "watch") && gate->rule.on == GATE_ON_TREATED)
		fault_key(p, cursor_get(p, at, "watch"), ECE_ERROR_CONFLICT,
			  "only gates on \"untouched\" have this: of treated hosts all are watched");
	return source_read(p, at, gate);
}

int read_gates(struct parse *p, struct cursor root)
{
	struct cursor map = cursor_get(p, root, "gates");
	size_t count = json_object_size(map.json);
	struct fleet_gate *gates = arena_alloc(p->arena, count + 1, sizeof(*gates));
	uint32_t number;
	int err = read_copy(p, cursor_get(p, cursor_get(p, root, "prometheus"), "url"), &p->fleet->prometheus_url);

	p->fleet->prometheus_place = cursor_said(p, root, "prometheus.url");
	if (err || !gates || intern_put(&p->gate_names, HARD_NAME, strlen(HARD_NAME), &number))
		return -ENOMEM;
	gates[GATE_HARD] = hard_gate;
	p->fleet->gates = gates;
	p->fleet->gate_count = (uint32_t)count + 1;
	return count ? cursor_each(p, map, each_gate, gates) : 0;
}
