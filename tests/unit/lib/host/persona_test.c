// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Agents of other versions of the protocol. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/host/persona.h"

static const struct protocol_version v1_0 = {1, 0}, v1_1 = {1, 1}, v1_2 = {1, 2}, v2_0 = {2, 0};

static const char freeze_line[] = "{\"version\":1,\"minor\":1,\"op\":\"freeze\",\"id\":\"f1\",\"who\":\"anna\"}";
static const char read_line[] = "{\"version\":1,\"minor\":1,\"op\":\"read\",\"id\":\"r1\",\"params\":[]}";

/* What is carried out, or the answer. */
static char *take(struct protocol_version as, const char *line)
{
	char *taken, *answer;
	size_t len, answer_len;

	assert_int_equal(persona_take(as, line, strlen(line), &taken, &len, &answer, &answer_len, NULL), 0);
	assert_true(!taken != !answer);
	return taken ? taken : answer;
}

static void check_taken(struct protocol_version as, const char *line, const char *expected)
{
	char *text = take(as, line);

	assert_string_equal(text, expected);
	free(text);
}

static void test_an_older_agent_does_not_know_what_came_later(void **state)
{
	(void)state;
	check_taken(v1_0, freeze_line,
		    "{\"version\":1,\"id\":\"f1\",\"result\":\"refused\",\"error\":{\"kind\":\"unknown_name\",\"text\":"
		    "\"\\\"op\\\" has an unknown word: freeze\",\"code\":22,\"place\":\"op\"},\"nics\":[]}");
	check_taken(v1_0, read_line, "{\"version\":1,\"op\":\"read\",\"id\":\"r1\",\"params\":[]}");
	check_taken(v1_1, freeze_line, freeze_line);
	check_taken(v1_2, freeze_line, freeze_line);
	check_taken(v2_0, read_line, read_line);
}

static char *tell(struct protocol_version as, const char *line)
{
	char *answer = strdup(line);
	size_t len = strlen(line);

	assert_non_null(answer);
	assert_int_equal(persona_tell(as, &answer, &len, NULL), 0);
	assert_int_equal(len, strlen(answer));
	return answer;
}

static const char an_answer[] =
	"{\"version\":1,\"minor\":1,\"id\":\"a\",\"result\":\"ok\",\"generation\":7,\"nics\":[{\"guid\":"
	"\"0000000000000001\",\"psid\":\"p\",\"values\":[],\"use\":{}}]}";

static void test_what_a_newer_minor_version_adds_is_ignored(void **state)
{
	char *text = tell(v1_2, an_answer);
	struct protocol_answer *answer;

	(void)state;
	assert_non_null(strstr(text, "\"minor\":2"));
	assert_non_null(strstr(text, "\"use\":{\"not_in_1_1\":{\"of\":[1,null]}}"));
	assert_int_equal(protocol_answer_decode(text, strlen(text), &answer, NULL), 0);
	assert_int_equal(answer->version.minor, 1);
	assert_int_equal(answer->generation, 7);
	assert_int_equal(answer->nic_count, 1);
	protocol_answer_free(answer);
	free(text);
	text = tell(v1_0, an_answer);
	assert_string_equal(text, an_answer);
	free(text);
}

static void test_a_newer_major_version_is_refused_with_a_sentence(void **state)
{
	char *text = tell(v2_0, an_answer);
	struct protocol_answer *answer;
	struct ece_error e;

	(void)state;
	assert_int_equal(protocol_answer_decode(text, strlen(text), &answer, &e), -EPROTONOSUPPORT);
	assert_int_equal(e.kind, ECE_ERROR_VERSION);
	assert_string_equal(e.text,
			    "the message has protocol version 2, this program speaks version 1: update the older of "
			    "controller and agent");
	free(text);
}

static void test_versions_as_people_write_them(void **state)
{
	static const char *const bad[] = {"", "1", "1.", ".1", "0.1", "1.1.1", "1.x", "-1.0", " 1.0", "1.99999"};
	struct protocol_version version;
	struct ece_error e;

	(void)state;
	assert_int_equal(protocol_version_parse("1.12", &version, &e), 0);
	assert_int_equal(version.major, 1);
	assert_int_equal(version.minor, 12);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_int_equal(protocol_version_parse(bad[i], &version, &e), -EINVAL);
	assert_string_equal(e.text, "\"1.99999\" is no version of the protocol: they are written as 1.1");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_an_older_agent_does_not_know_what_came_later),
		cmocka_unit_test(test_what_a_newer_minor_version_adds_is_ignored),
		cmocka_unit_test(test_a_newer_major_version_is_refused_with_a_sentence),
		cmocka_unit_test(test_versions_as_people_write_them),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
