// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Messages joined to exchanges: in order, out of order, again, unfinished, rejected, and more than are kept. */
#include "tests/unit/lib/capture/bytes.h"

#include "devx/base/be.h"
#include "lib/capture/session.h"

#define TOLD_MAX 64
#define A        1 /* hosts: the last byte of 10.0.0.x */
#define B        2
#define WORD     0x30000003
#define LESS     0x20000001
#define NVIDIA   0x15b3
#define ID_A     0x0a0a0a0a
#define ID_B     0x0b0b0b0b

struct told {
	struct capture_exchange exchanges[TOLD_MAX];
	size_t count;
};

struct bench {
	struct capture_session *session;
	struct told told;
	uint64_t time_ns;
};

static void remember(void *arg, const struct capture_exchange *exchange)
{
	struct told *told = arg;

	assert_true(told->count < TOLD_MAX);
	told->exchanges[told->count++] = *exchange;
}

static struct bench *bench_new(uint32_t max)
{
	static struct bench bench;

	memset(&bench, 0, sizeof(bench));
	bench.session = capture_session_new(max, remember, &bench.told);
	assert_non_null(bench.session);
	return &bench;
}

static void bench_end(struct bench *bench)
{
	capture_session_end(bench->session);
	capture_session_free(bench->session);
	bench->session = NULL;
}

/* What a packet says; what its kind does not have stays out of it. */
struct say {
	uint8_t from, to;
	uint8_t kind;
	uint32_t local_id, remote_id;
	uint32_t vendor, options;
	uint32_t qpn, psn;
	uint16_t reason;
	uint8_t rejects, status;
	uint64_t transaction;
};

#define IPV4_BYTES   20
#define HEADER_BYTES (IPV4_BYTES + 8 + 12 + 8) /* IPv4, UDP, base transport header, datagram header */
#define BODY_AT      (HEADER_BYTES + 24)
#define PACKET_BYTES (HEADER_BYTES + CAPTURE_MAD_BYTES + 4)

static void put_vendor(uint8_t *body, const struct say *say)
{
	uint8_t high = (uint8_t)(say->vendor >> 16), middle = (uint8_t)(say->vendor >> 8), low = (uint8_t)say->vendor;

	if (say->kind == CAPTURE_REQ) {
		body[5] = high;
		body[6] = middle;
		body[7] = low;
	} else if (say->kind == CAPTURE_REP) {
		body[15] = high;
		body[19] = middle;
		body[23] = low;
	} else if (say->kind == CAPTURE_SIDR_REP) {
		body[6] = high;
		body[7] = middle;
		body[11] = low;
	}
}

static void put_numbers(uint8_t *body, const struct say *say)
{
	switch (say->kind) {
	case CAPTURE_REQ:
		ece_put_be64(body + 8, 0x1061dbb);
		ece_put_be32(body + 32, say->qpn << 8);
		ece_put_be32(body + 44, say->psn << 8);
		body[56] = say->from;
		body[72] = say->to;
		break;
	case CAPTURE_REP:
		ece_put_be32(body + 12, say->qpn << 8);
		ece_put_be32(body + 20, say->psn << 8);
		break;
	case CAPTURE_REJ:
		body[8] = (uint8_t)(say->rejects << 6);
		ece_put_be16(body + 10, say->reason);
		break;
	case CAPTURE_SIDR_REP:
		body[4] = say->status;
		ece_put_be32(body + 8, say->qpn << 8);
		break;
	default:
		break;
	}
}

static void build(const struct say *say, uint8_t packet[PACKET_BYTES])
{
	uint8_t *body = packet + BODY_AT, *mad = packet + HEADER_BYTES;

	memset(packet, 0, PACKET_BYTES);
	bytes_of("4500013400000000401100000a0000000a000000d43212b7012000006440ffff000000010000000080010000", packet);
	packet[15] = say->from;
	packet[19] = say->to;
	memcpy(mad, "\x01\x07\x02\x03", 4);
	ece_put_be64(mad + 8, say->transaction);
	mad[17] = say->kind;
	if (say->kind == CAPTURE_REQ || say->kind == CAPTURE_REP || say->kind == CAPTURE_SIDR_REP)
		ece_put_be32(mad + 20, say->options);
	ece_put_be32(body, say->local_id);
	if (say->kind != CAPTURE_REQ && say->kind != CAPTURE_SIDR_REQ && say->kind != CAPTURE_SIDR_REP)
		ece_put_be32(body + 4, say->remote_id);
	put_numbers(body, say);
	put_vendor(body, say);
}

