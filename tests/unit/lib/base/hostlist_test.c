// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/hostlist.h"

static char out[1 << 16];

static int take(void *ctx, const char *name, size_t len)
{
	size_t *used = ctx;

	if (*used)
		out[(*used)++] = ' ';
	memcpy(out + *used, name, len);
	*used += len;
	out[*used] = '\0';
	return 0;
}

static void expands(const char *list, const char *want)
{
	size_t used = 0;
	struct hostlist_fault fault = {0};

	out[0] = '\0';
	assert_int_equal(hostlist_each(list, strlen(list), HOSTLIST_MAX, take, &used, &fault), 0);
	assert_string_equal(out, want);
}

static void refused(const char *list, int code, size_t at, const char *why)
{
	struct hostlist_fault fault = {0};
	size_t used = 0;

	out[0] = '\0';
	assert_int_equal(hostlist_each(list, strlen(list), HOSTLIST_MAX, take, &used, &fault), code);
	assert_non_null(strstr(fault.why, why));
	assert_int_equal(fault.at, at);
	assert_string_equal(out, "");
}

static void plain_names(void **state)
{
	(void)state;
	expands("gpu001", "gpu001");
	expands("a,b.example.com,r1-n_2", "a b.example.com r1-n_2");
	expands("10.0.0.1,fe80::1", "10.0.0.1 fe80::1");
}

static void ranges_keep_their_width(void **state)
{
	(void)state;
	expands("gpu[001-003,018]", "gpu001 gpu002 gpu003 gpu018");
	expands("gpu[8-11]", "gpu8 gpu9 gpu10 gpu11");
	expands("gpu[08-11]", "gpu08 gpu09 gpu10 gpu11");
	expands("gpu[98-101]", "gpu98 gpu99 gpu100 gpu101");
	expands("gpu[099-101]", "gpu099 gpu100 gpu101");
	expands("gpu[7-7]", "gpu7");
	expands("[1-2]", "1 2");
	expands("n[000000001]", "n000000001");
}

static void several_brackets_and_lists(void **state)
{
	(void)state;
	expands("r[1-2]n[01-02].x,login,gpu[3,1]", "r1n01.x r1n02.x r2n01.x r2n02.x login gpu3 gpu1");
	expands("[1-2][3-4]", "13 14 23 24");
	expands("a[1]b[2]c[3]d[4]e[5]f[6]g[7]h[8]i", "a1b2c3d4e5f6g7h8i");
}

static void a_thousand_widens_a_range(void **state)
{
	(void)state;
	expands("g[998-1001]", "g998 g999 g1000 g1001");
	expands("g[08-11],g[98-100]", "g08 g09 g10 g11 g98 g99 g100");
}

static void bad_ranges(void **state)
{
	(void)state;
	refused("gpu[016-001]", -EINVAL, 4, "reversed");
	refused("gpu[1-016]", -EINVAL, 6, "different widths");
	refused("gpu[001-16]", -EINVAL, 8, "different widths");
	refused("gpu[1-0000000016]", -EINVAL, 6, "9 digits");
	refused("gpu[1234567890]", -EINVAL, 4, "9 digits");
	refused("gpu[1-]", -EINVAL, 6, "number is missing");
	refused("gpu[-3]", -EINVAL, 4, "number is missing");
	refused("gpu[]", -EINVAL, 4, "number is missing");
	refused("gpu[1,]", -EINVAL, 6, "number is missing");
	refused("gpu[1-3", -EINVAL, 3, "not closed");
	refused("gpu[1-3[4]]", -EINVAL, 7, "only numbers");
	refused("gpu[a-c]", -EINVAL, 4, "number is missing");
	refused("gpu[1 - 3]", -EINVAL, 5, "only numbers");
	refused("a[1]b[2]c[3]d[4]e[5]f[6]g[7]h[8]i[9]", -EINVAL, 34, "8 pairs");
}

static void bad_names(void **state)
{
	(void)state;
	refused("", -EINVAL, 0, "missing here");
	refused("a,,b", -EINVAL, 2, "missing here");
	refused("a,", -EINVAL, 2, "missing here");
	refused("a, b", -EINVAL, 2, "space");
	refused("-oProxyCommand=sh", -EINVAL, 0, "starts with");
	refused("../etc", -EINVAL, 0, "starts with");
	refused("a]", -EINVAL, 1, "only letters");
	refused("a;rm", -EINVAL, 1, "only letters");
	refused("$(id)", -EINVAL, 0, "starts with");
	refused("a\nb", -EINVAL, 1, "only letters");
	refused("a\x1b[1]", -EINVAL, 1, "only letters");
	refused("gp\xc3\xbc", -EINVAL, 2, "only letters");
	refused("a/b", -EINVAL, 1, "only letters");
	refused("user@a", -EINVAL, 4, "only letters");
}

static void a_nul_is_no_end(void **state)
{
	struct hostlist_fault fault;

	(void)state;
	assert_int_equal(hostlist_check("a\0b", 3, HOSTLIST_MAX, NULL, &fault), -EINVAL);
	assert_int_equal(fault.at, 1);
}

static void the_limit_of_hosts(void **state)
{
	struct hostlist_fault fault;
	size_t count = 0;

	(void)state;
	assert_int_equal(hostlist_check("n[1-200000]", 11, HOSTLIST_MAX, &count, NULL), 0);
	assert_int_equal(count, 200000);
	refused("n[1-200001]", -E2BIG, 1, "more hosts");
	refused("n[0-999999999]", -E2BIG, 1, "more hosts");
	refused("n[1-100000],m[1-100001]", -E2BIG, 12, "more hosts");
	refused("a[0-99999]b[0-99999]c[0-99999]d[0-99999]e[0-99999]", -E2BIG, 11, "more hosts");
	assert_int_equal(hostlist_check("n[1-200001]", 11, SIZE_MAX, NULL, NULL), -E2BIG);
	assert_int_equal(hostlist_check("n[1-5]", 6, 5, NULL, &fault), 0);
	assert_int_equal(hostlist_check("n[1-5]", 6, 4, NULL, &fault), -E2BIG);
	assert_int_equal(hostlist_check("a,b,c", 5, 2, NULL, &fault), -E2BIG);
	assert_int_equal(fault.at, 4);
}

