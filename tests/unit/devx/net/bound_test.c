// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Counter sets as long lists, the limits of them, and the kernel's answer that belongs to somebody else. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "devx/net/bound.h"
#include "tests/unit/devx/net/fake.h"

/* A list of so many sets, each with so many queue pairs and counters beside "np_cnp_sent". */
struct lists {
	unsigned int sets, qps, counters;
};

static void put_counter(struct nlmsghdr *header, const char *name, uint64_t value)
{
	struct nlattr *entry = mnl_attr_nest_start(header, 81);

	mnl_attr_put_strz(header, 82, name);
	mnl_attr_put_u64(header, 83, value);
	mnl_attr_nest_end(header, entry);
}

static void put_set(struct nlmsghdr *header, const struct lists *lists, uint32_t n)
{
	struct nlattr *entry = mnl_attr_nest_start(header, 78), *table;
	char name[24];

	mnl_attr_put_u32(header, 3, 1);
	mnl_attr_put_u32(header, 79, 100 + n);
	mnl_attr_put_u32(header, 74, 1);
	mnl_attr_put_u8(header, 26, 2);
	table = mnl_attr_nest_start(header, 19);
	for (uint32_t i = 0; i < lists->qps; i++) {
		struct nlattr *qp = mnl_attr_nest_start(header, 20);

		mnl_attr_put_u32(header, 21, n * lists->qps + i);
		mnl_attr_nest_end(header, qp);
	}
	mnl_attr_nest_end(header, table);
	table = mnl_attr_nest_start(header, 80);
	for (uint32_t i = 0; i < lists->counters; i++) {
		snprintf(name, sizeof(name), "counter_%u", i);
		put_counter(header, name, (uint64_t)n << 32 | i);
	}
	put_counter(header, "np_cnp_sent", 0);
	mnl_attr_nest_end(header, table);
	mnl_attr_nest_end(header, entry);
}

static int answer_lists(struct fake *fake, const struct nlmsghdr *request, struct ece_os_reply *reply)
{
	const struct lists *lists = fake->arg;
	int err = 0;

	if (request->nlmsg_type != FAKE_STAT_GET || !(request->nlmsg_flags & NLM_F_DUMP))
		return -EINVAL;
	for (uint32_t n = 0; !err && n < lists->sets; n++) {
		struct nlmsghdr *header = fake_message(FAKE_STAT_GET);
		struct nlattr *table = mnl_attr_nest_start(header, 77);

		put_set(header, lists, n);
		mnl_attr_nest_end(header, table);
		err = fake_give(reply, header);
	}
	return err;
}

struct seen {
	uint64_t sets, qps, counters, wrong;
	uint32_t next_qpn;
	int stop;
};

static int look(void *arg, const struct ece_rdma_bound *set)
{
	struct seen *seen = arg;

	seen->wrong += set->id != 100 + seen->sets || set->port != 1 || set->mode != ECE_RDMA_BIND_AUTO ||
		       !set->by_type || set->type != ECE_RDMA_QP_RC || set->by_pid;
	for (size_t i = 0; i < set->qpn_count; i++)
		seen->wrong += set->qpns[i] != seen->next_qpn++;
	for (size_t i = 0; i < set->counter_count; i++)
		seen->wrong += set->counters[i].value != (seen->sets << 32 | i);
	seen->sets++;
	seen->qps += set->qpn_count;
	seen->counters += set->counter_count;
	return seen->stop;
}

static int list(const struct lists *lists, struct seen *seen, struct ece_error *e)
{
	struct fake fake;

	fake_up(&fake, answer_lists, (void *)(uintptr_t)lists);
	return ece_rdma_bound(&fake.os, "mlx5_0", look, seen, e);
}

static void three_thousand_sets_are_read(void **state)
{
	const struct lists lists = {.sets = 3000, .qps = 1, .counters = 26};
	struct seen seen = {.sets = 0};
	struct ece_error e;

	(void)state;
	assert_int_equal(list(&lists, &seen, &e), 0);
	assert_int_equal(seen.sets, 3000);
	assert_int_equal(seen.qps, 3000);
	assert_int_equal(seen.counters, 3000 * 26);
	assert_int_equal(seen.wrong, 0);
}

static void many_queue_pairs_share_sets(void **state)
{
	const struct lists lists = {.sets = 32, .qps = 2048, .counters = 26};
	struct seen seen = {.sets = 0};
	struct ece_error e;

	(void)state;
	assert_int_equal(list(&lists, &seen, &e), 0);
	assert_int_equal(seen.qps, 65536);
	assert_int_equal(seen.wrong, 0);
}

static void lists_have_limits(void **state)
{
	const struct lists most = {.sets = ECE_RDMA_BOUND_MAX}, more = {.sets = ECE_RDMA_BOUND_MAX + 1},
			   most_qps = {.sets = 1, .qps = ECE_RDMA_BOUND_QPNS_MAX},
			   more_qps = {.sets = 1, .qps = ECE_RDMA_BOUND_QPNS_MAX + 1},
			   most_counters = {.sets = 1, .counters = ECE_RDMA_COUNTERS_MAX},
			   more_counters = {.sets = 1, .counters = ECE_RDMA_COUNTERS_MAX + 1};
	struct seen seen = {.sets = 0};
	struct ece_error e;

	(void)state;
	assert_int_equal(list(&most, &seen, &e), 0);
	assert_int_equal(seen.sets, ECE_RDMA_BOUND_MAX);
	assert_int_equal(list(&more, &seen, &e), -E2BIG);
	assert_int_equal(e.kind, ECE_ERROR_LIMIT);
	assert_int_equal(list(&most_qps, &seen, &e), 0);
	assert_int_equal(list(&more_qps, &seen, &e), -E2BIG);
	assert_int_equal(list(&most_counters, &seen, &e), 0);
	assert_int_equal(list(&more_counters, &seen, &e), -E2BIG);
}

