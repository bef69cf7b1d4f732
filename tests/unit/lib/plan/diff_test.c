// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What differs, in groups, and what is said beside it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/lib/plan/bench.h"

#define FLEET(profile)                                                                            \
	"{ \"version\": 1, \"profiles\": { \"p\": " profile " },"                                 \
	"  \"assign\": [ { \"id\": \"all\", \"hosts\": \"gpu[001-004]\", \"profile\": \"p\" } ]," \
	"  \"rollouts\": { \"default\": { \"budget\": { \"unreachable\": 2 } } },"                \
	"  \"transport\": { \"kind\": \"sim\" } }"

static const char rate_and_alpha[] =
	FLEET("{ \"set\": { \"" BENCH_RATE "\": \"20 Mb/s\", \"" BENCH_ALPHA "\": 0.08 } }");

static void assert_says(const char *text, const char *what)
{
	if (!strstr(text, what))
		fail_msg("\"%s\" is not in \"%s\"", what, text);
}

static void what_differs_is_changed_from_what_is_there(void **state)
{
	struct bench b;

	(void)state;
	bench_begin(&b, rate_and_alpha, 2);
	assert_int_equal(b.param_count, 2);
	bench_set_all(&b, BENCH_ALPHA, 5243);
	bench_reading(&b, 1, 1, BENCH_RATE)->raw = 20;
	assert_int_equal(bench_plan(&b), 0);
	assert_false(b.plan->refused);
	assert_false(b.plan->incomplete);
	assert_int_equal(b.plan->change_count, 7);
	assert_int_equal(b.plan->changes[2].host, 1);
	assert_int_equal(b.plan->changes[2].nic, 0);
	assert_string_equal(ece_param_at(b.plan->changes[2].param)->name, BENCH_RATE);
	assert_int_equal(b.plan->changes[2].from, OLD_RATE);
	assert_int_equal(b.plan->changes[2].to, 20);
	assert_int_equal(b.plan->changes[3].host, 2);
	assert_int_equal(b.plan->host_count, 4);
	assert_int_equal(b.plan->nic_count, 8);
	assert_int_equal(b.plan->changed_nic_count, 7);
	assert_int_equal(b.plan->order_count, 4);
	assert_null(b.plan->pairwise);
	bench_end(&b);
}

static void a_fleet_that_is_right_has_no_steps(void **state)
{
	struct bench b;

	(void)state;
	bench_begin(&b, rate_and_alpha, 2);
	bench_set_all(&b, BENCH_RATE, 20);
	/* 0.08 is 5242.88: a vendor's tool may have rounded it either way. */
	bench_set_all(&b, BENCH_ALPHA, 5242);
	bench_reading(&b, 0, 0, BENCH_ALPHA)->raw = 5243;
	bench_reading(&b, 3, 1, BENCH_RATE)->state = ECE_VALUE_INERT;
	assert_int_equal(bench_plan(&b), 0);
	assert_int_equal(b.plan->change_count, 0);
	assert_int_equal(b.plan->order_count, 0);
	assert_int_equal(b.plan->step_count, 0);
	assert_int_equal(b.plan->unchanged_count, 4);
	assert_int_equal(b.plan->note_count, 0);
	bench_end(&b);
}

/* A setting outside keeps values from acting: said once a NIC, however many values it is, and nothing is refused. */
static void what_does_not_act_is_said_once(void **state)
{
	static const char why[] = "NV config ROCE_CC_LEGACY_DCQCN is False(0): DCQCN values are stored";
	struct bench b;

	(void)state;
	bench_begin(&b, rate_and_alpha, 2);
	for (size_t nic = 0; nic < 2; nic++) {
		bench_reading(&b, 1, nic, BENCH_RATE)->state = ECE_VALUE_INERT;
		bench_reading(&b, 1, nic, BENCH_RATE)->why = why;
		bench_reading(&b, 1, nic, BENCH_ALPHA)->state = ECE_VALUE_INERT;
		bench_reading(&b, 1, nic, BENCH_ALPHA)->why = why;
	}
	bench_reading(&b, 2, 0, BENCH_RATE)->why = "NV config USER_PROGRAMMABLE_CC = False(0) is needed and not known";
	assert_int_equal(bench_plan(&b), 0);
	assert_false(b.plan->refused);
	assert_false(b.plan->incomplete);
	assert_int_equal(b.plan->change_count, 16);
	assert_int_equal(b.plan->note_count, 2);
	assert_int_equal(b.plan->notes[0].kind, PLAN_NOTE_NEEDS);
	assert_int_equal(b.plan->notes[0].param, PLAN_NO_PARAM);
	assert_string_equal(b.plan->notes[0].text, why);
	assert_string_equal(b.plan->notes[0].hosts, "gpu002");
	assert_int_equal(b.plan->notes[0].nic_count, 2);
	assert_string_equal(b.plan->notes[1].hosts, "gpu003");
	bench_end(&b);
}

