// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/fleet/source.h"

#include <errno.h>

#include "lib/fleet/parse.h"

/* Faults that no position index exists for. */
static int fault_early(struct parse *p, struct json_place place, int code, enum ece_error_kind kind, const char *text)
{
	faults_add(&p->faults, place, code, kind, "%s", text);
	return code;
}

static int too_deep(struct parse *p, struct json_place place)
{
	faults_add(&p->faults, place, -E2BIG, ECE_ERROR_LIMIT, "more than %d objects and arrays inside each other",
		   FLEET_DEPTH_MAX);
	return -E2BIG;
}

static int text_parse(struct parse *p, const char *text, size_t len, json_t **json)
{
	json_error_t e;
	struct json_place place;

	*json = json_loadb(text, len, 0, &e);
	if (*json)
		return 0;
	place = (struct json_place){.line = e.line < 1 ? 1 : (uint32_t)e.line,
				    .column = e.column < 1 ? 1 : (uint32_t)e.column};
	/* jansson says nothing at all when it runs out of memory */
	if (!*e.text || json_error_code(&e) == json_error_out_of_memory)
		return fault_early(p, place, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
	if (json_error_code(&e) == json_error_stack_overflow)
		return too_deep(p, place);
	faults_add(&p->faults, place, -EINVAL, ECE_ERROR_SYNTAX,
		   "this is no JSON: %s; what stands behind it was not looked at", e.text);
	return -EINVAL;
}

static int positions_find(struct parse *p, const char *text, size_t len)
{
	struct json_place place = {0};
	int err = json_positions_new(text, len, &place, &p->source->positions);

	if (err == -E2BIG)
		too_deep(p, place);
	else if (err == -ENOMEM)
		fault_early(p, place, err, ECE_ERROR_MEMORY, "out of memory");
	else if (err)
		fault_early(p, place, err, ECE_ERROR_SYNTAX, "this is no JSON");
	return err;
}

static void duplicates_report(struct parse *p)
{
	size_t count;
	const struct json_duplicate *list = json_position_duplicates(p->source->positions, &count);

	for (size_t i = 0; i < count; i++) {
		struct json_place earlier = json_position_key(p->source->positions, list[i].earlier);

		fault_key(p, (struct cursor){.node = list[i].node}, ECE_ERROR_DUPLICATE,
			  "this key stands here twice, before in line %u, column %u", earlier.line, earlier.column);
	}
}

void source_use(struct parse *p, struct source *source)
{
	p->source = source;
	p->faults.file = source->name;
	p->faults.source = source->number;
}

int source_open(struct parse *p, struct source *source, const char *text, size_t len)
{
	int err;

	source_use(p, source);
	if (len > FLEET_FILE_MAX) {
		faults_add(&p->faults, (struct json_place){0}, -E2BIG, ECE_ERROR_LIMIT, "%s is larger than 16 MiB",
			   source->what);
		return -E2BIG;
	}
	err = text_parse(p, text, len, &source->json);
	if (!err)
		err = positions_find(p, text, len);
	if (!err)
		duplicates_report(p);
	return err;
}

void source_done(struct source *source)
{
	json_decref(source->json);
	json_positions_free(source->positions);
}
