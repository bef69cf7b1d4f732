// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/fw/object.h"

#include <stdlib.h>
#include <string.h>

#include "devx/sim/fw/flow.h"

/*
 * Numbers. Queues that drivers keep in one table share a number space: QPs, SQs and RQs; SRQs, XRC SRQs and RMPs.
 * UAR numbers are pages of BAR 0, whose first 16 are the register block.
 */
struct space {
	uint8_t of; /* the kind whose counter is used */
	uint32_t first;
	uint32_t last;
};

#define SPACE_24(first_)              \
	{                             \
		0, (first_), 0xffffff \
	}

static const struct space spaces[FW_OBJECT_KINDS] = {
	[FW_OBJECT_UAR] = {0, 16, 0x1fff},
	[FW_OBJECT_PD] = SPACE_24(1),
	[FW_OBJECT_TRANSPORT_DOMAIN] = SPACE_24(1),
	[FW_OBJECT_MKEY] = SPACE_24(0x2000),
	[FW_OBJECT_EQ] = {0, 4, 0x3f},
	[FW_OBJECT_CQ] = SPACE_24(0x400),
	[FW_OBJECT_QP] = SPACE_24(0x100),
	[FW_OBJECT_SQ] = {FW_OBJECT_QP, 0x100, 0xffffff},
	[FW_OBJECT_RQ] = {FW_OBJECT_QP, 0x100, 0xffffff},
	[FW_OBJECT_SRQ] = SPACE_24(1),
	[FW_OBJECT_XRC_SRQ] = {FW_OBJECT_SRQ, 1, 0xffffff},
	[FW_OBJECT_RMP] = {FW_OBJECT_SRQ, 1, 0xffffff},
	[FW_OBJECT_DCT] = {FW_OBJECT_QP, 0x100, 0xffffff},
	[FW_OBJECT_TIR] = SPACE_24(1),
	[FW_OBJECT_TIS] = SPACE_24(1),
	[FW_OBJECT_RQT] = SPACE_24(1),
	[FW_OBJECT_FLOW_TABLE] = SPACE_24(1),
	[FW_OBJECT_FLOW_GROUP] = SPACE_24(1),
	[FW_OBJECT_FLOW_COUNTER] = SPACE_24(1),
	[FW_OBJECT_REFORMAT] = SPACE_24(1),
	[FW_OBJECT_MODIFY_HEADER] = SPACE_24(1),
	[FW_OBJECT_Q_COUNTER] = {0, 1, 0xff},
	[FW_OBJECT_XRCD] = SPACE_24(1),
	[FW_OBJECT_PSV] = SPACE_24(1),
	[FW_OBJECT_UCTX] = {0, 1, 0xffff},
	[FW_OBJECT_UMEM] = SPACE_24(1),
	[FW_OBJECT_GENERAL] = SPACE_24(1),
};

static enum fw_object_kind space_of(enum fw_object_kind kind)
{
	return spaces[kind].of ? (enum fw_object_kind)spaces[kind].of : kind;
}

static struct fw_object **bucket(struct fw_objects *objects, enum fw_object_kind space, uint32_t id)
{
	return &objects->bucket[(id * 31 + space * 797) % FW_OBJECT_BUCKETS];
}

/* The link that points to the object with this number in a number space, or to the end of its bucket. */
static struct fw_object **slot(struct fw_objects *objects, enum fw_object_kind space, uint32_t id)
{
	struct fw_object **at = bucket(objects, space, id);

	while (*at && ((*at)->id != id || space_of((*at)->kind) != space))
		at = &(*at)->next;
	return at;
}

/* Numbers are not given out again soon, so that a driver which uses a dead one is noticed. */
static bool free_number(struct fw_objects *objects, enum fw_object_kind space, uint32_t *id)
{
	const struct space *s = &spaces[space];
	uint32_t tried;

	for (tried = 0; tried <= s->last - s->first && tried <= FW_OBJECTS_MAX; tried++) {
		uint32_t candidate = objects->next[space];

		if (candidate < s->first || candidate > s->last)
			candidate = s->first;
		objects->next[space] = candidate + 1;
		if (*slot(objects, space, candidate))
			continue;
		*id = candidate;
		return true;
	}
	return false;
}

struct fw_objects *fw_objects_new(void)
{
	return calloc(1, sizeof(struct fw_objects));
}

void fw_objects_free(struct fw_objects *objects)
{
	fw_objects_clear(objects);
	free(objects);
}

