// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The key "store": where runs are kept. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "lib/fleet/store.h"
#include "tests/unit/lib/fleet/fleet_case.h"

static const char *file(const char *store)
{
	static char text[2048];

	snprintf(text, sizeof(text), START "'store': {%s},\n" PROFILES ASSIGN END, store);
	return text;
}

static void without_the_key_it_is_a_file(void **state)
{
	const struct fleet *fleet = case_good(START PROFILES ASSIGN END);

	(void)state;
	assert_int_equal(fleet->store->kind, FLEET_STORE_SQLITE);
	assert_int_equal(fleet->store->said[FLEET_STORE_KIND].line, 0);
	fleet = case_good(file("'kind': 'sqlite'"));
	assert_int_equal(fleet->store->kind, FLEET_STORE_SQLITE);
	assert_int_equal(fleet->store->said[FLEET_STORE_KIND].line, 2);
}

static void etcd_needs_only_its_endpoints(void **state)
{
	const struct fleet_store *store =
		case_good(file("'kind': 'etcd', 'endpoints': ['http://a:2379', 'https://b:2379']"))->store;

	(void)state;
	assert_int_equal(store->kind, FLEET_STORE_ETCD);
	assert_int_equal(store->endpoint_count, 2);
	assert_string_equal(store->endpoints[0], "http://a:2379");
	assert_string_equal(store->endpoints[1], "https://b:2379");
	assert_null(store->endpoints[2]);
	assert_string_equal(store->prefix, "/ecekit/fleet");
	assert_true(store->ttl_ns == 15000000000);
	assert_null(store->ca);
	assert_null(store->user);
	store = case_good(START
			  "'fleet': 'iad',\n'store': {'kind': 'etcd', 'endpoints': ['http://a:1']},\n" PROFILES ASSIGN
				  END)
			->store;
	assert_string_equal(store->prefix, "/ecekit/iad");
}

static void all_of_it(void **state)
{
	const struct fleet_store *store =
		case_good(file("'kind': 'etcd', 'endpoints': ['https://a:2379'], 'prefix': '/x/y', 'ttl': '2s', "
			       "'tls': {'ca': 'ca.pem', 'cert': 'c.pem', 'key': 'k.pem'}, 'user': 'ece', "
			       "'password_file': 'pw'"))
			->store;

	(void)state;
	assert_string_equal(store->prefix, "/x/y");
	assert_true(store->ttl_ns == 2000000000);
	assert_string_equal(store->ca, "ca.pem");
	assert_string_equal(store->cert, "c.pem");
	assert_string_equal(store->key, "k.pem");
	assert_string_equal(store->user, "ece");
	assert_string_equal(store->password_file, "pw");
	assert_int_equal(store->said[FLEET_STORE_CERT].line, 2);
}

static void what_does_not_go_together(void **state)
{
	(void)state;
	case_bad(file("'kind': 'etcd'"), ECE_ERROR_CONFLICT, "2:19",
		 "store.kind: \"etcd\" needs \"endpoints\", as in [\"https://etcd1:2379\"]");
	case_bad(file("'kind': 'sqlite', 'ttl': '15s'"), ECE_ERROR_CONFLICT, "2:29",
		 "store.ttl: only a store of kind etcd has this");
	case_bad(file("'kind': 'etcd', 'endpoints': ['http://a:1'], 'user': 'u'"), ECE_ERROR_CONFLICT, "2:56",
		 "store.user: needs \"password_file\" beside it");
	case_bad(file("'kind': 'etcd', 'endpoints': ['http://a:1'], 'tls': {'key': 'k'}"), ECE_ERROR_CONFLICT, "2:64",
		 "store.tls.key: needs \"cert\" beside it");
}

