// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Unreliable connections. The packet is a literal, its checksum and invariant CRC were computed by another program.
 * What a gap in the sequence does: IBTA volume 1, 9.8.2.
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

#define MEMORY (UINT32_C(1) << 20)
#define OPCODE 42 /* where a packet over IPv4 has it */
#define PSN    53 /* its last byte */

/* SEND "hello" in one packet, the number is 0x000100. */
static const uint8_t only[66] = {
	0x0c, 0x42, 0xa1, 0x00, 0x01, 0x01, 0x0c, 0x42, 0xa1, 0x00, 0x01, 0x00, 0x08, 0x00, 0x45, 0x02, 0x00,
	0x34, 0x00, 0x00, 0x40, 0x00, 0x40, 0x11, 0x26, 0xb5, 0x0a, 0x00, 0x00, 0x01, 0x0a, 0x00, 0x00, 0x02,
	0xc3, 0x21, 0x12, 0xb7, 0x00, 0x20, 0x00, 0x00, 0x24, 0x70, 0xff, 0xff, 0x00, 0x00, 0x01, 0x00, 0x00,
	0x00, 0x01, 0x00, 0x68, 0x65, 0x6c, 0x6c, 0x6f, 0x00, 0x00, 0x00, 0x1e, 0x29, 0xc2, 0x8a,
};

struct setup {
	struct driver driver;
	struct recorder recorder;
	struct driver_cq send_cq, receive_cq;
	struct driver_qp from, to;
	struct driver_mr source, sink;
};

static void connect(struct setup *s)
{
	struct driver_link link = driver_link;

	link.source_port = 0xc321;
	driver_connect(&s->from, &s->to, &link);
}

