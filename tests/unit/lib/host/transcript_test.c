// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * What programs of earlier versions said, as they wrote it: this one reads every line of it. The transcripts were
 * recorded once, each by the program of its version, and are not made again.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/host/protocol.h"

#define LINE_MAX_BYTES 65536
#define RESULTS        (PROTOCOL_NOT_READY + 1)

struct heard {
	unsigned int requests, refused, results[RESULTS], from_journal;
};

static void hear_request(const char *line, uint32_t minor, struct heard *heard)
{
	struct protocol_request *request;
	struct ece_error e;
	char *again;
	size_t len;

	if (protocol_request_decode(line, strlen(line), &request, &e)) {
		heard->refused++;
		return;
	}
	assert_int_equal(request->version.major, 1);
	assert_int_equal(request->version.minor, minor);
	/* And would say it in the same words. */
	assert_int_equal(protocol_request_encode(request, &again, &len, &e), 0);
	assert_string_equal(again, line);
	free(again);
	protocol_request_free(request);
	heard->requests++;
}

static void hear_answer(const char *line, struct heard *heard)
{
	struct protocol_answer *answer;
	struct ece_error e = {0};

	if (protocol_answer_decode(line, strlen(line), &answer, &e))
		fail_msg("%s: %s", e.text, line);
	heard->results[answer->result]++;
	heard->from_journal += answer->from_journal;
	if (answer->result == PROTOCOL_HELD) {
		assert_int_equal(answer->nic_count, 2);
		assert_int_equal(answer->nics[0].value_count, 2);
		assert_int_equal(answer->nics[0].values[0].value.state, ECE_VALUE_SET);
		assert_int_equal(answer->nics[0].values[0].value.raw, 20);
	}
	protocol_answer_free(answer);
}

static struct heard hear(const char *variable, uint32_t minor)
{
	static char line[LINE_MAX_BYTES];
	struct heard heard = {0};
	const char *path = getenv(variable);
	FILE *file;

	assert_non_null(path);
	file = fopen(path, "r");
	assert_non_null(file);
	while (fgets(line, sizeof(line), file)) {
		line[strcspn(line, "\n")] = '\0';
		if (line[0] == '>')
			hear_request(line + 2, minor, &heard);
		else if (line[0] == '<')
			hear_answer(line + 2, &heard);
	}
	fclose(file);
	return heard;
}

static void test_version_1_0_is_understood(void **state)
{
	const struct heard heard = hear("TRANSCRIPT_1_0", 0);

	(void)state;
	assert_int_equal(heard.requests, 16);
	assert_int_equal(heard.refused, 2); /* an operation and a line that nobody knew then either */
	assert_int_equal(heard.results[PROTOCOL_OK], 8);
	assert_int_equal(heard.results[PROTOCOL_HELD], 2);
	assert_int_equal(heard.results[PROTOCOL_RENEWED], 2);
	assert_int_equal(heard.results[PROTOCOL_CONFIRMED], 1);
	assert_int_equal(heard.results[PROTOCOL_UNDONE], 1);
	assert_int_equal(heard.results[PROTOCOL_REFUSED], 4);
	assert_int_equal(heard.from_journal, 1);
}

static void test_version_1_1_is_understood(void **state)
{
	const struct heard heard = hear("TRANSCRIPT_1_1", 1);

	(void)state;
	assert_int_equal(heard.requests, 21);
	assert_int_equal(heard.refused, 1); /* of a major version to come */
	assert_int_equal(heard.results[PROTOCOL_FROZEN], 1);
	assert_int_equal(heard.results[PROTOCOL_THAWED], 2);
	assert_int_equal(heard.results[PROTOCOL_READY], 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_version_1_0_is_understood),
		cmocka_unit_test(test_version_1_1_is_understood),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
