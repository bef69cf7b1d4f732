// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The recorder as a seam: the inner seam does the work, and each exchange leaves a line. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/record/internal.h"
#include "lib/record/window.h"

/* Registers of the configuration space below this offset tell what the card is, not whose. */
#define CONFIG_HEADER 0x40
#define FILE_TEXT_MAX 1024

struct ece_os_devx {
	struct record *record;
	struct ece_os_devx *inner;
	char name[ECE_OS_NAME_MAX];
};

struct ece_os_fwctl {
	struct record *record;
	struct ece_os_fwctl *inner;
	char name[ECE_OS_NAME_MAX];
};

struct ece_os_config {
	struct record *record;
	struct ece_os_config *inner;
	char name[ECE_OS_NAME_MAX];
	size_t through_window; /* words, which leave no lines of their own */
	struct record_window window;
};

static int recorded_read(void *ctx, enum ece_os_root root, const char *path, char *buf, size_t size)
{
	struct record *record = ctx;
	char text[FILE_TEXT_MAX];
	int ret = record->inner->ops->read(record->inner->ctx, root, path, buf, size);

	if (ret >= 0)
		snprintf(text, sizeof(text), "%.*s", ret, buf);
	record_file(record, "read", root, path, scrub_file(root, path), ret >= 0 ? text : NULL, ret);
	return ret;
}

static int recorded_write(void *ctx, enum ece_os_root root, const char *path, const char *data, size_t len)
{
	struct record *record = ctx;
	char text[FILE_TEXT_MAX];
	int ret = record->inner->ops->write(record->inner->ctx, root, path, data, len);

	snprintf(text, sizeof(text), "%.*s", (int)(len < sizeof(text) ? len : sizeof(text)), data);
	record_file(record, "write", root, path, scrub_file(root, path), text, ret);
	return ret;
}

static int recorded_replace(void *ctx, enum ece_os_root root, const char *path, const char *data, size_t len)
{
	struct record *record = ctx;
	char text[FILE_TEXT_MAX];
	int ret = record->inner->ops->replace(record->inner->ctx, root, path, data, len);

	snprintf(text, sizeof(text), "%.*s", (int)(len < sizeof(text) ? len : sizeof(text)), data);
	record_file(record, "replace", root, path, scrub_file(root, path), text, ret);
	return ret;
}

struct listing {
	int (*each)(void *arg, const char *name);
	void *arg;
	size_t count;
};

static int count_entry(void *arg, const char *name)
{
	struct listing *listing = arg;

	listing->count++;
	return listing->each(listing->arg, name);
}

static int recorded_list(void *ctx, enum ece_os_root root, const char *path, int (*each)(void *arg, const char *name),
			 void *arg)
{
	struct listing listing = {.each = each, .arg = arg};
	struct record *record = ctx;
	char text[32];
	int ret = record->inner->ops->list(record->inner->ctx, root, path, count_entry, &listing);

	snprintf(text, sizeof(text), "%zu entries", listing.count);
	record_file(record, "list", root, path, SCRUB_KEEP, ret < 0 ? NULL : text, ret);
	return ret;
}

static int recorded_link(void *ctx, enum ece_os_root root, const char *path, char *buf, size_t size)
{
	struct record *record = ctx;
	int ret = record->inner->ops->link(record->inner->ctx, root, path, buf, size);

	record_file(record, "link", root, path, SCRUB_KEEP, ret < 0 ? NULL : buf, ret);
	return ret;
}

static void put_open(struct record *record, const char *what, const char *on, int ret)
{
	char name[ECE_OS_NAME_MAX];

	scrub_text(&record->scrub, on, name, sizeof(name));
	record_put(record, json_pack("{s:s, s:s, s:i}", "open", what, "on", name, "errno", -ret));
}

static int recorded_devx_open(void *ctx, const char *device, struct ece_os_devx **devx)
{
	struct record *record = ctx;
	struct ece_os_devx *new = calloc(1, sizeof(*new));
	int ret;

	if (!new)
		return -ENOMEM;
	new->record = record;
	scrub_text(&record->scrub, device, new->name, sizeof(new->name));
	ret = record->inner->ops->devx_open(record->inner->ctx, device, &new->inner);
	put_open(record, "devx", device, ret);
	if (ret)
		free(new);
	else
		*devx = new;
	return ret;
}

