// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * fwctl, the kernel's door to firmware commands, since Linux 6.15.
 *
 * The ABI is written out here because the build hosts' kernel headers are older. Source: Linux
 * include/uapi/fwctl/{fwctl,mlx5}.h. The ioctl numbers carry no size: the first member of a structure is its size.
 */
#include "devx/os/linux_doors.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define FWCTL_TYPE 0x9a
#define FWCTL_INFO _IO(FWCTL_TYPE, 0)
#define FWCTL_RPC  _IO(FWCTL_TYPE, 1)

struct fwctl_info {
	uint32_t size;
	uint32_t flags;
	uint32_t out_device_type;
	uint32_t device_data_len;
	uint64_t out_device_data; /* pointer to struct fwctl_info_mlx5 */
};

struct fwctl_info_mlx5 {
	uint32_t uid;
	uint32_t uctx_caps;
};

struct fwctl_rpc {
	uint32_t size;
	uint32_t scope;
	uint32_t in_len;
	uint32_t out_len;
	uint64_t in;
	uint64_t out;
};

_Static_assert(FWCTL_INFO == 0x9a00, "ABI");
_Static_assert(FWCTL_RPC == 0x9a01, "ABI");
_Static_assert(sizeof(struct fwctl_info) == 24, "ABI");
_Static_assert(offsetof(struct fwctl_info, out_device_data) == 16, "ABI");
_Static_assert(sizeof(struct fwctl_info_mlx5) == 8, "ABI");
_Static_assert(sizeof(struct fwctl_rpc) == 32, "ABI");
_Static_assert(offsetof(struct fwctl_rpc, in) == 16, "ABI");

struct ece_os_fwctl {
	int fd;
};

int linux_fwctl_open(void *ctx, const char *node, struct ece_os_fwctl **fwctl)
{
	const struct linux_roots *roots = ctx;
	char path[LINUX_PATH_MAX];
	struct ece_os_fwctl *f;
	int n, err;

	if (!node[0] || strchr(node, '/') || node[0] == '.')
		return -EINVAL;
	n = snprintf(path, sizeof(path), "%s/%s", roots->fwctl_dev, node);
	if (n < 0 || (size_t)n >= sizeof(path))
		return -ENAMETOOLONG;
	f = malloc(sizeof(*f));
	if (!f)
		return -ENOMEM;
	f->fd = open(path, O_RDWR | O_CLOEXEC);
	if (f->fd < 0) {
		err = -errno;
		free(f);
		return err;
	}
	*fwctl = f;
	return 0;
}

int linux_fwctl_info(struct ece_os_fwctl *fwctl, struct ece_fwctl_info *info)
{
	struct fwctl_info_mlx5 mlx5 = {0};
	struct fwctl_info arg = {
		.size = sizeof(arg),
		.device_data_len = sizeof(mlx5),
		.out_device_data = (uintptr_t)&mlx5,
	};

	if (ioctl(fwctl->fd, FWCTL_INFO, &arg))
		return -errno;
	info->device_type = arg.out_device_type;
	info->uid = mlx5.uid;
	info->uctx_caps = mlx5.uctx_caps;
	return 0;
}

int linux_fwctl_rpc(struct ece_os_fwctl *fwctl, enum ece_fwctl_scope scope, const void *in, size_t in_len, void *out,
		    size_t out_len)
{
	struct fwctl_rpc arg = {
		.size = sizeof(arg),
		.scope = scope,
		.in_len = (uint32_t)in_len,
		.out_len = (uint32_t)out_len,
		.in = (uintptr_t)in,
		.out = (uintptr_t)out,
	};

	if (in_len > ECE_OS_MAILBOX_MAX || out_len > ECE_OS_MAILBOX_MAX)
		return -EMSGSIZE;
	return ioctl(fwctl->fd, FWCTL_RPC, &arg) ? -errno : 0;
}

void linux_fwctl_close(struct ece_os_fwctl *fwctl)
{
	if (!fwctl)
		return;
	close(fwctl->fd);
	free(fwctl);
}
