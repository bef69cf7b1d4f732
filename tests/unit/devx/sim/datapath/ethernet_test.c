// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Frames from a send queue over the cable into a receive queue. The frames are literals; their checksums and sums were
 * computed by another program. Completions: Linux include/linux/mlx5/device.h (mlx5_cqe64).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "devx/base/be.h"
#include "devx/sim/datapath/internal.h"
#include "tests/unit/devx/sim/datapath/post.h"
#include "tests/unit/devx/sim/datapath/recorder.h"

#define BUFFER 2048

static const uint8_t arp[42] = {
	0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0c, 0x42, 0xa1, 0x00, 0x01, 0x00, 0x08, 0x06,
	0x00, 0x01, 0x08, 0x00, 0x06, 0x04, 0x00, 0x01, 0x0c, 0x42, 0xa1, 0x00, 0x01, 0x00,
	0x0a, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x0a, 0x00, 0x00, 0x02,
};

/* TCP over IPv4, five bytes of data. */
static const uint8_t tcp[59] = {
	0x0c, 0x42, 0xa1, 0x00, 0x01, 0x01, 0x0c, 0x42, 0xa1, 0x00, 0x01, 0x00, 0x08, 0x00, 0x45,
	0x00, 0x00, 0x2d, 0x10, 0x00, 0x40, 0x00, 0x40, 0x06, 0x16, 0xc9, 0x0a, 0x00, 0x00, 0x01,
	0x0a, 0x00, 0x00, 0x02, 0x12, 0x34, 0x00, 0x50, 0x01, 0x02, 0x03, 0x04, 0x11, 0x22, 0x33,
	0x44, 0x50, 0x18, 0x20, 0x00, 0xdd, 0x02, 0x00, 0x00, 0x68, 0x65, 0x6c, 0x6c, 0x6f,
};

#define TCP_HEAD        54
#define TCP_IP_CHECKSUM 24
#define TCP_CHECKSUM    50

/* A sender on card 0, a receiver on card 1. */
struct setup {
	struct driver driver;
	struct recorder recorder;
	struct driver_cq send_cq, receive_cq;
	struct driver_queue sq, rq;
	struct driver_mr from, to;
};

static void start_with(struct setup *s, bool strip_vlan)
{
	driver_start(&s->driver, "cx7", "cx7");
	driver_make_cq(&s->driver.card[0], &s->send_cq, &(struct driver_cq_options){.log_entries = 6});
	driver_make_cq(&s->driver.card[1], &s->receive_cq, &(struct driver_cq_options){.log_entries = 6});
	driver_make_sq(&s->driver.card[0], &s->sq,
		       &(struct driver_queue_options){.cq = &s->send_cq, .log_entries = 6, .user_index = 0x123456});
	driver_make_rq(
		&s->driver.card[1], &s->rq,
		&(struct driver_queue_options){.cq = &s->receive_cq, .log_entries = 4, .strip_vlan = strip_vlan});
	driver_direct_frames(&s->rq);
	driver_mr(&s->driver.card[0], &s->from, 65536);
	driver_mr(&s->driver.card[1], &s->to, 16 * BUFFER);
	recorder_start(&s->recorder, &s->driver);
}

static int start(void **state)
{
	struct setup *s = calloc(1, sizeof(*s));

	assert_non_null(s);
	start_with(s, false);
	*state = s;
	return 0;
}

static int start_stripping(void **state)
{
	struct setup *s = calloc(1, sizeof(*s));

	assert_non_null(s);
	start_with(s, true);
	*state = s;
	return 0;
}

static int stop(void **state)
{
	struct setup *s = *state;

	driver_stop(&s->driver);
	free(s);
	return 0;
}

/* The n-th entry, with the n-th buffer. */
static void post_buffers(struct setup *s, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct driver_sge sge = driver_sge(&s->to, i * BUFFER, BUFFER);

		driver_post_frame_receive(&s->rq, &sge, 1);
	}
}

/* A frame of which the first 18 bytes are sent inline. */
static void post(struct setup *s, const uint8_t *frame, size_t bytes)
{
	struct driver_sge sge = driver_sge(&s->from, 0, bytes - 18);

	memcpy(s->from.bytes, frame + 18, bytes - 18);
	driver_post_frame(&s->sq,
			  &(struct driver_frame){.header = frame, .header_bytes = 18, .sges = &sge, .sge_count = 1});
}

