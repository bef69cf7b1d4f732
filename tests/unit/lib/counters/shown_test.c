// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The parameter table says in which counters a value shows when it works: each of them is in the counter table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "devx/params/param.h"
#include "lib/counters/counter.h"

static void what_parameters_show_in_is_in_the_table(void **state)
{
	size_t named = 0;

	(void)state;
	for (size_t i = 0; i < ece_param_count(); i++) {
		const char *const *name = ece_param_at(i)->counters;

		for (; name && *name; name++, named++)
			if (!counter_find(*name))
				fail_msg("%s of %s is missing", *name, ece_param_at(i)->name);
	}
	assert_true(named > 10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_parameters_show_in_is_in_the_table),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
