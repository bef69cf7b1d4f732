/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What the exporter tells of itself. */
#ifndef ECE_TOOLS_ECE_EXPORTER_OWN_H
#define ECE_TOOLS_ECE_EXPORTER_OWN_H

#include "lib/export/page.h"
#include "lib/http/server.h"
#include "tools/ece-exporter/args.h"

#define OWN_MAX 16

/**
 * own_numbers - of the process, and of the server when there is one
 * @server: or NULL
 *
 * Returns how many were stored.
 */
size_t own_numbers(const struct exporter_args *args, struct http_server *server, struct export_own own[OWN_MAX]);

#endif
