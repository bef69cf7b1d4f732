// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What a page tells of a fleet, out of the store of a controller over fake hosts. */
#include <errno.h>
#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "lib/control/fleet_read.h"
#include "lib/export/page.h"
#include "tests/unit/lib/control/bench.h"

#define ALL "{ \"steps\": [ { \"to\": \"100%\" } ], \"budget\": { \"unreachable\": 3 } }"

static char *page; /* of the last look */

static int tear_down(void **state)
{
	free(page);
	page = NULL;
	return bench_teardown(state);
}

static void look(const struct bench *b)
{
	const struct export_options options = {.version = "1"};
	struct export_fleet *fleet;
	struct export_page made;
	struct ece_error e;

	if (control_fleet_read(b->dir, NULL, &fleet, &e))
		fail_msg("%s", e.text);
	assert_int_equal(export_page(&(struct export_view){.fleet = fleet}, &options, EXPORT_PROMETHEUS, &made, &e), 0);
	export_fleet_free(fleet);
	free(page);
	page = made.text;
}

/* A line that begins so; "%s" in it is the run. */
static void assert_line(const struct bench *b, const char *format)
{
	char line[256];

	snprintf(line, sizeof(line), "\n%.*s%s%s\n", (int)strcspn(format, "%"), format,
		 strchr(format, '%') ? b->run : "", strchr(format, '%') ? strchr(format, '%') + 2 : "");
	if (!strstr(page, line))
		fail_msg("no line%s%s", line, page);
}

static void a_store_that_is_not_there_is_told_apart(void **state)
{
	struct bench *b = *state;
	struct export_fleet *fleet = NULL;
	struct ece_error e;

	(void)b;
	assert_int_equal(control_fleet_read("/nonexistent/ece", NULL, &fleet, &e), -ENOENT);
	assert_null(fleet);
}

static void an_empty_store_has_no_run(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 2, "");
	look(b);
	assert_line(b, "ece_fleet_generation 0");
	assert_line(b, "ece_fleet_hosts_owed 0");
	assert_line(b, "ece_fleet_frozen 0");
	assert_line(b, "ece_fleet_lock_held 0");
	assert_null(strstr(page, "\nece_run_"));
	assert_null(strstr(page, "\nece_fleet_hosts{"));
}

static void a_run_that_is_done_made_a_generation(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 4, "");
	assert_int_equal(bench_apply(b), 0);
	look(b);
	assert_line(b, "ece_run_state{run=\"%s\",state=\"done\"} 1");
	assert_line(b, "ece_run_state{run=\"%s\",state=\"running\"} 0");
	assert_line(b, "ece_run_hosts{run=\"%s\",state=\"confirmed\"} 4");
	assert_line(b, "ece_run_steps{run=\"%s\",state=\"done\"} 2");
	assert_line(b, "ece_run_step{run=\"%s\"} 2");
	assert_line(b, "ece_run_generation{run=\"%s\"} 1");
	assert_line(b, "ece_run_known{run=\"%s\"} 1");
	assert_line(b, "ece_run_verdict{run=\"%s\",gate=\"hard\",verdict=\"pass\"} 1");
	assert_line(b, "ece_fleet_generation 1");
	assert_line(b, "ece_fleet_hosts{generation=\"1\"} 4");
	assert_null(strstr(page, "\nece_run_pause{"));
	assert_null(strstr(page, "\nece_run_lease_end_timestamp_seconds{"));
	assert_null(strstr(page, "\nece_fleet_host_owed{"));
}

static void a_host_that_was_left_behind_is_owed(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 4, ALL);
	assert_int_equal(bench_plan(b), 0);
	b->hosts.hosts[2].down = true;
	assert_int_equal(bench_apply(b), 0);
	look(b);
	assert_line(b, "ece_fleet_hosts_owed 1");
	assert_line(b, "ece_fleet_hosts_left_out 0");
	assert_line(b, "ece_fleet_hosts{generation=\"1\"} 3");
	assert_line(b, "ece_fleet_hosts{generation=\"0\"} 1");
	assert_line(b, "ece_fleet_host_owed{host=\"h03\",generation=\"1\"} 1");
}

