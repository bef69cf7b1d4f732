// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The vendor driver's files below the interface lead to what debugfs and DevX show. */
#include "tests/seam/seam.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "devx/base/be.h"

#define QUERY_CONG_STATUS 0x822

static const char *path_of(struct seam *s, const char *file, char path[SEAM_PATH_MAX])
{
	snprintf(path, SEAM_PATH_MAX, "%s/ecn/%s", s->env->netdev, file);
	return path;
}

static int put(struct seam *s, const char *file, const char *text)
{
	char path[SEAM_PATH_MAX];

	return s->os->ops->write(s->os->ctx, ECE_OS_NET, path_of(s, file, path), text, strlen(text));
}

static enum seam_verdict says(struct seam *s, const char *file, const char *text)
{
	char buf[SEAM_TEXT_MAX], path[SEAM_PATH_MAX];

	EXPECT(s, seam_read(s, ECE_OS_NET, path_of(s, file, path), buf), (int)strlen(text));
	EXPECT(s, strcmp(buf, text), 0);
	return SEAM_OK;
}

/* Read, written, seen in debugfs, put back. */
static enum seam_verdict value(struct seam *s, const char *file, const char *twin, const char *before)
{
	TRY(says(s, file, before));
	EXPECT(s, seam_cc_read(s, twin), strtol(before, NULL, 10));
	EXPECT(s, put(s, file, "20\n"), 0);
	EXPECT(s, seam_cc_read(s, twin), 20);
	TRY(says(s, file, "20\n"));
	EXPECT(s, put(s, file, before), 0);
	EXPECT(s, seam_cc_read(s, twin), strtol(before, NULL, 10));
	return SEAM_OK;
}

enum seam_verdict vendor_files_are_those_of_debugfs(struct seam *s)
{
	TRY(value(s, "roce_rp/rpg_ai_rate", "rp_ai_rate", "5\n"));
	TRY(value(s, "roce_np/cnp_dscp", "np_cnp_dscp", "48\n"));
	EXPECT(s, put(s, "roce_rp/rpg_ai_rate", "many\n"), -EINVAL);
	EXPECT(s, put(s, "roce_rp/cnp_dscp", "20\n"), -ENOENT);
	/* It has none for the protocol of answers to RTT probes. */
	EXPECT(s, put(s, "roce_np/rtt_resp_dscp", "20\n"), -ENOENT);
	return SEAM_OK;
}

/* The switch of priority 3 as DevX has it: 1 in the highest bit. */
static enum seam_verdict switch_is(struct seam *s, uint32_t protocol, uint32_t want)
{
	uint8_t in[SEAM_MAILBOX], out[SEAM_MAILBOX];

	seam_header(in, QUERY_CONG_STATUS, 0);
	ece_put_be32(in + 0x08, 0x30 | protocol);
	EXPECT(s, seam_devx(s, in, 0x10, out, 0x10), 0);
	EXPECT(s, ece_be32(out + 0x0c), want << 31);
	return SEAM_OK;
}

static enum seam_verdict switch_off_and_on(struct seam *s, const char *file, uint32_t protocol)
{
	TRY(says(s, file, "1\n"));
	TRY(switch_is(s, protocol, 1));
	EXPECT(s, put(s, file, "0\n"), 0);
	TRY(says(s, file, "0\n"));
	TRY(switch_is(s, protocol, 0));
	EXPECT(s, put(s, file, "1\n"), 0);
	TRY(switch_is(s, protocol, 1));
	return SEAM_OK;
}

enum seam_verdict vendor_files_switch_priorities(struct seam *s)
{
	TRY(switch_off_and_on(s, "roce_rp/enable/3", 1));
	TRY(switch_off_and_on(s, "roce_np/enable/3", 2));
	EXPECT(s, put(s, "roce_rp/enable/8", "1\n"), -ENOENT);
	return SEAM_OK;
}
