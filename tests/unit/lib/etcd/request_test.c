// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * What a request comes to when servers are bad: nothing is sent twice unasked, and what may have happened is said. The
 * answers are those that etcd 3.4.23 gave (tests/services asks the real one).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/clock.h"
#include "lib/etcd/follow.h"
#include "tests/unit/lib/etcd/fake.h"

#define WAIT_NS           (20 * CLOCK_SECOND_NS)
#define SHORT_NS          (300 * CLOCK_MS_NS)
#define HEADER            "\"header\":{\"cluster_id\":\"7\",\"member_id\":\"8\",\"revision\":\"41\"}"
#define PUT_DONE          "{" HEADER ",\"succeeded\":true,\"responses\":[{\"response_put\":{" HEADER "}}]}"
#define GOT_NONE          "{" HEADER ",\"succeeded\":true,\"responses\":[{\"response_range\":{" HEADER "}}]}"
#define ERROR(code, text) "{\"error\":\"" text "\",\"message\":\"" text "\",\"code\":" #code "}"

struct asked {
	struct etcd_answer answer;
	struct ece_error e;
	int ret;
};

static struct etcd *client(const char *const *urls, size_t count)
{
	const struct etcd_config config = {.endpoints = urls, .endpoint_count = count, .attempt_ns = SHORT_NS};
	struct etcd *etcd;
	struct ece_error e;

	if (etcd_new(&config, &etcd, &e))
		fail_msg("%s", e.text);
	return etcd;
}

static struct asked ask(struct etcd *etcd, enum etcd_op_kind kind, bool again, uint64_t within_ns)
{
	const struct etcd_op op = {.kind = kind, .key = "k", .value = "v", .value_len = kind == ETCD_PUT};
	const struct etcd_txn txn = {.then = &op, .then_count = 1, .again = again};
	struct asked asked;

	asked.ret = etcd_txn_wait(etcd, &txn, clock_now() + within_ns, &asked.answer, &asked.e);
	etcd_answer_done(&asked.answer);
	return asked;
}

static void an_answer_is_taken(void **state)
{
	static const struct fake_step steps[] = {{.text = PUT_DONE}, {0}};
	struct fake *fake = fake_new(steps);
	const char *url = fake_url(fake);
	struct etcd *etcd = client(&url, 1);
	struct asked asked = ask(etcd, ETCD_PUT, false, WAIT_NS);

	(void)state;
	assert_int_equal(asked.ret, 0);
	assert_string_equal(etcd_local_address(etcd), "127.0.0.1");
	assert_true(asked.answer.succeeded);
	assert_int_equal(asked.answer.revision, 41);
	assert_int_equal(asked.answer.cluster, 7);
	assert_non_null(strstr(fake_last(fake), "POST /v3/kv/txn HTTP/1.1\r\n"));
	assert_non_null(strstr(fake_last(fake), "Grpc-Metadata-hasleader: true\r\n"));
	/* "k" and "v" in base64 */
	assert_non_null(strstr(fake_last(fake), "\r\n\r\n{\"compare\":[],\"success\":[{\"request_put\":{\"key\":\"aw=="
						"\",\"value\":\"dg==\"}}],\"failure\":[]}"));
	etcd_free(etcd);
	fake_free(fake);
}

/* curl repeats a POST by itself on a connection that it kept, unless it is kept from it. */
static void a_write_is_not_repeated_on_a_kept_connection(void **state)
{
	static const struct fake_step steps[] = {{.text = PUT_DONE}, {.kind = FAKE_CLOSE}, {.text = PUT_DONE}, {0}};
	struct fake *fake = fake_new(steps);
	const char *url = fake_url(fake);
	struct etcd *etcd = client(&url, 1);
	struct asked asked = ask(etcd, ETCD_PUT, false, WAIT_NS);

	(void)state;
	assert_int_equal(asked.ret, 0);
	asked = ask(etcd, ETCD_PUT, false, WAIT_NS);
	assert_true(asked.ret < 0);
	assert_int_equal(asked.answer.outcome, ETCD_MAYBE);
	assert_int_equal(fake_requests(fake), 2);
	etcd_free(etcd);
	fake_free(fake);
}

