// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <string.h>

#include "ece/offer.h"
#include "tools/common/inferred.h"
#include "tools/common/table.h"
#include "tools/common/text.h"
#include "tools/ece-trace/show.h"

#define INDENT     2
#define LINE_WIDTH 100
#define COLUMNS    10
#define NOTE_MAX   256
#define ERRNO_MAX  4095

static json_t *member(const json_t *event, const char *key)
{
	return json_object_get(event, key);
}

/* What a terminal acts on: a file may come from anybody, and a program may have any name. */
static bool has_control(const char *text)
{
	for (; *text; text++) {
		unsigned char c = (unsigned char)text[0], after = (unsigned char)text[1];

		/* U+0080 to U+009f are 0xc2 and the byte of that number */
		if (c < ' ' || c == 0x7f || (c == 0xc2 && after < 0xa0))
			return true;
	}
	return false;
}

static const char *text_of(const json_t *event, const char *key)
{
	const char *text = json_string_value(member(event, key));

	if (!text)
		return "-";
	return has_control(text) ? "?" : text;
}

static bool is(const json_t *event, const char *kind)
{
	return !strcmp(text_of(event, "event"), kind);
}

static void heading(struct table *table)
{
	static const char *const names[COLUMNS] = {"pid",    "device", "QPN", "type",      "move",
						   "remote", "asked",  "got", "in effect", "result"};

	for (size_t i = 0; i < COLUMNS; i++)
		table_add(table, "%s", names[i]);
}

static void word_cell(struct table *table, const json_t *word)
{
	json_int_t value = json_integer_value(word);
	struct ece_offer offer = {.vendor_id = ECE_VENDOR_NVIDIA, .options = (uint32_t)value};
	char text[ECE_OFFER_TEXT_MAX];

	if (value < 0 || value > UINT32_MAX)
		table_add(table, "?");
	else
		table_add(table, "%s", json_is_integer(word) ? ece_offer_format(&offer, text, sizeof(text)) : "-");
}

static void remote_cell(struct table *table, const json_t *remote)
{
	const char *gid = text_of(remote, "gid"), *mapped = "::ffff:";

	if (!json_is_object(remote)) {
		table_add(table, "-");
		return;
	}
	if (!strncmp(gid, mapped, strlen(mapped)) && strchr(gid, '.'))
		gid += strlen(mapped);
	table_add(table, "%" JSON_INTEGER_FORMAT " at %s", json_integer_value(member(remote, "qpn")), gid);
}

static void result_cell(struct table *table, const json_t *event)
{
	json_int_t error = json_integer_value(member(event, "errno"));
	const json_t *apply = member(event, "apply");
	const char *name = error > 0 && error <= ERRNO_MAX ? strerrorname_np((int)error) : NULL;

	if (name)
		table_add(table, "%s", name);
	else if (error)
		table_add(table, "error %" JSON_INTEGER_FORMAT, error);
	else
		table_add(table, "%s", json_is_object(apply) ? text_of(apply, "result") : "");
}

static void add_row(struct table *table, const json_t *event)
{
	table_add(table, "%" JSON_INTEGER_FORMAT, json_integer_value(member(event, "pid")));
	table_add(table, "%s", text_of(event, "device"));
	table_add(table, "%" JSON_INTEGER_FORMAT, json_integer_value(member(event, "qpn")));
	table_add(table, "%s%s", text_of(event, "type"), !strcmp(text_of(event, "how"), "devx") ? " (DevX)" : "");
	table_add(table, "%s to %s", text_of(event, "from"), text_of(event, "to"));
	remote_cell(table, member(event, "remote"));
	word_cell(table, member(event, "asked"));
	word_cell(table, member(event, "got"));
	word_cell(table, member(event, "effective"));
	result_cell(table, event);
}

static void note(const struct term *term, const char *text)
{
	text_wrap(term->out, text, 0, term->width ? term->width : LINE_WIDTH);
	fputc('\n', term->out);
}

/* A name that no vendor text gives a bit is said to be so where it is shown. */
static void print_inferred(const struct term *term, const struct trace_file *file)
{
	static const char *const keys[] = {"asked", "got", "effective"};
	uint32_t shown = 0;
	json_t *event;
	size_t i;

	json_array_foreach(file->events, i, event)
	{
		for (size_t k = 0; k < sizeof(keys) / sizeof(keys[0]); k++)
			shown |= (uint32_t)json_integer_value(member(event, keys[k]));
	}
	inferred_print(term->out, "", shown);
}

static const char *program_of(const struct trace_file *file, json_int_t pid)
{
	const char *name = "-";
	json_t *event;
	size_t i;

	json_array_foreach(file->events, i, event)
	{
		if (is(event, "start") && json_integer_value(member(event, "pid")) == pid)
			name = text_of(event, "program");
	}
	return name;
}

static void note_end(const struct term *term, const struct trace_file *file, const json_t *end)
{
	json_int_t lost = json_integer_value(member(end, "lost")), pid = json_integer_value(member(end, "pid"));
	json_int_t forgotten = json_integer_value(member(end, "forgotten"));
	char text[NOTE_MAX];

	snprintf(text, sizeof(text),
		 "%s (%lld): queue pairs made: %lld; transitions: %lld, failed: %lld, asking for options: %lld",
		 program_of(file, pid), (long long)pid, (long long)json_integer_value(member(end, "made")),
		 (long long)json_integer_value(member(end, "transitions")),
		 (long long)json_integer_value(member(end, "failed")),
		 (long long)json_integer_value(member(end, "asked")));
	note(term, text);
	if (lost || forgotten) {
		snprintf(text, sizeof(text), "  lines lost: %lld; queue pairs without a place: %lld", (long long)lost,
			 (long long)forgotten);
		note(term, text);
	}
}

static void note_rest(const struct term *term, const struct trace_file *file)
{
	char text[NOTE_MAX];

	if (file->others) {
		snprintf(text, sizeof(text), "other lines in the file: %zu", file->others);
		note(term, text);
	}
	if (file->left) {
		snprintf(text, sizeof(text), "events not shown: %zu", file->left);
		note(term, text);
	}
}

void trace_text(const struct term *term, const struct trace_file *file)
{
	struct table *table = table_new(COLUMNS);
	json_t *event;
	size_t i;

	heading(table);
	table_right(table, 2);
	json_array_foreach(file->events, i, event) if (is(event, "transition")) add_row(table, event);
	table_print(table, term->out, INDENT, 0);
	table_free(table);
	print_inferred(term, file);
	json_array_foreach(file->events, i, event) if (is(event, "end")) note_end(term, file, event);
	note_rest(term, file);
}
