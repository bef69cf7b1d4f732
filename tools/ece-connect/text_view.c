// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <arpa/inet.h>
#include <inttypes.h>
#include <stdio.h>

#include "tools/common/inferred.h"
#include "tools/common/table.h"
#include "tools/ece-connect/views.h"

#define COLUMNS  3
#define INDENT   4
#define CELL_MAX (ECE_OFFER_TEXT_MAX + 32)

static const char *const mode_texts[] = {
	[CONNECT_RAW] = "raw verbs",
	[CONNECT_CM] = "RDMA-CM",
	[CONNECT_CM_MANAGED] = "RDMA-CM, queue pairs of librdmacm",
};

static const char *by_text(enum ece_effective_by by)
{
	return by == ECE_EFFECTIVE_BY_DEVICE ? "as the card says" : "as the driver says";
}

static const char *offer_cell(bool has, const struct ece_offer *offer, char *cell)
{
	char text[ECE_OFFER_TEXT_MAX];

	/* A word without a vendor is that of an end without ECE */
	if (!has || !offer->vendor_id)
		snprintf(cell, CELL_MAX, "%s", has ? "none" : "-");
	else
		snprintf(cell, CELL_MAX, "%s", ece_offer_format(offer, text, sizeof(text)));
	return cell;
}

static const char *card_cell(const struct connect_report *report, char *cell)
{
	if (report->supported)
		return offer_cell(true, &report->card, cell);
	snprintf(cell, CELL_MAX, "no ECE");
	return cell;
}

static const char *policy_cell(const struct connect_report *report, char *cell)
{
	char allow[ECE_OFFER_TEXT_MAX], require[ECE_OFFER_TEXT_MAX];

	ece_bits_format(report->allow, allow, sizeof(allow));
	ece_bits_format(report->require, require, sizeof(require));
	snprintf(cell, CELL_MAX, "allow %.160s%s%.160s", allow, report->require ? ", require " : "",
		 report->require ? require : "");
	return cell;
}

static const char *effective_cell(const struct connect_report *report, char *cell)
{
	char text[CELL_MAX];

	if (report->effective_by == ECE_EFFECTIVE_NOT_READ)
		snprintf(cell, CELL_MAX, "not read");
	else
		snprintf(cell, CELL_MAX, "%.300s, %s", offer_cell(true, &report->effective, text),
			 by_text(report->effective_by));
	return cell;
}

static const char *offered_cell(const struct connect_report *report, char *cell)
{
	return offer_cell(true, &report->local, cell);
}

static const char *agreed_cell(const struct connect_report *report, char *cell)
{
	return offer_cell(report->has_agreed, &report->agreed, cell);
}

static const struct {
	const char *name;
	const char *(*cell)(const struct connect_report *report, char *cell);
} rows[] = {
	{"card", card_cell},     {"policy", policy_cell},       {"offered", offered_cell},
	{"agreed", agreed_cell}, {"in effect", effective_cell},
};

static void print_ends(const struct term *term, const struct connect_pair *pair)
{
	struct table *table = table_new(COLUMNS);
	char own[CELL_MAX], peer[CELL_MAX];

	table_add(table, "%s", "");
	table_add(table, "this end");
	table_add(table, "other end");
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		table_add(table, "%s", rows[i].name);
		table_add(table, "%s", rows[i].cell(&pair->own, own));
		table_add(table, "%s", pair->has_peer ? rows[i].cell(&pair->peer, peer) : "-");
	}
	table_print(table, term->out, INDENT, 0);
	table_free(table);
}

static void print_why(const struct term *term, const char *end, const struct connect_report *report, size_t i)
{
	fprintf(term->out, "%*s%s says: %s\n", 2 * INDENT, "", end, ece_missing_text((enum ece_missing)report->why[i]));
}

/* Each feature that is not on at both ends, and why, as each of them sees it. */
static void print_missing(const struct term *term, const struct connect_pair *pair)
{
	uint32_t missing = pair_missing(pair), lacking = pair_lacking(pair);
	char name[ECE_OFFER_TEXT_MAX];

	for (size_t i = 0; i < CONNECT_OPTION_BITS; i++) {
		uint32_t bit = UINT32_C(1) << i;

		if (!(missing & bit))
			continue;
		fprintf(term->out, "%*s%s%s is not on%s%s\n", INDENT, "",
			lacking & bit ? term_style(term, TERM_BAD) : "", ece_bits_format(bit, name, sizeof(name)),
			lacking & bit ? ", and it is required" : "", lacking & bit ? term_style(term, TERM_PLAIN) : "");
		print_why(term, "this end", &pair->own, i);
		if (pair->has_peer)
			print_why(term, "other end", &pair->peer, i);
	}
}

static bool first_of_its_kind(const struct connect_result *result, size_t at)
{
	for (size_t i = 0; i < at; i++)
		if (pair_alike(&result->pairs[i], &result->pairs[at]))
			return false;
	return true;
}

static size_t alike(const struct connect_result *result, size_t at)
{
	size_t count = 0;

	for (size_t i = at; i < result->count; i++)
		count += pair_alike(&result->pairs[i], &result->pairs[at]);
	return count;
}

static void print_pair(const struct term *term, const struct connect_result *result, size_t at)
{
	const struct connect_pair *pair = &result->pairs[at];
	size_t count = alike(result, at);

	if (count == 1)
		fprintf(term->out, "queue pair %u", pair->own.qpn);
	else
		fprintf(term->out, "%zu queue pairs alike, the first %u", count, pair->own.qpn);
	if (pair->has_peer)
		fprintf(term->out, ", %u at the other end", pair->peer.qpn);
	fputc('\n', term->out);
	print_ends(term, pair);
	print_missing(term, pair);
}

/* A name that no vendor text gives a bit is said to be so where it is shown. */
static void print_inferred(const struct term *term, const struct connect_result *result)
{
	uint32_t shown = 0;

	for (size_t i = 0; i < result->count; i++)
		shown |= result->pairs[i].own.card.options | result->pairs[i].peer.card.options |
			 result->pairs[i].own.require | result->pairs[i].peer.require;
	inferred_print(term->out, "", shown);
}

static void print_head(const struct term *term, const struct connect_result *result)
{
	char gid[INET6_ADDRSTRLEN];

	fprintf(term->out, "%s to %s: %s, %" PRIu32 " queue pair%s\n", result->local, result->remote,
		mode_texts[result->mode], result->qps, result->qps == 1 ? "" : "s");
	if (!result->device[0])
		return;
	fprintf(term->out, "%s port %u, GID %u %s", result->device, result->port, result->gid_index,
		inet_ntop(AF_INET6, result->gid, gid, sizeof(gid)));
	if (result->gid_type)
		fprintf(term->out, " (%s)", result->gid_type);
	if (result->mtu)
		fprintf(term->out, ", MTU %u", result->mtu);
	fputc('\n', term->out);
}

static void print_data(const struct term *term, const struct connect_result *result)
{
	if (result->moved && result->bytes)
		fprintf(term->out, "data: %" PRIu64 " bytes each way on each queue pair, and all came as sent\n",
			result->bytes);
	else if (result->begun && result->bytes)
		fputs("data: it did not all come through\n", term->out);
	else
		fprintf(term->out, "data: none moved%s\n", result->bytes ? "" : ", as asked for");
}

void result_text(const struct term *term, const struct connect_result *result)
{
	if (!result->local[0])
		return;
	print_head(term, result);
	for (size_t i = 0; i < result->count; i++)
		if (first_of_its_kind(result, i))
			print_pair(term, result, i);
	if (!result->count)
		return;
	print_inferred(term, result);
	print_data(term, result);
}
