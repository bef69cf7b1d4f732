// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The values of the authors' test vectors (draft-eastlake-fnv). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "lib/base/fnv.h"

static void hashes_are_those_of_the_authors(void **state)
{
	static const struct {
		const char *text;
		uint32_t hash32;
		uint64_t hash64;
	} vectors[] = {
		{"", 0x811c9dc5, 0xcbf29ce484222325},
		{"a", 0xe40c292c, 0xaf63dc4c8601ec8c},
		{"foobar", 0xbf9cf968, 0x85944171f73967e8},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(vectors) / sizeof(vectors[0]); i++) {
		uint32_t hash32 = FNV32_START;

		for (const char *at = vectors[i].text; *at; at++)
			hash32 = fnv32_byte(hash32, (unsigned char)*at);
		assert_int_equal(hash32, vectors[i].hash32);
		assert_true(fnv64(FNV64_START, vectors[i].text, strlen(vectors[i].text)) == vectors[i].hash64);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hashes_are_those_of_the_authors),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
