// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Writes for which a door is none: each is tried as it would be meant, and nothing moves. */
#include "tests/seam/seam.h"

#include <errno.h>
#include <string.h>

#include "devx/base/be.h"

#define MODIFY_CONG_STATUS 0x823
#define QUERY_CONG_PARAMS  0x824
#define MODIFY_CONG_PARAMS 0x825

/* One parameter of each protocol: its select bit, its word in the block, and what would be written. */
static const struct {
	uint8_t protocol;
	uint32_t select;
	uint32_t at;
	uint32_t word;
} writes[] = {
	{1, 1U << 7, 0x24, 20},         /* rpg_ai_rate */
	{2, 1U << 3, 0x18, 46U << 8},   /* cnp_dscp */
	{3, 1U << 0, 0x10, 0x8000 | 7}, /* rtt_resp_dscp and its valid bit */
};

static void modify(uint8_t *in, size_t i)
{
	seam_header(in, MODIFY_CONG_PARAMS, 0);
	ece_put_be32(in + 0x08, writes[i].protocol);
	ece_put_be32(in + 0x0c, writes[i].select);
	ece_put_be32(in + 0x20 + writes[i].at, writes[i].word);
}

static int block(struct seam *s, size_t i, uint8_t *out)
{
	uint8_t in[SEAM_MAILBOX];

	seam_header(in, QUERY_CONG_PARAMS, 0);
	ece_put_be32(in + 0x08, writes[i].protocol);
	return seam_devx(s, in, 0x10, out, 0x110);
}

enum seam_verdict no_command_writes_congestion_params(struct seam *s)
{
	for (size_t i = 0; i < sizeof(writes) / sizeof(writes[0]); i++) {
		uint8_t in[SEAM_MAILBOX], out[SEAM_MAILBOX], before[SEAM_MAILBOX], after[SEAM_MAILBOX];

		EXPECT(s, block(s, i, before), 0);
		modify(in, i);
		EXPECT(s, seam_devx(s, in, 0x120, out, 0x10), -EINVAL);
		EXPECT(s, seam_untouched(out, 0x10), 1);
		/* the scopes above would taint */
		for (unsigned int scope = 0; s->env->kernel->fwctl && scope < 2; scope++) {
			EXPECT(s, seam_rpc(s, scope, in, 0x120, out, 0x10), -EBADMSG);
			EXPECT(s, seam_untouched(out, 0x10), 1);
		}
		EXPECT(s, block(s, i, after), 0);
		EXPECT(s, memcmp(before, after, 0x110), 0);
	}
	return SEAM_OK;
}

enum seam_verdict devx_does_not_switch_congestion_control(struct seam *s)
{
	uint8_t in[SEAM_MAILBOX], out[SEAM_MAILBOX];

	for (uint32_t protocol = 1; protocol < 3; protocol++) {
		seam_header(in, MODIFY_CONG_STATUS, 0);
		ece_put_be32(in + 0x08, 0x30 | protocol);
		EXPECT(s, seam_devx(s, in, 0x10, out, 0x10), -EINVAL);
		EXPECT(s, seam_untouched(out, 0x10), 1);
		seam_header(in, MODIFY_CONG_STATUS - 1, 0);
		ece_put_be32(in + 0x08, 0x30 | protocol);
		EXPECT(s, seam_devx(s, in, 0x10, out, 0x10), 0);
		EXPECT(s, ece_be32(out + 0x0c), 0x80000000);
	}
	return SEAM_OK;
}

/* ROCE_ACCL, PPCC, MNVDA, MNVQC: to read and to write. */
enum seam_verdict no_register_goes_through_devx(struct seam *s)
{
	static const uint16_t registers[] = {0x402c, 0x506e, 0x9024, 0x9030};
	uint8_t in[SEAM_MAILBOX], out[SEAM_MAILBOX];

	for (size_t i = 0; i < sizeof(registers) / sizeof(registers[0]); i++) {
		for (int read = 0; read < 2; read++) {
			seam_access_reg(in, registers[i], read);
			EXPECT(s, seam_devx(s, in, 0x90, out, 0x90), -EINVAL);
			EXPECT(s, seam_untouched(out, 0x90), 1);
		}
	}
	return SEAM_OK;
}

/* Not one of them is a file of the kernel's own driver, under any name that the vendor's has. */
enum seam_verdict other_features_have_no_file(struct seam *s)
{
	static const char *const names[] = {"roce_accl", "ppcc", "ece", "rp_enable", "np_enable", "enable"};
	bool vendor = !strcmp(s->env->kernel->name, "vendor");
	struct seam_search search = {.name = "roce_rp"};
	char path[SEAM_PATH_MAX];

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		EXPECT(s, seam_cc_read(s, names[i]), -ENOENT);
		EXPECT(s, seam_cc_write(s, names[i], "1"), -ENOENT);
	}
	EXPECT(s, seam_list(s, ECE_OS_NET, seam_join(path, s->env->netdev, "ecn"), &search), vendor ? 0 : -ENOENT);
	EXPECT(s, search.hits, vendor);
	return SEAM_OK;
}
