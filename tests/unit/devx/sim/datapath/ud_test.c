// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Datagrams and QP1. The packets are literals; their checksums and invariant CRCs were computed by another program.
 * Completions: Linux include/linux/mlx5/device.h (mlx5_cqe64); Q_Keys and states: IBTA volume 1, 10.2.5 and 10.3.1.
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

#define BUFFER 8192

/* SEND "hello" from QP 0x100 to QP 0x100. */
static const uint8_t over_ipv4[74] = {
	0x0c, 0x42, 0xa1, 0x00, 0x01, 0x01, 0x0c, 0x42, 0xa1, 0x00, 0x01, 0x00, 0x08, 0x00, 0x45,
	0x00, 0x00, 0x3c, 0x00, 0x00, 0x40, 0x00, 0x40, 0x11, 0x26, 0xaf, 0x0a, 0x00, 0x00, 0x01,
	0x0a, 0x00, 0x00, 0x02, 0xc3, 0x21, 0x12, 0xb7, 0x00, 0x28, 0x00, 0x00, 0x64, 0x70, 0xff,
	0xff, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x11, 0x11, 0x11, 0x11, 0x00, 0x00,
	0x01, 0x00, 0x68, 0x65, 0x6c, 0x6c, 0x6f, 0x00, 0x00, 0x00, 0xcf, 0x81, 0x30, 0x45,
};

static const uint8_t over_ipv6[94] = {
	0x0c, 0x42, 0xa1, 0x00, 0x01, 0x01, 0x0c, 0x42, 0xa1, 0x00, 0x01, 0x00, 0x86, 0xdd, 0x60, 0x00,
	0x00, 0x00, 0x00, 0x28, 0x11, 0x40, 0xfe, 0x80, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x0e, 0x42,
	0xa1, 0xff, 0xfe, 0x00, 0x01, 0x00, 0xfe, 0x80, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x0e, 0x42,
	0xa1, 0xff, 0xfe, 0x00, 0x01, 0x01, 0xc3, 0x21, 0x12, 0xb7, 0x00, 0x28, 0x00, 0x00, 0x64, 0x70,
	0xff, 0xff, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x11, 0x11, 0x11, 0x11, 0x00, 0x00,
	0x01, 0x00, 0x68, 0x65, 0x6c, 0x6c, 0x6f, 0x00, 0x00, 0x00, 0x44, 0x36, 0x9b, 0x94,
};

static const uint8_t version_1[86] = {
	0x0c, 0x42, 0xa1, 0x00, 0x01, 0x01, 0x0c, 0x42, 0xa1, 0x00, 0x01, 0x00, 0x89, 0x15, 0x60, 0x00, 0x00, 0x00,
	0x00, 0x20, 0x1b, 0x40, 0xfe, 0x80, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x0e, 0x42, 0xa1, 0xff, 0xfe, 0x00,
	0x01, 0x00, 0xfe, 0x80, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x0e, 0x42, 0xa1, 0xff, 0xfe, 0x00, 0x01, 0x01,
	0x64, 0x70, 0xff, 0xff, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x11, 0x11, 0x11, 0x11, 0x00, 0x00,
	0x01, 0x00, 0x68, 0x65, 0x6c, 0x6c, 0x6f, 0x00, 0x00, 0x00, 0xd6, 0xca, 0x1b, 0x66,
};

/* SEND "abcd" with immediate 0xcafe1234, solicited. */
static const uint8_t with_immediate[74] = {
	0x0c, 0x42, 0xa1, 0x00, 0x01, 0x01, 0x0c, 0x42, 0xa1, 0x00, 0x01, 0x00, 0x08, 0x00, 0x45,
	0x00, 0x00, 0x3c, 0x00, 0x00, 0x40, 0x00, 0x40, 0x11, 0x26, 0xaf, 0x0a, 0x00, 0x00, 0x01,
	0x0a, 0x00, 0x00, 0x02, 0xc3, 0x21, 0x12, 0xb7, 0x00, 0x28, 0x00, 0x00, 0x65, 0xc0, 0xff,
	0xff, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x11, 0x11, 0x11, 0x11, 0x00, 0x00,
	0x01, 0x00, 0xca, 0xfe, 0x12, 0x34, 0x61, 0x62, 0x63, 0x64, 0x92, 0x0e, 0x41, 0xab,
};

