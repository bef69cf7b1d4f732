// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/datapath/memory.h"

#include <errno.h>
#include <string.h>

#include "devx/base/be.h"
#include "devx/prm/mkey.h"
#include "devx/sim/datapath/key.h"
#include "devx/sim/datapath/ring.h"

#define NESTING_MAX  4     /* keys of pieces in keys of pieces */
#define PIECES_MAX   65536 /* of KLM lists that one copy looks at: a whole one, as log_max_klm_list_size promises */
#define LOG_PAGE_MIN 12    /* smaller pages would only make copying slow */
#define LOG_PAGE_MAX 62

/* Where the first bytes of an access lie. */
struct piece {
	uint64_t bus;
	uint64_t bytes;
	bool nowhere; /* of the null key */
};

/* An access as the key says it; an indirect key makes another one of it. */
struct request {
	uint32_t pd, key;
	uint64_t address;
	uint64_t bytes;
	enum dp_access access;
};

static bool local(enum dp_access access)
{
	return access == DP_LOCAL_READ || access == DP_LOCAL_WRITE;
}

static bool allowed(const uint8_t *context, enum dp_access access)
{
	switch (access) {
	case DP_LOCAL_READ:
		return prm_get(context, &prm_mkc.lr);
	case DP_LOCAL_WRITE:
		return prm_get(context, &prm_mkc.lw);
	case DP_REMOTE_READ:
		return prm_get(context, &prm_mkc.rr);
	case DP_REMOTE_WRITE:
		return prm_get(context, &prm_mkc.rw);
	case DP_REMOTE_ATOMIC:
		return prm_get(context, &prm_mkc.a);
	}
	return false;
}

static bool inside(const uint8_t *context, uint64_t address, uint64_t bytes)
{
	uint64_t start = prm_get(context, &prm_mkc.start_addr);
	uint64_t length = prm_get(context, &prm_mkc.len);

	if (address > UINT64_MAX - bytes)
		return false;
	if (prm_get(context, &prm_mkc.length64))
		return true;
	return address >= start && bytes <= length && address - start <= length - bytes;
}

/* Returns 0 with the key's object, or as dp_memory_check(). */
static int look_up(struct dp *dp, const struct request *r, struct fw_object **key)
{
	const uint8_t *context;

	*key = dp_key_find(dp, r->key);
	if (!*key)
		return -EACCES;
	context = dp_key_context(*key);
	if (prm_get(context, &prm_mkc.free) || prm_get(context, &prm_mkc.pd) != r->pd || !allowed(context, r->access))
		return -EACCES;
	return inside(context, r->address, r->bytes) ? 0 : -ERANGE;
}

/* Keys of pages and of pieces of equal size count from the start of the page that the first byte lies in. */
static bool entry_of(const struct fw_object *key, uint64_t address, size_t entry_bytes, const uint8_t **entry,
		     uint64_t *offset, uint64_t *room)
{
	const uint8_t *context = dp_key_context(key);
	uint64_t log_page = prm_get(context, &prm_mkc.log_page_size);
	uint64_t page, first;
	const uint8_t *list;
	size_t bytes;

	if (log_page < LOG_PAGE_MIN || log_page > LOG_PAGE_MAX)
		return false;
	page = UINT64_C(1) << log_page;
	first = prm_get(context, &prm_mkc.start_addr) & ~(page - 1);
	list = dp_key_list(key, &bytes);
	if (address < first || (address - first) >> log_page >= bytes / entry_bytes)
		return false;
	*entry = list + ((address - first) >> log_page) * entry_bytes;
	*offset = address & (page - 1);
	*room = page - *offset;
	return true;
}

/* Pages of a umem instead of a list. DevX programs name one with or without mkey_umem_valid. */
static bool in_umem(const struct fw_object *key)
{
	return !key->data && prm_get(key->create, &prm_create_mkey_in.mkey_umem_id);
}

static int in_pages(struct dp *dp, const struct fw_object *key, const struct request *r, struct piece *piece)
{
	uint64_t offset = r->address - prm_get(dp_key_context(key), &prm_mkc.start_addr);
	const uint8_t *entry;

	if (in_umem(key))
		return dp_umem_place(dp, prm_get(key->create, &prm_create_mkey_in.mkey_umem_id),
				     prm_get(key->create, &prm_create_mkey_in.mkey_umem_offset) + offset, &piece->bus,
				     &piece->bytes) ?
			       0 :
			       -EFAULT;
	if (!entry_of(key, r->address, PRM_MTT_BYTES, &entry, &offset, &piece->bytes) || !ece_be64(entry))
		return -EFAULT;
	piece->bus = (ece_be64(entry) & ~PRM_MTT_FLAGS) + offset;
	return 0;
}

/* What a key of pieces asks for in turn: the piece that the first byte lies in. */
static void enter(struct request *r, const uint8_t *klm, uint64_t offset, uint64_t room)
{
	r->key = (uint32_t)prm_get(klm, &prm_klm.mkey);
	r->address = prm_get(klm, &prm_klm.address) + offset;
	if (r->bytes > room)
		r->bytes = room;
	/* What the far end may do, the outer key has said. */
	if (!local(r->access))
		r->access = r->access == DP_REMOTE_READ ? DP_LOCAL_READ : DP_LOCAL_WRITE;
}

