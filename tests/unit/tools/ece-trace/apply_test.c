// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * --apply: where the domain's word is asked for, and where it is not. The order of the cases matters once: that of a program
 * which calls ECE itself is the last one, since nothing is applied after it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/tools/ece-trace/fake.h"
#include "tests/unit/tools/ece-trace/lines.h"
#include "tools/ece-trace/environment.h"

#define DOMAIN "1 job-a 0x20000001 ::ffff:10.0.0.0/120,fd00::/64 mlx5_8"

/* Before the hooks look at it */
__attribute__((constructor(101))) static void environment(void)
{
	setenv(TRACE_ENV_OUTPUT, lines_path(), 1);
	setenv(TRACE_ENV_APPLY, DOMAIN, 1);
}

static struct ibv_qp_attr to_rtr;

/* A move to 10.0.0.2 that is as it should be; cases spoil it. */
static int start(void **state)
{
	(void)state;
	fake_reset();
	lines_drop();
	to_rtr = (struct ibv_qp_attr){.qp_state = IBV_QPS_RTR, .dest_qp_num = 5};
	to_rtr.ah_attr = (struct ibv_ah_attr){.is_global = 1, .port_num = 1, .grh = {.sgid_index = 3}};
	memcpy(to_rtr.ah_attr.grh.dgid.raw, (const uint8_t[16]){[10] = 0xff, 0xff, 10, 0, 0, 2}, 16);
	return 0;
}

static struct ibv_qp *in_init(enum ibv_qp_type type)
{
	struct ibv_qp_init_attr attr = {.qp_type = type};
	struct ibv_qp_attr init = {.qp_state = IBV_QPS_INIT};
	struct ibv_qp *qp = ibv_create_qp(NULL, &attr);

	assert_non_null(qp);
	assert_int_equal(ibv_modify_qp(qp, &init, IBV_QP_STATE), 0);
	return qp;
}

/* The line of the move to RTR; @result NULL: --apply has no say. */
static const json_t *moved(struct ibv_qp *qp, const char *result, uint32_t sent)
{
	const json_t *line;

	assert_int_equal(ibv_modify_qp(qp, &to_rtr, IBV_QP_STATE | IBV_QP_AV | IBV_QP_DEST_QPN), 0);
	assert_int_equal(qp->state, IBV_QPS_RTR);
	assert_int_equal(fake.sent, sent);
	line = lines_last("transition");
	if (result)
		assert_string_equal(line_text(json_object_get(line, "apply"), "result"), result);
	else
		assert_null(json_object_get(line, "apply"));
	assert_int_equal(ibv_destroy_qp(qp), 0);
	return line;
}

static void not_applied(const char *result)
{
	const json_t *line = moved(in_init(IBV_QPT_RC), result, 0);

	assert_true(line_is_null(line, "asked"));
	assert_int_equal(fake.sets, 0);
}

static void applied_towards_a_peer_of_the_domain(void **state)
{
	const json_t *line;

	(void)state;
	line = moved(in_init(IBV_QPT_RC), "applied", 0x20000001);
	assert_int_equal(line_number(line, "asked"), 0x20000001);
	assert_int_equal(line_number(line, "got"), 0x20000001);
	assert_string_equal(line_text(json_object_get(line, "apply"), "domain"), "job-a");
}

static void applied_over_ipv6(void **state)
{
	(void)state;
	memcpy(to_rtr.ah_attr.grh.dgid.raw, (const uint8_t[16]){0xfd, [15] = 2}, 16);
	moved(in_init(IBV_QPT_RC), "applied", 0x20000001);
}

static void not_towards_another_peer(void **state)
{
	(void)state;
	to_rtr.ah_attr.grh.dgid.raw[14] = 1;
	not_applied("peer_not_in_domain");
}

static void not_from_another_address(void **state)
{
	(void)state;
	fake.own.raw[14] = 1;
	not_applied("self_not_in_domain");
	to_rtr.ah_attr.grh.sgid_index = 9;
	not_applied("self_not_in_domain");
}

static void not_without_a_gid(void **state)
{
	(void)state;
	to_rtr.ah_attr.is_global = 0;
	not_applied("peer_has_no_gid");
}

static void not_where_the_device_has_no_ece(void **state)
{
	(void)state;
	fake.offer = 0;
	not_applied("no_ece");
}

