/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The devices and ports that the words on the command line name. */
#ifndef ECE_TOOLS_ECE_COUNTERS_SELECTION_H
#define ECE_TOOLS_ECE_COUNTERS_SELECTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "lib/scrape/reader.h"

struct selection {
	char *const *words; /* "mlx5_0", "mlx5_0/1", a PCI address, an interface; none: all devices */
	size_t count;
};

/**
 * selection_check - does each word name something?
 * @targets: all there is
 *
 * Returns 0; -ENOENT with @e filled, with the nearest name.
 */
int selection_check(const struct selection *selection, const struct scrape_target *targets, size_t count,
		    struct ece_error *e);

/* selection_has - is the device named, or one of its ports? Before any access to it */
bool selection_has(const struct selection *selection, const struct scrape_target *target);

/* selection_names - does this one word name the device, with or without a port? */
bool selection_names(const char *word, const struct scrape_target *target);

/* selection_has_port - of a device that it has */
bool selection_has_port(const struct selection *selection, const struct scrape_device *device,
			const struct scrape_port *port);

#endif
