// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Statistics of congestion: through which door, and what is no zero. */
#include "devx/nic/cong_statistics.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "devx/sim/fw/counter.h"
#include "tests/unit/devx/nic/model.h"

#define QUERY_CONG_STATISTICS 0x826
#define BAD_OP                0x2
#define BAD_RES_STATE         0x9 /* EIO in the driver */

static void count(struct model *m)
{
	m->state.counter[fw_counter_find("rp_cnp_ignored")] = 1;
	m->state.counter[fw_counter_find("rp_cnp_handled")] = UINT64_C(0x200000002);
	m->state.counter[fw_counter_find("np_ecn_marked_roce_packets")] = 3;
	m->state.counter[fw_counter_find("np_cnp_sent")] = UINT64_C(0x400000004);
}

static void check(const struct ece_cong_statistics *s)
{
	assert_int_equal(s->cnp_ignored, 1);
	assert_int_equal(s->cnp_handled, UINT64_C(0x200000002));
	assert_int_equal(s->ecn_marked, 3);
	assert_int_equal(s->cnp_sent, UINT64_C(0x400000004));
}

static void each_door_tells_the_same(void **state)
{
	struct ece_cong_statistics s;
	struct ece_error e;
	struct model m;

	(void)state;
	model_start(&m, "7.x", "cx7", 0);
	count(&m);
	assert_int_equal(ece_nic_cong_statistics(m.nic, &s, &e), 0);
	assert_int_equal(s.backend, ECE_BACKEND_FWCTL);
	check(&s);
	/* nothing was cleared by that */
	assert_int_equal(ece_nic_cong_statistics(m.nic, &s, &e), 0);
	check(&s);
	model_stop(&m);
	model_start(&m, "6.1", "cx7", 0);
	count(&m);
	assert_int_equal(ece_nic_cong_statistics(m.nic, &s, &e), 0);
	assert_int_equal(s.backend, ECE_BACKEND_DEVX);
	check(&s);
	model_stop(&m);
}

static void a_card_without_it_is_told_from_one_that_fails(void **state)
{
	struct ece_cong_statistics s;
	struct ece_error e;
	struct model m;

	(void)state;
	model_start(&m, "7.x", "cx7", 0);
	model_refuse(&m, QUERY_CONG_STATISTICS, BAD_OP, 1);
	assert_int_equal(ece_nic_cong_statistics(m.nic, &s, &e), -EOPNOTSUPP);
	assert_int_equal(e.kind, ECE_ERROR_UNSUPPORTED);
	assert_string_equal(e.place, "0000:01:00.0");
	model_refuse(&m, QUERY_CONG_STATISTICS, BAD_RES_STATE, 2);
	assert_true(ece_nic_cong_statistics(m.nic, &s, &e) < 0);
	assert_int_equal(e.kind, ECE_ERROR_IO);
	assert_int_equal(ece_nic_cong_statistics(m.nic, &s, &e), 0);
	model_stop(&m);
}

static void a_host_without_a_way_says_so(void **state)
{
	struct ece_cong_statistics s;
	struct ece_error e;
	struct model m;

	(void)state;
	model_start(&m, "6.1", "cx7", SIM_NO_RDMA_CORE);
	assert_int_equal(ece_nic_cong_statistics(m.nic, &s, &e), -ENXIO);
	assert_int_equal(e.kind, ECE_ERROR_NO_DOOR);
	model_stop(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_door_tells_the_same),
		cmocka_unit_test(a_card_without_it_is_told_from_one_that_fails),
		cmocka_unit_test(a_host_without_a_way_says_so),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