/* Its elements have no keys to be looked at. */
static void what_is_no_object_is_refused(void **state)
{
	(void)state;
	case_bad(START "'store': [[]],\n" PROFILES ASSIGN END, ECE_ERROR_TYPE, "2:10",
		 "store: this is an array; an object belongs here");
	case_bad(START "'store': 'etcd',\n" PROFILES ASSIGN END, ECE_ERROR_TYPE, "2:10",
		 "store: this is a string; an object belongs here");
}

/* Agents that pull are asked through the etcd of the store. */
static void pull_needs_a_store_in_etcd(void **state)
{
	static const char with[] = START "'store': {'kind': 'etcd', 'endpoints': ['http://a:1']},\n" PROFILES ASSIGN
					 "'transport': {'kind': 'pull'}}";
	static const char without[] = START PROFILES ASSIGN "'transport': {'kind': 'pull'}}";

	(void)state;
	assert_int_equal(case_good(with)->transport.kind, FLEET_TRANSPORT_PULL);
	case_bad(without, ECE_ERROR_CONFLICT, "4:23",
		 "transport.kind: with \"pull\" agents take their requests from etcd, and runs must be kept there too: "
		 "add "
		 "\"store\": {\"kind\": \"etcd\", \"endpoints\": [...]}");
}

static void what_is_out_of_range(void **state)
{
	(void)state;
	case_bad(file("'kind': 'etcd', 'endpoints': ['http://a:1'], 'ttl': '1s'"), ECE_ERROR_RANGE, "2:63",
		 "store.ttl: less than 2s, or more than 1h");
	case_bad(file("'kind': 'etcd', 'endpoints': ['http://a:1'], 'prefix': 'x'"), ECE_ERROR_RANGE, "2:66",
		 "store.prefix: a prefix begins with a slash, does not end with one, and has 200 bytes at most");
	case_bad(file("'kind': 'etcd', 'endpoints': ['http://a:1'], 'prefix': '/x/'"), ECE_ERROR_RANGE, "2:66",
		 "store.prefix: a prefix begins with a slash, does not end with one, and has 200 bytes at most");
}

static int errors;

static void count_error(void *ctx, const struct ece_error *e)
{
	(void)ctx;
	(void)e;
	errors++;
}

static int alone(const char *text, struct fleet **fleet)
{
	const struct fleet_input input = {.text = text, .len = strlen(text), .file = "f"};
	struct ece_error_sink sink = {.add = count_error};

	errors = 0;
	*fleet = NULL;
	return fleet_store_parse(&input, &sink, fleet);
}

/* Verbs find the store of a fleet file that is faulty, or has expired. */
static void the_store_is_read_alone(void **state)
{
	struct fleet *fleet;

	(void)state;
	assert_int_equal(alone("{\"fleet\": \"f\", \"bad\": 1, \"store\": {\"kind\": \"etcd\", "
			       "\"endpoints\": [\"http://a:1\"]}}",
			       &fleet),
			 0);
	assert_string_equal(fleet->store->prefix, "/ecekit/f");
	fleet_free(fleet);
	assert_int_equal(alone("{\"kind\": \"etcd\", \"endpoints\": [\"http://a:1\"]}", &fleet), 0);
	assert_string_equal(fleet->store->endpoints[0], "http://a:1");
	fleet_free(fleet);
	assert_int_equal(alone("{\"kind\": \"etcd\", \"endpoint\": 1}", &fleet), -EINVAL);
	assert_null(fleet);
	assert_true(errors >= 2);
	assert_int_equal(alone("[]", &fleet), -EINVAL);
	assert_int_equal(errors, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(without_the_key_it_is_a_file),
		cmocka_unit_test(etcd_needs_only_its_endpoints),
		cmocka_unit_test(all_of_it),
		cmocka_unit_test(what_does_not_go_together),
		cmocka_unit_test(what_is_no_object_is_refused),
		cmocka_unit_test(pull_needs_a_store_in_etcd),
		cmocka_unit_test(what_is_out_of_range),
		cmocka_unit_test(the_store_is_read_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
