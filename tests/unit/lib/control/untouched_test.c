// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Whom a gate on untouched hosts looks at: those who share a rack with treated ones, then those of their domain. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/control/frozen.h"
#include "lib/control/sample.h"

#define HOSTS   10000
#define RACK    32
#define DOMAIN  128
#define TREATED (156 * RACK + 8) /* whole racks, and eight hosts of one more */
#define WATCHED 64

static struct frozen_line lines[HOSTS];
static char names[HOSTS][16];
static uint32_t chosen[WATCHED];

static void choose(void)
{
	struct plan_step steps[] = {{.first = 0, .count = TREATED}, {.first = TREATED, .count = HOSTS - TREATED}};
	struct frozen frozen = {.lines = lines};
	struct ece_error e;

	for (uint32_t i = 0; i < HOSTS; i++) {
		snprintf(names[i], sizeof(names[i]), "node%05u", i + 1);
		lines[i] = (struct frozen_line){
			.host = names[i], .number = i, .near = {HOSTS + i / RACK, 2 * HOSTS + i / DOMAIN}};
	}
	frozen.plan.steps = steps;
	frozen.plan.step_count = 2;
	frozen.plan.order_count = HOSTS;
	frozen.names.count = 3 * HOSTS;
	assert_int_equal(sample_untouched(&frozen, 0, WATCHED, chosen, &e), WATCHED);
}

static unsigned int within(uint32_t from, uint32_t to)
{
	unsigned int n = 0;

	for (size_t i = 0; i < WATCHED; i++)
		n += chosen[i] >= from && chosen[i] < to;
	return n;
}

static void the_rack_comes_first(void **state)
{
	(void)state;
	choose();
	assert_int_equal(within(0, TREATED), 0);
	assert_int_equal(within(TREATED, 157 * RACK), RACK - 8);
}

/* Three racks of it are left, and 40 hosts to choose: by chance none of them has fewer than five. */
static void then_all_of_the_domain_alike(void **state)
{
	(void)state;
	choose();
	assert_int_equal(within(157 * RACK, 160 * RACK), WATCHED - (RACK - 8));
	for (uint32_t rack = 157; rack < 160; rack++)
		assert_true(within(rack * RACK, (rack + 1) * RACK) >= 5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_rack_comes_first),
		cmocka_unit_test(then_all_of_the_domain_alike),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
