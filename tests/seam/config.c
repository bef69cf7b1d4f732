// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* PCI configuration space: what is in it, and the management tools' window, the one part of it that does something. */
#include "tests/seam/seam.h"

#include <errno.h>
#include <string.h>

#define WINDOW 0xc0

/* A word, or a value that no test expects. */
static uint32_t word(struct seam *s, struct ece_os_config *config, uint32_t at)
{
	uint32_t value = 0xdeadbeef;

	return s->os->ops->config_read(config, at, &value) ? 0xbadc0ffe : value;
}

static enum seam_verdict look(struct seam *s, struct ece_os_config *config)
{
	uint32_t value;

	EXPECT(s, word(s, config, 0x00), 0x102115b3);
	EXPECT(s, word(s, config, 0x04) >> 16 & 0x10, 0x10);
	EXPECT(s, word(s, config, 0x08), 0x02000000);
	EXPECT(s, word(s, config, 0x2c), 0x004115b3);
	EXPECT(s, word(s, config, 0x34) & 0xff, 0x60);
	EXPECT(s, word(s, config, 0x60) & 0xffff, 0x9c10);
	EXPECT(s, word(s, config, 0x9c) & 0xffff, 0xc011);
	EXPECT(s, word(s, config, WINDOW), 0x00184009);
	EXPECT(s, word(s, config, 0x40) & 0xffff, 0x0001);
	/* What a card is cannot be written. */
	EXPECT(s, s->os->ops->config_write(config, 0x00, 0), 0);
	EXPECT(s, word(s, config, 0x00), 0x102115b3);
	/* The space ends. */
	EXPECT(s, s->os->ops->config_read(config, 0x1000, &value), -EPERM);
	EXPECT(s, s->os->ops->config_write(config, 0x1000, 0), -EFBIG);
	return SEAM_OK;
}

enum seam_verdict config_space_leads_to_the_window(struct seam *s)
{
	struct ece_os_config *config;
	enum seam_verdict verdict;

	EXPECT(s, s->os->ops->config_open(s->os->ctx, "0000:99:00.0", &config), -ENOENT);
	EXPECT(s, s->os->ops->config_open(s->os->ctx, s->env->pci, &config), 0);
	verdict = look(s, config);
	s->os->ops->config_close(config);
	return verdict;
}

static enum seam_verdict try_window(struct seam *s, struct ece_os_config *config, struct ece_os_config *other)
{
	const struct ece_os_ops *ops = s->os->ops;
	uint32_t ticket = word(s, config, WINDOW + 0x08);

	EXPECT(s, word(s, other, WINDOW + 0x08) != ticket, 1);
	EXPECT(s, word(s, config, WINDOW + 0x0c), 0);
	EXPECT(s, ops->config_write(config, WINDOW + 0x0c, ticket), 0);
	/* Taken: another one's ticket does not get in. */
	EXPECT(s, ops->config_write(other, WINDOW + 0x0c, ticket + 7), 0);
	EXPECT(s, word(s, other, WINDOW + 0x0c), ticket);
	EXPECT(s, ops->config_write(config, WINDOW + 0x04, 7), 0);
	EXPECT(s, word(s, config, WINDOW + 0x04) >> 29, 0);
	EXPECT(s, ops->config_write(config, WINDOW + 0x04, 3), 0);
	EXPECT(s, word(s, config, WINDOW + 0x04) >> 29, 1);
	/* The size of the mailbox: an address written without its flag is a read, and has it when that is done. */
	EXPECT(s, ops->config_write(config, WINDOW + 0x10, 0x1000), 0);
	EXPECT(s, word(s, config, WINDOW + 0x10), 0x80001000);
	EXPECT(s, word(s, config, WINDOW + 0x14), 2048);
	return SEAM_OK;
}

enum seam_verdict the_window_has_one_user_at_a_time(struct seam *s)
{
	struct ece_os_config *config, *other;
	enum seam_verdict verdict;

	EXPECT(s, s->os->ops->config_open(s->os->ctx, s->env->pci, &config), 0);
	EXPECT(s, s->os->ops->config_open(s->os->ctx, s->env->pci, &other), 0);
	verdict = try_window(s, config, other);
	if (verdict == SEAM_OK && s->os->ops->config_write(config, WINDOW + 0x0c, 0))
		verdict = SEAM_FAILED;
	if (verdict == SEAM_OK && word(s, other, WINDOW + 0x0c) != 0)
		verdict = SEAM_FAILED;
	s->os->ops->config_close(other);
	s->os->ops->config_close(config);
	return verdict;
}

enum seam_verdict lockdown_keeps_the_window_from_being_written(struct seam *s)
{
	struct ece_os_config *config;
	char mode[SEAM_TEXT_MAX];
	int written;

	/* An earlier case may have done it; it cannot be done twice. */
	seam_read(s, ECE_OS_HOST, "lockdown", mode);
	if (!strstr(mode, "[integrity]") && !s->env->lock_down(s->env->ctx))
		return seam_skip(s, "this kernel cannot be locked down");
	EXPECT(s, s->os->ops->config_open(s->os->ctx, s->env->pci, &config), 0);
	EXPECT(s, word(s, config, WINDOW), 0x00184009);
	EXPECT(s, word(s, config, WINDOW + 0x0c), 0);
	written = s->os->ops->config_write(config, WINDOW + 0x0c, 1);
	EXPECT(s, word(s, config, WINDOW + 0x0c), 0);
	s->os->ops->config_close(config);
	EXPECT(s, written, -EPERM);
	return SEAM_OK;
}