/* A QP on each card. */
struct setup {
	struct driver driver;
	struct recorder recorder;
	struct driver_cq send_cq, receive_cq, other_cq;
	struct driver_qp from, to;
	struct driver_mr source, sink;
};

static struct setup *start_with(enum prm_qp_service service, uint32_t q_key)
{
	struct setup *s = calloc(1, sizeof(*s));

	assert_non_null(s);
	driver_start(&s->driver, "cx7", "cx7");
	driver_make_cq(&s->driver.card[0], &s->send_cq, &(struct driver_cq_options){.log_entries = 6});
	driver_make_cq(&s->driver.card[1], &s->receive_cq, &(struct driver_cq_options){.log_entries = 6});
	driver_make_cq(&s->driver.card[1], &s->other_cq, &(struct driver_cq_options){.log_entries = 6});
	driver_make_qp(&s->driver.card[0], &s->from,
		       &(struct driver_qp_options){.service = service, .send_cq = &s->send_cq, .q_key = q_key});
	driver_make_qp(
		&s->driver.card[1], &s->to,
		&(struct driver_qp_options){
			.service = service, .send_cq = &s->other_cq, .receive_cq = &s->receive_cq, .q_key = q_key});
	driver_ready(&s->from);
	driver_ready(&s->to);
	driver_mr(&s->driver.card[0], &s->source, BUFFER);
	driver_mr(&s->driver.card[1], &s->sink, BUFFER);
	recorder_start(&s->recorder, &s->driver);
	return s;
}

static int start(void **state)
{
	*state = start_with(PRM_QP_UD, DRIVER_Q_KEY);
	return 0;
}

static int stop(void **state)
{
	struct setup *s = *state;

	driver_stop(&s->driver);
	free(s);
	return 0;
}

static void post_receive(struct setup *s, size_t bytes)
{
	struct driver_sge sge = driver_sge(&s->sink, 0, bytes);

	driver_post_receive(&s->to, &sge, 1);
}

static void post_to(struct setup *s, const struct driver_address *address, const char *data, size_t bytes)
{
	struct driver_sge sge = driver_sge(&s->source, 0, bytes);

	memcpy(s->source.bytes, data, bytes);
	driver_post_send(&s->from,
			 &(struct driver_send){.opcode = DP_OP_SEND, .sges = &sge, .sge_count = 1, .address = address});
}

static void post(struct setup *s, const char *text)
{
	struct driver_address address = driver_address_of(&s->to, DRIVER_GID_IPV4);

	post_to(s, &address, text, strlen(text));
}

static void a_datagram_over_ipv4(void **state)
{
	static const uint8_t nothing[20];
	struct setup *s = *state;
	struct driver_cqe cqe;

	memset(s->sink.bytes, 0xee, 40);
	post_receive(s, BUFFER);
	post(s, "hello");
	driver_settle(&s->driver);
	assert_int_equal(s->recorder.frames, 1);
	assert_true(recorder_has(&s->recorder, 0, over_ipv4, sizeof(over_ipv4)));
	assert_true(driver_poll(&s->send_cq, &cqe));
	assert_int_equal(cqe.opcode, 0);
	assert_int_equal(cqe.sent_opcode, 0x0a);
	assert_int_equal(cqe.user_index, DRIVER_USER_INDEX);
	assert_true(driver_poll(&s->receive_cq, &cqe));
	assert_int_equal(cqe.opcode, 2);
	assert_int_equal(cqe.bytes, 45);
	assert_int_equal(cqe.source_qp, 0x100);
	assert_int_equal(cqe.qpn, 0x100);
	assert_int_equal(cqe.user_index, DRIVER_USER_INDEX);
	assert_int_equal(cqe.grh, 1);
	assert_int_equal(cqe.network, 2);
	assert_int_equal(cqe.immediate, 0xffff); /* partition key */
	assert_memory_equal(s->sink.bytes, nothing, 20);
	assert_memory_equal(s->sink.bytes + 20, over_ipv4 + 14, 20);
	assert_memory_equal(s->sink.bytes + 40, "hello", 5);
}

