// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-trace/preload/hooks.h"

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

#include "tools/ece-trace/preload/event.h"

#define HOOK(function) ((void *)(uintptr_t)(function))

void *trace_hook(enum trace_real which)
{
	switch (which) {
	case TRACE_REAL_CREATE_QP:
		return HOOK(ibv_create_qp);
	case TRACE_REAL_DESTROY_QP:
		return HOOK(ibv_destroy_qp);
	case TRACE_REAL_MODIFY_QP:
		return HOOK(ibv_modify_qp);
	case TRACE_REAL_QUERY_ECE:
		return HOOK(ibv_query_ece);
	case TRACE_REAL_SET_ECE:
		return HOOK(ibv_set_ece);
	case TRACE_REAL_DV_CREATE_QP:
		return HOOK(mlx5dv_create_qp);
	case TRACE_REAL_DEVX_OBJ_CREATE:
		return HOOK(mlx5dv_devx_obj_create);
	case TRACE_REAL_DEVX_OBJ_DESTROY:
		return HOOK(mlx5dv_devx_obj_destroy);
	case TRACE_REAL_DEVX_OBJ_MODIFY:
		return HOOK(mlx5dv_devx_obj_modify);
	case TRACE_REAL_DEVX_QP_MODIFY:
		return HOOK(mlx5dv_devx_qp_modify);
	default:
		return NULL;
	}
}

__attribute__((destructor)) static void say_end(void)
{
	trace_emit_end();
}
