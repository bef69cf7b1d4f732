// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/sign/tree.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct sign_tree {
	uint32_t count;
	sign_digest *nodes; /* level after level, the leaves first and the root last */
	size_t node_count;
};

static void join(const uint8_t *left, const uint8_t *right, uint8_t *node)
{
	static const uint8_t mark = 1;
	struct sha256 hash;

	sha256_init(&hash);
	sha256_add(&hash, &mark, 1);
	sha256_add(&hash, left, SIGN_DIGEST);
	sha256_add(&hash, right, SIGN_DIGEST);
	sha256_end(&hash, node);
}

static size_t nodes_of(uint32_t count)
{
	size_t sum = count;

	for (; count > 1; sum += count)
		count = (count + 1) / 2;
	return sum;
}

static void fill(struct sign_tree *tree)
{
	sign_digest *level = tree->nodes;

	for (uint32_t count = tree->count; count > 1; count = (count + 1) / 2) {
		sign_digest *above = level + count;

		for (uint32_t i = 0; i + 1 < count; i += 2)
			join(level[i], level[i + 1], above[i / 2]);
		if (count % 2)
			memcpy(above[count / 2], level[count - 1], SIGN_DIGEST);
		level = above;
	}
}

int sign_tree_make(const sign_digest *leaves, uint32_t count, struct sign_tree **out, struct ece_error *e)
{
	struct sign_tree *tree;

	if (!count || count > SIGN_LEAVES_MAX)
		return ece_error_set(e, -EINVAL, ECE_ERROR_LIMIT, "a signature covers 1 to %u requests, not %u",
				     SIGN_LEAVES_MAX, count);
	tree = calloc(1, sizeof(*tree));
	if (tree) {
		tree->count = count;
		tree->node_count = nodes_of(count);
		tree->nodes = calloc(tree->node_count, sizeof(*tree->nodes));
	}
	if (!tree || !tree->nodes) {
		sign_tree_free(tree);
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for what is signed");
	}
	memcpy(tree->nodes, leaves, count * sizeof(*leaves));
	fill(tree);
	*out = tree;
	return 0;
}

void sign_tree_free(struct sign_tree *tree)
{
	if (!tree)
		return;
	free(tree->nodes);
	free(tree);
}

const uint8_t *sign_tree_root(const struct sign_tree *tree)
{
	return tree->nodes[tree->node_count - 1];
}

uint32_t sign_tree_path(const struct sign_tree *tree, uint32_t index, sign_digest path[SIGN_PATH_MAX])
{
	const sign_digest *level = tree->nodes;
	uint32_t n = 0;

	for (uint32_t count = tree->count; count > 1; count = (count + 1) / 2) {
		uint32_t beside = index ^ 1;

		if (beside < count)
			memcpy(path[n++], level[beside], SIGN_DIGEST);
		level += count;
		index /= 2;
	}
	return n;
}

bool sign_path_leads(const uint8_t leaf[SIGN_DIGEST], uint32_t index, uint32_t count, const sign_digest *path,
		     uint32_t path_len, const uint8_t root[SIGN_DIGEST])
{
	sign_digest node;
	uint32_t used = 0;

	if (index >= count || count > SIGN_LEAVES_MAX)
		return false;
	memcpy(node, leaf, SIGN_DIGEST);
	for (; count > 1; count = (count + 1) / 2, index /= 2) {
		if ((index ^ 1) >= count)
			continue;
		if (used == path_len)
			return false;
		if (index % 2)
			join(path[used++], node, node);
		else
			join(node, path[used++], node);
	}
	return used == path_len && !memcmp(node, root, SIGN_DIGEST);
}