static void a_datagram_over_ipv6(void **state)
{
	struct setup *s = *state;
	struct driver_address address = driver_address_of(&s->to, DRIVER_GID_IPV6);
	struct driver_cqe cqe;

	post_receive(s, BUFFER);
	post_to(s, &address, "hello", 5);
	assert_true(driver_wait(&s->receive_cq, &cqe));
	assert_true(recorder_has(&s->recorder, 0, over_ipv6, sizeof(over_ipv6)));
	assert_int_equal(cqe.network, 1);
	assert_memory_equal(s->sink.bytes, over_ipv6 + 14, 40);
	assert_memory_equal(s->sink.bytes + 40, "hello", 5);
}

static void a_datagram_of_version_1(void **state)
{
	struct setup *s = *state;
	struct driver_address address = driver_address_of(&s->to, DRIVER_GID_V1);
	struct driver_cqe cqe;

	post_receive(s, BUFFER);
	post_to(s, &address, "hello", 5);
	assert_true(driver_wait(&s->receive_cq, &cqe));
	assert_true(recorder_has(&s->recorder, 0, version_1, sizeof(version_1)));
	assert_int_equal(cqe.network, 0);
	assert_int_equal(cqe.grh, 1);
	assert_memory_equal(s->sink.bytes, version_1 + 14, 40);
	assert_memory_equal(s->sink.bytes + 40, "hello", 5);
}

static void a_vlan_is_told(void **state)
{
	struct setup *s = *state;
	struct driver_address address = driver_address_of(&s->to, DRIVER_GID_IPV4);
	struct driver_cqe cqe;
	uint8_t gid[16];

	driver_gid(&s->driver.card[0], DRIVER_GID_IPV4, gid);
	driver_address(&s->driver.card[0], 7, gid, WIRE_ROCE_V2_IPV4, 100);
	address.source = (enum driver_gid)7;
	address.priority = 5;
	post_receive(s, BUFFER);
	post_to(s, &address, "hello", 5);
	assert_true(driver_wait(&s->receive_cq, &cqe));
	assert_memory_equal(s->recorder.frame[0] + 12, "\x81\x00\xa0\x64", 4);
	assert_int_equal(cqe.raw[29] & 1, 1);
	assert_int_equal(ece_be16(cqe.raw + 30), 0xa064);
}

static void an_immediate_and_a_solicited_event(void **state)
{
	struct setup *s = *state;
	struct driver_address address = driver_address_of(&s->to, DRIVER_GID_IPV4);
	struct driver_cqe cqe;

	post_receive(s, BUFFER);
	post_receive(s, BUFFER);
	driver_arm(&s->receive_cq, true);
	post(s, "hello");
	driver_settle(&s->driver);
	assert_int_equal(s->driver.card[1].completions, 0);
	assert_true(driver_poll(&s->receive_cq, &cqe));
	driver_post_send(&s->from, &(struct driver_send){.opcode = DP_OP_SEND_IMM,
							 .inline_data = "abcd",
							 .inline_bytes = 4,
							 .immediate = 0xcafe1234,
							 .solicited = true,
							 .address = &address});
	driver_settle(&s->driver);
	assert_int_equal(s->driver.card[1].completions, 1);
	assert_int_equal(s->driver.card[1].last_cqn, s->receive_cq.number);
	assert_true(driver_poll(&s->receive_cq, &cqe));
	assert_int_equal(cqe.opcode, 3);
	assert_int_equal(cqe.immediate, 0xcafe1234);
	assert_int_equal(cqe.bytes, 44);
	assert_int_equal(cqe.counter, 1);
	/* All but the packet's number, which is the second one, and what covers it. */
	assert_memory_equal(s->recorder.frame[1], with_immediate, 50);
	assert_memory_equal(s->recorder.frame[1] + 50, "\0\0\0\1", 4);
	assert_memory_equal(s->recorder.frame[1] + 54, with_immediate + 54, 16);
}