static void a_write_may_be_repeated_when_its_maker_says_so(void **state)
{
	static const struct fake_step steps[] = {{.kind = FAKE_CLOSE}, {.kind = FAKE_CUT}, {.text = PUT_DONE}, {0}};
	struct fake *fake = fake_new(steps);
	const char *url = fake_url(fake);
	struct etcd *etcd = client(&url, 1);
	struct asked asked = ask(etcd, ETCD_PUT, true, WAIT_NS);

	(void)state;
	assert_int_equal(asked.ret, 0);
	assert_int_equal(fake_requests(fake), 3);
	etcd_free(etcd);
	fake_free(fake);
}

static void what_reads_is_asked_again(void **state)
{
	static const struct fake_step steps[] = {{.kind = FAKE_HANG}, {.kind = FAKE_CLOSE}, {.text = GOT_NONE}, {0}};
	struct fake *fake = fake_new(steps);
	const char *url = fake_url(fake);
	struct etcd *etcd = client(&url, 1);
	struct asked asked = ask(etcd, ETCD_GET, false, WAIT_NS);

	(void)state;
	assert_int_equal(asked.ret, 0);
	assert_int_equal(fake_requests(fake), 3);
	etcd_free(etcd);
	fake_free(fake);
}

static void a_lost_answer_is_maybe(void **state)
{
	static const struct {
		struct fake_step steps[2];
		int code;
	} cases[] = {
		{{{.kind = FAKE_CLOSE}, {0}}, -EIO},
		{{{.kind = FAKE_CUT}, {0}}, -EIO},
		{{{.kind = FAKE_HANG}, {0}}, -ETIMEDOUT},
		{{{.kind = FAKE_FLOOD}, {0}}, -EMSGSIZE},
		{{{.text = "<html>not etcd</html>"}, {0}}, -EPROTO},
		{{{.text = "{}"}, {0}}, -EPROTO},
		{{{.text = PUT_DONE, .status = 502}, {0}}, -EPROTO},
		{{{.text = GOT_NONE}, {0}}, -EPROTO},
		{{{.text = ERROR(14, "etcdserver: request timed out"), .status = 503}, {0}}, -EIO},
		{{{.text = ERROR(2, "anything"), .status = 500}, {0}}, -EIO},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct fake *fake = fake_new(cases[i].steps);
		const char *url = fake_url(fake);
		struct etcd *etcd = client(&url, 1);
		struct asked asked = ask(etcd, ETCD_PUT, false, cases[i].code == -ETIMEDOUT ? SHORT_NS : WAIT_NS);

		assert_int_equal(asked.ret, cases[i].code);
		assert_int_equal(asked.answer.outcome, ETCD_MAYBE);
		assert_int_equal(fake_requests(fake), 1);
		etcd_free(etcd);
		fake_free(fake);
	}
}

static void a_refusal_is_final(void **state)
{
	static const struct {
		struct fake_step steps[2];
		int code;
	} cases[] = {
		{{{.text = ERROR(3, "etcdserver: key is not provided"), .status = 400}, {0}}, -EINVAL},
		{{{.text = ERROR(5, "etcdserver: requested lease not found"), .status = 404}, {0}}, -ENOENT},
		{{{.text = ERROR(7, "etcdserver: permission denied"), .status = 403}, {0}}, -EACCES},
		{{{.text = ERROR(8, "etcdserver: mvcc: database space exceeded"), .status = 429}, {0}}, -ENOSPC},
		{{{.text = ERROR(11, "etcdserver: mvcc: required revision has been compacted"), .status = 400}, {0}},
		 -ESTALE},
		/* what stands before the gateway: --client-cert-auth and a certificate with a common name */
		{{{.text = "CommonName of client sending a request against gateway will be ignored\n", .status = 401},
		  {0}},
		 -EPROTO},
		/* newer gateways: no "error" */
		{{{.text = "{\"code\":7,\"message\":\"etcdserver: permission denied\",\"details\":[]}"}, {0}}, -EACCES},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct fake *fake = fake_new(cases[i].steps);
		const char *url = fake_url(fake);
		struct etcd *etcd = client(&url, 1);
		struct asked asked = ask(etcd, ETCD_PUT, true, WAIT_NS);

		assert_int_equal(asked.ret, cases[i].code);
		assert_int_equal(asked.answer.outcome, ETCD_REFUSED);
		assert_int_equal(fake_requests(fake), 1);
		etcd_free(etcd);
		fake_free(fake);
	}
}

