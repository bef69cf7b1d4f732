// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Between agent and guard: what is taken, what is not, and what an agent does with a guard that is odd or stuck. */
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "lib/base/clock.h"
#include "lib/host/datagram.h"
#include "lib/host/guard_socket.h"
#include "tests/unit/lib/host/bench.h"

static struct protocol_request *decode(const char *line)
{
	struct protocol_request *request;

	assert_int_equal(protocol_request_decode(line, strlen(line), &request, NULL), 0);
	return request;
}

/* A request through its datagrams and back. */
static struct protocol_request *carry(const struct protocol_request *request)
{
	struct intake intake = {0};
	struct datagram_order order;
	int ret;

	datagram_of_order(request, &order);
	ret = intake_take(&intake, &order, sizeof(order), NULL);
	if (request->proof) {
		struct datagram_proof proof;

		assert_int_equal(ret, 0);
		datagram_of_proof(request->proof, &proof);
		ret = intake_take(&intake, &proof, sizeof(proof), NULL);
	}
	for (size_t c = 0; c < request->card_count; c++)
		for (size_t i = 0; i < request->cards[c].set_count; i++) {
			struct datagram_set set;

			assert_int_equal(ret, 0);
			datagram_of_set(&request->cards[c], i, &set);
			ret = intake_take(&intake, &set, sizeof(set), NULL);
		}
	for (size_t i = 0; i < request->param_count + request->counter_count; i++) {
		struct datagram_name name;

		assert_int_equal(ret, 0);
		datagram_of_name(request, i, &name);
		ret = intake_take(&intake, &name, sizeof(name), NULL);
	}
	assert_int_equal(ret, 1);
	return intake_steal(&intake);
}

static void check_carried(const char *line)
{
	struct protocol_request *request = decode(line), *back = carry(request);
	char *text, *again;
	size_t len;

	assert_int_equal(protocol_request_encode(request, &text, &len, NULL), 0);
	assert_int_equal(protocol_request_encode(back, &again, &len, NULL), 0);
	assert_string_equal(again, text);
	free(text);
	free(again);
	protocol_request_free(request);
	protocol_request_free(back);
}

/* With a proof; whether it is a good one is not asked here. */
static const char *with_proof(void)
{
	static char line[4096];
	const char *apply = bench_apply("a1", "R1", 7);

	snprintf(line, sizeof(line),
		 "%.*s,\"proof\":{\"statement\":\"a\\nb\\n\",\"signature\":\"s\",\"index\":5,\"path\":["
		 "\"5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328\","
		 "\"fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125\"]}}",
		 (int)strlen(apply) - 1, apply);
	return line;
}

static void test_every_request_arrives_as_it_was_sent(void **state)
{
	(void)state;
	check_carried(with_proof());
	check_carried("{\"version\":1,\"op\":\"read\",\"id\":\"r\",\"params\":[\"" RATE "\",\"" ALPHA "\"]}");
	check_carried("{\"version\":1,\"op\":\"read\",\"id\":\"r\",\"params\":[]}");
	check_carried("{\"version\":1,\"op\":\"qps\",\"id\":\"q\"}");
	check_carried("{\"version\":1,\"op\":\"counters\",\"id\":\"k\",\"counters\":[\"rx_prio3_pause\"]}");
	check_carried(bench_apply("a1", "R1", 7));
	check_carried(bench_apply_keep("a1", "R1", 7));
	check_carried(bench_op("confirm", "c1", "R1", 1));
	check_carried(bench_op("renew", "n1", "R1/txw", 1));
	check_carried(bench_op("undo", "u1", "R1", 1));
	check_carried(
		"{\"version\":1,\"minor\":1,\"op\":\"freeze\",\"id\":\"f1\",\"token\":{\"store\":\"s\",\"epoch\":1,"
		"\"number\":9},\"who\":\"anna@control1\",\"why\":\"St\u00f6rung\"}");
	check_carried("{\"version\":1,\"minor\":1,\"op\":\"unfreeze\",\"id\":\"f2\",\"force\":true}");
	check_carried("{\"version\":1,\"minor\":1,\"op\":\"ensure\",\"id\":\"e1\",\"generation\":12}");
}

static struct datagram_order an_order(uint32_t op, uint32_t count)
{
	struct datagram_order order = {.head = {.version = DATAGRAM_VERSION, .type = DATAGRAM_ORDER},
				       .op = op,
				       .major = 1,
				       .minor = 1,
				       .count = count};

	strcpy(order.id, "a");
	strcpy(order.run, "R1");
	strcpy(order.store, "s");
	return order;
}

static struct datagram_set a_set(uint64_t guid, const char *param)
{
	struct datagram_set set = {.head = {.version = DATAGRAM_VERSION, .type = DATAGRAM_SET}, .guid = guid, .to = 1};

	strcpy(set.psid, "MT_0000000838");
	strcpy(set.param, param);
	return set;
}

