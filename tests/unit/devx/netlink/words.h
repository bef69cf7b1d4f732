/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Messages word by word: netlink is in host order, and an attribute is length and type in one word. */
#ifndef ECE_TESTS_UNIT_DEVX_NETLINK_WORDS_H
#define ECE_TESTS_UNIT_DEVX_NETLINK_WORDS_H

#include <stdint.h>

#define ATTR(type, bytes) ((uint32_t)(type) << 16 | (4 + (bytes)))
#define NEST(type, bytes) ATTR(0x8000 | (type), bytes)
#define TEXT4(a, b, c, d) ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)

#endif