static void an_immediate_first(void **state)
{
	struct setup *s = *state;
	struct driver_address address = driver_address_of(&s->to, DRIVER_GID_IPV4);
	struct driver_cqe cqe;

	post_receive(s, BUFFER);
	driver_post_send(&s->from, &(struct driver_send){.opcode = DP_OP_SEND_IMM,
							 .inline_data = "abcd",
							 .inline_bytes = 4,
							 .immediate = 0xcafe1234,
							 .solicited = true,
							 .unsignalled = true,
							 .address = &address});
	assert_true(driver_wait(&s->receive_cq, &cqe));
	assert_true(recorder_has(&s->recorder, 0, with_immediate, sizeof(with_immediate)));
	assert_memory_equal(s->sink.bytes + 40, "abcd", 4);
	assert_false(driver_poll(&s->send_cq, &cqe));
}

/* Buffers of QP1 are named by their bus address and the reserved key, as the kernel does. */
static struct driver_sge physical(struct driver_card *card, size_t bytes)
{
	uint8_t *at = arena_take(&card->memory, bytes, 4096);

	return (struct driver_sge){(uint32_t)bytes, DRIVER_RESERVED_LKEY, arena_linear(&card->memory, at)};
}

static void a_management_datagram_between_the_qp1s(void **state)
{
	struct setup *s = start_with(PRM_QP_QP1, 0x22222222); /* that of QP1 does not depend on its context */
	struct driver_address address = driver_address_of(&s->to, DRIVER_GID_IPV4);
	struct driver_sge send = physical(&s->driver.card[0], 256), receive = physical(&s->driver.card[1], 296);
	uint8_t mad[256], got[296];
	struct driver_cqe cqe;

	*state = s;
	for (size_t i = 0; i < sizeof(mad); i++)
		mad[i] = (uint8_t)(i * 7 + 1);
	assert_true(arena_write(&s->driver.card[0].memory, send.address, mad, sizeof(mad)));
	address.q_key = 0x12345678; /* QP1 has its own */
	driver_post_receive(&s->to, &receive, 1);
	driver_post_send(&s->from, &(struct driver_send){
					   .opcode = DP_OP_SEND, .sges = &send, .sge_count = 1, .address = &address});
	assert_true(driver_wait(&s->receive_cq, &cqe));
	assert_int_equal(cqe.bytes, 296);
	assert_int_equal(cqe.source_qp, 1);
	assert_int_equal(cqe.qpn, s->to.number);
	assert_int_equal(cqe.immediate, 0xffff);
	assert_true(arena_read(&s->driver.card[1].memory, receive.address, got, sizeof(got)));
	assert_memory_equal(got + 40, mad, sizeof(mad));
	assert_memory_equal(s->recorder.frame[0] + 42, "\x64\x40\xff\xff\0\0\0\1\0\0\0\0\x80\x01\0\0\0\0\0\1", 20);
	stop(state);
}

static uint32_t violations(struct driver_card *card)
{
	uint8_t in[0x10] = {0}, out[0x110];

	ece_put_be32(in, 0x07540000);
	assert_int_equal(driver_command(card, in, sizeof(in), out, sizeof(out)), 0);
	return ece_be16(out + 0x10 + 0x68);
}

static void assert_dropped(struct setup *s)
{
	struct driver_cqe cqe;

	driver_settle(&s->driver);
	assert_false(driver_poll(&s->receive_cq, &cqe));
	assert_int_equal(s->driver.card[1].dp->dropped, 1);
}