/* One second after the packet before. */
static void hear(struct bench *bench, const struct say *say)
{
	uint8_t packet[PACKET_BYTES];
	struct capture_view view = {.at = packet, .len = sizeof(packet), .wire = sizeof(packet)};

	build(say, packet);
	bench->time_ns += 1000000000;
	assert_int_equal(capture_session_packet(bench->session, CAPTURE_LINK_IP, bench->time_ns, &view, NULL), 0);
}

static const struct say req = {.from = A,
			       .to = B,
			       .kind = CAPTURE_REQ,
			       .local_id = ID_A,
			       .vendor = NVIDIA,
			       .options = WORD,
			       .qpn = 100,
			       .psn = 1000,
			       .transaction = 77};
static const struct say rep = {.from = B,
			       .to = A,
			       .kind = CAPTURE_REP,
			       .local_id = ID_B,
			       .remote_id = ID_A,
			       .vendor = NVIDIA,
			       .options = LESS,
			       .qpn = 200,
			       .psn = 2000,
			       .transaction = 77};
static const struct say rtu = {.from = A, .to = B, .kind = CAPTURE_RTU, .local_id = ID_A, .remote_id = ID_B};
static const struct say dreq = {.from = B, .to = A, .kind = CAPTURE_DREQ, .local_id = ID_B, .remote_id = ID_A};
static const struct say drep = {.from = A, .to = B, .kind = CAPTURE_DREP, .local_id = ID_A, .remote_id = ID_B};

static const struct capture_exchange *only(const struct bench *bench)
{
	assert_int_equal(bench->told.count, 1);
	return &bench->told.exchanges[0];
}

static void assert_established(const struct capture_exchange *x)
{
	struct ece_offer agreed = capture_exchange_agreed(x);

	assert_int_equal(capture_exchange_ending(x), CAPTURE_ESTABLISHED);
	assert_int_equal(x->requester.address[15], A);
	assert_int_equal(x->responder.address[15], B);
	assert_int_equal(x->requester.gid[0], A);
	assert_int_equal(x->responder.gid[0], B);
	assert_int_equal(x->requester.qpn, 100);
	assert_int_equal(x->responder.qpn, 200);
	assert_int_equal(x->requester.psn, 1000);
	assert_int_equal(x->responder.psn, 2000);
	assert_int_equal(x->requester.comm_id, ID_A);
	assert_int_equal(x->responder.comm_id, ID_B);
	assert_int_equal(x->requester.word.options, WORD);
	assert_int_equal(x->responder.word.options, LESS);
	assert_int_equal(x->service_id, 0x1061dbb);
	assert_int_equal(x->transaction, 77);
	assert_int_equal(agreed.vendor_id, NVIDIA);
	assert_int_equal(agreed.options, LESS);
}

static void a_connection_is_told_once(void **state)
{
	struct bench *bench = bench_new(8);

	(void)state;
	hear(bench, &req);
	hear(bench, &rep);
	assert_int_equal(bench->told.count, 0);
	hear(bench, &rtu);
	assert_int_equal(bench->told.count, 1);
	hear(bench, &dreq);
	hear(bench, &drep);
	bench_end(bench);
	assert_established(only(bench));
	assert_int_equal(only(bench)->first_ns, 1000000000);
	assert_int_equal(only(bench)->last_ns, 3000000000);
	assert_int_equal(only(bench)->repeats, 0);
}

