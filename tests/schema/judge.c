// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Fleet files from stdin, one a line; what our parser says of each, one JSON object a line: the kind and the sentence
 * of its first error, or an empty object.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/fleet/fleet.h"

static void keep_first(void *ctx, const struct ece_error *e)
{
	struct ece_error *first = ctx;

	if (!first->code)
		*first = *e;
}

/* What the commands of a file print: no hosts. Returns their number. */
static uint32_t say_nothing(const struct fleet_input *input, struct fleet_exec_output *outputs)
{
	static const char *const empty[] = {
		[FLEET_EXEC_INVENTORY] = "{\"inventory\": []}", [FLEET_EXEC_EXCLUDE] = "{\"exclude\": []}"};
	struct ece_error_sink sink = {0};
	struct fleet_exec *execs;
	int count = fleet_execs(input, &sink, &execs);

	for (int i = 0; i < count; i++)
		outputs[i] = (struct fleet_exec_output){empty[execs[i].kind], strlen(empty[execs[i].kind])};
	free(execs);
	return count > 0 ? (uint32_t)count : 0;
}

static int judge(const char *line, size_t len)
{
	static const char *const card_types[] = {"cx7", "cx6dx", NULL};
	struct fleet_exec_output outputs[FLEET_EXECS_MAX];
	struct fleet_input input = {.text = line, .len = len, .file = "f.json", .card_types = card_types};
	struct ece_error first = {0};
	struct ece_error_sink sink = {.add = keep_first, .ctx = &first};
	struct fleet *fleet = NULL;
	json_t *answer = json_object();
	int err = 0;

	input.execs = outputs;
	input.exec_count = say_nothing(&input, outputs);
	if (fleet_parse(&input, &sink, &fleet))
		err = json_object_set_new(answer, "kind", json_string(ece_error_kind_name(first.kind))) ||
		      json_object_set_new(answer, "text", json_string(first.text));
	fleet_free(fleet);
	err = err || !answer || json_dumpf(answer, stdout, JSON_COMPACT) || putchar('\n') == EOF;
	json_decref(answer);
	return err;
}

int main(void)
{
	char *line = NULL;
	size_t size = 0;
	ssize_t len;
	int err = 0;

	while (!err && (len = getline(&line, &size, stdin)) > 0)
		err = judge(line, (size_t)len);
	free(line);
	if (err || ferror(stdin) || fflush(stdout)) {
		perror("judge");
		return 1;
	}
	return 0;
}
