// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Fleet files from stdin, one a line; what our parser says of each, one JSON object a line: the kind and the sentence
 * of its first error, or an empty object.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/fleet/fleet.h"

static void keep_first(void *ctx, const struct ece_error *e)
{
	struct ece_error *first = ctx;

	if (!first->code)
		*first = *e;
}

static int judge(const char *line, size_t len)
{
	static const char *const card_types[] = {"cx7", "cx6dx", NULL};
	const struct fleet_input input = {.text = line, .len = len, .file = "f.json", .card_types = card_types};
	struct ece_error first = {0};
	struct ece_error_sink sink = {.add = keep_first, .ctx = &first};
	struct fleet *fleet = NULL;
	json_t *answer = json_object();
	int err = 0;

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
