// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Without memory. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "ece/negotiate.h"
#include "tests/unit/lib/ece/verbs.h"

void *__wrap_calloc(size_t count, size_t size);
void *__real_calloc(size_t count, size_t size);

static bool none_left;

void *__wrap_calloc(size_t count, size_t size)
{
	return none_left ? NULL : __real_calloc(count, size);
}

static void a_negotiation_needs_memory_before_anything_else(void **state)
{
	struct fake_qp fake;
	struct ece_error e;
	int ret;

	(void)state;
	fake_qp_init(&fake, 0x30000003);
	none_left = true;
	ret = ece_negotiate(-1, ECE_REQUESTOR, &fake.qp, NULL, fake_qp_move, NULL, 0, NULL, &e);
	assert_null(ece_session_new(ECE_RESPONDER, NULL));
	none_left = false;
	assert_int_equal(ret, -ENOMEM);
	assert_int_equal(e.kind, ECE_ERROR_MEMORY);
	assert_int_equal(fake.queries + fake.sets + fake.moves, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_negotiation_needs_memory_before_anything_else),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