static void a_frame_arrives_as_it_was_sent(void **state)
{
	struct setup *s = *state;
	struct driver_cqe cqe;

	post_buffers(s, 2);
	post(s, arp, sizeof(arp));
	driver_settle(&s->driver);
	assert_int_equal(s->recorder.frames, 1);
	assert_true(recorder_has(&s->recorder, 0, arp, sizeof(arp)));
	assert_true(driver_poll(&s->send_cq, &cqe));
	assert_int_equal(cqe.opcode, 0);
	assert_int_equal(cqe.sent_opcode, 0x0a);
	assert_int_equal(cqe.qpn, s->sq.number);
	assert_int_equal(cqe.user_index, 0x123456);
	assert_int_equal(cqe.counter, 0);
	assert_true(driver_poll(&s->receive_cq, &cqe));
	assert_int_equal(cqe.opcode, 2);
	assert_int_equal(cqe.bytes, 42);
	assert_int_equal(cqe.checksum, 0xd04b);
	assert_int_equal(cqe.counter, 0);
	assert_int_equal(cqe.raw[28], 0x01); /* only the Ethernet header is known */
	assert_int_equal(cqe.raw[29], 0x00);
	assert_int_equal(ece_be32(cqe.raw + 56), 0); /* no flow tag */
	assert_memory_equal(s->to.bytes, arp, sizeof(arp));
	assert_false(driver_poll(&s->receive_cq, &cqe));
}

static void checksums_are_offloaded_on_both_sides(void **state)
{
	struct setup *s = *state;
	uint8_t wiped[sizeof(tcp)];
	struct driver_sge sge = driver_sge(&s->from, 0, sizeof(tcp) - TCP_HEAD);
	struct driver_cqe cqe;

	memcpy(wiped, tcp, sizeof(tcp));
	memset(wiped + TCP_IP_CHECKSUM, 0, 2);
	memset(wiped + TCP_CHECKSUM, 0x77, 2);
	memcpy(s->from.bytes, tcp + TCP_HEAD, sizeof(tcp) - TCP_HEAD);
	post_buffers(s, 1);
	driver_post_frame(&s->sq, &(struct driver_frame){.header = wiped,
							 .header_bytes = TCP_HEAD,
							 .sges = &sge,
							 .sge_count = 1,
							 .l3_checksum = true,
							 .l4_checksum = true});
	assert_true(driver_wait(&s->receive_cq, &cqe));
	assert_true(recorder_has(&s->recorder, 0, tcp, sizeof(tcp)));
	assert_int_equal(cqe.checksum, 0xebdd);
	assert_int_equal(cqe.raw[28], 0x07);
	assert_int_equal(cqe.raw[29], 0x48); /* TCP with acknowledgement and data, over IPv4 */
}

static void a_wrong_checksum_is_told(void **state)
{
	struct setup *s = *state;
	uint8_t wrong[sizeof(tcp)];
	struct driver_cqe cqe;

	memcpy(wrong, tcp, sizeof(tcp));
	wrong[sizeof(tcp) - 1] ^= 1;
	post_buffers(s, 1);
	post(s, wrong, sizeof(wrong));
	assert_true(driver_wait(&s->receive_cq, &cqe));
	assert_int_equal(cqe.raw[28], 0x03);
}

/* The driver leaves the tag to the card. */
static void post_tagged(struct setup *s)
{
	struct driver_sge sge = driver_sge(&s->from, 0, sizeof(tcp));

	memcpy(s->from.bytes, tcp, sizeof(tcp));
	driver_post_frame(&s->sq, &(struct driver_frame){.sges = &sge, .sge_count = 1, .vlan = true, .tag = 0x6064});
}

static void a_vlan_tag_is_inserted(void **state)
{
	struct setup *s = *state;
	uint8_t tagged[sizeof(tcp) + 4];
	struct driver_cqe cqe;

	memcpy(tagged, tcp, 12);
	memcpy(tagged + 12, "\x81\x00\x60\x64", 4);
	memcpy(tagged + 16, tcp + 12, sizeof(tcp) - 12);
	post_buffers(s, 1);
	post_tagged(s);
	assert_true(driver_wait(&s->receive_cq, &cqe));
	assert_true(recorder_has(&s->recorder, 0, tagged, sizeof(tagged)));
	assert_memory_equal(s->to.bytes, tagged, sizeof(tagged));
	assert_int_equal(cqe.bytes, sizeof(tagged));
	assert_int_equal(cqe.raw[29] & 1, 0);
	assert_int_equal(cqe.raw[28], 0x07);
}

