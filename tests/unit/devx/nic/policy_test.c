// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The policy of ECE, in a file of the host. The judge is the file's text, and that the card hears of nothing. */
#include "tests/unit/devx/nic/model.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define ALLOW   "ece.allow"
#define REQUIRE "ece.require"

static void put_file(struct model *m, const char *text)
{
	m->kept.policy.there = 1;
	m->kept.policy.len = (uint16_t)strlen(text);
	memcpy(m->kept.policy.text, text, strlen(text));
}

static void assert_file(const struct model *m, const char *text)
{
	assert_int_equal(m->kept.policy.there, 1);
	assert_int_equal(m->kept.policy.len, strlen(text));
	assert_memory_equal(m->kept.policy.text, text, strlen(text));
}

static struct ece_value read_one(struct model *m, const char *name)
{
	const struct ece_param *params[] = {param(name)};
	struct ece_value value;

	ece_nic_read(m->nic, params, &value, 1);
	return value;
}

static void a_host_without_a_file_allows_all(void **state)
{
	struct model m;

	(void)state;
	model_start(&m, "6.1", "cx7", 0);
	assert_int_equal(read_one(&m, ALLOW).state, ECE_VALUE_SET);
	assert_int_equal(read_one(&m, ALLOW).raw, 0xfffffff);
	assert_int_equal(read_one(&m, REQUIRE).raw, 0);
	assert_int_equal(read_one(&m, REQUIRE).result.backend, ECE_BACKEND_POLICY);
	assert_int_equal(read_one(&m, REQUIRE).result.reached, ECE_REACHED_NO);
	/* Only looked at. */
	assert_int_equal(m.kept.policy.there, 0);
	assert_int_equal(m.state.commands, 0);
	model_stop(&m);
}

static void both_go_out_in_one_file(void **state)
{
	struct ece_write writes[] = {{.param = param(REQUIRE), .raw = 1}, {.param = param(ALLOW), .raw = 3}};
	struct ece_write back[] = {{.param = param(ALLOW), .raw = 0xfffffff}, {.param = param(REQUIRE), .raw = 0}};
	struct model m;

	(void)state;
	model_start(&m, "6.1", "cx7", 0);
	assert_int_equal(ece_nic_write(m.nic, writes, 2), 0);
	assert_int_equal(writes[0].state, ECE_WRITE_DONE);
	assert_int_equal(writes[0].before.raw, 0);
	assert_int_equal(writes[1].before.raw, 0xfffffff);
	assert_file(&m, "{\"version\": 1, \"allow\": [\"selective_repeat\", \"programmable_cc\"], "
			"\"require\": [\"selective_repeat\"]}\n");
	assert_int_equal(ece_nic_put_back(m.nic, back, 2), 0);
	assert_file(&m, "{\"version\": 1, \"allow\": \"all\", \"require\": []}\n");
	assert_int_equal(m.state.commands, 0);
	model_stop(&m);
}

/* One alone keeps what the file says of the other. */
static void one_alone_keeps_the_other(void **state)
{
	struct ece_write write = {.param = param(ALLOW), .raw = 5};
	struct model m;

	(void)state;
	model_start(&m, "6.1", "cx7", 0);
	put_file(&m, "{\"version\": 1, \"require\": [4]}");
	assert_int_equal(ece_nic_write(m.nic, &write, 1), 0);
	assert_file(&m, "{\"version\": 1, \"allow\": [\"selective_repeat\", \"0x4\"], \"require\": [\"0x4\"]}\n");
	model_stop(&m);
}

static void what_is_required_is_allowed(void **state)
{
	struct ece_write both[] = {{.param = param(ALLOW), .raw = 2}, {.param = param(REQUIRE), .raw = 1}};
	struct ece_write allow = {.param = param(ALLOW), .raw = 2};
	static const char file[] = "{\"version\": 1, \"require\": [1]}";
	struct model m;

	(void)state;
	model_start(&m, "6.1", "cx7", 0);
	assert_int_equal(ece_nic_write(m.nic, both, 2), -EINVAL);
	assert_int_equal(both[0].state, ECE_WRITE_FAILED);
	assert_int_equal(both[0].error.kind, ECE_ERROR_CONFLICT);
	assert_string_equal(both[0].error.text, "ece.require would be selective_repeat, not all in ece.allow, which "
						"would be programmable_cc");
	assert_string_equal(both[0].error.place, "0000:01:00.0/ece.allow");
	assert_int_equal(m.kept.policy.there, 0);
	/* Held against what the file says of the other, too. */
	put_file(&m, file);
	assert_int_equal(ece_nic_check(m.nic, &allow, 1), -EINVAL);
	assert_int_equal(allow.error.kind, ECE_ERROR_CONFLICT);
	assert_file(&m, file);
	model_stop(&m);
}

