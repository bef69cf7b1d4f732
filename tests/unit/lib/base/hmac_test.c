// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The test vectors of RFC 4231 for HMAC-SHA256. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "lib/base/hmac.h"

static void assert_code(const void *key, size_t key_len, const char *data, const char *want)
{
	char hex[2 * SHA256_BYTES + 1];
	uint8_t code[SHA256_BYTES];
	struct hmac hmac;

	hmac_init(&hmac, key, key_len);
	hmac_add(&hmac, data, 3);
	hmac_add(&hmac, data + 3, strlen(data) - 3);
	hmac_end(&hmac, code);
	for (size_t i = 0; i < sizeof(code); i++)
		snprintf(hex + 2 * i, 3, "%02x", code[i]);
	assert_string_equal(hex, want);
}

static void a_key_shorter_than_a_block(void **state)
{
	uint8_t key[20];

	(void)state;
	memset(key, 0x0b, sizeof(key));
	assert_code(key, sizeof(key), "Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
	assert_code("Jefe", 4, "what do ya want for nothing?",
		    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
}

static void a_key_longer_than_a_block(void **state)
{
	uint8_t key[131];

	(void)state;
	memset(key, 0xaa, sizeof(key));
	assert_code(key, sizeof(key), "Test Using Larger Than Block-Size Key - Hash Key First",
		    "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_key_shorter_than_a_block),
		cmocka_unit_test(a_key_longer_than_a_block),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
