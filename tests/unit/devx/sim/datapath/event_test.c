// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Completion events: one for each arm, at once where something is there already, and only for what was asked for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "tests/unit/devx/sim/datapath/couple.h"

static struct couple couple;

static uint64_t events(void)
{
	return couple.driver.card[1].completions;
}

static void send_one(bool solicited)
{
	struct driver_sge sge = driver_sge(&couple.mr[0], 0, 64);

	couple_receive(&couple, 1, 0, 64);
	driver_post_send(
		&couple.qp[0],
		&(struct driver_send){.opcode = DP_OP_SEND, .sges = &sge, .sge_count = 1, .solicited = solicited});
	driver_settle(&couple.driver);
}

static void drain(void)
{
	struct driver_cqe cqe;

	while (driver_poll(&couple.receive_cq[1], &cqe))
		;
}

static int begin(void **state)
{
	(void)state;
	couple_start(&couple, PRM_QP_RC, NULL);
	return 0;
}

static int end(void **state)
{
	(void)state;
	couple_stop(&couple);
	return 0;
}

static void nothing_without_an_arm(void **state)
{
	(void)state;
	send_one(true);
	assert_int_equal(events(), 0);
}

static void one_for_each_arm(void **state)
{
	(void)state;
	driver_arm(&couple.receive_cq[1], false);
	driver_settle(&couple.driver);
	assert_int_equal(events(), 0);
	send_one(false);
	assert_int_equal(events(), 1);
	assert_int_equal(couple.driver.card[1].last_cqn, couple.receive_cq[1].number);
	send_one(false);
	assert_int_equal(events(), 1);
	drain();
	driver_arm(&couple.receive_cq[1], false);
	driver_settle(&couple.driver);
	assert_int_equal(events(), 1);
	send_one(false);
	assert_int_equal(events(), 2);
}

/* The host polled, found nothing more, armed; in between something came. */
static void at_once_when_something_is_there(void **state)
{
	(void)state;
	send_one(false);
	driver_arm(&couple.receive_cq[1], false);
	driver_settle(&couple.driver);
	assert_int_equal(events(), 1);
	drain();
	send_one(false);
	assert_int_equal(events(), 1);
}

static void only_solicited_where_asked(void **state)
{
	(void)state;
	driver_arm(&couple.receive_cq[1], true);
	send_one(false);
	assert_int_equal(events(), 0);
	send_one(true);
	assert_int_equal(events(), 1);
	send_one(true);
	assert_int_equal(events(), 1);
}

static void an_error_wakes_who_waits_for_solicited(void **state)
{
	(void)state;
	couple_receive(&couple, 1, 0, 64);
	driver_arm(&couple.receive_cq[1], true);
	assert_int_equal(driver_qp_error(&couple.qp[1]), 0);
	driver_settle(&couple.driver);
	assert_int_equal(events(), 1);
}

static void senders_are_told_as_well(void **state)
{
	(void)state;
	driver_arm(&couple.send_cq[0], false);
	send_one(false);
	assert_int_equal(couple.driver.card[0].completions, 1);
	assert_int_equal(couple.driver.card[0].last_cqn, couple.send_cq[0].number);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(nothing_without_an_arm, begin, end),
		cmocka_unit_test_setup_teardown(one_for_each_arm, begin, end),
		cmocka_unit_test_setup_teardown(at_once_when_something_is_there, begin, end),
		cmocka_unit_test_setup_teardown(only_solicited_where_asked, begin, end),
		cmocka_unit_test_setup_teardown(an_error_wakes_who_waits_for_solicited, begin, end),
		cmocka_unit_test_setup_teardown(senders_are_told_as_well, begin, end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
