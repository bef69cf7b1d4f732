// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Two ports: carrier, delay and order, frames from inside a receiver, limits. */
#include "tests/unit/devx/sim/wire/packets.h"

#include <errno.h>

static void send_psn(struct end *from, uint64_t now_ns, uint32_t psn)
{
	uint8_t frame[WIRE_FRAME_MAX];

	wire_send(from->cable, from->port, now_ns, frame, packet(frame, WIRE_RC_SEND_ONLY, psn));
}

static void set_delay(struct wire_cable *cable, uint64_t delay_ns)
{
	struct wire_weather weather = *wire_cable_weather(cable);

	weather.delay_ns = delay_ns;
	assert_int_equal(wire_cable_set_weather(cable, &weather, NULL), 0);
}

static void a_frame_arrives_at_the_other_end(void **state)
{
	struct end end[2];
	struct wire_cable *cable = connect_ends(end, 2);

	(void)state;
	send_psn(&end[0], 100, 7);
	assert_int_equal(end[1].seen, 0); /* never inside the call */
	assert_int_equal(wire_run(cable, 100, 8), WIRE_NEVER);
	assert_int_equal(end[0].seen, 0);
	assert_int_equal(end[1].seen, 1);
	assert_int_equal(end[1].psn[0], 7);
	assert_int_equal(wire_cable_counts(cable)->frames, 1);
	assert_int_equal(wire_cable_counts(cable)->bytes, 58);
	assert_int_equal(wire_cable_counts(cable)->delivered, 1);
	wire_cable_clear_counts(cable);
	assert_int_equal(wire_cable_counts(cable)->frames, 0);
	wire_cable_free(cable);
}

static void carrier_follows_the_other_end(void **state)
{
	struct wire_cable *cable = wire_cable_new(NULL);
	struct end end[2] = {{.cable = cable, .carrier = -1}, {.cable = cable, .carrier = -1}};

	(void)state;
	end[0].port = wire_cable_attach(cable, &end_ops, &end[0], NULL);
	wire_port_up(cable, end[0].port, true);
	assert_false(wire_port_carrier(cable, 0)); /* nobody at the other end */
	assert_int_equal(end[0].carrier, -1);
	end[1].port = wire_cable_attach(cable, &end_ops, &end[1], NULL);
	assert_int_equal(end[1].carrier, 1);
	assert_int_equal(end[0].carrier, -1);
	wire_port_up(cable, end[1].port, true);
	assert_int_equal(end[0].carrier, 1);
	end[1].carrier = -1;
	wire_port_up(cable, end[1].port, true); /* no change, no call */
	wire_port_up(cable, end[1].port, false);
	assert_int_equal(end[0].carrier, 0);
	assert_int_equal(end[1].carrier, -1);
	assert_false(wire_port_carrier(cable, 0));
	assert_true(wire_port_carrier(cable, 1));
	wire_cable_free(cable);
}

static void without_carrier_frames_are_dropped(void **state)
{
	struct end end[2];
	struct wire_cable *cable = connect_ends(end, 2);

	(void)state;
	wire_port_up(cable, 1, false);
	send_psn(&end[0], 0, 1); /* nobody there */
	send_psn(&end[1], 0, 2); /* not up itself */
	assert_int_equal(wire_cable_counts(cable)->dropped, 2);
	wire_port_up(cable, 1, true);
	send_psn(&end[0], 0, 3);
	wire_port_up(cable, 1, false); /* gone while it was on its way */
	assert_int_equal(wire_run(cable, 0, 8), WIRE_NEVER);
	assert_int_equal(wire_cable_counts(cable)->dropped, 3);
	assert_int_equal(end[1].seen, 0);
	wire_cable_free(cable);
}

static void delay_keeps_the_order(void **state)
{
	struct end end[2];
	struct wire_cable *cable = connect_ends(end, 2);

	(void)state;
	set_delay(cable, 5000);
	send_psn(&end[0], 100, 1);
	send_psn(&end[0], 200, 2);
	assert_int_equal(wire_run(cable, 5099, 8), 5100);
	assert_int_equal(end[1].seen, 0);
	assert_int_equal(wire_run(cable, 5100, 8), 5200);
	assert_int_equal(end[1].seen, 1);
	set_delay(cable, 0);
	send_psn(&end[0], 5150, 3); /* does not overtake */
	assert_int_equal(wire_run(cable, 5199, 8), 5200);
	assert_int_equal(wire_run(cable, 9000, 8), WIRE_NEVER);
	assert_int_equal(end[1].seen, 3);
	assert_int_equal(end[1].psn[1], 2);
	assert_int_equal(end[1].psn[2], 3);
	assert_int_equal(end[1].at_ns[2], 9000);
	wire_cable_free(cable);
}

