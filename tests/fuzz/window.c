// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * A configuration space of a stranger: every word that is read from it comes from the input, little endian, and when
 * that is used up the last byte's kind of nothing does (zeros, ones, or an error). First the walk to the window, then,
 * from the word of the input that the first byte names on, one register access through it.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "devx/backend/mailbox.h"

#define ACCESSES_MAX 100000
#define AT           0xc0

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct ece_os_config {
	const uint8_t *data;
	size_t left;
	uint8_t nothing;
	unsigned int accesses;
	uint64_t paused_ns;
	bool writable;
	uint32_t semaphore; /* as last written */
};

static struct ece_os_config config;

static void require(bool holds)
{
	if (!holds)
		abort();
}

static int config_read(struct ece_os_config *c, uint32_t at, uint32_t *value)
{
	require(at % 4 == 0 && at < 0x100 && ++c->accesses < ACCESSES_MAX);
	if (c->left < 4) {
		*value = c->nothing % 3 == 1 ? UINT32_MAX : 0;
		return c->nothing % 3 == 2 ? -EIO : 0;
	}
	*value = c->data[0] | c->data[1] << 8 | c->data[2] << 16 | (uint32_t)c->data[3] << 24;
	c->data += 4;
	c->left -= 4;
	return 0;
}

/* Nothing is ever written beside the window's own words. */
static int config_write(struct ece_os_config *c, uint32_t at, uint32_t value)
{
	require(c->writable && at > AT && at < AT + 0x18 && ++c->accesses < ACCESSES_MAX);
	if (at == AT + 0x0c)
		c->semaphore = value;
	return 0;
}

static void pause_ns(void *ctx, uint64_t ns)
{
	(void)ctx;
	config.paused_ns += ns;
}

static const struct ece_os_ops ops = {.config_read = config_read, .config_write = config_write, .pause = pause_ns};
static const struct ece_os os = {.ops = &ops};

static void start(const uint8_t *data, size_t size, uint8_t nothing, bool writable)
{
	config = (struct ece_os_config){.data = data, .left = size, .nothing = nothing, .writable = writable};
}

static void walk(void)
{
	struct window window;
	int err = window_find(&window, &os, &config);

	require(err <= 0 && config.accesses < 64);
	if (!err)
		require(window.at >= 0x40 && window.at + 0x18 <= 0x100 && window.at % 4 == 0);
}

static void access_register(bool read)
{
	struct window window = {.os = &os, .config = &config, .at = AT};
	uint8_t reg[0x40], before[0x40];
	struct ece_result result;

	memset(before, 0x5a, sizeof(before));
	memcpy(reg, before, sizeof(reg));
	result = mailbox_access_reg(&window, read ? PRM_ACCESS_REG_READ : PRM_ACCESS_REG_WRITE, 0x402c, reg,
				    sizeof(reg));
	require(result.err <= 0 && result.backend == ECE_BACKEND_VSC && !window.taken && !window.ticket);
	require(!result.has_status || result.reached == ECE_REACHED_YES);
	require(result.err || result.reached == ECE_REACHED_YES);
	if (result.err || !read)
		require(!memcmp(reg, before, sizeof(reg)));
	/* Three seconds for others before and after, three for words each time, ten for the firmware. */
	require(config.paused_ns <= UINT64_C(22000000000));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t skip;

	if (size < 2)
		return 0;
	skip = (size_t)data[0] * 4 % size;
	start(data + 1, size - 2, data[size - 1], false);
	walk();
	start(data + 1 + (skip < size - 2 ? skip : 0), size - 2 - (skip < size - 2 ? skip : 0), data[size - 1], true);
	access_register(data[0] & 1);
	return 0;
}
