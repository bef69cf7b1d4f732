// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <string.h>

#include "lib/fleet/hosts.h"
#include "lib/fleet/sim.h"
#include "lib/fleet/value.h"

struct entries {
	struct fleet_sim_fault *faults;
	struct mentions mentions;
};

#define KIND(kind) (1u << (kind))

/* A key that only some kinds of fault have. */
static const struct {
	const char *name, *kinds;
	unsigned int of, needed_by;
} keys[] = {
	{"param", "refuses, ignores, rewrites and rounds",
	 KIND(FLEET_SIM_REFUSES) | KIND(FLEET_SIM_IGNORES) | KIND(FLEET_SIM_REWRITES) | KIND(FLEET_SIM_ROUNDS),
	 KIND(FLEET_SIM_REWRITES) | KIND(FLEET_SIM_ROUNDS)},
	{"value", "rewrites and rounds", KIND(FLEET_SIM_REWRITES) | KIND(FLEET_SIM_ROUNDS),
	 KIND(FLEET_SIM_REWRITES) | KIND(FLEET_SIM_ROUNDS)},
	{"delay", "slow", KIND(FLEET_SIM_SLOW), KIND(FLEET_SIM_SLOW)},
	{"times", "down, lost, refuses, ignores, slow, twice, lies and other_id",
	 KIND(FLEET_SIM_DOWN) | KIND(FLEET_SIM_LOST) | KIND(FLEET_SIM_REFUSES) | KIND(FLEET_SIM_IGNORES) |
		 KIND(FLEET_SIM_SLOW) | KIND(FLEET_SIM_TWICE) | KIND(FLEET_SIM_LIES) | KIND(FLEET_SIM_OTHER),
	 0},
	{"at", "dies, resets, rewrites and rounds",
	 KIND(FLEET_SIM_DIES) | KIND(FLEET_SIM_RESETS) | KIND(FLEET_SIM_REWRITES) | KIND(FLEET_SIM_ROUNDS),
	 KIND(FLEET_SIM_DIES) | KIND(FLEET_SIM_RESETS)},
	{"every", "resets and rewrites", KIND(FLEET_SIM_RESETS) | KIND(FLEET_SIM_REWRITES), 0},
	{"for", "dies", KIND(FLEET_SIM_DIES), 0},
	{"protocol", "speaks", KIND(FLEET_SIM_SPEAKS), KIND(FLEET_SIM_SPEAKS)},
};

static void check_keys(struct parse *p, struct cursor at, enum fleet_sim_fault_kind kind)
{
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		struct cursor member = cursor_get(p, at, keys[i].name);

		if (member.json && !(keys[i].of & KIND(kind)))
			fault_key(p, member, ECE_ERROR_CONFLICT, "only faults of kind %s have this", keys[i].kinds);
		if (!member.json && keys[i].needed_by & KIND(kind))
			fault_value(p, at, ECE_ERROR_SYNTAX, "\"%s\" is missing", keys[i].name);
	}
}

static void read_raw(struct parse *p, struct cursor at, struct fleet_sim_fault *f)
{
	const char *text = cursor_text(at);
	struct ece_error e;

	if (!f->param || !text)
		return;
	if (ece_param_parse(f->param, text, &f->raw, &e))
		fault_value(p, at, e.kind, "%s", e.text);
	else if (f->kind == FLEET_SIM_ROUNDS && (!f->raw || f->param->home != ECE_HOME_CONG))
		fault_value(p, at, ECE_ERROR_RANGE, "only a congestion parameter is rounded, to a multiple above 0");
}

static void read_times(struct parse *p, struct cursor at, struct fleet_sim_fault *f)
{
	json_int_t times = json_integer_value(json_object_get(at.json, "times"));

	f->times = times > 0 && times <= UINT32_MAX ? (uint32_t)times : 0;
	read_duration(cursor_get(p, at, "delay"), &f->delay_ns);
	read_duration(cursor_get(p, at, "at"), &f->at_ns);
	read_duration(cursor_get(p, at, "every"), &f->every_ns);
	read_duration(cursor_get(p, at, "for"), &f->for_ns);
}

static void read_protocol(struct cursor at, struct fleet_sim_fault *f)
{
	static const struct {
		const char *word;
		uint8_t major, minor;
	} known[] = {{"1.0", 1, 0}, {"1.2", 1, 2}, {"2.0", 2, 0}};
	const char *text = cursor_text(at);

	for (size_t i = 0; text && i < sizeof(known) / sizeof(known[0]); i++)
		if (!strcmp(text, known[i].word)) {
			f->major = known[i].major;
			f->minor = known[i].minor;
		}
}

static int fault_entry(struct parse *p, struct cursor at, const char *key, size_t i, void *ctx)
{
	static const char *const kinds[] = {
		[FLEET_SIM_DOWN] = "down",       [FLEET_SIM_LOST] = "lost",         [FLEET_SIM_REFUSES] = "refuses",
		[FLEET_SIM_IGNORES] = "ignores", [FLEET_SIM_SLOW] = "slow",         [FLEET_SIM_TWICE] = "twice",
		[FLEET_SIM_LIES] = "lies",       [FLEET_SIM_OTHER] = "other_id",    [FLEET_SIM_DIES] = "dies",
		[FLEET_SIM_RESETS] = "resets",   [FLEET_SIM_WRAPS] = "wraps",       [FLEET_SIM_DEVX] = "devx_only",
		[FLEET_SIM_OPTIC] = "optic",     [FLEET_SIM_REWRITES] = "rewrites", [FLEET_SIM_ROUNDS] = "rounds",
		[FLEET_SIM_SPEAKS] = "speaks",   [FLEET_SIM_FAULT_COUNT] = NULL,
	};
	struct entries *e = ctx;
	struct cursor hosts = cursor_get(p, at, "hosts");
	const char *param = cursor_text(cursor_get(p, at, "param"));
	struct fleet_sim_fault *f = &e->faults[i];
	int kind = read_word(cursor_get(p, at, "kind"), kinds, -1);

	(void)key;
	f->place = cursor_place(p, at);
	f->param = param ? ece_param_find(param) : NULL;
	if (f->param && f->param->home == ECE_HOME_POLICY && (kind == FLEET_SIM_REFUSES || kind == FLEET_SIM_IGNORES))
		fault_value(p, cursor_get(p, at, "param"), ECE_ERROR_UNSUPPORTED,
			    "no card hears of %s, so none refuses it or ignores it", f->param->name);
	read_times(p, at, f);
	if (kind >= 0) {
		f->kind = (enum fleet_sim_fault_kind)kind;
		check_keys(p, at, f->kind);
		read_raw(p, cursor_get(p, at, "value"), f);
		read_protocol(cursor_get(p, at, "protocol"), f);
	}
	return hosts.json ? select_hosts(p, hosts, (uint32_t)i, &e->mentions) : 0;
}

int read_sim_faults(struct parse *p, struct cursor at, struct fleet_sim *sim)
{
	size_t count = json_array_size(at.json);
	struct entries e = {.faults = arena_alloc(p->arena, count, sizeof(*e.faults))};
	int err = e.faults ? 0 : -ENOMEM;

	if (!err && count)
		err = cursor_each(p, at, fault_entry, &e);
	sim->faults = e.faults;
	sim->fault_count = (uint32_t)count;
	if (mentions_index(p->arena, &e.mentions, p->fleet->host_count, &sim->faults_of_host))
		return -ENOMEM;
	return err;
}