static void any_order_gives_the_same(void **state)
{
	static const struct say *const messages[] = {&req, &rep, &rtu};
	static const int orders[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

	(void)state;
	for (size_t i = 0; i < 6; i++) {
		struct bench *bench = bench_new(8);

		for (size_t j = 0; j < 3; j++)
			hear(bench, messages[orders[i][j]]);
		bench_end(bench);
		assert_established(only(bench));
	}
}

static void repeats_are_counted_not_told(void **state)
{
	struct bench *bench = bench_new(8);

	(void)state;
	hear(bench, &req);
	hear(bench, &req);
	hear(bench, &rep);
	hear(bench, &rep);
	hear(bench, &rtu);
	hear(bench, &rep);
	hear(bench, &rtu);
	assert_int_equal(capture_session_counts(bench->session)->repeats, 4);
	assert_int_equal(capture_session_counts(bench->session)->messages[CAPTURE_REP - CAPTURE_KIND_FIRST], 3);
	assert_int_equal(capture_session_counts(bench->session)->late, 0);
	bench_end(bench);
	assert_established(only(bench));
	assert_int_equal(only(bench)->repeats, 2);
}

static void what_is_missing_is_said(void **state)
{
	static const struct {
		const struct say *say[2];
		enum capture_ending ending;
	} cases[] = {
		{{&req, NULL}, CAPTURE_UNANSWERED}, {{&req, &rep}, CAPTURE_UNCONFIRMED},
		{{&rep, &rtu}, CAPTURE_NO_REQUEST}, {{&rtu, NULL}, CAPTURE_NO_REQUEST},
		{{&req, &req}, CAPTURE_UNANSWERED},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct bench *bench = bench_new(8);

		for (size_t j = 0; j < 2 && cases[i].say[j]; j++)
			hear(bench, cases[i].say[j]);
		assert_int_equal(bench->told.count, 0);
		bench_end(bench);
		assert_int_equal(capture_exchange_ending(only(bench)), cases[i].ending);
		assert_int_equal(capture_exchange_agreed(only(bench)).vendor_id, 0);
		assert_false(only(bench)->forgotten);
	}
}

/* The RTU was lost on the way to the capture. */
static void who_disconnects_was_connected(void **state)
{
	struct bench *bench = bench_new(8);

	(void)state;
	hear(bench, &req);
	hear(bench, &rep);
	hear(bench, &dreq);
	assert_established(only(bench));
	bench_end(bench);
}

static void a_disconnect_alone_is_a_stray(void **state)
{
	struct bench *bench = bench_new(8);
	struct say timeout = {.from = A, .to = B, .kind = CAPTURE_REJ, .local_id = ID_A, .rejects = 2, .reason = 4};

	(void)state;
	hear(bench, &dreq);
	hear(bench, &drep);
	hear(bench, &timeout);
	assert_int_equal(capture_session_counts(bench->session)->strays, 3);
	bench_end(bench);
	assert_int_equal(bench->told.count, 0);
}

static void assert_rejected(const struct say *first, const struct say *rej, bool by_requester)
{
	struct bench *bench = bench_new(8);

	hear(bench, &req);
	if (first)
		hear(bench, first);
	hear(bench, rej);
	assert_int_equal(capture_exchange_ending(only(bench)), CAPTURE_REJECTED);
	assert_int_equal(only(bench)->rejected_by_requester, by_requester);
	assert_int_equal(only(bench)->reason, rej->reason);
	assert_int_equal(only(bench)->rejects, rej->rejects);
	assert_int_equal(capture_exchange_agreed(only(bench)).vendor_id, 0);
	bench_end(bench);
	assert_int_equal(bench->told.count, 1);
}

static void either_end_may_reject(void **state)
{
	struct say refused = {.from = B, .to = A, .kind = CAPTURE_REJ, .remote_id = ID_A, .reason = 35};
	struct say nobody = {
		.from = B, .to = A, .kind = CAPTURE_REJ, .local_id = NVIDIA, .remote_id = ID_A, .reason = 8};
	struct say answer = {.from = A,
			     .to = B,
			     .kind = CAPTURE_REJ,
			     .local_id = ID_A,
			     .remote_id = ID_B,
			     .rejects = 1,
			     .reason = 35};
	struct say timeout = {.from = A, .to = B, .kind = CAPTURE_REJ, .local_id = ID_A, .rejects = 2, .reason = 4};
	struct say other = {.from = B,
			    .to = A,
			    .kind = CAPTURE_REJ,
			    .local_id = ID_B,
			    .remote_id = ID_A,
			    .rejects = 2,
			    .reason = 28};

	(void)state;
	assert_rejected(NULL, &refused, false);
	assert_rejected(NULL, &nobody, false);
	assert_rejected(&rep, &answer, true);
	assert_rejected(NULL, &timeout, true);
	assert_rejected(&rep, &other, false);
}

static void a_reject_may_come_before_its_request(void **state)
{
	struct say refused = {.from = B, .to = A, .kind = CAPTURE_REJ, .remote_id = ID_A, .reason = 35};
	struct bench *bench = bench_new(8);

	(void)state;
	hear(bench, &refused);
	assert_int_equal(bench->told.count, 0);
	hear(bench, &req);
	assert_int_equal(capture_exchange_ending(only(bench)), CAPTURE_REJECTED);
	assert_int_equal(only(bench)->requester.word.options, WORD);
	bench_end(bench);
}

static void agreed_needs_one_vendor_at_both_ends(void **state)
{
	static const struct {
		uint32_t asked, answered, agreed;
	} cases[] = {{NVIDIA, NVIDIA, NVIDIA}, {0x1234, 0x1234, 0x1234}, {0, 0, 0},
		     {NVIDIA, 0, 0},           {0, NVIDIA, 0},           {NVIDIA, 0x1234, 0}};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct say asks = req, answers = rep;
		struct bench *bench = bench_new(8);

		asks.vendor = cases[i].asked;
		answers.vendor = cases[i].answered;
		hear(bench, &asks);
		hear(bench, &answers);
		hear(bench, &rtu);
		assert_int_equal(capture_exchange_ending(only(bench)), CAPTURE_ESTABLISHED);
		assert_int_equal(capture_exchange_agreed(only(bench)).vendor_id, cases[i].agreed);
		assert_int_equal(capture_exchange_agreed(only(bench)).options, cases[i].agreed ? LESS : 0);
		bench_end(bench);
	}
}