static void who_takes_them_may_stop(void **state)
{
	const struct lists lists = {.sets = 5, .qps = 1};
	struct seen seen = {.stop = 17};
	struct ece_error e = {.code = 1};

	(void)state;
	assert_int_equal(list(&lists, &seen, &e), 17);
	assert_int_equal(seen.sets, 1);
	assert_int_equal(e.code, 1);
}

/* How sets are bound; each answer is one of these in turn. */
struct answers {
	const uint32_t (*each)[2]; /* mode, mask */
	size_t count, next;
	int set_err;
	const char *said;
	unsigned int sets;
};

static int answer_binding(struct fake *fake, const struct nlmsghdr *request, struct ece_os_reply *reply)
{
	struct answers *answers = fake->arg;
	struct nlmsghdr *header = fake_message(request->nlmsg_type);
	const uint32_t *now = answers->each[answers->next % answers->count];

	if (request->nlmsg_type == FAKE_STAT_SET) {
		answers->sets++;
		snprintf(reply->said, sizeof(reply->said), "%s", answers->said ? answers->said : "");
		return answers->set_err ? answers->set_err : fake_give(reply, header);
	}
	answers->next++;
	mnl_attr_put_u32(header, 74, now[0]);
	if (now[0] == ECE_RDMA_BIND_AUTO)
		mnl_attr_put_u32(header, 76, now[1]);
	return fake_give(reply, header);
}

/* The kernel keeps the answer in a static variable: who asks at the same moment gets that of the other. */
static void somebody_elses_answer_is_not_taken(void **state)
{
	static const uint32_t mixed[][2] = {{0, 0}, {1, 3}, {0, 0}, {0, 0}}, never[][2] = {{0, 0}, {1, 3}};
	struct answers answers = {.each = mixed, .count = 4};
	struct ece_rdma_binding binding;
	struct ece_error e;
	struct fake fake;

	(void)state;
	fake_up(&fake, answer_binding, &answers);
	assert_int_equal(ece_rdma_binding(&fake.os, "mlx5_0", 1, &binding, &e), 0);
	assert_int_equal(binding.mode, ECE_RDMA_BIND_NONE);
	assert_int_equal(fake.asked, 4);
	answers = (struct answers){.each = never, .count = 2};
	assert_int_equal(ece_rdma_binding(&fake.os, "mlx5_0", 1, &binding, &e), -EAGAIN);
	assert_int_equal(e.kind, ECE_ERROR_STALE);
}

static void a_mode_that_does_not_stay_is_not_set(void **state)
{
	static const uint32_t none[][2] = {{0, 0}}, by_pid[][2] = {{1, 2}};
	struct answers answers = {.each = none, .count = 1};
	struct ece_error e;
	struct fake fake;

	(void)state;
	fake_up(&fake, answer_binding, &answers);
	assert_int_equal(ece_rdma_bind_auto(&fake.os, "mlx5_0", 1, ECE_RDMA_BIND_BY_TYPE, &e), -EIO);
	assert_int_equal(e.kind, ECE_ERROR_NOT_APPLIED);
	assert_int_equal(answers.sets, 1);
	answers.each = by_pid;
	assert_int_equal(ece_rdma_bind_auto(&fake.os, "mlx5_0", 1, ECE_RDMA_BIND_BY_TYPE, &e), -EIO);
	assert_int_equal(answers.sets, 2);
	/* what is so already is not sent */
	assert_int_equal(ece_rdma_bind_auto(&fake.os, "mlx5_0", 1, ECE_RDMA_BIND_BY_PID, &e), 0);
	assert_int_equal(answers.sets, 2);
	answers.each = none;
	assert_int_equal(ece_rdma_bind_auto(&fake.os, "mlx5_0", 1, 0, &e), 0);
	assert_int_equal(answers.sets, 2);
}

static void refusals_of_a_mode_are_told_apart(void **state)
{
	static const uint32_t none[][2] = {{0, 0}};
	struct answers answers = {.each = none, .count = 1, .set_err = -EBUSY};
	struct ece_error e;
	struct fake fake;

	(void)state;
	fake_up(&fake, answer_binding, &answers);
	assert_int_equal(ece_rdma_bind_auto(&fake.os, "mlx5_0", 1, 1, &e), -EBUSY);
	assert_int_equal(e.kind, ECE_ERROR_CONFLICT);
	answers.set_err = -EPERM;
	assert_int_equal(ece_rdma_bind_auto(&fake.os, "mlx5_0", 1, 1, &e), -EPERM);
	assert_int_equal(e.kind, ECE_ERROR_DENIED);
	answers.set_err = -EOPNOTSUPP;
	assert_int_equal(ece_rdma_bind_auto(&fake.os, "mlx5_0", 1, 1, &e), -EOPNOTSUPP);
	assert_int_equal(e.kind, ECE_ERROR_UNSUPPORTED);
	answers.set_err = -EINVAL;
	answers.said = "Integer out of range";
	assert_int_equal(ece_rdma_bind_auto(&fake.os, "mlx5_0", 1, 4, &e), -EINVAL);
	assert_non_null(strstr(e.text, "Integer out of range"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(three_thousand_sets_are_read),
		cmocka_unit_test(many_queue_pairs_share_sets),
		cmocka_unit_test(lists_have_limits),
		cmocka_unit_test(who_takes_them_may_stop),
		cmocka_unit_test(somebody_elses_answer_is_not_taken),
		cmocka_unit_test(a_mode_that_does_not_stay_is_not_set),
		cmocka_unit_test(refusals_of_a_mode_are_told_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
