// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <string.h>

#include "devx/base/nearest.h"
#include "lib/fleet/command.h"
#include "lib/fleet/hosts.h"
#include "lib/fleet/parse.h"
#include "lib/fleet/sim.h"
#include "lib/fleet/value.h"

/* A simulated fleet that says nothing about its cards. */
#define DEFAULT_CARD_TYPE  "cx7"
#define DEFAULT_CARD_COUNT 8

struct entries {
	struct fleet_sim_cards *cards;
	struct mentions mentions;
};

static const char *type_at(const void *ctx, size_t i)
{
	return ((const char *const *)ctx)[i];
}

static void type_check(struct parse *p, struct cursor at, const char *type)
{
	const char *const *known = p->input->card_types;
	char best[128];

	for (size_t i = 0; known && known[i]; i++)
		if (!strcmp(known[i], type))
			return;
	if (known && *type)
		fault_value(p, at, ECE_ERROR_UNKNOWN_NAME, "no simulated card is of type \"%.60s\"%s", type,
			    did_you_mean(ece_nearest(type, type_at, known), best, sizeof(best)));
}

static int cards_entry(struct parse *p, struct cursor at, const char *key, size_t i, void *ctx)
{
	struct entries *e = ctx;
	struct cursor type = cursor_get(p, at, "type");
	const char *text = cursor_text(type);
	json_int_t count = json_integer_value(json_object_get(at.json, "count"));

	(void)key;
	if (text)
		type_check(p, type, text);
	e->cards[i] = (struct fleet_sim_cards){
		.type = arena_text(p->arena, text ? text : "", text ? strlen(text) : 0),
		.count = count < 0 || count > FLEET_HOST_NICS_MAX ? 0 : (uint32_t)count,
		.place = cursor_place(p, at),
	};
	if (!e->cards[i].type)
		return -ENOMEM;
	return select_hosts(p, cursor_get(p, at, "hosts"), (uint32_t)i, &e->mentions);
}

/* Said once: more hosts would say the same. */
static void count_cards(struct parse *p, struct cursor at, const struct fleet_sim *sim)
{
	for (uint32_t h = 0; h < p->fleet->host_count; h++) {
		uint32_t cards = 0;

		for (uint32_t i = sim->cards_of_host.first[h]; i < sim->cards_of_host.first[h + 1]; i++)
			cards += sim->cards[sim->cards_of_host.items[i]].count;
		if (cards <= p->fleet->host_nics)
			continue;
		fault_value(p, at, ECE_ERROR_LIMIT, "host %s would have %u cards; the limit is %u NICs a host",
			    p->fleet->hosts[h].name, cards, p->fleet->host_nics);
		return;
	}
}

static int cards_read(struct parse *p, struct cursor at, struct fleet_sim *sim)
{
	size_t count = json_array_size(at.json);
	struct entries e = {.cards = arena_alloc(p->arena, count + 1, sizeof(*e.cards))};
	int err = e.cards ? 0 : -ENOMEM;

	if (!err && count)
		err = cursor_each(p, at, cards_entry, &e);
	if (!err && !count) {
		e.cards[0] = (struct fleet_sim_cards){.type = DEFAULT_CARD_TYPE, .count = DEFAULT_CARD_COUNT};
		err = select_hosts(p, (struct cursor){.node = JSON_POSITION_NONE}, 0, &e.mentions);
		count = 1;
	}
	sim->cards = e.cards;
	sim->cards_count = (uint32_t)count;
	if (mentions_index(p->arena, &e.mentions, p->fleet->host_count, &sim->cards_of_host))
		return -ENOMEM;
	if (!err)
		count_cards(p, at, sim);
	return err;
}