/* Connections at the same time, also from B to A, under the same ids. */
static void connections_are_told_apart(void **state)
{
	struct say other_req = req, other_rep = rep, other_rtu = rtu;
	struct bench *bench = bench_new(8);

	(void)state;
	other_req.from = other_rtu.from = other_rep.to = B;
	other_req.to = other_rtu.to = other_rep.from = A;
	other_req.options = LESS;
	hear(bench, &req);
	hear(bench, &other_req);
	hear(bench, &other_rep);
	hear(bench, &rep);
	hear(bench, &rtu);
	hear(bench, &other_rtu);
	assert_int_equal(bench->told.count, 2);
	assert_established(&bench->told.exchanges[0]);
	assert_int_equal(bench->told.exchanges[1].requester.address[15], B);
	assert_int_equal(bench->told.exchanges[1].requester.word.options, LESS);
	bench_end(bench);
	assert_int_equal(bench->told.count, 2);
}

/* A's number in two connections at once: the other one of the message tells which. */
static void both_ids_are_looked_at(void **state)
{
	struct say asks = {.from = B, .to = A, .kind = CAPTURE_REQ, .local_id = 7};
	struct say rejects = {
		.from = A, .to = B, .kind = CAPTURE_REJ, .local_id = ID_A, .remote_id = 7, .rejects = 2, .reason = 28};
	struct bench *bench = bench_new(8);

	(void)state;
	hear(bench, &req);
	hear(bench, &rep);
	hear(bench, &asks);
	hear(bench, &rejects);
	assert_int_equal(only(bench)->requester.comm_id, 7);
	assert_int_equal(capture_exchange_ending(only(bench)), CAPTURE_REJECTED);
	bench_end(bench);
	assert_int_equal(capture_exchange_ending(&bench->told.exchanges[1]), CAPTURE_UNCONFIRMED);
}

