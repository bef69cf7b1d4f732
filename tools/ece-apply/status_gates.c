// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-apply/status_gates.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/common/json_build.h"
#include "tools/common/table.h"
#include "tools/ece-apply/verdict_view.h"

#define NUMBER_MAX 32

/* Which verdict is the newest one of its gate and step. */
struct newest {
	uint32_t step;
	char gate[GATE_NAME_MAX];
	size_t at; /* in the order of all verdicts */
};

struct listing {
	struct newest *newest;
	size_t count, max;
	size_t at;
	struct table *table; /* text */
	json_t *list;        /* JSON */
};

static struct newest *find(struct listing *l, const struct control_verdict *v)
{
	for (size_t i = 0; i < l->count; i++)
		if (l->newest[i].step == v->step && !strcmp(l->newest[i].gate, v->gate))
			return &l->newest[i];
	return NULL;
}

static struct newest *add(struct listing *l)
{
	if (l->count == l->max) {
		size_t max = l->max ? l->max * 2 : 16;
		struct newest *grown = reallocarray(l->newest, max, sizeof(*grown));

		if (!grown)
			return NULL;
		l->newest = grown;
		l->max = max;
	}
	return &l->newest[l->count++];
}

static int note(void *ctx, const struct control_verdict *v)
{
	struct listing *l = ctx;
	struct newest *newest = find(l, v);

	if (!newest) {
		newest = add(l);
		if (!newest)
			return -ENOMEM;
		newest->step = v->step;
		snprintf(newest->gate, sizeof(newest->gate), "%s", v->gate);
	}
	newest->at = l->at++;
	return 0;
}

static bool is_newest(struct listing *l, const struct control_verdict *v)
{
	const struct newest *newest = find(l, v);

	return newest && newest->at == l->at;
}

/* "before 0.3", or nothing. */
static void number_cell(struct table *table, const char *word, bool has, double value, const char *unit)
{
	char text[NUMBER_MAX];

	if (has)
		table_add(table, "%s%s%s%s", word, verdict_number(has, value, text, sizeof(text)), unit[0] ? " " : "",
			  unit);
	else
		table_add(table, "%s", "");
}

static void row(struct table *table, const struct control_verdict *v)
{
	const struct gate_verdict *said = &v->said;

	table_add(table, "step %" PRIu32, v->step + 1);
	table_add(table, "%s", v->gate);
	table_add(table, "%s", control_verdict_word(v));
	number_cell(table, "", said->has_value, said->value, v->per);
	number_cell(table, "before ", said->has_baseline, said->baseline, "");
	number_cell(table, "bound ", said->has_threshold, said->threshold, "");
}

static int list_row(void *ctx, const struct control_verdict *v)
{
	struct listing *l = ctx;

	if (is_newest(l, v))
		row(l->table, v);
	l->at++;
	return 0;
}

static void witness_row(struct table *table, const struct control_witness *w)
{
	table_add(table, "%s", w->treated ? "treated" : "untouched");
	table_add(table, "%s", w->host);
	table_add(table, "%s", w->counter);
	number_cell(table, "before ", w->has_before, w->before, "");
	number_cell(table, "after ", w->has_during, w->during, "");
	table_add(table, "%s", w->why);
}

/* Why it did not pass, and on which hosts. */
static int explain(void *ctx, const struct control_verdict *v)
{
	struct listing *l = ctx;
	char line[VERDICT_LINE_MAX], treated[NUMBER_MAX], untouched[NUMBER_MAX];
	struct table *table;

	if (!is_newest(l, v) || v->said.result == GATE_PASS) {
		l->at++;
		return 0;
	}
	l->at++;
	printf("    %s\n", verdict_line(v, line, sizeof(line)));
	if (v->has_treated && v->has_untouched)
		printf("        on average %s on a treated host, %s on an untouched one (shown, never decided on)\n",
		       verdict_number(true, v->treated, treated, sizeof(treated)),
		       verdict_number(true, v->untouched, untouched, sizeof(untouched)));
	table = table_new(6);
	for (size_t i = 0; i < v->witness_count; i++)
		witness_row(table, &v->witnesses[i]);
	table_print(table, stdout, 8, 0);
	table_free(table);
	return 0;
}

static int each(struct listing *l, struct control *control,
		int (*tell)(void *ctx, const struct control_verdict *verdict), struct ece_error *e)
{
	int err;

	l->at = 0;
	err = control_verdicts(control, tell, l, e);
	if (err == -ENOMEM)
		ece_error_set(e, err, ECE_ERROR_MEMORY, "out of memory for the verdicts of a run");
	return err;
}

int status_gates_text(struct control *control, struct ece_error *e)
{
	struct listing l = {.table = table_new(6)};
	int err = each(&l, control, note, e);

	if (!err && l.count) {
		printf("  gates:\n");
		err = each(&l, control, list_row, e);
		table_print(l.table, stdout, 4, 0);
		if (!err)
			err = each(&l, control, explain, e);
	}
	table_free(l.table);
	free(l.newest);
	return err;
}

static int list_json(void *ctx, const struct control_verdict *v)
{
	struct listing *l = ctx;

	if (is_newest(l, v))
		build_append(&l->list, verdict_json(v));
	l->at++;
	return 0;
}

json_t *status_gates_json(struct control *control)
{
	struct listing l = {.list = json_array()};
	struct ece_error e;

	if (each(&l, control, note, &e) || each(&l, control, list_json, &e)) {
		json_decref(l.list);
		l.list = NULL;
	}
	free(l.newest);
	return l.list;
}
