// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What hosts are made of. Of each document only one text is kept, and once for all hosts that have the same. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/arena.h"
#include "lib/base/hostlist.h"
#include "lib/base/intern.h"
#include "tools/ece-facts/fleet.h"

#define CARD_MAX 160

struct table {
	struct facts_sweep *sweep;
	struct arena arena;
	struct intern kinds;
	uint32_t *kind_of; /* of each host: of .kinds, or INTERN_NONE */
};

static const char *text_of(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "not known";
}

static void card_text(const json_t *card, char buf[CARD_MAX])
{
	snprintf(buf, CARD_MAX, "%.40s %.40s, firmware %.40s", text_of(card, "type"), text_of(card, "psid"),
		 text_of(card, "firmware"));
}

/* Cards that are alike are one line, at the first of them. */
static void write_card(const json_t *cards, size_t first, FILE *out)
{
	char text[CARD_MAX], other[CARD_MAX];
	size_t alike = 0;

	card_text(json_array_get(cards, first), text);
	for (size_t i = 0; i < json_array_size(cards); i++) {
		card_text(json_array_get(cards, i), other);
		if (strcmp(text, other) != 0)
			continue;
		if (i < first)
			return;
		alike++;
	}
	fprintf(out, "      %zu x %s\n", alike, text);
}

static void write_kind(const json_t *doc, FILE *out)
{
	const json_t *host = json_object_get(doc, "host"), *driver = json_object_get(host, "driver");
	const json_t *cards = json_object_get(doc, "cards");
	const char *version = json_string_value(json_object_get(driver, "version"));

	fprintf(out, "      kernel %.80s, driver %.40s%s%.40s\n", text_of(host, "kernel"),
		json_is_object(driver) ? text_of(driver, "name") : "none",
		version                ? " " :
		json_is_object(driver) ? " of the kernel" :
					 "",
		version ? version : "");
	if (!json_array_size(cards))
		fputs("      no ConnectX\n", out);
	for (size_t i = 0; i < json_array_size(cards); i++)
		write_card(cards, i, out);
}

static int keep(struct table *t, uint32_t host, const json_t *doc)
{
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);
	int err = -ENOMEM;

	if (out) {
		write_kind(doc, out);
		if (!fclose(out))
			err = intern_put(&t->kinds, text, len, &t->kind_of[host]);
	}
	free(text);
	return err ? ece_error_set(t->sweep->e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for what hosts tell") : 0;
}

static int each(void *ctx, const struct control_facts *facts)
{
	struct table *t = ctx;

	if (!facts->doc)
		return facts_sweep_silent(t->sweep, facts);
	t->sweep->told++;
	return keep(t, facts->host, facts->doc);
}

/* Documents come from hosts: nothing in them drives a terminal. */
static void print_plain(const char *text, FILE *out)
{
	for (; *text; text++)
		fputc((*text < ' ' && *text != '\n') || *text == 0x7f ? '?' : *text, out);
}

static int print_kind(const struct table *t, uint32_t kind, const struct term *term)
{
	const struct fleet *fleet = t->sweep->fleet;
	const char **names = calloc(fleet->host_count + 1, sizeof(*names));
	char *hosts = NULL;
	size_t n = 0;
	int err = names ? 0 : -ENOMEM;

	for (uint32_t i = 0; names && i < fleet->host_count; i++)
		if (t->kind_of[i] == kind)
			names[n++] = fleet->hosts[i].name;
	if (!err)
		err = hostlist_fold(names, n, &hosts);
	free(names);
	if (err)
		return ece_error_set(t->sweep->e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for names of hosts");
	fprintf(term->out, "\n  %s%s%s  %zu host%s\n", term_style(term, TERM_BOLD), hosts, term_style(term, TERM_PLAIN),
		n, n == 1 ? "" : "s");
	print_plain(t->kinds.texts[kind], term->out);
	free(hosts);
	return 0;
}

int fleet_table(struct facts_sweep *sweep)
{
	struct table t = {.sweep = sweep};
	struct term term;
	int err = 0;

	t.kinds.arena = &t.arena;
	t.kind_of = malloc((sweep->fleet->host_count + 1) * sizeof(*t.kind_of));
	if (!t.kind_of)
		return ece_error_set(sweep->e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for hosts");
	for (uint32_t i = 0; i < sweep->fleet->host_count; i++)
		t.kind_of[i] = INTERN_NONE;
	err = control_facts(sweep->control, sweep->fleet, sweep->asked, each, &t, sweep->e);
	term_init(&term, stdout);
	for (uint32_t kind = 0; !err && kind < t.kinds.count; kind++)
		err = print_kind(&t, kind, &term);
	if (!err)
		facts_sweep_print_silent(sweep, &term);
	free(t.kind_of);
	intern_done(&t.kinds);
	arena_done(&t.arena);
	return err;
}
