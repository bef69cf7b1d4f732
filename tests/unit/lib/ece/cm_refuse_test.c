// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Rejections with reason 35, as the other end gets them. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "ece/cm.h"
#include "tests/unit/lib/ece/rdmacm.h"

#define SR  UINT32_C(1)
#define PCC UINT32_C(2)
#define ALL UINT32_C(0x0fffffff)

/* A passive end that requires both, and is asked for one. */
static void reject(struct fake_id *server)
{
	const struct ece_policy policy = {.allow = ALL, .require = SR | PCC};

	fake_id_init(server, 0x30000003);
	server->remote = (struct ibv_ece){.vendor_id = 0x15b3, .options = 0x30000002};
	assert_int_equal(ece_cm_answer(&server->id, &server->qp.qp, &policy, NULL, NULL, NULL, NULL), -ECONNREFUSED);
	assert_int_equal(server->rejections, 1);
}

static void the_other_end_learns_for_which_option(void **state)
{
	struct ece_error e = {0};
	struct rdma_cm_event event;
	struct fake_id server;

	(void)state;
	reject(&server);
	event = fake_rejected(&server);
	assert_true(ece_cm_was_refused(&event, &e));
	assert_int_equal(e.code, -ECONNREFUSED);
	assert_int_equal(e.kind, ECE_ERROR_REFUSED);
	assert_non_null(strstr(e.text, "its policy requires selective_repeat, which"));
}

/* The layout is that of a refusal in ece/negotiate.h. */
static void what_a_rejection_carries(void **state)
{
	static const uint8_t head[] = {'E', 'C', 'E', 1, 4, 0, 0, 40, 0, 0, 0x15, 0xb3, 0x30, 0, 0, 3};
	static const uint8_t require[] = {0, 0, 0, 3}, lacking[] = {0, 0, 0, 1, 1 /* policy */};
	struct fake_id server;

	(void)state;
	reject(&server);
	assert_int_equal(server.private_len, 48);
	assert_memory_equal(server.private_data, head, sizeof(head));
	assert_memory_equal(server.private_data + 20, require, sizeof(require));
	assert_memory_equal(server.private_data + 40, lacking, sizeof(lacking));
}

static void assert_says_no_option(struct rdma_cm_event *event)
{
	struct ece_error e = {0};

	assert_true(ece_cm_was_refused(event, &e));
	assert_int_equal(e.code, -ECONNREFUSED);
	assert_non_null(strstr(e.text, "did not say"));
}

/* librdmacm pads private data, and other programs reject with data of their own, or none. */
static void private_data_may_be_anything(void **state)
{
	struct rdma_cm_event event;
	struct ece_error e = {0};
	struct fake_id server;

	(void)state;
	reject(&server);
	for (uint8_t len = 0; len < 48; len++) {
		/* not a byte more, so that a sanitizer sees who reads it */
		uint8_t *cut = malloc(len ? len : 1);

		memcpy(cut, server.private_data, len);
		event = fake_rejected(&server);
		event.param.conn.private_data = cut;
		event.param.conn.private_data_len = len;
		assert_says_no_option(&event);
		free(cut);
	}
	event = fake_rejected(&server);
	event.param.conn.private_data_len = 148;
	assert_true(ece_cm_was_refused(&event, &e));
	assert_non_null(strstr(e.text, "selective_repeat"));
	event.param.conn.private_data = NULL;
	assert_says_no_option(&event);
	event = fake_rejected(&server);
	server.private_data[3] = 2; /* a later major version */
	assert_says_no_option(&event);
	server.private_data[3] = 1;
	server.private_data[4] = 1; /* an offer */
	assert_says_no_option(&event);
	server.private_data[4] = 4;
	server.private_data[7] = 41; /* longer than what came */
	assert_says_no_option(&event);
	memset(server.private_data, 0xff, sizeof(server.private_data));
	assert_says_no_option(&event);
}

static void other_rejections_are_not_about_ece(void **state)
{
	struct rdma_cm_event event;
	struct ece_error e = {0};
	struct fake_id server;

	(void)state;
	reject(&server);
	event = fake_rejected(&server);
	event.status = 28; /* by the consumer */
	assert_false(ece_cm_was_refused(&event, &e));
	event.status = 8; /* nobody listens */
	assert_false(ece_cm_was_refused(&event, &e));
	event = fake_rejected(&server);
	event.event = RDMA_CM_EVENT_UNREACHABLE;
	assert_false(ece_cm_was_refused(&event, &e));
	assert_int_equal(e.code, 0);
	event = fake_rejected(&server);
	assert_true(ece_cm_was_refused(&event, NULL));
}

/* The kernel may refuse to send it: the error is the policy's all the same. */
static void a_rejection_that_cannot_be_sent(void **state)
{
	const struct ece_policy policy = {.allow = ALL, .require = SR};
	struct ece_error e = {0};
	struct fake_id server;

	(void)state;
	fake_id_init(&server, 0x30000003);
	fake_calls = 0;
	fake_fails_at = 2;
	assert_int_equal(ece_cm_answer(&server.id, &server.qp.qp, &policy, NULL, NULL, NULL, &e), -ECONNREFUSED);
	fake_fails_at = 0;
	assert_int_equal(e.code, -ECONNREFUSED);
	assert_int_equal(server.rejections, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_other_end_learns_for_which_option),
		cmocka_unit_test(what_a_rejection_carries),
		cmocka_unit_test(private_data_may_be_anything),
		cmocka_unit_test(other_rejections_are_not_about_ece),
		cmocka_unit_test(a_rejection_that_cannot_be_sent),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
