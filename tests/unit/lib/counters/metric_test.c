// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lib/counters/metric.h"

static const struct counter events = {.metric = "rdma_sequence_errors", .unit = COUNTER_EVENTS};
static const struct counter packets = {.metric = "pause_received", .unit = COUNTER_PACKETS};
static const struct counter times = {.metric = "pause_received", .unit = COUNTER_MICROSECONDS};
static const struct counter bytes = {.metric = "port_sent", .unit = COUNTER_BYTES};
static const struct counter nameless = {.name = "x"};

static void a_name_ends_in_its_base_unit(void **state)
{
	char buf[COUNTER_METRIC_MAX];

	(void)state;
	assert_string_equal(counter_metric_name(&events, buf, sizeof(buf)), "ece_rdma_sequence_errors_total");
	assert_string_equal(counter_metric_name(&packets, buf, sizeof(buf)), "ece_pause_received_packets_total");
	assert_string_equal(counter_metric_name(&times, buf, sizeof(buf)), "ece_pause_received_seconds_total");
	assert_string_equal(counter_metric_name(&bytes, buf, sizeof(buf)), "ece_port_sent_bytes_total");
	assert_string_equal(counter_metric_family(&bytes, buf, sizeof(buf)), "ece_port_sent_bytes");
	assert_null(counter_metric_unit(&events));
}

static void a_row_without_a_metric_has_no_name(void **state)
{
	char buf[COUNTER_METRIC_MAX] = "before";

	(void)state;
	assert_null(counter_metric_name(&nameless, buf, sizeof(buf)));
	assert_null(counter_metric_family(&nameless, buf, sizeof(buf)));
	assert_string_equal(buf, "before");
}

static void one_family_is_one_metric_in_one_unit(void **state)
{
	(void)state;
	assert_int_equal(counter_metric_order(&packets, &packets), 0);
	assert_int_not_equal(counter_metric_order(&packets, &times), 0);
	assert_true(counter_metric_order(&packets, &events) < 0);
	assert_true(counter_metric_order(&events, &packets) > 0);
	assert_true(counter_metric_order(&nameless, &events) > 0);
	assert_true(counter_metric_order(&events, &nameless) < 0);
	assert_int_equal(counter_metric_order(&nameless, &nameless), 0);
}

/* COUNTER_METRIC_MAX is enough: no name of the table is cut. */
static void every_name_fits(void **state)
{
	char buf[COUNTER_METRIC_MAX];

	(void)state;
	for (size_t i = 0; i < counter_count(); i++)
		if (counter_metric_name(counter_at(i), buf, sizeof(buf)))
			assert_true(strlen(buf) < sizeof(buf) - 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_name_ends_in_its_base_unit),
		cmocka_unit_test(a_row_without_a_metric_has_no_name),
		cmocka_unit_test(one_family_is_one_metric_in_one_unit),
		cmocka_unit_test(every_name_fits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
