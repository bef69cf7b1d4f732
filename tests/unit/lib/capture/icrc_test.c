// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The invariant CRC: of a packet of a real card, and what it covers and what not. */
#include "tests/unit/lib/capture/bytes.h"

#include "lib/capture/icrc.h"

/*
 * A notification packet that a ConnectX-4 Lx sent (scapy, test/contrib/roce.uts): IPv4, UDP, base transport header, 16 zeros,
 * CRC.
 */
#define CNP                                        \
	"45c2003c718c4000401191610a0011010a001201" \
	"000012b700280000"                         \
	"8100ffff4000011800000000"                 \
	"00000000000000000000000000000000"         \
	"82fd002a"
#define CNP_BYTES 60
#define UDP_END   28

static enum capture_icrc check(const uint8_t *packet, size_t bytes, size_t kept)
{
	struct capture_view transport = {.at = packet + UDP_END, .len = kept - UDP_END, .wire = bytes - UDP_END};

	return capture_icrc_check(packet, UDP_END, &transport);
}

static void that_of_a_real_card_is_right(void **state)
{
	uint8_t packet[CNP_BYTES];

	(void)state;
	assert_int_equal(bytes_of(CNP, packet), CNP_BYTES);
	assert_int_equal(check(packet, CNP_BYTES, CNP_BYTES), CAPTURE_ICRC_GOOD);
}

/* Type of service, time to live, header checksum, UDP checksum, congestion bits. */
static void what_may_change_on_the_way_is_not_covered(void **state)
{
	static const size_t free_bytes[] = {1, 8, 10, 11, 26, 27, 32};
	uint8_t packet[CNP_BYTES];

	(void)state;
	for (size_t i = 0; i < CNP_BYTES; i++) {
		enum capture_icrc wanted = CAPTURE_ICRC_BAD;

		bytes_of(CNP, packet);
		for (size_t j = 0; j < sizeof(free_bytes) / sizeof(free_bytes[0]); j++)
			if (free_bytes[j] == i)
				wanted = CAPTURE_ICRC_GOOD;
		packet[i] ^= 0x01;
		assert_int_equal(check(packet, CNP_BYTES, CNP_BYTES), wanted);
	}
}

static void of_a_part_it_is_not_known(void **state)
{
	uint8_t packet[CNP_BYTES];
	struct capture_view transport = {.at = packet, .len = CNP_BYTES, .wire = CNP_BYTES};

	(void)state;
	bytes_of(CNP, packet);
	assert_int_equal(check(packet, CNP_BYTES, CNP_BYTES - 1), CAPTURE_ICRC_UNKNOWN);
	assert_int_equal(check(packet, UDP_END + 15, UDP_END + 15), CAPTURE_ICRC_UNKNOWN);
	assert_int_equal(capture_icrc_check(packet, CAPTURE_ICRC_HEADERS_MAX + 1, &transport), CAPTURE_ICRC_UNKNOWN);
	assert_int_equal(capture_icrc_check(packet, 19, &transport), CAPTURE_ICRC_UNKNOWN);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(that_of_a_real_card_is_right),
		cmocka_unit_test(what_may_change_on_the_way_is_not_covered),
		cmocka_unit_test(of_a_part_it_is_not_known),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
