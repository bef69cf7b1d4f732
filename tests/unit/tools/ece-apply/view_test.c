// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What ece-apply prints of a plan and a run, from plans written down here. */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tools/ece-apply/plan_json.h"
#include "tools/ece-apply/plan_text.h"
#include "tools/ece-apply/plan_words.h"
#include "tools/ece-apply/tally.h"
#include "tools/ece-apply/watch_frame.h"
#include "tools/ece-apply/words.h"

static const char fleet_text[] = "{\"version\": 1,"
				 " \"profiles\": {\"roce\": {\"set\": {\"dcqcn.rp.ai_rate\": \"20 Mb/s\"}}},"
				 " \"assign\": [{\"hosts\": \"gpu[001-128]\", \"profile\": \"roce\"}],"
				 " \"transport\": {\"kind\": \"sim\"}}";

static struct fleet *fleet;

static int parse_fleet(void **state)
{
	struct fleet_input input = {.text = fleet_text, .len = sizeof(fleet_text) - 1, .file = "fleet.json"};
	struct ece_error_sink sink = {0};

	(void)state;
	setlocale(LC_CTYPE, "C.UTF-8");
	return fleet_parse(&input, &sink, &fleet);
}

static int free_fleet(void **state)
{
	(void)state;
	fleet_free(fleet);
	return 0;
}

/* Replaced by the rows of the table before the tests run. */
#define SELECTIVE_REPEAT 0
#define AI_RATE          1

/* Two hosts, two NICs each; both parameters of each NIC differ. */
#define CHANGE(h, n, p, old, new)                                                 \
	{                                                                         \
		.host = (h), .nic = (n), .param = (p), .from = (old), .to = (new) \
	}
static struct plan_change changes[] = {
	CHANGE(0, 0, SELECTIVE_REPEAT, 0, 1), CHANGE(0, 0, AI_RATE, 5, 20),
	CHANGE(0, 1, SELECTIVE_REPEAT, 0, 1), CHANGE(0, 1, AI_RATE, 5, 20),
	CHANGE(1, 0, SELECTIVE_REPEAT, 0, 1), CHANGE(1, 0, AI_RATE, 5, 20),
	CHANGE(1, 1, SELECTIVE_REPEAT, 0, 1), CHANGE(1, 1, AI_RATE, 5, 20),
};
static char hosts[] = "gpu[001-002]", one_host[] = "gpu003", step_one[] = "1 host", step_all[] = "100 %";
static char why[] = "ConnectX-6 Dx has no such register field; the file says skip";
static char down[] = "no route to host";
static struct plan_group groups[] = {
	{.hosts = hosts, .host_count = 2, .nic_count = 4, .card = "ConnectX-7", .changes = changes, .change_count = 2},
};
static struct plan_note notes[] = {
	{.kind = PLAN_NOTE_UNREACHABLE, .param = PLAN_NO_PARAM, .hosts = one_host, .host_count = 1, .text = down},
	{.kind = PLAN_NOTE_SKIPPED, .param = AI_RATE, .hosts = hosts, .host_count = 2, .nic_count = 4, .text = why},
};

static int find_rows(void **state)
{
	uint16_t rows[] = {
		[SELECTIVE_REPEAT] = (uint16_t)ece_param_index(ece_param_find("roce_accl.selective_repeat_forced_en")),
		[AI_RATE] = (uint16_t)ece_param_index(ece_param_find("dcqcn.rp.ai_rate")),
	};

	for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++)
		changes[i].param = rows[changes[i].param];
	notes[1].param = rows[notes[1].param];
	return parse_fleet(state);
}

static uint32_t order[] = {1, 0};
static struct plan_step steps[] = {
	{.name = step_one, .first = 0, .count = 1, .soak_ns = 60000000000},
	{.name = step_all, .first = 1, .count = 1},
};

static struct plan_part part = {.host_count = 2, .unit_count = 2};

