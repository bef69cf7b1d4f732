// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* A plan that is saved, and carried out when the fleet has moved on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/plan/saved.h"
#include "tests/unit/lib/plan/bench.h"

static const char json[] =
	"{ \"version\": 1, \"profiles\": { \"p\": { \"set\": { \"" BENCH_RATE "\": 20, \"" BENCH_ALPHA "\": 0.08 } } },"
	"  \"assign\": [ { \"hosts\": \"a[1-8]\", \"profile\": \"p\" } ],"
	"  \"changes\": [ { \"id\": \"alpha\", \"params\": [\"" BENCH_ALPHA "\"] } ],"
	"  \"rollouts\": { \"default\": { \"steps\": [ { \"to\": 2 }, { \"to\": \"100%\" } ], \"soak\": \"10s\" } },"
	"  \"transport\": { \"kind\": \"sim\" } }";

static const char by_speed[] =
	"{ \"version\": 1, \"profiles\": { \"p\": { \"set\": {"
	"    \"" BENCH_RATE "\": { \"by_speed\": { \"400G\": \"20 Mb/s\", \"200G\": \"10 Mb/s\" } } } } },"
	"  \"assign\": [ { \"hosts\": \"a[1-8]\", \"profile\": \"p\" } ], \"transport\": { \"kind\": \"sim\" } }";

struct saving {
	struct bench b;
	struct plan_saved *saved;
	char *text;
	size_t len;
	size_t gone;
};

static struct plan_saved_info info_of(uint8_t first)
{
	return (struct plan_saved_info){
		.tool = "9.8.7", .file = "/etc/fleet.json", .made = 1767225600, .file_digest = {first, 1, 2}};
}

static void save_file(struct saving *s, const char *file, const struct plan_command *commands, size_t count)
{
	struct plan_saved_info info = info_of(0xab);
	struct ece_error e;

	info.commands = commands;
	info.command_count = count;
	memset(s, 0, sizeof(*s));
	bench_begin(&s->b, file, 2);
	assert_int_equal(bench_plan(&s->b), 0);
	assert_int_equal(plan_saved_encode(&info, s->b.fleet, s->b.hosts, s->b.plan, &s->text, &s->len, &e), 0);
	assert_int_equal(plan_saved_decode(s->text, s->len, &s->saved, &e), 0);
}

static void save(struct saving *s)
{
	save_file(s, json, NULL, 0);
}

/* Plan as --plan does: once to see who has moved, and once with the steps that were looked at. */
static void plan_saved(struct saving *s, size_t moved_max)
{
	struct plan_input more = {.saved = s->saved,
				  .moved_max = moved_max,
				  .commands = s->b.more.commands,
				  .command_count = s->b.more.command_count};

	memset(&s->b.more, 0, sizeof(s->b.more));
	assert_int_equal(bench_plan(&s->b), 0);
	assert_int_equal(plan_saved_moved(s->saved, s->b.fleet, s->b.hosts, s->b.plan, &more.moved, &more.moved_count,
					  &more.gone_count),
			 0);
	s->gone = more.gone_count;
	s->b.more = more;
	assert_int_equal(bench_plan(&s->b), 0);
}

static void end(struct saving *s)
{
	bench_end(&s->b);
	plan_saved_free(s->saved);
	free(s->text);
}

static void what_is_saved_is_read_again(void **state)
{
	const struct plan_saved_info *info;
	struct plan_step step;
	const char *change;
	struct saving s;

	(void)state;
	save(&s);
	info = plan_saved_info(s.saved);
	assert_string_equal(info->tool, "9.8.7");
	assert_string_equal(info->file, "/etc/fleet.json");
	assert_int_equal(info->made, 1767225600);
	assert_int_equal(info->file_digest[0], 0xab);
	assert_int_equal(info->host_count, 8);
	assert_memory_equal(info->plan_digest, s.b.plan->digest, 32);
	assert_int_equal(plan_saved_step_count(s.saved), 4);
	plan_saved_step(s.saved, 2, &change, &step);
	assert_string_equal(change, "rest");
	assert_string_equal(step.name, "2 hosts");
	assert_int_equal(step.count, 2);
	assert_int_equal(step.soak_ns, UINT64_C(10000000000));
	assert_string_equal(plan_saved_host(s.saved, 2, 1), "a2");
	end(&s);
}

