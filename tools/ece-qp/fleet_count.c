// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-qp/fleet_count.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/hostlist.h"

#define FIRST_ROOM    16
#define PROFILE_SHOWN 100 /* bytes of its name */

int fleet_count_init(struct fleet_count *c, const struct fleet *fleet, const struct qp_want *given)
{
	*c = (struct fleet_count){.fleet = fleet, .given = *given};
	c->hosts = calloc(fleet->host_count + 1, sizeof(*c->hosts));
	c->lacking = calloc(FLEET_LACKING_MAX, sizeof(*c->lacking));
	return c->hosts && c->lacking ? 0 : -ENOMEM;
}

void fleet_count_done(struct fleet_count *c)
{
	for (uint32_t i = 0; c->hosts && i < c->fleet->host_count; i++) {
		free(c->hosts[i].why);
		free(c->hosts[i].kinds);
	}
	free(c->hosts);
	free(c->kinds);
	free(c->wants);
	free(c->lacking);
}

/* Room for one more of a list that doubles. Returns where it is now; NULL, and all as it was, without memory. */
static void *grow(void *list, uint32_t count, uint32_t *room, size_t size)
{
	uint32_t more = *room ? 2 * *room : FIRST_ROOM;
	void *grown;

	if (count < *room)
		return list;
	grown = reallocarray(list, more, size);
	if (grown)
		*room = more;
	return grown;
}

static bool is_kind(const struct ece_qp_kind *a, const struct ece_qp_kind *b)
{
	return a->connected == b->connected && a->state == b->state && a->options == b->options &&
	       !strcmp(a->type, b->type);
}

static int kind_of(struct fleet_count *c, const struct ece_qp_kind *kind, uint32_t *index)
{
	struct ece_qp_kind *kinds;

	for (*index = 0; *index < c->kind_count; (*index)++)
		if (is_kind(&c->kinds[*index], kind))
			return 0;
	if (c->kind_count == FLEET_KINDS_MAX)
		return -ENOSPC;
	kinds = grow(c->kinds, c->kind_count, &c->kind_room, sizeof(*c->kinds));
	if (!kinds)
		return -ENOMEM;
	c->kinds = kinds;
	c->kinds[c->kind_count] = *kind;
	c->kinds[c->kind_count].peer_count = 0;
	c->kinds[c->kind_count++].count = 0;
	return 0;
}

