/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What was asked of ece-qp. */
#ifndef ECE_TOOLS_ECE_QP_ARGS_H
#define ECE_TOOLS_ECE_QP_ARGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct qp_args {
	char *const *cards;
	size_t card_count;
	const char *sim, *host;
	const char *fleet, *state, *limit; /* a fleet file; where its runs are kept; hosts of it */
	bool json, summary;
	const char *want_text; /* --want; NULL: as the host's policy says */
	uint32_t want;         /* its option bits */
	bool has_qpn, has_pid;
	uint32_t qpn, pid;
};

#endif
