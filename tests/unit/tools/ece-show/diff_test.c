// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Which cards belong together in two documents, and what counts as a difference. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "tools/ece-show/diff.h"

#define SET(text)   "{\"state\": \"set\", \"value\": \"" text "\", \"raw\": 1}"
#define INERT(text) "{\"state\": \"inert\", \"value\": \"" text "\", \"raw\": 1}"
#define STATE(word) "{\"state\": \"" word "\", \"value\": null, \"raw\": null}"

#define CARD(pci, guid, firmware, params)                                                              \
	"{\"pci\": \"" pci "\", \"guid\": " guid ", \"firmware\": " firmware ", \"rdma\": \"mlx5_" pci \
	"\", \"params\": " params "}"
#define CARDS(cards) "{\"version\": 1, \"cards\": [" cards "]}"

/* The difference of two documents, as compact JSON. */
static char *diff_of(const char *there, const char *here, size_t *count)
{
	json_t *one = json_loads(there, 0, NULL), *other = json_loads(here, 0, NULL);
	json_t *diff;
	char *text;

	assert_non_null(one);
	assert_non_null(other);
	diff = diff_documents(one, other);
	assert_non_null(diff);
	*count = diff_count(diff);
	text = json_dumps(diff, JSON_COMPACT);
	json_decref(diff);
	json_decref(one);
	json_decref(other);
	return text;
}

static void check(const char *there, const char *here, size_t count, const char *json)
{
	size_t have;
	char *text = diff_of(there, here, &have);

	assert_string_equal(text, json);
	assert_int_equal(have, count);
	free(text);
}

static void the_same_is_no_difference(void **state)
{
	static const char same[] = CARDS(CARD("1", "\"a\"", "\"28\"", "{\"rate\": " SET("5 Mb/s") "}"));

	(void)state;
	check(same, same, 0, "{\"cards\":[],\"only_there\":[],\"only_here\":[],\"not_compared\":0}");
}

static void a_card_that_moved_is_the_same_card(void **state)
{
	(void)state;
	check(CARDS(CARD("1", "\"a\"", "\"28\"", "{\"rate\": " SET("5 Mb/s") "}") "," CARD(
		      "2", "\"b\"", "\"28\"", "{\"rate\": " SET("9 Mb/s") "}")),
	      CARDS(CARD("2", "\"a\"", "\"32\"", "{\"rate\": " SET("7 Mb/s") "}")), 3,
	      "{\"cards\":[{\"pci\":\"2\",\"there\":\"1\",\"differences\":["
	      "{\"what\":\"firmware\",\"there\":\"28\",\"here\":\"32\"},"
	      "{\"what\":\"rate\",\"there\":\"5 Mb/s\",\"here\":\"7 Mb/s\"}]}],"
	      "\"only_there\":[\"2\"],\"only_here\":[],\"not_compared\":0}");
}

static void cards_of_another_host_are_those_in_the_same_place(void **state)
{
	(void)state;
	check(CARDS(CARD("1", "\"a\"", "\"28\"", "{\"rate\": " SET("5 Mb/s") "}")),
	      CARDS(CARD("1", "\"b\"", "\"28\"", "{\"rate\": " SET("5 Mb/s") "}") "," CARD(
		      "3", "\"c\"", "\"28\"", "{\"rate\": " SET("5 Mb/s") "}")),
	      1, "{\"cards\":[],\"only_there\":[],\"only_here\":[\"3\"],\"not_compared\":0}");
}

static void what_nobody_knows_is_counted_not_equal(void **state)
{
	(void)state;
	check(CARDS(CARD("1", "null", "null", "{\"a\": " STATE("no_door") ", \"b\": " STATE("unreadable") "}")),
	      CARDS(CARD("1", "null", "null", "{\"a\": " STATE("unreadable") ", \"b\": " SET("0") "}")), 1,
	      "{\"cards\":[{\"pci\":\"1\",\"there\":\"1\",\"differences\":["
	      "{\"what\":\"b\",\"there\":\"unreadable\",\"here\":\"0\"}]}],"
	      "\"only_there\":[],\"only_here\":[],\"not_compared\":1}");
}