static int sim_read(struct parse *p, struct cursor at, struct fleet_sim *sim)
{
	static const char *const times[] = {"real", "virtual", NULL};
	static const char *const agents[] = {"in-process", "process", NULL};
	json_int_t seed = json_integer_value(json_object_get(at.json, "seed"));
	int err = cards_read(p, cursor_get(p, at, "cards"), sim);

	sim->seed = seed > 0 ? (uint64_t)seed : 0;
	sim->virtual_time = read_word(cursor_get(p, at, "time"), times, 1);
	sim->processes = read_word(cursor_get(p, at, "agents"), agents, 0);
	err = err ? err : read_sim_faults(p, cursor_get(p, at, "faults"), sim);
	return err ? err : read_sim_traffic(p, cursor_get(p, at, "traffic"), &sim->traffic);
}

/* Which kind of transport a key is of; "kind" is of all. */
static const struct {
	const char *key;
	enum fleet_transport_kind kind;
} keys[] = {
	{"seed", FLEET_TRANSPORT_SIM},        {"time", FLEET_TRANSPORT_SIM},
	{"agents", FLEET_TRANSPORT_SIM},      {"cards", FLEET_TRANSPORT_SIM},
	{"faults", FLEET_TRANSPORT_SIM},      {"traffic", FLEET_TRANSPORT_SIM},
	{"argv", FLEET_TRANSPORT_COMMAND},    {"connect_timeout", FLEET_TRANSPORT_COMMAND},
	{"at_once", FLEET_TRANSPORT_COMMAND}, {"push", FLEET_TRANSPORT_COMMAND},
};

const char *const fleet_transport_words[] = {
	[FLEET_TRANSPORT_SIM] = "sim",
	[FLEET_TRANSPORT_LOCAL] = "local",
	[FLEET_TRANSPORT_COMMAND] = "command",
	[FLEET_TRANSPORT_PULL] = "pull",
	NULL,
};

static int key_of_kind(struct parse *p, struct cursor at, const char *key, size_t i, void *ctx)
{
	const enum fleet_transport_kind *kind = ctx;

	(void)i;
	for (size_t k = 0; k < sizeof(keys) / sizeof(keys[0]); k++)
		if (!strcmp(key, keys[k].key) && keys[k].kind != *kind)
			fault_key(p, at, ECE_ERROR_CONFLICT, "only a transport of kind %s has this",
				  fleet_transport_words[keys[k].kind]);
	return 0;
}

/* A second host would be this machine under another name, and be reported as changed. */
static void one_host(struct parse *p, struct cursor kind)
{
	if (p->fleet->host_count > 1)
		fault_value(p, kind, ECE_ERROR_CONFLICT,
			    "\"local\" reaches this machine only, and the file names %u hosts; name one",
			    p->fleet->host_count);
}

/* The store is read later; what it is stands in the file. */
static void needs_etcd(struct parse *p, struct cursor kind, struct cursor root)
{
	const char *store = cursor_text(cursor_get(p, cursor_get(p, root, "store"), "kind"));

	if (!store || strcmp(store, "etcd") != 0)
		fault_value(p, kind, ECE_ERROR_CONFLICT,
			    "with \"pull\" agents take their requests from etcd, and runs must be kept there too: add "
			    "\"store\": {\"kind\": \"etcd\", \"endpoints\": [...]}");
}

int read_transport(struct parse *p, struct cursor root)
{
	struct cursor at = cursor_get(p, root, "transport");
	struct fleet_transport *t = &p->fleet->transport;
	int kind = read_word(cursor_get(p, at, "kind"), fleet_transport_words, -1);

	t->place = cursor_place(p, at);
	if (kind < 0) /* not there or none of them, which was reported */
		return 0;
	t->kind = (enum fleet_transport_kind)kind;
	cursor_each(p, at, key_of_kind, &t->kind);
	switch (t->kind) {
	case FLEET_TRANSPORT_SIM:
		return sim_read(p, at, &t->sim);
	case FLEET_TRANSPORT_COMMAND:
		return read_command(p, at, &t->command);
	case FLEET_TRANSPORT_PULL:
		needs_etcd(p, cursor_get(p, at, "kind"), root);
		break;
	case FLEET_TRANSPORT_LOCAL:
		one_host(p, cursor_get(p, at, "kind"));
		break;
	}
	return 0;
}