static void a_vlan_tag_is_taken_off_where_the_queue_wants_it(void **state)
{
	struct setup *s = *state;
	struct driver_cqe cqe;

	post_buffers(s, 1);
	post_tagged(s);
	assert_true(driver_wait(&s->receive_cq, &cqe));
	assert_memory_equal(s->to.bytes, tcp, sizeof(tcp));
	assert_int_equal(cqe.bytes, sizeof(tcp));
	assert_int_equal(cqe.raw[29] & 1, 1);
	assert_int_equal(ece_be16(cqe.raw + 30), 0x6064);
	assert_int_equal(cqe.checksum, 0xebdd);
	assert_int_equal(cqe.raw[28], 0x07);
}

static void a_large_send_leaves_in_pieces(void **state)
{
	/* Identification, IP checksum, sequence number, flags, TCP checksum, sum of the completion. */
	static const struct {
		uint16_t id, ip;
		uint32_t sequence;
		uint8_t flags;
		uint16_t tcp, sum;
	} pieces[3] = {
		{0x1000, 0x14da, 0x01020304, 0x10, 0x05d5, 0xe9ee},
		{0x1001, 0x14d9, 0x010204f8, 0x10, 0x08e6, 0xe9ee},
		{0x1002, 0x16b4, 0x010206ec, 0x18, 0x7431, 0xebca},
	};
	struct setup *s = *state;
	struct driver_sge sges[2] = {driver_sge(&s->from, 0, 700), driver_sge(&s->from, 5000, 324)};
	struct driver_cqe cqe;

	memset(s->from.bytes, 'a', 500);
	memset(s->from.bytes + 500, 'b', 200);
	memset(s->from.bytes + 5000, 'b', 300);
	memset(s->from.bytes + 5300, 'c', 24);
	post_buffers(s, 4);
	driver_post_frame(&s->sq, &(struct driver_frame){.header = tcp,
							 .header_bytes = TCP_HEAD,
							 .sges = sges,
							 .sge_count = 2,
							 .large = true,
							 .mss = 500});
	driver_settle(&s->driver);
	assert_int_equal(s->recorder.frames, 3);
	for (size_t i = 0; i < 3; i++) {
		const uint8_t *frame = s->recorder.frame[i];

		assert_int_equal(s->recorder.bytes[i], TCP_HEAD + (i < 2 ? 500 : 24));
		assert_int_equal(ece_be16(frame + 16), 40 + (i < 2 ? 500 : 24));
		assert_int_equal(ece_be16(frame + 18), pieces[i].id);
		assert_int_equal(ece_be16(frame + TCP_IP_CHECKSUM), pieces[i].ip);
		assert_int_equal(ece_be32(frame + 38), pieces[i].sequence);
		assert_int_equal(frame[47], pieces[i].flags);
		assert_int_equal(ece_be16(frame + TCP_CHECKSUM), pieces[i].tcp);
		assert_int_equal(frame[TCP_HEAD], "abc"[i]);
		assert_true(driver_poll(&s->receive_cq, &cqe));
		assert_int_equal(cqe.checksum, pieces[i].sum);
		assert_int_equal(cqe.raw[28], 0x07);
	}
	assert_true(driver_poll(&s->send_cq, &cqe));
	assert_int_equal(cqe.sent_opcode, 0x0e);
	assert_false(driver_poll(&s->send_cq, &cqe));
}

static void more_pieces_than_a_turn_has_all_leave(void **state)
{
	struct setup *s = *state;
	struct driver_sge sge = driver_sge(&s->from, 0, 1024);
	struct driver_cqe cqe;

	driver_post_frame(&s->sq, &(struct driver_frame){.header = tcp,
							 .header_bytes = TCP_HEAD,
							 .sges = &sge,
							 .sge_count = 1,
							 .large = true,
							 .mss = 1});
	post(s, arp, sizeof(arp));
	driver_settle(&s->driver);
	assert_int_equal(s->recorder.frames, 1025);
	assert_true(driver_poll(&s->send_cq, &cqe));
	assert_true(driver_poll(&s->send_cq, &cqe));
	assert_int_equal(cqe.opcode, 0);
}

/* What a driver tells the port, by MODIFY_NIC_VPORT_CONTEXT. */
static void vport(struct setup *s, uint32_t select, uint32_t word_f0, const char *mac)
{
	uint8_t in[0x208] = {0}, out[16];

	ece_put_be32(in, 0x07550000);
	ece_put_be32(in + 0x0c, select);
	ece_put_be32(in + 0x1f0, word_f0);
	if (mac)
		memcpy(in + 0x202, mac, 6);
	assert_int_equal(driver_command(&s->driver.card[1], in, sizeof(in), out, sizeof(out)), 0);
}

static bool arrives(struct setup *s, const char *mac)
{
	uint8_t frame[sizeof(arp)];
	struct driver_cqe cqe;

	memcpy(frame, arp, sizeof(arp));
	memcpy(frame, mac, 6);
	post_buffers(s, 1);
	post(s, frame, sizeof(frame));
	driver_settle(&s->driver);
	return driver_poll(&s->receive_cq, &cqe);
}

