/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What ece-guard can be asked on its command line. */
#ifndef ECE_TOOLS_ECE_GUARD_VERBS_H
#define ECE_TOOLS_ECE_GUARD_VERBS_H

#include <stdbool.h>
#include <stdint.h>

struct guard_args {
	const char *socket, *user, *state, *sim, *host;
	const char *allowed_signers, *name;
	bool json;
	uint64_t wait_ns;
	uint64_t idle_ns; /* 0: it never ends by itself */
	const char *guid;
};

/* Each returns the exit code. */
int verb_serve(const struct guard_args *args);
int verb_boot(const struct guard_args *args);
int verb_forget(const struct guard_args *args);

#endif
