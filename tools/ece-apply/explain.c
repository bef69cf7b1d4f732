// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-apply/explain.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/hostlist.h"
#include "tools/common/json_build.h"
#include "tools/common/table.h"
#include "tools/common/text.h"
#include "tools/ece-apply/words.h"

#define HOSTS_WIDTH 60
#define ORIGIN_MAX  700

void explain_row(const struct explain *x, const char *section, const char *of, const char *key,
		 struct fleet_place place, const char *from, const char *format, ...)
{
	struct explain_row row = {.section = section, .of = of, .key = key, .from = from, .place = place};
	char *value = NULL;
	va_list args;

	va_start(args, format);
	if (vasprintf(&value, format, args) < 0)
		value = NULL;
	va_end(args);
	row.value = value ? value : "";
	x->take(x->ctx, &row);
	free(value);
}

void explain_no_memory(const struct explain *x)
{
	explain_row(x, "incomplete", "", "why", (struct fleet_place){0}, "", "out of memory");
}

void explain_hosts(const struct explain *x, const char *section, const char *of, struct fleet_place place,
		   const char *from, const char *const *names, size_t count)
{
	char *list = NULL;

	if (count && hostlist_fold(names, count, &list))
		list = NULL;
	explain_row(x, section, of, "hosts", place, from, "%s%s%zu host%s", list ? list : "", list ? ": " : "", count,
		    plural(count));
	free(list);
}

static void all_rows(const struct explain *x)
{
	if (!x->param)
		explain_file(x);
	explain_excludes(x);
	explain_values(x);
	explain_rollouts(x);
	explain_drift(x);
	explain_hooks(x);
}

struct printing {
	const struct fleet *fleet;
	const struct term *term;
	struct table *table;
	char section[32];
	char of[256];
};

static void print_table(struct printing *p)
{
	table_print(p->table, p->term->out, 6, p->term->width);
	table_free(p->table);
	p->table = NULL;
}

static const char *origin_text(const struct printing *p, const struct explain_row *row, char buf[ORIGIN_MAX])
{
	if (!row->place.line)
		snprintf(buf, ORIGIN_MAX, "default");
	else
		snprintf(buf, ORIGIN_MAX, "%.100s:%u:%u%s%s", p->fleet->file, row->place.line, row->place.column,
			 *row->from ? "  " : "", row->from);
	return buf;
}

/* Rows of one entry stand together in a table under its name. */
static void print_row(void *ctx, const struct explain_row *row)
{
	struct printing *p = ctx;
	bool same_section = !strcmp(p->section, row->section);
	size_t fit = text_fit(row->value, HOSTS_WIDTH);
	char origin[ORIGIN_MAX];

	if (p->table && (!same_section || strcmp(p->of, row->of) != 0))
		print_table(p);
	if (!same_section)
		fprintf(p->term->out, "\n%s%s%s\n", term_style(p->term, TERM_BOLD), row->section,
			term_style(p->term, TERM_PLAIN));
	if (!p->table && *row->of)
		fprintf(p->term->out, "  %s\n", row->of);
	if (!p->table)
		p->table = table_new(3);
	snprintf(p->section, sizeof(p->section), "%s", row->section);
	snprintf(p->of, sizeof(p->of), "%s", row->of);
	table_add(p->table, "%s", row->key);
	table_add(p->table, "%.*s%s", (int)fit, row->value, row->value[fit] ? "..." : "");
	table_add(p->table, "%s", origin_text(p, row, origin));
}

void explain_text(const struct fleet *fleet, uint32_t host, const struct ece_param *param, const struct term *term)
{
	struct printing p = {.fleet = fleet, .term = term};
	const struct explain x = {.fleet = fleet, .host = host, .param = param, .take = print_row, .ctx = &p};

	fprintf(term->out, "What %s comes to%s%s%s%s; no host was asked\n", fleet->file,
		host == FLEET_NONE ? "" : " for ", host == FLEET_NONE ? "" : fleet->hosts[host].name,
		param ? ", of " : "", param ? param->name : "");
	all_rows(&x);
	if (p.table)
		print_table(&p);
}

static void append_row(void *ctx, const struct explain_row *row)
{
	json_t **list = ctx, *entry = json_object();
	bool given = row->place.line;

	build_set(&entry, "section", json_string(row->section));
	build_set(&entry, "of", build_text(row->of));
	build_set(&entry, "key", build_text(row->key));
	build_set(&entry, "value", build_text(row->value));
	build_set(&entry, "origin", json_string(given ? "file" : "default"));
	build_set(&entry, "from", build_text(row->from));
	build_set(&entry, "line", given ? json_integer(row->place.line) : json_null());
	build_set(&entry, "column", given ? json_integer(row->place.column) : json_null());
	build_append(list, entry);
}

json_t *explain_json(const struct fleet *fleet, uint32_t host, const struct ece_param *param)
{
	json_t *list = json_array(), *object = json_object();
	const struct explain x = {.fleet = fleet, .host = host, .param = param, .take = append_row, .ctx = &list};

	all_rows(&x);
	build_set(&object, "version", json_integer(EXPLAIN_VERSION));
	build_set(&object, "file", build_text(fleet->file));
	build_set(&object, "host", host == FLEET_NONE ? json_null() : build_text(fleet->hosts[host].name));
	build_set(&object, "param", param ? json_string(param->name) : json_null());
	build_set(&object, "settings", list);
	return object;
}