/* By the speed of a link, or the label that a command tells: the file is the same, and wants another value. */
static void a_host_that_is_to_get_another_value_has_moved(void **state)
{
	struct saving s;

	(void)state;
	save_file(&s, by_speed, NULL, 0);
	s.b.nics[4].speed_mbps = 200000;
	plan_saved(&s, 8);
	assert_int_equal(s.b.plan->host_states[2], PLAN_HOST_MOVED);
	assert_int_equal(s.b.plan->moved_count, 1);
	bench_assert_note(&s.b, PLAN_NOTE_MOVED, "a3",
			  BENCH_RATE " of 0000:01:00.0 was to become 20 Mb/s, and now 10 Mb/s", false);
	end(&s);
}

/* hashicorp/terraform plans carry what data sources said; here it is only compared. */
static void what_a_command_printed_is_part_of_the_plan(void **state)
{
	struct plan_command then[] = {{.name = "./inventory", .digest = {1, 0xfe}}, {.name = "./drained"}};
	struct plan_command now[] = {then[0], {.name = "./drained", .place = {.line = 9}, .digest = {[31] = 1}}};
	struct saving s;

	(void)state;
	save_file(&s, json, then, 2);
	assert_int_equal(plan_saved_info(s.saved)->command_count, 2);
	s.b.more.commands = then;
	s.b.more.command_count = 2;
	plan_saved(&s, 0);
	assert_null(bench_note(&s.b, PLAN_NOTE_MOVED));
	s.b.more.commands = now;
	assert_int_equal(bench_plan(&s.b), 0);
	bench_assert_note(&s.b, PLAN_NOTE_MOVED, "", "./drained (fleet.json:9) prints something else", false);
	assert_null(strstr(bench_note(&s.b, PLAN_NOTE_MOVED)->text, "./inventory"));
	s.b.more.commands = NULL;
	s.b.more.command_count = 0;
	end(&s);
}

static void nothing_moved_is_the_same_plan(void **state)
{
	uint8_t digest[32];
	struct saving s;

	(void)state;
	save(&s);
	memcpy(digest, s.b.plan->digest, sizeof(digest));
	plan_saved(&s, 0);
	assert_false(s.b.plan->refused);
	assert_int_equal(s.b.plan->moved_count, 0);
	assert_memory_equal(s.b.plan->digest, digest, sizeof(digest));
	assert_int_equal(s.b.plan->parts[0].unit_count, 8);
	end(&s);
}

/* ansible/ansible#32255, nmstate/kubernetes-nmstate#474: what falls out does not move the steps that were looked at. */
static void steps_stay_as_they_were_looked_at(void **state)
{
	struct saving s;

	(void)state;
	save(&s);
	bench_reading(&s.b, 0, 0, BENCH_RATE)->raw = 7;
	plan_saved(&s, 1);
	assert_false(s.b.plan->refused);
	assert_int_equal(s.b.plan->moved_count, 1);
	assert_int_equal(s.b.plan->host_states[0], PLAN_HOST_MOVED);
	assert_string_equal(s.b.plan->owed_why[0], BENCH_RATE " of 0000:01:00.0 was 5 Mb/s and is 7 Mb/s");
	assert_int_equal(s.b.plan->step_count, 4);
	assert_int_equal(s.b.plan->steps[0].count, 1); /* a2 alone: a3 is not taken for the one that is missing */
	assert_int_equal(s.b.plan->order[0], 1);
	assert_int_equal(s.b.plan->steps[1].count, 6);
	bench_assert_note(&s.b, PLAN_NOTE_MOVED, "a1", "stays owed", false);
	end(&s);
}

