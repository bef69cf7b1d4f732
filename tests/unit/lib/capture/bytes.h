/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Frames as hexadecimal text. */
#ifndef ECE_TESTS_UNIT_LIB_CAPTURE_BYTES_H
#define ECE_TESTS_UNIT_LIB_CAPTURE_BYTES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "lib/capture/packet.h"
#include "tests/unit/lib/capture/linux_frames.h"

/* Writes the bytes of @hex, and returns how many. */
static inline size_t bytes_of(const char *hex, uint8_t *bytes)
{
	size_t count = strlen(hex) / 2;
	unsigned int byte;

	for (size_t i = 0; i < count; i++) {
		assert_int_equal(sscanf(hex + 2 * i, "%2x", &byte), 1);
		bytes[i] = (uint8_t)byte;
	}
	return count;
}

/* One of linux_frames.h, whole. */
static inline struct capture_view frame_of(const char *hex, uint8_t frame[FRAME_BYTES])
{
	memset(frame, 0, FRAME_BYTES);
	bytes_of(hex, frame);
	return (struct capture_view){.at = frame, .len = FRAME_BYTES, .wire = FRAME_BYTES};
}

#endif
