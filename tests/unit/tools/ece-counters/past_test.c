// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What is remembered of many rounds, and what is said to have happened between them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/scrape/making.h"
#include "tests/unit/tools/ece-counters/made.h"
#include "tools/ece-counters/changes_view.h"
#include "tools/ece-counters/past.h"
#include "tools/ece-counters/round_view.h"

static struct events events;
static struct past *past;
static const struct selection all;

static int setup(void **state)
{
	(void)state;
	memset(&events, 0, sizeof(events));
	past = past_new();
	return !past;
}

static int teardown(void **state)
{
	(void)state;
	past_free(past);
	return 0;
}

/* A reading as lib/scrape makes it: one port, two counters. */
static const struct scrape_device *reading(const char *name, uint64_t second, uint64_t value)
{
	struct scrape_device *device = scrape_device_new();
	struct made made;

	assert_non_null(device);
	made_device(&made, second);
	made_add(&made, 0, "packet_seq_err", value);
	made_add(&made, 0, "req_transport_retries_exceeded", 0);
	made.device.port_count = 1;
	made.device.ports = calloc(1, sizeof(struct scrape_port));
	*made.device.ports = made.ports[0];
	made.device.ports->counters = calloc(2, sizeof(struct scrape_counter));
	memcpy(made.device.ports->counters, made.counters[0], 2 * sizeof(struct scrape_counter));
	snprintf(made.device.about.name, sizeof(made.device.about.name), "%s", name);
	made.device.faults = NULL;
	*device = made.device;
	return device;
}

static struct scrape_crew_result result(const char *name, const struct scrape_device *device)
{
	struct scrape_crew_result r = {.device = device, .target = {.about = {.node_guid = 7}}};

	snprintf(r.target.about.name, sizeof(r.target.about.name), "%s", name);
	return r;
}

static void feed(const struct scrape_crew_result *results, size_t count)
{
	struct scrape_crew_result copy[4];
	struct scrape_round round = {.results = copy, .count = count};

	memcpy(copy, results, count * sizeof(*copy));
	assert_int_equal(past_feed(past, &round, "12:00:00", &events), 0);
	for (size_t i = 0; i < count; i++)
		scrape_device_put(results[i].device);
}

static void feed_one(const char *name, uint64_t second, uint64_t value)
{
	struct scrape_crew_result r = result(name, reading(name, second, value));

	feed(&r, 1);
}

static void assert_event(size_t number, const char *text)
{
	assert_non_null(events_at(&events, number));
	assert_string_equal(events_at(&events, number)->text, text);
}

static void the_first_round_is_no_news(void **state)
{
	(void)state;
	feed_one("mlx5_0", 1, 5);
	assert_int_equal(events.count, 0);
	assert_int_equal(past_count(past), 1);
	assert_string_equal(past_at(past, 0)->name, "mlx5_0");
}

/* A history has an end, and the reading that growth counts from is none of it. */
static void old_readings_are_forgotten(void **state)
{
	const struct sheet_device *of;

	(void)state;
	for (uint64_t i = 0; i < SHEET_READINGS_MAX + 5; i++)
		feed_one("mlx5_0", 10 + i, i);
	of = past_at(past, 0);
	assert_int_equal(of->reading_count, SHEET_READINGS_MAX);
	assert_int_equal(of->base->ports[0].counters[0].total, 0);
	assert_int_equal(of->readings[0]->ports[0].counters[0].total, 5);
	past_zero(past);
	assert_int_equal(past_at(past, 0)->base->ports[0].counters[0].total, SHEET_READINGS_MAX + 4);
}

static void devices_come_and_go(void **state)
{
	struct scrape_crew_result both[2];

	(void)state;
	feed_one("mlx5_0", 1, 5);
	both[0] = result("mlx5_0", reading("mlx5_0", 2, 5));
	both[1] = result("mlx5_1", reading("mlx5_1", 2, 5));
	both[1].target.about.node_guid = 8;
	feed(both, 2);
	assert_int_equal(events.count, 1);
	assert_event(0, "mlx5_1 came");
	feed_one("mlx5_0", 3, 5);
	assert_event(1, "mlx5_1 is gone");
	assert_true(past_at(past, 1)->gone);
	feed_one("mlx5_0", 4, 5);
	assert_int_equal(events.count, 2);
}

/* udev gives a device its name some time after it registered. */
static void a_renamed_device_is_the_same(void **state)
{
	(void)state;
	feed_one("mlx5_0", 1, 5);
	feed_one("rocep1s0", 2, 6);
	assert_int_equal(past_count(past), 1);
	assert_int_equal(past_at(past, 0)->reading_count, 2);
	assert_event(0, "mlx5_0 is called rocep1s0 now");
}

static void a_late_device_keeps_its_last_reading(void **state)
{
	const struct scrape_device *old = reading("mlx5_0", 1, 5);
	struct scrape_crew_result r = result("mlx5_0", old);

	(void)state;
	scrape_device_get(old);
	feed(&r, 1);
	r.late = true;
	r.late_seconds = 2.5;
	feed(&r, 1);
	assert_event(0, "mlx5_0 does not answer");
	assert_int_equal(past_at(past, 0)->reading_count, 1);
	assert_true(past_at(past, 0)->late);
	feed_one("mlx5_0", 9, 5);
	assert_event(1, "mlx5_0 answers again");
}

static void a_device_that_never_answered_is_known(void **state)
{
	struct scrape_crew_result r = result("mlx5_0", NULL);
	struct round_view view;

	(void)state;
	r.late = true;
	feed(&r, 1);
	assert_int_equal(past_at(past, 0)->reading_count, 0);
	assert_int_equal(round_view_make(past, &all, &view), 0);
	assert_int_equal(view.count, 0);
	round_view_done(&view);
}