static int start(void **state)
{
	struct setup *s = calloc(1, sizeof(*s));

	assert_non_null(s);
	driver_start(&s->driver, "cx7", "cx7");
	driver_make_cq(&s->driver.card[0], &s->send_cq, &(struct driver_cq_options){.log_entries = 6});
	driver_make_cq(&s->driver.card[1], &s->receive_cq, &(struct driver_cq_options){.log_entries = 6});
	driver_make_qp(&s->driver.card[0], &s->from,
		       &(struct driver_qp_options){.service = PRM_QP_UC, .send_cq = &s->send_cq});
	driver_make_qp(&s->driver.card[1], &s->to,
		       &(struct driver_qp_options){.service = PRM_QP_UC, .send_cq = &s->receive_cq});
	connect(s);
	driver_mr(&s->driver.card[0], &s->source, MEMORY);
	driver_mr(&s->driver.card[1], &s->sink, MEMORY);
	for (size_t i = 0; i < MEMORY; i++)
		s->source.bytes[i] = (uint8_t)(i * 31 + (i >> 8));
	recorder_start(&s->recorder, &s->driver);
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

static void post_receive(struct setup *s, size_t at, size_t bytes)
{
	struct driver_sge sge = driver_sge(&s->sink, at, bytes);

	driver_post_receive(&s->to, &sge, 1);
}

static void post(struct setup *s, enum dp_opcode opcode, size_t bytes, size_t to)
{
	struct driver_sge sge = driver_sge(&s->source, 0, bytes);

	driver_post_send(&s->from, &(struct driver_send){.opcode = opcode,
							 .sges = &sge,
							 .sge_count = 1,
							 .immediate = 0xcafe1234,
							 .remote_address = s->sink.address + to,
							 .remote_key = s->sink.key});
}

static void assert_opcodes(const struct setup *s, const uint8_t *opcodes, size_t count)
{
	assert_int_equal(s->recorder.frames, count);
	for (size_t i = 0; i < count; i++) {
		assert_int_equal(s->recorder.frame[i][OPCODE], opcodes[i]);
		assert_int_equal(s->recorder.frame[i][PSN], i);
	}
}

static void a_short_message_is_one_packet(void **state)
{
	struct setup *s = *state;
	struct driver_cqe cqe;

	memcpy(s->source.bytes, "hello", 5);
	post_receive(s, 0, 100);
	post(s, DP_OP_SEND, 5, 0);
	assert_true(driver_wait(&s->receive_cq, &cqe));
	assert_true(recorder_has(&s->recorder, 0, only, sizeof(only)));
	assert_int_equal(cqe.opcode, 2);
	assert_int_equal(cqe.bytes, 5);
	assert_int_equal(cqe.qpn, s->to.number);
	assert_int_equal(cqe.user_index, DRIVER_USER_INDEX);
	assert_memory_equal(s->sink.bytes, "hello", 5);
	assert_true(driver_poll(&s->send_cq, &cqe));
	assert_int_equal(cqe.opcode, 0);
}

static void a_longer_message_is_cut_at_the_mtu(void **state)
{
	static const uint8_t opcodes[] = {0x20, 0x21, 0x22};
	struct setup *s = *state;
	struct driver_cqe cqe;

	post_receive(s, 0, 4096);
	post(s, DP_OP_SEND, 2500, 0);
	driver_settle(&s->driver);
	assert_opcodes(s, opcodes, 3);
	assert_true(driver_poll(&s->receive_cq, &cqe));
	assert_int_equal(cqe.bytes, 2500);
	assert_memory_equal(s->sink.bytes, s->source.bytes, 2500);
	assert_false(driver_poll(&s->receive_cq, &cqe));
}

static void immediates_come_with_the_last_packet(void **state)
{
	static const uint8_t opcodes[] = {0x20, 0x23, 0x25};
	struct setup *s = *state;
	struct driver_cqe cqe;

	post_receive(s, 0, 4096);
	post_receive(s, 4096, 0);
	post(s, DP_OP_SEND_IMM, 2048, 0);
	post(s, DP_OP_SEND_IMM, 0, 0);
	driver_settle(&s->driver);
	assert_opcodes(s, opcodes, 3);
	assert_true(driver_poll(&s->receive_cq, &cqe));
	assert_int_equal(cqe.opcode, 3);
	assert_int_equal(cqe.bytes, 2048);
	assert_int_equal(cqe.immediate, 0xcafe1234);
	assert_true(driver_poll(&s->receive_cq, &cqe));
	assert_int_equal(cqe.bytes, 0);
}

static void writes_need_no_receive_entry(void **state)
{
	static const uint8_t opcodes[] = {0x26, 0x27, 0x28, 0x2a};
	struct setup *s = *state;
	struct driver_cqe cqe;

	post(s, DP_OP_WRITE, 3000, 100);
	post(s, DP_OP_WRITE, 10, 5000);
	driver_settle(&s->driver);
	assert_opcodes(s, opcodes, 4);
	assert_memory_equal(s->sink.bytes + 100, s->source.bytes, 3000);
	assert_memory_equal(s->sink.bytes + 5000, s->source.bytes, 10);
	assert_false(driver_poll(&s->receive_cq, &cqe));
	assert_int_equal(driver_counter(&s->driver.card[1], 0, DRIVER_RX_WRITE_REQUESTS), 2);
}

static void a_write_with_immediate_takes_one(void **state)
{
	static const uint8_t opcodes[] = {0x26, 0x29, 0x2b};
	struct setup *s = *state;
	struct driver_cqe cqe;

	post_receive(s, 0, 0);
	post(s, DP_OP_WRITE_IMM, 1500, 0);
	post(s, DP_OP_WRITE_IMM, 10, 2000);
	driver_settle(&s->driver);
	assert_opcodes(s, opcodes, 3);
	assert_true(driver_poll(&s->receive_cq, &cqe));
	assert_int_equal(cqe.opcode, 1);
	assert_int_equal(cqe.bytes, 1500);
	assert_int_equal(cqe.immediate, 0xcafe1234);
	assert_false(driver_poll(&s->receive_cq, &cqe)); /* no entry for the second one */
	assert_int_equal(driver_counter(&s->driver.card[1], 0, DRIVER_OUT_OF_BUFFER), 1);
}

static void more_packets_than_a_turn_has(void **state)
{
	struct setup *s = *state;
	struct driver_cqe cqe;

	post(s, DP_OP_WRITE, MEMORY, 0);
	post(s, DP_OP_WRITE, MEMORY, 0);
	driver_settle(&s->driver);
	assert_int_equal(s->recorder.frames, 2 * MEMORY / 1024);
	assert_memory_equal(s->sink.bytes, s->source.bytes, MEMORY);
	assert_true(driver_poll(&s->send_cq, &cqe));
	assert_true(driver_poll(&s->send_cq, &cqe));
	assert_int_equal(cqe.opcode, 0);
}

static void lose(struct setup *s, uint32_t packets)
{
	driver_weather(&s->driver, &(struct wire_weather){.lose_next = packets});
}

static void a_lost_packet_loses_its_message_and_no_other(void **state)
{
	struct setup *s = *state;
	struct driver_cqe cqe;

	memset(s->sink.bytes, 0xee, 8192);
	post_receive(s, 0, 4096);
	post_receive(s, 4096, 4096);
	lose(s, 1);
	post(s, DP_OP_SEND, 3000, 0); /* its first packet is lost */
	driver_settle(&s->driver);
	assert_false(driver_poll(&s->receive_cq, &cqe));
	post(s, DP_OP_SEND, 2000, 0);
	driver_settle(&s->driver);
	assert_true(driver_poll(&s->receive_cq, &cqe));
	assert_int_equal(cqe.bytes, 2000);
	assert_int_equal(cqe.counter, 0);
	assert_memory_equal(s->sink.bytes, s->source.bytes, 2000);
	assert_true(driver_poll(&s->send_cq, &cqe));
	assert_int_equal(cqe.opcode, 0);
}

/* A packet as the peer would send it, out of turn. */
static void inject(struct setup *s, uint8_t opcode, uint32_t psn, size_t bytes, const uint8_t *extended, size_t more)
{
	struct wire_path path = {
		.network = WIRE_ROCE_V2_IPV4, .vlan = WIRE_NO_VLAN, .hop_limit = 64, .source_port = 0xc321};
	struct wire_bth bth = {.opcode = opcode, .pkey = 0xffff, .qpn = s->to.number, .psn = psn};
	uint8_t payload[4096 + 32] = {0}, frame[WIRE_FRAME_MAX];
	size_t built;

	memcpy(path.dmac, s->driver.card[1].mac, 6);
	memcpy(path.smac, s->driver.card[0].mac, 6);
	driver_gid(&s->driver.card[0], DRIVER_GID_IPV4, path.sgid);
	driver_gid(&s->driver.card[1], DRIVER_GID_IPV4, path.dgid);
	if (more)
		memcpy(payload, extended, more);
	built = wire_frame_build(frame, &path, &bth, payload, more + bytes);
	dp_receive(s->driver.card[1].dp, s->driver.now_ns, frame, built);
}

static void a_gap_inside_a_message_reuses_its_entry(void **state)
{
	struct setup *s = *state;
	struct driver_cqe cqe;

	post_receive(s, 0, 4096);
	post_receive(s, 4096, 4096);
	inject(s, 0x20, 0x100, 1024, NULL, 0);
	inject(s, 0x22, 0x102, 100, NULL, 0); /* 0x101 is missing */
	assert_false(driver_poll(&s->receive_cq, &cqe));
	inject(s, 0x21, 0x103, 1024, NULL, 0); /* the middle of nothing */
	inject(s, 0x20, 0x104, 1024, NULL, 0);
	inject(s, 0x28, 0x105, 100, NULL, 0); /* the end of something else */
	assert_false(driver_poll(&s->receive_cq, &cqe));
	inject(s, 0x24, 0x106, 50, NULL, 0);
	assert_true(driver_poll(&s->receive_cq, &cqe));
	assert_int_equal(cqe.counter, 0);
	assert_int_equal(cqe.bytes, 50);
	inject(s, 0x24, 0x107, 60, NULL, 0);
	assert_true(driver_poll(&s->receive_cq, &cqe));
	assert_int_equal(cqe.counter, 1);
}

static void packets_of_the_wrong_size_are_dropped(void **state)
{
	struct setup *s = *state;
	struct driver_cqe cqe;

	post_receive(s, 0, 8192);
	inject(s, 0x20, 0x100, 1000, NULL, 0); /* a first one must be full */
	inject(s, 0x22, 0x101, 10, NULL, 0);
	inject(s, 0x20, 0x102, 1024, NULL, 0);
	inject(s, 0x22, 0x103, 0, NULL, 0); /* a last one must not be empty */
	inject(s, 0x24, 0x104, 1028, NULL, 0);
	inject(s, 0x25, 0x105, 3, NULL, 0); /* no immediate */
	assert_false(driver_poll(&s->receive_cq, &cqe));
	inject(s, 0x24, 0x106, 0, NULL, 0);
	assert_true(driver_poll(&s->receive_cq, &cqe));
	assert_int_equal(cqe.bytes, 0);
}

static void reth(const struct setup *s, uint8_t *to, uint64_t offset, uint32_t key, uint32_t bytes)
{
	ece_put_be64(to, s->sink.address + offset);
	ece_put_be32(to + 8, key);
	ece_put_be32(to + 12, bytes);
}

static bool anything_written(const struct setup *s)
{
	for (size_t i = 0; i < MEMORY; i++)
		if (s->sink.bytes[i] != 0xee)
			return true;
	return false;
}

static void writes_outside_of_what_was_announced_are_dropped(void **state)
{
	struct setup *s = *state;
	uint8_t header[16];

	memset(s->sink.bytes, 0xee, MEMORY);
	reth(s, header, 0, s->sink.key, 10);
	inject(s, 0x2a, 0x100, 12, header, 16); /* more than announced */
	reth(s, header, MEMORY - 8, s->sink.key, 12);
	inject(s, 0x2a, 0x101, 12, header, 16); /* over the end */
	reth(s, header, 0, s->sink.key + 0x100, 12);
	inject(s, 0x2a, 0x102, 12, header, 16); /* another key */
	reth(s, header, 0, s->sink.key, UINT32_MAX);
	inject(s, 0x26, 0x103, 1024, header, 16); /* longer than any message */
	assert_false(anything_written(s));
	assert_int_equal(driver_counter(&s->driver.card[1], 0, DRIVER_RESP_REMOTE_ACCESS_ERRORS), 3);
	reth(s, header, 0, s->sink.key, 12);
	inject(s, 0x2a, 0x104, 12, header, 16);
	assert_true(anything_written(s));
	assert_int_equal(driver_qp_state(&s->to), 3);
}

static void a_write_that_ends_too_early_tells_nobody(void **state)
{
	struct setup *s = *state;
	uint8_t header[16], immediate[4] = {0};
	struct driver_cqe cqe;

	post_receive(s, 0, 0);
	reth(s, header, 0, s->sink.key, 3000);
	inject(s, 0x26, 0x100, 1024, header, 16);
	inject(s, 0x29, 0x101, 100, immediate, 4);
	assert_false(driver_poll(&s->receive_cq, &cqe));
}

static void rights_of_the_queue_pair_count(void **state)
{
	struct setup *s = *state;
	struct driver_qp closed;
	uint8_t header[16];

	memset(s->sink.bytes, 0xee, MEMORY);
	driver_make_qp(&s->driver.card[1], &closed,
		       &(struct driver_qp_options){
			       .service = PRM_QP_UC, .send_cq = &s->receive_cq, .rights = DRIVER_REMOTE_READ});
	assert_int_equal(driver_qp_reset(&s->from), 0);
	s->to = closed;
	connect(s);
	reth(s, header, 0, s->sink.key, 12);
	inject(s, 0x2a, 0x100, 12, header, 16);
	assert_false(anything_written(s));
}

static void somebody_elses_packets_are_dropped(void **state)
{
	struct setup *s = *state;
	uint8_t gid[16];
	struct driver_cqe cqe;

	driver_gid(&s->driver.card[1], DRIVER_GID_IPV4, gid); /* card 0 speaks in the other one's name */
	driver_address(&s->driver.card[0], DRIVER_GID_IPV4, gid, WIRE_ROCE_V2_IPV4, WIRE_NO_VLAN);
	post_receive(s, 0, 100);
	post(s, DP_OP_SEND, 5, 0);
	driver_settle(&s->driver);
	assert_int_equal(s->recorder.frames, 1);
	assert_false(driver_poll(&s->receive_cq, &cqe));
}

static void an_entry_that_is_too_short_ends_the_queue_pair(void **state)
{
	struct setup *s = *state;
	struct driver_cqe cqe;

	post_receive(s, 0, 2000);
	post_receive(s, 0, 2000);
	post(s, DP_OP_SEND, 2500, 0);
	driver_settle(&s->driver);
	assert_true(driver_poll(&s->receive_cq, &cqe));
	assert_int_equal(cqe.opcode, 14);
	assert_int_equal(cqe.syndrome, 0x01);
	assert_int_equal(cqe.counter, 0);
	assert_int_equal(driver_qp_state(&s->to), 6);
	assert_true(driver_poll(&s->receive_cq, &cqe));
	assert_int_equal(cqe.syndrome, 0x05);
	assert_int_equal(cqe.counter, 1);
}

static void an_entry_in_use_is_flushed_with_the_others(void **state)
{
	struct setup *s = *state;
	struct driver_cqe cqe;

	post_receive(s, 0, 4096);
	post_receive(s, 0, 4096);
	inject(s, 0x20, 0x100, 1024, NULL, 0);
	assert_int_equal(driver_qp_error(&s->to), 0);
	for (uint16_t i = 0; i < 2; i++) {
		assert_true(driver_poll(&s->receive_cq, &cqe));
		assert_int_equal(cqe.syndrome, 0x05);
		assert_int_equal(cqe.counter, i);
	}
	assert_false(driver_poll(&s->receive_cq, &cqe));
}

static void requests_of_a_reliable_connection_stop_the_send_queue(void **state)
{
	struct setup *s = *state;
	struct driver_cqe cqe;

	post(s, DP_OP_READ, 100, 0);
	driver_settle(&s->driver);
	assert_true(driver_poll(&s->send_cq, &cqe));
	assert_int_equal(cqe.opcode, 13);
	assert_int_equal(cqe.syndrome, 0x02);
	assert_int_equal(driver_qp_state(&s->from), 4);
	assert_int_equal(s->recorder.frames, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_short_message_is_one_packet, start, stop),
		cmocka_unit_test_setup_teardown(a_longer_message_is_cut_at_the_mtu, start, stop),
		cmocka_unit_test_setup_teardown(immediates_come_with_the_last_packet, start, stop),
		cmocka_unit_test_setup_teardown(writes_need_no_receive_entry, start, stop),
		cmocka_unit_test_setup_teardown(a_write_with_immediate_takes_one, start, stop),
		cmocka_unit_test_setup_teardown(more_packets_than_a_turn_has, start, stop),
		cmocka_unit_test_setup_teardown(a_lost_packet_loses_its_message_and_no_other, start, stop),
		cmocka_unit_test_setup_teardown(a_gap_inside_a_message_reuses_its_entry, start, stop),
		cmocka_unit_test_setup_teardown(packets_of_the_wrong_size_are_dropped, start, stop),
		cmocka_unit_test_setup_teardown(writes_outside_of_what_was_announced_are_dropped, start, stop),
		cmocka_unit_test_setup_teardown(a_write_that_ends_too_early_tells_nobody, start, stop),
		cmocka_unit_test_setup_teardown(rights_of_the_queue_pair_count, start, stop),
		cmocka_unit_test_setup_teardown(somebody_elses_packets_are_dropped, start, stop),
		cmocka_unit_test_setup_teardown(an_entry_that_is_too_short_ends_the_queue_pair, start, stop),
		cmocka_unit_test_setup_teardown(an_entry_in_use_is_flushed_with_the_others, start, stop),
		cmocka_unit_test_setup_teardown(requests_of_a_reliable_connection_stop_the_send_queue, start, stop),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