static void a_wrong_qkey_is_dropped_and_counted(void **state)
{
	struct setup *s = *state;
	struct driver_address address = driver_address_of(&s->to, DRIVER_GID_IPV4);

	address.q_key = 0x22222222;
	post_receive(s, BUFFER);
	post_to(s, &address, "hello", 5);
	assert_dropped(s);
	assert_int_equal(violations(&s->driver.card[1]), 1);
}

static void the_senders_own_qkey_goes_out_when_asked_for(void **state)
{
	struct setup *s = *state;
	struct driver_address address = driver_address_of(&s->to, DRIVER_GID_IPV4);
	struct driver_cqe cqe;

	address.q_key = 0x80000000;
	post_receive(s, BUFFER);
	post_to(s, &address, "hello", 5);
	assert_true(driver_wait(&s->receive_cq, &cqe));
	assert_true(recorder_has(&s->recorder, 0, over_ipv4, sizeof(over_ipv4)));
}

static void nothing_posted_is_dropped_and_counted(void **state)
{
	struct setup *s = *state;

	post(s, "hello");
	assert_dropped(s);
	assert_int_equal(driver_counter(&s->driver.card[1], 0, DRIVER_OUT_OF_BUFFER), 1);
}

static void a_number_that_nobody_has_is_dropped(void **state)
{
	struct setup *s = *state;
	struct driver_address address = driver_address_of(&s->to, DRIVER_GID_IPV4);

	address.qpn = 0x777;
	post_receive(s, BUFFER);
	post_to(s, &address, "hello", 5);
	assert_dropped(s);
}

static void a_mac_of_somebody_else_is_dropped(void **state)
{
	struct setup *s = *state;
	struct driver_address address = driver_address_of(&s->to, DRIVER_GID_IPV4);

	address.mac[5]++;
	post_receive(s, BUFFER);
	post_to(s, &address, "hello", 5);
	assert_dropped(s);
}

static void a_queue_pair_in_init_receives_nothing(void **state)
{
	struct setup *s = *state;

	assert_int_equal(driver_qp_reset(&s->to), 0);
	assert_int_equal(driver_qp_init(&s->to), 0);
	post_receive(s, BUFFER);
	post(s, "hello");
	assert_dropped(s);
}

static void a_queue_pair_sends_when_it_is_ready(void **state)
{
	struct setup *s = *state;

	assert_int_equal(driver_qp_reset(&s->from), 0);
	assert_int_equal(driver_qp_init(&s->from), 0);
	post(s, "hello");
	driver_settle(&s->driver);
	assert_int_equal(s->recorder.frames, 0);
	assert_int_equal(driver_qp_rtr(&s->from, &driver_link, &(struct driver_peer){0}, 0), 0);
	driver_settle(&s->driver);
	assert_int_equal(s->recorder.frames, 0);
	assert_int_equal(driver_qp_rts(&s->from, &driver_link, 0, 0), 0);
	driver_settle(&s->driver);
	assert_int_equal(s->recorder.frames, 1);
}

static void a_receive_buffer_that_is_too_short_ends_its_queue_pair(void **state)
{
	struct setup *s = *state;
	struct driver_cqe cqe;

	post_receive(s, 44);
	post_receive(s, BUFFER);
	post(s, "hello");
	driver_settle(&s->driver);
	assert_true(driver_poll(&s->receive_cq, &cqe));
	assert_int_equal(cqe.opcode, 14);
	assert_int_equal(cqe.syndrome, 0x01);
	assert_int_equal(driver_qp_state(&s->to), 6);
	assert_true(driver_poll(&s->receive_cq, &cqe));
	assert_int_equal(cqe.syndrome, 0x05);
	assert_int_equal(driver_counter(&s->driver.card[1], 0, DRIVER_RESP_LOCAL_LENGTH_ERROR), 1);
}

