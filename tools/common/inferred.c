// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/common/inferred.h"

#include <stddef.h>

#include "ece/offer.h"

void inferred_print(FILE *out, const char *before, uint32_t shown)
{
	const struct ece_option *option;

	for (size_t i = 0; (option = ece_option_at(i)); i++)
		if (option->by_inference && shown & option->bit)
			fprintf(out, "%s%s: by inference, no vendor text names this bit\n", before, option->name);
}
