/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Addresses in a text, by their form. Internal to lib/facts. */
#ifndef ECE_LIB_FACTS_ADDRESS_H
#define ECE_LIB_FACTS_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>

/* Longest address that is recognised, without what separates its digits. */
#define ADDRESS_DIGITS_MAX 40

struct address {
	const char *kind;                    /* "mac", "guid", "id", "ip" */
	char digits[ADDRESS_DIGITS_MAX + 8]; /* in small letters and without separators: the same for all its forms */
	size_t len;                          /* of the text that it takes */
};

/**
 * address_at - is there an address at @text?
 * @before: the character in front of it; NUL at the start
 *
 * MAC addresses (also the long ones of InfiniBand) and GUIDs with and without separators, UUIDs, IPv4 and IPv6. An
 * address of zeros is nobody's and is none. @a is only good when this returns true.
 */
bool address_at(const char *text, char before, struct address *a);

#endif
