// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Hosts of a fleet file as targets: what Prometheus accepts, and nothing that hides a label of a metric. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/ece-apply/targets.h"

#define PROFILES                                                                 \
	"\"profiles\": {\"a\": {\"set\": {\"dcqcn.rp.ai_rate\": \"20 Mb/s\"}}, " \
	"\"b\": {\"set\": {\"ztr_rtt.ALPHA\": 0.1}}}, "
#define TRANSPORT "\"transport\": {\"kind\": \"sim\"}"

static struct fleet *parse(const char *text)
{
	struct fleet_input input = {.text = text, .len = strlen(text), .file = "f.json"};
	struct ece_error_sink sink = {0};
	struct fleet *fleet;

	assert_int_equal(fleet_parse(&input, &sink, &fleet), 0);
	return fleet;
}

static void assert_targets(const char *file, const char *want)
{
	struct fleet *fleet = parse(file);
	struct ece_error e;
	json_t *json;
	char *text;

	assert_int_equal(targets_json(fleet, 9999, &json, &e), 0);
	text = json_dumps(json, JSON_COMPACT | JSON_SORT_KEYS);
	assert_string_equal(text, want);
	free(text);
	json_decref(json);
	fleet_free(fleet);
}

static void hosts_with_equal_labels_are_together(void **state)
{
	(void)state;
	assert_targets(
		"{\"version\": 1, \"fleet\": \"f\", \"inventory\": ["
		"{\"hosts\": \"n[1-2],m1\", \"labels\": {\"rack\": \"r1\"}},"
		"{\"hosts\": \"n3\", \"labels\": {\"rack\": \"r2\"}}], " PROFILES
		"\"assign\": [{\"hosts\": \"n[1-3],m1\", \"profile\": \"a\"}], " TRANSPORT "}",
		"[{\"labels\":{\"fleet\":\"f\",\"fleet_profile\":\"a\",\"rack\":\"r1\"},"
		"\"targets\":[\"n1:9999\",\"n2:9999\",\"m1:9999\"]},"
		"{\"labels\":{\"fleet\":\"f\",\"fleet_profile\":\"a\",\"rack\":\"r2\"},\"targets\":[\"n3:9999\"]}]");
}

/* Two assigns for two kinds of NICs; the order is that of the file, and none is told twice. */
static void a_host_may_have_several_profiles_or_none(void **state)
{
	(void)state;
	assert_targets("{\"version\": 1, \"inventory\": [{\"hosts\": \"n[1-3]\"}], " PROFILES "\"assign\": ["
		       "{\"hosts\": \"n1\", \"nics\": {\"netdev\": \"x\"}, \"profile\": \"b\"},"
		       "{\"hosts\": \"n[1-2]\", \"nics\": {\"netdev\": \"y\"}, \"profile\": \"a\"},"
		       "{\"hosts\": \"n1\", \"nics\": {\"netdev\": \"z\"}, \"profile\": \"b\"}], " TRANSPORT "}",
		       "[{\"labels\":{\"fleet_profile\":\"b,a\"},\"targets\":[\"n1:9999\"]},"
		       "{\"labels\":{\"fleet_profile\":\"a\"},\"targets\":[\"n2:9999\"]},"
		       "{\"labels\":{},\"targets\":[\"n3:9999\"]}]");
}

/* Prometheus, data model: [a-zA-Z_][a-zA-Z0-9_]*, and names that begin with two "_" are its own. */
static void names_of_labels_are_made_valid(void **state)
{
	(void)state;
	assert_targets(
		"{\"version\": 1, \"inventory\": [{\"hosts\": \"n1\", \"labels\": {"
		"\"job\": \"j\", \"port\": \"p\", \"fleet\": \"x\", \"__a\": \"1\", \"9b\": \"2\", \"c-d.e\": \"3\","
		"\"h\\u00e9\": \"\\u00e9\", \"Pod\": \"4\"}}], " PROFILES
		"\"assign\": [{\"hosts\": \"n1\", \"profile\": \"a\"}], " TRANSPORT "}",
		"[{\"labels\":{\"Pod\":\"4\",\"c_d_e\":\"3\",\"fleet_profile\":\"a\",\"h__\":\"\xc3\xa9\","
		"\"host_9b\":\"2\",\"host___a\":\"1\",\"host_fleet\":\"x\",\"host_job\":\"j\",\"host_port\":\"p\"},"
		"\"targets\":[\"n1:9999\"]}]");
}

static void an_address_with_colons_has_brackets(void **state)
{
	(void)state;
	assert_targets("{\"version\": 1, " PROFILES
		       "\"assign\": [{\"hosts\": \"2001:db8::1\", \"profile\": \"a\"}], " TRANSPORT "}",
		       "[{\"labels\":{\"fleet_profile\":\"a\"},\"targets\":[\"[2001:db8::1]:9999\"]}]");
}

static void assert_refused(const char *labels, const char *why)
{
	char file[1024];
	struct fleet *fleet;
	struct ece_error e;
	json_t *json = NULL;

	snprintf(file, sizeof(file),
		 "{\"version\": 1, \"inventory\": [{\"hosts\": \"n1\", \"labels\": {%s}}], " PROFILES
		 "\"assign\": [{\"hosts\": \"n1\", \"profile\": \"a\"}], " TRANSPORT "}",
		 labels);
	fleet = parse(file);
	assert_int_equal(targets_json(fleet, 9999, &json, &e), -EINVAL);
	assert_string_equal(e.text, why);
	assert_null(json);
	fleet_free(fleet);
}

static void two_labels_that_become_one_are_refused(void **state)
{
	(void)state;
	assert_refused("\"a-b\": \"1\", \"a.b\": \"2\"",
		       "f.json: host n1: the labels \"a-b\" and \"a.b\" are both \"a_b\" for "
		       "Prometheus: rename one");
	assert_refused("\"job\": \"1\", \"host_job\": \"1\"",
		       "f.json: host n1: the labels \"host_job\" and \"job\" are both "
		       "\"host_job\" for Prometheus: rename one");
}

static void a_name_has_a_limit(void **state)
{
	char label[TARGETS_LABEL_MAX + 16];

	(void)state;
	snprintf(label, sizeof(label), "\"%0*d\": \"1\"", TARGETS_LABEL_MAX - 5, 0);
	assert_refused(label,
		       "f.json: host n1: the label \"000000000000000000000000000000000000000000000000000000000000\" is "
		       "too long a name for Prometheus: shorten it to 122 bytes");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hosts_with_equal_labels_are_together),
		cmocka_unit_test(a_host_may_have_several_profiles_or_none),
		cmocka_unit_test(names_of_labels_are_made_valid),
		cmocka_unit_test(an_address_with_colons_has_brackets),
		cmocka_unit_test(two_labels_that_become_one_are_refused),
		cmocka_unit_test(a_name_has_a_limit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