/* Half a word at one end would be what the other end does not expect. */
static void not_where_the_device_lacks_an_option(void **state)
{
	(void)state;
	fake.offer = 0x30000002;
	not_applied("device_lacks_options");
}

static void not_where_the_device_is_of_an_older_version(void **state)
{
	(void)state;
	fake.offer = 0x10000003;
	not_applied("device_lacks_options");
}

static void only_rc(void **state)
{
	static const enum ibv_qp_type others[] = {IBV_QPT_UC, IBV_QPT_UD, IBV_QPT_XRC_SEND, IBV_QPT_DRIVER};

	(void)state;
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		moved(in_init(others[i]), NULL, 0);
	assert_int_equal(fake.sets, 0);
}

static void only_at_init_to_rtr(void **state)
{
	struct ibv_qp *qp = in_init(IBV_QPT_RC);
	struct ibv_qp_attr rts = {.qp_state = IBV_QPS_RTS};

	(void)state;
	assert_null(json_object_get(lines_last("transition"), "apply"));
	assert_int_equal(ibv_modify_qp(qp, &to_rtr, IBV_QP_STATE | IBV_QP_AV | IBV_QP_DEST_QPN), 0);
	assert_int_equal(ibv_modify_qp(qp, &rts, IBV_QP_STATE), 0);
	assert_null(json_object_get(lines_last("transition"), "apply"));
	assert_int_equal(fake.sets, 1);
	ibv_destroy_qp(qp);
	/* no card takes this way; the program finds out as it would */
	qp = in_init(IBV_QPT_RC);
	qp->state = IBV_QPS_RESET;
	moved(qp, NULL, 0);
}

/* The program would fail because of us. */
static void a_refusal_is_taken_back(void **state)
{
	const json_t *line;

	(void)state;
	fake.fail_modify = EREMOTEIO;
	fake.fail_modify_count = 1;
	fake.fail_only_with_ece = true;
	line = moved(in_init(IBV_QPT_RC), "refused", 0);
	assert_true(line_is_null(line, "asked"));
	assert_int_equal(line_number(line, "errno"), 0);
	assert_int_equal(line_number(json_object_get(line, "apply"), "errno"), EREMOTEIO);
	assert_int_equal(fake.modified, 3);
}

static void what_fails_anyway_fails_as_before(void **state)
{
	struct ibv_qp *qp = in_init(IBV_QPT_RC);

	(void)state;
	fake.fail_modify = ETIMEDOUT;
	fake.fail_modify_count = 2;
	assert_int_equal(ibv_modify_qp(qp, &to_rtr, IBV_QP_STATE | IBV_QP_AV | IBV_QP_DEST_QPN), ETIMEDOUT);
	assert_int_equal(line_number(lines_last("transition"), "errno"), ETIMEDOUT);
	/* and the next try of the program goes the same way as the first */
	moved(qp, "applied", 0x20000001);
}

static void not_once_the_program_calls_ece(void **state)
{
	struct ibv_qp *other = in_init(IBV_QPT_RC), *qp = in_init(IBV_QPT_RC);
	struct ibv_ece ece;

	(void)state;
	assert_int_equal(ibv_query_ece(other, &ece), 0);
	assert_int_equal(ece.options, 0x30000003);
	moved(qp, "program_calls_ece", 0);
	ibv_destroy_qp(other);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(applied_towards_a_peer_of_the_domain, start),
		cmocka_unit_test_setup(applied_over_ipv6, start),
		cmocka_unit_test_setup(not_towards_another_peer, start),
		cmocka_unit_test_setup(not_from_another_address, start),
		cmocka_unit_test_setup(not_without_a_gid, start),
		cmocka_unit_test_setup(not_where_the_device_has_no_ece, start),
		cmocka_unit_test_setup(not_where_the_device_lacks_an_option, start),
		cmocka_unit_test_setup(not_where_the_device_is_of_an_older_version, start),
		cmocka_unit_test_setup(only_rc, start),
		cmocka_unit_test_setup(only_at_init_to_rtr, start),
		cmocka_unit_test_setup(a_refusal_is_taken_back, start),
		cmocka_unit_test_setup(what_fails_anyway_fails_as_before, start),
		cmocka_unit_test_setup(not_once_the_program_calls_ece, start),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