static void the_next_endpoint_is_asked(void **state)
{
	static const struct fake_step good[] = {{.text = PUT_DONE}, {0}};
	static const struct fake_step leaderless[] = {
		{.text = ERROR(14, "etcdserver: no leader"), .status = 503},
		{0},
	};
	struct fake *a = fake_new(good), *b = fake_new(leaderless);
	const char *urls[] = {"http://127.0.0.1:1", fake_url(b), fake_url(a)};

	(void)state;
	for (unsigned i = 0; i < 8; i++) {
		struct etcd *etcd = client(urls, 3);
		struct asked asked = ask(etcd, ETCD_PUT, false, WAIT_NS);

		/* no port, no leader: surely not done there, so a write goes on too */
		assert_int_equal(asked.ret, 0);
		asked = ask(etcd, ETCD_PUT, false, WAIT_NS);
		assert_int_equal(asked.ret, 0);
		etcd_free(etcd);
	}
	assert_int_equal(fake_requests(a), 16);
	fake_free(a);
	fake_free(b);
}

static void nobody_there_is_not_sent(void **state)
{
	const char *url = "http://127.0.0.1:1";
	struct etcd *etcd = client(&url, 1);
	struct asked asked = ask(etcd, ETCD_PUT, false, SHORT_NS);

	(void)state;
	assert_true(asked.ret < 0);
	assert_int_equal(asked.answer.outcome, ETCD_NOT_SENT);
	assert_non_null(strstr(asked.e.text, "etcd at 127.0.0.1:1: "));
	/* no time is left for the next one, and the reason is still the same */
	asked = ask(etcd, ETCD_PUT, false, 0);
	assert_int_equal(asked.answer.outcome, ETCD_NOT_SENT);
	assert_non_null(strstr(asked.e.text, "etcd at 127.0.0.1:1: "));
	etcd_free(etcd);
}

static void count_answer(void *ctx, struct etcd_answer *answer)
{
	(void)answer;
	++*(unsigned *)ctx;
}

static void a_cancelled_request_says_nothing(void **state)
{
	static const struct fake_step steps[] = {{.kind = FAKE_HANG}, {0}};
	struct fake *fake = fake_new(steps);
	const char *url = fake_url(fake);
	struct etcd *etcd = client(&url, 1);
	const struct etcd_op op = {.kind = ETCD_GET, .key = "k"};
	const struct etcd_txn txn = {.then = &op, .then_count = 1};
	struct etcd_request *request;
	uint64_t end = clock_now() + WAIT_NS;
	unsigned answers = 0;
	struct ece_error e;

	(void)state;
	assert_int_equal(etcd_txn(etcd, &txn, clock_now() + WAIT_NS, count_answer, &answers, &request, &e), 0);
	while (!fake_requests(fake) && clock_now() < end)
		assert_int_equal(etcd_poll(etcd, clock_now() + CLOCK_MS_NS, &e), 0);
	etcd_cancel(etcd, request);
	assert_int_equal(etcd_poll(etcd, clock_now() + CLOCK_MS_NS, &e), 0);
	assert_int_equal(answers, 0);
	etcd_free(etcd);
	fake_free(fake);
}