static struct plan two_hosts(void)
{
	return (struct plan){
		.parts = &part,
		.part_count = 1,
		.costs = {[ECE_COST_LIVE] = {.change_count = 4,
					     .nic_count = 4,
					     .host_count = 2,
					     .qp_count = 35,
					     .process_count = 1},
			  [ECE_COST_NEXT_QP] =
				  {.change_count = 4, .nic_count = 4, .host_count = 2, .unknown_nic_count = 4}},
		.changes = changes,
		.change_count = 8,
		.groups = groups,
		.group_count = 1,
		.notes = notes,
		.note_count = 2,
		.order = order,
		.order_count = 2,
		.changed_count = 2,
		.steps = steps,
		.step_count = 2,
		.host_count = 4,
		.unchanged_count = 1,
		.unreachable_count = 1,
		.nic_count = 6,
		.changed_nic_count = 4,
		.incomplete = true,
	};
}

static char *text_of(const struct plan *plan, bool unicode)
{
	char *text = NULL;
	size_t size;
	struct term term = {.out = open_memstream(&text, &size), .unicode = unicode};

	plan_text(fleet, plan, &term);
	fclose(term.out);
	return text;
}

static void a_plan(void **state)
{
	struct plan plan = two_hosts();
	char *text = text_of(&plan, false);

	(void)state;
	assert_string_equal(
		text,
		"Plan for fleet.json\n"
		"\n"
		"  gpu[001-002]  2 hosts, 4 NICs, ConnectX-7\n"
		"      roce_accl.selective_repeat_forced_en  false   ->  true     acts on queue pairs made afterwards\n"
		"      dcqcn.rp.ai_rate                      5 Mb/s  ->  20 Mb/s  acts at once\n"
		"\n"
		"  Left out\n"
		"      gpu[001-002]  2 hosts, 4 NICs\n"
		"          dcqcn.rp.ai_rate: ConnectX-6 Dx has no such register field; the file says skip\n"
		"\n"
		"  Not reachable, left out and owed the change\n"
		"      gpu003  1 host\n"
		"          no route to host\n"
		"\n"
		"  Cost\n"
		"      4 changes act at once, on 4 NICs of 2 hosts; 35 queue pairs of 1 process use them\n"
		"      4 changes act on queue pairs made afterwards, on 4 NICs of 2 hosts; what uses them is not\n"
		"      known\n"
		"\n"
		"  Steps\n"
		"      1  1 host  1 host  then soak 1m\n"
		"      2  100 %   1 host\n"
		"      The run stops when 1 host fails, 1 stops answering or 1 cannot be reached, and then puts back\n"
		"      what it wrote.\n"
		"      Each step is judged by \"hard\" (built in: counters of harm grow no more than before); a gate\n"
		"      that cannot tell pauses the run until a person decides.\n"
		"      A host that holds a change and hears nothing for 10m puts back what it had.\n"
		"\n"
		"2 of 4 hosts differ (4 of 6 NICs); 1 already has what the file asks for.\n");
	free(text);
}

/* A parameter for new queue pairs leaves those alone that are connected: how many, agents tell. */
static void the_cost_says_who_keeps_the_old_value(void **state)
{
	struct plan plan = two_hosts();
	struct plan_cost *cost = &plan.costs[ECE_COST_NEXT_QP];
	char buf[PLAN_WORDS_MAX];

	(void)state;
	*cost = (struct plan_cost){.change_count = 4,
				   .nic_count = 4,
				   .host_count = 2,
				   .qp_count = 516,
				   .process_count = 8,
				   .connected_count = 412};
	assert_string_equal(
		plan_words_cost(&plan, ECE_COST_NEXT_QP, buf),
		"4 changes act on queue pairs made afterwards, on 4 NICs of 2 hosts; 516 queue pairs of 8 "
		"processes use them; 412 of them are connected, and keep what they have until they reconnect");
	cost->connected_count = 0;
	assert_null(strstr(plan_words_cost(&plan, ECE_COST_NEXT_QP, buf), "reconnect"));
	cost->connected_count = 12;
	cost->untold_nic_count = 1;
	assert_non_null(
		strstr(plan_words_cost(&plan, ECE_COST_NEXT_QP, buf), "how many that are, not every agent tells"));
	plan.costs[ECE_COST_LIVE] = *cost;
	assert_null(strstr(plan_words_cost(&plan, ECE_COST_LIVE, buf), "reconnect"));
}

