// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Numbers for people, histories, keys, names of devices, and the frame around a picture. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/tools/ece-counters/made.h"
#include "tools/ece-counters/beside.h"
#include "tools/ece-counters/keys.h"
#include "tools/ece-counters/selection.h"
#include "tools/ece-counters/spark.h"
#include "tools/ece-counters/units.h"
#include "tools/ece-counters/watch_frame.h"

static void amounts_have_few_digits(void **state)
{
	static const struct {
		enum counter_unit unit;
		uint64_t value;
		const char *text;
	} cases[] = {
		{COUNTER_EVENTS, 0, "0"},
		{COUNTER_EVENTS, 9999999, "9999999"},
		{COUNTER_EVENTS, 10000000, "10 M"},
		{COUNTER_PACKETS, UINT64_C(21000000000), "21 G"},
		{COUNTER_PACKETS, 999999999, "1 G"},
		{COUNTER_PACKETS, UINT64_MAX, "18.4 E"},
		{COUNTER_BYTES, 0, "0 B"},
		{COUNTER_BYTES, 999, "999 B"},
		{COUNTER_BYTES, 1500, "1.5 kB"},
		{COUNTER_BYTES, UINT64_C(4000000000), "4 GB"},
		{COUNTER_MICROSECONDS, 850, "850 us"},
		{COUNTER_MICROSECONDS, 12500, "12.5 ms"},
		{COUNTER_MICROSECONDS, 90000000, "90 s"},
		{COUNTER_MICROSECONDS, UINT64_C(5400000000), "1.5 h"},
	};
	char buf[UNITS_TEXT_MAX];

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_string_equal(units_amount(buf, cases[i].unit, cases[i].value), cases[i].text);
}

static void rates_say_of_what(void **state)
{
	char buf[UNITS_TEXT_MAX];

	(void)state;
	assert_string_equal(units_rate(buf, COUNTER_PACKETS, 1500000), "1.5 M/s");
	assert_string_equal(units_rate(buf, COUNTER_EVENTS, 0.25), "0.25/s");
	assert_string_equal(units_rate(buf, COUNTER_EVENTS, 0.00001), "<0.001/s");
	assert_string_equal(units_rate(buf, COUNTER_BYTES, 45.1e9), "45.1 GB/s");
	assert_string_equal(units_rate(buf, COUNTER_BYTES, 0), "0 B/s");
	/* A second has a million microseconds: a share of time */
	assert_string_equal(units_rate(buf, COUNTER_MICROSECONDS, 42000), "4.2 %");
	assert_string_equal(units_rate(buf, COUNTER_MICROSECONDS, 1000000), "100 %");
	assert_string_equal(units_rate(buf, COUNTER_MICROSECONDS, 1), "<0.001 %");
	assert_string_equal(units_speed(buf, UINT64_C(400000000000)), "400 Gb/s");
}

static void a_history_is_as_high_as_its_largest(void **state)
{
	static const double values[] = {5, 0, 1, -1, 50, 100};
	char buf[6 * SPARK_BYTES + 1];

	(void)state;
	assert_string_equal(spark(values, 6, 6, false, buf), "._. =#");
	assert_string_equal(spark(values, 6, 2, false, buf), "=#");
	assert_string_equal(spark(values + 4, 2, 6, true, buf), "\u2585\u2588");
	/* Nothing to see is no line */
	assert_string_equal(spark(values + 1, 1, 6, true, buf), "");
	assert_string_equal(spark(values, 0, 6, true, buf), "");
}

static void assert_key(const char *bytes, int key, size_t used)
{
	size_t took;

	assert_int_equal(keys_next(bytes, strlen(bytes), &took), key);
	assert_int_equal(took, used);
}

static void keys_are_told_apart(void **state)
{
	(void)state;
	assert_key("", KEY_NONE, 0);
	assert_key("qa", 'q', 1);
	assert_key("\xff", 0xff, 1);
	assert_key("\033[A", KEY_UP, 3);
	assert_key("\033OB", KEY_DOWN, 3);
	assert_key("\033[5~q", KEY_PAGE_UP, 4);
	assert_key("\033[6~", KEY_PAGE_DOWN, 4);
	assert_key("\033[1;5Hq", KEY_HOME, 6);
	assert_key("\033[24~q", KEY_OTHER, 5);
	assert_key("\033", KEY_OTHER, 1);
	assert_key("\033[1", KEY_OTHER, 3);
	assert_key("\033xq", KEY_OTHER, 1);
}

static struct scrape_target target(const char *name, const char *pci, const char *netdev)
{
	struct scrape_target t = {.about = {.ports = 2}, .has_nic = true};

	strcpy(t.about.name, name);
	strcpy(t.pci, pci);
	strcpy(t.nic.netdev, netdev);
	return t;
}

static int check(const char *word, struct ece_error *e)
{
	const struct scrape_target targets[] = {target("mlx5_0", "0000:01:00.0", "eth0"),
						target("mlx5_1", "0001:02:00.0", "eth1")};
	char *words[] = {strdup(word)};
	struct selection selection = {words, 1};
	int err = selection_check(&selection, targets, 2, e);

	free(words[0]);
	return err;
}