static void too_many_that_moved_refuse_it(void **state)
{
	struct saving s;

	(void)state;
	save(&s);
	bench_reading(&s.b, 0, 0, BENCH_RATE)->raw = 7;
	bench_reading(&s.b, 5, 1, BENCH_ALPHA)->raw = 9;
	plan_saved(&s, 1);
	assert_true(s.b.plan->refused);
	bench_assert_note(&s.b, PLAN_NOTE_MOVED, "", "2 hosts moved since the plan was saved, and at most 1 may", true);
	end(&s);
}

static void a_host_that_has_it_by_now_has_not_moved(void **state)
{
	struct saving s;

	(void)state;
	save(&s);
	for (size_t nic = 0; nic < 2; nic++) {
		bench_reading(&s.b, 3, nic, BENCH_RATE)->raw = 20;
		bench_reading(&s.b, 3, nic, BENCH_ALPHA)->raw = 5243;
	}
	plan_saved(&s, 0);
	assert_false(s.b.plan->refused);
	assert_int_equal(s.b.plan->unchanged_count, 1);
	assert_int_equal(s.b.plan->order_count, 14);
	end(&s);
}

/* Half of it is not what was looked at. */
static void a_host_that_has_some_of_it_has_moved(void **state)
{
	struct saving s;

	(void)state;
	save(&s);
	bench_reading(&s.b, 3, 1, BENCH_RATE)->raw = 20;
	for (size_t nic = 0; nic < 2; nic++)
		bench_reading(&s.b, 4, nic, BENCH_RATE)->raw = 20;
	bench_reading(&s.b, 5, 1, BENCH_RATE)->raw = 20;
	bench_reading(&s.b, 5, 1, BENCH_ALPHA)->raw = 5243;
	plan_saved(&s, 3);
	assert_int_equal(s.b.plan->moved_count, 3);
	assert_false(s.b.plan->refused);
	bench_assert_note(&s.b, PLAN_NOTE_MOVED, "a4", "some of what 0000:02:00.0 was to get it has already", false);
	bench_assert_note(&s.b, PLAN_NOTE_MOVED, "a5", "some of what 0000:01:00.0 was to get it has already", false);
	bench_assert_note(&s.b, PLAN_NOTE_MOVED, "a6", "some of its NICs have what the file asks for already", false);
	end(&s);
}

static void a_card_that_was_replaced_has_moved(void **state)
{
	struct saving s;

	(void)state;
	save(&s);
	s.b.nics[4].guid = 0x99;
	plan_saved(&s, 1);
	assert_int_equal(s.b.plan->moved_count, 1);
	bench_assert_note(&s.b, PLAN_NOTE_MOVED, "a3", "its card is another one", false);
	end(&s);
}

static void a_host_that_was_down_is_not_in_it(void **state)
{
	struct plan_saved_info info = info_of(1);
	struct ece_error e;
	struct saving s;

	(void)state;
	memset(&s, 0, sizeof(s));
	bench_begin(&s.b, json, 1);
	s.b.hosts[6].state = FACTS_HOST_UNREACHABLE;
	assert_int_equal(bench_plan(&s.b), 0);
	assert_int_equal(plan_saved_encode(&info, s.b.fleet, s.b.hosts, s.b.plan, &s.text, &s.len, &e), 0);
	assert_int_equal(plan_saved_decode(s.text, s.len, &s.saved, &e), 0);
	s.b.hosts[6].state = FACTS_HOST_READ;
	s.b.hosts[7].state = FACTS_HOST_UNREACHABLE;
	plan_saved(&s, 1);
	assert_int_equal(s.b.plan->moved_count, 1);
	bench_assert_note(&s.b, PLAN_NOTE_MOVED, "a7", "could not be read", false);
	/* and one that is down now is no one that moved */
	assert_int_equal(s.b.plan->unreachable_count, 1);
	end(&s);
}