static void signs_follow_the_locale(void **state)
{
	struct plan plan = two_hosts();
	char *text = text_of(&plan, true);

	(void)state;
	assert_non_null(strstr(text, "5 Mb/s  \u2192  20 Mb/s"));
	free(text);
}

static void nothing_to_do(void **state)
{
	struct plan plan = {.host_count = 128, .unchanged_count = 128, .nic_count = 1024};
	char *text = text_of(&plan, false);

	(void)state;
	assert_string_equal(text, "Nothing to do: all 128 hosts (1024 NICs) have what the file asks for.\n");
	free(text);
}

/* What is left out does not have what the file asks for. */
static void what_is_left_out_is_counted_apart(void **state)
{
	struct plan plan = {.host_count = 3, .unchanged_count = 1, .left_out_count = 2, .nic_count = 1};
	char *text = text_of(&plan, false);
	struct tally t = tally_make(&plan, NULL);

	(void)state;
	assert_string_equal(text, "Nothing to do: 1 of 3 hosts has what the file asks for; 2 left out.\n");
	free(text);
	assert_int_equal(t.unchanged, 1);
	assert_int_equal(t.left_out, 2);
	assert_int_equal(t.owed, 0);
	assert_int_equal(t.failed, 0);
}

static void nothing_seen_is_not_nothing_to_do(void **state)
{
	struct plan plan = {.host_count = 2, .unchanged_count = 1, .unreachable_count = 1, .incomplete = true};
	char *text = text_of(&plan, false);

	(void)state;
	assert_null(strstr(text, "Nothing to do"));
	assert_non_null(strstr(text, "not every host or value could be read"));
	free(text);
}

static void a_refused_plan_has_no_steps(void **state)
{
	struct plan plan = two_hosts();
	char *text;

	(void)state;
	plan.refused = true;
	text = text_of(&plan, false);
	assert_null(strstr(text, "Steps"));
	assert_non_null(strstr(text, "\nThe plan is refused: nothing is written anywhere.\n"));
	free(text);
}

static void long_host_lists_are_cut(void **state)
{
	struct plan plan = two_hosts();
	char many[256], *text;

	(void)state;
	memset(many, 'h', sizeof(many) - 1);
	many[sizeof(many) - 1] = '\0';
	groups[0].hosts = many;
	text = text_of(&plan, false);
	groups[0].hosts = hosts;
	assert_non_null(strstr(text, "hhhh...  2 hosts"));
	assert_null(strstr(text, many));
	free(text);
}

static void counts_before_a_run(void **state)
{
	struct plan plan = two_hosts();
	struct tally t = tally_make(&plan, NULL);

	(void)state;
	assert_int_equal(t.hosts, 4);
	assert_int_equal(t.changed, 2);
	assert_int_equal(t.unchanged, 1);
	assert_int_equal(t.unreachable, 1);
	assert_int_equal(t.failed, 0);
	assert_int_equal(t.owed, 1);
	assert_int_equal(t.cards, 6);
	assert_int_equal(t.cards_changed, 4);
}

static struct rollout *start(const struct plan *plan)
{
	struct rollout_limits limits = {.unreachable = 1,
					.lost = 1,
					.failed = 1,
					.parallel = 1,
					.undo_parallel = 1,
					.attempts = 1,
					.answer_ns = 1000000000,
					.undo_on_fail = true};
	struct rollout_step_plan step_plans[] = {
		{.first = 0, .count = 1, .soak_ns = 60000000000},
		{.first = 1, .count = 1},
	};
	const struct rollout_change change = {.name = "", .limits = limits};
	const struct rollout_action *actions;
	struct rollout_event event = {.kind = ROLLOUT_EVENT_START};
	struct rollout *run;
	size_t count;

	assert_int_equal(rollout_new(&(struct rollout_plan){.changes = &change,
							    .change_count = 1,
							    .steps = step_plans,
							    .step_count = 2,
							    .host_count = (uint32_t)plan->order_count},
				     &run),
			 0);
	assert_int_equal(rollout_step(run, &event, 0, &actions, &count), 1);
	return run;
}

