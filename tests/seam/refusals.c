// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/seam/seam.h"

#include <errno.h>

#include "devx/base/be.h"

#define QUERY_CONG_PARAMS 0x824
#define BUSY              0x06

static bool fail_query(struct seam *s, uint8_t status)
{
	return s->env->fail_next(s->env->ctx, QUERY_CONG_PARAMS, status);
}

static void query(uint8_t *in)
{
	seam_header(in, QUERY_CONG_PARAMS, 0);
	ece_put_be32(in + 0x08, 1);
}

/* DevX: EREMOTEIO and the status, or a bare errno. fwctl: success and the status. debugfs: a bare errno. */
enum seam_verdict a_busy_card_shows_in_every_door(struct seam *s)
{
	bool remote_io = s->env->kernel->remote_io;
	uint8_t in[SEAM_MAILBOX], out[SEAM_MAILBOX];

	if (!fail_query(s, BUSY))
		return seam_skip(s, "cannot make the card fail here");
	query(in);
	EXPECT(s, seam_devx(s, in, 0x10, out, 0x110), remote_io ? -EREMOTEIO : -EBUSY);
	EXPECT(s, out[0], remote_io ? BUSY : SEAM_UNTOUCHED);
	EXPECT(s, fail_query(s, BUSY), 1);
	EXPECT(s, seam_cc_read(s, "rp_ai_rate"), -EBUSY);
	EXPECT(s, seam_cc_read(s, "rp_ai_rate"), 5);
	EXPECT(s, s->env->fail_next(s->env->ctx, 0x825, BUSY), 1);
	EXPECT(s, seam_cc_write(s, "rp_ai_rate", "20"), -EBUSY);
	EXPECT(s, seam_cc_read(s, "rp_ai_rate"), 5);
	if (!s->env->kernel->fwctl)
		return SEAM_OK;
	EXPECT(s, fail_query(s, BUSY), 1);
	EXPECT(s, seam_rpc(s, 1, in, 0x10, out, 0x110), 0);
	EXPECT(s, out[0], BUSY);
	EXPECT(s, ece_be32(out + 0x10 + 0x24), 0);
	return SEAM_OK;
}

enum seam_verdict the_driver_maps_each_status(struct seam *s)
{
	static const struct {
		uint8_t status;
		int err; /* 0: as the kernel's version says */
	} map[] = {
		{0x01, EIO},    {0x02, EINVAL}, {0x03, EINVAL}, {0x04, EIO},    {0x05, EINVAL}, {0x06, EBUSY},
		{0x07, 0},      {0x08, ENOMEM}, {0x09, EINVAL}, {0x0a, EINVAL}, {0x0f, EAGAIN}, {0x10, EINVAL},
		{0x30, EINVAL}, {0x40, EINVAL}, {0x50, EIO},    {0x51, EIO},    {0x77, EIO},
	};

	for (size_t i = 0; i < sizeof(map) / sizeof(map[0]); i++) {
		if (!fail_query(s, map[i].status))
			return seam_skip(s, "cannot make the card fail here");
		EXPECT(s, seam_cc_read(s, "rp_ai_rate"), -(map[i].err ? map[i].err : s->env->kernel->not_ready_errno));
	}
	EXPECT(s, seam_cc_read(s, "rp_ai_rate"), 5);
	return SEAM_OK;
}