static void hosts_of_another_file_are_gone(void **state)
{
	static const char fewer[] =
		"{ \"version\": 1, \"profiles\": { \"p\": { \"set\": { \"" BENCH_RATE "\": 20, \"" BENCH_ALPHA
		"\": 0.08 } } }, \"assign\": [ { \"hosts\": \"a[1-6]\", \"profile\": \"p\" } ],"
		" \"changes\": [ { \"id\": \"alpha\", \"params\": [\"" BENCH_ALPHA "\"] } ],"
		" \"transport\": { \"kind\": \"sim\" } }";
	struct saving s;

	(void)state;
	save(&s);
	bench_end(&s.b);
	bench_begin(&s.b, fewer, 2);
	plan_saved(&s, 2);
	assert_int_equal(s.gone, 2);
	assert_false(s.b.plan->refused);
	bench_assert_note(&s.b, PLAN_NOTE_MOVED, "", "2 hosts of the saved plan are not named any more", false);
	plan_saved(&s, 1);
	assert_true(s.b.plan->refused);
	end(&s);
}

/* As many hosts as change, but not those. */
static void a_host_that_is_named_twice_is_taken_once(void **state)
{
	struct ece_error e;
	struct saving s;

	(void)state;
	save(&s);
	plan_saved_free(s.saved);
	strstr(s.text, "\"a2\"]")[2] = '1';
	assert_int_equal(plan_saved_decode(s.text, s.len, &s.saved, &e), 0);
	plan_saved(&s, 0);
	assert_true(s.b.plan->refused);
	bench_assert_note(&s.b, PLAN_NOTE_MOVED, "", "do not fit to what changes", true);
	end(&s);
}

static void what_is_no_saved_plan_is_refused(void **state)
{
	static const char *const texts[] = {
		"", "[]", "{}", "{\"plan_version\":\"1\"}", "{\"plan_version\":1}", "{\"plan_version\":1,",
	};
	struct plan_saved *saved;
	struct ece_error e;
	struct saving s;
	char *digit;

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		assert_int_equal(plan_saved_decode(texts[i], strlen(texts[i]), &saved, &e), -EINVAL);
		assert_int_equal(e.kind, ECE_ERROR_SYNTAX);
	}
	assert_int_equal(plan_saved_decode("{\"plan_version\":2}", 18, &saved, &e), -EPROTONOSUPPORT);
	assert_int_equal(plan_saved_decode("", (size_t)PLAN_SAVED_MAX + 1, &saved, &e), -E2BIG);
	save(&s);
	/* a set that is not there, a host that no NIC is known of, a digest that is none */
	digit = strstr(s.text, ",0]");
	digit[1] = '7';
	assert_int_equal(plan_saved_decode(s.text, s.len, &saved, &e), -EINVAL);
	digit[1] = '0';
	digit = strstr(s.text, "\"a1\"");
	digit[2] = '9';
	assert_int_equal(plan_saved_decode(s.text, s.len, &saved, &e), -EINVAL);
	digit[2] = '1';
	digit = strstr(s.text, "\"digest\":\"") + 10;
	*digit = 'x';
	assert_int_equal(plan_saved_decode(s.text, s.len, &saved, &e), -EINVAL);
	plan_saved_free(NULL);
	end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_saved_is_read_again),
		cmocka_unit_test(a_host_that_is_to_get_another_value_has_moved),
		cmocka_unit_test(what_a_command_printed_is_part_of_the_plan),
		cmocka_unit_test(nothing_moved_is_the_same_plan),
		cmocka_unit_test(steps_stay_as_they_were_looked_at),
		cmocka_unit_test(too_many_that_moved_refuse_it),
		cmocka_unit_test(a_host_that_has_it_by_now_has_not_moved),
		cmocka_unit_test(a_host_that_has_some_of_it_has_moved),
		cmocka_unit_test(a_card_that_was_replaced_has_moved),
		cmocka_unit_test(a_host_that_was_down_is_not_in_it),
		cmocka_unit_test(hosts_of_another_file_are_gone),
		cmocka_unit_test(a_host_that_is_named_twice_is_taken_once),
		cmocka_unit_test(what_is_no_saved_plan_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