static void answer(struct rollout *run, uint32_t host, enum rollout_request request, enum rollout_answer a,
		   uint64_t now)
{
	const struct rollout_action *actions;
	struct rollout_event event = {.kind = ROLLOUT_EVENT_ANSWER, .host = host, .request = request, .answer = a};
	size_t count;

	/* only the attempt that is open is taken */
	while (event.attempt < 8 && rollout_step(run, &event, now, &actions, &count) != 1)
		event.attempt++;
	assert_true(event.attempt < 8);
}

static void counts_of_a_run(void **state)
{
	struct plan plan = two_hosts();
	struct rollout *run = start(&plan);
	const struct rollout_action *actions;
	struct rollout_event timer = {.kind = ROLLOUT_EVENT_TIMER};
	struct tally t;
	size_t count;

	(void)state;
	answer(run, 0, ROLLOUT_REQUEST_APPLY, ROLLOUT_ANSWER_HELD, 1);
	t = tally_make(&plan, run);
	assert_int_equal(t.changed, 0);
	assert_int_equal(t.owed, 3);
	rollout_step(run, &timer, 61000000000, &actions, &count);
	answer(run, 0, ROLLOUT_REQUEST_CONFIRM, ROLLOUT_ANSWER_CONFIRMED, 61000000001);
	t = tally_make(&plan, run);
	assert_int_equal(t.changed, 1);
	assert_int_equal(t.cards_changed, 2);
	assert_int_equal(t.unchanged, 1);
	assert_int_equal(t.owed, 2);
	rollout_free(run);
}

/* Two changes, one after the other, of the same two hosts: four positions. */
static void a_host_of_two_changes_is_counted_once(void **state)
{
	static uint32_t twice[] = {1, 0, 1, 0};
	static const uint32_t host_of[] = {1, 0, 1, 0};
	struct rollout_limits limits = {.unreachable = 1,
					.lost = 1,
					.failed = 1,
					.parallel = 2,
					.undo_parallel = 2,
					.attempts = 1,
					.answer_ns = 1000000000,
					.undo_on_fail = true};
	struct rollout_change parts[] = {{.name = "a", .limits = limits}, {.name = "b", .limits = limits}};
	struct rollout_step_plan step_plans[] = {{.first = 0, .count = 2}, {.first = 2, .count = 2, .change = 1}};
	struct rollout_event event = {.kind = ROLLOUT_EVENT_START};
	const struct rollout_action *actions;
	struct plan plan = two_hosts();
	struct rollout *run;
	size_t count;

	(void)state;
	plan.order = twice;
	plan.order_count = 4;
	assert_int_equal(rollout_new(&(struct rollout_plan){.changes = parts,
							    .change_count = 2,
							    .steps = step_plans,
							    .step_count = 2,
							    .host_of = host_of,
							    .host_count = 4},
				     &run),
			 0);
	assert_int_equal(rollout_step(run, &event, 0, &actions, &count), 1);
	for (uint32_t i = 0; i < 2; i++)
		answer(run, i, ROLLOUT_REQUEST_APPLY, ROLLOUT_ANSWER_HELD, 1);
	for (uint32_t i = 0; i < 2; i++)
		answer(run, i, ROLLOUT_REQUEST_CONFIRM, ROLLOUT_ANSWER_CONFIRMED, 2);
	assert_int_equal(tally_make(&plan, run).changed, 2);
	answer(run, 2, ROLLOUT_REQUEST_APPLY, ROLLOUT_ANSWER_HELD, 3);
	answer(run, 3, ROLLOUT_REQUEST_APPLY, ROLLOUT_ANSWER_FAILED_OLD, 3);
	assert_int_equal(rollout_state(run), ROLLOUT_UNDOING);
	/* the one that failed has not what it should, though its first change is there */
	assert_int_equal(tally_make(&plan, run).changed, 0);
	assert_int_equal(tally_make(&plan, run).failed, 1);
	for (uint32_t i = 4; i-- > 0;)
		answer(run, i, ROLLOUT_REQUEST_UNDO, ROLLOUT_ANSWER_UNDONE, 4);
	assert_int_equal(tally_make(&plan, run).undone, 2);
	rollout_free(run);
}

