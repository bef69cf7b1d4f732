// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * debugfs cc_params: one file a value, one MODIFY_CONG_PARAMS a write.
 *
 * Names, positions, select bits and side effects: Linux drivers/infiniband/hw/mlx5/cong.c. The driver checks no range:
 * it packs the number into the field, so higher bits get lost.
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "devx/base/be.h"
#include "devx/prm/cmd.h"
#include "devx/sim/kernel/kernel_internal.h"

enum {
	RP = 1,
	NP = 2,
	GENERAL = 3,

	AT_PROTOCOL = 0x08,
	AT_FIELD_SELECT = 0x0c,
	QUERY_IN = 0x10,
	QUERY_OUT = 0x110,
	QUERY_BLOCK_AT = 0x10,
	MODIFY_IN = 0x120,
	MODIFY_OUT = 0x10,
	MODIFY_BLOCK_AT = 0x20,

	CAP_CC = 0x2c, /* [30] cc_query_allowed, [29] cc_modify_allowed */
	CAP_CC_BOTH = 3 << 29,
	CAP_ROCE = 0x40,      /* [2] roce */
	CAP_ROCE_GENERAL = 0, /* of the RoCE page: [24] roce_cc_general */

	SIGNED_PRINT_MAX = 11,
};

struct cc_file {
	const char *name;
	uint8_t protocol;
	uint8_t select;
	uint8_t at; /* in the block */
	uint8_t low;
	uint32_t mask;
	uint32_t also;      /* bits that a write sets beside the field */
	const char *vendor; /* the vendor driver's name for it in ecn/roce_rp or roce_np; NULL: it has none */
};

/* np_cnp_prio sends cnp_prio_mode as 0, since the block of a write starts as zeros */
static const struct cc_file files[] = {
	{"rp_clamp_tgt_rate", RP, 1, 0x0c, 27, 0x1, 0, "clamp_tgt_rate"},
	{"rp_clamp_tgt_rate_ati", RP, 2, 0x0c, 23, 0x1, 0, "clamp_tgt_rate_after_time_inc"},
	{"rp_time_reset", RP, 3, 0x14, 0, UINT32_MAX, 0, "rpg_time_reset"},
	{"rp_byte_reset", RP, 4, 0x18, 0, UINT32_MAX, 0, "rpg_byte_reset"},
	{"rp_threshold", RP, 5, 0x1c, 0, UINT32_MAX, 0, "rpg_threshold"},
	{"rp_ai_rate", RP, 7, 0x24, 0, UINT32_MAX, 0, "rpg_ai_rate"},
	{"rp_max_rate", RP, 6, 0x20, 0, UINT32_MAX, 0, "rpg_max_rate"},
	{"rp_hai_rate", RP, 8, 0x28, 0, UINT32_MAX, 0, "rpg_hai_rate"},
	{"rp_min_dec_fac", RP, 9, 0x30, 0, UINT32_MAX, 0, "rpg_min_dec_fac"},
	{"rp_min_rate", RP, 10, 0x34, 0, UINT32_MAX, 0, "rpg_min_rate"},
	{"rp_rate_to_set_on_first_cnp", RP, 11, 0x54, 0, UINT32_MAX, 0, "rate_to_set_on_first_cnp"},
	{"rp_dce_tcp_g", RP, 12, 0x58, 0, UINT32_MAX, 0, "dce_tcp_g"},
	{"rp_dce_tcp_rtt", RP, 13, 0x5c, 0, UINT32_MAX, 0, "dce_tcp_rtt"},
	{"rp_rate_reduce_monitor_period", RP, 14, 0x60, 0, UINT32_MAX, 0, "rate_reduce_monitor_period"},
	{"rp_initial_alpha_value", RP, 15, 0x68, 0, UINT32_MAX, 0, "initial_alpha_value"},
	{"rp_gd", RP, 16, 0x2c, 0, UINT32_MAX, 0, "rpg_gd"},
	{"np_min_time_between_cnps", NP, 2, 0x14, 0, UINT32_MAX, 0, "min_time_between_cnps"},
	{"np_cnp_dscp", NP, 3, 0x18, 8, 0x3f, 0, "cnp_dscp"},
	{"np_cnp_prio_mode", NP, 4, 0x18, 3, 0x1, 0, NULL},
	{"np_cnp_prio", NP, 4, 0x18, 0, 0x7, 0, "cnp_802p_prio"},
	{"rtt_resp_dscp_valid", GENERAL, 0, 0x10, 15, 0x1, 0, NULL},
	{"rtt_resp_dscp", GENERAL, 0, 0x10, 0, 0x3f, 1 << 15, NULL},
};

#define FILE_COUNT (sizeof(files) / sizeof(files[0]))

bool sim_cc_present(const struct sim_card *card)
{
	return (card->rdma[0] || sim_odd(card)->second_of) &&
	       (sim_cap_general(card, CAP_CC) & CAP_CC_BOTH) == CAP_CC_BOTH;
}

static bool shown(const struct sim_kernel *kernel, const struct sim_card *card, const struct cc_file *file)
{
	if (file->protocol != GENERAL)
		return true;
	return kernel->persona->cc_general && sim_cap_general(card, CAP_ROCE) >> 2 & 1 &&
	       sim_cap_roce(card, CAP_ROCE_GENERAL) >> 24 & 1;
}

const char *sim_cc_name(const struct sim_kernel *kernel, const struct sim_card *card, size_t i)
{
	/* What is not always shown comes last, so there are no holes */
	return i < FILE_COUNT && shown(kernel, card, &files[i]) ? files[i].name : NULL;
}