static void devices_have_several_names(void **state)
{
	static const char *const names[] = {"mlx5_0", "mlx5_1/1",     "mlx5_1/2", "01:00.0",
					    "eth1",   "0001:02:00.0", "eth0/1",   "0000:01:00.0/2"};
	static const char *const none[] = {"mlx5_0/3",  "mlx5_0/0", "mlx5_0/", "02:00.0",
					   "mlx5_0/1x", "",         "/1",      "mlx5_0/99999999999999999999"};
	struct ece_error e;

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		assert_int_equal(check(names[i], &e), 0);
	for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++)
		assert_int_equal(check(none[i], &e), -ENOENT);
	assert_int_equal(check("mlx5_O", &e), -ENOENT);
	assert_string_equal(e.text, "no device \"mlx5_O\"; did you mean \"mlx5_0\"?");
}

static void a_port_is_picked_out_of_a_device(void **state)
{
	static struct made made;
	char *words[] = {strdup("mlx5_0/2")};
	struct selection selection = {words, 1}, all = {NULL, 0};

	(void)state;
	made_device(&made, 1);
	assert_false(selection_has_port(&selection, &made.device, &made.ports[0]));
	assert_true(selection_has_port(&selection, &made.device, &made.ports[1]));
	assert_true(selection_has_port(&all, &made.device, &made.ports[0]));
	free(words[0]);
}

static const char *frame_of(const struct term *term, const struct watch_view *view)
{
	static char kept[2000];
	char *frame = watch_frame(term, view);

	assert_non_null(frame);
	snprintf(kept, sizeof(kept), "%s", frame);
	free(frame);
	return kept;
}

/* As high as the terminal, with what happened at the bottom. */
static void a_frame_fills_the_terminal(void **state)
{
	static struct events events;
	struct term term = {.height = 9};
	struct watch_view view = {.title = "title", .body = "one\ntwo\n", .events = &events, .keys = true};

	(void)state;
	events_add(&events, "12:00:00", "%s", "mlx5_0 is gone");
	assert_string_equal(frame_of(&term, &view), "title\n\none\ntwo\n\n\n\n12:00:00  mlx5_0 is gone\n"
						    "q quit  a all  m meanings  z zero  space hold  arrows scroll\n");
}

static void what_does_not_fit_is_scrolled(void **state)
{
	static const struct events none;
	struct term term = {.height = 5};
	struct watch_view view = {.title = "t", .body = "1\n2\n3\n4\n5\n", .events = &none, .held = true};

	(void)state;
	assert_int_equal(watch_scroll_max(&term, &view), 3);
	assert_string_equal(frame_of(&term, &view), "t  held\n\n1\n2\nlines 1 to 2 of 5\n");
	view.scroll = 1;
	assert_string_equal(frame_of(&term, &view), "t  held\n\n2\n3\nlines 2 to 3 of 5\n");
	view.scroll = 100;
	assert_string_equal(frame_of(&term, &view), "t  held\n\n4\n5\nlines 4 to 5 of 5\n");
	/* A terminal too small for anything shows something */
	term.height = 1;
	view.scroll = 0;
	assert_non_null(strstr(frame_of(&term, &view), "lines 1 to 0 of 5"));
}

static void print_beside(const struct term *term, void *arg)
{
	static char one[] = "one\ntwo\n", styled[] = "\033[1ma b\033[0m\n", three[] = "wide line\n";
	char *blocks[] = {one, styled, three};

	(void)arg;
	beside_print(term->out, blocks, 3, 2, 5);
}

/* As many as fit, each in its own columns; styles take none. */
static void blocks_stand_beside_each_other(void **state)
{
	char *text = made_text(print_beside, NULL);

	(void)state;
	assert_string_equal(text, "one     \033[1ma b\033[0m\n"
				  "two     \n"
				  "\n"
				  "wide \n");
	free(text);
	assert_int_equal(beside_count(0, 9), 1);
	assert_int_equal(beside_count(100, 9), 1);
	assert_int_equal(beside_count(159, 9), 2);
	assert_int_equal(beside_count(158, 9), 1);
	assert_int_equal(beside_count(400, 2), 2);
	assert_int_equal(beside_count(65535, 1000), BESIDE_MAX);
	assert_int_equal(beside_width(159, 2), 78);
	assert_int_equal(beside_width(100, 1), 100);
}

/* A line is cut between characters; what is two columns wide is not halved. */
static void a_line_is_cut_by_columns(void **state)
{
	size_t used;

	(void)state;
	assert_int_equal(term_fit("\033[31mabc", 8, 2, &used), 7);
	assert_int_equal(used, 2);
	assert_int_equal(term_fit("abc", 3, 9, &used), 3);
	assert_int_equal(used, 3);
	assert_int_equal(term_fit("abc", 3, 0, &used), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(amounts_have_few_digits),
		cmocka_unit_test(rates_say_of_what),
		cmocka_unit_test(a_history_is_as_high_as_its_largest),
		cmocka_unit_test(keys_are_told_apart),
		cmocka_unit_test(devices_have_several_names),
		cmocka_unit_test(a_port_is_picked_out_of_a_device),
		cmocka_unit_test(a_frame_fills_the_terminal),
		cmocka_unit_test(what_does_not_fit_is_scrolled),
		cmocka_unit_test(blocks_stand_beside_each_other),
		cmocka_unit_test(a_line_is_cut_by_columns),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