static void the_limit_of_a_name(void **state)
{
	char name[300];
	struct hostlist_fault fault;

	(void)state;
	memset(name, 'a', sizeof(name));
	assert_int_equal(hostlist_check(name, 253, HOSTLIST_MAX, NULL, &fault), 0);
	assert_int_equal(hostlist_check(name, 254, HOSTLIST_MAX, NULL, &fault), -EINVAL);
	memcpy(name + 250, "[1-100]", 7);
	assert_int_equal(hostlist_check(name, 257, HOSTLIST_MAX, NULL, &fault), 0);
	memcpy(name + 250, "[1-1000]", 8);
	assert_int_equal(hostlist_check(name, 258, HOSTLIST_MAX, NULL, &fault), -EINVAL);
	assert_non_null(strstr(fault.why, "253 bytes"));
}

static int stop_at_second(void *ctx, const char *name, size_t len)
{
	int *calls = ctx;

	(void)name;
	(void)len;
	return ++*calls == 2 ? 7 : 0;
}

static void the_taker_stops_it(void **state)
{
	int calls = 0;

	(void)state;
	assert_int_equal(hostlist_each("a[1-9],b", 8, HOSTLIST_MAX, stop_at_second, &calls, NULL), 7);
	assert_int_equal(calls, 2);
}

static void folds(const char *const *names, size_t count, const char *want)
{
	char *text = NULL;

	assert_int_equal(hostlist_fold(names, count, &text), 0);
	assert_string_equal(text, want);
	free(text);
}

#define FOLDS(want, ...) \
	folds((const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *), want)

static void fold_joins_runs(void **state)
{
	(void)state;
	folds(NULL, 0, "");
	FOLDS("gpu001", "gpu001");
	FOLDS("login", "login", "login");
	FOLDS("gpu[001-003,125]", "gpu125", "gpu003", "gpu001", "gpu002", "gpu001");
	FOLDS("gpu[1,3]", "gpu3", "gpu1");
	FOLDS("gpu[8-11]", "gpu8", "gpu9", "gpu10", "gpu11");
	FOLDS("gpu[8,08,9]", "gpu8", "gpu08", "gpu9");
	FOLDS("gpu[099-101]", "gpu099", "gpu100", "gpu101");
	FOLDS("gpu[998-1000]", "gpu998", "gpu999", "gpu1000");
	FOLDS("a[1-2],b[1-2],login", "b1", "a2", "login", "a1", "b2");
	FOLDS("gpu[1-2].x1.com,gpu3.x2.com", "gpu1.x1.com", "gpu2.x1.com", "gpu3.x2.com");
	FOLDS("10.0.0.[1-2]", "10.0.0.1", "10.0.0.2");
	FOLDS("gpu[1-2]-ib", "gpu1-ib", "gpu2-ib");
	FOLDS("n12345[678901234-678901235]", "n12345678901234", "n12345678901235");
}

struct names {
	char **names;
	size_t count;
};

static int collect(void *ctx, const char *name, size_t len)
{
	struct names *n = ctx;

	n->names[n->count++] = strndup(name, len);
	return 0;
}

static int compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static struct names expand_all(const char *list)
{
	size_t count = 0;
	struct names n = {0};

	assert_int_equal(hostlist_check(list, strlen(list), HOSTLIST_MAX, &count, NULL), 0);
	n.names = calloc(count, sizeof(char *));
	assert_int_equal(hostlist_each(list, strlen(list), HOSTLIST_MAX, collect, &n, NULL), 0);
	qsort(n.names, n.count, sizeof(char *), compare);
	for (size_t i = 1; i < n.count; i++)
		assert_string_not_equal(n.names[i - 1], n.names[i]);
	return n;
}

static void names_free(struct names *n)
{
	for (size_t i = 0; i < n->count; i++)
		free(n->names[i]);
	free(n->names);
}

/* Whatever is folded comes back when it is expanded. */
static void fold_and_back(void **state)
{
	static const char *const lists[] = {
		"gpu[001-120,125,0130-0140],r[1-9]n[08-11],login[1-3],x",
		"[1-12],[01-09],[001-012]",
		"n[8-101,0-3,00-03].a1,n[5-9].a2,a,ab,a1,a1b,a1b2",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
		struct names before = expand_all(lists[i]), after;
		char *text = NULL;

		assert_int_equal(hostlist_fold((const char *const *)before.names, before.count, &text), 0);
		after = expand_all(text);
		assert_int_equal(after.count, before.count);
		for (size_t k = 0; k < after.count; k++)
			assert_string_equal(after.names[k], before.names[k]);
		names_free(&before);
		names_free(&after);
		free(text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(plain_names),
		cmocka_unit_test(ranges_keep_their_width),
		cmocka_unit_test(several_brackets_and_lists),
		cmocka_unit_test(a_thousand_widens_a_range),
		cmocka_unit_test(bad_ranges),
		cmocka_unit_test(bad_names),
		cmocka_unit_test(a_nul_is_no_end),
		cmocka_unit_test(the_limit_of_hosts),
		cmocka_unit_test(the_limit_of_a_name),
		cmocka_unit_test(the_taker_stops_it),
		cmocka_unit_test(fold_joins_runs),
		cmocka_unit_test(fold_and_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
