// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/capture/message.h"

#include <string.h>

#include "devx/base/be.h"
#include "lib/capture/mad.h"

/* Offsets count from behind the MAD's header, as in the tables of the standard. */
enum {
	LOCAL_ID = 0,
	REMOTE_ID = 4,
	IDS_END = 8,

	REQ_VENDOR = 5, /* 24 bits */
	REQ_SERVICE = 8,
	REQ_QPN = 32,       /* 24 bits */
	REQ_TRANSPORT = 43, /* bits 2 and 1 */
	REQ_PSN = 44,       /* 24 bits */
	REQ_EXTENDED = 51,  /* bits 2 to 0 */
	REQ_LOCAL_GID = 56,
	REQ_REMOTE_GID = 72,
	REQ_END = 88,

	REP_QPN = 12, /* 24 bits */
	REP_VENDOR_HIGH = 15,
	REP_VENDOR_MIDDLE = 19,
	REP_PSN = 20, /* 24 bits */
	REP_VENDOR_LOW = 23,
	REP_END = 24,

	REJ_REJECTS = 8, /* bits 7 and 6 */
	REJ_REASON = 10,
	REJ_END = 12,

	SIDR_REQ_SERVICE = 8,
	SIDR_REQ_END = 16,

	SIDR_REP_STATUS = 4,
	SIDR_REP_VENDOR_HIGH = 6, /* 16 bits */
	SIDR_REP_QPN = 8,         /* 24 bits */
	SIDR_REP_VENDOR_LOW = 11,
	SIDR_REP_SERVICE = 12,
	SIDR_REP_END = 20,

	TRANSPORT_SHIFT = 1,
	TRANSPORT_MASK = 3,
	TRANSPORT_EXTENDED = 3,
	EXTENDED_MASK = 7,
	EXTENDED_XRC = 1,
	REJECTS_SHIFT = 6,
};

static uint32_t be24(const uint8_t *at)
{
	return (uint32_t)at[0] << 16 | (uint32_t)ece_be16(at + 1);
}

static const char *transport_name(const uint8_t *body)
{
	static const char *const names[] = {"RC", "UC", "RD"};
	unsigned int transport = body[REQ_TRANSPORT] >> TRANSPORT_SHIFT & TRANSPORT_MASK;

	if (transport != TRANSPORT_EXTENDED)
		return names[transport];
	return (body[REQ_EXTENDED] & EXTENDED_MASK) == EXTENDED_XRC ? "XRC" : "?";
}

static void set_word(struct capture_message *message, uint32_t vendor, uint32_t options)
{
	message->has_word = true;
	message->word.vendor_id = vendor;
	message->word.options = options;
}

static void read_req(const uint8_t *body, uint32_t modifier, struct capture_message *message)
{
	set_word(message, be24(body + REQ_VENDOR), modifier);
	message->service_id = ece_be64(body + REQ_SERVICE);
	message->qpn = be24(body + REQ_QPN);
	message->psn = be24(body + REQ_PSN);
	message->transport = transport_name(body);
	memcpy(message->local_gid, body + REQ_LOCAL_GID, sizeof(message->local_gid));
	memcpy(message->remote_gid, body + REQ_REMOTE_GID, sizeof(message->remote_gid));
}

static void read_rep(const uint8_t *body, uint32_t modifier, struct capture_message *message)
{
	set_word(message,
		 (uint32_t)body[REP_VENDOR_HIGH] << 16 | (uint32_t)body[REP_VENDOR_MIDDLE] << 8 | body[REP_VENDOR_LOW],
		 modifier);
	message->remote_id = ece_be32(body + REMOTE_ID);
	message->qpn = be24(body + REP_QPN);
	message->psn = be24(body + REP_PSN);
}

static void read_rej(const uint8_t *body, uint32_t modifier, struct capture_message *message)
{
	(void)modifier;
	message->remote_id = ece_be32(body + REMOTE_ID);
	message->rejects = body[REJ_REJECTS] >> REJECTS_SHIFT;
	message->reason = ece_be16(body + REJ_REASON);
}