static void check_refused(const void *datagram, size_t len)
{
	struct intake intake = {0};
	struct ece_error e = {0};

	assert_int_equal(intake_take(&intake, datagram, len, &e), -EPROTO);
	assert_int_equal(e.kind, ECE_ERROR_PROTOCOL);
	intake_done(&intake);
}

static void test_orders_that_are_none_are_refused(void **state)
{
	const struct datagram_order good = an_order(PROTOCOL_UNDO, 0);
	struct datagram_order order = good;

	(void)state;
	check_refused(&order, sizeof(order) - 1);
	check_refused(&order, 4);
	check_refused(&order, 0);
	order.head.version++;
	check_refused(&order, sizeof(order));
	order = good;
	order.head.type = DATAGRAM_CHUNK;
	check_refused(&order, sizeof(order));
	order = good;
	order.op = 99;
	check_refused(&order, sizeof(order));
	order = good;
	order.adopt = 2;
	check_refused(&order, sizeof(order));
	order = good;
	order.force = 2;
	check_refused(&order, sizeof(order));
	order = good;
	order.major = 2;
	check_refused(&order, sizeof(order));
	order = good;
	order.minor = 2;
	check_refused(&order, sizeof(order));
	order = good;
	strcpy(order.why, "\33[31m");
	check_refused(&order, sizeof(order));
	order = good;
	memset(order.who, 'x', sizeof(order.who));
	check_refused(&order, sizeof(order));
	order = good;
	order.count = 1; /* an undo has no values: the journal knows them */
	check_refused(&order, sizeof(order));
	order = an_order(PROTOCOL_APPLY, DATAGRAM_FOLLOW_MAX + 1);
	check_refused(&order, sizeof(order));
	order = an_order(PROTOCOL_READ, PROTOCOL_PARAMS_MAX + 1);
	check_refused(&order, sizeof(order));
	order = an_order(PROTOCOL_QPS, 1);
	check_refused(&order, sizeof(order));
	order = an_order(PROTOCOL_COUNTERS, PROTOCOL_COUNTERS_MAX + 1);
	check_refused(&order, sizeof(order));
	order = good;
	memset(order.run, 'x', sizeof(order.run));
	check_refused(&order, sizeof(order));
	order = good;
	order.store[0] = '\0';
	check_refused(&order, sizeof(order));
	order = good;
	order.id[0] = '\033';
	check_refused(&order, sizeof(order));
	order = good;
	order.lease_ms = (uint64_t)PROTOCOL_LEASE_MS_MAX + 1;
	check_refused(&order, sizeof(order));
	order = good;
	order.number = UINT64_MAX;
	check_refused(&order, sizeof(order));
}

/* The order of an apply, and then these: the last one must be refused. */
static void check_sets_refused(const struct datagram_set *sets, size_t count)
{
	struct datagram_order order = an_order(PROTOCOL_APPLY, (uint32_t)count + 1);
	struct intake intake = {0};

	assert_int_equal(intake_take(&intake, &order, sizeof(order), NULL), 0);
	for (size_t i = 0; i < count; i++)
		assert_int_equal(intake_take(&intake, &sets[i], sizeof(sets[i]), NULL), i + 1 == count ? -EPROTO : 0);
	intake_done(&intake);
}

static void test_values_that_are_none_are_refused(void **state)
{
	static struct datagram_set sets[PROTOCOL_CARDS_MAX + 1];
	struct datagram_order order = an_order(PROTOCOL_APPLY, 2);
	struct intake intake = {0};

	(void)state;
	sets[0] = a_set(1, "no.such.parameter");
	check_sets_refused(sets, 1);
	sets[0] = a_set(1, RATE);
	memset(sets[0].psid, 'x', sizeof(sets[0].psid));
	check_sets_refused(sets, 1);
	sets[0] = a_set(1, RATE);
	memset(sets[0].param, 'x', sizeof(sets[0].param));
	check_sets_refused(sets, 1);
	sets[0] = a_set(1, RATE);
	sets[0].head.type = DATAGRAM_NAME;
	check_sets_refused(sets, 1);
	/* twice, and a card in two pieces */
	sets[0] = sets[1] = a_set(1, RATE);
	check_sets_refused(sets, 2);
	sets[1] = a_set(2, RATE);
	sets[2] = a_set(1, SR);
	check_sets_refused(sets, 3);
	for (size_t i = 0; i <= PROTOCOL_CARDS_MAX; i++)
		sets[i] = a_set(i + 1, RATE);
	check_sets_refused(sets, PROTOCOL_CARDS_MAX + 1);
	/* another order where a value was announced */
	assert_int_equal(intake_take(&intake, &order, sizeof(order), NULL), 0);
	assert_int_equal(intake_take(&intake, &order, sizeof(order), NULL), -EPROTO);
	intake_done(&intake);
}