/* Forced selective repeat needs its switch in the NV configuration: on without it is refused, even where it stands. */
static void what_would_have_no_effect_is_refused(void **state)
{
	static const char on[] = FLEET("{ \"set\": { \"" BENCH_SR "\": true } }");
	static const char off[] = FLEET("{ \"set\": { \"" BENCH_SR "\": false } }");
	static const char skip[] = FLEET("{ \"set\": { \"" BENCH_SR "\": true }, \"if_unsupported\": \"skip\" }");
	static const struct {
		const char *file;
		bool refused;
		enum plan_note_kind kind;
	} cases[] = {{on, true, PLAN_NOTE_REFUSED}, {off, false, PLAN_NOTE_NEEDS}, {skip, false, PLAN_NOTE_SKIPPED}};

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		struct bench b;

		bench_begin(&b, cases[i].file, 1);
		bench_set_all(&b, BENCH_SR, cases[i].file != off);
		bench_reading(&b, 2, 0, BENCH_SR)->state = ECE_VALUE_INERT;
		bench_reading(&b, 2, 0, BENCH_SR)->why = "NV config RDMA_SELECTIVE_REPEAT_EN is False(0)";
		assert_int_equal(bench_plan(&b), 0);
		assert_int_equal(b.plan->refused, cases[i].refused);
		assert_non_null(bench_note(&b, cases[i].kind));
		assert_string_equal(bench_note(&b, cases[i].kind)->hosts, "gpu003");
		assert_says(bench_note(&b, cases[i].kind)->text, "RDMA_SELECTIVE_REPEAT_EN is False(0)");
		bench_end(&b);
	}
}

/* What a card says of such a parameter is no reason to leave it, so it is written by every run. */
static void what_cards_do_not_tell_is_always_written(void **state)
{
	static const char file[] = FLEET("{ \"set\": { \"ppcc.slot.15.enable\": true } }");
	struct bench b;

	(void)state;
	bench_begin(&b, file, 1);
	bench_set_all(&b, "ppcc.slot.15.enable", 1);
	assert_int_equal(bench_plan(&b), 0);
	assert_int_equal(b.plan->change_count, 4);
	assert_int_equal(b.plan->unverified_count, 4);
	assert_non_null(bench_note(&b, PLAN_NOTE_UNVERIFIED));
	bench_end(&b);
}

static void equal_differences_are_one_group(void **state)
{
	struct bench b;

	(void)state;
	bench_begin(&b, rate_and_alpha, 2);
	b.nics[7].card = "ConnectX-6 Dx";
	bench_reading(&b, 1, 0, BENCH_RATE)->raw = 20;
	assert_int_equal(bench_plan(&b), 0);
	assert_int_equal(b.plan->group_count, 3);
	assert_string_equal(b.plan->groups[0].hosts, "gpu[001-004]");
	assert_int_equal(b.plan->groups[0].host_count, 4);
	assert_int_equal(b.plan->groups[0].nic_count, 6);
	assert_int_equal(b.plan->groups[0].change_count, 2);
	assert_string_equal(b.plan->groups[0].card, "ConnectX-7");
	assert_string_equal(b.plan->groups[1].hosts, "gpu002");
	assert_int_equal(b.plan->groups[1].change_count, 1);
	assert_int_equal(b.plan->groups[1].changes[0].from, 100);
	assert_string_equal(b.plan->groups[2].hosts, "gpu004");
	assert_string_equal(b.plan->groups[2].card, "ConnectX-6 Dx");
	bench_end(&b);
}

