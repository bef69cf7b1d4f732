// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* No identity survives, and what is none stays. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/facts/redact.h"

#define TEXT_MAX 4096

static void redact_with(const char *salt, const char *in, char out[TEXT_MAX])
{
	json_t *doc = json_loads(in, 0, NULL);
	struct ece_error e;
	char *text;

	assert_non_null(doc);
	assert_int_equal(hostfacts_redact(doc, salt, strlen(salt), &e), 0);
	text = json_dumps(doc, JSON_COMPACT);
	assert_non_null(text);
	snprintf(out, TEXT_MAX, "%s", text);
	free(text);
	json_decref(doc);
}

/* One text in a document of a host "gpu-007.cluster.example". Returns what became of it, in @out. */
static const char *one(const char *text, char out[TEXT_MAX])
{
	json_t *doc = json_pack("{s:{s:s}, s:s}", "host", "name", "gpu-007.cluster.example", "x", text);
	struct ece_error e;

	assert_non_null(doc);
	assert_int_equal(hostfacts_redact(doc, "salt", 4, &e), 0);
	snprintf(out, TEXT_MAX, "%s", json_string_value(json_object_get(doc, "x")));
	json_decref(doc);
	return out;
}

static void texts_without_identity_stay(void **state)
{
	static const char *const texts[] = {
		"0000:01:00.0",
		"0000:e6:00.1",
		"MT_0000000838",
		"28.45.1020",
		"28.45.1020 (MT_0000000838)",
		"6.1.0-57-cloud-amd64",
		"4.18.0-513.24.1.el8_9.x86_64",
		"25.10-1.2.8",
		"ConnectX-7",
		"mlx5_core.sf.2",
		"32.0 GT/s PCIe",
		"no fwctl node: this kernel is older than 6.15",
		"0-7,26",
		"0x15b3",
		"00:00:00:00:00:00",
		"0000000000000000",
		"::",
		"a syndrome of 0xdeadbeef",
		"",
	};
	char out[TEXT_MAX];

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		assert_string_equal(one(texts[i], out), texts[i]);
}

static void every_form_of_an_identity_goes(void **state)
{
	static const struct {
		const char *text;
		const char *gone[2]; /* parts that must not be there, in small letters */
		const char *kind;
	} cases[] = {
		{"b8:ce:f6:12:34:56", {"b8:ce", "34:56"}, "mac-"},
		{"B8-CE-F6-12-34-56", {"b8-ce", "34-56"}, "mac-"},
		{"enxb8cef6123456", {"b8cef6", "123456"}, "enxmac-"},
		{"20:00:55:04:01:fe:80:00:00:00:00:00:00:00:11:22:33:44:55:66", {"11:22", "55:66"}, "mac-"},
		{"b8ce:f603:0012:3456", {"b8ce", "3456"}, "guid-"},
		{"0xb8cef60300123456", {"b8cef6", "123456"}, "0xguid-"},
		{"b8:ce:f6:03:00:12:34:56", {"b8:ce", "34:56"}, "guid-"},
		{"7b0c3a4e-0d6f-4c53-9d0b-21f3a1b2c3d4", {"7b0c", "c3d4"}, "id-"},
		{"192.0.2.17", {"192", "2.17"}, "ip-"},
		{"fe80::bace:f6ff:fe12:3456", {"fe80", "3456"}, "ip-"},
		{"2001:db8:0:1:2:3:4:5", {"2001", "4:5"}, "ip-"},
		{"at 192.0.2.17.", {"192", "2.17"}, "at ip-"},
		{"GPU-007.Cluster.Example", {"gpu-007", "cluster"}, "host-"},
		{"gpu-007", {"gpu-007", "007"}, "host-"},
		{"on host gpu-007: refused", {"gpu-007", "007"}, "on host host-"},
		{"xgpu-007y", {"gpu-007", "007"}, "xhost-"},
		{"mail@cluster.example", {"cluster", "example"}, "mail@domain-"},
	};
	char out[TEXT_MAX];

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		one(cases[i].text, out);
		for (char *at = out; *at; at++)
			*at = (char)tolower((unsigned char)*at);
		assert_non_null(strstr(out, cases[i].kind));
		assert_null(strstr(out, cases[i].gone[0]));
		assert_null(strstr(out, cases[i].gone[1]));
	}
}