/* What a person who watches must not miss. */
static void changes_between_readings_are_told(void **state)
{
	static struct made before, after;

	(void)state;
	made_device(&before, 1);
	made_add(&before, 0, "req_transport_retries_exceeded", 5);
	made_add(&before, 0, "packet_seq_err", 5);
	after = before;
	made_device(&after, 2);
	made_add(&after, 0, "req_transport_retries_exceeded", 8);
	made_add(&after, 0, "packet_seq_err", 1)->resets = 1;
	after.ports[0].about.state = ECE_RDMA_PORT_DOWN;
	after.ports[0].netdev[0] = '\0';
	made_fault(&after, SCRAPE_ETHTOOL, "no such device");
	events_compare(&events, "12:00:00", &before.device, &after.device);
	assert_int_equal(events.count, 5);
	assert_event(0, "mlx5_0: ethtool cannot be read: no such device");
	assert_event(1, "mlx5_0/1 was active and is down");
	assert_event(2, "mlx5_0/1: its interface was eth0 and is none");
	assert_event(3, "mlx5_0/1: req_transport_retries_exceeded +3");
	assert_event(4, "mlx5_0/1: 1 counter started over");
	events_compare(&events, "12:00:01", &after.device, &before.device);
	assert_event(5, "mlx5_0: ethtool can be read again");
}

static void a_device_that_registered_anew_says_so_once(void **state)
{
	static struct made before, after;

	(void)state;
	made_device(&before, 1);
	made_add(&before, 0, "packet_seq_err", 5);
	made_device(&after, 2);
	after.device.about.index = 4;
	made_add(&after, 0, "packet_seq_err", 0)->resets = 1;
	events_compare(&events, "12:00:00", &before.device, &after.device);
	assert_int_equal(events.count, 1);
	assert_event(0, "mlx5_0 registered anew: its counters began at zero");
}

static void old_events_are_forgotten(void **state)
{
	(void)state;
	for (size_t i = 0; i < EVENTS_MAX + 3; i++)
		events_add(&events, "", "%zu", i);
	assert_null(events_at(&events, 2));
	assert_event(3, "3");
	assert_event(EVENTS_MAX + 2, "66");
	assert_null(events_at(&events, EVENTS_MAX + 3));
}

static void print_changes(const struct term *term, void *arg)
{
	struct round_view view;

	(void)arg;
	assert_int_equal(round_view_make(past, &all, &view), 0);
	changes_text(term->out, "12:00:05", &view);
	round_view_done(&view);
}

static void a_line_for_what_grew(void **state)
{
	char *text;

	(void)state;
	feed_one("mlx5_0", 1, 5);
	feed_one("mlx5_0", 3, 12);
	text = made_text(print_changes, NULL);
	assert_string_equal(text, "12:00:05  mlx5_0/1  packet_seq_err  +7  3.5/s  12\n");
	free(text);
}

static void print_events(const struct term *term, void *arg)
{
	changes_events(term->out, &events, arg);
}

static void events_are_printed_once(void **state)
{
	size_t printed = 0;
	char *text;

	(void)state;
	events_add(&events, "1", "one");
	text = made_text(print_events, &printed);
	assert_string_equal(text, "1  one\n");
	free(text);
	text = made_text(print_events, &printed);
	assert_string_equal(text ? text : "", "");
	free(text);
	for (size_t i = 0; i < EVENTS_MAX + 2; i++)
		events_add(&events, "2", "more");
	text = made_text(print_events, &printed);
	assert_non_null(strstr(text, "2 more events, which are not listed here\n"));
	free(text);
}

/* The worst stands first; equal ones by their names, with their numbers in order. */
static void ports_in_trouble_come_first(void **state)
{
	static const char *const names[] = {"mlx5_10", "mlx5_2", "mlx5_3"};
	static const char *const order[] = {"mlx5_3", "mlx5_2", "mlx5_10"};
	struct scrape_crew_result results[3];
	struct round_view view;

	(void)state;
	for (uint64_t second = 1; second < 3; second++) {
		for (size_t i = 0; i < 3; i++) {
			results[i] = result(names[i], reading(names[i], second, i == 2 ? second : 5));
			results[i].target.about.node_guid = i + 1;
		}
		feed(results, 3);
	}
	assert_int_equal(round_view_make(past, &all, &view), 0);
	assert_int_equal(view.count, 3);
	for (size_t i = 0; i < 3; i++)
		assert_string_equal(view.sheets[i].of->name, order[i]);
	round_view_done(&view);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(the_first_round_is_no_news, setup, teardown),
		cmocka_unit_test_setup_teardown(old_readings_are_forgotten, setup, teardown),
		cmocka_unit_test_setup_teardown(devices_come_and_go, setup, teardown),
		cmocka_unit_test_setup_teardown(a_renamed_device_is_the_same, setup, teardown),
		cmocka_unit_test_setup_teardown(a_late_device_keeps_its_last_reading, setup, teardown),
		cmocka_unit_test_setup_teardown(a_device_that_never_answered_is_known, setup, teardown),
		cmocka_unit_test_setup_teardown(changes_between_readings_are_told, setup, teardown),
		cmocka_unit_test_setup_teardown(a_device_that_registered_anew_says_so_once, setup, teardown),
		cmocka_unit_test_setup_teardown(old_events_are_forgotten, setup, teardown),
		cmocka_unit_test_setup_teardown(a_line_for_what_grew, setup, teardown),
		cmocka_unit_test_setup_teardown(events_are_printed_once, setup, teardown),
		cmocka_unit_test_setup_teardown(ports_in_trouble_come_first, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