static void frames_for_others_are_dropped_unless_wanted(void **state)
{
	struct setup *s = *state;
	uint64_t before = s->driver.card[1].dp->dropped;

	assert_true(arrives(s, "\x0c\x42\xa1\x00\x01\x01"));
	assert_false(arrives(s, "\x0c\x42\xa1\x00\x01\x02"));
	assert_false(arrives(s, "\x33\x33\x00\x00\x00\x01"));
	assert_int_equal(s->driver.card[1].dp->dropped - before, 2);
	vport(s, 0x4, 0x01000001, "\x33\x33\x00\x00\x00\x01");
	assert_true(arrives(s, "\x33\x33\x00\x00\x00\x01"));
	vport(s, 0x10, 0x20000000, NULL);
	assert_true(arrives(s, "\x0c\x42\xa1\x00\x01\x02"));
}

static void a_queue_without_entries_drops_and_counts(void **state)
{
	struct setup *s = *state;
	struct driver_cqe cqe;

	post(s, arp, sizeof(arp));
	driver_settle(&s->driver);
	assert_false(driver_poll(&s->receive_cq, &cqe));
	assert_int_equal(driver_counter(&s->driver.card[1], 0, DRIVER_OUT_OF_BUFFER), 1);
	assert_int_equal(s->driver.card[1].dp->dropped, 1);
}

static void an_entry_that_is_too_short_completes_in_error(void **state)
{
	struct setup *s = *state;
	struct driver_sge sge = driver_sge(&s->to, 0, 41);
	struct driver_cqe cqe;

	driver_post_frame_receive(&s->rq, &sge, 1);
	post_buffers(s, 1);
	post(s, arp, sizeof(arp));
	post(s, arp, sizeof(arp));
	assert_true(driver_wait(&s->receive_cq, &cqe));
	assert_int_equal(cqe.opcode, 14);
	assert_int_equal(cqe.syndrome, 0x01);
	assert_int_equal(cqe.counter, 0);
	assert_int_equal(driver_counter(&s->driver.card[1], 0, DRIVER_RESP_LOCAL_LENGTH_ERROR), 1);
	assert_true(driver_wait(&s->receive_cq, &cqe));
	assert_int_equal(cqe.opcode, 2);
	assert_int_equal(cqe.counter, 1);
}

/* Start padding is asked for with the top bit of a length. */
static void padding_asked_for_changes_nothing(void **state)
{
	struct setup *s = *state;
	struct driver_sge sge = driver_sge(&s->to, 0, BUFFER);
	struct driver_cqe cqe;

	sge.bytes |= UINT32_C(0x80000000);
	driver_post_frame_receive(&s->rq, &sge, 1);
	post(s, arp, sizeof(arp));
	assert_true(driver_wait(&s->receive_cq, &cqe));
	assert_int_equal(cqe.bytes, 42);
	assert_memory_equal(s->to.bytes, arp, sizeof(arp));
}

/* PMTU, as ACCESS_REG writes it. */
static void set_mtu(struct driver_card *card, uint32_t mtu)
{
	uint8_t in[0x20] = {0}, out[0x20];

	ece_put_be32(in, 0x08050000);
	ece_put_be32(in + 0x08, 0x5003);
	ece_put_be32(in + 0x10, 0x00010000);
	ece_put_be32(in + 0x18, mtu << 16);
	assert_int_equal(driver_command(card, in, sizeof(in), out, sizeof(out)), 0);
}

static bool passes(struct setup *s, size_t bytes)
{
	uint8_t frame[4000] = {0};
	struct driver_cqe cqe;

	memcpy(frame, tcp, 12);
	memcpy(frame + 12, "\x88\xb5", 2);
	post_buffers(s, 1);
	post(s, frame, bytes);
	driver_settle(&s->driver);
	assert_true(driver_poll(&s->send_cq, &cqe));
	assert_int_equal(cqe.opcode, 0);
	return driver_poll(&s->receive_cq, &cqe);
}

static void the_mtu_holds_back_longer_frames(void **state)
{
	struct setup *s = *state;

	assert_true(passes(s, 1518));
	assert_false(passes(s, 1519));
	assert_int_equal(s->recorder.frames, 1);
	set_mtu(&s->driver.card[0], 2022);
	assert_false(passes(s, 1519));
	assert_int_equal(s->recorder.frames, 2);
	set_mtu(&s->driver.card[1], 2022);
	assert_true(passes(s, 2018));
	assert_false(passes(s, 2019));
}

