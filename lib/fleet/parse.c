// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/fleet/parse.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/fleet/check.h"
#include "lib/fleet/gates.h"
#include "lib/fleet/hosts.h"
#include "lib/fleet/labels.h"

/* Faults that no position index exists for: of the file as a whole, or of its syntax. */
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

static int text_parse(struct parse *p, json_t **json)
{
	json_error_t e;
	struct json_place place;

	*json = json_loadb(p->input->text, p->input->len, 0, &e);
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

static int positions_find(struct parse *p)
{
	struct json_place place = {0};
	int err = json_positions_new(p->input->text, p->input->len, &place, &p->positions);

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
	const struct json_duplicate *list = json_position_duplicates(p->positions, &count);

	for (size_t i = 0; i < count; i++) {
		struct json_place earlier = json_position_key(p->positions, list[i].earlier);

		fault_key(p, (struct cursor){.node = list[i].node}, ECE_ERROR_DUPLICATE,
			  "this key stands here twice, before in line %u, column %u", earlier.line, earlier.column);
	}
}

static int name_read(struct parse *p, struct cursor root)
{
	const char *name = cursor_text(cursor_get(p, root, "fleet"));

	p->fleet->file = arena_text(p->arena, p->input->file, strlen(p->input->file));
	p->fleet->name = name ? arena_text(p->arena, name, strlen(name)) : "";
	return p->fleet->file && p->fleet->name ? 0 : -ENOMEM;
}

static int parts_read(struct parse *p, struct cursor root)
{
	int err = name_read(p, root);

	if (!err)
		err = read_hosts(p, root);
	if (!err)
		err = read_profiles(p, root);
	if (!err)
		err = read_assigns(p, root);
	if (!err)
		err = read_gates(p, root);
	if (!err)
		err = read_rollouts(p, root);
	if (!err)
		err = read_changes(p, root);
	if (!err)
		err = read_transport(p, root);
	if (err)
		fault_early(p, (struct json_place){0}, err, ECE_ERROR_MEMORY, "out of memory");
	return err;
}

static int file_read(struct parse *p)
{
	json_t *json = NULL;
	struct cursor root;
	int err;

	if (p->input->len > FLEET_FILE_MAX)
		return fault_early(p, (struct json_place){0}, -E2BIG, ECE_ERROR_LIMIT,
				   "the file is larger than 16 MiB");
	err = text_parse(p, &json);
	if (!err)
		err = positions_find(p);
	if (!err) {
		root = cursor_root(json);
		duplicates_report(p);
		check_file(p, root);
		err = parts_read(p, root);
	}
	json_decref(json);
	return err;
}

static struct fleet *fleet_new(const struct fleet_input *input)
{
	struct fleet *fleet = calloc(1, sizeof(*fleet));
	struct fleet_private *private = calloc(1, sizeof(*private));

	if (!fleet || !private) {
		free(fleet);
		free(private);
		return NULL;
	}
	fleet->private = private;
	fleet->host_nics = input->host_nics ? input->host_nics : FLEET_HOST_NICS;
	if (fleet->host_nics > FLEET_HOST_NICS_MAX)
		fleet->host_nics = FLEET_HOST_NICS_MAX;
	private->hosts.arena = &private->arena;
	return fleet;
}

static void parse_done(struct parse *p)
{
	labels_done(p);
	intern_done(&p->profile_names);
	intern_done(&p->rollout_names);
	arena_done(&p->scratch);
	json_positions_free(p->positions);
	faults_flush(&p->faults);
}

int fleet_parse(const struct fleet_input *input, struct ece_error_sink *sink, struct fleet **fleet)
{
	struct parse p = {.input = input, .faults = {.sink = sink, .file = input->file}};

	p.fleet = fleet_new(input);
	if (!p.fleet) {
		fault_early(&p, (struct json_place){0}, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
		faults_flush(&p.faults);
		return -ENOMEM;
	}
	p.arena = &p.fleet->private->arena;
	p.hosts = &p.fleet->private->hosts;
	p.profile_names.arena = p.arena;
	p.rollout_names.arena = p.arena;
	file_read(&p);
	parse_done(&p);
	if (p.faults.worst) {
		fleet_free(p.fleet);
		return p.faults.worst;
	}
	*fleet = p.fleet;
	return 0;
}
