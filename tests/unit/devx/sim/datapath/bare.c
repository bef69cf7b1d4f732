// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/devx/sim/datapath/bare.h"

#include <stdlib.h>
#include <string.h>

#include "devx/base/be.h"
#include "devx/sim/cards/cards.h"

#define BARE_EQN 5

uint64_t bare_page(unsigned int n)
{
	return BARE_BASE + (uint64_t)n * BARE_PAGE;
}

uint8_t *bare_at(struct bare *bare, uint64_t address)
{
	return bare->memory + (address - BARE_BASE);
}

static uint8_t *find(struct bare *bare, uint64_t address, size_t bytes)
{
	if (address < BARE_BASE || address - BARE_BASE >= sizeof(bare->memory) ||
	    bytes > BARE_PAGE - address % BARE_PAGE)
		return NULL;
	return bare_at(bare, address);
}

static bool read_memory(void *ctx, uint64_t address, void *to, size_t bytes)
{
	const uint8_t *at = find(ctx, address, bytes);

	if (at)
		memcpy(to, at, bytes);
	return at;
}

static bool write_memory(void *ctx, uint64_t address, const void *from, size_t bytes)
{
	struct bare *bare = ctx;
	uint8_t *at = find(bare, address, bytes);

	if (!at || bare->unwritable >> ((address - BARE_BASE) / BARE_PAGE) & 1)
		return false;
	memcpy(at, from, bytes);
	return true;
}

static void completion(void *ctx, uint32_t eqn, uint32_t cqn)
{
	struct bare *bare = ctx;

	bare->completions++;
	bare->eqn = eqn;
	bare->cqn = cqn;
}

static void event(void *ctx, uint8_t type, uint8_t subtype, const uint8_t data[28])
{
	struct bare *bare = ctx;

	assert_int_equal(subtype, 0);
	assert_true(bare->events < BARE_SAID);
	bare->event[bare->events] = type;
	memcpy(bare->data[bare->events++], data, 28);
}

static void transmit(void *ctx, uint64_t now_ns, const uint8_t *frame, size_t bytes)
{
	(void)ctx;
	(void)now_ns;
	(void)frame;
	(void)bytes;
}

static const struct dp_ops ops = {
	.read = read_memory,
	.write = write_memory,
	.completion = completion,
	.event = event,
	.transmit = transmit,
};

int bare_up(void **state)
{
	struct bare *bare = calloc(1, sizeof(*bare));

	assert_non_null(bare);
	bare->objects = fw_objects_new();
	assert_non_null(bare->objects);
	bare->fw.objects = bare->objects;
	bare->fw.state = &bare->state;
	bare->fw.type = fw_card_type_find("cx7");
	fw_power_on(&bare->fw, 1);
	bare->dp = dp_new(&bare->fw, &ops, bare, NULL);
	assert_non_null(bare->dp);
	*state = bare;
	return 0;
}

int bare_down(void **state)
{
	struct bare *bare = *state;

	dp_free(bare->dp);
	fw_objects_free(bare->objects);
	free(bare);
	return 0;
}

struct fw_object *bare_create(struct bare *bare, enum fw_object_kind kind, const uint8_t *in, size_t bytes)
{
	struct fw_object *object = fw_object_add(bare->objects, kind, in, bytes);

	assert_non_null(object);
	return object;
}

struct fw_object *bare_cq(struct bare *bare, unsigned int page, uint8_t log_entries, uint64_t record)
{
	uint8_t in[0x118] = {0};

	in[0x1c] = log_entries;
	in[0x27] = BARE_EQN;
	ece_put_be64(in + 0x48, record);
	ece_put_be64(in + 0x110, bare_page(page));
	return bare_create(bare, FW_OBJECT_CQ, in, sizeof(in));
}
