// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/seam/seam.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devx/base/be.h"

int seam_read(struct seam *s, enum ece_os_root root, const char *path, char buf[SEAM_TEXT_MAX])
{
	int len;

	memset(buf, 0, SEAM_TEXT_MAX);
	len = s->os->ops->read(s->os->ctx, root, path, buf, SEAM_TEXT_MAX - 1);
	return len;
}

const char *seam_join(char path[SEAM_PATH_MAX], const char *a, const char *b)
{
	snprintf(path, SEAM_PATH_MAX, "%s/%s", a, b);
	return path;
}

static int search_each(void *arg, const char *name)
{
	struct seam_search *search = arg;

	search->entries++;
	search->hits += !strcmp(name, search->name);
	return 0;
}

int seam_list(struct seam *s, enum ece_os_root root, const char *path, struct seam_search *search)
{
	search->hits = 0;
	search->entries = 0;
	return s->os->ops->list(s->os->ctx, root, path, search_each, search);
}

void seam_header(uint8_t *in, uint16_t opcode, uint16_t op_mod)
{
	memset(in, 0, SEAM_MAILBOX);
	ece_put_be32(in, (uint32_t)opcode << 16);
	ece_put_be32(in + 0x04, op_mod);
}

bool seam_untouched(const uint8_t *out, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (out[i] != SEAM_UNTOUCHED)
			return false;
	return true;
}

int seam_devx(struct seam *s, const uint8_t *in, size_t in_len, uint8_t *out, size_t out_len)
{
	struct ece_os_devx *ctx;
	int err = s->os->ops->devx_open(s->os->ctx, s->env->rdma, &ctx);

	if (err)
		return err;
	memset(out, SEAM_UNTOUCHED, SEAM_MAILBOX);
	err = s->os->ops->devx_command(ctx, in, in_len, out, out_len);
	s->os->ops->devx_close(ctx);
	return err;
}

int seam_rpc(struct seam *s, unsigned int scope, const uint8_t *in, size_t in_len, uint8_t *out, size_t out_len)
{
	struct ece_os_fwctl *node;
	int err = s->os->ops->fwctl_open(s->os->ctx, s->env->fwctl, &node);

	if (err)
		return err;
	memset(out, SEAM_UNTOUCHED, SEAM_MAILBOX);
	err = s->os->ops->fwctl_rpc(node, (enum ece_fwctl_scope)scope, in, in_len, out, out_len);
	s->os->ops->fwctl_close(node);
	return err;
}

void seam_access_reg(uint8_t *in, uint16_t id, bool read)
{
	seam_header(in, 0x805, read);
	ece_put_be32(in + 0x08, id);
}

const char *seam_cc_path(struct seam *s, char path[SEAM_PATH_MAX], const char *file)
{
	snprintf(path, SEAM_PATH_MAX, "%s/cc_params/%s", s->env->pci, file);
	return path;
}

int seam_cc_write(struct seam *s, const char *file, const char *text)
{
	char path[SEAM_PATH_MAX];

	return s->os->ops->write(s->os->ctx, ECE_OS_DEBUGFS_MLX5, seam_cc_path(s, path, file), text, strlen(text));
}

long long seam_cc_read(struct seam *s, const char *file)
{
	char buf[SEAM_TEXT_MAX], path[SEAM_PATH_MAX], *end;
	int len = seam_read(s, ECE_OS_DEBUGFS_MLX5, seam_cc_path(s, path, file), buf);
	unsigned long v;

	if (len < 0)
		return len;
	v = strtoul(buf, &end, 10);
	return end != buf && !strcmp(end, "\n") ? (long long)v : -1000;
}
