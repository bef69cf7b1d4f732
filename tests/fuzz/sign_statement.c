// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What may be signed, as it comes with a request: what is taken is written as the same bytes again. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/sign/statement.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1), again[SIGN_STATEMENT_MAX];
	struct sign_statement statement;
	struct ece_error e = {0};

	if (!text)
		return 0;
	memcpy(text, data, size);
	text[size] = '\0';
	if (sign_statement_read(text, &statement, &e)) {
		if (e.code >= 0 || !e.text[0])
			abort();
	} else if (sign_statement_write(&statement, again) < 0 || strcmp(again, text) != 0) {
		abort();
	}
	free(text);
	return 0;
}
