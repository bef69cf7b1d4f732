// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Values from FIPS 180-4's published examples and the NIST CAVP message tests. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "lib/base/sha256.h"

static void hex(const uint8_t *digest, char *text)
{
	for (int i = 0; i < SHA256_BYTES; i++)
		sprintf(text + 2 * i, "%02x", digest[i]);
}

/* In pieces of @piece bytes: where a block ends must not matter. */
static void assert_digest(const char *data, size_t len, size_t piece, const char *want)
{
	uint8_t digest[SHA256_BYTES];
	char text[2 * SHA256_BYTES + 1];
	struct sha256 hash;

	sha256_init(&hash);
	for (size_t at = 0; at < len; at += piece)
		sha256_add(&hash, data + at, len - at < piece ? len - at : piece);
	sha256_end(&hash, digest);
	hex(digest, text);
	assert_string_equal(text, want);
}

static void published_examples(void **state)
{
	static const char two_blocks[] = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
	static const char long_one[] = "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
				       "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu";

	(void)state;
	assert_digest("", 0, 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
	for (size_t piece = 1; piece <= 113; piece++) {
		assert_digest("abc", 3, piece, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
		assert_digest(two_blocks, 56, piece,
			      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
		assert_digest(long_one, 112, piece, "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
	}
}

static void a_million_times_a(void **state)
{
	static char block[1000];
	uint8_t digest[SHA256_BYTES];
	char text[2 * SHA256_BYTES + 1];
	struct sha256 hash;

	(void)state;
	memset(block, 'a', sizeof(block));
	sha256_init(&hash);
	for (int i = 0; i < 1000; i++)
		sha256_add(&hash, block, sizeof(block));
	sha256_end(&hash, digest);
	hex(digest, text);
	assert_string_equal(text, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(published_examples),
		cmocka_unit_test(a_million_times_a),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