static void read_ids(const uint8_t *body, uint32_t modifier, struct capture_message *message)
{
	(void)modifier;
	message->remote_id = ece_be32(body + REMOTE_ID);
}

static void read_sidr_req(const uint8_t *body, uint32_t modifier, struct capture_message *message)
{
	(void)modifier;
	message->service_id = ece_be64(body + SIDR_REQ_SERVICE);
}

static void read_sidr_rep(const uint8_t *body, uint32_t modifier, struct capture_message *message)
{
	set_word(message, (uint32_t)ece_be16(body + SIDR_REP_VENDOR_HIGH) << 8 | body[SIDR_REP_VENDOR_LOW], modifier);
	message->status = body[SIDR_REP_STATUS];
	message->qpn = be24(body + SIDR_REP_QPN);
	message->service_id = ece_be64(body + SIDR_REP_SERVICE);
}

static const struct kind {
	const char *name;
	size_t bytes; /* up to the last field that is read */
	void (*read)(const uint8_t *body, uint32_t modifier, struct capture_message *message);
} kinds[CAPTURE_KIND_COUNT] = {
	[CAPTURE_REQ - CAPTURE_KIND_FIRST] = {"REQ", REQ_END, read_req},
	[CAPTURE_MRA - CAPTURE_KIND_FIRST] = {"MRA", IDS_END, read_ids},
	[CAPTURE_REJ - CAPTURE_KIND_FIRST] = {"REJ", REJ_END, read_rej},
	[CAPTURE_REP - CAPTURE_KIND_FIRST] = {"REP", REP_END, read_rep},
	[CAPTURE_RTU - CAPTURE_KIND_FIRST] = {"RTU", IDS_END, read_ids},
	[CAPTURE_DREQ - CAPTURE_KIND_FIRST] = {"DREQ", IDS_END, read_ids},
	[CAPTURE_DREP - CAPTURE_KIND_FIRST] = {"DREP", IDS_END, read_ids},
	[CAPTURE_SIDR_REQ - CAPTURE_KIND_FIRST] = {"SIDR_REQ", SIDR_REQ_END, read_sidr_req},
	[CAPTURE_SIDR_REP - CAPTURE_KIND_FIRST] = {"SIDR_REP", SIDR_REP_END, read_sidr_rep},
	[CAPTURE_LAP - CAPTURE_KIND_FIRST] = {"LAP", IDS_END, read_ids},
	[CAPTURE_APR - CAPTURE_KIND_FIRST] = {"APR", IDS_END, read_ids},
};

static const struct kind *kind_find(unsigned int id)
{
	return id >= CAPTURE_KIND_FIRST && id < CAPTURE_KIND_FIRST + CAPTURE_KIND_COUNT ?
		       &kinds[id - CAPTURE_KIND_FIRST] :
		       NULL;
}

enum capture_verdict capture_message_read(const struct capture_view *mad, struct capture_message *message)
{
	struct capture_message read = {.transaction = ece_be64(mad->at + MAD_TRANSACTION)};
	unsigned int id = ece_be16(mad->at + MAD_ATTRIBUTE);
	const struct kind *kind = kind_find(id);
	const uint8_t *body = mad->at + MAD_HEADER_BYTES;
	enum capture_verdict verdict;

	if (!kind)
		return CAPTURE_ATTRIBUTE;
	verdict = capture_view_need(mad, MAD_HEADER_BYTES + kind->bytes);
	if (verdict)
		return verdict;
	read.kind = (enum capture_kind)id;
	read.local_id = ece_be32(body + LOCAL_ID);
	kind->read(body, ece_be32(mad->at + MAD_MODIFIER), &read);
	*message = read;
	return CAPTURE_GOOD;
}

const char *capture_kind_name(enum capture_kind kind)
{
	const struct kind *found = kind_find((unsigned int)kind);

	return found ? found->name : "?";
}
