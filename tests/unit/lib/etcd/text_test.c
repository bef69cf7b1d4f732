// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What goes over the wire, apart from the wire: base64, the cutting of streams, keys. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/etcd/base64.h"
#include "lib/etcd/json.h"
#include "lib/etcd/keys.h"
#include "lib/etcd/scan.h"

/* RFC 4648, section 10. */
static void base64_is_that_of_the_rfc(void **state)
{
	static const struct {
		const char *bytes, *text;
	} vectors[] = {
		{"", ""},
		{"f", "Zg=="},
		{"fo", "Zm8="},
		{"foo", "Zm9v"},
		{"foob", "Zm9vYg=="},
		{"fooba", "Zm9vYmE="},
		{"foobar", "Zm9vYmFy"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(vectors) / sizeof(vectors[0]); i++) {
		char *text = base64_encode(vectors[i].bytes, strlen(vectors[i].bytes)), *bytes;
		size_t len;

		assert_string_equal(text, vectors[i].text);
		assert_int_equal(base64_decode(text, strlen(text), &bytes, &len), 0);
		assert_int_equal(len, strlen(vectors[i].bytes));
		assert_string_equal(bytes, vectors[i].bytes);
		free(text);
		free(bytes);
	}
}

static void what_is_no_base64_is_refused(void **state)
{
	static const char *const bad[] = {"Z", "Zg=", "Zg", "Z===", "=Zg=", "Zg==Zg==", "Zm9\n", "Zm-v", "Zm9v "};
	char *bytes;
	size_t len;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_int_equal(base64_decode(bad[i], strlen(bad[i]), &bytes, &len), -EINVAL);
}

/* All the ways to cut the stream into chunks give the same objects. */
static void chunks_are_no_messages(void **state)
{
	static const char stream[] = "{\"result\":{\"a\":[1,{}]}}\n\n {\"b\":\"}{\\\"\\\\\"}{}\r\n";
	static const char *const want[] = {"{\"result\":{\"a\":[1,{}]}}", "{\"b\":\"}{\\\"\\\\\"}", "{}"};

	(void)state;
	for (size_t chunk = 1; chunk < sizeof(stream); chunk++) {
		struct etcd_scan scan = {.max = 100};
		const char *text = "";
		struct ece_error e;
		size_t len = 0, n = 0;

		for (size_t at = 0; at < sizeof(stream) - 1; at += chunk) {
			size_t left = sizeof(stream) - 1 - at;

			assert_int_equal(etcd_scan_add(&scan, stream + at, chunk < left ? chunk : left), 0);
			while (n < 3 && etcd_scan_next(&scan, &text, &len, &e) == 1) {
				assert_int_equal(len, strlen(want[n]));
				assert_memory_equal(text, want[n++], len);
			}
		}
		assert_int_equal(n, 3);
		etcd_scan_done(&scan);
	}
}

static int scan_all(const char *stream, size_t max)
{
	struct etcd_scan scan = {.max = max};
	struct ece_error e;
	const char *text;
	size_t len;
	int ret;

	assert_int_equal(etcd_scan_add(&scan, stream, strlen(stream)), 0);
	do {
		ret = etcd_scan_next(&scan, &text, &len, &e);
	} while (ret == 1);
	etcd_scan_done(&scan);
	return ret;
}

static void streams_have_limits(void **state)
{
	char deep[2 * ETCD_SCAN_DEPTH_MAX + 8] = "{\"a\":";

	(void)state;
	assert_int_equal(scan_all("<html>", 100), -EPROTO);
	assert_int_equal(scan_all("[{}]", 100), -EPROTO);
	assert_int_equal(scan_all("}", 100), -EPROTO);
	assert_int_equal(scan_all("{\"a\":\"1234\"}", 12), 0);
	assert_int_equal(scan_all("{\"a\":\"12345\"}", 12), -EMSGSIZE);
	assert_int_equal(scan_all("{\"a\":\"never ended", 12), -EMSGSIZE);
	memset(deep + 5, '[', ETCD_SCAN_DEPTH_MAX - 1);
	assert_int_equal(scan_all(deep, 1000), 0);
	memset(deep + 5, '[', ETCD_SCAN_DEPTH_MAX);
	assert_int_equal(scan_all(deep, 1000), -EPROTO);
}

static void numbers_come_in_both_forms(void **state)
{
	static const char text[] = "{\"a\":\"9223372036854775807\",\"b\":-5,\"c\":\"18446744073709551615\",\"d\":\"\","
				   "\"e\":\"12x\",\"f\":1.5,\"g\":\"9223372036854775808\"}";
	json_t *root = json_loads(text, 0, NULL);
	int64_t value;
	uint64_t large;

	(void)state;
	assert_int_equal(json_get_i64(root, "a", &value), 0);
	assert_true(value == INT64_MAX);
	assert_int_equal(json_get_i64(root, "b", &value), 0);
	assert_int_equal(value, -5);
	assert_int_equal(json_get_u64(root, "c", &large), 0);
	assert_true(large == UINT64_MAX);
	assert_int_equal(json_get_i64(root, "none", &value), 0);
	assert_int_equal(value, 0);
	for (const char *name = "defg"; *name; name++)
		assert_int_equal(json_get_i64(root, (char[]){*name, '\0'}, &value), -EPROTO);
	assert_int_equal(json_get_u64(root, "b", &large), -EPROTO);
	json_decref(root);
}

static int kv_of(const char *text, struct etcd_kv *kv)
{
	json_t *root = json_loads(text, 0, NULL);
	int ret = json_get_kv(root, kv);

	json_decref(root);
	return ret;
}

static void keys_and_values_are_read(void **state)
{
	struct etcd_kv kv;

	(void)state;
	assert_int_equal(kv_of("{\"key\":\"YS8x\",\"create_revision\":\"2\",\"mod_revision\":\"3\",\"version\":\"1\","
			       "\"value\":\"dg==\",\"lease\":\"7\"}",
			       &kv),
			 0);
	assert_string_equal(kv.key, "a/1");
	assert_string_equal(kv.value, "v");
	assert_int_equal(kv.created, 2);
	assert_int_equal(kv.modified, 3);
	assert_int_equal(kv.lease, 7);
	etcd_kv_done(&kv);
	assert_int_equal(kv_of("{\"value\":\"dg==\"}", &kv), -EPROTO);
	/* "a\0b": a key of ours is text */
	assert_int_equal(kv_of("{\"key\":\"YQBi\"}", &kv), -EPROTO);
	assert_int_equal(kv_of("{\"key\":7}", &kv), -EPROTO);
	assert_int_equal(kv_of("[]", &kv), -EPROTO);
}

static void keys_are_made_and_taken_apart(void **state)
{
	char host[ETCD_HOST_MAX], cookie[ETCD_COOKIE_MAX];
	struct etcd_key key = etcd_key_of("/ecekit/iad", ETCD_KEY_REQUEST, "gpu001", "s-1");

	(void)state;
	assert_string_equal(key.text, "/ecekit/iad/request/gpu001/s-1");
	assert_true(etcd_key_split(key.text, "/ecekit/iad", ETCD_KEY_REQUEST, host, cookie));
	assert_string_equal(host, "gpu001");
	assert_string_equal(cookie, "s-1");
	key = etcd_key_of("/ecekit/iad", ETCD_KEY_REQUEST, "gpu001", NULL);
	assert_string_equal(key.text, "/ecekit/iad/request/gpu001/");
	assert_false(etcd_key_split(key.text, "/ecekit/iad", ETCD_KEY_REQUEST, host, cookie));
	key = etcd_key_of("/ecekit/iad", ETCD_KEY_STATUS, "gpu001", NULL);
	assert_string_equal(key.text, "/ecekit/iad/status/gpu001");
	assert_true(etcd_key_split(key.text, "/ecekit/iad", ETCD_KEY_STATUS, host, cookie));
	assert_string_equal(cookie, "");
	assert_string_equal(etcd_key_once("/ecekit/iad", ETCD_KEY_FROZEN).text, "/ecekit/iad/frozen");
	assert_false(etcd_key_split("/ecekit/iad/status/a/b", "/ecekit/iad", ETCD_KEY_STATUS, host, cookie));
	assert_false(etcd_key_split("/ecekit/iad/request/a/b/c", "/ecekit/iad", ETCD_KEY_REQUEST, host, cookie));
	assert_false(etcd_key_split("/ecekit/iad2/status/a", "/ecekit/iad", ETCD_KEY_STATUS, host, cookie));
}

static void names_that_would_be_other_keys_are_refused(void **state)
{
	char longest[ETCD_HOST_MAX + 1];
	struct ece_error e;

	(void)state;
	memset(longest, 'h', ETCD_HOST_MAX);
	longest[ETCD_HOST_MAX] = '\0';
	assert_int_equal(etcd_host_check("gpu001", &e), 0);
	assert_int_equal(etcd_host_check("", &e), -EINVAL);
	assert_int_equal(etcd_host_check("../gpu001", &e), -EINVAL);
	assert_int_equal(etcd_host_check(longest, &e), -EINVAL);
	assert_int_equal(etcd_host_check(longest + 1, &e), 0);
	assert_int_equal(etcd_prefix_check("/ecekit/iad", &e), 0);
	assert_int_equal(etcd_prefix_check("/ecekit/", &e), -EINVAL);
	assert_int_equal(etcd_prefix_check("ecekit", &e), -EINVAL);
	assert_int_equal(etcd_prefix_check("/", &e), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(base64_is_that_of_the_rfc),
		cmocka_unit_test(what_is_no_base64_is_refused),
		cmocka_unit_test(chunks_are_no_messages),
		cmocka_unit_test(streams_have_limits),
		cmocka_unit_test(numbers_come_in_both_forms),
		cmocka_unit_test(keys_and_values_are_read),
		cmocka_unit_test(keys_are_made_and_taken_apart),
		cmocka_unit_test(names_that_would_be_other_keys_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