/* A guard that says what the test says. */
struct odd_guard {
	int fd;
	void (*speak)(int fd);
};

static void *speak(void *arg)
{
	const struct odd_guard *odd = arg;
	union datagram d;

	if (recv(odd->fd, &d, sizeof(d), 0) > 0 && odd->speak)
		odd->speak(odd->fd);
	return NULL;
}

static int call(void (*what)(int fd), uint64_t wait_ns, char **answer, struct ece_error *e)
{
	struct protocol_request *request = decode(bench_op("undo", "u1", "R1", 1));
	struct odd_guard odd = {.speak = what};
	pthread_t thread;
	size_t len;
	int fds[2], ret;

	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, fds), 0);
	odd.fd = fds[1];
	assert_int_equal(pthread_create(&thread, NULL, speak, &odd), 0);
	ret = guard_call(fds[0], request, clock_now() + wait_ns, answer, &len, e);
	pthread_join(thread, NULL);
	close(fds[0]);
	close(fds[1]);
	protocol_request_free(request);
	return ret;
}

static char long_answer[3 * DATAGRAM_CHUNK_MAX + 5];

static void say_long(int fd)
{
	const struct journal_card card = {.guid = 0xa1, .psid = "p"};

	guard_tell_working(fd, &card);
	guard_tell_answer(fd, long_answer, sizeof(long_answer) - 1);
}

static void say_failed(int fd)
{
	struct ece_error e;

	ece_error_set(&e, -ENOSPC, ECE_ERROR_IO, "the journal is full");
	guard_tell_failed(fd, &e);
}

static void say_nonsense(int fd)
{
	struct datagram_chunk chunk = {.head = {DATAGRAM_VERSION, DATAGRAM_CHUNK}, .len = 5};

	send(fd, &chunk, 21, 0);
}

static void say_too_much(int fd)
{
	struct datagram_answer answer = {.head = {DATAGRAM_VERSION, DATAGRAM_ANSWER}, .len = 4};
	struct datagram_chunk chunk = {.head = {DATAGRAM_VERSION, DATAGRAM_CHUNK}, .len = 5};

	send(fd, &answer, sizeof(answer), 0);
	send(fd, &chunk, 21, 0);
}

static void hang_up(int fd)
{
	shutdown(fd, SHUT_RDWR);
}

static void say_where_and_hang(int fd)
{
	const struct journal_card card = {.guid = 0xa1, .psid = "MT_0000000838"};

	guard_tell_working(fd, &card);
}

static void test_an_answer_comes_in_pieces(void **state)
{
	struct ece_error e;
	char *answer;

	(void)state;
	memset(long_answer, 'x', sizeof(long_answer) - 1);
	long_answer[DATAGRAM_CHUNK_MAX] = 'y';
	assert_int_equal(call(say_long, 10 * CLOCK_SECOND_NS, &answer, &e), 0);
	assert_string_equal(answer, long_answer);
	free(answer);
}

static void test_a_guard_without_a_true_answer_is_passed_on(void **state)
{
	struct ece_error e;
	char *answer;

	(void)state;
	assert_int_equal(call(say_failed, 10 * CLOCK_SECOND_NS, &answer, &e), -ENOSPC);
	assert_string_equal(e.text, "the journal is full");
	assert_int_equal(call(say_nonsense, 10 * CLOCK_SECOND_NS, &answer, &e), -EPROTO);
	assert_int_equal(call(say_too_much, 10 * CLOCK_SECOND_NS, &answer, &e), -EPROTO);
	assert_int_equal(call(hang_up, 10 * CLOCK_SECOND_NS, &answer, &e), -EPIPE);
	assert_int_equal(e.kind, ECE_ERROR_GONE);
}

/* A call that hangs in the kernel cannot be ended; what can be said is where. */
static void test_a_guard_that_is_stuck_is_told_with_its_card(void **state)
{
	struct ece_error e;
	char *answer;

	(void)state;
	assert_int_equal(call(say_where_and_hang, 200 * CLOCK_MS_NS, &answer, &e), -ETIMEDOUT);
	assert_int_equal(e.kind, ECE_ERROR_TIMEOUT);
	assert_non_null(strstr(e.text, "stuck: it has been at the card with GUID 00000000000000a1"));
	assert_int_equal(call(NULL, 100 * CLOCK_MS_NS, &answer, &e), -ETIMEDOUT);
	assert_non_null(strstr(e.text, "busy with another request, or stuck"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_request_arrives_as_it_was_sent),
		cmocka_unit_test(test_orders_that_are_none_are_refused),
		cmocka_unit_test(test_values_that_are_none_are_refused),
		cmocka_unit_test(test_an_answer_comes_in_pieces),
		cmocka_unit_test(test_a_guard_without_a_true_answer_is_passed_on),
		cmocka_unit_test(test_a_guard_that_is_stuck_is_told_with_its_card),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
