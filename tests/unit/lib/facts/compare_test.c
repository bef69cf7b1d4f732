// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Who is odd, and in what. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/facts/compare.h"

#define DOCS_MAX 8

/* A document of one NIC at @pci, with one parameter and one kernel. */
static json_t *document(const char *host, const char *pci, const char *kernel, const char *rate)
{
	return json_pack(
		"{s:i, s:b, s:{s:s, s:s}, s:[{s:s, s:[{s:{s:s}, s:s, s:s, s:{s:{s:s, s:s, s:i, s:s, s:n}}}]}]}",
		"version", 1, "simulated", 0, "host", "name", host, "kernel", kernel, "cards", "psid", "MT_1", "nics",
		"pci", "address", pci, "netdev", host, "mac", host, "parameters", "dcqcn.rp.ai_rate", "state", "set",
		"value", rate, "raw", 1, "backend", host, "why");
}

struct set {
	size_t n;
	const json_t *docs[DOCS_MAX];
	const char *labels[DOCS_MAX];
	json_t *owned[DOCS_MAX];
};

static void add(struct set *set, const char *label, json_t *doc)
{
	assert_non_null(doc);
	set->labels[set->n] = label;
	set->owned[set->n] = doc;
	set->docs[set->n++] = doc;
}

static json_t *compare(struct set *set)
{
	struct hostfacts_comparison *c;
	json_t *result = NULL;
	struct ece_error e = {.code = 0};

	assert_int_equal(hostfacts_comparison_new(set->n, &c, &e), 0);
	for (size_t i = 0; i < set->n; i++)
		assert_int_equal(hostfacts_comparison_add(c, set->docs[i], &e), 0);
	assert_int_equal(hostfacts_comparison_result(c, set->labels, &result, &e), 0);
	hostfacts_comparison_free(c);
	assert_int_equal(json_integer_value(json_object_get(result, "documents")), set->n);
	return result;
}

static void done(struct set *set, json_t *result)
{
	for (size_t i = 0; i < set->n; i++)
		json_decref(set->owned[i]);
	json_decref(result);
}

static size_t groups_of(const json_t *result)
{
	return json_array_size(json_object_get(result, "groups"));
}

static const json_t *group(const json_t *result, size_t i)
{
	return json_array_get(json_object_get(result, "groups"), i);
}

static const json_t *difference(const json_t *result, size_t g, size_t i)
{
	return json_array_get(json_object_get(group(result, g), "differences"), i);
}

