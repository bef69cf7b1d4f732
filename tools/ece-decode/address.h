/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Addresses as people write them. A mapped IPv6 address is an IPv4 address. */
#ifndef ECE_TOOLS_ECE_DECODE_ADDRESS_H
#define ECE_TOOLS_ECE_DECODE_ADDRESS_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>

#include "lib/capture/packet.h"

#define ADDRESS_TEXT_MAX INET6_ADDRSTRLEN

/**
 * address_parse - "10.0.0.1" or "fe80::1" as 16 bytes
 *
 * Returns false, and writes nothing, where it is neither.
 */
bool address_parse(const char *text, uint8_t gid[CAPTURE_GID_BYTES]);

/**
 * address_text - the address of a packet: IPv4 without "::ffff:"; returns @buf
 */
const char *address_text(const uint8_t gid[CAPTURE_GID_BYTES], char buf[ADDRESS_TEXT_MAX]);

/**
 * gid_text - as a GID: always an IPv6 address; returns @buf
 */
const char *gid_text(const uint8_t gid[CAPTURE_GID_BYTES], char buf[ADDRESS_TEXT_MAX]);

#endif
