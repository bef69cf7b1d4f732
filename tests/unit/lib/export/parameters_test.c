// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What a page tells of a host's parameters, over an agent with fake NICs: 5 -> 20, 0 -> 1, 6553 -> 7000 on two cards. */
#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lib/export/page.h"
#include "lib/export/parameters.h"
#include "tests/unit/lib/export/lines.h"
#include "tests/unit/lib/host/bench.h"

#define SECOND 1000000000

static struct export_page page;
static struct export_moment moment;

static int set_up(void **state)
{
	moment = (struct export_moment){.now_ns = 1000, .unix_seconds = 1800000000};
	return bench_setup(state);
}

static int tear_down(void **state)
{
	export_page_done(&page);
	return bench_teardown(state);
}

static void ask(const char *line)
{
	struct protocol_answer *answer = bench_ask(line);

	assert_non_null(answer);
	assert_null(answer->error.code ? answer->error.text : NULL);
	protocol_answer_free(answer);
}

static void read_page(struct journal *journal)
{
	const struct export_options options = {.version = "1"};
	struct export_parameters *parameters;
	struct ece_error e;

	assert_int_equal(export_parameters_read(&fake_os, journal, "", &moment, &parameters, &e), 0);
	export_page_done(&page);
	assert_int_equal(export_page(&(struct export_view){.parameters = parameters}, &options, EXPORT_PROMETHEUS,
				     &page, &e),
			 0);
	export_parameters_free(parameters);
}

#define assert_line(line) assert_has_line(page.text, line)
#define assert_none(what) assert_null(strstr(page.text, "\n" what))

static void apply_and_confirm(void)
{
	ask(bench_apply("a", "run-1", 1));
	ask(bench_op("confirm", "c", "run-1", 1));
}

static const char *hash_of(const char *device, char hash[EXPORT_HASH_MAX])
{
	char start[64];
	const char *at;

	snprintf(start, sizeof(start), "ece_configuration_info{device=\"%s\",hash=\"", device);
	at = strstr(page.text, start);
	if (!at)
		return NULL;
	memcpy(hash, at + strlen(start), EXPORT_HASH_MAX - 1);
	hash[EXPORT_HASH_MAX - 1] = '\0';
	return hash;
}

static void a_host_without_a_journal_has_hashes(void **state)
{
	char one[EXPORT_HASH_MAX], two[EXPORT_HASH_MAX];

	(void)state;
	read_page(NULL);
	assert_line("ece_journal_success 0");
	assert_line("ece_parameters_read_timestamp_seconds 1800000000");
	assert_none("ece_parameters_drifted{");
	assert_none("ece_host_generation");
	assert_non_null(hash_of("0000:01:00.0", one));
	assert_non_null(hash_of("0000:02:00.0", two));
	assert_string_equal(one, two);
	assert_int_equal(strspn(one, "0123456789abcdef"), 16);
	fake_find(1, RATE)->raw = 6;
	read_page(NULL);
	assert_string_not_equal(one, hash_of("0000:02:00.0", two));
	assert_string_equal(one, hash_of("0000:01:00.0", two));
}

/* A value that could not be read would make two NICs differ that are set the same. */
static void a_value_that_cannot_be_read_leaves_no_hash(void **state)
{
	char hash[EXPORT_HASH_MAX];

	(void)state;
	fake_find(1, RATE)->fault = FAKE_UNREADABLE;
	read_page(NULL);
	assert_non_null(hash_of("0000:01:00.0", hash));
	assert_null(hash_of("0000:02:00.0", hash));
}

