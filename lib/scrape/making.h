/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A snapshot while it is made. Internal to lib/scrape. */
#ifndef ECE_LIB_SCRAPE_MAKING_H
#define ECE_LIB_SCRAPE_MAKING_H

#include "lib/scrape/snapshot.h"

/* scrape_device_new - an empty one with one holder, for scrape_device_put(); NULL: out of memory */
struct scrape_device *scrape_device_new(void);

/**
 * scrape_fault - a part was not read
 * @port: 0: of the device
 * @err: negative errno
 * @what: what could not be done, "read the hardware counters"
 *
 * Beyond SCRAPE_FAULTS_MAX it is left out. Returns 0 or -ENOMEM.
 */
int scrape_fault(struct scrape_device *device, enum scrape_part part, uint32_t port, int err, const char *what);

/* scrape_fault_error - the same with an error that is there already */
int scrape_fault_error(struct scrape_device *device, enum scrape_part part, uint32_t port, const struct ece_error *e);

#endif
