// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/backend/backend.h"

#include <errno.h>

static const struct ece_backend *const backends[ECE_BACKEND_COUNT] = {
	[ECE_BACKEND_DEVX] = &ece_backend_devx,       [ECE_BACKEND_FWCTL] = &ece_backend_fwctl,
	[ECE_BACKEND_DEBUGFS] = &ece_backend_debugfs, [ECE_BACKEND_OFED] = &ece_backend_ofed,
	[ECE_BACKEND_VSC] = &ece_backend_vsc,         [ECE_BACKEND_POLICY] = &ece_backend_policy,
};

const struct ece_backend *ece_backend(enum ece_backend_id id)
{
	return id < ECE_BACKEND_COUNT ? backends[id] : NULL;
}

int ece_backend_open(const struct ece_backend *backend, struct ece_doors *doors)
{
	struct ece_door *door = &doors->door[backend->id];

	if (!backend->host_only && doors->silent >= ECE_SILENT_MAX && (!door->tried || !door->err)) {
		door->tried = true;
		door->err = ece_door_shut(door, -ETIMEDOUT,
					  "the firmware left %d commands in a row without an answer and is not asked "
					  "again: it may be in a reset, or dead; the kernel log says more",
					  ECE_SILENT_MAX);
	}
	if (!door->tried) {
		door->tried = true;
		door->err = backend->open(doors);
	}
	return door->err;
}
