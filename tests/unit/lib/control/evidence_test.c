// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* One piece of evidence is damaged: it is said which, and the others are as they were. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "devx/params/param.h"
#include "lib/base/fault.h"
#include "tests/unit/lib/control/bench.h"

#define TWO_STEPS "{ \"steps\": [ { \"to\": 2 }, { \"to\": \"100%\" } ], \"soak\": \"100s\", \"gates\": [ \"hard\" ] }"
#define VERDICT   "2" /* STORE_VERDICT, as it is in the file */
#define SAMPLE    "1"

static void assert_result(const struct bench *b, int err, const char *result)
{
	if (err)
		fail_msg("%s", b->e.text);
	assert_string_equal(control_result_name(b->result), result);
}

static void assert_says(const char *text, const char *what)
{
	if (!strstr(text, what))
		fail_msg("\"%s\" is not in \"%s\"", what, text);
}

/* Returns how many pieces were changed. */
static int damage(const struct bench *b, const char *sql)
{
	char path[512];
	int changes;
	sqlite3 *db;

	snprintf(path, sizeof(path), "%s/store.db", b->dir);
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
	changes = sqlite3_changes(db);
	sqlite3_close(db);
	return changes;
}

static int add_verdict(void *ctx, const struct control_verdict *v)
{
	struct bench *b = ctx;
	size_t len = strlen(b->judged);

	snprintf(b->judged + len, sizeof(b->judged) - len, "%u %s %s %s\n", v->step + 1, v->gate,
		 control_verdict_word(v), v->damaged ? v->said.why : "");
	return 0;
}

static int add_chapter(void *ctx, const struct control_chapter *chapter)
{
	struct bench *b = ctx;
	size_t len = strlen(b->judged);

	snprintf(b->judged + len, sizeof(b->judged) - len, "%s\n", chapter->text);
	return 0;
}

static int add_wrote(void *ctx, const struct control_wrote *wrote)
{
	struct bench *b = ctx;

	snprintf(b->judged, sizeof(b->judged), "%s", wrote->verdicts);
	return 1;
}

static void begin_damaged(struct bench *b, const char *sql)
{
	bench_begin(b, 4, TWO_STEPS);
	assert_result(b, bench_apply(b), "applied");
	assert_int_equal(damage(b, sql), 1);
	bench_restart(b);
}

static void a_damaged_verdict_hides_no_other(void **state)
{
	struct bench *b = *state;

	begin_damaged(b, "UPDATE evidence SET json = '{' WHERE kind = " VERDICT " AND step = 0");
	assert_int_equal(control_load(b->control, NULL, &b->e), 0);
	assert_int_equal(control_verdicts(b->control, add_verdict, b, &b->e), 0);
	assert_string_equal(b->judged, "1 hard damaged what the store keeps of this verdict is damaged\n"
				       "2 hard pass \n");
}

/* A field that is not what it should be is damage as well. */
static void a_verdict_without_its_result_is_damaged(void **state)
{
	struct bench *b = *state;

	begin_damaged(b, "UPDATE evidence SET json = replace(json, '\"result\":\"pass\"', '\"result\":\"great\"') "
			 "WHERE kind = " VERDICT " AND step = 1");
	assert_int_equal(control_load(b->control, NULL, &b->e), 0);
	assert_int_equal(control_verdicts(b->control, add_verdict, b, &b->e), 0);
	assert_says(b->judged, "1 hard pass \n2 hard damaged ");
}

/* Nor does the row have to name a gate of the plan. */
static void a_verdict_of_no_gate_is_told_too(void **state)
{
	struct bench *b = *state;

	begin_damaged(b, "UPDATE evidence SET json = '', step = 7, gate = -1 WHERE kind = " VERDICT " AND step = 0");
	assert_int_equal(control_load(b->control, NULL, &b->e), 0);
	assert_int_equal(control_verdicts(b->control, add_verdict, b, &b->e), 0);
	assert_says(b->judged, "8 ? damaged ");
	assert_says(b->judged, "2 hard pass \n");
}

/* What the gate said is in the events; only the reason is lost. */
static void a_story_has_what_is_not_damaged(void **state)
{
	struct bench *b = *state;

	begin_damaged(b, "UPDATE evidence SET json = '[]' WHERE kind = " VERDICT " AND step = 0");
	assert_int_equal(control_story(b->control, NULL, add_chapter, b, &b->e), 0);
	assert_says(b->judged, "gate hard of step 1: pass: what the store keeps of this verdict is damaged\n");
	assert_says(b->judged, "gate hard of step 2: pass: req_transport_retries_exceeded");
}

static void why_a_value_stands_has_what_is_not_damaged(void **state)
{
	struct bench *b = *state;
	const struct ece_param *param = ece_param_find("dcqcn.rp.ai_rate");

	begin_damaged(b, "UPDATE evidence SET json = '[]' WHERE kind = " VERDICT " AND step = 0");
	assert_int_equal(control_why(b->control, "h01", NULL, param, add_wrote, b, &b->e), 1);
	assert_says(b->judged, "hard: damaged (what the store keeps");
	assert_int_equal(control_why(b->control, "h04", NULL, param, add_wrote, b, &b->e), 1);
	assert_string_equal(b->judged, "hard: pass");
}

/* Durable, and nobody has judged it yet. */
static void die_when_sampled(struct bench *b, const struct control_sampled *sampled)
{
	if (sampled->sample != ROLLOUT_SAMPLE_SOAK_END || b->said)
		return;
	b->said = true;
	assert_int_equal(fault_arm("fail@2"), 0);
}

/* Numbers that are lost are no reason to go on, and none that keeps a person from going on or from the undo. */
static void nothing_is_judged_on_damaged_counters(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 4, TWO_STEPS);
	b->sampled = die_when_sampled;
	assert_true(bench_apply(b) < 0);
	assert_int_equal(fault_arm("count"), 0);
	assert_true(damage(b, "UPDATE evidence SET json = substr(json, 1, length(json) / 2) WHERE kind = " SAMPLE
			      " AND step = 0") > 0);
	bench_restart(b);
	assert_result(b, bench_resume(b), "paused");
	assert_int_equal(rollout_pause(control_rollout(b->control)), ROLLOUT_PAUSE_GATE);
	assert_says(b->judged, "1 hard inconclusive the counters of the soak are damaged in the store");
	bench_restart(b);
	assert_result(b, bench_resume(b), "applied");
	assert_says(b->judged, "1 hard pass");
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, bench_setup, bench_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(a_damaged_verdict_hides_no_other),           CASE(a_verdict_without_its_result_is_damaged),
		CASE(a_verdict_of_no_gate_is_told_too),           CASE(a_story_has_what_is_not_damaged),
		CASE(why_a_value_stands_has_what_is_not_damaged), CASE(nothing_is_judged_on_damaged_counters),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