static void what_a_card_cannot_is_refused_or_left_out(void **state)
{
	static const char skip[] = FLEET("{ \"set\": { \"" BENCH_RATE "\": 20, \"" BENCH_ALPHA "\": 0.08 },"
					 " \"if_unsupported\": { \"" BENCH_ALPHA "\": \"skip\" } }");
	const struct plan_note *note;
	struct bench b;

	(void)state;
	bench_begin(&b, rate_and_alpha, 2);
	for (size_t nic = 0; nic < 2; nic++) {
		bench_reading(&b, 2, nic, BENCH_ALPHA)->state = ECE_VALUE_UNSUPPORTED;
		bench_reading(&b, 2, nic, BENCH_ALPHA)->why = "no slot runs ZTR-RTT";
	}
	assert_int_equal(bench_plan(&b), 0);
	assert_true(b.plan->refused);
	note = bench_note(&b, PLAN_NOTE_REFUSED);
	assert_non_null(note);
	assert_string_equal(note->hosts, "gpu003");
	assert_int_equal(note->nic_count, 2);
	assert_string_equal(ece_param_at(note->param)->name, BENCH_ALPHA);
	assert_says(note->text, "no slot runs ZTR-RTT");
	bench_end(&b);

	bench_begin(&b, skip, 1);
	bench_reading(&b, 2, 0, BENCH_ALPHA)->state = ECE_VALUE_UNSUPPORTED;
	assert_int_equal(bench_plan(&b), 0);
	assert_false(b.plan->refused);
	assert_non_null(bench_note(&b, PLAN_NOTE_SKIPPED));
	assert_int_equal(b.plan->change_count, 7);
	bench_end(&b);
}

static void a_missing_door_is_not_a_missing_feature(void **state)
{
	static const char skip[] = FLEET("{ \"set\": { \"" BENCH_RATE "\": 20, \"" BENCH_ALPHA "\": 0.08 },"
					 " \"if_unsupported\": { \"" BENCH_ALPHA "\": \"skip\" } }");
	struct bench b;

	(void)state;
	bench_begin(&b, skip, 1);
	bench_reading(&b, 0, 0, BENCH_ALPHA)->state = ECE_VALUE_NO_DOOR;
	bench_reading(&b, 0, 0, BENCH_ALPHA)->why = "this kernel has no fwctl";
	assert_int_equal(bench_plan(&b), 0);
	assert_true(b.plan->refused);
	assert_says(bench_note(&b, PLAN_NOTE_REFUSED)->text, "this kernel has no fwctl");
	assert_says(bench_note(&b, PLAN_NOTE_REFUSED)->text, "if_no_door");
	bench_end(&b);
}

/* Read, but not to be written: that counts only where something would be written. */
static void what_has_no_writer_is_refused_or_left_out(void **state)
{
	static const struct facts_limits shut = {.why = "this kernel has no debugfs file", .kind = ECE_ERROR_NO_DOOR};
	static const struct facts_limits fixed = {.why = "it is read only on this card", .kind = ECE_ERROR_UNSUPPORTED},
					 denied = {.why = "not permitted", .kind = ECE_ERROR_DENIED};
	static const char skip[] = FLEET("{ \"set\": { \"" BENCH_RATE "\": 20 }, \"if_no_door\": \"skip\" }");
	struct bench b;

	(void)state;
	bench_begin(&b, skip, 1);
	bench_reading(&b, 2, 0, BENCH_RATE)->limits = &shut;
	assert_int_equal(bench_plan(&b), 0);
	assert_false(b.plan->refused);
	assert_int_equal(b.plan->change_count, 3);
	assert_int_equal(b.plan->left_out_count, 1);
	assert_int_equal(b.plan->unchanged_count, 0);
	assert_string_equal(bench_note(&b, PLAN_NOTE_SKIPPED)->hosts, "gpu003");
	assert_says(bench_note(&b, PLAN_NOTE_SKIPPED)->text, "this kernel has no debugfs file");
	bench_reading(&b, 2, 0, BENCH_RATE)->raw = 20;
	assert_int_equal(bench_plan(&b), 0);
	assert_int_equal(b.plan->note_count, 0);
	assert_int_equal(b.plan->left_out_count, 0);
	assert_int_equal(b.plan->unchanged_count, 1);
	bench_reading(&b, 2, 0, BENCH_RATE)->limits = &fixed;
	bench_reading(&b, 2, 0, BENCH_RATE)->raw = 5;
	assert_int_equal(bench_plan(&b), 0);
	assert_true(b.plan->refused);
	assert_says(bench_note(&b, PLAN_NOTE_REFUSED)->text, "\"if_unsupported\": \"skip\"");
	bench_reading(&b, 2, 0, BENCH_RATE)->limits = &denied;
	assert_int_equal(bench_plan(&b), 0);
	assert_true(b.plan->refused);
	assert_says(bench_note(&b, PLAN_NOTE_REFUSED)->text, "cannot be written: not permitted");
	bench_end(&b);
}

