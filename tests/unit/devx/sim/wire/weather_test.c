// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Loss and marks: which packets have dice, that they come again, and the ones chosen by count. */
#include "tests/unit/devx/sim/wire/packets.h"

#include <errno.h>

#define PACKETS 64 /* one bit each */

static void set(struct wire_cable *cable, struct wire_weather weather)
{
	assert_int_equal(wire_cable_set_weather(cable, &weather, NULL), 0);
}

static void send_one(struct end *end, uint8_t opcode, uint32_t psn)
{
	uint8_t frame[WIRE_FRAME_MAX];

	wire_send(end->cable, end->port, 0, frame, packet(frame, opcode, psn));
	wire_run(end->cable, 0, 8);
}

/* Sends PACKETS packets, with @noise other frames before each; returns which were lost. */
static uint64_t lost_of(struct end *end, uint8_t opcode, const uint8_t *noise, size_t noises)
{
	uint64_t lost = 0;
	uint32_t psn;
	size_t i;

	for (psn = 0; psn < PACKETS; psn++) {
		for (i = 0; i < noises; i++)
			send_one(&end[0], noise[i], 0);
		end[1].seen = 0;
		send_one(&end[0], opcode, psn);
		lost |= (uint64_t)!end[1].seen << psn;
	}
	return lost;
}

static void the_same_seed_loses_the_same(void **state)
{
	static const uint8_t noise[] = {WIRE_UD_SEND, WIRE_CNP};
	struct end end[2];
	struct wire_cable *cable = connect_ends(end, 2);
	const struct wire_weather weather = {.loss_per_million = 200000, .seed = 7};
	uint64_t first;

	(void)state;
	set(cable, weather);
	first = lost_of(end, WIRE_RC_SEND_ONLY, NULL, 0);
	assert_int_not_equal(first, 0);
	set(cable, weather);
	assert_int_equal(lost_of(end, WIRE_RC_SEND_ONLY, NULL, 0), first);
	assert_int_not_equal(lost_of(end, WIRE_RC_SEND_ONLY, NULL, 0), first); /* the dice go on */
	/* What is not connected comes through and draws nothing. */
	set(cable, weather);
	assert_int_equal(lost_of(end, WIRE_UC, noise, 2), first);
	set(cable, (struct wire_weather){.loss_per_million = 200000, .seed = 8});
	assert_int_not_equal(lost_of(end, WIRE_RC_SEND_ONLY, NULL, 0), first);
	wire_cable_free(cable);
}

static void loss_has_its_rate(void **state)
{
	struct end end[2];
	struct wire_cable *cable = connect_ends(end, 2);
	uint32_t psn;

	(void)state;
	set(cable, (struct wire_weather){.loss_per_million = 10000, .seed = 1});
	for (psn = 0; psn < 100000; psn++) {
		end[1].seen = 0;
		send_one(&end[0], WIRE_RC_SEND_ONLY, psn);
	}
	/* A thousand, give or take five standard deviations. */
	assert_in_range(wire_cable_counts(cable)->lost, 843, 1157);
	assert_int_equal(wire_cable_counts(cable)->lost + wire_cable_counts(cable)->delivered, 100000);
	wire_cable_free(cable);
}

static void all_or_none(void **state)
{
	static const uint8_t never_lost[] = {WIRE_UD_SEND, WIRE_UD_SEND_IMM, WIRE_CNP};
	struct end end[2];
	struct wire_cable *cable = connect_ends(end, 2);
	uint8_t frame[60];
	size_t i;

	(void)state;
	set(cable, (struct wire_weather){.loss_per_million = WIRE_PER_MILLION});
	assert_int_equal(lost_of(end, WIRE_RC_ACK, NULL, 0), UINT64_MAX);
	for (i = 0; i < sizeof(never_lost); i++)
		assert_int_equal(lost_of(end, never_lost[i], NULL, 0), 0);
	end[1].seen = 0;
	wire_send(cable, 0, 0, frame, plain(frame, 1, 2));
	wire_run(cable, 0, 8);
	assert_int_equal(end[1].seen, 1);
	set(cable, (struct wire_weather){0});
	assert_int_equal(lost_of(end, WIRE_RC_ACK, NULL, 0), 0);
	wire_cable_free(cable);
}

static void so_many_are_lost(void **state)
{
	struct end end[2];
	struct wire_cable *cable = connect_ends(end, 2);

	(void)state;
	set(cable, (struct wire_weather){.lose_next = 2});
	send_one(&end[0], WIRE_UD_SEND, 0);
	assert_int_equal(end[1].seen, 1);
	assert_int_equal(lost_of(end, WIRE_RC_SEND_ONLY, NULL, 0), 3);
	assert_int_equal(wire_cable_weather(cable)->lose_next, 0);
	assert_int_equal(wire_cable_counts(cable)->lost, 2);
	wire_cable_free(cable);
}

/* Sends eight packets of the opcode; returns which were marked. */
static unsigned int marked_of(struct end *end, uint8_t opcode)
{
	unsigned int marked = 0;
	uint32_t psn;

	end[1].seen = 0;
	for (psn = 0; psn < 8; psn++) {
		send_one(&end[0], opcode, psn);
		marked |= (unsigned int)((end[1].traffic_class[psn] & 3) == 3) << psn;
	}
	return marked;
}

