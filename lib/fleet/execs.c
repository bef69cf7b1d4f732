// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/fleet/execs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/fleet/argv.h"
#include "lib/fleet/check.h"
#include "lib/fleet/parse.h"
#include "lib/fleet/value.h"

#define OUTPUT_NAME "output of %.120s"

void check_exec_keys(struct parse *p, struct cursor at)
{
	static const char *const keys[] = {"max_age", "max"};

	for (size_t i = 0; !json_object_get(at.json, "exec") && i < sizeof(keys) / sizeof(keys[0]); i++) {
		struct cursor member = cursor_get(p, at, keys[i]);

		if (member.json)
			fault_key(p, member, ECE_ERROR_CONFLICT, "only entries with \"exec\" have this");
	}
}

static int exec_read(struct parse *p, struct cursor at, enum fleet_exec_kind kind, struct fleet_exec *exec)
{
	exec->kind = kind;
	exec->place = cursor_place(p, at);
	read_duration(cursor_get(p, at, "max_age"), &exec->max_age_ns);
	return read_argv(p, cursor_get(p, at, "exec"), &exec->argv);
}

static int output_open(struct parse *p, const struct fleet_exec *exec, const struct fleet_exec_output *output,
		       struct source *source, struct cursor *root)
{
	char name[sizeof(OUTPUT_NAME) + 120];

	snprintf(name, sizeof(name), OUTPUT_NAME, exec->argv[0]);
	*source = (struct source){
		.name = arena_text(p->arena, name, strlen(name)), .what = "the output", .number = p->exec_count};
	if (!source->name)
		return -ENOMEM;
	/* what is no JSON was reported, and there are other faults to find */
	if (source_open(p, source, output->text, output->len))
		return 0;
	*root = cursor_root(source->json);
	check_exec_output(p, *root, exec->kind);
	return 0;
}

int exec_open(struct parse *p, struct cursor at, enum fleet_exec_kind kind, struct cursor *root)
{
	struct cursor argv = cursor_get(p, at, "exec");
	uint32_t number = p->exec_count;
	struct fleet_exec *exec = &p->execs[number];
	int err;

	p->faults_before = p->faults.total;
	*root = (struct cursor){.node = JSON_POSITION_NONE};
	if (number == FLEET_EXECS_MAX) {
		fault_key(p, argv, ECE_ERROR_LIMIT, "one too many: a file has at most %d commands", FLEET_EXECS_MAX);
		return 0;
	}
	err = exec_read(p, at, kind, exec);
	if (err || !exec->argv)
		return err;
	p->exec_count++;
	if (p->without_execs)
		return 0;
	if (number < p->input->exec_count)
		return output_open(p, exec, &p->input->execs[number], &p->outputs[number], root);
	fault_value(p, argv, ECE_ERROR_IO, "this command was not run, so its hosts are not known");
	return 0;
}

void exec_close(struct parse *p)
{
	source_use(p, &p->file);
	/* that hosts are missed would only be said because of them */
	if (p->faults.total > p->faults_before)
		p->pass_over = true;
}

/* Does a list have an entry with a command? A glance, so that most files are read only once. */
static bool list_has_exec(const json_t *list)
{
	for (size_t i = 0; i < json_array_size(list); i++)
		if (json_object_get(json_array_get(list, i), "exec"))
			return true;
	return false;
}

/* What is no JSON has none; fleet_parse() will tell. */
static bool file_has_exec(const struct fleet_input *input)
{
	json_t *json = input->len > FLEET_FILE_MAX ? NULL : json_loadb(input->text, input->len, 0, NULL);
	bool has = list_has_exec(json_object_get(json, "inventory")) || list_has_exec(json_object_get(json, "exclude"));

	json_decref(json);
	return has;
}

static size_t words_of(const struct fleet_exec *exec, size_t *bytes)
{
	size_t count = 0;

	for (; exec->argv[count]; count++)
		*bytes += strlen(exec->argv[count]) + 1;
	return count;
}

/* One piece of memory: the commands, their words, and the texts of those. */
static struct fleet_exec *copy_execs(const struct fleet_exec *from, uint32_t count)
{
	size_t words = 0, bytes = 0;
	struct fleet_exec *execs;
	const char **argv;
	char *text;

	for (uint32_t i = 0; i < count; i++)
		words += words_of(&from[i], &bytes) + 1;
	execs = malloc(count * sizeof(*execs) + words * sizeof(*argv) + bytes);
	if (!execs)
		return NULL;
	argv = (const char **)(execs + count);
	text = (char *)(argv + words);
	for (uint32_t i = 0; i < count; i++) {
		execs[i] = from[i];
		execs[i].argv = argv;
		for (const char *const *word = from[i].argv; *word; word++) {
			*argv++ = text;
			text = stpcpy(text, *word) + 1;
		}
		*argv++ = NULL;
	}
	return execs;
}

static int no_memory(const struct fleet_input *input, struct ece_error_sink *sink)
{
	struct ece_error e;

	ece_error_set(&e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
	ece_error_place(&e, "%s", input->file);
	ece_error_report(sink, &e);
	return -ENOMEM;
}

int fleet_execs(const struct fleet_input *input, struct ece_error_sink *sink, struct fleet_exec **execs)
{
	struct parse p = {.input = input, .without_execs = true, .pass_over = true};
	int err;

	*execs = NULL;
	if (!file_has_exec(input))
		return 0;
	err = parse_file(&p, sink);
	if (err)
		return err;
	if (p.exec_count)
		*execs = copy_execs(p.execs, p.exec_count);
	fleet_free(p.fleet);
	return *execs || !p.exec_count ? (int)p.exec_count : no_memory(input, sink);
}
