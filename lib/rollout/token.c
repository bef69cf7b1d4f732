// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/rollout/token.h"

#include <string.h>

enum token_order token_compare(const struct token *a, const struct token *b)
{
	if (strncmp(a->store, b->store, sizeof(a->store)) != 0)
		return TOKEN_FOREIGN;
	if (a->epoch != b->epoch)
		return a->epoch < b->epoch ? TOKEN_OLDER : TOKEN_NEWER;
	if (a->number != b->number)
		return a->number < b->number ? TOKEN_OLDER : TOKEN_NEWER;
	return TOKEN_SAME;
}
