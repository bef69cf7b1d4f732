// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/ece/message.h"

#include <errno.h>
#include <string.h>

#include "devx/base/be.h"

#define AT_MAJOR     3
#define AT_KIND      4
#define AT_MINOR     5
#define AT_LENGTH    6
#define AT_OFFER     8
#define AT_WITHHELD  16
#define AT_REQUIRE   20
#define AT_AGREED    24
#define AT_EFFECTIVE 32
#define AT_LACKING   40
#define AT_REASON    44
#define AT_FLAGS     45

#define FLAG_EFFECTIVE 1

static const uint8_t magic[] = {'E', 'C', 'E'};

static void put_offer(uint8_t *to, const struct ece_offer *offer)
{
	ece_put_be32(to, offer->vendor_id);
	ece_put_be32(to + 4, offer->options);
}

static struct ece_offer get_offer(const uint8_t *from)
{
	return (struct ece_offer){.vendor_id = ece_be32(from), .options = ece_be32(from + 4)};
}

void message_write(const struct message *message, uint8_t bytes[ECE_MESSAGE_BYTES])
{
	memset(bytes, 0, ECE_MESSAGE_BYTES);
	memcpy(bytes, magic, sizeof(magic));
	bytes[AT_MAJOR] = ECE_MESSAGE_MAJOR;
	bytes[AT_KIND] = message->kind;
	bytes[AT_MINOR] = ECE_MESSAGE_MINOR;
	ece_put_be16(bytes + AT_LENGTH, ECE_MESSAGE_BYTES - ECE_MESSAGE_HEAD);
	put_offer(bytes + AT_OFFER, &message->offer);
	ece_put_be32(bytes + AT_WITHHELD, message->withheld);
	ece_put_be32(bytes + AT_REQUIRE, message->require);
	put_offer(bytes + AT_AGREED, &message->agreed);
	put_offer(bytes + AT_EFFECTIVE, &message->effective);
	ece_put_be32(bytes + AT_LACKING, message->lacking);
	bytes[AT_REASON] = message->reason;
	bytes[AT_FLAGS] = message->has_effective ? FLAG_EFFECTIVE : 0;
}

bool message_begins(const uint8_t *bytes, size_t len)
{
	if (memcmp(bytes, magic, len < sizeof(magic) ? len : sizeof(magic)) != 0)
		return false;
	return len < ECE_MESSAGE_HEAD || message_size(bytes) <= ECE_MESSAGE_MAX;
}

size_t message_size(const uint8_t *head)
{
	return (size_t)ECE_MESSAGE_HEAD + ece_be16(head + AT_LENGTH);
}

unsigned int message_major(const uint8_t *head)
{
	return head[AT_MAJOR];
}

bool message_is_refusal(const uint8_t *head)
{
	return head[AT_KIND] == MESSAGE_REFUSAL;
}

static bool is_sane(const struct message *message)
{
	return message->kind >= MESSAGE_OFFER && message->kind <= MESSAGE_REFUSAL &&
	       message->offer.vendor_id <= ECE_VENDOR_MAX && message->agreed.vendor_id <= ECE_VENDOR_MAX &&
	       message->effective.vendor_id <= ECE_VENDOR_MAX &&
	       !((message->withheld | message->require | message->lacking) & ~ECE_OPTIONS_ALL);
}

int message_read(const uint8_t *bytes, size_t size, struct message *message)
{
	struct message m;

	if (size < ECE_MESSAGE_BYTES)
		return -EPROTO;
	m = (struct message){
		.kind = bytes[AT_KIND],
		.offer = get_offer(bytes + AT_OFFER),
		.withheld = ece_be32(bytes + AT_WITHHELD),
		.require = ece_be32(bytes + AT_REQUIRE),
		.agreed = get_offer(bytes + AT_AGREED),
		.has_effective = bytes[AT_FLAGS] & FLAG_EFFECTIVE,
		.effective = get_offer(bytes + AT_EFFECTIVE),
		.lacking = ece_be32(bytes + AT_LACKING),
		.reason = bytes[AT_REASON],
	};
	if (!is_sane(&m))
		return -EPROTO;
	*message = m;
	return 0;
}