static void marks(void **state)
{
	struct end end[2];
	struct wire_cable *cable = connect_ends(end, 2);

	(void)state;
	set(cable, (struct wire_weather){.mark_next = 3});
	assert_int_equal(marked_of(end, WIRE_CNP), 0);
	assert_int_equal(wire_cable_weather(cable)->mark_next, 3);
	assert_int_equal(marked_of(end, WIRE_RC_SEND_ONLY), 7);
	assert_int_equal(wire_cable_weather(cable)->mark_next, 0);
	assert_int_equal(wire_cable_counts(cable)->marked, 3);
	set(cable, (struct wire_weather){.mark_per_million = WIRE_PER_MILLION});
	assert_int_equal(marked_of(end, WIRE_UD_SEND), 0xff);
	assert_int_equal(marked_of(end, WIRE_CNP), 0);
	wire_cable_free(cable);
}

static void marks_do_not_shift_losses(void **state)
{
	struct end end[2];
	struct wire_cable *cable = connect_ends(end, 2);
	uint64_t first;

	(void)state;
	set(cable, (struct wire_weather){.loss_per_million = 300000, .seed = 3});
	first = lost_of(end, WIRE_RC_SEND_ONLY, NULL, 0);
	set(cable, (struct wire_weather){.loss_per_million = 300000, .mark_per_million = 500000, .seed = 3});
	assert_int_equal(lost_of(end, WIRE_RC_SEND_ONLY, NULL, 0), first);
	assert_in_range(wire_cable_counts(cable)->marked, 8, 56);
	wire_cable_free(cable);
}

/* With one pair of dice for both, exactly the marked ones would get lost. */
static void the_lost_are_not_the_marked(void **state)
{
	struct end end[2];
	struct wire_cable *cable = connect_ends(end, 2);
	size_t marked = 0;
	uint32_t psn;
	size_t i;

	(void)state;
	set(cable, (struct wire_weather){.loss_per_million = 500000, .mark_per_million = 500000, .seed = 3});
	for (psn = 0; psn < SEEN_MAX; psn++)
		send_one(&end[0], WIRE_RC_SEND_ONLY, psn);
	for (i = 0; i < end[1].seen; i++)
		marked += (end[1].traffic_class[i] & 3) == 3;
	assert_in_range(marked, 4, end[1].seen - 4);
	wire_cable_free(cable);
}

static void not_more_than_all(void **state)
{
	const struct wire_weather bad[] = {
		{.delay_ns = WIRE_DELAY_MAX_NS + 1},
		{.loss_per_million = WIRE_PER_MILLION + 1},
		{.mark_per_million = WIRE_PER_MILLION + 1},
	};
	struct wire_cable *cable = wire_cable_new(NULL);
	struct ece_error error = {0};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_int_equal(wire_cable_set_weather(cable, &bad[i], &error), -EINVAL);
	assert_int_equal(wire_cable_weather(cable)->delay_ns, 0);
	wire_cable_free(cable);
}

struct tapped {
	size_t frames;
	uint64_t at_ns;
	uint8_t traffic_class;
};

static void tap(void *ctx, uint64_t now_ns, const uint8_t *frame, size_t bytes)
{
	struct tapped *tapped = ctx;
	struct wire_packet p;

	assert_int_equal(wire_frame_parse(frame, bytes, &p), 1);
	tapped->frames++;
	tapped->at_ns = now_ns;
	tapped->traffic_class = p.path.traffic_class;
}

static void the_tap_sees_what_is_lost(void **state)
{
	struct end end[2];
	struct wire_cable *cable = connect_ends(end, 2);
	struct tapped tapped = {0};
	uint8_t frame[WIRE_FRAME_MAX];
	size_t bytes = packet(frame, WIRE_RC_SEND_ONLY, 1);

	(void)state;
	wire_cable_tap(cable, tap, &tapped);
	set(cable, (struct wire_weather){.lose_next = 1, .mark_next = 1, .delay_ns = 50});
	wire_send(cable, 0, 123, frame, bytes);
	assert_int_equal(tapped.frames, 1);
	assert_int_equal(tapped.at_ns, 123);
	assert_int_equal(tapped.traffic_class, 0x6b);
	assert_int_equal(wire_run(cable, 200, 8), WIRE_NEVER);
	wire_cable_tap(cable, NULL, NULL);
	wire_send(cable, 0, 300, frame, bytes);
	assert_int_equal(tapped.frames, 1);
	wire_cable_free(cable);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_same_seed_loses_the_same),
		cmocka_unit_test(loss_has_its_rate),
		cmocka_unit_test(all_or_none),
		cmocka_unit_test(so_many_are_lost),
		cmocka_unit_test(marks),
		cmocka_unit_test(marks_do_not_shift_losses),
		cmocka_unit_test(the_lost_are_not_the_marked),
		cmocka_unit_test(not_more_than_all),
		cmocka_unit_test(the_tap_sees_what_is_lost),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