void fw_objects_watch(struct fw_objects *objects, const struct fw_data_ops *ops, void *ctx)
{
	objects->data_ops = ops;
	objects->data_ctx = ctx;
}

void fw_object_moved(struct fw_objects *objects, struct fw_object *object, uint8_t from, uint8_t to)
{
	if (objects->data_ops)
		objects->data_ops->moved(objects->data_ctx, object, from, to);
}

bool fw_qp_view(struct fw_objects *objects, struct fw_object *qp, struct fw_qp_view *view)
{
	memset(view, 0, sizeof(*view));
	return objects->data_ops && objects->data_ops->view && objects->data_ops->view(objects->data_ctx, qp, view);
}

static void free_object(struct fw_objects *objects, struct fw_object *object)
{
	if (object->data && objects->data_ops)
		objects->data_ops->gone(objects->data_ctx, object);
	fw_flow_forget(objects, object);
	free(object);
}

void fw_objects_clear(struct fw_objects *objects)
{
	const struct fw_data_ops *ops;
	void *ctx;
	size_t i;

	if (!objects)
		return;
	ops = objects->data_ops;
	ctx = objects->data_ctx;
	for (i = 0; i < FW_OBJECT_BUCKETS; i++) {
		while (objects->bucket[i]) {
			struct fw_object *gone = objects->bucket[i];

			objects->bucket[i] = gone->next;
			free_object(objects, gone);
		}
	}
	for (i = 0; i < FW_CAP_TYPES; i++)
		free(objects->driver.cap[i]);
	free(objects->driver.page);
	memset(objects, 0, sizeof(*objects));
	fw_objects_watch(objects, ops, ctx);
}

struct fw_object *fw_object_add(struct fw_objects *objects, enum fw_object_kind kind, const uint8_t *create,
				size_t bytes)
{
	return fw_object_add_larger(objects, kind, create, bytes, bytes);
}

struct fw_object *fw_object_add_larger(struct fw_objects *objects, enum fw_object_kind kind, const uint8_t *create,
				       size_t bytes, size_t room)
{
	struct fw_object *object;
	uint32_t id;

	if (!objects || objects->count[FW_OBJECT_NONE] >= FW_OBJECTS_MAX || bytes > room ||
	    room > FW_OBJECT_BYTES_MAX - objects->bytes)
		return NULL;
	if (!free_number(objects, space_of(kind), &id))
		return NULL;
	object = calloc(1, sizeof(*object) + room);
	if (!object)
		return NULL;
	object->id = id;
	object->kind = (uint8_t)kind;
	object->bytes = room;
	memcpy(object->create, create, bytes);
	*slot(objects, space_of(kind), id) = object;
	objects->count[FW_OBJECT_NONE]++;
	objects->count[kind]++;
	objects->bytes += room;
	return object;
}

struct fw_object *fw_object_find(struct fw_objects *objects, enum fw_object_kind kind, uint32_t id)
{
	struct fw_object *object;

	if (!objects)
		return NULL;
	object = *slot(objects, space_of(kind), id);
	return object && object->kind == kind ? object : NULL;
}

bool fw_object_remove(struct fw_objects *objects, enum fw_object_kind kind, uint32_t id)
{
	struct fw_object **at;
	struct fw_object *gone;

	if (!objects)
		return false;
	at = slot(objects, space_of(kind), id);
	gone = *at;
	if (!gone || gone->kind != kind)
		return false;
	*at = gone->next;
	objects->count[FW_OBJECT_NONE]--;
	objects->count[kind]--;
	objects->bytes -= gone->bytes;
	free_object(objects, gone);
	return true;
}

static struct fw_object *of_kind(struct fw_object *from, enum fw_object_kind kind)
{
	while (from && from->kind != kind)
		from = from->next;
	return from;
}

struct fw_object *fw_object_next(struct fw_objects *objects, enum fw_object_kind kind, const struct fw_object *after)
{
	struct fw_object **at, *found;

	if (!objects)
		return NULL;
	at = after ? bucket(objects, space_of((enum fw_object_kind)after->kind), after->id) : objects->bucket;
	found = of_kind(after ? after->next : *at, kind);
	while (!found && ++at < objects->bucket + FW_OBJECT_BUCKETS)
		found = of_kind(*at, kind);
	return found;
}

size_t fw_object_count(const struct fw_objects *objects, enum fw_object_kind kind)
{
	return objects ? objects->count[kind] : 0;
}
