/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What is remembered of the queue pairs of this process, by the pointer that the program has. The table is bounded; any
 * thread may use it, and a child of fork() has a copy of its own.
 */
#ifndef ECE_TOOLS_ECE_TRACE_PRELOAD_QPS_H
#define ECE_TOOLS_ECE_TRACE_PRELOAD_QPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TRACE_QPS_MAX    262144 /* queue pairs of a process that are remembered at a time */
#define TRACE_DEVICE_MAX 64
#define TRACE_TYPE_MAX   16

/* An ECE word, or none. */
struct trace_word {
	bool has;
	uint32_t value;
};

struct trace_qp {
	const void *key; /* struct ibv_qp, or struct mlx5dv_devx_obj */
	uint32_t qpn;
	char device[TRACE_DEVICE_MAX];
	char type[TRACE_TYPE_MAX];
	bool target;              /* a dynamically connected target: it has commands of its own */
	struct trace_word preset; /* what the device offers: its answer when the queue pair was made */
	struct trace_word asked;  /* travels with the next transition */
};

/**
 * trace_qps_put - remember a queue pair, in place of what was known by its key
 *
 * Returns false where there is no room or memory left.
 */
bool trace_qps_put(const struct trace_qp *qp);

/**
 * trace_qps_get - what is known by a key
 *
 * Returns false, with @qp untouched, where there is nothing.
 */
bool trace_qps_get(const void *key, struct trace_qp *qp);

/**
 * trace_qps_take - the same, and forget it
 */
bool trace_qps_take(const void *key, struct trace_qp *qp);

#endif
