// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/backend/backend.h"

static const struct ece_backend *const backends[ECE_BACKEND_COUNT] = {
	[ECE_BACKEND_DEVX] = &ece_backend_devx,       [ECE_BACKEND_FWCTL] = &ece_backend_fwctl,
	[ECE_BACKEND_DEBUGFS] = &ece_backend_debugfs, [ECE_BACKEND_OFED] = &ece_backend_ofed,
	[ECE_BACKEND_VSC] = &ece_backend_vsc,
};

const struct ece_backend *ece_backend(enum ece_backend_id id)
{
	return id < ECE_BACKEND_COUNT ? backends[id] : NULL;
}

int ece_backend_open(const struct ece_backend *backend, struct ece_doors *doors)
{
	struct ece_door *door = &doors->door[backend->id];

	if (!door->tried) {
		door->tried = true;
		door->err = backend->open(doors);
	}
	return door->err;
}
