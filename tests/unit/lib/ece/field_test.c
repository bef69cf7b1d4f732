// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * What NCCL logged on two hosts with ConnectX-7: the words that it read (query_ece) and those that it set (set_ece). Two
 * sessions between such devices come to the same word. "supported" is NCCL's own: whether the verb returned EOPNOTSUPP.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/data/public.h"
#include "tests/unit/lib/ece/pair.h"

#define LOG       "logs/nccl-ece-cx7-pair.log"
#define WORDS_MAX 64

struct said {
	struct end words[WORDS_MAX];
	size_t count;
};

static uint32_t number(const char *line, const char *key)
{
	const char *at = strstr(line, key);

	assert_non_null(at);
	return (uint32_t)strtoul(at + strlen(key), NULL, 0);
}

static void note(struct said *said, const char *line)
{
	assert_true(said->count < WORDS_MAX);
	said->words[said->count++] = (struct end){
		.supported = number(line, "supported=") != 0,
		.card = {number(line, "vendor_id="), number(line, "options=")},
		.policy = {.allow = 0x0fffffff},
	};
}

static void read_log(struct said *queried, struct said *set)
{
	FILE *log = public_file(LOG);
	char line[512];

	while (fgets(line, sizeof(line), log))
		if (strstr(line, "query_ece={"))
			note(queried, line);
		else if (strstr(line, "set_ece={"))
			note(set, line);
	fclose(log);
}

static void two_sites_agree_as_nccl_did(void **state)
{
	static struct said queried, set;

	(void)state;
	read_log(&queried, &set);
	assert_int_equal(queried.count, 8);
	assert_int_equal(set.count, 8);
	for (size_t i = 0; i < queried.count; i++)
		for (size_t k = 0; k < queried.count; k++) {
			struct end ends[2] = {queried.words[i], queried.words[k]};

			pair_run(ends, 48);
			for (int end = 0; end < 2; end++) {
				assert_int_equal(ece_session_want(ends[end].session), ECE_WANT_DONE);
				assert_int_equal(ends[end].asked.vendor_id, set.words[i].card.vendor_id);
				assert_int_equal(ends[end].asked.options, set.words[i].card.options);
			}
			pair_free(ends);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_sites_agree_as_nccl_did),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
