// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Rows that are made from patterns. */
#include "devx/params/param.h"

#include <pthread.h>
#include <regex.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define COUNT_OF(list) (sizeof(list) / sizeof((list)[0]))

static const struct {
	const char *name, *pattern; /* NULL: none takes it */
} names[] = {
	{"ppcc.slot.0.enable", "ppcc.slot.N.enable"},
	{"ppcc.slot.9.counters", "ppcc.slot.N.counters"},
	{"ppcc.slot.10.trace", "ppcc.slot.N.trace"},
	{"ppcc.slot.15.counters", "ppcc.slot.N.counters"},
	{"ppcc.FAST_SCHED", "ppcc.NAME"},
	{"ppcc.x", "ppcc.NAME"},
	{"ppcc.TX-2_a", "ppcc.NAME"},
	{"ppcc.slot", "ppcc.NAME"},
	{"ppcc.1234567890123456789012345678901234567890123456789012345678", "ppcc.NAME"},
	{"ppcc.12345678901234567890123456789012345678901234567890123456789", NULL},
	{"ppcc.slot.16.enable", NULL},
	{"ppcc.slot.00.enable", NULL},
	{"ppcc.slot.01.enable", NULL},
	{"ppcc.slot.-1.enable", NULL},
	{"ppcc.slot.100.enable", NULL},
	{"ppcc.slot..enable", NULL},
	{"ppcc.slot.1.enabled", NULL},
	{"ppcc.slot.1", NULL},
	{"ppcc.slot.1enable", NULL},
	{"ppcc.", NULL},
	{"ppcc.A B", NULL},
	{"ppcc.A=B", NULL},
	{"ppcc.A.B", NULL},
	{"PPCC.A", NULL},
	{"ppccA", NULL},
	{"ppcc", NULL},
};

static const struct ece_param_pattern *pattern(const char *name)
{
	const struct ece_param_pattern *p;

	for (size_t i = 0; (p = ece_param_pattern_at(i)); i++)
		if (!strcmp(p->row.name, name))
			return p;
	fail_msg("there is no pattern %s", name);
	return NULL;
}

static void a_name_makes_a_row_once(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		const struct ece_param *p = ece_param_find(names[i].name);
		size_t index;

		if (!names[i].pattern) {
			assert_null(p);
			continue;
		}
		assert_non_null(p);
		assert_string_equal(p->name, names[i].name);
		assert_int_equal(p->home, pattern(names[i].pattern)->row.home);
		assert_ptr_equal(p->field, pattern(names[i].pattern)->row.field);
		assert_ptr_equal(ece_param_find(names[i].name), p);
		index = ece_param_index(p);
		assert_true(index >= ece_param_count() && index < ece_param_limit());
		assert_ptr_equal(ece_param_at(index), p);
	}
	assert_int_equal(ece_param_find("ppcc.slot.10.trace")->slot, 10);
	assert_string_equal(ece_param_find("ppcc.FAST_SCHED")->card_name, "FAST_SCHED");
}

/* A row says which slot or parameter it is, not what stands for it in the pattern. */
static void the_text_is_about_the_row(void **state)
{
	const struct ece_param *p = ece_param_find("ppcc.slot.0.enable");

	(void)state;
	assert_non_null(strstr(p->text, "Whether the algorithm in slot 0 of the card runs"));
	assert_non_null(strstr(ece_param_find("ppcc.slot.10.trace")->text, "in slot 10 writes a trace"));
	p = ece_param_find("ppcc.FAST_SCHED");
	assert_non_null(strstr(p->text, "A parameter that the card calls FAST_SCHED, of the first slot"));
	assert_null(strstr(p->text, "NAME"));
	p = ece_param_find("ppcc.1234567890123456789012345678901234567890123456789012345678");
	assert_non_null(strstr(p->text, "its unit is not"));
}

/* What schemas say is what is taken. */
static void the_regex_says_the_same(void **state)
{
	const struct ece_param_pattern *p;

	(void)state;
	for (size_t n = 0; (p = ece_param_pattern_at(n)); n++) {
		regex_t regex;

		assert_int_equal(regcomp(&regex, p->regex, REG_EXTENDED | REG_NOSUB), 0);
		for (size_t i = 0; i < COUNT_OF(names); i++)
			assert_int_equal(!regexec(&regex, names[i].name, 0, NULL, 0),
					 names[i].pattern && !strcmp(names[i].pattern, p->row.name));
		regfree(&regex);
	}
}

