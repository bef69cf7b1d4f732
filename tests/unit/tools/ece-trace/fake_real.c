// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The doubles in the place of real.c, for tests with the hooks in their own process. */
#include "tests/unit/tools/ece-trace/fake.h"
#include "tools/ece-trace/preload/real.h"

#define AT(function) ((void *)(uintptr_t)(function))

void *trace_real(enum trace_real which)
{
	void *const reals[TRACE_REAL_COUNT] = {
		[TRACE_REAL_CREATE_QP] = AT(fake_create_qp),
		[TRACE_REAL_DESTROY_QP] = AT(fake_destroy_qp),
		[TRACE_REAL_MODIFY_QP] = AT(fake_modify_qp),
		[TRACE_REAL_QUERY_GID] = AT(fake_query_gid),
		[TRACE_REAL_QUERY_ECE] = AT(fake_query_ece),
		[TRACE_REAL_SET_ECE] = AT(fake_set_ece),
		[TRACE_REAL_DV_CREATE_QP] = AT(fake_dv_create_qp),
		[TRACE_REAL_DV_IS_SUPPORTED] = AT(fake_is_supported),
		[TRACE_REAL_DEVX_OBJ_CREATE] = AT(fake_obj_create),
		[TRACE_REAL_DEVX_OBJ_DESTROY] = AT(fake_obj_destroy),
		[TRACE_REAL_DEVX_OBJ_MODIFY] = AT(fake_obj_modify),
		[TRACE_REAL_DEVX_OBJ_QUERY] = AT(fake_obj_query),
		[TRACE_REAL_DEVX_QP_MODIFY] = AT(fake_qp_modify),
		[TRACE_REAL_DEVX_QP_QUERY] = AT(fake_qp_query),
	};

	return reals[which];
}
