/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The kinds of host that the agent works on. */
#ifndef ECE_TOOLS_ECE_AGENT_SERVE_H
#define ECE_TOOLS_ECE_AGENT_SERVE_H

#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"

struct serve_host; /* what one kind needs */

struct serve_where {
	const char *dir;                    /* the state directory; or the path of the guard's socket */
	const char *host;                   /* the simulated one */
	const char *allowed_signers, *name; /* of this machine; NULL: the usual ones */
};

struct serve_kind {
	int (*open)(const struct serve_where *where, struct serve_host **opened, struct ece_error *e);
	/* One request line to its answer, which free() frees. A negative errno: there is no true answer. */
	int (*request)(struct serve_host *host, const char *line, size_t len, char **answer, size_t *answer_len,
		       struct ece_error *e);
	/* Ends leases that are over. Returns when the next one is, on clock_now(); UINT64_MAX: never, or not its own. */
	uint64_t (*leases)(struct serve_host *host);
	void (*close)(struct serve_host *host);
};

extern const struct serve_kind serve_real;  /* this machine */
extern const struct serve_kind serve_guard; /* this machine, by way of ece-guard */
extern const struct serve_kind serve_sim;   /* a simulated host */

#endif