static void a_state_is_not_a_value(void **state)
{
	(void)state;
	check(CARDS(CARD("1", "null", "null", "{\"a\": " STATE("unsupported") ", \"b\": " SET("5") "}")),
	      CARDS(CARD("1", "null", "null", "{\"a\": " SET("0") ", \"b\": " INERT("5") ", \"new\": " SET("1") "}")),
	      3,
	      "{\"cards\":[{\"pci\":\"1\",\"there\":\"1\",\"differences\":["
	      "{\"what\":\"a\",\"there\":\"unsupported\",\"here\":\"0\"},"
	      "{\"what\":\"b\",\"there\":\"5\",\"here\":\"5, inert\"},"
	      "{\"what\":\"new\",\"there\":\"-\",\"here\":\"1\"}]}],"
	      "\"only_there\":[],\"only_here\":[],\"not_compared\":0}");
}

/* A NIC that was left alone has no parameters, and is compared by what it is. */
static void cards_without_values_are_compared_too(void **state)
{
	(void)state;
	check(CARDS(CARD("1", "\"a\"", "\"28\"", "null")),
	      CARDS(CARD("1", "\"a\"", "\"28\"", "{\"rate\": " SET("5") "}")), 1,
	      "{\"cards\":[{\"pci\":\"1\",\"there\":\"1\",\"differences\":["
	      "{\"what\":\"rate\",\"there\":\"-\",\"here\":\"5\"}]}],"
	      "\"only_there\":[],\"only_here\":[],\"not_compared\":0}");
}

#define TOLD(number, access)                                                  \
	"{\"param\": \"ppcc.T\", \"value\": \"" number "\", \"raw\": " number \
	", \"state\": \"set\", \"default\": 1, \"min\": 0, \"max\": 9, \"access\": \"" access "\"}"
#define ALGORITHM(version, enabled, parameters)                                                                \
	"{\"slot\": 0, \"algorithm\": \"RTT\", \"id\": 1, \"version\": \"" version "\", \"enabled\": " enabled \
	", \"counters\": false, \"trace\": false, \"parameters\": " parameters "}"
#define PPCC(params, list) "{\"pci\": \"1\", \"guid\": \"a\", \"params\": " params ", \"ppcc\": " list "}"

static void what_the_card_tells_is_compared(void **state)
{
	(void)state;
	check(CARDS(PPCC("{}", "[" ALGORITHM("3.4", "true", "{\"T\": " TOLD("5", "read_write") "}") "]")),
	      CARDS(PPCC("{}", "[" ALGORITHM("3.5", "false", "{\"T\": " TOLD("6", "read") "}") "]")), 4,
	      "{\"cards\":[{\"pci\":\"1\",\"there\":\"1\",\"differences\":["
	      "{\"what\":\"ppcc.slot.0 version\",\"there\":\"3.4\",\"here\":\"3.5\"},"
	      "{\"what\":\"ppcc.slot.0 enabled\",\"there\":\"true\",\"here\":\"false\"},"
	      "{\"what\":\"ppcc.slot.0 T\",\"there\":\"5\",\"here\":\"6\"},"
	      "{\"what\":\"ppcc.slot.0 T access\",\"there\":\"read_write\",\"here\":\"read\"}]}],"
	      "\"only_there\":[],\"only_here\":[],\"not_compared\":0}");
}