static void a_receiver_answers_from_inside(void **state)
{
	struct end end[2];
	struct wire_cable *cable = connect_ends(end, 2);

	(void)state;
	/* Both ends answer what they receive: with a budget of frames that ends, and goes on. */
	end[0].answers = 20;
	end[1].answers = 20;
	send_psn(&end[0], 0, 1);
	assert_int_equal(wire_run(cable, 0, 5), 0);
	assert_int_equal(end[0].seen + end[1].seen, 5);
	assert_int_equal(wire_run(cable, 0, 100), WIRE_NEVER);
	assert_int_equal(end[0].seen + end[1].seen, 41);
	wire_cable_free(cable);
}

static void the_queue_has_limits(void **state)
{
	static uint8_t frame[WIRE_FRAME_MAX + 1];
	struct end end[2];
	struct wire_cable *cable = connect_ends(end, 2);
	size_t i;

	(void)state;
	set_delay(cable, 1);
	plain(frame, 2, 1);
	for (i = 0; i < WIRE_QUEUE_FRAMES_MAX; i++)
		wire_send(cable, 0, 0, frame, 60);
	assert_int_equal(wire_cable_counts(cable)->dropped, 0);
	wire_send(cable, 0, 0, frame, 60);
	assert_int_equal(wire_cable_counts(cable)->dropped, 1);
	wire_port_up(cable, 1, false);
	assert_int_equal(wire_run(cable, 1, SIZE_MAX), WIRE_NEVER);
	wire_port_up(cable, 1, true);
	wire_cable_clear_counts(cable);
	for (i = 0; i < WIRE_QUEUE_BYTES_MAX / WIRE_FRAME_MAX; i++)
		wire_send(cable, 0, 1, frame, WIRE_FRAME_MAX);
	assert_int_equal(wire_cable_counts(cable)->dropped, 0);
	wire_send(cable, 0, 1, frame, 14);
	assert_int_equal(wire_cable_counts(cable)->dropped, 1);
	wire_cable_free(cable);
}

static void frames_have_limits(void **state)
{
	static uint8_t frame[WIRE_FRAME_MAX + 1];
	struct end end[2];
	struct wire_cable *cable = connect_ends(end, 2);

	(void)state;
	wire_send(cable, 0, 0, frame, WIRE_FRAME_MAX + 1);
	wire_send(cable, 0, 0, frame, 13);
	assert_int_equal(wire_cable_counts(cable)->dropped, 2);
	wire_send(cable, 0, 0, frame, WIRE_FRAME_MAX);
	wire_send(cable, 0, 0, frame, 14);
	assert_int_equal(wire_cable_counts(cable)->dropped, 2);
	wire_cable_free(cable);
}

static void ports_have_a_limit(void **state)
{
	struct wire_cable *cable = wire_cable_new(NULL);
	struct end end = {.cable = cable};
	struct ece_error error = {0};
	int i;

	(void)state;
	for (i = 0; i < WIRE_PORTS_MAX; i++)
		assert_int_equal(wire_cable_attach(cable, &end_ops, &end, NULL), i);
	assert_int_equal(wire_cable_attach(cable, &end_ops, &end, &error), -ENOSPC);
	assert_string_equal(error.text, "more than 32 ports on a cable");
	wire_cable_free(cable);
	wire_cable_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_frame_arrives_at_the_other_end),
		cmocka_unit_test(carrier_follows_the_other_end),
		cmocka_unit_test(without_carrier_frames_are_dropped),
		cmocka_unit_test(delay_keeps_the_order),
		cmocka_unit_test(a_receiver_answers_from_inside),
		cmocka_unit_test(the_queue_has_limits),
		cmocka_unit_test(frames_have_limits),
		cmocka_unit_test(ports_have_a_limit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
