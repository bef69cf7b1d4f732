// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/fleet/parse.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/fleet/check.h"
#include "lib/fleet/execs.h"
#include "lib/fleet/gates.h"
#include "lib/fleet/hosts.h"
#include "lib/fleet/labels.h"
#include "lib/fleet/nics.h"
#include "lib/fleet/value.h"

static void no_memory(struct parse *p)
{
	faults_add(&p->faults, (struct json_place){0}, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
}

static void policies_note(struct parse *p, struct cursor root)
{
	static const char *const words[] = {[FLEET_FAIL] = "fail", [FLEET_SKIP] = "skip", NULL};
	struct fleet *fleet = p->fleet;

	fleet->if_unsupported = (enum fleet_policy)read_word(cursor_get(p, root, "if_unsupported"), words, FLEET_FAIL);
	fleet->if_no_door = (enum fleet_policy)read_word(cursor_get(p, root, "if_no_door"), words, FLEET_FAIL);
	fleet->unsupported_place = cursor_said(p, root, "if_unsupported");
	fleet->no_door_place = cursor_said(p, root, "if_no_door");
}

static int name_read(struct parse *p, struct cursor root)
{
	static const char *const removed[] = {"release", "restore_original", NULL};
	const char *name = cursor_text(cursor_get(p, root, "fleet"));
	int word = read_word(cursor_get(p, root, "removed"), removed, -1);

	p->fleet->removed_given = word >= 0;
	p->fleet->restore_removed = word == 1;
	policies_note(p, root);
	p->fleet->removed_place = cursor_said(p, root, "removed");
	p->fleet->file = arena_text(p->arena, p->input->file, strlen(p->input->file));
	p->fleet->name = name ? arena_text(p->arena, name, strlen(name)) : "";
	return p->fleet->file && p->fleet->name ? 0 : -ENOMEM;
}

/* Each needs some of those before it. */
static int (*const readers[])(struct parse *p, struct cursor root) = {
	name_read,      read_hosts,    read_profiles, read_roles,    read_assigns,
	read_overrides, read_excludes, read_gates,    read_rollouts, read_changes,
	read_transport, read_drift,    read_signing,  read_store,    read_hooks,
};

static int parts_read(struct parse *p, struct cursor root)
{
	int err = 0;

	for (size_t i = 0; !err && i < sizeof(readers) / sizeof(readers[0]); i++)
		err = readers[i](p, root);
	if (err)
		no_memory(p);
	return err;
}

static int store_read(struct parse *p)
{
	int err = read_store_alone(p, cursor_root(p->file.json));

	if (err)
		no_memory(p);
	return err;
}

static int file_read(struct parse *p)
{
	int err = source_open(p, &p->file, p->input->text, p->input->len);

	if (err)
		return err;
	if (p->store_only)
		return store_read(p);
	check_file(p, cursor_root(p->file.json));
	return parts_read(p, cursor_root(p->file.json));
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
	faults_flush(&p->faults);
	labels_done(p);
	mentions_done(&p->named);
	intern_done(&p->profile_names);
	intern_done(&p->role_names);
	intern_done(&p->gate_names);
	intern_done(&p->rollout_names);
	source_done(&p->file);
	for (uint32_t i = 0; i < p->exec_count; i++)
		source_done(&p->outputs[i]);
	arena_done(&p->scratch);
}

static void parse_begin(struct parse *p)
{
	p->arena = &p->fleet->private->arena;
	p->hosts = &p->fleet->private->hosts;
	p->file = (struct source){.name = p->input->file, .what = "the file"};
	p->profile_names.arena = p->arena;
	p->role_names.arena = p->arena;
	p->gate_names.arena = p->arena;
	p->rollout_names.arena = p->arena;
}

int parse_file(struct parse *p, struct ece_error_sink *sink)
{
	p->faults = (struct faults){.sink = sink, .file = p->input->file};
	p->fleet = fleet_new(p->input);
	if (!p->fleet) {
		no_memory(p);
		faults_flush(&p->faults);
		return -ENOMEM;
	}
	parse_begin(p);
	file_read(p);
	parse_done(p);
	if (p->faults.worst) {
		fleet_free(p->fleet);
		p->fleet = NULL;
	}
	return p->faults.worst;
}

int fleet_parse(const struct fleet_input *input, struct ece_error_sink *sink, struct fleet **fleet)
{
	struct parse p = {.input = input};
	int err = parse_file(&p, sink);

	if (!err)
		*fleet = p.fleet;
	return err;
}
