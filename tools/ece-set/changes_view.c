// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <inttypes.h>
#include <stdio.h>

#include "tools/common/json_build.h"
#include "tools/common/param_text.h"
#include "tools/common/table.h"
#include "tools/common/text.h"
#include "tools/ece-set/changes.h"
#include "tools/common/nic_view.h"
#include "tools/common/view.h"

#define WARNINGS    4
#define WARNING_MAX 256

/* What a person should know before this value is written; returns how many texts. */
static size_t warnings(const struct ece_write *write, char text[WARNINGS][WARNING_MAX])
{
	const struct ece_param *param = write->param;
	const char *inferred = ece_param_inferred(param, write->raw);
	size_t n = 0;

	if (write->state != ECE_WRITE_NOT_TRIED)
		return 0;
	if (param->pairwise)
		snprintf(text[n++], WARNING_MAX,
			 "%s: the two ends of a connection must be set alike, so set it on the peers of this NIC too",
			 param->name);
	if (write->before.state == ECE_VALUE_INERT)
		snprintf(text[n++], WARNING_MAX, "%s will be stored but does not act: %.*s", param->name,
			 WARNING_MAX - 96, write->before.why);
	else if (write->before.why[0])
		snprintf(text[n++], WARNING_MAX, "%s: %.*s", param->name, WARNING_MAX - 72, write->before.why);
	if (inferred)
		snprintf(text[n++], WARNING_MAX, "%s: %s " ECE_PARAM_INFERRED_TEXT, param->name, inferred);
	if (param->no_verify)
		snprintf(text[n++], WARNING_MAX,
			 "%s: its read-back cannot be trusted, so an undo of it is never called verified", param->name);
	return n;
}

static void cells(const struct term *term, struct table *table, const struct ece_write *write)
{
	char from[PARAM_TEXT_VALUE_MAX], to[PARAM_TEXT_VALUE_MAX];

	ece_param_format(write->param, write->before.raw, from, sizeof(from));
	table_add(table, "%s", write->param->name);
	table_add(table, "%s", from);
	if (write->state == ECE_WRITE_UNCHANGED) {
		table_add(table, "%s", "");
		table_add(table, "has it already");
		return;
	}
	ece_param_format(write->param, write->raw, to, sizeof(to));
	table_add(table, "%s %s", term_sign(term, TERM_ARROW), to);
	table_add(table, "%s", param_text_cost(write->param));
}

static void warn(const struct term *term, const struct ece_write *writes, size_t count)
{
	char text[WARNINGS][WARNING_MAX];

	for (size_t i = 0; i < count; i++) {
		size_t n = warnings(&writes[i], text);

		for (size_t k = 0; k < n; k++) {
			fprintf(term->out, "%*s%swarning:%s ", VIEW_INDENT, "", term_style(term, TERM_WARN),
				term_style(term, TERM_PLAIN));
			text_wrap(term->out, text[k], VIEW_INDENT + sizeof("warning:"), view_width(term));
			fputc('\n', term->out);
		}
	}
}

void changes_text(const struct term *term, const struct changes *changes)
{
	for (size_t n = 0; n < changes->nic_count; n++) {
		const struct ece_write *writes = &changes->writes[n * changes->per_nic];
		struct table *table = table_new(4);

		if (n)
			fputc('\n', term->out);
		nic_text(term, &changes->nics[n]);
		for (size_t i = 0; i < changes->per_nic; i++)
			cells(term, table, &writes[i]);
		table_print(table, term->out, VIEW_INDENT, 0);
		table_free(table);
		warn(term, writes, changes->per_nic);
	}
}

static json_t *change_json(const struct ece_nic_info *info, const struct ece_write *write)
{
	char from[PARAM_TEXT_VALUE_MAX], to[PARAM_TEXT_VALUE_MAX], guid[24], text[WARNINGS][WARNING_MAX];
	size_t n = warnings(write, text);
	json_t *list = json_array();

	for (size_t k = 0; k < n; k++)
		build_append(&list, build_text(text[k]));
	snprintf(guid, sizeof(guid), "%016" PRIx64, info->guid);
	ece_param_format(write->param, write->before.raw, from, sizeof(from));
	ece_param_format(write->param, write->raw, to, sizeof(to));
	return json_pack("{s:s, s:s, s:s, s:s, s:I, s:s, s:I, s:b, s:o}", "pci", info->pci, "guid", guid, "param",
			 write->param->name, "from", from, "from_raw", (json_int_t)write->before.raw, "to", to,
			 "to_raw", (json_int_t)write->raw, "change", write->state == ECE_WRITE_NOT_TRIED, "warnings",
			 list);
}

json_t *changes_json(const struct changes *changes)
{
	json_t *list = json_array();

	for (size_t i = 0; i < changes->nic_count * changes->per_nic; i++)
		build_append(&list, change_json(&changes->nics[i / changes->per_nic], &changes->writes[i]));
	return list;
}
