/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* One message of a negotiation as bytes. Layout: ece/negotiate.h. */
#ifndef ECE_LIB_ECE_MESSAGE_H
#define ECE_LIB_ECE_MESSAGE_H

#include "ece/negotiate.h"

enum message_kind {
	MESSAGE_OFFER = 1,
	MESSAGE_ANSWER,
	MESSAGE_CONFIRMATION,
	MESSAGE_REFUSAL,
};

enum message_reason {
	MESSAGE_REASON_NONE,
	MESSAGE_REASON_POLICY,
	MESSAGE_REASON_VERSION,
	MESSAGE_REASON_NOT_UNDERSTOOD,
	MESSAGE_REASON_FAULT,
};

struct message {
	uint8_t kind;
	struct ece_offer offer;
	uint32_t withheld;
	uint32_t require;
	struct ece_offer agreed;
	bool has_effective;
	struct ece_offer effective;
	uint32_t lacking;
	uint8_t reason;
};

/**
 * message_write - a message of this version
 */
void message_write(const struct message *message, uint8_t bytes[ECE_MESSAGE_BYTES]);

/**
 * message_begins - can these first @len bytes, one at least, be the beginning of a message?
 *
 * From ECE_MESSAGE_HEAD bytes on it must not be longer than ECE_MESSAGE_MAX either.
 */
bool message_begins(const uint8_t *bytes, size_t len);

/**
 * message_size - bytes of the message with this head, the head included
 * @head: ECE_MESSAGE_HEAD bytes that message_begins() took
 */
size_t message_size(const uint8_t *head);

/**
 * message_major, message_is_refusal - what can be read of a message of any version
 * @head: as above
 */
unsigned int message_major(const uint8_t *head);
bool message_is_refusal(const uint8_t *head);

/**
 * message_read - a message of this major version
 * @bytes: all of it
 *
 * Returns 0, or -EPROTO: an unknown kind, too short, a vendor beyond 24 bits, or bits that are no options.
 */
int message_read(const uint8_t *bytes, size_t size, struct message *message);

#endif
