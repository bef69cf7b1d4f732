// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/sign/leaf.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Texts stand last in their lines, so that a space in one is no end of it. */
static bool is_one_line(const char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text < 0x20 || (unsigned char)*text == 0x7f)
			return false;
	return true;
}

static void add_text(struct sha256 *hash, const char *name, const char *text)
{
	sha256_add(hash, name, strlen(name));
	sha256_add(hash, text, strlen(text));
	sha256_add(hash, "\n", 1);
}

bool sign_leaf_begin(struct sha256 *hash, const struct sign_leaf *leaf)
{
	char numbers[96];

	sha256_init(hash);
	sha256_add(hash, "", 1);
	add_text(hash, "ecekit leaf ", "1");
	add_text(hash, "host ", leaf->host);
	add_text(hash, "run ", leaf->run);
	snprintf(numbers, sizeof(numbers), "lease_ms %" PRIu64 "\non_loss %s\nadopt ", leaf->lease_ms,
		 leaf->keep_on_loss ? "keep" : "undo");
	add_text(hash, numbers, leaf->adopt ? "yes" : "no");
	return is_one_line(leaf->host) && is_one_line(leaf->run);
}

bool sign_leaf_value(struct sha256 *hash, const struct sign_value *value)
{
	char numbers[96];

	snprintf(numbers, sizeof(numbers), "card %016" PRIx64 " ", value->guid);
	add_text(hash, numbers, value->psid);
	snprintf(numbers, sizeof(numbers), "set %" PRIu64 " %" PRIu64 " ", value->from, value->to);
	add_text(hash, numbers, value->param);
	return is_one_line(value->psid) && is_one_line(value->param);
}

void sign_leaf_end(struct sha256 *hash, uint8_t digest[SIGN_DIGEST])
{
	sha256_end(hash, digest);
}