static int add_kind(struct fleet_count *c, struct fleet_host_count *host, const struct ece_qp_kind *kind)
{
	struct fleet_host_kind *grown;
	uint32_t index;
	int err = kind_of(c, kind, &index);

	if (err == -ENOSPC)
		host->others += kind->count;
	if (err)
		return err == -ENOSPC ? 0 : err;
	for (uint32_t i = 0; i < host->kind_count; i++)
		if (host->kinds[i].kind == index) {
			host->kinds[i].count += kind->count;
			return 0;
		}
	grown = realloc(host->kinds, (host->kind_count + 1) * sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	host->kinds = grown;
	host->kinds[host->kind_count++] = (struct fleet_host_kind){.kind = index, .count = kind->count};
	return 0;
}

/* The bytes of a name that are shown: whole characters of UTF-8, since a piece of one is no text. */
static int shown(const char *name)
{
	size_t len = strnlen(name, PROFILE_SHOWN + 1);

	if (len <= PROFILE_SHOWN)
		return (int)len;
	for (len = PROFILE_SHOWN; len && ((unsigned char)name[len] & 0xc0) == 0x80;)
		len--;
	return (int)len;
}

/* Each profile is one, and --want is one for all of them. */
static int want_of(struct fleet_count *c, const struct control_qps_want *want, uint32_t *index)
{
	char origin[sizeof(c->wants->origin)];
	uint32_t bits = c->given.bits ? c->given.bits : want->bits;
	bool wish = !c->given.bits && want->wish;
	struct fleet_count_want *wants;

	if (c->given.bits)
		snprintf(origin, sizeof(origin), "%s", c->given.origin);
	else if (want->profile[0])
		snprintf(origin, sizeof(origin), "profile %.*s", shown(want->profile), want->profile);
	else
		snprintf(origin, sizeof(origin), "an override");
	for (*index = 0; *index < c->want_count; (*index)++)
		if (c->wants[*index].want.bits == bits && c->wants[*index].want.wish == wish &&
		    !strcmp(c->wants[*index].origin, origin))
			return 0;
	wants = grow(c->wants, c->want_count, &c->want_room, sizeof(*c->wants));
	if (!wants)
		return -ENOMEM;
	c->wants = wants;
	c->wants[c->want_count] = (struct fleet_count_want){.want = {.bits = bits, .wish = wish}};
	memcpy(c->wants[c->want_count++].origin, origin, sizeof(origin));
	return 0;
}

static void add_lacking(struct fleet_count *c, uint32_t host, const struct protocol_nic *nic, uint32_t want)
{
	const struct ece_qp_census *census = &nic->qps->census;

	for (uint32_t i = 0; i < census->kind_count; i++) {
		uint32_t lacks = ece_qp_kind_lacks(&census->kinds[i], c->wants[want].want.bits);
		struct fleet_lacking *to = &c->lacking[c->lacking_count];

		if (!lacks)
			continue;
		if (c->lacking_count == FLEET_LACKING_MAX) {
			c->lacking_more += census->kinds[i].count;
			continue;
		}
		*to = (struct fleet_lacking){.host = host, .want = want, .lacks = lacks, .kind = census->kinds[i]};
		snprintf(to->nic, sizeof(to->nic), "%s", nic->info.rdma[0] ? nic->info.rdma : nic->info.pci);
		c->lacking_count++;
	}
}

static int judge(struct fleet_count *c, uint32_t host, const struct protocol_nic *nic,
		 const struct control_qps_want *want)
{
	uint32_t index;

	if (!c->given.bits && !want->bits)
		return 0;
	if (want_of(c, want, &index))
		return -ENOMEM;
	c->wants[index].nics++;
	ece_qp_census_judge(&nic->qps->census, c->wants[index].want.bits, &c->wants[index].judged);
	add_lacking(c, host, nic, index);
	return 0;
}

static void note_untold(struct fleet_count *c, struct fleet_host_count *host, const struct ece_error *why)
{
	if (!c->untold)
		memcpy(c->untold_why, why->text, sizeof(c->untold_why));
	c->untold++;
	host->untold++;
}

static int add_nic(struct fleet_count *c, struct fleet_host_count *host, const struct control_qps *qps, size_t i)
{
	const struct protocol_nic *nic = &qps->nics[i];
	const struct ece_qp_census *census = &nic->qps->census;
	int err = 0;

	host->nics++;
	c->nics++;
	if (nic->qps->error.code) {
		note_untold(c, host, &nic->qps->error);
		return 0;
	}
	host->count += census->count;
	host->others += census->others;
	host->left += census->left;
	if (census->unlisted < 0 || host->unlisted < 0)
		host->unlisted = -1;
	else
		host->unlisted += census->unlisted;
	for (uint32_t k = 0; k < census->kind_count && !err; k++)
		err = add_kind(c, host, &census->kinds[k]);
	return err ? err : judge(c, qps->host, nic, &qps->wants[i]);
}

int fleet_count_host(void *ctx, const struct control_qps *qps)
{
	struct fleet_count *c = ctx;
	struct fleet_host_count *host = &c->hosts[qps->host];
	int err = 0;

	c->hosts_asked++;
	host->asked = true;
	host->state = qps->state;
	if (qps->state != CONTROL_QPS_TOLD) {
		host->why = strdup(qps->why);
		c->no_memory = !host->why;
		return host->why ? 0 : -ENOMEM;
	}
	c->told++;
	for (size_t i = 0; i < qps->nic_count && !err; i++)
		err = add_nic(c, host, qps, i);
	c->count += host->count;
	c->no_memory = err;
	return err;
}

static int by_host(const void *a, const void *b)
{
	const struct fleet_lacking *x = a, *y = b;

	if (x->host != y->host)
		return x->host < y->host ? -1 : 1;
	return strcmp(x->nic, y->nic);
}

static int by_kind(const void *a, const void *b)
{
	const struct fleet_host_kind *x = a, *y = b;

	return (x->kind > y->kind) - (x->kind < y->kind);
}

static int by_word(const void *a, const void *b)
{
	const struct ece_qp_kind *x = a, *y = b;
	int n = strcmp(x->type, y->type);

	if (!n)
		n = y->connected - x->connected;
	if (!n)
		n = (x->state > y->state) - (x->state < y->state);
	return n ? n : (x->options < y->options) - (x->options > y->options);
}

/* The kinds in an order of their own; .count is where each was before. */
static void order_kinds(struct fleet_count *c)
{
	uint32_t now[FLEET_KINDS_MAX];

	for (uint32_t i = 0; i < c->kind_count; i++)
		c->kinds[i].count = i;
	if (c->kind_count)
		qsort(c->kinds, c->kind_count, sizeof(*c->kinds), by_word);
	for (uint32_t i = 0; i < c->kind_count; i++) {
		now[c->kinds[i].count] = i;
		c->kinds[i].count = 0;
	}
	for (uint32_t h = 0; h < c->fleet->host_count; h++)
		for (uint32_t i = 0; i < c->hosts[h].kind_count; i++)
			c->hosts[h].kinds[i].kind = now[c->hosts[h].kinds[i].kind];
}

void fleet_count_end(struct fleet_count *c)
{
	order_kinds(c);
	for (uint32_t i = 0; i < c->fleet->host_count; i++)
		if (c->hosts[i].kind_count)
			qsort(c->hosts[i].kinds, c->hosts[i].kind_count, sizeof(*c->hosts[i].kinds), by_kind);
	for (uint32_t i = 0; i < c->want_count; i++)
		c->wants[i].want.origin = c->wants[i].origin;
	if (c->lacking_count)
		qsort(c->lacking, c->lacking_count, sizeof(*c->lacking), by_host);
}

/* How many queue pairs there are of each is no difference. */
static bool is_alike(const struct fleet_host_count *a, const struct fleet_host_count *b)
{
	if (a->kind_count != b->kind_count || !a->others != !b->others || !a->left != !b->left ||
	    !a->untold != !b->untold || !a->nics != !b->nics)
		return false;
	for (uint32_t i = 0; i < a->kind_count; i++)
		if (a->kinds[i].kind != b->kinds[i].kind)
			return false;
	return true;
}

static uint32_t add_capped(uint32_t a, uint64_t b)
{
	return b > UINT32_MAX - a ? UINT32_MAX : a + (uint32_t)b;
}

/* Of more kinds than a census has, the rest are others: none has so many, as its NICs do not. */
static void join(const struct fleet_count *c, struct fleet_count_group *group, const struct fleet_host_count *host)
{
	struct ece_qp_census *census = &group->census;

	group->nics += host->nics;
	group->untold += host->untold;
	group->unlisted = host->unlisted < 0 || group->unlisted < 0 ? -1 : group->unlisted + host->unlisted;
	census->count = add_capped(census->count, host->count);
	census->others = add_capped(census->others, host->others);
	census->left = add_capped(census->left, host->left);
	for (uint32_t i = 0; i < host->kind_count; i++) {
		struct ece_qp_kind *kind = &census->kinds[i];

		if (i >= ECE_QP_KINDS_MAX) {
			census->others = add_capped(census->others, host->kinds[i].count);
			continue;
		}
		if (i >= census->kind_count) {
			*kind = c->kinds[host->kinds[i].kind];
			census->kind_count++;
		}
		kind->count = add_capped(kind->count, host->kinds[i].count);
	}
}

int fleet_count_group(const struct fleet_count *c, uint32_t host, bool *grouped, struct fleet_count_group *group)
{
	uint32_t total = c->fleet->host_count;

	*group = (struct fleet_count_group){.hosts = calloc(total - host + 1, sizeof(*group->hosts))};
	if (!group->hosts)
		return -ENOMEM;
	for (uint32_t i = host; i < total; i++) {
		const struct fleet_host_count *other = &c->hosts[i];

		if (grouped[i] || !other->asked || other->state != CONTROL_QPS_TOLD ||
		    !is_alike(&c->hosts[host], other))
			continue;
		grouped[i] = true;
		group->hosts[group->host_count++] = i;
		join(c, group, other);
	}
	return 0;
}

char *fleet_count_names(const struct fleet *fleet, const uint32_t *hosts, uint32_t count)
{
	const char **names = calloc(count + 1, sizeof(*names));
	char *text = NULL;

	for (uint32_t i = 0; names && i < count; i++)
		names[i] = fleet->hosts[hosts[i]].name;
	if (names && hostlist_fold(names, count, &text))
		text = NULL;
	free(names);
	return text;
}