static void what_is_as_it_was_confirmed_is_no_drift(void **state)
{
	(void)state;
	apply_and_confirm();
	read_page(bench_journal);
	assert_line("ece_journal_success 1");
	assert_line("ece_parameters_confirmed 6");
	assert_line("ece_parameters_unconfirmed 0");
	assert_line("ece_parameters_unreadable 0");
	assert_line("ece_parameters_drifted{device=\"0000:01:00.0\"} 0");
	assert_line("ece_parameters_lost{device=\"0000:02:00.0\"} 0");
	assert_line("ece_host_generation 0");
	assert_line("ece_fleet_profile_info{run=\"run-1\",generation=\"0\"} 1");
	assert_none("ece_parameter_info{");
	assert_none("ece_lease_end_timestamp_seconds");
}

static void somebody_elses_value_is_a_drift(void **state)
{
	(void)state;
	apply_and_confirm();
	fake_find(0, RATE)->raw = 33;
	read_page(bench_journal);
	assert_line("ece_parameters_drifted{device=\"0000:01:00.0\"} 1");
	assert_line("ece_parameters_drifted{device=\"0000:02:00.0\"} 0");
	assert_line("ece_parameters_lost{device=\"0000:01:00.0\"} 0");
	assert_line("ece_parameter_info{device=\"0000:01:00.0\",parameter=\"dcqcn.rp.ai_rate\",wanted=\"20 Mb/s\","
		    "value=\"33 Mb/s\",state=\"set\"} 1");
	assert_line("ece_parameter_value{device=\"0000:01:00.0\",parameter=\"dcqcn.rp.ai_rate\"} 33");
	assert_line("ece_parameter_confirmed_value{device=\"0000:01:00.0\",parameter=\"dcqcn.rp.ai_rate\"} 20");
}

static void values_of_before_are_lost_ones(void **state)
{
	(void)state;
	apply_and_confirm();
	fake_find(1, RATE)->raw = 5;
	fake_find(1, SR)->raw = 0;
	fake_find(1, ALPHA)->raw = 6553;
	read_page(bench_journal);
	assert_line("ece_parameters_drifted{device=\"0000:02:00.0\"} 3");
	assert_line("ece_parameters_lost{device=\"0000:02:00.0\"} 3");
	assert_line("ece_parameters_lost{device=\"0000:01:00.0\"} 0");
}

static void a_confirmed_value_that_cannot_be_read_is_no_drift(void **state)
{
	(void)state;
	apply_and_confirm();
	fake_find(0, RATE)->fault = FAKE_UNREADABLE;
	read_page(bench_journal);
	assert_line("ece_parameters_unreadable 1");
	assert_line("ece_parameters_drifted{device=\"0000:01:00.0\"} 0");
	assert_none("ece_parameter_value{");
}

static void what_nobody_confirmed_has_a_lease(void **state)
{
	struct journal_hold hold;
	char line[128];

	(void)state;
	ask(bench_apply("a", "run-1", 1));
	assert_int_equal(journal_hold_of_run(bench_journal, "", "run-1", &hold, NULL), 0);
	moment.now_ns = hold.deadline_ns - UINT64_C(90) * SECOND;
	read_page(bench_journal);
	assert_line("ece_parameters_unconfirmed 6");
	assert_line("ece_parameters_confirmed 0");
	assert_none("ece_fleet_profile_info{");
	snprintf(line, sizeof(line), "ece_lease_end_timestamp_seconds{run=\"run-1\"} 1800000090");
	if (hold.lease_ms)
		assert_line(line);
	else
		assert_none("ece_lease_end_timestamp_seconds{");
}

static void confirm(uint64_t guid, const struct ece_param *param)
{
	struct journal_card card = {.guid = guid, .psid = "MT_0000000838"};

	assert_non_null(param);
	assert_int_equal(journal_confirmed_put(bench_journal, "", &card, param, 1, NULL), 0);
}

/* Nobody knows what it is: that it reads as another value is no drift. */
static void what_cannot_be_verified_is_no_drift(void **state)
{
	(void)state;
	confirm(0xa1, ece_param_find("ppcc.slot.15.enable"));
	assert_int_equal(journal_commit(bench_journal, NULL), 0);
	read_page(bench_journal);
	assert_line("ece_parameters_drifted{device=\"0000:01:00.0\"} 0");
	assert_line("ece_parameters_unreadable 1");
}