static int enter_equal(const struct fw_object *key, struct request *r)
{
	const uint8_t *entry;
	uint64_t offset, room;

	if (!entry_of(key, r->address, PRM_OCTWORD_BYTES, &entry, &offset, &room))
		return -EFAULT;
	enter(r, entry, offset, room);
	return 0;
}

static int enter_list(const struct fw_object *key, struct request *r, unsigned int *pieces)
{
	uint64_t offset = r->address - prm_get(dp_key_context(key), &prm_mkc.start_addr);
	const uint8_t *klm;
	size_t bytes;

	for (klm = dp_key_list(key, &bytes); bytes >= PRM_OCTWORD_BYTES && *pieces; (*pieces)--) {
		uint64_t length = prm_get(klm, &prm_klm.byte_count);

		if (offset < length) {
			enter(r, klm, offset, length - offset);
			return 0;
		}
		offset -= length;
		klm += PRM_OCTWORD_BYTES;
		bytes -= PRM_OCTWORD_BYTES;
	}
	return -EFAULT;
}

static bool special(const struct request *r, struct piece *piece)
{
	piece->bus = r->address;
	piece->bytes = r->bytes;
	piece->nowhere = r->key == FW_NULL_MKEY;
	return local(r->access) && (piece->nowhere || r->key == FW_RESERVED_LKEY);
}

static int resolve(struct dp *dp, struct request r, unsigned int *pieces, struct piece *piece)
{
	struct fw_object *key;
	unsigned int nesting;

	for (nesting = 0; nesting < NESTING_MAX; nesting++) {
		int err;

		if (special(&r, piece))
			return 0;
		err = look_up(dp, &r, &key);
		if (err)
			return err;
		switch (prm_get(dp_key_context(key), &prm_mkc.access_mode_4_2) << 2 |
			prm_get(dp_key_context(key), &prm_mkc.access_mode_1_0)) {
		case PRM_MKEY_PHYSICAL:
			return 0;
		case PRM_MKEY_MTT:
			err = in_pages(dp, key, &r, piece);
			if (piece->bytes > r.bytes)
				piece->bytes = r.bytes;
			return err;
		case PRM_MKEY_KLM:
			err = enter_list(key, &r, pieces);
			break;
		case PRM_MKEY_KSM:
			err = enter_equal(key, &r);
			break;
		default:
			return -EACCES;
		}
		if (err)
			return err;
	}
	return -EACCES;
}

int dp_memory_check(struct dp *dp, uint32_t pd, uint32_t key, uint64_t address, uint64_t bytes, enum dp_access access)
{
	const struct request r = {pd, key, address, bytes, access};
	struct fw_object *object;
	struct piece piece;

	if (!bytes || special(&r, &piece))
		return 0;
	return look_up(dp, &r, &object);
}

static bool copy(struct dp *dp, const struct piece *piece, uint8_t *to, const uint8_t *from, uint32_t bytes)
{
	if (piece->nowhere) {
		if (to)
			memset(to, 0, bytes);
		return true;
	}
	return to ? dp->ops->read(dp->ctx, piece->bus, to, bytes) : dp->ops->write(dp->ctx, piece->bus, from, bytes);
}

/* Either @to or @from is NULL. */
static int transfer(struct dp *dp, struct request r, uint8_t *to, const uint8_t *from)
{
	unsigned int pieces = PIECES_MAX;

	while (r.bytes) {
		struct piece piece;
		uint32_t count;
		int err = resolve(dp, r, &pieces, &piece);

		if (err)
			return err;
		count = (uint32_t)(r.bytes < piece.bytes ? r.bytes : piece.bytes);
		if (!copy(dp, &piece, to, from, count))
			return -EFAULT;
		r.address += count;
		r.bytes -= count;
		if (to)
			to += count;
		else
			from += count;
	}
	return 0;
}

int dp_memory_read(struct dp *dp, uint32_t pd, uint32_t key, uint64_t address, void *to, uint32_t bytes,
		   enum dp_access access)
{
	return transfer(dp, (struct request){pd, key, address, bytes, access}, to, NULL);
}

int dp_memory_write(struct dp *dp, uint32_t pd, uint32_t key, uint64_t address, const void *from, uint32_t bytes,
		    enum dp_access access)
{
	return transfer(dp, (struct request){pd, key, address, bytes, access}, NULL, from);
}

int dp_memory_invalidate(struct dp *dp, uint32_t pd, uint32_t key)
{
	struct fw_object *object = dp_key_find(dp, key);
	uint8_t *context;

	if (!object)
		return -EACCES;
	context = dp_key_context(object);
	if (prm_get(context, &prm_mkc.pd) != pd || !prm_get(context, &prm_mkc.umr_en))
		return -EACCES;
	prm_set(context, &prm_mkc.free, 1);
	return 0;
}
