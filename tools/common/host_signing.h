/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Who may sign what is written to this host, and what the host is called in signed runs (docs/signing.md). */
#ifndef ECE_TOOLS_COMMON_HOST_SIGNING_H
#define ECE_TOOLS_COMMON_HOST_SIGNING_H

#include "devx/base/error.h"
#include "lib/sign/signers.h"

#define HOST_NAME_ROOM 256

struct host_signing {
	struct signers *signers;
	char name[HOST_NAME_ROOM];
};

/**
 * host_signing_open - by what the command line says
 * @file: of --allowed-signers; NULL: the usual one, if it is there
 * @name: of --name; NULL: the name that the kernel has
 *
 * Returns 0 or a negative errno with @e filled; host_signing_close() may be called in any case on what was zeroed before.
 */
int host_signing_open(struct host_signing *signing, const char *file, const char *name, struct ece_error *e);
void host_signing_close(struct host_signing *signing);

#endif