static uint8_t sq_state(struct setup *s)
{
	uint8_t in[0x10] = {0}, out[0x110];

	ece_put_be32(in, 0x09070000);
	ece_put_be32(in + 0x08, s->sq.number);
	assert_int_equal(driver_command(&s->driver.card[0], in, sizeof(in), out, sizeof(out)), 0);
	return out[0x21] >> 4;
}

/* A request made wrong after it was posted, and before the card looks. */
static void fails_with(struct setup *s, size_t at, uint8_t byte, uint8_t syndrome)
{
	struct driver_cqe cqe;

	post(s, arp, sizeof(arp));
	s->sq.ring.bytes[at] = byte;
	driver_settle(&s->driver);
	assert_int_equal(s->recorder.frames, 0);
	assert_true(driver_poll(&s->send_cq, &cqe));
	assert_int_equal(cqe.opcode, 13);
	assert_int_equal(cqe.syndrome, syndrome);
	assert_int_equal(sq_state(s), 3);
	post(s, arp, sizeof(arp));
	driver_settle(&s->driver);
	assert_int_equal(s->recorder.frames, 0);
}

static void an_unknown_opcode_stops_the_queue(void **state)
{
	fails_with(*state, 3, 0x20, 0x02);
}

static void an_inline_header_behind_the_request_stops_the_queue(void **state)
{
	fails_with(*state, 28, 0x03, 0x02); /* 0x312 bytes */
}

static void a_key_that_does_not_exist_stops_the_queue(void **state)
{
	fails_with(*state, 54, 0x55, 0x04);
}

static void a_frame_shorter_than_its_header_stops_the_queue(void **state)
{
	struct setup *s = *state;
	struct driver_sge sge = driver_sge(&s->from, 0, 13);
	struct driver_cqe cqe;

	driver_post_frame(&s->sq, &(struct driver_frame){.sges = &sge, .sge_count = 1, .vlan = true});
	driver_settle(&s->driver);
	assert_true(driver_poll(&s->send_cq, &cqe));
	assert_int_equal(cqe.opcode, 13);
	assert_int_equal(cqe.syndrome, 0x01);
	assert_int_equal(sq_state(s), 3);
}

static void a_large_send_of_something_else_stops_the_queue(void **state)
{
	struct setup *s = *state;
	struct driver_sge sge = driver_sge(&s->from, 0, 100);
	struct driver_cqe cqe;

	driver_post_frame(&s->sq, &(struct driver_frame){.header = arp,
							 .header_bytes = sizeof(arp),
							 .sges = &sge,
							 .sge_count = 1,
							 .large = true,
							 .mss = 50});
	driver_settle(&s->driver);
	assert_true(driver_poll(&s->send_cq, &cqe));
	assert_int_equal(cqe.syndrome, 0x01);
	assert_int_equal(s->recorder.frames, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_frame_arrives_as_it_was_sent, start, stop),
		cmocka_unit_test_setup_teardown(checksums_are_offloaded_on_both_sides, start, stop),
		cmocka_unit_test_setup_teardown(a_wrong_checksum_is_told, start, stop),
		cmocka_unit_test_setup_teardown(a_vlan_tag_is_inserted, start, stop),
		cmocka_unit_test_setup_teardown(a_vlan_tag_is_taken_off_where_the_queue_wants_it, start_stripping,
						stop),
		cmocka_unit_test_setup_teardown(a_large_send_leaves_in_pieces, start, stop),
		cmocka_unit_test_setup_teardown(more_pieces_than_a_turn_has_all_leave, start, stop),
		cmocka_unit_test_setup_teardown(frames_for_others_are_dropped_unless_wanted, start, stop),
		cmocka_unit_test_setup_teardown(a_queue_without_entries_drops_and_counts, start, stop),
		cmocka_unit_test_setup_teardown(an_entry_that_is_too_short_completes_in_error, start, stop),
		cmocka_unit_test_setup_teardown(padding_asked_for_changes_nothing, start, stop),
		cmocka_unit_test_setup_teardown(the_mtu_holds_back_longer_frames, start, stop),
		cmocka_unit_test_setup_teardown(an_unknown_opcode_stops_the_queue, start, stop),
		cmocka_unit_test_setup_teardown(an_inline_header_behind_the_request_stops_the_queue, start, stop),
		cmocka_unit_test_setup_teardown(a_key_that_does_not_exist_stops_the_queue, start, stop),
		cmocka_unit_test_setup_teardown(a_frame_shorter_than_its_header_stops_the_queue, start, stop),
		cmocka_unit_test_setup_teardown(a_large_send_of_something_else_stops_the_queue, start, stop),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