/* One parameter of the card must not have two rows. */
static void a_row_of_the_table_comes_first(void **state)
{
	(void)state;
	for (size_t i = 0; i < ece_param_count(); i++) {
		const struct ece_param *p = ece_param_at(i);
		char name[ECE_PARAM_NAME_MAX];

		if (p->home != ECE_HOME_PPCC)
			continue;
		snprintf(name, sizeof(name), "ppcc.%s", p->card_name);
		assert_ptr_equal(ece_param_find(name), p);
	}
	assert_true(ece_param_index(ece_param_find("ppcc.slot.15.enable")) < ece_param_count());
}

static void all_need_programmable_algorithms(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		const struct ece_param *p = ece_param_find(names[i].name);

		if (!p)
			continue;
		assert_string_equal(p->needs[0].nv, "ROCE_CC_LEGACY_DCQCN");
		assert_int_equal(p->needs[0].raw, 0);
		assert_false(p->needs[0].differs);
		assert_int_equal(p->needs[0].unmet, ECE_UNMET_INERT);
		assert_null(p->needs[1].nv);
	}
}

static void what_goes_together(void **state)
{
	const struct ece_param *zero = ece_param_find("ppcc.slot.0.enable");

	(void)state;
	assert_true(ece_param_together(zero, ece_param_find("ppcc.slot.0.trace")));
	assert_false(ece_param_together(zero, ece_param_find("ppcc.slot.15.enable")));
	assert_false(ece_param_together(zero, ece_param_find("ppcc.x")));
	assert_false(ece_param_together(ece_param_find("ppcc.x"), ece_param_find("ppcc.slot")));
}

static void *find_many(void *same)
{
	const struct ece_param **found = same;

	for (int i = 0; i < 20; i++) {
		char name[32];

		snprintf(name, sizeof(name), "ppcc.THREAD_%d", i);
		found[i] = ece_param_find(name);
	}
	return NULL;
}

static void threads_find_the_same_rows(void **state)
{
	static const struct ece_param *found[4][20];
	pthread_t threads[4];

	(void)state;
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, find_many, found[i]), 0);
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(pthread_join(threads[i], NULL), 0);
	for (size_t i = 1; i < 4; i++)
		assert_memory_equal(found[i], found[0], sizeof(found[0]));
	assert_non_null(found[0][19]);
}

/* The last test: afterwards no new row can be made. */
static void there_is_a_limit(void **state)
{
	const struct ece_param *first = ece_param_at(ece_param_count());
	char name[32];

	(void)state;
	for (int i = 0; i <= ECE_PARAM_INTERNED_MAX; i++) {
		snprintf(name, sizeof(name), "ppcc.FILL_%d", i);
		ece_param_find(name);
	}
	assert_null(ece_param_find(name));
	assert_true(ece_param_is_too_many(name));
	assert_false(ece_param_is_too_many("ppcc.A.B"));
	assert_false(ece_param_is_too_many("ppcc.FILL_0"));
	assert_false(ece_param_is_too_many("dcqcn.rp.ai_rate"));
	assert_false(ece_param_is_too_many("dcqcn.rp.ai_rat"));
	assert_non_null(ece_param_at(ece_param_limit() - 1));
	assert_null(ece_param_at(ece_param_limit()));
	/* Those that are there stay. */
	assert_ptr_equal(ece_param_find(first->name), first);
	assert_non_null(ece_param_find("dcqcn.rp.ai_rate"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_name_makes_a_row_once),          cmocka_unit_test(the_text_is_about_the_row),
		cmocka_unit_test(the_regex_says_the_same),          cmocka_unit_test(a_row_of_the_table_comes_first),
		cmocka_unit_test(all_need_programmable_algorithms), cmocka_unit_test(what_goes_together),
		cmocka_unit_test(threads_find_the_same_rows),       cmocka_unit_test(there_is_a_limit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
