/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What costs too much to be read for every page: the parameters of the NICs, and a controller's store. A thread reads
 * them now and then, so that a card which does not answer holds up no page; pages tell what was read last.
 */
#ifndef ECE_TOOLS_ECE_EXPORTER_SLOW_H
#define ECE_TOOLS_ECE_EXPORTER_SLOW_H

#include "lib/export/page.h"
#include "tools/common/host.h"
#include "tools/ece-exporter/args.h"

#define SLOW_STORE_SECONDS 30
#define SLOW_OWN_MAX       2

struct slow;

/**
 * slow_new - prepare
 * @args, @host: must outlive it
 *
 * A real host that is served gets a thread; else slow_gather() reads. Returns 0 or a negative errno with @e filled.
 * slow_free() accepts NULL; a thread that a card holds up is left to the end of the process.
 */
int slow_new(const struct exporter_args *args, const struct tool_host *host, struct slow **slow, struct ece_error *e);
void slow_free(struct slow *slow);

/**
 * slow_gather - read what is due, where there is no thread for it
 */
void slow_gather(struct slow *slow);

/**
 * slow_lend - put the newest of all into a view
 * @own: receives at most SLOW_OWN_MAX numbers that say whether the last reading went well
 *
 * Until slow_take_back() nothing of it changes. Returns how many numbers were stored.
 */
size_t slow_lend(struct slow *slow, struct export_view *view, struct export_own *own);
void slow_take_back(struct slow *slow);

#endif
