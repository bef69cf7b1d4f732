/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A backend carries requests through one door. None decides anything: which one is used for what is data in the
 * parameter table.
 */
#ifndef ECE_DEVX_BACKEND_BACKEND_H
#define ECE_DEVX_BACKEND_BACKEND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/backend/doors.h"
#include "ece/result.h"

struct ece_backend {
	enum ece_backend_id id;
	bool host_only; /* never asks the firmware, so a silent one does not shut it */
	/* Opens the door. Returns 0, or a negative errno with the reason in doors->door[id].why. */
	int (*open)(struct ece_doors *doors);
	/* One firmware command, both mailboxes at least PRM_MBOX_MIN bytes. NULL: carries none. */
	struct ece_result (*command)(struct ece_doors *doors, const void *in, size_t in_len, void *out, size_t out_len);
	/* One congestion parameter by the name of its file. NULL: has no files. */
	struct ece_result (*read_value)(struct ece_doors *doors, const char *file, uint32_t *value);
	struct ece_result (*write_value)(struct ece_doors *doors, const char *file, uint32_t value);
};

/**
 * ece_backend - a backend by its id
 *
 * Returns a constant, or NULL for ECE_BACKEND_NONE and ids that are none.
 */
const struct ece_backend *ece_backend(enum ece_backend_id id);

/**
 * ece_backend_open - open a backend's door, once
 *
 * Returns 0, or the negative errno of the first try, whose reason stays in doors->door[id].why.
 */
int ece_backend_open(const struct ece_backend *backend, struct ece_doors *doors);

/* Each in its file. */
extern const struct ece_backend ece_backend_devx;
extern const struct ece_backend ece_backend_fwctl;
extern const struct ece_backend ece_backend_debugfs;
extern const struct ece_backend ece_backend_ofed;
extern const struct ece_backend ece_backend_vsc;
extern const struct ece_backend ece_backend_policy;

#endif
