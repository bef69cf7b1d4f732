/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The hash tree of RFC 6962, section 2.1: one signature covers its root, and a path of at most SIGN_PATH_MAX hashes shows
 * that a leaf is in it. A node is the digest of a byte 1, the left and the right hash; a leaf has a byte 0 in front
 * (lib/sign/leaf.h), so that none passes for the other. The last node of a level that has no neighbour goes up as it is.
 */
#ifndef ECE_LIB_SIGN_TREE_H
#define ECE_LIB_SIGN_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "lib/sign/leaf.h"

#define SIGN_PATH_MAX   24
#define SIGN_LEAVES_MAX (UINT32_C(1) << SIGN_PATH_MAX)

typedef uint8_t sign_digest[SIGN_DIGEST];

struct sign_tree;

/**
 * sign_tree_make - a tree over leaves, which are copied
 * @count: 1 to SIGN_LEAVES_MAX
 *
 * Returns 0 and a tree for sign_tree_free(), which accepts NULL; or a negative errno with @e filled.
 */
int sign_tree_make(const sign_digest *leaves, uint32_t count, struct sign_tree **tree, struct ece_error *e);
void sign_tree_free(struct sign_tree *tree);

const uint8_t *sign_tree_root(const struct sign_tree *tree);

/**
 * sign_tree_path - the hashes beside the way from a leaf to the root, the lowest first
 * @index: of a leaf of the tree
 *
 * Returns how many there are.
 */
uint32_t sign_tree_path(const struct sign_tree *tree, uint32_t index, sign_digest path[SIGN_PATH_MAX]);

/**
 * sign_path_leads - is @leaf at @index of a tree of @count leaves with this root?
 */
bool sign_path_leads(const uint8_t leaf[SIGN_DIGEST], uint32_t index, uint32_t count, const sign_digest *path,
		     uint32_t path_len, const uint8_t root[SIGN_DIGEST]);

#endif
