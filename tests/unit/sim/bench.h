/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A card on the bench: commands as literal words, answers as bytes. */
#ifndef ECE_TESTS_UNIT_SIM_BENCH_H
#define ECE_TESTS_UNIT_SIM_BENCH_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

#include "devx/base/be.h"
#include "devx/sim/cards/card.h"
#include "devx/sim/fw/fw.h"
#include "devx/sim/fw/object.h"

#define BENCH_MAILBOX 0x1100

struct bench {
	struct fw_state state;
	struct fw fw;
	uint8_t in[BENCH_MAILBOX];
	uint8_t out[BENCH_MAILBOX];
};

static inline void bench_up(struct bench *b, const char *type)
{
	memset(b, 0, sizeof(*b));
	b->fw.type = fw_card_type_find(type);
	assert_non_null(b->fw.type);
	b->fw.state = &b->state;
	fw_power_on(&b->fw, 1);
}

/* The same with a heap for what a driver creates; ends with bench_down(). */
static inline void bench_up_with_objects(struct bench *b, const char *type)
{
	bench_up(b, type);
	b->fw.objects = fw_objects_new();
	assert_non_null(b->fw.objects);
}

static inline void bench_down(struct bench *b)
{
	fw_objects_free(b->fw.objects);
	b->fw.objects = NULL;
}

static inline void bench_word(struct bench *b, size_t at, uint32_t value)
{
	ece_put_be32(b->in + at, value);
}

static inline uint32_t bench_got(const struct bench *b, size_t at)
{
	return ece_be32(b->out + at);
}

/* Runs what is in b->in and clears it. Returns the status. */
static inline uint8_t bench_run(struct bench *b, size_t in_len, size_t out_len)
{
	memset(b->out, 0xee, sizeof(b->out));
	fw_exec(&b->fw, 0, b->in, in_len, b->out, out_len);
	memset(b->in, 0, sizeof(b->in));
	return b->out[0];
}

/* The header of ACCESS_REG. */
static inline void bench_access(struct bench *b, uint16_t id, uint16_t op_mod)
{
	bench_word(b, 0x00, 0x08050000);
	bench_word(b, 0x04, op_mod);
	bench_word(b, 0x08, id);
}

#define BENCH_WRITE 0
#define BENCH_READ  1

#endif
