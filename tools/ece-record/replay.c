// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devx/sim/cards/card.h"
#include "lib/record/record.h"
#include "lib/record/replay.h"
#include "tools/common/exit_code.h"
#include "tools/common/file.h"
#include "tools/common/json_build.h"
#include "tools/common/output.h"
#include "tools/common/report.h"
#include "tools/common/table.h"
#include "tools/ece-record/verbs.h"

#define DIFFERENCES     2    /* exit code */
#define DIFFERENCES_MAX 2000 /* that are shown; all are counted */

/* One difference, however often it was met. */
struct met {
	char command[64], field[96];
	uint64_t recorded, model;
	size_t line, times;
};

struct replaying {
	struct met met[DIFFERENCES_MAX];
	size_t count, beyond;
};

static bool is_same(const struct met *met, const struct replay_difference *d)
{
	return !strcmp(met->command, d->command) && !strcmp(met->field, d->field) && met->recorded == d->recorded &&
	       met->model == d->model;
}

static void take_difference(void *ctx, const struct replay_difference *d)
{
	struct replaying *r = ctx;
	struct met *met;

	for (size_t i = 0; i < r->count; i++) {
		if (is_same(&r->met[i], d)) {
			r->met[i].times++;
			return;
		}
	}
	if (r->count == DIFFERENCES_MAX) {
		r->beyond++;
		return;
	}
	met = &r->met[r->count++];
	*met = (struct met){.recorded = d->recorded, .model = d->model, .line = d->line, .times = 1};
	snprintf(met->command, sizeof(met->command), "%s", d->command);
	snprintf(met->field, sizeof(met->field), "%s", d->field);
}

static int replay_text(struct replay *replay, const char *text, size_t len, struct replay_totals *totals,
		       struct ece_error *e)
{
	int err = 0;

	while (!err && len) {
		const char *end = memchr(text, '\n', len);
		size_t line = end ? (size_t)(end - text) : len;

		err = replay_line(replay, text, line, e);
		line += end != NULL;
		text += line;
		len -= line;
	}
	return err ? err : replay_end(replay, totals, e);
}

static void show_table(const struct replaying *r)
{
	struct table *table = table_new(6);

	for (size_t i = 2; i < 6; i++)
		table_right(table, i);
	for (const char *const *head =
		     (const char *const[]){"COMMAND", "FIELD", "RECORDED", "MODEL", "TIMES", "LINE", NULL};
	     *head; head++)
		table_add(table, "%s", *head);
	for (size_t i = 0; i < r->count; i++) {
		const struct met *met = &r->met[i];

		table_add(table, "%s", met->command);
		table_add(table, "%s", met->field);
		table_add(table, "0x%" PRIx64, met->recorded);
		table_add(table, "0x%" PRIx64, met->model);
		table_add(table, "%zu", met->times);
		table_add(table, "%zu", met->line);
	}
	if (table_print(table, stdout, 0, 0))
		fputs("error: out of memory\n", stderr);
	table_free(table);
}

static void show_text(const struct replaying *r, const struct replay_totals *totals, const struct fw_card_type *type)
{
	if (r->count)
		show_table(r);
	if (r->beyond)
		printf("and %zu more\n", r->beyond);
	printf("%zu commands against the software %s: %zu answered alike, %zu differently\n", totals->compared,
	       type->title, totals->same, totals->compared - totals->same);
	printf("Not compared: %zu that the kernel refused, %zu that were not kept, %zu lines about files and windows\n",
	       totals->not_reached, totals->withheld, totals->others);
}

static void show_json(const struct replaying *r, const struct replay_totals *totals, const struct fw_card_type *type)
{
	json_t *list = json_array();

	for (size_t i = 0; i < r->count; i++) {
		const struct met *met = &r->met[i];

		build_append(&list,
			     json_pack("{s:s, s:s, s:I, s:I, s:I, s:I}", "command", met->command, "field", met->field,
				       "recorded", (json_int_t)met->recorded, "model", (json_int_t)met->model, "times",
				       (json_int_t)met->times, "line", (json_int_t)met->line));
	}
	output_json(json_pack("{s:i, s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:o}", "version", 1, "type", type->name,
			      "compared", (json_int_t)totals->compared, "same", (json_int_t)totals->same, "not_reached",
			      (json_int_t)totals->not_reached, "withheld", (json_int_t)totals->withheld, "others",
			      (json_int_t)totals->others, "not_shown", (json_int_t)r->beyond, "differences", list));
}

static int no_such_type(const char *name)
{
	const struct fw_card_type *type;

	fprintf(stderr, "error: no software ConnectX is of type \"%s\"; there are:", name);
	for (size_t i = 0; (type = fw_card_type_at(i)); i++)
		fprintf(stderr, " %s", type->name);
	fputc('\n', stderr);
	return TOOL_EXIT_INVALID;
}

/* Returns 0 or a negative errno with @e filled. */
static int hold_against(const struct record_args *args, const struct fw_card_type *type, struct replaying *r,
			struct replay_totals *totals, struct ece_error *e)
{
	struct replay *replay = replay_new(type, take_difference, r);
	char *text = NULL;
	size_t len = 0;
	int err = replay ? file_read(args->file, RECORD_BYTES_MAX, &text, &len, e) :
			   ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");

	if (!err) {
		err = replay_text(replay, text, len, totals, e);
		if (err)
			ece_error_place(e, "%s", args->file);
	}
	replay_free(replay);
	free(text);
	return err;
}

static int replay_and_show(const struct record_args *args, const struct fw_card_type *type, struct replaying *r)
{
	struct replay_totals totals = {0};
	struct ece_error e;
	int err = hold_against(args, type, r, &totals, &e);

	if (err) {
		report_error(&e);
		return err == -EINVAL ? TOOL_EXIT_INVALID : TOOL_EXIT_ERROR;
	}
	if (args->json)
		show_json(r, &totals, type);
	else
		show_text(r, &totals, type);
	return r->count ? DIFFERENCES : TOOL_EXIT_OK;
}

int verb_replay(const struct record_args *args)
{
	const struct fw_card_type *type = fw_card_type_find(args->type);
	struct replaying *r;
	int exit_code;

	if (!type)
		return no_such_type(args->type);
	r = calloc(1, sizeof(*r));
	if (!r) {
		fputs("error: out of memory\n", stderr);
		return TOOL_EXIT_ERROR;
	}
	exit_code = replay_and_show(args, type, r);
	free(r);
	return exit_code;
}
