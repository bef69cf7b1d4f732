// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/seam/seam.h"

#include <errno.h>
#include <string.h>

#include "devx/base/be.h"

enum seam_verdict cc_params_has_its_files(struct seam *s)
{
	struct seam_search search = {.name = "rp_ai_rate"};
	char path[SEAM_PATH_MAX];

	EXPECT(s, seam_list(s, ECE_OS_DEBUGFS_MLX5, seam_join(path, s->env->pci, "cc_params"), &search), 0);
	EXPECT(s, search.hits, 1);
	EXPECT(s, search.entries, s->env->kernel->cc_general ? 22 : 20);
	search.name = "rtt_resp_dscp";
	EXPECT(s, seam_list(s, ECE_OS_DEBUGFS_MLX5, path, &search), 0);
	EXPECT(s, search.hits, s->env->kernel->cc_general);
	EXPECT(s, seam_cc_read(s, "nothing"), -ENOENT);
	EXPECT(s, seam_cc_write(s, "nothing", "1"), -ENOENT);
	return SEAM_OK;
}

enum seam_verdict cc_params_reads_the_defaults(struct seam *s)
{
	static const struct {
		const char *file;
		long long value;
	} defaults[] = {
		{"rp_clamp_tgt_rate", 0},
		{"rp_clamp_tgt_rate_ati", 1},
		{"rp_time_reset", 300},
		{"rp_byte_reset", 32767},
		{"rp_threshold", 1},
		{"rp_ai_rate", 5},
		{"rp_max_rate", 0},
		{"rp_hai_rate", 50},
		{"rp_min_dec_fac", 50},
		{"rp_min_rate", 1},
		{"rp_rate_to_set_on_first_cnp", 0},
		{"rp_dce_tcp_g", 1019},
		{"rp_dce_tcp_rtt", 1},
		{"rp_rate_reduce_monitor_period", 4},
		{"rp_initial_alpha_value", 1023},
		{"rp_gd", 11},
		{"np_min_time_between_cnps", 4},
		{"np_cnp_dscp", 48},
		{"np_cnp_prio_mode", 0},
		{"np_cnp_prio", 6},
	};

	for (size_t i = 0; i < sizeof(defaults) / sizeof(defaults[0]); i++)
		EXPECT(s, seam_cc_read(s, defaults[i].file), defaults[i].value);
	return SEAM_OK;
}

enum seam_verdict cc_params_takes_any_base(struct seam *s)
{
	static const char *const twenty[] = {"20\n", "20", "0x14", "0X14\n", "024", "+20", "0000000024"};

	for (size_t i = 0; i < sizeof(twenty) / sizeof(twenty[0]); i++) {
		EXPECT(s, seam_cc_write(s, "rp_ai_rate", "5\n"), 0);
		EXPECT(s, seam_cc_write(s, "rp_ai_rate", twenty[i]), 0);
		EXPECT(s, seam_cc_read(s, "rp_ai_rate"), 20);
	}
	EXPECT(s, seam_cc_write(s, "rp_ai_rate", "5"), 0);
	EXPECT(s, seam_cc_read(s, "rp_ai_rate"), 5);
	EXPECT(s, seam_cc_read(s, "rp_hai_rate"), 50);
	return SEAM_OK;
}

enum seam_verdict cc_params_refuses_other_text(struct seam *s)
{
	static const char *const rubbish[] = {"", "\n", " 20", "20 ", "-1", "0x", "20\n\n", "20,", "twenty", "08"};

	for (size_t i = 0; i < sizeof(rubbish) / sizeof(rubbish[0]); i++)
		EXPECT(s, seam_cc_write(s, "rp_ai_rate", rubbish[i]), -EINVAL);
	EXPECT(s, seam_cc_write(s, "rp_ai_rate", "4294967296"), -s->env->kernel->cc_range_errno);
	EXPECT(s, seam_cc_read(s, "rp_ai_rate"), 5);
	return SEAM_OK;
}

enum seam_verdict cc_params_bounds_a_write(struct seam *s)
{
	static const char eleven[] = "0x000000014", twelve[] = "0x0000000014";
	static const char thirty_four[] = "0x0000000000000000000000000000001e";
	static const char thirty_five[] = "0x00000000000000000000000000000014f";
	bool cut = s->env->kernel->cc_write_cut;

