// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/seam/seam.h"

#include <errno.h>
#include <string.h>

#include "devx/base/be.h"

enum seam_verdict fwctl_is_there_or_not(struct seam *s)
{
	struct seam_search search = {.name = s->env->fwctl};
	struct ece_os_fwctl *node;
	struct ece_fwctl_info info;
	char buf[64], path[SEAM_PATH_MAX];

	EXPECT(s, s->os->ops->fwctl_open(s->os->ctx, "nothing", &node), -ENOENT);
	if (!s->env->kernel->fwctl) {
		EXPECT(s, s->os->ops->fwctl_open(s->os->ctx, "fwctl0", &node), -ENOENT);
		return SEAM_OK;
	}
	EXPECT(s, seam_list(s, ECE_OS_FWCTL, "", &search), 0);
	EXPECT(s, search.hits, 1);
	EXPECT(s,
	       s->os->ops->link(s->os->ctx, ECE_OS_FWCTL, seam_join(path, s->env->fwctl, "device"), buf, sizeof(buf)),
	       (int)strlen(s->env->pci));
	EXPECT(s, strcmp(buf, s->env->pci), 0);
	EXPECT(s, s->os->ops->fwctl_open(s->os->ctx, s->env->fwctl, &node), 0);
	EXPECT(s, s->os->ops->fwctl_info(node, &info), 0);
	s->os->ops->fwctl_close(node);
	EXPECT(s, info.device_type, 1);
	EXPECT(s, info.uid != 0, 1);
	EXPECT(s, info.uctx_caps, 4);
	return SEAM_OK;
}

enum seam_verdict fwctl_reads_registers_for_debugging(struct seam *s)
{
	uint8_t in[SEAM_MAILBOX], out[SEAM_MAILBOX];

	seam_access_reg(in, 0x402c, true);
	EXPECT(s, seam_rpc(s, 0, in, 0x90, out, 0x90), -EBADMSG);
	EXPECT(s, seam_untouched(out, 0x90), 1);
	EXPECT(s, seam_rpc(s, 1, in, 0x90, out, 0x90), 0);
	EXPECT(s, out[0], 0);
	EXPECT(s, ece_be32(out + 0x10), 0x1800065f);
	EXPECT(s, ece_be32(out + 0x14), 0x00000005);
	EXPECT(s, seam_untouched(out + 0x90, 16), 1);
	return SEAM_OK;
}

enum seam_verdict fwctl_writes_registers_as_configuration(struct seam *s)
{
	uint8_t in[SEAM_MAILBOX], out[SEAM_MAILBOX];

	for (uint32_t value = 0x40; value != 0x80; value = value ? 0 : 0x80) { /* selective_repeat_forced_en: on, off */
		seam_access_reg(in, 0x402c, false);
		ece_put_be32(in + 0x10, 0x40);
		ece_put_be32(in + 0x14, value);
		EXPECT(s, seam_rpc(s, 0, in, 0x90, out, 0x90), 0);
		EXPECT(s, out[0], 0);
		seam_access_reg(in, 0x402c, true);
		EXPECT(s, seam_rpc(s, 1, in, 0x90, out, 0x90), 0);
		EXPECT(s, ece_be32(out + 0x14), value | 0x05);
	}
	return SEAM_OK;
}

enum seam_verdict fwctl_finds_alpha_by_name(struct seam *s)
{
	uint8_t in[SEAM_MAILBOX], out[SEAM_MAILBOX];

	seam_access_reg(in, 0x506e, true);
	ece_put_be32(in + 0x10, 0x00010005); /* port 1, get parameter info */
	ece_put_be32(in + 0x14, 0x00010000); /* index 1, slot 0 */
	EXPECT(s, seam_rpc(s, 1, in, 0x10c, out, 0x10c), 0);
	EXPECT(s, out[0], 0);
	EXPECT(s, memcmp(out + 0x30, "ALPHA,", 6), 0);
	EXPECT(s, ece_be32(out + 0x1c), 6553);
	return SEAM_OK;
}

enum seam_verdict fwctl_hands_refusals_out(struct seam *s)
{
	uint8_t in[SEAM_MAILBOX], out[SEAM_MAILBOX];

