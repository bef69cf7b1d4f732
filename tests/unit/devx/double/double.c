// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/devx/double/double.h"

#include <stdlib.h>
#include <string.h>

#include "devx/base/be.h"

static const char *const kind_names[] = {
	[CALL_READ] = "read",
	[CALL_WRITE] = "write",
	[CALL_REPLACE] = "replace",
	[CALL_LIST] = "list",
	[CALL_LINK] = "link",
	[CALL_DEVX_OPEN] = "devx open",
	[CALL_DEVX] = "devx command",
	[CALL_FWCTL_OPEN] = "fwctl open",
	[CALL_FWCTL_INFO] = "fwctl info",
	[CALL_FWCTL] = "fwctl rpc",
};

static const struct call *expect(struct double_os *d, enum call_kind kind, const char *name)
{
	const struct call *call = &d->calls[d->next];

	if (d->next == d->count)
		fail_msg("extra call: %s %s", kind_names[kind], name);
	if (call->kind != kind)
		fail_msg("call %zu is %s %s, expected %s %s", d->next, kind_names[kind], name, kind_names[call->kind],
			 call->name ? call->name : "");
	if (call->name && strcmp(call->name, name) != 0)
		fail_msg("call %zu, %s: \"%s\", expected \"%s\"", d->next, kind_names[kind], name, call->name);
	d->next++;
	return call;
}

static const struct call *expect_file(void *ctx, enum call_kind kind, enum ece_os_root root, const char *path)
{
	const struct call *call = expect(ctx, kind, path);

	if (call->root != root)
		fail_msg("%s %s: root %d, expected %d", kind_names[kind], path, (int)root, (int)call->root);
	return call;
}

static int reply_text(const struct call *call, char *buf, size_t size)
{
	size_t len = call->text ? strlen(call->text) : 0;

	if (call->ret)
		return call->ret;
	assert_true(len <= size);
	if (len)
		memcpy(buf, call->text, len);
	return (int)len;
}

static int do_read(void *ctx, enum ece_os_root root, const char *path, char *buf, size_t size)
{
	return reply_text(expect_file(ctx, CALL_READ, root, path), buf, size);
}

static int do_write(void *ctx, enum ece_os_root root, const char *path, const char *data, size_t len)
{
	const struct call *call = expect_file(ctx, CALL_WRITE, root, path);

	assert_int_equal(len, strlen(call->data));
	assert_memory_equal(data, call->data, len);
	return call->ret;
}

static int do_replace(void *ctx, enum ece_os_root root, const char *path, const char *data, size_t len)
{
	const struct call *call = expect_file(ctx, CALL_REPLACE, root, path);

	assert_int_equal(len, strlen(call->data));
	assert_memory_equal(data, call->data, len);
	return call->ret;
}

static int do_list(void *ctx, enum ece_os_root root, const char *path, int (*each)(void *arg, const char *name),
		   void *arg)
{
	const struct call *call = expect_file(ctx, CALL_LIST, root, path);
	char names[512], *save;
	int stop = call->ret;

	if (stop || !call->text)
		return stop;
	assert_true(strlen(call->text) < sizeof(names));
	memcpy(names, call->text, strlen(call->text) + 1);
	for (char *name = strtok_r(names, " ", &save); name && !stop; name = strtok_r(NULL, " ", &save))
		stop = each(arg, name);
	return stop;
}

static int do_link(void *ctx, enum ece_os_root root, const char *path, char *buf, size_t size)
{
	int len = reply_text(expect_file(ctx, CALL_LINK, root, path), buf, size - 1);

	if (len >= 0)
		buf[len] = '\0';
	return len;
}

static void check_in(const struct call *call, const uint8_t *in, size_t in_len, size_t out_len)
{
	uint8_t want[4096] = {0};

	assert_int_equal(in_len, call->in_len);
	assert_int_equal(out_len, call->out_len);
	for (size_t i = 0; i < CALL_WORDS && call->in[i].value; i++)
		ece_put_be32(want + call->in[i].at, call->in[i].value);
	for (size_t at = 0; at < in_len; at += 4)
		if (ece_be32(in + at) != ece_be32(want + at))
			fail_msg("%s: word 0x%02zx of the input is 0x%08x, expected 0x%08x", kind_names[call->kind], at,
				 ece_be32(in + at), ece_be32(want + at));
}

static int reply_command(const struct call *call, uint8_t *out, size_t out_len)
{
	memset(out, 0, out_len);
	for (size_t i = 0; i < CALL_WORDS && call->out[i].value; i++)
		ece_put_be32(out + call->out[i].at, call->out[i].value);
	if (call->text)
		memcpy(out + call->text_at, call->text, strlen(call->text));
	return call->ret;
}

static int do_devx_open(void *ctx, const char *device, struct ece_os_devx **devx)
{
	struct double_os *d = ctx;
	const struct call *call = expect(d, CALL_DEVX_OPEN, device);

	if (!call->ret) {
		*devx = ctx;
		d->open++;
	}
	return call->ret;
}

static int do_devx(struct ece_os_devx *devx, const void *in, size_t in_len, void *out, size_t out_len)
{
	const struct call *call = expect((void *)devx, CALL_DEVX, "");

	check_in(call, in, in_len, out_len);
	return reply_command(call, out, out_len);
}

static void do_devx_close(struct ece_os_devx *devx)
{
	((struct double_os *)(void *)devx)->open--;
}

static int do_fwctl_open(void *ctx, const char *node, struct ece_os_fwctl **fwctl)
{
	struct double_os *d = ctx;
	const struct call *call = expect(d, CALL_FWCTL_OPEN, node);

	if (!call->ret) {
		*fwctl = ctx;
		d->open++;
	}
	return call->ret;
}

static int do_fwctl_info(struct ece_os_fwctl *fwctl, struct ece_fwctl_info *info)
{
	const struct call *call = expect((void *)fwctl, CALL_FWCTL_INFO, "");

	info->device_type = call->device_type;
	return call->ret;
}

static int do_fwctl(struct ece_os_fwctl *fwctl, enum ece_fwctl_scope scope, const void *in, size_t in_len, void *out,
		    size_t out_len)
{
	const struct call *call = expect((void *)fwctl, CALL_FWCTL, "");

	assert_int_equal(scope, call->scope);
	check_in(call, in, in_len, out_len);
	return reply_command(call, out, out_len);
}

static void do_fwctl_close(struct ece_os_fwctl *fwctl)
{
	((struct double_os *)(void *)fwctl)->open--;
}

static const struct ece_os_ops ops = {
	.read = do_read,
	.write = do_write,
	.replace = do_replace,
	.list = do_list,
	.link = do_link,
	.devx_open = do_devx_open,
	.devx_command = do_devx,
	.devx_close = do_devx_close,
	.fwctl_open = do_fwctl_open,
	.fwctl_info = do_fwctl_info,
	.fwctl_rpc = do_fwctl,
	.fwctl_close = do_fwctl_close,
};

void double_start(struct double_os *d, const struct call *calls, size_t count)
{
	*d = (struct double_os){.os = {.ops = &ops, .ctx = d}, .calls = calls, .count = count};
}

void double_end(struct double_os *d)
{
	if (d->next != d->count)
		fail_msg("%zu of %zu calls came; missing: %s %s", d->next, d->count, kind_names[d->calls[d->next].kind],
			 d->calls[d->next].name ? d->calls[d->next].name : "");
	assert_int_equal(d->open, 0);
}
