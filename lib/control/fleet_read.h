/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What a controller's store says of its fleet, for a page of metrics. */
#ifndef ECE_LIB_CONTROL_FLEET_READ_H
#define ECE_LIB_CONTROL_FLEET_READ_H

#include "devx/base/error.h"
#include "lib/export/fleet.h"

/**
 * control_fleet_read - look at the store in a state directory
 * @vfs: as store_look()
 * @fleet: export_fleet_free() it
 *
 * Nothing is locked or written, and a controller may be at work. Replays the newest run, and reads the plan of the one
 * that made the newest generation: with many thousands of hosts that takes a while, so not for every page. A run that
 * cannot be read is told as such. Returns 0, or as store_look().
 */
int control_fleet_read(const char *dir, const char *vfs, struct export_fleet **fleet, struct ece_error *e);

#endif
