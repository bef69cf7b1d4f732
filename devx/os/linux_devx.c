// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * DevX through rdma-core, which is loaded when the first context is opened and never unloaded: its providers register
 * themselves for good.
 */
#include "devx/os/linux_doors.h"

#include <dlfcn.h>
#include <errno.h>
#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

/* The functions used, by the names that rdma-core's ABI promises. */
static struct {
	struct ibv_device **(*get_device_list)(int *count);
	void (*free_device_list)(struct ibv_device **list);
	const char *(*get_device_name)(struct ibv_device *device);
	int (*close_device)(struct ibv_context *context);
	bool (*is_supported)(struct ibv_device *device);
	struct ibv_context *(*open_device)(struct ibv_device *device, struct mlx5dv_context_attr *attr);
	int (*general_cmd)(struct ibv_context *context, const void *in, size_t in_len, void *out, size_t out_len);
	int (*qp_query)(struct ibv_qp *qp, const void *in, size_t in_len, void *out, size_t out_len);
	int (*qp_modify)(struct ibv_qp *qp, const void *in, size_t in_len, void *out, size_t out_len);
} lib;

static pthread_once_t loaded = PTHREAD_ONCE_INIT;
static bool usable;

/* dlsym() gives a data pointer; POSIX wants it copied into a function pointer like this. */
static bool resolve(void *handle, const char *name, void *function)
{
	void *address = dlsym(handle, name);

	memcpy(function, &address, sizeof(address));
	return address;
}

static void load(void)
{
	void *verbs = dlopen("libibverbs.so.1", RTLD_NOW | RTLD_LOCAL);
	void *mlx5 = verbs ? dlopen("libmlx5.so.1", RTLD_NOW | RTLD_LOCAL) : NULL;

	usable = mlx5 && resolve(verbs, "ibv_get_device_list", &lib.get_device_list) &&
		 resolve(verbs, "ibv_free_device_list", &lib.free_device_list) &&
		 resolve(verbs, "ibv_get_device_name", &lib.get_device_name) &&
		 resolve(verbs, "ibv_close_device", &lib.close_device) &&
		 resolve(mlx5, "mlx5dv_is_supported", &lib.is_supported) &&
		 resolve(mlx5, "mlx5dv_open_device", &lib.open_device) &&
		 resolve(mlx5, "mlx5dv_devx_general_cmd", &lib.general_cmd) &&
		 resolve(mlx5, "mlx5dv_devx_qp_query", &lib.qp_query) &&
		 resolve(mlx5, "mlx5dv_devx_qp_modify", &lib.qp_modify);
}

static int open_one(struct ibv_device *device, struct ece_os_devx **devx)
{
	/* With this flag a refusal of DevX fails the open instead of leaving a context without it. */
	struct mlx5dv_context_attr attr = {.flags = MLX5DV_CONTEXT_FLAGS_DEVX};
	struct ibv_context *context;

	if (!lib.is_supported(device))
		return -EOPNOTSUPP;
	errno = 0;
	context = lib.open_device(device, &attr);
	if (!context)
		return errno ? -errno : -EOPNOTSUPP;
	*devx = (struct ece_os_devx *)context;
	return 0;
}

int linux_devx_open(void *ctx, const char *device, struct ece_os_devx **devx)
{
	struct ibv_device **list;
	int count = 0, err = -ENODEV;

	(void)ctx;
	pthread_once(&loaded, load);
	if (!usable)
		return -ENOSYS;
	list = lib.get_device_list(&count);
	for (int i = 0; list && i < count; i++)
		if (!strcmp(lib.get_device_name(list[i]), device)) {
			err = open_one(list[i], devx);
			break;
		}
	if (list)
		lib.free_device_list(list);
	return err;
}

int linux_devx_command(struct ece_os_devx *devx, const void *in, size_t in_len, void *out, size_t out_len)
{
	return -lib.general_cmd((struct ibv_context *)devx, in, in_len, out, out_len);
}

void linux_devx_close(struct ece_os_devx *devx)
{
	if (devx)
		lib.close_device((struct ibv_context *)devx);
}

int linux_devx_qp_query(void *ctx, void *qp, const void *in, size_t in_len, void *out, size_t out_len)
{
	(void)ctx;
	pthread_once(&loaded, load);
	return usable ? -lib.qp_query(qp, in, in_len, out, out_len) : -ENOSYS;
}

int linux_devx_qp_modify(void *ctx, void *qp, const void *in, size_t in_len, void *out, size_t out_len)
{
	(void)ctx;
	pthread_once(&loaded, load);
	return usable ? -lib.qp_modify(qp, in, in_len, out, out_len) : -ENOSYS;
}