	seam_access_reg(in, 0x402c, false);
	ece_put_be32(in + 0x10, 0x20); /* a select bit that the card does not offer */
	EXPECT(s, seam_rpc(s, 0, in, 0x90, out, 0x90), 0);
	EXPECT(s, out[0], 0x03);
	EXPECT(s, ece_be32(out + 0x04) != 0, 1);
	seam_access_reg(in, 0x402c, true);
	EXPECT(s, seam_rpc(s, 1, in, 0x60, out, 0x60), 0);
	EXPECT(s, out[0], 0x50);
	return SEAM_OK;
}

enum seam_verdict fwctl_keeps_other_commands_from_the_firmware(struct seam *s)
{
	/* MODIFY_CONG_PARAMS, CREATE_QP, INIT2RTR_QP, CREATE_UCTX, ALLOC_PD, none at all */
	static const uint16_t kept[] = {0x825, 0x500, 0x503, 0xa04, 0x800, 0x000};
	/* QUERY_CONG_PARAMS, QUERY_CONG_STATUS, QUERY_ISSI, NOP: only for debugging */
	static const uint16_t debugging[] = {0x824, 0x822, 0x10a, 0x80d};
	uint8_t in[SEAM_MAILBOX], out[SEAM_MAILBOX];

	for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); i++) {
		seam_header(in, kept[i], 0);
		for (unsigned int scope = 0; scope < 2; scope++) {
			EXPECT(s, seam_rpc(s, scope, in, 0x120, out, 0x120), -EBADMSG);
			EXPECT(s, seam_untouched(out, 0x120), 1);
		}
	}
	for (size_t i = 0; i < sizeof(debugging) / sizeof(debugging[0]); i++) {
		seam_header(in, debugging[i], 0);
		ece_put_be32(in + 0x08, 1);
		EXPECT(s, seam_rpc(s, 0, in, 0x10, out, 0x110), -EBADMSG);
		ece_put_be32(in + 0x08, debugging[i] > 0x820);
		EXPECT(s, seam_rpc(s, 1, in, 0x10, out, 0x110), 0);
		EXPECT(s, out[0], 0);
	}
	return SEAM_OK;
}

enum seam_verdict fwctl_checks_lengths_and_scopes(struct seam *s)
{
	uint8_t in[SEAM_MAILBOX], out[SEAM_MAILBOX];

	seam_header(in, 0x100, 1);
	EXPECT(s, seam_rpc(s, 0, in, 0x0c, out, 0x10), -EMSGSIZE);
	EXPECT(s, seam_rpc(s, 0, in, 0x10, out, 0x0c), -EMSGSIZE);
	EXPECT(s, seam_rpc(s, 0, in, ECE_OS_MAILBOX_MAX + 1, out, 0x10), -EMSGSIZE);
	EXPECT(s, seam_rpc(s, 0, in, 0x10, out, ECE_OS_MAILBOX_MAX + 1), -EMSGSIZE);
	EXPECT(s, seam_rpc(s, 4, in, 0x10, out, 0x1010), -EOPNOTSUPP);
	EXPECT(s, seam_rpc(s, 0, in, 0x10, out, 0x1010), 0);
	EXPECT(s, out[0], 0);
	return SEAM_OK;
}

enum seam_verdict fwctl_switches_congestion_control(struct seam *s)
{
	uint8_t in[SEAM_MAILBOX], out[SEAM_MAILBOX];

	for (uint32_t enable = 0; enable < 2; enable++) {
		seam_header(in, 0x823, 0);
		ece_put_be32(in + 0x08, 0x31);
		ece_put_be32(in + 0x0c, enable << 31);
		EXPECT(s, seam_rpc(s, 0, in, 0x10, out, 0x10), 0);
		EXPECT(s, out[0], 0);
		seam_header(in, 0x822, 0);
		ece_put_be32(in + 0x08, 0x31);
		EXPECT(s, seam_devx(s, in, 0x10, out, 0x10), 0);
		EXPECT(s, ece_be32(out + 0x0c), enable << 31);
	}
	return SEAM_OK;
}