int sim_cc_index(const struct sim_kernel *kernel, const struct sim_card *card, const char *name)
{
	for (size_t i = 0; i < FILE_COUNT; i++)
		if (!strcmp(files[i].name, name) && shown(kernel, card, &files[i]))
			return (int)i;
	return -ENOENT;
}

int sim_driver_command(struct sim_kernel *kernel, struct sim_card *card, const uint8_t *in, size_t in_len, uint8_t *out,
		       size_t out_len)
{
	int err = sim_command(kernel, card, 0, in, in_len, out, out_len);

	if (err == -EREMOTEIO)
		err = sim_refusal(kernel->persona, out);
	return err;
}

static int print(const struct sim_kernel *kernel, uint32_t value, char text[16])
{
	int len;

	if (!kernel->persona->cc_signed)
		return snprintf(text, 16, "%u\n", value);
	/* The length is that of the whole text, but the buffer ends with a NUL in its place */
	len = snprintf(text, SIGNED_PRINT_MAX, "%d\n", (int)value);
	return len < SIGNED_PRINT_MAX ? len : SIGNED_PRINT_MAX;
}

int sim_cc_get(struct sim_kernel *kernel, struct sim_card *card, size_t i, uint32_t *value)
{
	const struct cc_file *file = &files[i];
	uint8_t in[QUERY_IN] = {0};
	uint8_t out[QUERY_OUT];
	int err;

	prm_set(in, &prm_mbox_in.opcode, PRM_OP_QUERY_CONG_PARAMS);
	ece_put_be32(in + AT_PROTOCOL, file->protocol);
	err = sim_driver_command(kernel, card, in, sizeof(in), out, sizeof(out));
	if (!err)
		*value = ece_be32(out + QUERY_BLOCK_AT + file->at) >> file->low & file->mask;
	return err;
}

int sim_cc_set(struct sim_kernel *kernel, struct sim_card *card, size_t i, uint32_t value)
{
	const struct cc_file *file = &files[i];
	uint8_t in[MODIFY_IN] = {0};
	uint8_t out[MODIFY_OUT];

	prm_set(in, &prm_mbox_in.opcode, PRM_OP_MODIFY_CONG_PARAMS);
	ece_put_be32(in + AT_PROTOCOL, file->protocol);
	ece_put_be32(in + AT_FIELD_SELECT, 1U << file->select);
	ece_put_be32(in + MODIFY_BLOCK_AT + file->at, (value & file->mask) << file->low | file->also);
	return sim_driver_command(kernel, card, in, sizeof(in), out, sizeof(out));
}

const char *sim_cc_vendor_name(size_t i, uint8_t *protocol)
{
	*protocol = i < FILE_COUNT ? files[i].protocol : 0;
	return i < FILE_COUNT ? files[i].vendor : NULL;
}

int sim_cc_read(struct sim_kernel *kernel, struct sim_card *card, size_t i, char *buf, size_t size)
{
	char text[16] = "";
	uint32_t value;
	int err = sim_cc_get(kernel, card, i, &value);
	int len;

	if (err)
		return err;
	len = print(kernel, value, text);
	if ((size_t)len > size)
		return -EFBIG;
	memcpy(buf, text, (size_t)len);
	return len;
}

static int digit(char c, int base)
{
	int v = isdigit((unsigned char)c) ? c - '0' : tolower((unsigned char)c) - 'a' + 10;

	return isalnum((unsigned char)c) && v < base ? v : -1;
}

/* "0x1f" is hexadecimal, "017" octal; "0x" alone is octal 0 and rubbish behind it. */
static int radix(const char **s)
{
	if ((*s)[0] != '0')
		return 10;
	if (tolower((unsigned char)(*s)[1]) != 'x' || !isxdigit((unsigned char)(*s)[2]))
		return 8;
	*s += 2;
	return 16;
}

/* As kstrtou32() with base 0: an optional plus, a number, at most one newline. Returns 0, -EINVAL or -ERANGE. */
static int parse_u32(const char *s, uint32_t *value)
{
	uint64_t v = 0;
	bool overflow = false;
	const char *start;
	int base;

	if (*s == '+')
		s++;
	base = radix(&s);
	for (start = s; digit(*s, base) >= 0; s++) {
		overflow |= __builtin_mul_overflow(v, (unsigned int)base, &v);
		overflow |= __builtin_add_overflow(v, (unsigned int)digit(*s, base), &v);
	}
	if (overflow)
		return -ERANGE;
	if (s == start)
		return -EINVAL;
	if (*s == '\n')
		s++;
	if (*s)
		return -EINVAL;
	*value = (uint32_t)v;
	return v > UINT32_MAX ? -ERANGE : 0;
}

static int parse_write(const struct sim_persona *persona, const char *data, size_t len, uint32_t *value)
{
	char text[64] = "";
	size_t max = persona->cc_write_max;
	int err;

	if (len > max && !persona->cc_write_cut)
		return -EINVAL;
	if (len > max)
		len = max;
	memcpy(text, data, len);
	if (!persona->cc_write_cut)
		text[max - 1] = '\0'; /* where the driver puts its NUL, over the last byte of a full write */
	err = parse_u32(text, value);
	return err == -ERANGE ? -persona->cc_range_errno : err;
}

int sim_cc_write(struct sim_kernel *kernel, struct sim_card *card, size_t i, const char *data, size_t len)
{
	uint32_t value = 0;
	int err = parse_write(kernel->persona, data, len, &value);

	return err ? err : sim_cc_set(kernel, card, i, value);
}
