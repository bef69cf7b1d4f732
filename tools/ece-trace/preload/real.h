/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The functions that stand behind those of this library: rdma-core's own, by the versions that its ABI promises.
 * Source: rdma-core libibverbs/libibverbs.map.in, providers/mlx5/libmlx5.map.
 */
#ifndef ECE_TOOLS_ECE_TRACE_PRELOAD_REAL_H
#define ECE_TOOLS_ECE_TRACE_PRELOAD_REAL_H

#include <stddef.h>

enum trace_real {
	TRACE_REAL_CREATE_QP,
	TRACE_REAL_DESTROY_QP,
	TRACE_REAL_MODIFY_QP,
	TRACE_REAL_QUERY_GID,
	TRACE_REAL_QUERY_ECE,
	TRACE_REAL_SET_ECE,
	TRACE_REAL_DV_CREATE_QP,
	TRACE_REAL_DV_IS_SUPPORTED,
	TRACE_REAL_DEVX_OBJ_CREATE,
	TRACE_REAL_DEVX_OBJ_DESTROY,
	TRACE_REAL_DEVX_OBJ_MODIFY,
	TRACE_REAL_DEVX_OBJ_QUERY,
	TRACE_REAL_DEVX_QP_MODIFY,
	TRACE_REAL_DEVX_QP_QUERY,
	TRACE_REAL_COUNT,
};

/**
 * trace_real - the address of a function, to be called through a pointer of its type
 *
 * Looked up once, behind this library in the order of the process, else in the library that is loaded already: one that
 * came by dlopen() is in no such order. Nothing is loaded. Any thread may call it. Returns NULL where the process does not
 * have it; the next call looks again.
 */
void *trace_real(enum trace_real which);

typedef void *trace_dlvsym(void *handle, const char *name, const char *version);

/**
 * trace_real_dlvsym - the C library's dlvsym(), whose name this library takes over
 */
trace_dlvsym *trace_real_dlvsym(void);

/**
 * trace_real_name - the name of a function
 *
 * Returns a constant.
 */
const char *trace_real_name(enum trace_real which);

#endif
