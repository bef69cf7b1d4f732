// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/seam/seam.h"

#include <errno.h>
#include <stdlib.h>

#include "devx/base/be.h"

static enum seam_verdict as_user(struct seam *s)
{
	uint8_t in[SEAM_MAILBOX], out[SEAM_MAILBOX];
	struct ece_os_config *config;
	struct ece_os_fwctl *node;
	char buf[SEAM_TEXT_MAX], path[SEAM_PATH_MAX];

	EXPECT(s, seam_cc_read(s, "rp_ai_rate"), -EACCES);
	EXPECT(s, seam_cc_write(s, "rp_ai_rate", "5"), -EACCES);
	EXPECT(s, seam_read(s, ECE_OS_INFINIBAND, seam_join(path, s->env->rdma, "fw_ver"), buf), 11);
	EXPECT(s, s->os->ops->config_open(s->os->ctx, s->env->pci, &config), -EACCES);
	seam_join(path, s->env->pci, "vendor");
	EXPECT(s, s->os->ops->write(s->os->ctx, ECE_OS_PCI_DEVICES, path, "1\n", 2), -EACCES);
	EXPECT(s, s->os->ops->config_open(s->os->ctx, s->env->pci, &config), -EACCES);
	if (s->env->kernel->fwctl)
		EXPECT(s, s->os->ops->fwctl_open(s->os->ctx, s->env->fwctl, &node), -EACCES);
	seam_header(in, 0x824, 0);
	ece_put_be32(in + 0x08, 1);
	EXPECT(s, seam_devx(s, in, 0x10, out, 0x110), 0); /* uverbs nodes are everybody's */
	return SEAM_OK;
}

enum seam_verdict a_user_has_devx_only(struct seam *s)
{
	enum seam_verdict verdict;

	if (!s->env->set_root(s->env->ctx, false))
		return seam_skip(s, "cannot give up root here");
	verdict = as_user(s);
	s->env->set_root(s->env->ctx, true);
	return verdict;
}

/* From here on the kernel is changed for good. */

#define TAINT_FWCTL (1ULL << 19)

static bool tainted(struct seam *s)
{
	char buf[SEAM_TEXT_MAX];

	return seam_read(s, ECE_OS_HOST, "tainted", buf) > 0 && strtoull(buf, NULL, 10) & TAINT_FWCTL;
}

enum seam_verdict fwctl_full_scope_needs_rawio(struct seam *s)
{
	uint8_t in[SEAM_MAILBOX], out[SEAM_MAILBOX];
	bool before = tainted(s);
	int err;

	if (!s->env->set_rawio(s->env->ctx, false))
		return seam_skip(s, "cannot give up CAP_SYS_RAWIO here");
	seam_access_reg(in, 0x402c, true);
	err = seam_rpc(s, 3, in, 0x90, out, 0x90);
	s->env->set_rawio(s->env->ctx, true);
	EXPECT(s, err, -EPERM);
	EXPECT(s, seam_untouched(out, 0x90), 1);
	EXPECT(s, tainted(s), before);
	return SEAM_OK;
}

enum seam_verdict fwctl_debug_write_taints(struct seam *s)
{
	uint8_t in[SEAM_MAILBOX], out[SEAM_MAILBOX];

	if (tainted(s))
		return seam_skip(s, "something else has tainted this kernel");
	seam_header(in, 0x825, 0);
	EXPECT(s, seam_rpc(s, 2, in, 0x120, out, 0x120), -EBADMSG); /* even this, which goes nowhere */
	EXPECT(s, tainted(s), 1);
	seam_header(in, 0x820, 0); /* SET_DIAGNOSTIC_PARAMS: the one command that wants this scope */
	EXPECT(s, seam_rpc(s, 1, in, 0x10, out, 0x10), -EBADMSG);
	EXPECT(s, seam_rpc(s, 2, in, 0x10, out, 0x10), 0);
	seam_header(in, 0x825, 0);
	EXPECT(s, seam_rpc(s, 3, in, 0x120, out, 0x120), -EBADMSG);
	seam_access_reg(in, 0x402c, true);
	EXPECT(s, seam_rpc(s, 3, in, 0x90, out, 0x90), 0);
	EXPECT(s, out[0], 0);
	return SEAM_OK;
}

enum seam_verdict lockdown_shuts_debugfs(struct seam *s)
{
	uint8_t in[SEAM_MAILBOX], out[SEAM_MAILBOX];
	struct seam_search search = {.name = "rp_ai_rate"};
	char path[SEAM_PATH_MAX];

	if (!s->env->lock_down(s->env->ctx))
		return seam_skip(s, "this kernel cannot be locked down");
	EXPECT(s, seam_cc_read(s, "rp_ai_rate"), -EPERM);
	EXPECT(s, seam_cc_write(s, "rp_ai_rate", "5"), -EPERM);
	EXPECT(s, seam_list(s, ECE_OS_DEBUGFS_MLX5, seam_join(path, s->env->pci, "cc_params"), &search), 0);
	EXPECT(s, search.hits, 1);
	seam_header(in, 0x824, 0);
	ece_put_be32(in + 0x08, 1);
	EXPECT(s, seam_devx(s, in, 0x10, out, 0x110), 0);
	seam_access_reg(in, 0x402c, true);
	if (s->env->kernel->fwctl)
		EXPECT(s, seam_rpc(s, 1, in, 0x90, out, 0x90), 0);
	return SEAM_OK;
}
