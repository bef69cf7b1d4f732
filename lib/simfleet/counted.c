// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What reaches a card is counted, so that a test can kill the process or fail the operation at each of them. */
#include <errno.h>
#include <stdlib.h>

#include "lib/base/fault.h"
#include "lib/simfleet/internal.h"

struct ece_os_devx {
	const struct ece_os_ops *ops;
	struct ece_os_devx *inner;
};

struct ece_os_fwctl {
	const struct ece_os_ops *ops;
	struct ece_os_fwctl *inner;
};

static int counted_read(void *ctx, enum ece_os_root root, const char *path, char *buf, size_t size)
{
	const struct ece_os *inner = ctx;

	return inner->ops->read(inner->ctx, root, path, buf, size);
}

static int counted_write(void *ctx, enum ece_os_root root, const char *path, const char *data, size_t len)
{
	const struct ece_os *inner = ctx;
	int ret = fault_hit("os.write");

	return ret ? ret : inner->ops->write(inner->ctx, root, path, data, len);
}

static int counted_list(void *ctx, enum ece_os_root root, const char *path, int (*each)(void *arg, const char *name),
			void *arg)
{
	const struct ece_os *inner = ctx;

	return inner->ops->list(inner->ctx, root, path, each, arg);
}

static int counted_link(void *ctx, enum ece_os_root root, const char *path, char *buf, size_t size)
{
	const struct ece_os *inner = ctx;

	return inner->ops->link(inner->ctx, root, path, buf, size);
}

static int counted_devx_open(void *ctx, const char *device, struct ece_os_devx **devx)
{
	const struct ece_os *inner = ctx;
	struct ece_os_devx *new = malloc(sizeof(*new));
	int ret;

	if (!new)
		return -ENOMEM;
	new->ops = inner->ops;
	ret = inner->ops->devx_open(inner->ctx, device, &new->inner);
	if (ret)
		free(new);
	else
		*devx = new;
	return ret;
}

static int counted_devx_command(struct ece_os_devx *devx, const void *in, size_t in_len, void *out, size_t out_len)
{
	int ret = fault_hit("os.devx_command");

	return ret ? ret : devx->ops->devx_command(devx->inner, in, in_len, out, out_len);
}

static void counted_devx_close(struct ece_os_devx *devx)
{
	if (devx)
		devx->ops->devx_close(devx->inner);
	free(devx);
}

static int counted_fwctl_open(void *ctx, const char *node, struct ece_os_fwctl **fwctl)
{
	const struct ece_os *inner = ctx;
	struct ece_os_fwctl *new = malloc(sizeof(*new));
	int ret;

	if (!new)
		return -ENOMEM;
	new->ops = inner->ops;
	ret = inner->ops->fwctl_open(inner->ctx, node, &new->inner);
	if (ret)
		free(new);
	else
		*fwctl = new;
	return ret;
}

static int counted_fwctl_info(struct ece_os_fwctl *fwctl, struct ece_fwctl_info *info)
{
	return fwctl->ops->fwctl_info(fwctl->inner, info);
}

static int counted_fwctl_rpc(struct ece_os_fwctl *fwctl, enum ece_fwctl_scope scope, const void *in, size_t in_len,
			     void *out, size_t out_len)
{
	int ret = fault_hit("os.fwctl_rpc");

	return ret ? ret : fwctl->ops->fwctl_rpc(fwctl->inner, scope, in, in_len, out, out_len);
}

static void counted_fwctl_close(struct ece_os_fwctl *fwctl)
{
	if (fwctl)
		fwctl->ops->fwctl_close(fwctl->inner);
	free(fwctl);
}

static const struct ece_os_ops counted_ops = {
	.read = counted_read,
	.write = counted_write,
	.list = counted_list,
	.link = counted_link,
	.devx_open = counted_devx_open,
	.devx_command = counted_devx_command,
	.devx_close = counted_devx_close,
	.fwctl_open = counted_fwctl_open,
	.fwctl_info = counted_fwctl_info,
	.fwctl_rpc = counted_fwctl_rpc,
	.fwctl_close = counted_fwctl_close,
};

struct ece_os counted_os(const struct ece_os *inner)
{
	return (struct ece_os){.ops = &counted_ops, .ctx = (void *)(uintptr_t)inner};
}
