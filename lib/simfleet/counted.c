// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What reaches a card is counted, so that a test can kill the process or fail the operation at each of them. */
#include <errno.h>
#include <stdlib.h>

#include "lib/base/fault.h"
#include "lib/simfleet/internal.h"

struct ece_os_devx {
	const struct ece_os_ops *ops;
	struct ece_os_devx *inner;
	const struct counted *counted;
};

struct ece_os_fwctl {
	const struct ece_os_ops *ops;
	struct ece_os_fwctl *inner;
	const struct counted *counted;
};

struct ece_os_config {
	const struct ece_os_ops *ops;
	struct ece_os_config *inner;
	const struct counted *counted;
};

/* Something may have been written. */
static void done(const struct counted *counted)
{
	events_round(counted->sim, counted->host);
}

static int counted_read(void *ctx, enum ece_os_root root, const char *path, char *buf, size_t size)
{
	const struct ece_os *inner = ((const struct counted *)ctx)->inner;

	return inner->ops->read(inner->ctx, root, path, buf, size);
}

static int counted_write(void *ctx, enum ece_os_root root, const char *path, const char *data, size_t len)
{
	const struct ece_os *inner = ((const struct counted *)ctx)->inner;
	int ret = fault_hit("os.write");

	ret = ret ? ret : inner->ops->write(inner->ctx, root, path, data, len);
	done(ctx);
	return ret;
}

static int counted_replace(void *ctx, enum ece_os_root root, const char *path, const char *data, size_t len)
{
	const struct ece_os *inner = ((const struct counted *)ctx)->inner;
	int ret = fault_hit("os.replace");

	return ret ? ret : inner->ops->replace(inner->ctx, root, path, data, len);
}

static int counted_list(void *ctx, enum ece_os_root root, const char *path, int (*each)(void *arg, const char *name),
			void *arg)
{
	const struct ece_os *inner = ((const struct counted *)ctx)->inner;

	return inner->ops->list(inner->ctx, root, path, each, arg);
}

static int counted_link(void *ctx, enum ece_os_root root, const char *path, char *buf, size_t size)
{
	const struct ece_os *inner = ((const struct counted *)ctx)->inner;

	return inner->ops->link(inner->ctx, root, path, buf, size);
}

static int counted_devx_open(void *ctx, const char *device, struct ece_os_devx **devx)
{
	const struct ece_os *inner = ((const struct counted *)ctx)->inner;
	struct ece_os_devx *new = malloc(sizeof(*new));
	int ret;

	if (!new)
		return -ENOMEM;
	new->ops = inner->ops;
	new->counted = ctx;
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

	ret = ret ? ret : devx->ops->devx_command(devx->inner, in, in_len, out, out_len);
	done(devx->counted);
	return ret;
}

static void counted_devx_close(struct ece_os_devx *devx)
{
	if (devx)
		devx->ops->devx_close(devx->inner);
	free(devx);
}

static int counted_fwctl_open(void *ctx, const char *node, struct ece_os_fwctl **fwctl)
{
	const struct ece_os *inner = ((const struct counted *)ctx)->inner;
	struct ece_os_fwctl *new = malloc(sizeof(*new));
	int ret;

	if (!new)
		return -ENOMEM;
	new->ops = inner->ops;
	new->counted = ctx;
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

	ret = ret ? ret : fwctl->ops->fwctl_rpc(fwctl->inner, scope, in, in_len, out, out_len);
	done(fwctl->counted);
	return ret;
}

static void counted_fwctl_close(struct ece_os_fwctl *fwctl)
{
	if (fwctl)
		fwctl->ops->fwctl_close(fwctl->inner);
	free(fwctl);
}

static int counted_devx_qp_query(void *ctx, void *qp, const void *in, size_t in_len, void *out, size_t out_len)
{
	const struct ece_os *inner = ((const struct counted *)ctx)->inner;

	return inner->ops->devx_qp_query(inner->ctx, qp, in, in_len, out, out_len);
}

static int counted_devx_qp_modify(void *ctx, void *qp, const void *in, size_t in_len, void *out, size_t out_len)
{
	const struct ece_os *inner = ((const struct counted *)ctx)->inner;

	return inner->ops->devx_qp_modify(inner->ctx, qp, in, in_len, out, out_len);
}

static int counted_config_open(void *ctx, const char *pci, struct ece_os_config **config)
{
	const struct ece_os *inner = ((const struct counted *)ctx)->inner;
	struct ece_os_config *new = malloc(sizeof(*new));
	int ret;

	if (!new)
		return -ENOMEM;
	new->ops = inner->ops;
	new->counted = ctx;
	ret = inner->ops->config_open(inner->ctx, pci, &new->inner);
	if (ret)
		free(new);
	else
		*config = new;
	return ret;
}

static int counted_config_read(struct ece_os_config *config, uint32_t at, uint32_t *value)
{
	return config->ops->config_read(config->inner, at, value);
}

static int counted_config_write(struct ece_os_config *config, uint32_t at, uint32_t value)
{
	int ret = fault_hit("os.config_write");

	ret = ret ? ret : config->ops->config_write(config->inner, at, value);
	done(config->counted);
	return ret;
}

static void counted_config_close(struct ece_os_config *config)
{
	if (config)
		config->ops->config_close(config->inner);
	free(config);
}

static int counted_netlink(void *ctx, enum ece_os_netlink family, const void *request, size_t len,
			   struct ece_os_reply *reply)
{
	const struct ece_os *inner = ((const struct counted *)ctx)->inner;

	return inner->ops->netlink(inner->ctx, family, request, len, reply);
}

static int counted_keep(void *ctx, struct ece_os *kept)
{
	*kept = counted_os(ctx);
	return 0;
}

static void counted_let_go(struct ece_os *kept)
{
	(void)kept;
}

static int counted_ethtool(void *ctx, const char *netdev, void *data)
{
	const struct ece_os *inner = ((const struct counted *)ctx)->inner;

	return inner->ops->ethtool(inner->ctx, netdev, data);
}

static void counted_pause(void *ctx, uint64_t ns)
{
	const struct ece_os *inner = ((const struct counted *)ctx)->inner;

	inner->ops->pause(inner->ctx, ns);
}

static const struct ece_os_ops counted_ops = {
	.read = counted_read,
	.write = counted_write,
	.replace = counted_replace,
	.list = counted_list,
	.link = counted_link,
	.devx_open = counted_devx_open,
	.devx_command = counted_devx_command,
	.devx_close = counted_devx_close,
	.fwctl_open = counted_fwctl_open,
	.fwctl_info = counted_fwctl_info,
	.fwctl_rpc = counted_fwctl_rpc,
	.fwctl_close = counted_fwctl_close,
	.devx_qp_query = counted_devx_qp_query,
	.devx_qp_modify = counted_devx_qp_modify,
	.config_open = counted_config_open,
	.config_read = counted_config_read,
	.config_write = counted_config_write,
	.config_close = counted_config_close,
	.netlink = counted_netlink,
	.keep = counted_keep,
	.let_go = counted_let_go,
	.ethtool = counted_ethtool,
	.pause = counted_pause,
};

struct ece_os counted_os(const struct counted *counted)
{
	return (struct ece_os){.ops = &counted_ops, .ctx = (void *)(uintptr_t)counted};
}
