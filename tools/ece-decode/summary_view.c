// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <inttypes.h>
#include <stdio.h>

#include "tools/common/inferred.h"
#include "tools/common/table.h"
#include "tools/ece-decode/address.h"
#include "tools/ece-decode/views.h"

#define INDENT        4
#define HOSTS_SHOWN   20
#define HOSTS_COLUMNS 5

/* What is said of the endings; those of connections first. */
static const struct {
	enum capture_ending ending;
	const char *text;
} endings[] = {
	{CAPTURE_ESTABLISHED, "established"},
	{CAPTURE_REJECTED, "rejected"},
	{CAPTURE_UNCONFIRMED, "unfinished: the requester was not heard of again"},
	{CAPTURE_UNANSWERED, "unfinished: no answer"},
	{CAPTURE_NO_REQUEST, "unfinished: the request is not in the capture"},
	{CAPTURE_FOUND, "datagram services found"},
	{CAPTURE_NOT_FOUND, "datagram services refused"},
};

static const char *const none_texts[TALLY_NONE_COUNT] = {
	[TALLY_NOT_OFFERED] = "none: the requester offered nothing",
	[TALLY_NOT_ANSWERED] = "none: the responder took nothing",
	[TALLY_OTHER_VENDOR] = "none: the ends are of different vendors",
};

static void row(struct table *table, uint64_t count, const char *text)
{
	if (!count)
		return;
	table_add(table, "%" PRIu64, count);
	table_add(table, "%s", text);
}

static struct table *rows_new(void)
{
	struct table *table = table_new(2);

	table_right(table, 0);
	return table;
}

static void rows_end(const struct term *term, struct table *table)
{
	table_print(table, term->out, INDENT, 0);
	table_free(table);
}

static void print_endings(const struct term *term, const struct tally *tally)
{
	struct table *table = rows_new();

	for (size_t i = 0; i < sizeof(endings) / sizeof(endings[0]); i++)
		row(table, tally->endings[endings[i].ending], endings[i].text);
	rows_end(term, table);
}

static void print_words(const struct term *term, const struct tally *tally)
{
	struct table *table = rows_new();
	char text[ECE_OFFER_TEXT_MAX];

	fputs("Agreed by those that were established:\n", term->out);
	for (size_t i = 0; i < tally->word_count; i++)
		row(table, tally->words[i].count, ece_offer_format(&tally->words[i].word, text, sizeof(text)));
	row(table, tally->other_words, "other words");
	for (size_t i = 0; i < TALLY_NONE_COUNT; i++)
		row(table, tally->none[i], none_texts[i]);
	row(table, tally->more, "of them with more than was offered");
	rows_end(term, table);
}

static void print_reasons(const struct term *term, const struct tally *tally)
{
	struct table *table = rows_new();
	char text[80];

	fputs("Rejected:\n", term->out);
	for (uint16_t i = 0; i < TALLY_REASONS_MAX; i++) {
		snprintf(text, sizeof(text), "%s (%u)", capture_reason_text(i), i);
		row(table, tally->reasons[i], text);
	}
	row(table, tally->other_reasons, "unknown reasons");
	rows_end(term, table);
}

static void host_row(struct table *table, const struct host_counts *host, bool want)
{
	char text[ADDRESS_TEXT_MAX];

	table_add(table, "%s", address_text(host->address, text));
	table_add(table, "%" PRIu64, host->connections);
	table_add(table, "%" PRIu64, host->offered_none);
	table_add(table, "%" PRIu64, host->took_none);
	if (want)
		table_add(table, "%" PRIu64, host->lacking);
}

/* Those to look at first. */
static void print_hosts(const struct term *term, const struct tally *tally, bool want)
{
	static const char *const names[HOSTS_COLUMNS] = {"host", "connections", "offered none", "took none", "lacks"};
	size_t count, columns = want ? HOSTS_COLUMNS : HOSTS_COLUMNS - 1;
	const struct host_counts *hosts = hosts_odd(tally->hosts, &count);
	struct table *table;

	if (!count)
		return;
	fputs("Hosts without it:\n", term->out);
	table = table_new(columns);
	for (size_t i = 0; i < columns; i++) {
		table_add(table, "%s", names[i]);
		if (i)
			table_right(table, i);
	}
	for (size_t i = 0; i < count && i < HOSTS_SHOWN; i++)
		host_row(table, &hosts[i], want);
	rows_end(term, table);
	if (count > HOSTS_SHOWN)
		fprintf(term->out, "%*sand %zu more; --json has them all\n", INDENT, "", count - HOSTS_SHOWN);
	if (hosts_uncounted(tally->hosts))
		fprintf(term->out, "%*s%" PRIu64 " ends of connections more: of too many hosts to count\n", INDENT, "",
			hosts_uncounted(tally->hosts));
}

static void print_packets(const struct term *term, const struct capture_counts *counts)
{
	struct table *table = rows_new();

	fprintf(term->out, "%" PRIu64 " packet%s:\n", counts->packets, counts->packets == 1 ? "" : "s");
	for (unsigned int i = 0; i < CAPTURE_VERDICT_COUNT; i++)
		row(table, counts->verdicts[i], capture_verdict_text((enum capture_verdict)i));
	row(table, counts->repeats, "messages again: sent again, or captured twice");
	row(table, counts->bad_icrc, "messages with a wrong invariant CRC");
	row(table, counts->late, "messages after their connection was set up or rejected");
	row(table, counts->strays, "messages of connections that are not in the capture");
	row(table, counts->forgotten, "connections not followed to their end: too many at a time");
	rows_end(term, table);
}

static void print_lacking(const struct term *term, const struct tally *tally, uint32_t want)
{
	char text[ECE_OFFER_TEXT_MAX];
	bool bad = tally->lacking;

	if (want)
		fprintf(term->out, "%s%" PRIu64 " of %" PRIu64 " established without all of: %s%s\n",
			term_style(term, bad ? TERM_BAD : TERM_GOOD), tally->lacking,
			tally->endings[CAPTURE_ESTABLISHED], ece_bits_format(want, text, sizeof(text)),
			term_style(term, TERM_PLAIN));
}

void summary_text(const struct term *term, const struct tally *tally, const struct capture_counts *counts,
		  uint32_t want)
{
	if (!tally->connections && !tally->datagrams) {
		fprintf(term->out, "No connection%s was set up in here by the connection manager.\n",
			tally->hidden ? " of this host" : "");
	} else {
		fprintf(term->out, "%" PRIu64 " connection%s", tally->connections, tally->connections == 1 ? "" : "s");
		if (tally->datagrams)
			fprintf(term->out, ", %" PRIu64 " datagram service%s", tally->datagrams,
				tally->datagrams == 1 ? "" : "s");
		fputs(":\n", term->out);
		print_endings(term, tally);
	}
	if (tally->hidden)
		fprintf(term->out, "%*s%" PRIu64 " of other hosts\n", INDENT, "", tally->hidden);
	if (tally->endings[CAPTURE_ESTABLISHED])
		print_words(term, tally);
	inferred_print(term->out, "    ", tally->shown | want);
	print_hosts(term, tally, want);
	if (tally->endings[CAPTURE_REJECTED])
		print_reasons(term, tally);
	print_packets(term, counts);
	print_lacking(term, tally, want);
}
