// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * The kernel's lists, opcode by opcode. All commands are bare headers, so what gets through asks the firmware for
 * nothing that it could do.
 */
#include "tests/seam/seam.h"

#include <errno.h>
#include <string.h>

/* All opcodes lie in these two blocks. */
#define LOW_OPCODES  0x1000
#define HIGH_OPCODES 0x100
#define HIGH_FIRST   0x8000

struct range {
	uint16_t first, last;
};

/* Linux drivers/infiniband/hw/mlx5/devx.c */
static const struct range devx_general[] = {
	{0x100, 0x101}, {0x10a, 0x10a}, {0x740, 0x740}, {0x750, 0x750}, {0x752, 0x752}, {0x754, 0x754},
	{0x760, 0x760}, {0x762, 0x762}, {0x76f, 0x770}, {0x80a, 0x80a}, {0x80d, 0x80d}, {0x822, 0x822},
	{0x824, 0x824}, {0x826, 0x826}, {0x842, 0x842}, {0xb00, 0xcff},
};

/* Linux drivers/fwctl/mlx5/main.c: of scope CONFIGURATION */
static const struct range fwctl_configuration[] = {
	{0x100, 0x101}, {0x109, 0x109}, {0x10e, 0x10e}, {0x731, 0x731}, {0x740, 0x740},
	{0x760, 0x760}, {0x762, 0x762}, {0x823, 0x823}, {0xb22, 0xb22}, {0xb2e, 0xb2e},
};

/* and of DEBUG_READ_ONLY, with ACCESS_REG and ACCESS_REGISTER_USER when they read */
static const struct range fwctl_debug_read_only[] = {
	{0x107, 0x107},   {0x10a, 0x10a},   {0x10c, 0x10c}, {0x111, 0x111}, {0x117, 0x117}, {0x201, 0x201},
	{0x203, 0x203},   {0x303, 0x303},   {0x402, 0x402}, {0x50b, 0x50b}, {0x512, 0x512}, {0x602, 0x602},
	{0x702, 0x702},   {0x707, 0x707},   {0x713, 0x713}, {0x716, 0x716}, {0x719, 0x719}, {0x722, 0x722},
	{0x725, 0x725},   {0x727, 0x728},   {0x730, 0x730}, {0x732, 0x732}, {0x750, 0x750}, {0x752, 0x752},
	{0x754, 0x754},   {0x764, 0x765},   {0x76f, 0x770}, {0x773, 0x773}, {0x781, 0x781}, {0x784, 0x784},
	{0x805, 0x805},   {0x80b, 0x80b},   {0x80d, 0x80d}, {0x813, 0x813}, {0x819, 0x819}, {0x821, 0x822},
	{0x824, 0x824},   {0x826, 0x826},   {0x82a, 0x82a}, {0x831, 0x831}, {0x842, 0x842}, {0x903, 0x903},
	{0x907, 0x907},   {0x90b, 0x90b},   {0x90f, 0x90f}, {0x911, 0x911}, {0x915, 0x915}, {0x919, 0x919},
	{0x932, 0x932},   {0x935, 0x935},   {0x937, 0x937}, {0x93b, 0x93b}, {0x93f, 0x93f}, {0x942, 0x942},
	{0x962, 0x962},   {0x964, 0x964},   {0x971, 0x971}, {0x981, 0x981}, {0xa02, 0xa02}, {0xa05, 0xa05},
	{0xa09, 0xa09},   {0xb02, 0xb03},   {0xb05, 0xb05}, {0xb07, 0xb08}, {0xb0a, 0xb0a}, {0xb0c, 0xb0c},
	{0xb0d, 0xb0d},   {0xb0f, 0xb0f},   {0xb13, 0xb14}, {0xb28, 0xb28}, {0xb2a, 0xb2a}, {0xb2f, 0xb2f},
	{0x8000, 0x8001}, {0x8006, 0x8006},
};

#define IN_LIST(list, opcode) in_list(list, sizeof(list) / sizeof((list)[0]), opcode)

static unsigned int opcode_at(unsigned int i)
{
	return i < LOW_OPCODES ? i : HIGH_FIRST + i - LOW_OPCODES;
}

static bool in_list(const struct range *list, size_t n, unsigned int opcode)
{
	for (size_t i = 0; i < n; i++)
		if (opcode >= list[i].first && opcode <= list[i].last)
			return true;
	return false;
}

/* Notes an opcode that did not go as expected; a list that changed shows as a whole. */
static void compare(struct seam *s, unsigned int opcode, int got, int want)
{
	size_t used = strlen(s->text);

	if (got != want)
		snprintf(s->text + used, sizeof(s->text) - used, "%s0x%x: %d", used ? ", " : "", opcode, got);
}

/* Whatever the firmware thinks of it. */
static int delivered(int err)
{
	return err == -EREMOTEIO ? 0 : err;
}

enum seam_verdict devx_lets_exactly_these_through(struct seam *s)
{
	uint8_t in[SEAM_MAILBOX], out[SEAM_MAILBOX];
	struct ece_os_devx *devx;

	EXPECT(s, s->os->ops->devx_open(s->os->ctx, s->env->rdma, &devx), 0);
	for (unsigned int i = 0; i < LOW_OPCODES + HIGH_OPCODES; i++) {
		unsigned int opcode = opcode_at(i);
		int want = IN_LIST(devx_general, opcode) ? 0 : -EINVAL;

		seam_header(in, (uint16_t)opcode, 1);
		compare(s, opcode, delivered(s->os->ops->devx_command(devx, in, 0x10, out, 0x10)), want);
	}
	s->os->ops->devx_close(devx);
	return s->text[0] ? SEAM_FAILED : SEAM_OK;
}

static int fwctl_wants(unsigned int opcode, unsigned int scope)
{
	if (IN_LIST(fwctl_configuration, opcode))
		return 0;
	return scope == ECE_FWCTL_DEBUG_READ_ONLY && IN_LIST(fwctl_debug_read_only, opcode) ? 0 : -EBADMSG;
}

enum seam_verdict fwctl_lets_exactly_these_through(struct seam *s)
{
	uint8_t in[SEAM_MAILBOX], out[SEAM_MAILBOX];
	struct ece_os_fwctl *node;

	EXPECT(s, s->os->ops->fwctl_open(s->os->ctx, s->env->fwctl, &node), 0);
	for (unsigned int i = 0; i < 2 * (LOW_OPCODES + HIGH_OPCODES); i++) {
		unsigned int opcode = opcode_at(i / 2);
		enum ece_fwctl_scope scope = i % 2 ? ECE_FWCTL_DEBUG_READ_ONLY : ECE_FWCTL_CONFIGURATION;

		seam_header(in, (uint16_t)opcode, 1);
		compare(s, opcode, s->os->ops->fwctl_rpc(node, scope, in, 0x10, out, 0x10), fwctl_wants(opcode, scope));
	}
	s->os->ops->fwctl_close(node);
	return s->text[0] ? SEAM_FAILED : SEAM_OK;
}