/* Two captures read one after the other. */
static void time_may_go_back(void **state)
{
	struct bench *bench = bench_new(8);

	(void)state;
	bench->time_ns = 9000000000;
	hear(bench, &rep);
	bench->time_ns = 4000000000;
	hear(bench, &req);
	hear(bench, &rtu);
	assert_int_equal(only(bench)->first_ns, 5000000000);
	assert_int_equal(only(bench)->last_ns, 10000000000);
	bench_end(bench);
}

static void an_id_may_be_used_anew(void **state)
{
	struct say again = req;
	struct bench *bench = bench_new(8);

	(void)state;
	again.qpn = 101;
	hear(bench, &req);
	hear(bench, &again);
	/* the first got no answer; the second does */
	assert_int_equal(capture_exchange_ending(only(bench)), CAPTURE_UNANSWERED);
	hear(bench, &rep);
	hear(bench, &rtu);
	assert_int_equal(bench->told.count, 2);
	assert_int_equal(bench->told.exchanges[1].requester.qpn, 101);
	again.qpn = 102;
	hear(bench, &again);
	bench_end(bench);
	assert_int_equal(bench->told.count, 3);
	assert_int_equal(bench->told.exchanges[2].requester.qpn, 102);
}

static void look_ups_are_joined(void **state)
{
	struct say asks = {.from = A, .to = B, .kind = CAPTURE_SIDR_REQ, .local_id = ID_A};
	struct say answers = {.from = B,
			      .to = A,
			      .kind = CAPTURE_SIDR_REP,
			      .local_id = ID_A,
			      .qpn = 9,
			      .vendor = NVIDIA,
			      .options = WORD};
	struct bench *bench = bench_new(8);

	(void)state;
	/* a connection under the same id is another exchange */
	hear(bench, &req);
	hear(bench, &asks);
	hear(bench, &answers);
	assert_int_equal(capture_exchange_ending(only(bench)), CAPTURE_FOUND);
	assert_true(only(bench)->datagram);
	assert_int_equal(only(bench)->responder.qpn, 9);
	assert_int_equal(only(bench)->responder.word.vendor_id, NVIDIA);
	answers.to = 3;
	answers.status = 1;
	asks.from = 3;
	hear(bench, &answers);
	hear(bench, &asks);
	assert_int_equal(bench->told.count, 2);
	assert_int_equal(capture_exchange_ending(&bench->told.exchanges[1]), CAPTURE_NOT_FOUND);
	asks.from = 4;
	hear(bench, &asks);
	answers.to = 5;
	hear(bench, &answers);
	bench_end(bench);
	assert_int_equal(bench->told.count, 5);
	assert_int_equal(capture_exchange_ending(&bench->told.exchanges[2]), CAPTURE_UNANSWERED);
	assert_int_equal(capture_exchange_ending(&bench->told.exchanges[3]), CAPTURE_UNANSWERED);
	assert_int_equal(capture_exchange_ending(&bench->told.exchanges[4]), CAPTURE_NO_REQUEST);
}

/* Three places, ten requests without an answer: the oldest go, and are told of. */
static void too_many_are_forgotten_the_oldest_first(void **state)
{
	struct say asks = req;
	struct bench *bench = bench_new(3);

	(void)state;
	for (uint32_t i = 0; i < 10; i++) {
		asks.local_id = i;
		hear(bench, &asks);
	}
	assert_int_equal(bench->told.count, 7);
	assert_int_equal(capture_session_counts(bench->session)->forgotten, 7);
	bench_end(bench);
	assert_int_equal(bench->told.count, 10);
	for (uint32_t i = 0; i < 10; i++) {
		assert_int_equal(bench->told.exchanges[i].requester.comm_id, i);
		assert_int_equal(bench->told.exchanges[i].forgotten, i < 7);
	}
}