/* Never taken for "everything", and not written over: somebody meant something by it. */
static void a_file_that_is_not_understood_is_unreadable(void **state)
{
	static const struct {
		const char *text, *why;
	} faulty[] = {
		{"",
		 "/run/ece/policy/0000:01:00.0.json:1:0: not a policy: '[' or '{' expected near end of file (mend or "
		 "remove the file)"},
		{"{\"version\": 2}",
		 "/run/ece/policy/0000:01:00.0.json: the policy has version 2, this program knows up "
		 "to 1: bring it up to date (mend or remove the file)"},
		{"{\"version\": 1, \"allow\": [\"selective_repeet\"]}",
		 "/run/ece/policy/0000:01:00.0.json: no ECE option \"selective_repeet\"; did you mean "
		 "\"selective_repeat\"? (mend or remove the file)"},
		{"{\"version\": 1, \"allow\": [], \"require\": [1]}",
		 "/run/ece/policy/0000:01:00.0.json: it requires ECE selective_repeat, which it does not allow (mend "
		 "or "
		 "remove the file)"},
	};
	struct ece_write write = {.param = param(ALLOW), .raw = 1};
	struct model m;

	(void)state;
	model_start(&m, "6.1", "cx7", 0);
	for (size_t i = 0; i < sizeof(faulty) / sizeof(faulty[0]); i++) {
		put_file(&m, faulty[i].text);
		assert_int_equal(read_one(&m, ALLOW).state, ECE_VALUE_UNREADABLE);
		assert_int_equal(read_one(&m, REQUIRE).state, ECE_VALUE_UNREADABLE);
		assert_string_equal(read_one(&m, REQUIRE).why, faulty[i].why);
		assert_true(ece_nic_write(m.nic, &write, 1) < 0);
		assert_non_null(strstr(write.error.text, "mend or remove the file"));
		assert_file(&m, faulty[i].text);
	}
	model_stop(&m);
}

static void a_user_may_look_only(void **state)
{
	struct ece_write write = {.param = param(ALLOW), .raw = 1};
	struct model m;

	(void)state;
	model_start(&m, "6.1", "cx7", SIM_UNPRIVILEGED);
	assert_int_equal(read_one(&m, ALLOW).raw, 0xfffffff);
	assert_int_equal(ece_nic_write(m.nic, &write, 1), -EACCES);
	assert_int_equal(write.error.kind, ECE_ERROR_DENIED);
	assert_string_equal(write.error.text, "cannot write ece.allow: policy: Permission denied");
	assert_int_equal(m.kept.policy.there, 0);
	model_stop(&m);
}

static void a_host_that_cannot_keep_it_says_so(void **state)
{
	struct ece_write write = {.param = param(ALLOW), .raw = 1};
	struct model m;

	(void)state;
	model_start(&m, "6.1", "cx7", 0);
	m.card.kept = NULL;
	assert_int_equal(ece_nic_write(m.nic, &write, 1), -ENOSPC);
	assert_int_equal(write.after.raw, 0xfffffff);
	assert_string_equal(write.error.text, "cannot write ece.allow: policy: No space left on device");
	model_stop(&m);
}

/* Programs open the RDMA device, which is on the first function of a card with two ports. */
static void the_second_port_has_none(void **state)
{
	struct ece_value value;
	struct model m;

	(void)state;
	model_start(&m, "6.1", "cx7", 0);
	snprintf(m.list[0].rdma_on, sizeof(m.list[0].rdma_on), "0000:01:00.1");
	ece_nic_close(m.nic);
	assert_int_equal(ece_nic_open(&m.os, &m.list[0], &m.nic, NULL), 0);
	value = read_one(&m, ALLOW);
	assert_int_equal(value.state, ECE_VALUE_NO_DOOR);
	assert_string_equal(value.why, "policy: programs find that of the RDMA device mlx5_0 on 0000:01:00.1");
	model_stop(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_host_without_a_file_allows_all),
		cmocka_unit_test(both_go_out_in_one_file),
		cmocka_unit_test(one_alone_keeps_the_other),
		cmocka_unit_test(what_is_required_is_allowed),
		cmocka_unit_test(a_file_that_is_not_understood_is_unreadable),
		cmocka_unit_test(a_user_may_look_only),
		cmocka_unit_test(a_host_that_cannot_keep_it_says_so),
		cmocka_unit_test(the_second_port_has_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
