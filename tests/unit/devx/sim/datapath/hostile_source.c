// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/devx/sim/datapath/hostile_source.h"

#include "devx/prm/mkey.h"
#include "devx/prm/wqe.h"

uint64_t source_take(struct source *source, size_t bytes)
{
	uint64_t value = 0;

	while (bytes--)
		value = value << 8 | (source->at < source->end ? *source->at++ : 0);
	return value;
}

uint8_t source_byte(struct source *source)
{
	return (uint8_t)source_take(source, 1);
}

size_t source_pick(struct source *source, size_t count)
{
	return source_byte(source) % count;
}

bool source_odd(struct source *source, size_t n)
{
	return source_byte(source) % n == n - 1;
}

uint32_t source_length(struct source *source)
{
	static const uint32_t lengths[] = {
		0,    1,    8,    16,   63,    64,    255,      1023,     1024,
		1025, 4096, 4097, 9000, 20000, 65536, 1U << 20, 1U << 30, 0x7fffffff,
	};

	return source_odd(source, 8) ? (uint32_t)source_take(source, 4) :
				       lengths[source_pick(source, ARRAY_COUNT(lengths))];
}

uint32_t source_key(struct source *source, const struct hostile_host *host)
{
	uint32_t key = host->mr[source_pick(source, HOSTILE_MRS)].key;

	switch (source_pick(source, 12)) {
	case 8:
		return DRIVER_RESERVED_LKEY;
	case 9:
		return PRM_WQE_TERMINATE_LKEY;
	case 10:
		return key ^ (uint32_t)(1 + source_pick(source, 255));
	case 11:
		return (uint32_t)source_take(source, 4);
	default:
		return key;
	}
}

/* A place that some key of @host names, or its rings and records, or nowhere. */
uint64_t source_address(struct source *source, const struct hostile_host *host)
{
	const struct driver_mr *mr = &host->mr[source_pick(source, HOSTILE_MRS)];
	const struct arena *memory = &host->card->memory;

	switch (source_pick(source, 8)) {
	case 4:
		return mr->address + mr->length - source_pick(source, 16);
	case 5:
		return mr->address - source_pick(source, 256);
	case 6:
		return arena_linear(memory, memory->bytes + source_take(source, 3) % memory->used);
	case 7:
		return source_take(source, 8);
	default:
		return mr->address + source_take(source, 2) % 8192;
	}
}

/* A number that some object has, or nearly. */
uint32_t source_number(struct source *source, const struct hostile_host *host)
{
	switch (source_pick(source, 10)) {
	case 8:
	case 9:
		return host->made[source_pick(source, HOSTILE_MADE)];
	case 0:
		return host->cq[source_pick(source, HOSTILE_CQS)].number;
	case 1:
		return host->srq.number;
	case 2:
		return host->sq.number;
	case 3:
		return host->rq.number;
	case 4:
		return PRM_MKEY_INDEX(host->mr[source_pick(source, HOSTILE_MRS)].key);
	case 5:
		return (uint32_t)source_take(source, 3);
	default:
		return host->qp[source_pick(source, HOSTILE_QPS)].number;
	}
}

struct driver_sge source_sge(struct source *source, const struct hostile_host *host)
{
	static const uint8_t usual[] = {HOSTILE_PLAIN, HOSTILE_BIG_PAGES, HOSTILE_CHANGING, HOSTILE_PIECES,
					HOSTILE_ENDLESS};
	const struct driver_mr *mr = &host->mr[usual[source_pick(source, sizeof(usual))]];
	struct driver_sge sge = {.key = mr->key};
	size_t at = source_take(source, 2) % mr->length;

	sge.address = mr->address + at;
	sge.bytes = source_length(source) % (uint32_t)(mr->length - at + 1);
	if (source_odd(source, 12))
		sge.key = source_key(source, host);
	if (source_odd(source, 12))
		sge.address = source_address(source, host);
	if (source_odd(source, 12))
		sge.bytes = source_length(source);
	return sge;
}