/* A row is one difference, a counter none, and a document without "ppcc" none either. */
static void what_is_told_twice_or_counted_is_not(void **state)
{
	(void)state;
	check(CARDS(PPCC("{\"ppcc.T\": {\"state\": \"set\", \"value\": \"5\", \"raw\": 5}}",
			 "[" ALGORITHM("1", "true", "{\"T\": " TOLD("5", "read") "}") "]")),
	      CARDS(PPCC("{\"ppcc.T\": {\"state\": \"set\", \"value\": \"6\", \"raw\": 6}}",
			 "[" ALGORITHM("1", "true", "{\"T\": " TOLD("6", "read") "}") "]")),
	      1,
	      "{\"cards\":[{\"pci\":\"1\",\"there\":\"1\",\"differences\":["
	      "{\"what\":\"ppcc.T\",\"there\":\"5\",\"here\":\"6\"}]}],"
	      "\"only_there\":[],\"only_here\":[],\"not_compared\":0}");
	check(CARDS(PPCC("{}", "[" ALGORITHM("1", "true", "{\"T\": " TOLD("5", "clearable") "}") "]")),
	      CARDS(PPCC("{}", "[" ALGORITHM("1", "true", "{\"T\": " TOLD("6", "clearable") "}") "]")), 0,
	      "{\"cards\":[],\"only_there\":[],\"only_here\":[],\"not_compared\":0}");
	check(CARDS("{\"pci\": \"1\", \"guid\": \"a\", \"params\": {}}"),
	      CARDS(PPCC("{}", "[" ALGORITHM("1", "true", "{}") "]")), 0,
	      "{\"cards\":[],\"only_there\":[],\"only_here\":[],\"not_compared\":0}");
}

static int load(const char *text, struct ece_error *e)
{
	char path[] = "/tmp/ece-diff-XXXXXX";
	json_t *document;
	int fd = mkstemp(path), err;

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
	close(fd);
	err = diff_load(path, &document, e);
	unlink(path);
	if (!err)
		json_decref(document);
	return err;
}

static void files_that_are_no_document_are_refused(void **state)
{
	struct ece_error e;

	(void)state;
	assert_int_equal(load(CARDS(CARD("1", "null", "null", "{}")), &e), 0);
	assert_int_equal(load("{\"version\": 1,", &e), -EINVAL);
	assert_int_equal(e.kind, ECE_ERROR_SYNTAX);
	assert_int_equal(load("{\"version\": 1}", &e), -EINVAL);
	assert_int_equal(e.kind, ECE_ERROR_TYPE);
	assert_int_equal(load("[]", &e), -EINVAL);
	assert_int_equal(load("{\"version\": 2, \"cards\": []}", &e), -EPROTONOSUPPORT);
	assert_int_equal(e.kind, ECE_ERROR_VERSION);
	assert_int_equal(load("{\"version\": 1, \"cards\": [{\"pci\": \"1\", \"probe\": {}}]}", &e), -EINVAL);
	assert_int_equal(diff_load("/nowhere/at/all", NULL, &e), -ENOENT);
}

static void a_document_of_facts_is_called_so(void **state)
{
	struct ece_error e;

	(void)state;
	assert_int_equal(load("{\"version\": 1, \"host\": {\"name\": \"a\"}, \"cards\": []}", &e), -EINVAL);
	assert_non_null(strstr(e.text, "a document of ece-facts"));
	assert_non_null(strstr(e.text, "ece-facts compare"));
}

/* White space up to the limit is no JSON; one byte more is not even looked at. */
static void a_document_has_a_limit(void **state)
{
	char *text = malloc(DIFF_FILE_MAX + 2);
	struct ece_error e;

	(void)state;
	assert_non_null(text);
	memset(text, ' ', DIFF_FILE_MAX + 1);
	text[DIFF_FILE_MAX + 1] = '\0';
	assert_int_equal(load(text, &e), -E2BIG);
	assert_int_equal(e.kind, ECE_ERROR_LIMIT);
	text[DIFF_FILE_MAX] = '\0';
	assert_int_equal(load(text, &e), -EINVAL);
	assert_int_equal(e.kind, ECE_ERROR_SYNTAX);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_same_is_no_difference),
		cmocka_unit_test(a_card_that_moved_is_the_same_card),
		cmocka_unit_test(cards_of_another_host_are_those_in_the_same_place),
		cmocka_unit_test(what_nobody_knows_is_counted_not_equal),
		cmocka_unit_test(a_state_is_not_a_value),
		cmocka_unit_test(cards_without_values_are_compared_too),
		cmocka_unit_test(what_the_card_tells_is_compared),
		cmocka_unit_test(what_is_told_twice_or_counted_is_not),
		cmocka_unit_test(a_document_of_facts_is_called_so),
		cmocka_unit_test(a_document_has_a_limit),
		cmocka_unit_test(files_that_are_no_document_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
