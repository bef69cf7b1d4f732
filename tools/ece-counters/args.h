/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What was asked of ece-counters. */
#ifndef ECE_TOOLS_ECE_COUNTERS_ARGS_H
#define ECE_TOOLS_ECE_COUNTERS_ARGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum optional_action {
	OPTIONAL_NONE, /* --optional was not given */
	OPTIONAL_LIST,
	OPTIONAL_ENABLE,
	OPTIONAL_DISABLE,
};

struct counters_args {
	char *const *words; /* devices; with --optional enable or disable also names of counters */
	size_t word_count;
	const char *sim, *host;
	const char *explain; /* a counter's name */
	enum optional_action optional;
	bool all, card, meanings, qps, json, keep, rates, watch, has_interval, has_count, has_bind;
	uint8_t bind;         /* enum ece_rdma_bind_mask; 0: off */
	uint64_t interval_ns; /* of --rates and --watch */
	uint32_t count;       /* rounds of --watch */
};

#endif
