// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Policies of ECE: their file, and one on top of the other. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>
#include <string.h>

#include "devx/ece/policy_text.h"

static const struct {
	uint32_t allow, require;
	const char *text;
} files[] = {
	{0xfffffff, 0, "{\"version\": 1, \"allow\": \"all\", \"require\": []}\n"},
	{0, 0, "{\"version\": 1, \"allow\": [], \"require\": []}\n"},
	{3, 1,
	 "{\"version\": 1, \"allow\": [\"selective_repeat\", \"programmable_cc\"], "
	 "\"require\": [\"selective_repeat\"]}\n"},
	{0x8000002, 0x8000000,
	 "{\"version\": 1, \"allow\": [\"programmable_cc\", \"0x8000000\"], "
	 "\"require\": [\"0x8000000\"]}\n"},
};

static void files_are_written_and_read_back(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		struct ece_policy policy = {.allow = files[i].allow, .require = files[i].require, .origin = "x"};
		char text[ECE_POLICY_TEXT_MAX];

		assert_int_equal(ece_policy_format(&policy, text, sizeof(text)), strlen(files[i].text));
		assert_string_equal(text, files[i].text);
		assert_int_equal(ece_policy_format(&policy, text, strlen(files[i].text)), 0);
		policy = ece_policy_open();
		assert_int_equal(ece_policy_parse(files[i].text, strlen(files[i].text), "p.json", &policy, NULL), 0);
		assert_int_equal(policy.allow, files[i].allow);
		assert_int_equal(policy.require, files[i].require);
		assert_string_equal(policy.origin, "p.json");
	}
}

static void people_may_write_it_their_way(void **state)
{
	static const struct {
		const char *text;
		uint32_t allow, require;
	} typed[] = {
		{"{\"version\": 1}", 0xfffffff, 0},
		{"{\"require\": [1], \"version\": 1}", 0xfffffff, 1},
		{"{\"version\": 1, \"allow\": \"none\"}", 0, 0},
		{"{\"version\": 1, \"allow\": \"selective_repeat,0x4\"}", 5, 0},
		{"{\"version\": 1, \"allow\": [4, \"0x8\", \"selective_repeat\"]}", 13, 0},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(typed) / sizeof(typed[0]); i++) {
		struct ece_policy policy;
		struct ece_error e = {0};

		if (ece_policy_parse(typed[i].text, strlen(typed[i].text), "p", &policy, &e))
			fail_msg("%s: %s", typed[i].text, e.text);
		assert_int_equal(policy.allow, typed[i].allow);
		assert_int_equal(policy.require, typed[i].require);
	}
}