static void look_at_it(struct bench *b, const struct control_sampled *sampled)
{
	if (sampled->sample == ROLLOUT_SAMPLE_SOAK_BEGIN)
		look(b);
}

static void a_run_under_way_has_a_controller(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 4,
		    "{ \"steps\": [ { \"to\": \"100%\" } ], \"soak\": \"10s\", \"lease\": { \"ttl\": \"10m\" } }");
	b->sampled = look_at_it;
	assert_int_equal(bench_apply(b), 0);
	assert_non_null(page);
	assert_line(b, "ece_run_state{run=\"%s\",state=\"running\"} 1");
	assert_line(b, "ece_run_state{run=\"%s\",state=\"done\"} 0");
	assert_line(b, "ece_run_steps{run=\"%s\",state=\"soaking\"} 1");
	assert_line(b, "ece_fleet_generation 0");
	assert_non_null(strstr(page, "\nece_run_lease_end_timestamp_seconds{"));
}

static void what_is_frozen_is_told(void **state)
{
	struct bench *b = *state;
	struct ece_error e;

	bench_begin(b, 2, "");
	assert_int_equal(store_freeze(b->store, "an incident", &e), 0);
	look(b);
	assert_line(b, "ece_fleet_frozen 1");
}

static void damage_the_plan(const struct bench *b)
{
	char path[300];
	sqlite3 *db;

	snprintf(path, sizeof(path), "%s/store.db", b->dir);
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, "UPDATE plan SET json = 'x'", NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
}

static void a_run_that_cannot_be_read_is_told_as_such(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 2, "");
	assert_int_equal(bench_apply(b), 0);
	damage_the_plan(b);
	look(b);
	assert_line(b, "ece_run_known{run=\"%s\"} 0");
	assert_line(b, "ece_fleet_generation 1");
	assert_null(strstr(page, "\nece_run_state{"));
}

static size_t count(const char *what)
{
	size_t n = 0;

	for (const char *at = page; (at = strstr(at, what)); at++)
		n++;
	return n;
}

static void owed_hosts_are_limited(void **state)
{
	struct bench *b = *state;
	struct store_owed owed = {.change = "c", .generation = 1};
	struct ece_error e;

	bench_begin(b, 2, "");
	for (unsigned int i = 0; i < EXPORT_HOSTS_MAX + 7; i++) {
		snprintf(owed.host, sizeof(owed.host), "n%05u", i);
		owed.generation = 1 + i % (EXPORT_GENERATIONS_MAX + 5);
		assert_int_equal(store_owed_put(b->store, &owed, &e), 0);
	}
	assert_int_equal(store_commit(b->store, &e), 0);
	assert_int_equal(bench_apply(b), 0);
	look(b);
	assert_line(b, "ece_fleet_hosts_owed 507");
	assert_line(b, "ece_fleet_hosts_left_out 7");
	assert_int_equal(count("\nece_fleet_hosts{generation="), EXPORT_GENERATIONS_MAX);
	assert_line(b, "ece_fleet_hosts{generation=\"1\"} 2");
	assert_non_null(strstr(page, "\nece_fleet_host_owed{host=\"n00499\","));
	assert_null(strstr(page, "\nece_fleet_host_owed{host=\"n00500\","));
}

#define fleet_case(name) cmocka_unit_test_setup_teardown(name, bench_setup, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		fleet_case(a_store_that_is_not_there_is_told_apart),   fleet_case(an_empty_store_has_no_run),
		fleet_case(a_run_that_is_done_made_a_generation),      fleet_case(a_host_that_was_left_behind_is_owed),
		fleet_case(a_run_under_way_has_a_controller),          fleet_case(what_is_frozen_is_told),
		fleet_case(a_run_that_cannot_be_read_is_told_as_such), fleet_case(owed_hosts_are_limited),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
