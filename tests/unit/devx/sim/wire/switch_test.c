// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* More than two ports: a learning switch. */
#include "tests/unit/devx/sim/wire/packets.h"

#define PORTS 4

static void say(struct end *from, uint8_t to_mac, uint8_t from_mac)
{
	uint8_t frame[60];

	wire_send(from->cable, from->port, 0, frame, plain(frame, to_mac, from_mac));
	wire_run(from->cable, 0, 8);
}

/* How many frames each port has seen since the last question, as one number of four digits. */
static unsigned int seen(struct end *end)
{
	unsigned int digits = 0;
	size_t i;

	for (i = 0; i < PORTS; i++) {
		digits = digits * 10 + (unsigned int)end[i].seen;
		end[i].seen = 0;
	}
	return digits;
}

static void it_floods_until_it_has_learned(void **state)
{
	struct end end[PORTS];
	struct wire_cable *cable = connect_ends(end, PORTS);

	(void)state;
	say(&end[0], 0xa1, 0xa0);
	assert_int_equal(seen(end), 111); /* whoever that is */
	say(&end[1], 0xa0, 0xa1);
	assert_int_equal(seen(end), 1000);
	say(&end[0], 0xa1, 0xa0);
	assert_int_equal(seen(end), 100);
	say(&end[3], 0xff, 0xa3);
	assert_int_equal(seen(end), 1110);
	/* The host moved to another port. */
	say(&end[2], 0xa0, 0xa1);
	assert_int_equal(seen(end), 1000);
	say(&end[0], 0xa1, 0xa0);
	assert_int_equal(seen(end), 10);
	/* To itself: a switch sends nothing back where it came from. */
	say(&end[0], 0xa0, 0xa9);
	assert_int_equal(seen(end), 0);
	assert_int_equal(wire_cable_counts(cable)->dropped, 1);
	wire_cable_free(cable);
}

static void a_group_is_no_sender(void **state)
{
	struct end end[PORTS];
	struct wire_cable *cable = connect_ends(end, PORTS);
	uint8_t frame[60];

	(void)state;
	say(&end[0], 0xa1, 0xa0);
	seen(end);
	plain(frame, 0xa0, 0xa2);
	frame[6] |= 1; /* from a group: the answer to it goes everywhere */
	wire_send(cable, 1, 0, frame, 60);
	frame[6] = 2;
	memcpy(frame, "\x03\0\0\0\0\xa2", 6);
	wire_send(cable, 0, 0, frame, 60);
	wire_run(cable, 0, 8);
	assert_int_equal(seen(end), 1111);
	wire_cable_free(cable);
}

static void a_port_that_goes_down_is_forgotten(void **state)
{
	struct end end[PORTS];
	struct wire_cable *cable = connect_ends(end, PORTS);

	(void)state;
	say(&end[1], 0xff, 0xa1);
	wire_port_up(cable, 1, false);
	seen(end);
	assert_int_equal(end[0].carrier, 1); /* the switch is still there */
	say(&end[0], 0xa1, 0xa0);
	assert_int_equal(seen(end), 11); /* flooded again, but not to that port */
	wire_cable_free(cable);
}

static void what_it_learns_has_a_limit(void **state)
{
	struct end end[PORTS];
	struct wire_cable *cable = connect_ends(end, PORTS);
	uint8_t frame[60];
	size_t i;

	(void)state;
	say(&end[1], 0xff, 0xa1);
	say(&end[2], 0xff, 0xa2);
	say(&end[1], 0xff, 0xa1); /* heard of again, so a2 is the oldest */
	plain(frame, 0xa1, 0);
	for (i = 0; i < WIRE_ADDRESSES_MAX - 1; i++) {
		frame[9] = 1;
		frame[10] = (uint8_t)(i >> 8);
		frame[11] = (uint8_t)i;
		wire_send(cable, 3, 0, frame, 60);
		wire_run(cable, 0, 1);
		end[1].seen = 0;
	}
	seen(end);
	say(&end[0], 0xa2, 0xa0); /* and this one pushes a1 out */
	assert_int_equal(seen(end), 111);
	say(&end[0], 0xa1, 0xa0);
	assert_int_equal(seen(end), 111);
	wire_cable_free(cable);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_floods_until_it_has_learned),
		cmocka_unit_test(a_group_is_no_sender),
		cmocka_unit_test(a_port_that_goes_down_is_forgotten),
		cmocka_unit_test(what_it_learns_has_a_limit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
