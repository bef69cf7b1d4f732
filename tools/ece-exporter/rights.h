/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Giving up the rights that serving does not need. */
#ifndef ECE_TOOLS_ECE_EXPORTER_RIGHTS_H
#define ECE_TOOLS_ECE_EXPORTER_RIGHTS_H

#include "devx/base/error.h"
#include "tools/ece-exporter/args.h"

/**
 * rights_drop - become --user, keep no capability but those that the parts asked for may use, and gain none by exec
 *
 * To be called when the listening sockets are open and before there is a second thread, since capabilities are a
 * thread's own. Without --user root stays root by number: files of root alone, as are those of fwctl, can then still be
 * opened. Not on a simulated host, where nothing is at stake.
 * Returns 0, or a negative errno with @e filled.
 */
int rights_drop(const struct exporter_args *args, struct ece_error *e);

#endif
