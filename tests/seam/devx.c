// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/seam/seam.h"

#include <errno.h>

#include "devx/base/be.h"

enum seam_verdict devx_needs_a_device(struct seam *s)
{
	struct ece_os_devx *ctx;

	EXPECT(s, s->os->ops->devx_open(s->os->ctx, "nothing", &ctx), -ENODEV);
	return SEAM_OK;
}

enum seam_verdict devx_queries_capabilities(struct seam *s)
{
	uint8_t in[SEAM_MAILBOX], out[SEAM_MAILBOX];

	seam_header(in, 0x100, 0x0001);
	EXPECT(s, seam_devx(s, in, 0x10, out, 0x1010), 0);
	EXPECT(s, out[0], 0);
	EXPECT(s, ece_be32(out + 0x10 + 0x14) >> 28 & 1, 1); /* ece_support */
	EXPECT(s, ece_be32(out + 0x10 + 0x28) >> 22 & 1, 1); /* roce_accl */
	EXPECT(s, ece_be32(out + 0x10 + 0x2c) >> 29 & 3, 3); /* cc_query_allowed, cc_modify_allowed */
	return SEAM_OK;
}

enum seam_verdict devx_queries_congestion(struct seam *s)
{
	uint8_t in[SEAM_MAILBOX], out[SEAM_MAILBOX];

	seam_header(in, 0x824, 0);
	ece_put_be32(in + 0x08, 1);
	EXPECT(s, seam_devx(s, in, 0x10, out, 0x110), 0);
	EXPECT(s, ece_be32(out), 0);
	EXPECT(s, ece_be32(out + 0x10 + 0x24), 5);    /* rpg_ai_rate */
	EXPECT(s, ece_be32(out + 0x10 + 0x68), 1023); /* initial_alpha_value */
	EXPECT(s, seam_untouched(out + 0x110, 16), 1);
	seam_header(in, 0x822, 0);
	ece_put_be32(in + 0x08, 0x31);
	EXPECT(s, seam_devx(s, in, 0x10, out, 0x10), 0);
	EXPECT(s, ece_be32(out + 0x0c), 0x80000000);
	return SEAM_OK;
}

enum seam_verdict devx_keeps_other_commands_from_the_firmware(struct seam *s)
{
	/* ACCESS_REG, MODIFY_CONG_STATUS, MODIFY_CONG_PARAMS, QUERY_Q_COUNTER, QUERY_QP, none at all, behind the range */
	static const uint16_t kept[] = {0x805, 0x823, 0x825, 0x773, 0x50b, 0x000, 0xaff, 0xd00};
	uint8_t in[SEAM_MAILBOX], out[SEAM_MAILBOX];

	for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); i++) {
		seam_header(in, kept[i], 1);
		ece_put_be32(in + 0x08, 0x402c);
		EXPECT(s, seam_devx(s, in, 0x120, out, 0x120), -EINVAL);
		EXPECT(s, seam_untouched(out, 0x120), 1);
	}
	return SEAM_OK;
}

enum seam_verdict devx_wants_whole_headers(struct seam *s)
{
	uint8_t in[SEAM_MAILBOX], out[SEAM_MAILBOX];

	seam_header(in, 0x80d, 0);
	EXPECT(s, seam_devx(s, in, 0x10, out, 0x10), 0);
	EXPECT(s, seam_devx(s, in, 0x0c, out, 0x10), -EINVAL);
	EXPECT(s, seam_untouched(out, 0x10), 1);
	EXPECT(s, seam_devx(s, in, 0x10, out, 0x0c), -EINVAL);
	EXPECT(s, seam_untouched(out, 0x10), 1);
	return SEAM_OK;
}

/* What a refusal of the firmware looks like through DevX. */
static enum seam_verdict refused(struct seam *s, const uint8_t *in, uint8_t status, int old_errno)
{
	uint8_t out[SEAM_MAILBOX];

	if (!s->env->kernel->remote_io) {
		EXPECT(s, seam_devx(s, in, 0x10, out, 0x110), -old_errno);
		EXPECT(s, seam_untouched(out, 0x110), 1);
		return SEAM_OK;
	}
	EXPECT(s, seam_devx(s, in, 0x10, out, 0x110), -EREMOTEIO);
	EXPECT(s, out[0], status);
	EXPECT(s, ece_be32(out + 0x04) != 0, 1);
	EXPECT(s, ece_be32(out + 0x08), 0);
	return SEAM_OK;
}

enum seam_verdict devx_hands_refusals_out(struct seam *s)
{
	uint8_t in[SEAM_MAILBOX], out[SEAM_MAILBOX];

	seam_header(in, 0x824, 0);
	ece_put_be32(in + 0x08, 9); /* no such protocol */
	TRY(refused(s, in, 0x03, EINVAL));
	seam_header(in, 0x824, 0);
	ece_put_be32(in + 0x08, 1);
	if (s->env->kernel->remote_io) {
		EXPECT(s, seam_devx(s, in, 0x10, out, 0x20), -EREMOTEIO); /* the block does not fit */
		EXPECT(s, out[0], 0x51);
	} else {
		EXPECT(s, seam_devx(s, in, 0x10, out, 0x20), -EIO);
	}
	return SEAM_OK;
}

enum seam_verdict devx_lets_the_general_range_through(struct seam *s)
{
	uint8_t in[SEAM_MAILBOX];

	seam_header(in, 0xb0c, 1); /* ACCESS_REGISTER_USER: this card grants users no ROCE_ACCL */
	ece_put_be32(in + 0x08, 0x402c);
	TRY(refused(s, in, 0x03, EINVAL));
	seam_header(in, 0xb0c, 0); /* and no writes at all */
	ece_put_be32(in + 0x08, 0x402c);
	TRY(refused(s, in, 0x02, EINVAL));
	seam_header(in, 0xb00, 0);
	TRY(refused(s, in, 0x02, EINVAL));
	seam_header(in, 0xcff, 0);
	return refused(s, in, 0x02, EINVAL);
}