static void a_short_name_is_a_word(void **state)
{
	char out[TEXT_MAX];

	(void)state;
	redact_with("s", "{\"host\":{\"name\":\"sim\"},\"a\":\"sim\",\"b\":\"a simulated sim, sim2\"}", out);
	assert_non_null(strstr(out, "\"b\":\"a simulated host-"));
	assert_non_null(strstr(out, ", sim2\""));
	assert_null(strstr(out, "\"a\":\"sim\""));
}

static void the_same_has_the_same_pseudonym(void **state)
{
	static const char doc[] = "{\"host\":{\"name\":\"n1\"},\"a\":\"b8:ce:f6:12:34:56\",\"b\":\"enxb8cef6123456\","
				  "\"c\":\"B8:CE:F6:12:34:56\",\"d\":\"b8:ce:f6:12:34:57\"}";
	char once[TEXT_MAX], again[TEXT_MAX], other[TEXT_MAX];
	json_t *got;
	const char *a;

	(void)state;
	redact_with("one salt", doc, once);
	redact_with("one salt", doc, again);
	redact_with("another", doc, other);
	assert_string_equal(once, again);
	assert_string_not_equal(once, other);
	got = json_loads(once, 0, NULL);
	a = json_string_value(json_object_get(got, "a"));
	assert_string_equal(json_string_value(json_object_get(got, "b")) + 3, a);
	assert_string_equal(json_string_value(json_object_get(got, "c")), a);
	assert_string_not_equal(json_string_value(json_object_get(got, "d")), a);
	assert_true(json_is_true(json_object_get(got, "redacted")));
	json_decref(got);
}

/* A name that is part of an address, and one that ends inside of one: found by the fuzz harness. */
static void nothing_of_an_overlap_stays(void **state)
{
	char out[TEXT_MAX];

	(void)state;
	redact_with("s", "{\"host\":{\"name\":\"node.b8:ce:f\"},\"a\":\"b8:ce:f6:12:34:56\"}", out);
	assert_null(strstr(out, "34:56"));
	redact_with("s", "{\"host\":{\"name\":\"rack-b8:ce\"},\"a\":\"rack-b8:ce:f6:12:34:56 up\"}", out);
	assert_null(strstr(out, "34:56"));
	assert_null(strstr(out, "rack"));
	assert_non_null(strstr(out, " up\""));
}

static void numbers_and_keys_stay(void **state)
{
	char out[TEXT_MAX];

	(void)state;
	redact_with("s", "{\"host\":{\"name\":\"node\",\"tainted\":1},\"node\":[1,true,null,\"node\"]}", out);
	assert_non_null(strstr(out, "\"tainted\":1"));
	assert_non_null(strstr(out, "\"node\":[1,true,null,\"host-"));
}

static void a_document_without_a_host_is_redacted_too(void **state)
{
	char out[TEXT_MAX];

	(void)state;
	redact_with("s", "{\"host\":{\"name\":{\"unknown\":\"why\"}},\"a\":\"192.0.2.17\"}", out);
	assert_null(strstr(out, "192"));
	redact_with("s", "{\"a\":\"192.0.2.17\"}", out);
	assert_null(strstr(out, "192"));
}

static void deep_documents_are_refused(void **state)
{
	json_t *doc = json_object(), *inner = doc;
	struct ece_error e;

	(void)state;
	for (int i = 0; i < 17; i++) {
		json_t *next = json_object();

		json_object_set_new(inner, "a", next);
		inner = next;
	}
	assert_int_equal(hostfacts_redact(doc, "s", 1, &e), -EINVAL);
	assert_int_equal(e.kind, ECE_ERROR_LIMIT);
	json_decref(doc);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts_without_identity_stay),
		cmocka_unit_test(every_form_of_an_identity_goes),
		cmocka_unit_test(a_short_name_is_a_word),
		cmocka_unit_test(the_same_has_the_same_pseudonym),
		cmocka_unit_test(nothing_of_an_overlap_stays),
		cmocka_unit_test(numbers_and_keys_stay),
		cmocka_unit_test(a_document_without_a_host_is_redacted_too),
		cmocka_unit_test(deep_documents_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