static void memory_that_may_not_be_written_ends_the_queue_pair(void **state)
{
	struct setup *s = *state;
	struct driver_mr readable;
	struct driver_sge sge;
	struct driver_cqe cqe;

	driver_make_mr(&s->driver.card[1], &readable,
		       &(struct driver_mr_options){.bytes = BUFFER, .rights = DRIVER_LOCAL_READ});
	sge = driver_sge(&readable, 0, BUFFER);
	driver_post_receive(&s->to, &sge, 1);
	post(s, "hello");
	assert_true(driver_wait(&s->receive_cq, &cqe));
	assert_int_equal(cqe.opcode, 14);
	assert_int_equal(cqe.syndrome, 0x04);
	assert_int_equal(driver_qp_state(&s->to), 6);
}

/* A request made wrong in its ring before the card looks, and one behind it. */
static void fails_with(struct setup *s, size_t at, uint8_t byte, uint8_t syndrome)
{
	struct driver_cqe cqe;

	post_receive(s, BUFFER);
	post(s, "hello");
	s->from.send.bytes[at] = byte;
	post(s, "later");
	driver_settle(&s->driver);
	assert_int_equal(s->recorder.frames, 0);
	assert_true(driver_poll(&s->send_cq, &cqe));
	assert_int_equal(cqe.opcode, 13);
	assert_int_equal(cqe.syndrome, syndrome);
	assert_int_equal(driver_qp_state(&s->from), 4);
	assert_true(driver_poll(&s->send_cq, &cqe));
	assert_int_equal(cqe.syndrome, 0x05);
	assert_false(driver_poll(&s->send_cq, &cqe));
}

/* libmlx5 leaves the bit for a route header clear. */
static void an_address_that_says_nothing_of_a_route_header_will_do(void **state)
{
	struct setup *s = *state;
	struct driver_cqe cqe;

	post_receive(s, BUFFER);
	post(s, "hello");
	s->from.send.bytes[16 + 0x1c] &= 0xbf;
	assert_true(driver_wait(&s->receive_cq, &cqe));
	assert_true(recorder_has(&s->recorder, 0, over_ipv4, sizeof(over_ipv4)));
}

static void a_source_that_is_not_set_stops_the_send_queue(void **state)
{
	fails_with(*state, 16 + 0x1d, 0xf0, 0x02);
}

static void an_opcode_of_another_transport_stops_the_send_queue(void **state)
{
	fails_with(*state, 3, 0x08, 0x02);
}

static void a_key_that_does_not_exist_stops_the_send_queue(void **state)
{
	fails_with(*state, 64 + 4, 0x7f, 0x04);
}

static void a_message_that_is_too_long_stops_the_send_queue(void **state)
{
	fails_with(*state, 64 + 2, 0x20, 0x01);
}

static void the_receive_side_goes_on_behind_a_send_error(void **state)
{
	struct setup *s = *state;
	struct driver_address back = driver_address_of(&s->from, DRIVER_GID_IPV4);
	struct driver_sge into = driver_sge(&s->source, 0, BUFFER);
	struct driver_cqe cqe;

	fails_with(s, 3, 0x08, 0x02);
	driver_post_receive(&s->from, &into, 1);
	driver_post_send(&s->to,
			 &(struct driver_send){
				 .opcode = DP_OP_SEND, .inline_data = "back", .inline_bytes = 4, .address = &back});
	assert_true(driver_wait(&s->send_cq, &cqe));
	assert_int_equal(cqe.opcode, 2);
	assert_memory_equal(s->source.bytes + 40, "back", 4);
	post(s, "never");
	assert_true(driver_wait(&s->send_cq, &cqe));
	assert_int_equal(cqe.syndrome, 0x05);
	assert_int_equal(s->recorder.frames, 1);
}

static void the_longest_message_and_an_empty_one(void **state)
{
	struct setup *s = *state;
	struct driver_address address = driver_address_of(&s->to, DRIVER_GID_IPV4);
	static char long_one[4096];
	struct driver_cqe cqe;

	memset(long_one, 'x', sizeof(long_one));
	post_receive(s, 4136);
	post_receive(s, 40);
	post_to(s, &address, long_one, sizeof(long_one));
	driver_settle(&s->driver);
	post_to(s, &address, "", 0);
	driver_settle(&s->driver);
	assert_true(driver_poll(&s->receive_cq, &cqe));
	assert_int_equal(cqe.bytes, 4136);
	assert_memory_equal(s->sink.bytes + 40, long_one, sizeof(long_one));
	assert_true(driver_poll(&s->receive_cq, &cqe));
	assert_int_equal(cqe.bytes, 40);
}

