// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include <cmocka.h>

#include "lib/http/gzip.h"
#include "lib/http/media.h"
#include "lib/http/ranges.h"

enum {
	TEXT,
	OPENMETRICS,
};

static const struct http_media medias[] = {
	[TEXT] = {"text/plain", "0.0.4", ""},
	[OPENMETRICS] = {"application/openmetrics-text", "1.0.0", ""},
};

static void choose(const char *accept, size_t want)
{
	size_t got = http_choose_media(accept, medias, 2);

	if (got != want)
		fail_msg("\"%s\" chose %zu", accept ? accept : "(none)", got);
}

static void test_what_scrapers_send(void **state)
{
	(void)state;
	choose(NULL, TEXT);
	choose("", TEXT);
	choose("*/*", TEXT);
	/* Prometheus 2.x and 3.x */
	choose("application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,"
	       "text/plain;version=0.0.4;q=0.5,*/*;q=0.1",
	       OPENMETRICS);
	choose("application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,"
	       "application/openmetrics-text;version=0.0.1;q=0.5,text/plain;version=1.0.0;escaping=allow-utf-8;q=0.4,"
	       "text/plain;version=0.0.4;q=0.3,*/*;q=0.2",
	       OPENMETRICS);
	/* its older one, which wants a version that is not ours */
	choose("application/openmetrics-text; version=0.0.1,text/plain;version=0.0.4;q=0.5,*/*;q=0.1", TEXT);
	/* a browser */
	choose("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", TEXT);
	choose("text/plain;version=0.0.4;q=1,*/*;q=0.1", TEXT);
}

static void test_weights(void **state)
{
	(void)state;
	choose("application/openmetrics-text;q=0.4,text/plain;q=0.5", TEXT);
	choose("application/openmetrics-text;q=0.5,text/plain;q=0.4", OPENMETRICS);
	choose("application/openmetrics-text;q=0,*/*", TEXT);
	choose("text/plain;q=0,*/*;q=0.1", OPENMETRICS);
	choose("application/openmetrics-text;q=0", TEXT);
	/* what is said of one type counts for it, more is said of others */
	choose("application/*,application/openmetrics-text;q=0.1,text/plain;q=0.5", TEXT);
	choose("text/*;q=0.9,application/*;q=1", OPENMETRICS);
	choose("TEXT/PLAIN;Q=0.1,Application/OpenMetrics-Text;q=0.2", OPENMETRICS);
	choose("application/openmetrics-text,text/plain", OPENMETRICS);
	choose("text/plain,application/openmetrics-text", TEXT);
	choose("application/openmetrics-text;version=\"1.0.0\"", OPENMETRICS);
	/* nothing fits */
	choose("application/json", TEXT);
	choose("application/openmetrics-text;version=2.0.0", TEXT);
}

static void test_what_is_no_weight(void **state)
{
	static const char *const headers[] = {
		"application/openmetrics-text;q=2",      "application/openmetrics-text;q=1.001",
		"application/openmetrics-text;q=0.1234", "application/openmetrics-text;q=",
		"application/openmetrics-text;q=x",      "application/openmetrics-text;q=-1",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(headers) / sizeof(headers[0]); i++)
		choose(headers[i], TEXT);
}

static void test_ranges_are_bounded(void **state)
{
	struct http_range ranges[2];
	char longer[200];

	(void)state;
	assert_int_equal(http_ranges("a,b,c", ranges, 2), 2);
	assert_string_equal(ranges[1].name, "b");
	memset(longer, 'x', sizeof(longer));
	longer[sizeof(longer) - 1] = '\0';
	assert_int_equal(http_ranges(longer, ranges, 2), 0);
	assert_int_equal(http_ranges(",;,  ,;q=1,\"", ranges, 2), 1);
	assert_int_equal(http_ranges("a;x=\"1,2;3\";q=0.5, b", ranges, 2), 2);
	assert_int_equal(ranges[0].weight, 500);
	assert_string_equal(ranges[1].name, "b");
}

static void test_gzip_is_asked_for(void **state)
{
	(void)state;
	assert_true(http_wants_gzip("gzip"));
	assert_true(http_wants_gzip("deflate, GZIP;q=0.5"));
	assert_true(http_wants_gzip("x-gzip"));
	assert_true(http_wants_gzip("*"));
	assert_true(http_wants_gzip("gzip, identity;q=0"));
	assert_false(http_wants_gzip(NULL));
	assert_false(http_wants_gzip(""));
	assert_false(http_wants_gzip("identity"));
	assert_false(http_wants_gzip("gzip;q=0"));
	assert_false(http_wants_gzip("gzip;q=0, *"));
	assert_false(http_wants_gzip("gzip;q=0.5, identity"));
	assert_false(http_wants_gzip("br, deflate"));
}

static void test_gzip_is_gzip(void **state)
{
	const char text[] = "ece_port_state 4\nece_port_state 4\nece_port_state 4\n";
	char *packed, back[sizeof(text)] = "";
	size_t len;
	z_stream stream = {0};

	(void)state;
	assert_int_equal(http_gzip(text, sizeof(text), &packed, &len), 0);
	/* RFC 1952: ID1 ID2 CM */
	assert_memory_equal(packed, "\x1f\x8b\x08", 3);
	assert_int_equal(inflateInit2(&stream, MAX_WBITS + 16), Z_OK);
	stream.next_in = (Bytef *)packed;
	stream.avail_in = (uInt)len;
	stream.next_out = (Bytef *)back;
	stream.avail_out = sizeof(back);
	assert_int_equal(inflate(&stream, Z_FINISH), Z_STREAM_END);
	assert_memory_equal(back, text, sizeof(text));
	inflateEnd(&stream);
	free(packed);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_what_scrapers_send), cmocka_unit_test(test_weights),
		cmocka_unit_test(test_what_is_no_weight),  cmocka_unit_test(test_ranges_are_bounded),
		cmocka_unit_test(test_gzip_is_asked_for),  cmocka_unit_test(test_gzip_is_gzip),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
