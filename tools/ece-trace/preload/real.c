// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-trace/preload/real.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <string.h>

#define VERBS "libibverbs.so.1"
#define MLX5  "libmlx5.so.1"

static const struct {
	const char *name, *version, *library;
} reals[TRACE_REAL_COUNT] = {
	[TRACE_REAL_CREATE_QP] = {"ibv_create_qp", "IBVERBS_1.1", VERBS},
	[TRACE_REAL_DESTROY_QP] = {"ibv_destroy_qp", "IBVERBS_1.1", VERBS},
	[TRACE_REAL_MODIFY_QP] = {"ibv_modify_qp", "IBVERBS_1.1", VERBS},
	[TRACE_REAL_QUERY_GID] = {"ibv_query_gid", "IBVERBS_1.1", VERBS},
	[TRACE_REAL_QUERY_ECE] = {"ibv_query_ece", "IBVERBS_1.10", VERBS},
	[TRACE_REAL_SET_ECE] = {"ibv_set_ece", "IBVERBS_1.10", VERBS},
	[TRACE_REAL_DV_CREATE_QP] = {"mlx5dv_create_qp", "MLX5_1.3", MLX5},
	[TRACE_REAL_DV_IS_SUPPORTED] = {"mlx5dv_is_supported", "MLX5_1.8", MLX5},
	[TRACE_REAL_DEVX_OBJ_CREATE] = {"mlx5dv_devx_obj_create", "MLX5_1.7", MLX5},
	[TRACE_REAL_DEVX_OBJ_DESTROY] = {"mlx5dv_devx_obj_destroy", "MLX5_1.7", MLX5},
	[TRACE_REAL_DEVX_OBJ_MODIFY] = {"mlx5dv_devx_obj_modify", "MLX5_1.7", MLX5},
	[TRACE_REAL_DEVX_OBJ_QUERY] = {"mlx5dv_devx_obj_query", "MLX5_1.7", MLX5},
	[TRACE_REAL_DEVX_QP_MODIFY] = {"mlx5dv_devx_qp_modify", "MLX5_1.8", MLX5},
	[TRACE_REAL_DEVX_QP_QUERY] = {"mlx5dv_devx_qp_query", "MLX5_1.8", MLX5},
};

static _Atomic(void *) addresses[TRACE_REAL_COUNT];

/* dlsym() gives a data pointer; POSIX wants it copied into a function pointer like this. */
trace_dlvsym *trace_real_dlvsym(void)
{
	static _Atomic(void *) found;
	void *address = atomic_load(&found);
	trace_dlvsym *function;

	if (!address) {
		address = dlsym(RTLD_NEXT, "dlvsym");
		atomic_store(&found, address);
	}
	memcpy(&function, &address, sizeof(function));
	return function;
}

/*
 * A program may unload it (a plugin of NCCL, of MPI) and load it again elsewhere: from here on it stays, so that what was
 * found in it stays true. NULL: it is not loaded.
 */
static void *pin(const char *library)
{
	return dlopen(library, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

static void *look_up(enum trace_real which)
{
	trace_dlvsym *versioned = trace_real_dlvsym();
	void *handle = pin(reals[which].library);
	void *address = versioned(RTLD_NEXT, reals[which].name, reals[which].version);

	if (!address && handle)
		address = versioned(handle, reals[which].name, reals[which].version);
	/* It is not this reference that keeps it */
	if (handle)
		dlclose(handle);
	return address;
}

void *trace_real(enum trace_real which)
{
	void *address = atomic_load(&addresses[which]);

	if (!address) {
		address = look_up(which);
		atomic_store(&addresses[which], address);
	}
	return address;
}

const char *trace_real_name(enum trace_real which)
{
	return reals[which].name;
}