/* What is over makes room before what is not. */
static void what_is_over_goes_first(void **state)
{
	struct say asks = req;
	struct bench *bench = bench_new(2);

	(void)state;
	asks.local_id = 1;
	hear(bench, &asks);
	hear(bench, &req);
	hear(bench, &rep);
	hear(bench, &rtu);
	asks.local_id = 2;
	hear(bench, &asks);
	assert_int_equal(capture_session_counts(bench->session)->forgotten, 0);
	assert_int_equal(capture_session_counts(bench->session)->dropped, 1);
	bench_end(bench);
	assert_int_equal(bench->told.count, 3);
}

static void what_comes_late_changes_nothing_that_was_told(void **state)
{
	struct say stale = {.from = B, .to = A, .kind = CAPTURE_REJ, .local_id = ID_B, .remote_id = ID_A, .reason = 10};
	struct bench *bench = bench_new(8);

	(void)state;
	hear(bench, &req);
	hear(bench, &rep);
	hear(bench, &rtu);
	hear(bench, &stale);
	assert_int_equal(capture_session_counts(bench->session)->late, 1);
	bench_end(bench);
	assert_established(only(bench));
}

static void packets_are_counted_by_verdict(void **state)
{
	uint8_t frame[FRAME_BYTES];
	struct capture_view view = frame_of(LINUX_REQ, frame);
	struct bench *bench = bench_new(8);
	const struct capture_counts *counts = capture_session_counts(bench->session);

	(void)state;
	assert_int_equal(capture_session_packet(bench->session, CAPTURE_LINK_ETHERNET, 1, &view, NULL), 0);
	frame[BTH_AT + 7] = 9;
	assert_int_equal(capture_session_packet(bench->session, CAPTURE_LINK_ETHERNET, 2, &view, NULL), 0);
	view.len = 40;
	assert_int_equal(capture_session_packet(bench->session, CAPTURE_LINK_ETHERNET, 3, &view, NULL), 0);
	assert_int_equal(counts->packets, 3);
	assert_int_equal(counts->verdicts[CAPTURE_GOOD], 1);
	assert_int_equal(counts->verdicts[CAPTURE_DATA], 1);
	assert_int_equal(counts->verdicts[CAPTURE_CUT], 1);
	assert_int_equal(counts->messages[0], 1);
	bench_end(bench);
	assert_int_equal(capture_exchange_ending(only(bench)), CAPTURE_UNANSWERED);
}

static void services_have_ports(void **state)
{
	const char *protocol = NULL;
	uint16_t port = 0;

	(void)state;
	assert_true(capture_service_port(0x1061dbb, &protocol, &port));
	assert_string_equal(protocol, "tcp");
	assert_int_equal(port, 7611);
	assert_true(capture_service_port(0x1111c06, &protocol, &port));
	assert_string_equal(protocol, "udp");
	assert_true(capture_service_port(0x13f0001, &protocol, &port));
	assert_string_equal(protocol, "ib");
	assert_false(capture_service_port(0x100001061dbb, &protocol, &port));
	assert_int_equal(port, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_connection_is_told_once),
		cmocka_unit_test(any_order_gives_the_same),
		cmocka_unit_test(repeats_are_counted_not_told),
		cmocka_unit_test(what_is_missing_is_said),
		cmocka_unit_test(who_disconnects_was_connected),
		cmocka_unit_test(a_disconnect_alone_is_a_stray),
		cmocka_unit_test(either_end_may_reject),
		cmocka_unit_test(a_reject_may_come_before_its_request),
		cmocka_unit_test(agreed_needs_one_vendor_at_both_ends),
		cmocka_unit_test(connections_are_told_apart),
		cmocka_unit_test(both_ids_are_looked_at),
		cmocka_unit_test(time_may_go_back),
		cmocka_unit_test(an_id_may_be_used_anew),
		cmocka_unit_test(look_ups_are_joined),
		cmocka_unit_test(too_many_are_forgotten_the_oldest_first),
		cmocka_unit_test(what_is_over_goes_first),
		cmocka_unit_test(what_comes_late_changes_nothing_that_was_told),
		cmocka_unit_test(packets_are_counted_by_verdict),
		cmocka_unit_test(services_have_ports),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