	EXPECT(s, strlen(eleven), 11);
	EXPECT(s, strlen(twelve), 12);
	EXPECT(s, strlen(thirty_five), 35);
	EXPECT(s, seam_cc_write(s, "rp_ai_rate", eleven), 0);
	EXPECT(s, seam_cc_read(s, "rp_ai_rate"), cut ? 20 : 1); /* the older code puts its NUL over the last byte */
	EXPECT(s, seam_cc_write(s, "rp_ai_rate", twelve), cut ? 0 : -EINVAL);
	EXPECT(s, seam_cc_read(s, "rp_ai_rate"), cut ? 20 : 1);
	EXPECT(s, seam_cc_write(s, "rp_ai_rate", "5"), 0);
	EXPECT(s, seam_cc_write(s, "rp_ai_rate", thirty_five), cut ? 0 : -EINVAL);
	EXPECT(s, seam_cc_read(s, "rp_ai_rate"), cut ? 20 : 5);
	EXPECT(s, strlen(thirty_four), 34);
	EXPECT(s, seam_cc_write(s, "rp_ai_rate", "5"), 0);
	EXPECT(s, seam_cc_write(s, "rp_ai_rate", thirty_four), cut ? 0 : -EINVAL);
	EXPECT(s, seam_cc_read(s, "rp_ai_rate"), cut ? 30 : 5);
	EXPECT(s, seam_cc_write(s, "rp_ai_rate", "4294967295"), 0);
	EXPECT(s, seam_cc_write(s, "rp_ai_rate", "99999999999999999999"), cut ? -ERANGE : -EINVAL); /* beyond 64 bits */
	EXPECT(s, seam_cc_write(s, "rp_ai_rate", "5"), 0);
	EXPECT(s, seam_cc_read(s, "rp_ai_rate"), 5);
	return SEAM_OK;
}

enum seam_verdict cc_params_prints_large_values(struct seam *s)
{
	char buf[SEAM_TEXT_MAX], path[SEAM_PATH_MAX];
	int len;

	EXPECT(s, seam_cc_write(s, "rp_rate_reduce_monitor_period", "4000000000"), 0);
	len = seam_read(s, ECE_OS_DEBUGFS_MLX5, seam_cc_path(s, path, "rp_rate_reduce_monitor_period"), buf);
	EXPECT(s, seam_cc_write(s, "rp_rate_reduce_monitor_period", "4"), 0);
	if (s->env->kernel->cc_signed) {
		EXPECT(s, len, 11); /* "-294967296\n" has 11 and loses the newline to a NUL */
		EXPECT(s, memcmp(buf, "-294967296\0", 11), 0);
	} else {
		EXPECT(s, len, 11);
		EXPECT(s, memcmp(buf, "4000000000\n", 11), 0);
	}
	return SEAM_OK;
}

/* The block of a protocol as DevX reads it. */
static enum seam_verdict block(struct seam *s, uint8_t protocol, uint8_t *out)
{
	uint8_t in[SEAM_MAILBOX];

	seam_header(in, 0x824, 0);
	ece_put_be32(in + 0x08, protocol);
	EXPECT(s, seam_devx(s, in, 0x10, out, 0x110), 0);
	return SEAM_OK;
}

struct one_file {
	const char *file;
	uint8_t protocol;
	uint8_t at; /* of the word in the block */
	const char *value;
	uint32_t word;
	const char *initial;
};

/* A write to a file changes one word of the card, and nothing else. */
static enum seam_verdict writes_its_word(struct seam *s, const struct one_file *f)
{
	uint8_t before[SEAM_MAILBOX], after[SEAM_MAILBOX];

	TRY(block(s, f->protocol, before));
	EXPECT(s, seam_cc_write(s, f->file, f->value), 0);
	TRY(block(s, f->protocol, after));
	EXPECT(s, ece_be32(after + 0x10 + f->at), f->word);
	EXPECT(s, seam_cc_write(s, f->file, f->initial), 0);
	ece_put_be32(after + 0x10 + f->at, ece_be32(before + 0x10 + f->at));
	EXPECT(s, memcmp(before, after, 0x110), 0);
	TRY(block(s, f->protocol, after));
	EXPECT(s, memcmp(before, after, 0x110), 0);
	return SEAM_OK;
}

enum seam_verdict cc_params_writes_one_word_each(struct seam *s)
{
	static const struct one_file files[] = {
		{"rp_clamp_tgt_rate", 1, 0x0c, "1", 0x08800000, "0"},
		{"rp_clamp_tgt_rate_ati", 1, 0x0c, "0", 0x00000000, "1"},
		{"rp_time_reset", 1, 0x14, "0x1fffe", 0x1fffe, "300"},
		{"rp_byte_reset", 1, 0x18, "0xfedcba98", 0xfedcba98, "32767"},
		{"rp_threshold", 1, 0x1c, "30", 30, "1"},
		{"rp_ai_rate", 1, 0x24, "0xfedcba98", 0xfedcba98, "5"},
		{"rp_max_rate", 1, 0x20, "0xfedcba98", 0xfedcba98, "0"},
		{"rp_hai_rate", 1, 0x28, "0xfedcba98", 0xfedcba98, "50"},
		{"rp_min_dec_fac", 1, 0x30, "100", 100, "50"},
		{"rp_min_rate", 1, 0x34, "0xfedcba98", 0xfedcba98, "1"},
		{"rp_rate_to_set_on_first_cnp", 1, 0x54, "0xfedcba98", 0xfedcba98, "0"},
		{"rp_dce_tcp_g", 1, 0x58, "1020", 1020, "1019"},
		{"rp_dce_tcp_rtt", 1, 0x5c, "0x1fffe", 0x1fffe, "1"},
		{"rp_rate_reduce_monitor_period", 1, 0x60, "0xfedcba98", 0xfedcba98, "4"},
		{"rp_initial_alpha_value", 1, 0x68, "512", 512, "1023"},
		{"rp_gd", 1, 0x2c, "10", 10, "11"},
		{"np_min_time_between_cnps", 2, 0x14, "0x1fffe", 0x1fffe, "4"},
		{"np_cnp_dscp", 2, 0x18, "46", 0x2e06, "48"},
		{"np_cnp_prio", 2, 0x18, "5", 0x3005, "6"},
	};

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		TRY(writes_its_word(s, &files[i]));
	return SEAM_OK;
}