static void a_datagram_to_oneself_needs_no_cable(void **state)
{
	struct setup *s = *state;
	struct driver_address own = driver_address_of(&s->from, DRIVER_GID_IPV4);
	struct driver_sge into = driver_sge(&s->source, 4096, 100);
	struct driver_cqe cqe;

	driver_post_receive(&s->from, &into, 1);
	post_to(s, &own, "hello", 5);
	driver_settle(&s->driver);
	assert_int_equal(s->recorder.frames, 0);
	assert_true(driver_poll(&s->send_cq, &cqe));
	assert_int_equal(cqe.opcode, 0);
	assert_true(driver_poll(&s->send_cq, &cqe));
	assert_int_equal(cqe.opcode, 2);
	assert_memory_equal(s->source.bytes + 4136, "hello", 5);
}

static void a_shared_receive_queue_feeds_datagrams(void **state)
{
	struct setup *s = *state;
	struct driver_srq srq;
	struct driver_qp shared;
	struct driver_address address;
	struct driver_sge sge = driver_sge(&s->sink, 0, BUFFER);
	struct driver_cqe cqe;

	driver_make_srq(&s->driver.card[1], &srq, &(struct driver_srq_options){.log_entries = 4});
	driver_make_qp(&s->driver.card[1], &shared,
		       &(struct driver_qp_options){.service = PRM_QP_UD,
						   .send_cq = &s->other_cq,
						   .receive_cq = &s->receive_cq,
						   .srq = &srq,
						   .user_index = 0x777});
	driver_ready(&shared);
	driver_post_srq(&srq, &sge, 1);
	address = driver_address_of(&shared, DRIVER_GID_IPV4);
	post_to(s, &address, "hello", 5);
	assert_true(driver_wait(&s->receive_cq, &cqe));
	assert_int_equal(cqe.user_index, 0x777);
	assert_int_equal(cqe.qpn, shared.number);
	assert_memory_equal(s->sink.bytes + 40, "hello", 5);
}

/* ATTACH_TO_MCG 0x806 or DETACH_FROM_MCG 0x807. */
static void group(struct driver_qp *qp, uint32_t opcode, const uint8_t *gid)
{
	uint8_t in[0x20] = {0}, out[0x10];

	ece_put_be32(in, opcode << 16);
	ece_put_be32(in + 0x08, qp->number);
	memcpy(in + 0x10, gid, 16);
	assert_int_equal(driver_command(qp->card, in, sizeof(in), out, sizeof(out)), 0);
}

