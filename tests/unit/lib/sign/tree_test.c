// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/sign/statement.h"
#include "lib/sign/tree.h"

#define MOST 40

/* The inputs and roots of the tests of Certificate Transparency's reference implementation (RFC 6962, 2.1). */
static const char *const inputs[8] = {
	"", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f",
};

static const char *const roots[8] = {
	"6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
	"fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
	"aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
	"d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
	"4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
	"76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
	"ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
	"5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
};

static void leaf_of_hex(const char *hex, uint8_t *digest)
{
	struct sha256 hash;

	sha256_init(&hash);
	sha256_add(&hash, "", 1);
	for (; *hex; hex += 2) {
		const char pair[3] = {hex[0], hex[1], '\0'};
		uint8_t byte = (uint8_t)strtoul(pair, NULL, 16);

		sha256_add(&hash, &byte, 1);
	}
	sha256_end(&hash, digest);
}

static void fill(sign_digest *leaves, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		struct sha256 hash;

		sha256_init(&hash);
		sha256_add(&hash, &i, sizeof(i));
		sha256_end(&hash, leaves[i]);
	}
}

static void test_roots_are_those_of_the_reference(void **state)
{
	sign_digest leaves[8];
	char hex[SIGN_HEX];

	(void)state;
	for (size_t i = 0; i < 8; i++)
		leaf_of_hex(inputs[i], leaves[i]);
	for (uint32_t n = 1; n <= 8; n++) {
		struct sign_tree *tree;
		struct ece_error e;

		assert_int_equal(sign_tree_make(leaves, n, &tree, &e), 0);
		sign_hex(sign_tree_root(tree), hex);
		assert_string_equal(hex, roots[n - 1]);
		sign_tree_free(tree);
	}
}

static void test_every_path_leads_to_its_root_and_to_no_other_place(void **state)
{
	sign_digest leaves[MOST], path[SIGN_PATH_MAX];

	(void)state;
	fill(leaves, MOST);
	for (uint32_t n = 1; n <= MOST; n++) {
		struct sign_tree *tree;
		struct ece_error e;

		assert_int_equal(sign_tree_make(leaves, n, &tree, &e), 0);
		for (uint32_t i = 0; i < n; i++) {
			uint32_t len = sign_tree_path(tree, i, path);
			const uint8_t *root = sign_tree_root(tree);

			for (uint32_t j = 0; j < n; j++) {
				assert_int_equal(sign_path_leads(leaves[j], i, n, path, len, root), i == j);
				assert_int_equal(sign_path_leads(leaves[i], j, n, path, len, root), i == j);
			}
			assert_false(sign_path_leads(leaves[i], i, n, path, len + 1, root));
			assert_false(len && sign_path_leads(leaves[i], i, n, path, len - 1, root));
			assert_false(sign_path_leads(leaves[i], n, n, path, len, root));
		}
		sign_tree_free(tree);
	}
}

/* A hash inside the tree is no leaf, whatever number of leaves is claimed. */
static void test_a_node_is_no_leaf(void **state)
{
	sign_digest leaves[4], path[SIGN_PATH_MAX];
	struct sign_tree *tree, *half;
	struct ece_error e;

	(void)state;
	fill(leaves, 4);
	assert_int_equal(sign_tree_make(leaves, 4, &tree, &e), 0);
	assert_int_equal(sign_tree_make(leaves, 2, &half, &e), 0);
	assert_int_equal(sign_tree_path(tree, 0, path), 2);
	/* with the number of leaves that is signed, the lower half of a path is missing */
	assert_false(sign_path_leads(sign_tree_root(half), 0, 4, path + 1, 1, sign_tree_root(tree)));
	sign_tree_free(half);
	sign_tree_free(tree);
}

static void test_none_and_too_many_are_refused(void **state)
{
	sign_digest leaf = {0};
	struct sign_tree *tree;
	struct ece_error e;

	(void)state;
	assert_int_equal(sign_tree_make(&leaf, 0, &tree, &e), -EINVAL);
	assert_int_equal(sign_tree_make(&leaf, SIGN_LEAVES_MAX + 1, &tree, &e), -EINVAL);
	assert_false(sign_path_leads(leaf, 0, SIGN_LEAVES_MAX + 1, &leaf, 1, leaf));
}

/* Written down in docs/signing.md; the digest is that of sha256sum(1) over those lines behind a byte 0. */
static void test_a_leaf_is_the_digest_of_its_lines(void **state)
{
	const struct sign_leaf leaf = {.host = "gpu017", .run = "20261129-1/ai20", .lease_ms = 600000};
	const struct sign_value value = {
		.guid = 0x0c42a10300000005,
		.psid = "MT_0000000838",
		.param = "dcqcn.rp.ai_rate",
		.from = 5,
		.to = 20,
	};
	struct sha256 hash;
	sign_digest digest;
	char hex[SIGN_HEX];

	(void)state;
	assert_true(sign_leaf_begin(&hash, &leaf));
	assert_true(sign_leaf_value(&hash, &value));
	sign_leaf_end(&hash, digest);
	sign_hex(digest, hex);
	assert_string_equal(hex, "5493ac228669b1c0f9158ea4b8231fa53898bf439eeffb51d85ea99fdd2540bd");
}

static void test_a_text_of_two_lines_is_in_no_leaf(void **state)
{
	struct sha256 hash;

	(void)state;
	assert_false(sign_leaf_begin(&hash, &(struct sign_leaf){.host = "a\nrun b", .run = "r"}));
	assert_false(sign_leaf_begin(&hash, &(struct sign_leaf){.host = "a", .run = "r\x7f"}));
	assert_true(sign_leaf_begin(&hash, &(struct sign_leaf){.host = "a", .run = "r"}));
	assert_false(sign_leaf_value(&hash, &(struct sign_value){.psid = "p\n", .param = "x"}));
	assert_false(sign_leaf_value(&hash, &(struct sign_value){.psid = "p", .param = "x\t"}));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_roots_are_those_of_the_reference),
		cmocka_unit_test(test_every_path_leads_to_its_root_and_to_no_other_place),
		cmocka_unit_test(test_a_node_is_no_leaf),
		cmocka_unit_test(test_none_and_too_many_are_refused),
		cmocka_unit_test(test_a_leaf_is_the_digest_of_its_lines),
		cmocka_unit_test(test_a_text_of_two_lines_is_in_no_leaf),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