/* What only the card knows of a value refuses it before anything is written. */
static void what_the_card_does_not_take_is_refused(void **state)
{
	static const struct facts_limits high = {.min = 21}, low = {.max = 19}, both = {.min = 20, .max = 20};
	static const char file[] = FLEET("{ \"set\": { \"" BENCH_RATE "\": 20 } }");
	struct bench b;

	(void)state;
	bench_begin(&b, file, 1);
	bench_reading(&b, 0, 0, BENCH_RATE)->limits = &high;
	bench_reading(&b, 1, 0, BENCH_RATE)->limits = &low;
	bench_reading(&b, 2, 0, BENCH_RATE)->limits = &both;
	assert_int_equal(bench_plan(&b), 0);
	assert_true(b.plan->refused);
	assert_int_equal(b.plan->change_count, 2);
	assert_int_equal(b.plan->note_count, 2);
	assert_string_equal(b.plan->notes[0].hosts, "gpu001");
	assert_says(b.plan->notes[0].text, "this card takes at least 21 Mb/s, not 20 Mb/s");
	assert_string_equal(b.plan->notes[1].hosts, "gpu002");
	assert_says(b.plan->notes[1].text, "this card takes at most 19 Mb/s, not 20 Mb/s");
	bench_end(&b);
}

/* One note for all that the file wants of it; what it reads does not matter. */
static void a_nic_that_is_barred_is_refused_or_left_out(void **state)
{
	static const char skip[] = FLEET("{ \"set\": { \"" BENCH_RATE "\": 20, \"" BENCH_ALPHA "\": 0.08 },"
					 " \"if_unsupported\": \"skip\" }");
	const struct plan_note *note;
	struct bench b;

	(void)state;
	bench_begin(&b, rate_and_alpha, 2);
	for (size_t host = 1; host < 3; host++)
		b.nics[2 * host + 1].barred = "it is a virtual function";
	assert_int_equal(bench_plan(&b), 0);
	assert_true(b.plan->refused);
	note = bench_note(&b, PLAN_NOTE_REFUSED);
	assert_non_null(note);
	assert_int_equal(note->param, PLAN_NO_PARAM);
	assert_string_equal(note->hosts, "gpu[002-003]");
	assert_int_equal(note->nic_count, 2);
	assert_string_equal(note->text,
			    "a NIC must be left alone: it is a virtual function; select other NICs, or write "
			    "\"if_unsupported\": \"skip\" to leave such ones out");
	bench_end(&b);

	bench_begin(&b, skip, 2);
	b.nics[1].barred = "it is a virtual function";
	assert_int_equal(bench_plan(&b), 0);
	assert_false(b.plan->refused);
	assert_string_equal(bench_note(&b, PLAN_NOTE_SKIPPED)->text,
			    "a NIC is left out, as the file says: it is a virtual function");
	assert_int_equal(b.plan->change_count, 14);
	b.nics[1].no_door = true;
	assert_int_equal(bench_plan(&b), 0);
	assert_true(b.plan->refused);
	assert_says(bench_note(&b, PLAN_NOTE_REFUSED)->text, "\"if_no_door\": \"skip\"");
	bench_end(&b);
}