enum seam_verdict cc_params_writes_the_general_word(struct seam *s)
{
	uint8_t out[SEAM_MAILBOX];

	EXPECT(s, seam_cc_write(s, "rtt_resp_dscp", "63"), 0);
	TRY(block(s, 3, out));
	EXPECT(s, ece_be32(out + 0x10 + 0x10), 0x803f);
	EXPECT(s, seam_cc_write(s, "rtt_resp_dscp_valid", "0"), 0);
	TRY(block(s, 3, out));
	EXPECT(s, ece_be32(out + 0x10 + 0x10), 0);
	return SEAM_OK;
}

enum seam_verdict cc_params_packs_without_looking(struct seam *s)
{
	EXPECT(s, seam_cc_write(s, "np_cnp_dscp", "99"), 0);
	EXPECT(s, seam_cc_read(s, "np_cnp_dscp"), 35);
	EXPECT(s, seam_cc_write(s, "np_cnp_dscp", "48"), 0);
	EXPECT(s, seam_cc_read(s, "np_cnp_prio"), 6);
	return SEAM_OK;
}

enum seam_verdict cc_params_priority_drags_its_mode(struct seam *s)
{
	EXPECT(s, seam_cc_write(s, "np_cnp_prio_mode", "1"), 0);
	EXPECT(s, seam_cc_read(s, "np_cnp_prio_mode"), 1);
	EXPECT(s, seam_cc_read(s, "np_cnp_prio"),
	       0); /* one select bit for both, and the block of a write starts as zeros */
	EXPECT(s, seam_cc_write(s, "np_cnp_prio", "6"), 0);
	EXPECT(s, seam_cc_read(s, "np_cnp_prio"), 6);
	EXPECT(s, seam_cc_read(s, "np_cnp_prio_mode"), 0);
	EXPECT(s, seam_cc_read(s, "np_cnp_dscp"), 48);
	return SEAM_OK;
}

enum seam_verdict cc_params_response_dscp_drags_its_flag(struct seam *s)
{
	EXPECT(s, seam_cc_read(s, "rtt_resp_dscp_valid"), 0);
	EXPECT(s, seam_cc_write(s, "rtt_resp_dscp", "26"), 0);
	EXPECT(s, seam_cc_read(s, "rtt_resp_dscp"), 26);
	EXPECT(s, seam_cc_read(s, "rtt_resp_dscp_valid"), 1);
	EXPECT(s, seam_cc_write(s, "rtt_resp_dscp_valid", "1"), 0);
	EXPECT(s, seam_cc_read(s, "rtt_resp_dscp"), 0);
	EXPECT(s, seam_cc_write(s, "rtt_resp_dscp_valid", "0"), 0);
	EXPECT(s, seam_cc_read(s, "rtt_resp_dscp_valid"), 0);
	return SEAM_OK;
}

enum seam_verdict cc_params_maps_refusals(struct seam *s)
{
	EXPECT(s, seam_cc_write(s, "rp_gd", "12"), -EINVAL);
	EXPECT(s, seam_cc_read(s, "rp_gd"), 11);
	EXPECT(s, seam_cc_write(s, "rp_min_rate", "0"), -EINVAL);
	EXPECT(s, seam_cc_read(s, "rp_min_rate"), 1);
	return SEAM_OK;
}

enum seam_verdict cc_params_and_devx_agree(struct seam *s)
{
	uint8_t in[SEAM_MAILBOX], out[SEAM_MAILBOX];

	EXPECT(s, seam_cc_write(s, "rp_ai_rate", "20"), 0);
	seam_header(in, 0x824, 0);
	ece_put_be32(in + 0x08, 1);
	EXPECT(s, seam_devx(s, in, 0x10, out, 0x110), 0);
	EXPECT(s, seam_cc_write(s, "rp_ai_rate", "5"), 0);
	EXPECT(s, ece_be32(out + 0x10 + 0x24), 20);
	EXPECT(s, ece_be32(out + 0x10 + 0x28), 50);
	return SEAM_OK;
}