static int recorded_devx_command(struct ece_os_devx *devx, const void *in, size_t in_len, void *out, size_t out_len)
{
	int ret = devx->record->inner->ops->devx_command(devx->inner, in, in_len, out, out_len);

	record_command(devx->record, "devx", devx->name, -1, in, in_len, out, out_len, ret);
	return ret;
}

static void recorded_devx_close(struct ece_os_devx *devx)
{
	if (devx)
		devx->record->inner->ops->devx_close(devx->inner);
	free(devx);
}

static int recorded_fwctl_open(void *ctx, const char *node, struct ece_os_fwctl **fwctl)
{
	struct record *record = ctx;
	struct ece_os_fwctl *new = calloc(1, sizeof(*new));
	int ret;

	if (!new)
		return -ENOMEM;
	new->record = record;
	scrub_text(&record->scrub, node, new->name, sizeof(new->name));
	ret = record->inner->ops->fwctl_open(record->inner->ctx, node, &new->inner);
	put_open(record, "fwctl", node, ret);
	if (ret)
		free(new);
	else
		*fwctl = new;
	return ret;
}

static int recorded_fwctl_info(struct ece_os_fwctl *fwctl, struct ece_fwctl_info *info)
{
	int ret = fwctl->record->inner->ops->fwctl_info(fwctl->inner, info);

	record_put(fwctl->record,
		   json_pack("{s:s, s:s, s:i, s:i, s:i}", "fwctl", "info", "on", fwctl->name, "errno", -ret, "type",
			     ret ? 0 : (int)info->device_type, "uctx_caps", ret ? 0 : (int)info->uctx_caps));
	return ret;
}

static int recorded_fwctl_rpc(struct ece_os_fwctl *fwctl, enum ece_fwctl_scope scope, const void *in, size_t in_len,
			      void *out, size_t out_len)
{
	int ret = fwctl->record->inner->ops->fwctl_rpc(fwctl->inner, scope, in, in_len, out, out_len);

	record_command(fwctl->record, "fwctl", fwctl->name, (int)scope, in, in_len, out, out_len, ret);
	return ret;
}

static void recorded_fwctl_close(struct ece_os_fwctl *fwctl)
{
	if (fwctl)
		fwctl->record->inner->ops->fwctl_close(fwctl->inner);
	free(fwctl);
}

static int recorded_devx_qp_query(void *ctx, void *qp, const void *in, size_t in_len, void *out, size_t out_len)
{
	struct record *record = ctx;
	int ret = record->inner->ops->devx_qp_query(record->inner->ctx, qp, in, in_len, out, out_len);

	record_command(record, "devx_qp", "", -1, in, in_len, out, out_len, ret);
	return ret;
}

static int recorded_devx_qp_modify(void *ctx, void *qp, const void *in, size_t in_len, void *out, size_t out_len)
{
	struct record *record = ctx;
	int ret = record->inner->ops->devx_qp_modify(record->inner->ctx, qp, in, in_len, out, out_len);

	record_command(record, "devx_qp", "", -1, in, in_len, out, out_len, ret);
	return ret;
}

static int recorded_config_open(void *ctx, const char *pci, struct ece_os_config **config)
{
	struct record *record = ctx;
	struct ece_os_config *new = calloc(1, sizeof(*new));
	int ret;

	if (!new)
		return -ENOMEM;
	new->record = record;
	scrub_text(&record->scrub, pci, new->name, sizeof(new->name));
	ret = record->inner->ops->config_open(record->inner->ctx, pci, &new->inner);
	put_open(record, "config", pci, ret);
	if (ret)
		free(new);
	else
		*config = new;
	return ret;
}

/*
 * What goes through the window behind the header is a register in pieces: it is counted here, and kept when it is whole
 * and what may not be kept can be told.
 */
static void put_config(struct ece_os_config *config, const char *what, uint32_t at, uint32_t value, int ret)
{
	if (!ret && at >= CONFIG_HEADER) {
		config->through_window++;
		return;
	}
	record_put(config->record,
		   json_pack("{s:s, s:s, s:I, s:I, s:i}", "config", what, "on", config->name, "at", (json_int_t)at,
			     "value", ret ? (json_int_t)0 : (json_int_t)value, "errno", -ret));
}

