// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* How the hosts of a run were reached. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/control/internal.h"

void way_dir(const char *file, char dir[PATH_MAX])
{
	const char *slash = strrchr(file, '/');
	size_t len = slash && slash != file ? (size_t)(slash - file) : 1;

	snprintf(dir, PATH_MAX, "%.*s", (int)(len < PATH_MAX ? len : PATH_MAX - 1), slash ? file : ".");
}

static int copy_way(const struct control_way *from, const char *file, struct control_way *way, struct ece_error *e)
{
	*way = *from;
	way_dir(file, way->dir);
	if (!from->command)
		return 0;
	way->command = fleet_command_copy(from->command);
	return way->command ? 0 : ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a run");
}

int control_transport(struct store *store, const char *run_id, struct control_way *way, struct ece_error *e)
{
	struct frozen *frozen;
	struct store_run record;
	char *text;
	size_t len;
	int err = store_run_find(store, run_id, false, &record, e);

	if (!err)
		err = store_run_plan(store, record.id, &text, &len, e);
	if (!err)
		err = frozen_read(text, len, &frozen, e);
	if (err)
		return err;
	err = copy_way(&frozen->way, record.file, way, e);
	frozen_free(frozen);
	return err;
}

void control_way_done(struct control_way *way)
{
	free((void *)(uintptr_t)way->command);
	way->command = NULL;
}

struct control_way control_way_of(const struct fleet *fleet)
{
	const struct fleet_transport *transport = &fleet->transport;
	struct control_way way = {
		.kind = transport->kind,
		.simulated = transport->kind == FLEET_TRANSPORT_SIM,
		.real_time = transport->kind != FLEET_TRANSPORT_SIM || !transport->sim.virtual_time,
	};

	if (transport->kind == FLEET_TRANSPORT_COMMAND)
		way.command = &transport->command;
	way_dir(fleet->file, way.dir);
	return way;
}