/* Zero is never a stand-in: what cannot be read is neither right nor wrong. */
static void what_cannot_be_read_refuses_the_plan(void **state)
{
	struct bench b;

	(void)state;
	bench_begin(&b, rate_and_alpha, 1);
	bench_reading(&b, 0, 0, BENCH_RATE)->state = ECE_VALUE_UNREADABLE;
	bench_reading(&b, 1, 0, BENCH_RATE)->state = ECE_VALUE_UNSET;
	bench_reading(&b, 1, 0, BENCH_RATE)->raw = 20;
	b.nics[2].readings = NULL;
	assert_int_equal(bench_plan(&b), 0);
	assert_true(b.plan->refused);
	assert_true(b.plan->incomplete);
	assert_string_equal(bench_note(&b, PLAN_NOTE_UNREADABLE)->hosts, "gpu[001-002]");
	bench_end(&b);
}

static void hosts_that_cannot_be_read_are_owed(void **state)
{
	struct bench b;

	(void)state;
	bench_begin(&b, rate_and_alpha, 1);
	b.hosts[1].state = FACTS_HOST_UNREACHABLE;
	b.hosts[1].why = "no route to host";
	b.hosts[2].state = FACTS_HOST_FAILED;
	b.hosts[2].why = "it speaks version 9";
	assert_int_equal(bench_plan(&b), 0);
	assert_false(b.plan->refused);
	assert_true(b.plan->incomplete);
	assert_int_equal(b.plan->unreachable_count, 2);
	assert_int_equal(b.plan->order_count, 2);
	assert_string_equal(b.plan->notes[0].hosts, "gpu002");
	assert_says(b.plan->notes[0].text, "no route to host");
	assert_says(b.plan->notes[1].text, "it speaks version 9");
	b.hosts[3].state = FACTS_HOST_UNREACHABLE;
	assert_int_equal(bench_plan(&b), 0);
	assert_true(b.plan->refused);
	assert_int_equal(bench_note(&b, PLAN_NOTE_BUDGET)->kind, PLAN_NOTE_BUDGET);
	assert_says(b.plan->notes[0].text, "3 of 4 hosts cannot be read, and the rollout allows 2");
	bench_end(&b);
}

static void equal_notes_are_one(void **state)
{
	struct bench b;

	(void)state;
	bench_begin(&b, rate_and_alpha, 2);
	for (size_t i = 0; i < 8; i++) {
		b.values[i].readings[0].state = ECE_VALUE_UNREADABLE;
		b.values[i].readings[0].why = i < 6 ? "one reason" : "another reason";
	}
	assert_int_equal(bench_plan(&b), 0);
	assert_int_equal(b.plan->note_count, 2);
	assert_string_equal(b.plan->notes[0].hosts, "gpu[001-003]");
	assert_int_equal(b.plan->notes[0].host_count, 3);
	assert_int_equal(b.plan->notes[0].nic_count, 6);
	assert_string_equal(b.plan->notes[1].hosts, "gpu004");
	bench_end(&b);
}

/* So many that they meet in the table that finds equal ones. */
static void many_differences_and_notes_stay_apart(void **state)
{
	static const char json[] = "{ \"version\": 1, \"profiles\": { \"p\": { \"set\": { \"" BENCH_RATE "\": 20,"
				   " \"" BENCH_ALPHA "\": 0.08 } } },"
				   "  \"assign\": [ { \"hosts\": \"a[001-400]\", \"profile\": \"p\" } ],"
				   "  \"transport\": { \"kind\": \"sim\" } }";
	static char reasons[400][16];
	struct bench b;

	(void)state;
	bench_begin(&b, json, 1);
	for (unsigned int i = 0; i < 400; i++) {
		snprintf(reasons[i], sizeof(reasons[i]), "reason %u", i);
		bench_reading(&b, i, 0, BENCH_RATE)->raw = 100 + i / 2;
		b.nics[i].card = i % 2 ? "ConnectX-7" : "ConnectX-6 Dx";
		bench_reading(&b, i, 0, BENCH_ALPHA)->state = ECE_VALUE_UNREADABLE;
		bench_reading(&b, i, 0, BENCH_ALPHA)->why = reasons[i];
	}
	assert_int_equal(bench_plan(&b), 0);
	assert_int_equal(b.plan->group_count, 400);
	assert_int_equal(b.plan->note_count, 400);
	bench_end(&b);
}

