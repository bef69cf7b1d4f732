/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Where the state of the fleet lives: --state DIR, $ECE_STATE, or the usual place of this user. */
#ifndef ECE_TOOLS_COMMON_STATE_DIR_H
#define ECE_TOOLS_COMMON_STATE_DIR_H

#include <limits.h>

#include "devx/base/error.h"

#define STATE_DIR_ENV  "ECE_STATE"
#define STATE_DIR_ROOT "/var/lib/ece"

/**
 * state_dir_find - choose the state directory
 * @option: value of --state, or NULL
 * @dir: receives the path
 *
 * In this order: @option; $ECE_STATE; /var/lib/ece for root; $XDG_STATE_HOME/ece; ~/.local/state/ece. An empty value
 * counts as unset.
 * Returns 0, or a negative errno with @e filled.
 */
int state_dir_find(const char *option, char dir[PATH_MAX], struct ece_error *e);

/**
 * state_dir_make - create it with its parents, for this user alone, and see whether it can be written
 *
 * Writes and syncs one block, so that a full or read-only file system is found before anything depends on it.
 * Returns 0, or a negative errno with @e filled.
 */
int state_dir_make(const char *dir, struct ece_error *e);

#endif
