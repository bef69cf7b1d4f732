// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Whatever a server answers to a query: numbers with names, or one of the results that say why not. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/gate/internal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int holds)
{
	if (!holds)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct question *question = calloc(1, sizeof(*question));

	require(question != NULL);
	query_read(question, "server:9090", 200, (const char *)data, size);
	require(question->answered);
	require(question->result == GATE_NONE || question->result == GATE_INCONCLUSIVE ||
		question->result == GATE_ERROR);
	require(!question->why[0] == (question->result == GATE_NONE));
	require(strlen(question->why) < sizeof(question->why));
	require(question->count <= GATE_VALUES_MAX);
	for (size_t i = 0; i < question->count; i++)
		require(question->names[i] != NULL);
	question_free(question);
	return 0;
}