static void leave_is_not_touched(void **state)
{
	static const char leave[] = FLEET("{ \"set\": { \"" BENCH_RATE "\": \"leave\", \"" BENCH_ALPHA "\": 0.08 } }");
	struct bench b;

	(void)state;
	bench_begin(&b, leave, 1);
	assert_int_equal(bench_plan(&b), 0);
	assert_int_equal(b.plan->change_count, 4);
	for (size_t i = 0; i < 4; i++)
		assert_string_equal(ece_param_at(b.plan->changes[i].param)->name, BENCH_ALPHA);
	bench_end(&b);
}

static void a_selector_that_takes_no_nic_is_a_warning(void **state)
{
	static const char json[] =
		"{ \"version\": 1, \"profiles\": { \"p\": { \"set\": { \"" BENCH_RATE "\": 20 } } },"
		"  \"assign\": [ { \"id\": \"cx7\", \"hosts\": \"a[1-2]\", \"nics\": { \"card\": \"ConnectX-7\" },"
		"                  \"profile\": \"p\" },"
		"                { \"id\": \"cx8\", \"hosts\": \"a[1-3]\", \"nics\": { \"card\": \"ConnectX-8\" },"
		"                  \"profile\": \"p\" } ],"
		"  \"transport\": { \"kind\": \"sim\" } }";
	struct bench b;
	const struct plan_note *note;

	(void)state;
	bench_begin(&b, json, 1);
	assert_int_equal(bench_plan(&b), 0);
	assert_false(b.plan->refused);
	assert_int_equal(b.plan->note_count, 2);
	note = &b.plan->notes[0];
	assert_int_equal(note->kind, PLAN_NOTE_NO_NIC);
	assert_string_equal(note->hosts, "a3");
	note = &b.plan->notes[1];
	assert_string_equal(note->hosts, "a[1-3]");
	assert_says(note->text, "cx8");
	assert_int_equal(b.plan->nic_count, 2);
	/* Nothing is asked of a3, so nobody says that it has it. */
	assert_int_equal(b.plan->left_out_count, 1);
	assert_int_equal(b.plan->unchanged_count, 0);
	bench_end(&b);
}

static void two_assigns_that_disagree_are_an_error(void **state)
{
	static const char json[] =
		"{ \"version\": 1, \"profiles\": { \"p\": { \"set\": { \"" BENCH_RATE "\": 20 } },"
		"                                  \"q\": { \"set\": { \"" BENCH_RATE "\": 30 } } },"
		"  \"assign\": [ { \"id\": \"one\", \"hosts\": \"a1\", \"profile\": \"p\" },"
		"                { \"id\": \"two\", \"hosts\": \"a1\", \"nics\": { \"pci\": \"0000:01:*\" },"
		"                  \"profile\": \"q\" } ],"
		"  \"transport\": { \"kind\": \"sim\" } }";
	struct bench b;

	(void)state;
	bench_begin(&b, json, 1);
	assert_int_equal(bench_plan(&b), -EINVAL);
	assert_null(b.plan);
	assert_int_equal(b.errors, 1);
	assert_int_equal(b.error.kind, ECE_ERROR_CONFLICT);
	assert_says(b.error.text, "one");
	assert_says(b.error.text, "two");
	bench_end(&b);
}

static void a_contradiction_is_said_once(void **state)
{
	static const char json[] = "{ \"version\": 1, \"profiles\": { \"p\": { \"set\": { \"" BENCH_RATE
				   "\": 20, \"" BENCH_SR "\": true } },"
				   "                                  \"q\": { \"set\": { \"" BENCH_RATE
				   "\": 30, \"" BENCH_SR "\": false } } },"
				   "  \"assign\": [ { \"id\": \"one\", \"hosts\": \"a[1-4]\", \"profile\": \"p\" },"
				   "                { \"id\": \"two\", \"hosts\": \"a[2-4]\", \"profile\": \"q\" } ],"
				   "  \"transport\": { \"kind\": \"sim\" } }";
	struct bench b;

	(void)state;
	bench_begin(&b, json, 2);
	assert_int_equal(bench_plan(&b), -EINVAL);
	assert_int_equal(b.errors, 2);
	assert_says(b.error.text, "one");
	assert_says(b.error.text, "; the same holds for 5 more NICs");
	assert_says(b.error.place, "a2/");
	bench_end(&b);
}

