// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Packets that real cards sent: read, and their invariant CRC is ours. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <endian.h>
#include <stdio.h>
#include <string.h>

#include "devx/sim/wire/frame.h"
#include "tests/unit/data/public.h"

#define HEAD_BYTES   24
#define RECORD_BYTES 16

/* The next frame of a little-endian capture; returns its bytes, 0 at the end. */
static size_t next_frame(FILE *file, uint8_t frame[WIRE_FRAME_MAX])
{
	uint8_t record[RECORD_BYTES];
	uint32_t bytes;

	if (fread(record, 1, sizeof(record), file) != sizeof(record))
		return 0;
	memcpy(&bytes, record + 8, sizeof(bytes));
	bytes = le32toh(bytes);
	assert_in_range(bytes, 1, WIRE_FRAME_MAX);
	assert_int_equal(fread(frame, 1, bytes, file), bytes);
	return bytes;
}

static void a_notification_of_a_connectx_4(void **state)
{
	FILE *file = public_file("captures/cnp-cx4lx.pcap");
	uint8_t frame[WIRE_FRAME_MAX];
	struct wire_packet packet;
	size_t frames = 0;
	size_t bytes;

	(void)state;
	assert_int_equal(fseek(file, HEAD_BYTES, SEEK_SET), 0);
	for (bytes = next_frame(file, frame); bytes; bytes = next_frame(file, frame)) {
		assert_int_equal(wire_frame_parse(frame, bytes, &packet), 1);
		assert_int_equal(packet.bth.opcode, WIRE_CNP);
		assert_true(wire_icrc_good(&packet));
		frames++;
	}
	assert_int_equal(frames, 1);
	fclose(file);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_notification_of_a_connectx_4),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
