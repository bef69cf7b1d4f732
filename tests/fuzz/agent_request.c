// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Lines that a peer sends, as request and as answer. What is accepted must come out of the encoder as a line that is
 * accepted again and encodes to the same bytes.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/host/protocol.h"

static void check_again(const char *first, size_t len)
{
	struct protocol_request *request;
	struct ece_error e;
	char *second;
	size_t n;

	if (protocol_request_decode(first, len, &request, &e) || protocol_request_encode(request, &second, &n, &e))
		abort();
	if (n != len || memcmp(first, second, len) != 0)
		abort();
	free(second);
	protocol_request_free(request);
}

static void try_request(const char *line, size_t len)
{
	struct protocol_request *request;
	struct ece_error e;
	char *again;
	size_t n;

	if (protocol_request_decode(line, len, &request, &e)) {
		if (e.code >= 0 || !e.text[0])
			abort();
		return;
	}
	if (!protocol_request_encode(request, &again, &n, &e)) {
		check_again(again, n);
		free(again);
	}
	protocol_request_free(request);
}

static void try_answer(const char *line, size_t len)
{
	struct protocol_answer *answer;
	struct ece_error e;
	char *again;
	size_t n;

	if (protocol_answer_decode(line, len, &answer, &e))
		return;
	if (!protocol_answer_encode(answer, &again, &n, &e)) {
		protocol_answer_free(answer);
		if (protocol_answer_decode(again, n, &answer, &e))
			abort();
		free(again);
	}
	protocol_answer_free(answer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	try_request((const char *)data, size);
	try_answer((const char *)data, size);
	return 0;
}