static void what_is_half_understood_is_none(void **state)
{
	static const struct {
		const char *text;
		int code;
		enum ece_error_kind kind;
		const char *says, *place;
	} faulty[] = {
		{"", -EINVAL, ECE_ERROR_SYNTAX, "not a policy", "p.json:1:"},
		{"{\"version\": 1,\n \"allow\": [}", -EINVAL, ECE_ERROR_SYNTAX, "not a policy", "p.json:2:"},
		{"[]", -EINVAL, ECE_ERROR_TYPE, "a policy is an object", "p.json"},
		{"{}", -EINVAL, ECE_ERROR_TYPE, "begins with \"version\": 1", "p.json"},
		{"{\"version\": \"1\"}", -EINVAL, ECE_ERROR_TYPE, "begins with", "p.json"},
		{"{\"version\": 0}", -EINVAL, ECE_ERROR_TYPE, "begins with", "p.json"},
		/* What a later version has besides is not held against it. */
		{"{\"version\": 2, \"forbid\": []}", -EPROTONOSUPPORT, ECE_ERROR_VERSION, "knows up to 1", "p.json"},
		{"{\"version\": 1, \"alow\": []}", -EINVAL, ECE_ERROR_UNKNOWN_NAME, "did you mean \"allow\"", "p.json"},
		{"{\"version\": 1, \"x\": []}", -EINVAL, ECE_ERROR_UNKNOWN_NAME, "it has version, allow and require",
		 "p.json"},
		{"{\"version\": 1, \"allow\": [], \"allow\": []}", -EINVAL, ECE_ERROR_DUPLICATE, "duplicate",
		 "p.json:1:"},
		{"{\"version\": 1, \"allow\": 3}", -EINVAL, ECE_ERROR_TYPE, "is a list of ECE options", "p.json"},
		{"{\"version\": 1, \"allow\": [null]}", -EINVAL, ECE_ERROR_TYPE, "a name, or a number", "p.json"},
		{"{\"version\": 1, \"allow\": [[]]}", -EINVAL, ECE_ERROR_TYPE, "a name, or a number", "p.json"},
		{"{\"version\": 1, \"allow\": [-1]}", -EINVAL, ECE_ERROR_UNKNOWN_NAME, "\"-1\"", "p.json"},
		{"{\"version\": 1, \"allow\": [268435456]}", -EINVAL, ECE_ERROR_RANGE, "the version", "p.json"},
		{"{\"version\": 1, \"allow\": [\"all\"]}", -EINVAL, ECE_ERROR_SYNTAX, "stands alone", "p.json"},
		{"{\"version\": 1, \"allow\": [\"selective_repeat\", 1]}", -EINVAL, ECE_ERROR_DUPLICATE, "named twice",
		 "p.json"},
		{"{\"version\": 1, \"require\": [\"selectiv_repeat\"]}", -EINVAL, ECE_ERROR_UNKNOWN_NAME,
		 "did you mean \"selective_repeat\"", "p.json"},
		{"{\"version\": 1, \"allow\": [2], \"require\": [1, 2]}", -EINVAL, ECE_ERROR_CONFLICT,
		 "requires ECE selective_repeat, which it does not allow", "p.json"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(faulty) / sizeof(faulty[0]); i++) {
		struct ece_policy policy = {.allow = 7, .require = 7, .origin = "old"};
		struct ece_error e = {0};

		assert_int_equal(ece_policy_parse(faulty[i].text, strlen(faulty[i].text), "p.json", &policy, &e),
				 faulty[i].code);
		assert_int_equal(e.code, faulty[i].code);
		if (e.kind != faulty[i].kind || !strstr(e.text, faulty[i].says))
			fail_msg("%s: %d, %s", faulty[i].text, (int)e.kind, e.text);
		assert_memory_equal(e.place, faulty[i].place, strlen(faulty[i].place));
		assert_int_equal(policy.allow, 7);
		assert_string_equal(policy.origin, "old");
	}
}

static void size_and_nesting_have_limits(void **state)
{
	static const char least[] = "{\"version\": 1}";
	char *text = malloc(ECE_POLICY_FILE_MAX + 2);
	struct ece_policy policy;
	struct ece_error e = {0};

	(void)state;
	assert_non_null(text);
	memset(text, ' ', ECE_POLICY_FILE_MAX + 1);
	memcpy(text, least, sizeof(least) - 1);
	assert_int_equal(ece_policy_parse(text, ECE_POLICY_FILE_MAX, "p", &policy, &e), 0);
	assert_int_equal(ece_policy_parse(text, ECE_POLICY_FILE_MAX + 1, "p", &policy, &e), -EFBIG);
	assert_int_equal(e.kind, ECE_ERROR_LIMIT);
	memset(text, '[', ECE_POLICY_FILE_MAX);
	assert_int_equal(ece_policy_parse(text, ECE_POLICY_FILE_MAX, "p", &policy, &e), -EINVAL);
	free(text);
}

static void a_further_policy_only_narrows(void **state)
{
	struct ece_policy policy = ece_policy_open();
	struct ece_policy file = {.allow = 7, .require = 1, .origin = "/run/ece/policy/x.json"};
	struct ece_policy typed = {.allow = 0xffffffb, .require = 2, .origin = "ECE_ALLOW"};

	(void)state;
	assert_int_equal(policy.allow, 0xfffffff);
	assert_int_equal(policy.require, 0);
	assert_string_equal(policy.origin, "");
	assert_int_equal(ece_policy_narrow(&policy, &file, NULL), 0);
	assert_int_equal(policy.allow, 7);
	assert_int_equal(policy.require, 1);
	assert_int_equal(ece_policy_narrow(&policy, &typed, NULL), 0);
	assert_int_equal(policy.allow, 3);
	assert_int_equal(policy.require, 3);
	assert_string_equal(policy.origin, "/run/ece/policy/x.json, ECE_ALLOW");
}

static void what_is_required_cannot_be_forbidden(void **state)
{
	struct ece_policy file = {.allow = 6, .origin = "/run/ece/policy/x.json"};
	struct ece_policy wants = {.allow = 0xfffffff, .require = 1, .origin = "ECE_REQUIRE"};
	struct ece_policy forbids = {.allow = 0, .origin = "ECE_ALLOW"};
	struct ece_error e = {0};

	(void)state;
	assert_int_equal(ece_policy_narrow(&file, &wants, &e), -EINVAL);
	assert_int_equal(e.kind, ECE_ERROR_CONFLICT);
	assert_string_equal(e.text, "ECE_REQUIRE requires ECE selective_repeat, which /run/ece/policy/x.json does not "
				    "allow: mend one of them");
	assert_int_equal(file.allow, 6);
	assert_int_equal(file.require, 0);
	assert_string_equal(file.origin, "/run/ece/policy/x.json");
	file.require = 2;
	assert_int_equal(ece_policy_narrow(&file, &forbids, &e), -EINVAL);
	assert_string_equal(e.text, "/run/ece/policy/x.json requires ECE programmable_cc, which ECE_ALLOW does not "
				    "allow: mend one of them");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(files_are_written_and_read_back),
		cmocka_unit_test(people_may_write_it_their_way),
		cmocka_unit_test(what_is_half_understood_is_none),
		cmocka_unit_test(size_and_nesting_have_limits),
		cmocka_unit_test(a_further_policy_only_narrows),
		cmocka_unit_test(what_is_required_cannot_be_forbidden),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