static void limits_are_told(void **state)
{
	const char *url = "http://127.0.0.1:1";
	struct etcd *etcd = client(&url, 1);
	static char large[ETCD_REQUEST_MAX + 1], key[ETCD_KEY_MAX + 2];
	struct etcd_op ops[ETCD_OPS_MAX + 1];
	struct etcd_txn txn = {.then = ops, .then_count = 1};
	unsigned answers = 0;
	struct ece_error e;

	(void)state;
	memset(key, 'k', ETCD_KEY_MAX + 1);
	for (size_t i = 0; i <= ETCD_OPS_MAX; i++)
		ops[i] = (struct etcd_op){.kind = ETCD_PUT, .key = "k", .value = ""};
	ops[0].value = large;
	ops[0].value_len = sizeof(large);
	assert_int_equal(etcd_txn(etcd, &txn, 1, count_answer, &answers, NULL, &e), -EMSGSIZE);
	ops[0].value_len = 0;
	ops[0].key = key;
	assert_int_equal(etcd_txn(etcd, &txn, 1, count_answer, &answers, NULL, &e), -ENAMETOOLONG);
	ops[0].key = "";
	assert_int_equal(etcd_txn(etcd, &txn, 1, count_answer, &answers, NULL, &e), -EINVAL);
	ops[0].key = "k";
	txn.then_count = ETCD_OPS_MAX + 1;
	assert_int_equal(etcd_txn(etcd, &txn, 1, count_answer, &answers, NULL, &e), -E2BIG);
	txn.then_count = 1;
	for (size_t i = 0; i < ETCD_OPEN_MAX; i++)
		assert_int_equal(etcd_txn(etcd, &txn, 1, count_answer, &answers, NULL, &e), 0);
	assert_int_equal(etcd_txn(etcd, &txn, 1, count_answer, &answers, NULL, &e), -EAGAIN);
	assert_int_equal(etcd_step(etcd, &e), 0);
	assert_int_equal(answers, ETCD_OPEN_MAX);
	etcd_free(etcd);
}

static void wait_in_callback(void *ctx, struct etcd_answer *answer)
{
	static const struct etcd_op op = {.kind = ETCD_GET, .key = "k"};
	static const struct etcd_txn txn = {.then = &op, .then_count = 1};
	struct etcd *etcd = ctx;
	struct etcd_answer inner;
	struct ece_error e;

	(void)answer;
	assert_int_equal(etcd_txn_wait(etcd, &txn, clock_now() + WAIT_NS, &inner, &e), -EDEADLK);
}

static void a_callback_cannot_wait(void **state)
{
	const char *url = "http://127.0.0.1:1";
	struct etcd *etcd = client(&url, 1);
	const struct etcd_op op = {.kind = ETCD_GET, .key = "k"};
	const struct etcd_txn txn = {.then = &op, .then_count = 1};
	struct ece_error e;

	(void)state;
	assert_int_equal(etcd_txn(etcd, &txn, 1, wait_in_callback, etcd, NULL, &e), 0);
	assert_int_equal(etcd_step(etcd, &e), 0);
	etcd_free(etcd);
}

static void bad_configurations_are_refused(void **state)
{
	static const struct {
		const char *url, *says;
	} cases[] = {
		{"", "no URL"},
		{"https://root:topsecret@etcd:2379", "has a user in its URL"},
		{"ftp://etcd", "no endpoint"},
		{"http://etcd/?a=b", "no endpoint"},
		{"etcd:2379:1", "no URL"},
	};
	struct etcd_config config = {.endpoint_count = 1};
	struct etcd *etcd;
	struct ece_error e;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		config.endpoints = &cases[i].url;
		assert_int_equal(etcd_new(&config, &etcd, &e), -EINVAL);
		assert_non_null(strstr(e.text, cases[i].says));
		assert_null(strstr(e.text, "topsecret"));
	}
	config.endpoints = (const char *[]){"https://etcd:2379"};
	config.ca = "/nowhere/ca.pem";
	assert_int_equal(etcd_new(&config, &etcd, &e), -ENOENT);
	config.ca = NULL;
	config.user = "root";
	assert_int_equal(etcd_new(&config, &etcd, &e), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_answer_is_taken),
		cmocka_unit_test(a_write_is_not_repeated_on_a_kept_connection),
		cmocka_unit_test(a_write_may_be_repeated_when_its_maker_says_so),
		cmocka_unit_test(what_reads_is_asked_again),
		cmocka_unit_test(a_lost_answer_is_maybe),
		cmocka_unit_test(a_refusal_is_final),
		cmocka_unit_test(the_next_endpoint_is_asked),
		cmocka_unit_test(nobody_there_is_not_sent),
		cmocka_unit_test(a_cancelled_request_says_nothing),
		cmocka_unit_test(limits_are_told),
		cmocka_unit_test(a_callback_cannot_wait),
		cmocka_unit_test(bad_configurations_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