static int recorded_config_read(struct ece_os_config *config, uint32_t at, uint32_t *value)
{
	int ret = config->record->inner->ops->config_read(config->inner, at, value);

	put_config(config, "read", at, ret ? 0 : *value, ret);
	if (!ret && at >= CONFIG_HEADER)
		record_window_read(&config->window, at, *value);
	return ret;
}

static int recorded_config_write(struct ece_os_config *config, uint32_t at, uint32_t value)
{
	int ret = config->record->inner->ops->config_write(config->inner, at, value);

	put_config(config, "write", at, value, ret);
	if (!ret)
		record_window_write(config->record, &config->window, config->name, at, value);
	return ret;
}

static void recorded_config_close(struct ece_os_config *config)
{
	if (!config)
		return;
	config->record->inner->ops->config_close(config->inner);
	record_window_end(config->record, &config->window, config->name);
	record_put(config->record, json_pack("{s:s, s:s, s:I}", "config", "closed", "on", config->name, "words",
					     (json_int_t)config->through_window));
	free(config);
}

struct answers {
	const struct ece_os_reply *reply;
	size_t count, bytes;
};

static int count_answer(void *arg, const void *message, size_t len)
{
	struct answers *answers = arg;

	answers->count++;
	answers->bytes += len;
	return answers->reply->each(answers->reply->arg, message, len);
}

static int recorded_netlink(void *ctx, enum ece_os_netlink family, const void *request, size_t len,
			    struct ece_os_reply *reply)
{
	struct answers answers = {.reply = reply};
	struct ece_os_reply counted = {.each = count_answer, .arg = &answers};
	struct record *record = ctx;
	uint16_t type = 0;
	int ret = record->inner->ops->netlink(record->inner->ctx, family, request, len, &counted);

	memcpy(reply->said, counted.said, sizeof(reply->said));

	/* nlmsg_type stands behind nlmsg_len */
	if (len >= 6)
		memcpy(&type, (const uint8_t *)request + 4, sizeof(type));
	record_put(record,
		   json_pack("{s:s, s:i, s:i, s:I, s:I, s:i}", "netlink",
			     family == ECE_OS_NETLINK_RDMA ? "rdma" : "route", "type", type, "len", (int)len,
			     "messages", (json_int_t)answers.count, "bytes", (json_int_t)answers.bytes, "errno", -ret));
	return ret;
}

/* A recording has one thread and no hurry. */
static int recorded_keep(void *ctx, struct ece_os *kept)
{
	*kept = (struct ece_os){.ops = &record_ops, .ctx = ctx};
	return 0;
}

static void recorded_let_go(struct ece_os *kept)
{
	(void)kept;
}

static int recorded_ethtool(void *ctx, const char *netdev, void *data)
{
	struct record *record = ctx;
	uint32_t command;
	int ret;

	memcpy(&command, data, sizeof(command));
	ret = record->inner->ops->ethtool(record->inner->ctx, netdev, data);
	record_put(record, json_pack("{s:I, s:i}", "ethtool", (json_int_t)command, "errno", -ret));
	return ret;
}

/* How long somebody waited is no exchange. */
static void recorded_pause(void *ctx, uint64_t ns)
{
	const struct record *record = ctx;

	record->inner->ops->pause(record->inner->ctx, ns);
}

const struct ece_os_ops record_ops = {
	.read = recorded_read,
	.write = recorded_write,
	.replace = recorded_replace,
	.list = recorded_list,
	.link = recorded_link,
	.devx_open = recorded_devx_open,
	.devx_command = recorded_devx_command,
	.devx_close = recorded_devx_close,
	.fwctl_open = recorded_fwctl_open,
	.fwctl_info = recorded_fwctl_info,
	.fwctl_rpc = recorded_fwctl_rpc,
	.fwctl_close = recorded_fwctl_close,
	.devx_qp_query = recorded_devx_qp_query,
	.devx_qp_modify = recorded_devx_qp_modify,
	.config_open = recorded_config_open,
	.config_read = recorded_config_read,
	.config_write = recorded_config_write,
	.config_close = recorded_config_close,
	.netlink = recorded_netlink,
	.keep = recorded_keep,
	.let_go = recorded_let_go,
	.ethtool = recorded_ethtool,
	.pause = recorded_pause,
};