static size_t count(const char *what)
{
	size_t n = 0;

	for (const char *at = page.text; (at = strstr(at, what)); at++)
		n++;
	return n;
}

/* Of 125 parameters of an algorithm on each of two cards, and ten rows of the table: no card has them so. */
static void drifts_are_limited_and_the_rest_is_counted(void **state)
{
	(void)state;
	for (unsigned int i = 0; i < 125; i++) {
		char name[ECE_PARAM_NAME_MAX];

		snprintf(name, sizeof(name), "ppcc.P%u", i);
		confirm(0xa1, ece_param_find(name));
		confirm(0xb2, ece_param_find(name));
	}
	for (unsigned int i = 0; i < 10; i++)
		confirm(0xa1, ece_param_at(i));
	assert_int_equal(journal_commit(bench_journal, NULL), 0);
	read_page(bench_journal);
	assert_line("ece_parameters_confirmed 260");
	assert_int_equal(count("\nece_parameter_info{"), EXPORT_DRIFTS_MAX);
	assert_line("ece_parameters_left_out 4");
	assert_non_null(strstr(page.text,
			       "\nece_parameter_info{device=\"0000:01:00.0\",parameter=\"ppcc.P1\",wanted=\"1\","
			       "state=\"unsupported\"} 1\n"));
}

static void damage(const char *sql)
{
	char path[128];
	sqlite3 *db;

	snprintf(path, sizeof(path), "%s/journal.db", bench_dir);
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
}

/* Whichever part of it is damaged. */
static void a_journal_that_cannot_be_read_hides_no_card(void **state)
{
	static const char *const damages[] = {"DROP TABLE hold", "DROP TABLE generation", "DROP TABLE confirmed"};

	(void)state;
	apply_and_confirm();
	fake_find(0, RATE)->raw = 33;
	for (size_t i = 0; i < sizeof(damages) / sizeof(damages[0]); i++) {
		struct journal *journal;
		struct ece_error e;
		char hash[EXPORT_HASH_MAX];

		damage(damages[i]);
		assert_int_equal(journal_look(bench_dir, NULL, &journal, &e), 0);
		read_page(journal);
		journal_close(journal);
		assert_line("ece_journal_success 0");
		assert_non_null(hash_of("0000:01:00.0", hash));
		assert_none("ece_parameters_drifted{");
		assert_none("ece_parameter_info{");
	}
}

static void somebody_elses_card_is_not_read(void **state)
{
	char hash[EXPORT_HASH_MAX];

	(void)state;
	apply_and_confirm();
	fake_nics[0].bar = ECE_NIC_BAR_OTHER_DRIVER;
	read_page(bench_journal);
	assert_null(hash_of("0000:01:00.0", hash));
	assert_non_null(hash_of("0000:02:00.0", hash));
	assert_none("ece_parameters_drifted{device=\"0000:01:00.0\"}");
	assert_line("ece_parameters_drifted{device=\"0000:02:00.0\"} 0");
}

#define parameters_case(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		parameters_case(a_host_without_a_journal_has_hashes),
		parameters_case(a_value_that_cannot_be_read_leaves_no_hash),
		parameters_case(what_is_as_it_was_confirmed_is_no_drift),
		parameters_case(somebody_elses_value_is_a_drift),
		parameters_case(values_of_before_are_lost_ones),
		parameters_case(a_confirmed_value_that_cannot_be_read_is_no_drift),
		parameters_case(what_nobody_confirmed_has_a_lease),
		parameters_case(what_cannot_be_verified_is_no_drift),
		parameters_case(drifts_are_limited_and_the_rest_is_counted),
		parameters_case(a_journal_that_cannot_be_read_hides_no_card),
		parameters_case(somebody_elses_card_is_not_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