static void hosts_of_another_fleet_are_an_error(void **state)
{
	struct bench b;

	(void)state;
	bench_begin(&b, rate_and_alpha, 1);
	b.count--;
	assert_int_equal(bench_plan(&b), -EINVAL);
	b.count++;
	bench_end(&b);
}

static void the_digest_tells_plans_apart(void **state)
{
	uint8_t first[32];
	struct bench b;

	(void)state;
	bench_begin(&b, rate_and_alpha, 2);
	assert_int_equal(bench_plan(&b), 0);
	memcpy(first, b.plan->digest, sizeof(first));
	assert_int_equal(bench_plan(&b), 0);
	assert_memory_equal(first, b.plan->digest, sizeof(first));
	bench_reading(&b, 3, 1, BENCH_RATE)->raw++;
	assert_int_equal(bench_plan(&b), 0);
	assert_memory_not_equal(first, b.plan->digest, sizeof(first));
	bench_reading(&b, 3, 1, BENCH_RATE)->raw--;
	b.nics[0].guid++;
	assert_int_equal(bench_plan(&b), 0);
	assert_memory_not_equal(first, b.plan->digest, sizeof(first));
	bench_end(&b);
}

/* Its driver may not be loaded: nobody can say that its cards have what the file asks for. */
static void a_host_without_a_nic_is_no_host_without_a_difference(void **state)
{
	static const char json[] = "{ \"version\": 1, \"profiles\": { \"p\": { \"set\": { \"" BENCH_RATE "\": 5 } } },"
				   "  \"assign\": [ { \"hosts\": \"a[1-3]\", \"profile\": \"p\" } ],"
				   "  \"transport\": { \"kind\": \"sim\" } }";
	struct bench b;

	(void)state;
	bench_begin(&b, json, 1);
	assert_int_equal(bench_plan(&b), 0);
	assert_false(b.plan->incomplete);
	b.hosts[1].nic_count = 0;
	assert_int_equal(bench_plan(&b), 0);
	assert_true(b.plan->incomplete);
	assert_false(b.plan->refused);
	assert_string_equal(bench_note(&b, PLAN_NOTE_NO_NIC)->hosts, "a2");
	assert_int_equal(b.plan->left_out_count, 1);
	bench_end(&b);
}

static void notes_have_names(void **state)
{
	(void)state;
	assert_string_equal(plan_note_kind_name(PLAN_NOTE_NO_NIC), "no_nic");
	for (unsigned int i = 0; i < PLAN_NOTE_KIND_COUNT; i++)
		assert_true(strlen(plan_note_kind_name((enum plan_note_kind)i)) > 1);
	plan_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_differs_is_changed_from_what_is_there),
		cmocka_unit_test(a_fleet_that_is_right_has_no_steps),
		cmocka_unit_test(what_does_not_act_is_said_once),
		cmocka_unit_test(what_would_have_no_effect_is_refused),
		cmocka_unit_test(what_cards_do_not_tell_is_always_written),
		cmocka_unit_test(equal_differences_are_one_group),
		cmocka_unit_test(what_a_card_cannot_is_refused_or_left_out),
		cmocka_unit_test(a_missing_door_is_not_a_missing_feature),
		cmocka_unit_test(what_has_no_writer_is_refused_or_left_out),
		cmocka_unit_test(what_the_card_does_not_take_is_refused),
		cmocka_unit_test(a_nic_that_is_barred_is_refused_or_left_out),
		cmocka_unit_test(what_cannot_be_read_refuses_the_plan),
		cmocka_unit_test(hosts_that_cannot_be_read_are_owed),
		cmocka_unit_test(equal_notes_are_one),
		cmocka_unit_test(many_differences_and_notes_stay_apart),
		cmocka_unit_test(leave_is_not_touched),
		cmocka_unit_test(a_selector_that_takes_no_nic_is_a_warning),
		cmocka_unit_test(two_assigns_that_disagree_are_an_error),
		cmocka_unit_test(a_contradiction_is_said_once),
		cmocka_unit_test(hosts_of_another_fleet_are_an_error),
		cmocka_unit_test(the_digest_tells_plans_apart),
		cmocka_unit_test(a_host_without_a_nic_is_no_host_without_a_difference),
		cmocka_unit_test(notes_have_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
