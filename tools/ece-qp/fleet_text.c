// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/common/text.h"
#include "tools/common/view.h"
#include "tools/ece-qp/fleet_view.h"

#define HOSTS_WIDTH 60 /* columns of a folded host list */
#define PEERS_SHOWN 2  /* of one NIC */
#define INDENT      4

static const char *plural(uint64_t n)
{
	return n == 1 ? "" : "s";
}

static void print_names(const struct term *term, const struct fleet *fleet, const uint32_t *hosts, uint32_t count)
{
	char *names = fleet_count_names(fleet, hosts, count);
	size_t fit = names ? text_fit(names, HOSTS_WIDTH) : 0;

	if (names)
		fprintf(term->out, "%s%.*s%s%s", term_style(term, TERM_BOLD), (int)fit, names, names[fit] ? "..." : "",
			term_style(term, TERM_PLAIN));
	free(names);
}

static void print_group(const struct term *term, const struct fleet_count *c, struct fleet_count_group *group)
{
	static const struct qp_want none;

	fputc('\n', term->out);
	print_names(term, c->fleet, group->hosts, group->host_count);
	fprintf(term->out, "  %" PRIu32 " host%s, %" PRIu64 " NIC%s, %" PRIu32 " queue pair%s\n", group->host_count,
		plural(group->host_count), group->nics, plural(group->nics), group->census.count,
		plural(group->census.count));
	group->census.unlisted = group->unlisted > INT32_MAX ? INT32_MAX : (int32_t)group->unlisted;
	if (group->nics > group->untold)
		census_text(term, &group->census, &none);
	if (group->untold)
		fprintf(term->out, "%*s%" PRIu64 " NIC%s not told\n", INDENT, "", group->untold,
			group->untold == 1 ? " is" : "s are");
}

static void print_groups(const struct term *term, const struct fleet_count *c)
{
	bool *grouped = calloc(c->fleet->host_count + 1, sizeof(*grouped));
	size_t groups = 0;

	for (uint32_t i = 0; grouped && i < c->fleet->host_count; i++) {
		struct fleet_count_group group;

		if (grouped[i] || !c->hosts[i].asked || c->hosts[i].state != CONTROL_QPS_TOLD)
			continue;
		if (fleet_count_group(c, i, grouped, &group))
			break;
		if (groups++ < FLEET_GROUPS_SHOWN)
			print_group(term, c, &group);
		free(group.hosts);
	}
	free(grouped);
	if (groups > FLEET_GROUPS_SHOWN)
		fprintf(term->out, "\nand %zu more groups of hosts; --json has them all\n",
			groups - FLEET_GROUPS_SHOWN);
}

static void print_lacking(const struct term *term, const struct fleet_count *c, uint32_t want)
{
	uint32_t seen = 0;
	uint64_t more = want + 1 == c->want_count ? c->lacking_more : 0; /* of any */

	for (uint32_t i = 0; i < c->lacking_count; i++) {
		const struct fleet_lacking *lacking = &c->lacking[i];
		struct ece_qp_kind kind;
		char before[512];

		if (lacking->want != want)
			continue;
		if (seen++ >= FLEET_LACKING_SHOWN) {
			more += lacking->kind.count;
			continue;
		}
		snprintf(before, sizeof(before), "%s %s: ", c->fleet->hosts[lacking->host].name, lacking->nic);
		kind = lacking->kind;
		if (kind.peer_count > PEERS_SHOWN)
			kind.peer_count = PEERS_SHOWN;
		lacking_text(term, before, &kind, lacking->lacks, INDENT);
	}
	if (more)
		fprintf(term->out, "%*sand %" PRIu64 " more; --json names others\n", INDENT, "", more);
}

static void print_wants(const struct term *term, const struct fleet_count *c)
{
	for (uint32_t i = 0; i < c->want_count; i++) {
		fputc('\n', term->out);
		judged_text(term, &c->wants[i].judged, &c->wants[i].want, 0);
		print_lacking(term, c, i);
	}
	if (!c->want_count && c->told)
		fputs("\nNo profile names options that connections should have; --want holds them against some.\n",
		      term->out);
}

static const char *title_of(enum control_qps_state state)
{
	switch (state) {
	case CONTROL_QPS_UNREACHABLE:
		return "Not reachable";
	case CONTROL_QPS_OLD:
		return "Not told by this agent";
	default:
		return "Not told";
	}
}

/* Hosts with the same reason together. */
static void print_reason(const struct term *term, const struct fleet_count *c, uint32_t first, bool *said)
{
	const struct fleet_host_count *host = &c->hosts[first];
	uint32_t *hosts = calloc(c->fleet->host_count - first + 1, sizeof(*hosts)), count = 0;

	if (!hosts)
		return;
	for (uint32_t i = first; i < c->fleet->host_count; i++) {
		const struct fleet_host_count *other = &c->hosts[i];

		if (said[i] || !other->asked || other->state != host->state || !other->why ||
		    strcmp(other->why, host->why) != 0)
			continue;
		said[i] = true;
		hosts[count++] = i;
	}
	fprintf(term->out, "\n%s%s%s: ", term_style(term, TERM_WARN), title_of(host->state),
		term_style(term, TERM_PLAIN));
	print_names(term, c->fleet, hosts, count);
	fprintf(term->out, "  %" PRIu32 " host%s\n%*s", count, plural(count), INDENT, "");
	text_wrap(term->out, host->why, INDENT, view_width(term));
	fputc('\n', term->out);
	free(hosts);
}

static void print_not_told(const struct term *term, const struct fleet_count *c)
{
	bool *said = calloc(c->fleet->host_count + 1, sizeof(*said));

	for (uint32_t i = 0; said && i < c->fleet->host_count; i++)
		if (c->hosts[i].asked && c->hosts[i].state != CONTROL_QPS_TOLD && !said[i] && c->hosts[i].why)
			print_reason(term, c, i, said);
	free(said);
}

void fleet_text(const struct term *term, const struct fleet_count *c)
{
	print_groups(term, c);
	print_wants(term, c);
	if (c->untold) {
		fprintf(term->out, "\n%" PRIu64 " NIC%s not told, the first one because ", c->untold,
			c->untold == 1 ? " is" : "s are");
		text_wrap(term->out, c->untold_why, INDENT, view_width(term));
		fputc('\n', term->out);
	}
	print_not_told(term, c);
	fprintf(term->out, "\n%" PRIu32 " of %" PRIu32 " host%s told: %" PRIu64 " NIC%s, %" PRIu64 " queue pair%s.\n",
		c->told, c->hosts_asked, plural(c->hosts_asked), c->nics, plural(c->nics), c->count, plural(c->count));
}
