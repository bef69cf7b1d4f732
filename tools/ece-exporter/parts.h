/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The values of --collect, --no-collect, --device and --no-device. */
#ifndef ECE_TOOLS_ECE_EXPORTER_PARTS_H
#define ECE_TOOLS_ECE_EXPORTER_PARTS_H

#include <stdbool.h>

#include "tools/ece-exporter/args.h"

/**
 * parts_parse - "rdma,port" or "all"
 * @parts: receives their bits (enum scrape_part)
 * @bad: receives what no part is called, cut to fit
 *
 * Returns false for a word that is no part.
 */
bool parts_parse(const char *text, unsigned int *parts, char bad[64]);

/**
 * patterns_want - whether a device is to be read, by --device and --no-device
 *
 * Looks at nothing but what the list of devices tells.
 */
bool patterns_want(const struct exporter_args *args, const struct scrape_target *target);

#endif