static void a_group_gets_its_packets_and_a_member_at_home_a_copy(void **state)
{
	struct setup *s = *state;
	struct driver_address address = {
		.qpn = 0xffffff,
		.q_key = DRIVER_Q_KEY,
		.source = DRIVER_GID_IPV4,
		.mac = {0x01, 0x00, 0x5e, 0x01, 0x02, 0x03},
		.gid = {[10] = 0xff, 0xff, 239, 1, 2, 3},
		.source_port = 0xc321,
	};
	struct driver_sge home = driver_sge(&s->source, 4096, 100);
	struct driver_cqe cqe;

	post_receive(s, BUFFER);
	post_receive(s, BUFFER);
	post_to(s, &address, "hello", 5);
	driver_settle(&s->driver);
	assert_false(driver_poll(&s->receive_cq, &cqe)); /* nobody is in it */
	group(&s->to, 0x806, address.gid);
	post_to(s, &address, "hello", 5);
	assert_true(driver_wait(&s->receive_cq, &cqe));
	assert_memory_equal(s->recorder.frame[1], "\x01\x00\x5e\x01\x02\x03", 6);
	assert_memory_equal(s->sink.bytes + 36, "\xef\x01\x02\x03", 4);
	assert_memory_equal(s->sink.bytes + 40, "hello", 5);
	assert_int_equal(s->driver.card[0].dp->loop.frames, 0);
	group(&s->from, 0x806, address.gid);
	driver_post_receive(&s->from, &home, 1);
	driver_settle(&s->driver);
	while (driver_poll(&s->send_cq, &cqe))
		assert_int_equal(cqe.opcode, 0);
	post_to(s, &address, "again", 5);
	driver_settle(&s->driver);
	assert_true(driver_poll(&s->receive_cq, &cqe));
	assert_true(driver_poll(&s->send_cq, &cqe));
	assert_true(driver_poll(&s->send_cq, &cqe));
	assert_int_equal(cqe.opcode, 2);
	assert_memory_equal(s->source.bytes + 4136, "again", 5);
	group(&s->to, 0x807, address.gid);
	post_to(s, &address, "later", 5);
	driver_settle(&s->driver);
	assert_false(driver_poll(&s->receive_cq, &cqe));
	assert_int_equal(s->recorder.frames, 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_datagram_over_ipv4, start, stop),
		cmocka_unit_test_setup_teardown(a_datagram_over_ipv6, start, stop),
		cmocka_unit_test_setup_teardown(a_datagram_of_version_1, start, stop),
		cmocka_unit_test_setup_teardown(a_vlan_is_told, start, stop),
		cmocka_unit_test_setup_teardown(an_immediate_and_a_solicited_event, start, stop),
		cmocka_unit_test_setup_teardown(an_immediate_first, start, stop),
		cmocka_unit_test(a_management_datagram_between_the_qp1s),
		cmocka_unit_test_setup_teardown(a_wrong_qkey_is_dropped_and_counted, start, stop),
		cmocka_unit_test_setup_teardown(the_senders_own_qkey_goes_out_when_asked_for, start, stop),
		cmocka_unit_test_setup_teardown(nothing_posted_is_dropped_and_counted, start, stop),
		cmocka_unit_test_setup_teardown(a_number_that_nobody_has_is_dropped, start, stop),
		cmocka_unit_test_setup_teardown(a_mac_of_somebody_else_is_dropped, start, stop),
		cmocka_unit_test_setup_teardown(a_queue_pair_in_init_receives_nothing, start, stop),
		cmocka_unit_test_setup_teardown(a_queue_pair_sends_when_it_is_ready, start, stop),
		cmocka_unit_test_setup_teardown(a_receive_buffer_that_is_too_short_ends_its_queue_pair, start, stop),
		cmocka_unit_test_setup_teardown(memory_that_may_not_be_written_ends_the_queue_pair, start, stop),
		cmocka_unit_test_setup_teardown(an_address_that_says_nothing_of_a_route_header_will_do, start, stop),
		cmocka_unit_test_setup_teardown(a_source_that_is_not_set_stops_the_send_queue, start, stop),
		cmocka_unit_test_setup_teardown(an_opcode_of_another_transport_stops_the_send_queue, start, stop),
		cmocka_unit_test_setup_teardown(a_key_that_does_not_exist_stops_the_send_queue, start, stop),
		cmocka_unit_test_setup_teardown(a_message_that_is_too_long_stops_the_send_queue, start, stop),
		cmocka_unit_test_setup_teardown(the_receive_side_goes_on_behind_a_send_error, start, stop),
		cmocka_unit_test_setup_teardown(the_longest_message_and_an_empty_one, start, stop),
		cmocka_unit_test_setup_teardown(a_datagram_to_oneself_needs_no_cable, start, stop),
		cmocka_unit_test_setup_teardown(a_group_gets_its_packets_and_a_member_at_home_a_copy, start, stop),
		cmocka_unit_test_setup_teardown(a_shared_receive_queue_feeds_datagrams, start, stop),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
