// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/base/sha256.h"
#include "tools/ece-apply/fleet_load.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "devx/sim/cards/card.h"
#include "tools/common/file.h"
#include "tools/common/state_dir.h"
#include "tools/ece-apply/command.h"
#include "tools/ece-apply/signing.h"

#define CARD_TYPES_MAX 64

struct loading {
	const struct apply_args *args;
	struct ece_error_sink *sink;
	struct fleet_load *load;
	struct fleet_input input;
	struct fleet_exec_output *outputs;
	const char *types[CARD_TYPES_MAX]; /* NULL-ended */
	char dir[PATH_MAX];                /* of the file */
	char state_dir[PATH_MAX];
};

int64_t fleet_load_now(const struct apply_args *args)
{
	return args->has_now ? args->now : time(NULL);
}

static int fail(struct loading *l, int err, const struct ece_error *e)
{
	ece_error_report(l->sink, e);
	return err;
}

static void card_types(struct loading *l)
{
	size_t i = 0;

	for (; i + 1 < CARD_TYPES_MAX && fw_card_type_at(i); i++)
		l->types[i] = fw_card_type_at(i)->name;
	l->types[i] = NULL;
	l->input.card_types = l->types;
}

/* "a/b.json" is in "a", "b.json" is here. */
static void dir_of_file(struct loading *l)
{
	const char *word = l->args->word, *slash = strrchr(word, '/');

	snprintf(l->dir, sizeof(l->dir), "%.*s", slash ? (int)(slash - word) + 1 : 1, slash ? word : ".");
}

static void say_answer(const struct fleet_exec *exec, const struct exec_answer *answer, int64_t now)
{
	char age[EXEC_AGE_MAX], most[EXEC_AGE_MAX];

	if (answer->kept)
		fprintf(stderr, "%s: its answer of %s ago is used again, up to %s\n", exec->argv[0],
			exec_age_text(now - answer->at, age),
			exec_age_text((int64_t)(exec->max_age_ns / 1000000000), most));
	else
		fprintf(stderr, "%s: asked now\n", exec->argv[0]);
}

static void digest(const char *text, size_t len, uint8_t *bytes)
{
	struct sha256 hash;

	sha256_init(&hash);
	sha256_add(&hash, text, len);
	sha256_end(&hash, bytes);
}

static int ask(struct loading *l, uint32_t i)
{
	const struct fleet_exec *exec = &l->load->execs[i];
	struct exec_answer *answer = &l->load->answers[i];
	struct ece_error e;
	int err = exec_answer_get(exec, l->dir, l->state_dir, l->input.now, answer, &e);

	if (err) {
		ece_error_place(&e, "%s:%u:%u", l->input.file, exec->place.line, exec->place.column);
		return fail(l, err, &e);
	}
	say_answer(exec, answer, l->input.now);
	l->outputs[i] = (struct fleet_exec_output){.text = answer->text, .len = answer->len};
	l->load->commands[i] = (struct plan_command){.name = exec->argv[0], .place = exec->place};
	digest(answer->text, answer->len, l->load->commands[i].digest);
	return 0;
}

/* All of them are asked, so that all that fail are told. */
static int ask_all(struct loading *l)
{
	struct fleet_load *load = l->load;
	struct ece_error e;
	int err = state_dir_find(l->args->state, l->state_dir, &e);

	if (!err)
		err = state_dir_make(l->state_dir, &e);
	if (err)
		return fail(l, err, &e);
	load->answers = calloc(load->exec_count, sizeof(*load->answers));
	load->commands = calloc(load->exec_count, sizeof(*load->commands));
	l->outputs = calloc(load->exec_count, sizeof(*l->outputs));
	if (!load->answers || !load->commands || !l->outputs) {
		ece_error_set(&e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
		return fail(l, -ENOMEM, &e);
	}
	for (uint32_t i = 0; i < load->exec_count; i++)
		if (ask(l, i))
			err = -EIO;
	l->input.execs = l->outputs;
	l->input.exec_count = load->exec_count;
	return err;
}

/* Only what the whole file was good with is kept: a faulty answer must be asked for again. */
static int keep_all(struct loading *l)
{
	struct ece_error e;

	for (uint32_t i = 0; i < l->load->exec_count; i++)
		if (exec_answer_keep(&l->load->execs[i], l->dir, l->state_dir, &l->load->answers[i], &e))
			return fail(l, e.code, &e);
	return 0;
}

static int parse(struct loading *l)
{
	int count = fleet_execs(&l->input, l->sink, &l->load->execs);
	int err = count < 0 ? count : 0;

	if (count > 0) {
		l->load->exec_count = (uint32_t)count;
		err = ask_all(l);
	}
	if (!err)
		err = fleet_parse(&l->input, l->sink, &l->load->fleet);
	return err ? err : keep_all(l);
}

/* A word that is neither a file nor a verb was most likely meant to be a verb. */
static void cannot_read(const struct apply_args *args, struct outcome *outcome, const struct ece_error *e)
{
	const char *word = args->word, *near = command_nearest_verb(&ece_apply_command, word);
	bool like_a_verb = !args->file_only && !strpbrk(word, "/.") && e->code == -ENOENT;

	outcome->usage = like_a_verb;
	if (like_a_verb && near)
		outcome_error(outcome, -ENOENT, ECE_ERROR_UNKNOWN_NAME,
			      "no file \"%s\", and no verb of that name; did you mean \"%s\"?", word, near);
	else if (like_a_verb)
		outcome_error(outcome, -ENOENT, ECE_ERROR_UNKNOWN_NAME,
			      "no file \"%s\", and no verb of that name; see 'ece-apply --help'", word);
	else
		outcome_fail(outcome, e);
	outcome->result = CONTROL_INVALID;
}

bool fleet_load(const struct apply_args *args, struct outcome *outcome, struct fleet_load *load)
{
	struct loading l = {.args = args, .sink = &outcome->report.sink, .load = load};
	struct ece_error e;
	char *text;
	int err;

	*load = (struct fleet_load){0};
	l.input.file = args->word;
	l.input.now = fleet_load_now(args);
	err = file_read(args->word, FLEET_FILE_MAX, &text, &l.input.len, &e);
	if (err) {
		cannot_read(args, outcome, &e);
		return false;
	}
	l.input.text = text;
	digest(text, l.input.len, load->digest);
	card_types(&l);
	dir_of_file(&l);
	err = signing_file(args, text, l.input.len, &e);
	if (err)
		fail(&l, err, &e);
	err = err ? err : parse(&l);
	if (!err) {
		err = signing_file_by(args, load->fleet, text, l.input.len, &e);
		if (err)
			fail(&l, err, &e);
	}
	free(text);
	free(l.outputs);
	if (!err)
		return true;
	outcome->result = err == -ENOMEM ? CONTROL_ERROR : CONTROL_INVALID;
	if (l.sink->count > 1)
		fprintf(stderr, "%zu faults in %s; nothing was contacted\n", l.sink->count, args->word);
	return false;
}

void fleet_load_done(struct fleet_load *load)
{
	for (uint32_t i = 0; load->answers && i < load->exec_count; i++)
		exec_answer_free(&load->answers[i]);
	free(load->answers);
	free(load->commands);
	free(load->execs);
	fleet_free(load->fleet);
	*load = (struct fleet_load){0};
}
