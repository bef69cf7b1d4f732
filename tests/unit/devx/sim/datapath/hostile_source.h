/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Choices out of the bytes of an input. Behind its end there are zeros. */
#ifndef ECE_TESTS_UNIT_DEVX_SIM_DATAPATH_HOSTILE_SOURCE_H
#define ECE_TESTS_UNIT_DEVX_SIM_DATAPATH_HOSTILE_SOURCE_H

#include "tests/unit/devx/sim/datapath/hostile_world.h"

#define ARRAY_COUNT(a_) (sizeof(a_) / sizeof((a_)[0]))

struct source {
	const uint8_t *at, *end;
};

/* The next @bytes of it, up to 8, as a number; one byte; one of @count, up to 256; one time in @n true. */
uint64_t source_take(struct source *source, size_t bytes);
uint8_t source_byte(struct source *source);
size_t source_pick(struct source *source, size_t count);
bool source_odd(struct source *source, size_t n);

/* A length, a key of @host, a place that some key of it names, the number of one of its objects; or something else. */
uint32_t source_length(struct source *source);
uint32_t source_key(struct source *source, const struct hostile_host *host);
uint64_t source_address(struct source *source, const struct hostile_host *host);
uint32_t source_number(struct source *source, const struct hostile_host *host);

/* A piece of memory that some key of @host is right for, most of the time. */
struct driver_sge source_sge(struct source *source, const struct hostile_host *host);

#endif