static void a_frame(void **state)
{
	struct plan plan = two_hosts();
	struct rollout *run = start(&plan);
	struct watch_gate gate = {.name = "harm", .result = GATE_FAIL, .why = "12 per TB, at most 5"};
	struct watch_view view = {.plan = &plan, .run = run, .elapsed_ns = 3723000000000};
	struct term term = {.width = 80, .height = 24};
	char *frame;

	(void)state;
	answer(run, 0, ROLLOUT_REQUEST_APPLY, ROLLOUT_ANSWER_HELD, 1);
	frame = watch_frame(&term, &view);
	assert_string_equal(frame, "01:02:03  running: step 1 of 2 soaks, 1 host holds the change\n"
				   "   1  1 host  ########################      1/1      soaking\n"
				   "   2  100 %   ........................      0/1      waiting\n"
				   "  0 of 4 hosts changed, 1 hold the change, 0 in flight, 0 failed, 1 unreachable\n");
	free(frame);
	view.gates = &gate;
	view.gate_count = 1;
	frame = watch_frame(&term, &view);
	assert_non_null(strstr(frame, "unreachable\n  gate harm  fail  12 per TB, at most 5\n"));
	free(frame);
	/* Three lines for steps do not fit: only the one that moves */
	term.height = 5;
	view.elapsed_ns = 0;
	frame = watch_frame(&term, &view);
	assert_non_null(strstr(frame, " 1  1 host"));
	assert_null(strstr(frame, " 2  100 %"));
	free(frame);
	rollout_free(run);
}

static void plan_as_json(void **state)
{
	struct plan plan = two_hosts();
	json_t *json = plan_json(fleet, &plan), *group = json_array_get(json_object_get(json, "groups"), 0);
	json_t *change = json_array_get(json_object_get(group, "changes"), 1);
	json_t *note = json_array_get(json_object_get(json, "notes"), 0);

	(void)state;
	assert_string_equal(json_string_value(json_object_get(group, "hosts")), "gpu[001-002]");
	assert_int_equal(json_integer_value(json_object_get(group, "nic_count")), 4);
	assert_string_equal(json_string_value(json_object_get(change, "param")), "dcqcn.rp.ai_rate");
	assert_string_equal(json_string_value(json_object_get(change, "from")), "5 Mb/s");
	assert_int_equal(json_integer_value(json_object_get(change, "to_raw")), 20);
	assert_string_equal(json_string_value(json_object_get(note, "kind")), "unreachable");
	assert_true(json_is_null(json_object_get(note, "param")));
	assert_true(json_is_true(json_object_get(json, "incomplete")));
	json_decref(json);
	json = plan_json_step(&plan, NULL, 0);
	assert_string_equal(json_string_value(json_object_get(json, "name")), "1 host");
	assert_int_equal(json_integer_value(json_object_get(json, "hosts")), 1);
	json_decref(json);
}

static void durations(void **state)
{
	char buf[WORDS_DURATION_MAX];

	(void)state;
	assert_string_equal(words_duration(0, buf, sizeof(buf)), "0s");
	assert_string_equal(words_duration(250, buf, sizeof(buf)), "250ms");
	assert_string_equal(words_duration(90000, buf, sizeof(buf)), "90s");
	assert_string_equal(words_duration(14400000, buf, sizeof(buf)), "4h");
	assert_string_equal(words_duration(172800000, buf, sizeof(buf)), "2d");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_plan),
		cmocka_unit_test(the_cost_says_who_keeps_the_old_value),
		cmocka_unit_test(signs_follow_the_locale),
		cmocka_unit_test(nothing_to_do),
		cmocka_unit_test(what_is_left_out_is_counted_apart),
		cmocka_unit_test(nothing_seen_is_not_nothing_to_do),
		cmocka_unit_test(a_refused_plan_has_no_steps),
		cmocka_unit_test(long_host_lists_are_cut),
		cmocka_unit_test(counts_before_a_run),
		cmocka_unit_test(counts_of_a_run),
		cmocka_unit_test(a_host_of_two_changes_is_counted_once),
		cmocka_unit_test(a_frame),
		cmocka_unit_test(plan_as_json),
		cmocka_unit_test(durations),
	};

	return cmocka_run_group_tests(tests, find_rows, free_fleet);
}