static const char *text(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

static void names_and_addresses_do_not_count(void **state)
{
	struct set set = {.n = 0};
	json_t *result;

	(void)state;
	add(&set, "gpu1", document("gpu1", "0000:01:00.0", "6.1", "5 Mb/s"));
	add(&set, "gpu2", document("gpu2", "0000:01:00.0", "6.1", "5 Mb/s"));
	result = compare(&set);
	assert_int_equal(groups_of(result), 0);
	done(&set, result);
}

static void the_odd_one_stands_out(void **state)
{
	struct set set = {.n = 0};
	const json_t *d;
	json_t *result;

	(void)state;
	add(&set, "gpu1", document("gpu1", "0000:01:00.0", "6.1", "5 Mb/s"));
	add(&set, "gpu2", document("gpu2", "0000:01:00.0", "6.1", "20 Mb/s"));
	add(&set, "gpu3", document("gpu3", "0000:01:00.0", "6.1", "5 Mb/s"));
	result = compare(&set);
	assert_int_equal(groups_of(result), 1);
	assert_string_equal(text(group(result, 0), "hosts"), "gpu2");
	d = difference(result, 0, 0);
	assert_string_equal(text(d, "where"), "0000:01:00.0");
	assert_string_equal(text(d, "key"), "parameters.dcqcn.rp.ai_rate");
	assert_string_equal(text(d, "value"), "20 Mb/s");
	assert_string_equal(text(d, "reference"), "5 Mb/s");
	assert_int_equal(json_integer_value(json_object_get(d, "reference_count")), 2);
	assert_true(json_is_true(json_object_get(d, "majority")));
	assert_null(difference(result, 0, 1));
	done(&set, result);
}

static void the_same_difference_is_told_once(void **state)
{
	struct set set = {.n = 0};
	json_t *result;

	(void)state;
	for (int i = 0; i < 7; i++) {
		static const char *const names[] = {"gpu1", "gpu2", "gpu3", "gpu4", "gpu5", "gpu6", "gpu7"};
		bool odd = i == 1 || i == 2;

		add(&set, names[i],
		    document(names[i], "0000:01:00.0", odd ? "6.12" : "6.1",
			     i == 5 ? "1 Mb/s" :
			     odd    ? "9 Mb/s" :
				      "5 Mb/s"));
	}
	result = compare(&set);
	assert_int_equal(groups_of(result), 2);
	assert_string_equal(text(group(result, 0), "hosts"), "gpu[2-3]");
	assert_int_equal(json_integer_value(json_object_get(group(result, 0), "count")), 2);
	assert_string_equal(text(difference(result, 0, 0), "where"), "host");
	assert_string_equal(text(difference(result, 0, 0), "key"), "kernel");
	assert_string_equal(text(difference(result, 0, 1), "value"), "9 Mb/s");
	assert_string_equal(text(group(result, 1), "hosts"), "gpu6");
	done(&set, result);
}

static void two_that_differ_have_no_majority(void **state)
{
	struct set set = {.n = 0};
	json_t *result;

	(void)state;
	add(&set, "a/one.json", document("x", "0000:01:00.0", "6.1", "5 Mb/s"));
	add(&set, "a/two.json", document("x", "0000:01:00.0", "6.1", "6 Mb/s"));
	result = compare(&set);
	assert_int_equal(groups_of(result), 1);
	assert_true(json_is_null(json_object_get(group(result, 0), "hosts"))); /* no host name */
	assert_string_equal(json_string_value(json_array_get(json_object_get(group(result, 0), "labels"), 0)),
			    "a/two.json");
	assert_true(json_is_false(json_object_get(difference(result, 0, 0), "majority")));
	assert_string_equal(text(difference(result, 0, 0), "reference"), "5 Mb/s");
	done(&set, result);
}

static void other_addresses_are_matched_by_place(void **state)
{
	struct set set = {.n = 0};
	json_t *result;

	(void)state;
	add(&set, "gpu1", document("gpu1", "0000:01:00.0", "6.1", "5 Mb/s"));
	add(&set, "gpu2", document("gpu2", "0000:41:00.0", "6.1", "6 Mb/s"));
	result = compare(&set);
	assert_int_equal(groups_of(result), 1);
	assert_string_equal(text(difference(result, 0, 0), "where"), "nic 1");
	assert_null(difference(result, 0, 1));
	done(&set, result);
}

static void what_is_missing_or_unknown_has_a_word(void **state)
{
	struct set set = {.n = 0};
	json_t *third = document("gpu3", "0000:01:00.0", "6.1", "5 Mb/s");
	json_t *fourth = document("gpu4", "0000:01:00.0", "6.1", "5 Mb/s");
	json_t *result;

	(void)state;
	json_object_set_new(json_object_get(third, "host"), "kernel", json_pack("{s:s}", "unknown", "no rights"));
	json_object_del(json_object_get(fourth, "host"), "kernel");
	add(&set, "gpu1", document("gpu1", "0000:01:00.0", "6.1", "5 Mb/s"));
	add(&set, "gpu2", document("gpu2", "0000:01:00.0", "6.1", "5 Mb/s"));
	add(&set, "gpu3", third);
	add(&set, "gpu4", fourth);
	result = compare(&set);
	assert_int_equal(groups_of(result), 2);
	assert_string_equal(text(difference(result, 0, 0), "value"), "unknown");
	assert_string_equal(text(difference(result, 1, 0), "value"), "absent");
	done(&set, result);
}

/* Some firmware tells built-in defaults wrong. */
static void defaults_are_not_compared(void **state)
{
	struct set set = {.n = 0};
	json_t *result;

	(void)state;
	for (int i = 0; i < 2; i++) {
		json_t *doc = document("gpu", "0000:01:00.0", "6.1", "5 Mb/s");
		json_t *card = json_array_get(json_object_get(doc, "cards"), 0);
		json_t *nic = json_array_get(json_object_get(card, "nics"), 0);
		const char *value = i ? "True(1)" : "False(0)";

		json_object_set_new(nic, "nv",
				    json_pack("{s:{s:s, s:s}}", "UCTX_EN", "current", value, "factory", value));
		add(&set, i ? "gpu2" : "gpu1", doc);
	}
	result = compare(&set);
	assert_string_equal(text(difference(result, 0, 0), "key"), "nv.UCTX_EN.current");
	assert_null(difference(result, 0, 1));
	done(&set, result);
}

/* Two of three do not answer: that is told, and not that the third has values. */
static void a_silent_card_is_one_line(void **state)
{
	struct set set = {.n = 0};
	json_t *result;

	(void)state;
	for (int i = 0; i < 3; i++) {
		json_t *doc = document("gpu", "0000:01:00.0", "6.1", "5 Mb/s");
		json_t *card = json_array_get(json_object_get(doc, "cards"), 0);
		json_t *nic = json_array_get(json_object_get(card, "nics"), 0);
		json_t *rate = json_object_get(json_object_get(nic, "parameters"), "dcqcn.rp.ai_rate");

		json_object_set_new(nic, "nv", json_pack("{s:{s:s}}", "UCTX_EN", "current", "True(1)"));
		if (i) {
			json_object_set_new(rate, "state", json_string("unreadable"));
			json_object_set_new(rate, "value", json_null());
			json_object_set_new(nic, "nv", json_pack("{s:s}", "unknown", "no answer"));
			json_object_set_new(card, "ports", json_pack("{s:s}", "unknown", "no answer"));
		}
		add(&set, i == 0 ? "gpu1" : i == 1 ? "gpu2" : "gpu3", doc);
	}
	result = compare(&set);
	assert_int_equal(groups_of(result), 1);
	assert_string_equal(text(group(result, 0), "hosts"), "gpu1");
	assert_string_equal(text(difference(result, 0, 0), "key"), "answers");
	assert_string_equal(text(difference(result, 0, 0), "value"), "true");
	assert_null(difference(result, 0, 1));
	done(&set, result);
}

static void a_value_that_cannot_be_read_is_its_state(void **state)
{
	struct set set = {.n = 0};
	json_t *second = document("gpu2", "0000:01:00.0", "6.1", "5 Mb/s"), *nic, *param, *result;

	(void)state;
	nic = json_array_get(json_object_get(json_array_get(json_object_get(second, "cards"), 0), "nics"), 0);
	param = json_object_get(json_object_get(nic, "parameters"), "dcqcn.rp.ai_rate");
	json_object_set_new(param, "state", json_string("no_door"));
	json_object_set_new(param, "value", json_null());
	add(&set, "gpu1", document("gpu1", "0000:01:00.0", "6.1", "5 Mb/s"));
	add(&set, "gpu2", second);
	result = compare(&set);
	assert_string_equal(text(difference(result, 0, 0), "value"), "no_door");
	done(&set, result);
}

/* What adding @bad behind a good document returns; the error's kind in @kind. */
static int refusal(const json_t *bad, enum ece_error_kind *kind)
{
	json_t *good = document("gpu1", "0000:01:00.0", "6.1", "5 Mb/s");
	struct ece_error e = {.code = 0};
	struct hostfacts_comparison *c;
	int err;

	assert_int_equal(hostfacts_comparison_new(2, &c, &e), 0);
	assert_int_equal(hostfacts_comparison_add(c, good, &e), 0);
	err = hostfacts_comparison_add(c, bad, &e);
	*kind = e.kind;
	hostfacts_comparison_free(c);
	json_decref(good);
	return err;
}

static void other_documents_are_refused(void **state)
{
	json_t *newer = document("gpu1", "0000:01:00.0", "6.1", "5 Mb/s"), *other = json_pack("[i]", 1);
	enum ece_error_kind kind;

	(void)state;
	json_object_set_new(newer, "version", json_integer(2));
	assert_int_equal(refusal(newer, &kind), -EINVAL);
	assert_int_equal(kind, ECE_ERROR_TYPE);
	assert_int_equal(refusal(other, &kind), -EINVAL);
	json_decref(newer);
	json_decref(other);
}

static void the_number_of_documents_has_limits(void **state)
{
	json_t *good = document("gpu1", "0000:01:00.0", "6.1", "5 Mb/s");
	struct hostfacts_comparison *c = NULL;
	struct ece_error e;

	(void)state;
	assert_int_equal(hostfacts_comparison_new(1, &c, &e), -EINVAL);
	assert_int_equal(hostfacts_comparison_new(HOSTFACTS_DOCUMENTS_MAX + 1, &c, &e), -E2BIG);
	assert_null(c);
	assert_int_equal(hostfacts_comparison_new(2, &c, &e), 0);
	assert_int_equal(hostfacts_comparison_add(c, good, &e), 0);
	assert_int_equal(hostfacts_comparison_add(c, good, &e), 0);
	assert_int_equal(hostfacts_comparison_add(c, good, &e), -E2BIG);
	hostfacts_comparison_free(c);
	hostfacts_comparison_free(NULL);
	json_decref(good);
}

static void deep_and_wide_documents_are_refused(void **state)
{
	json_t *deep = document("gpu1", "0000:01:00.0", "6.1", "5 Mb/s"), *wide = json_deep_copy(deep);
	json_t *inner = json_object_get(deep, "host");
	enum ece_error_kind kind;
	char key[32];

	(void)state;
	for (int i = 0; i < 20; i++) {
		json_t *next = json_pack("{s:i}", "leaf", 1);

		json_object_set_new(inner, "a", next);
		inner = next;
	}
	assert_int_equal(refusal(deep, &kind), -EINVAL);
	assert_int_equal(kind, ECE_ERROR_LIMIT);
	for (int i = 0; i <= HOSTFACTS_KEYS_MAX; i++) {
		snprintf(key, sizeof(key), "k%d", i);
		json_object_set_new(json_object_get(wide, "host"), key, json_true());
	}
	assert_int_equal(refusal(wide, &kind), -E2BIG);
	json_decref(deep);
	json_decref(wide);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_and_addresses_do_not_count),
		cmocka_unit_test(the_odd_one_stands_out),
		cmocka_unit_test(the_same_difference_is_told_once),
		cmocka_unit_test(two_that_differ_have_no_majority),
		cmocka_unit_test(other_addresses_are_matched_by_place),
		cmocka_unit_test(what_is_missing_or_unknown_has_a_word),
		cmocka_unit_test(defaults_are_not_compared),
		cmocka_unit_test(a_silent_card_is_one_line),
		cmocka_unit_test(a_value_that_cannot_be_read_is_its_state),
		cmocka_unit_test(other_documents_are_refused),
		cmocka_unit_test(the_number_of_documents_has_limits),
		cmocka_unit_test(deep_and_wide_documents_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
