// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Samples as the store keeps them: whole, in pieces, and damaged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/control/sample.h"
#include "tests/unit/lib/control/bench.h"

#define HOSTS  5
#define PIECES 8

struct kit {
	struct frozen *frozen;
	struct sample *sample;
	char *pieces[PIECES];
	size_t count;
};

static struct frozen *freeze(struct bench *b)
{
	struct frozen *frozen = NULL;
	char *text;
	size_t len;

	bench_begin(b, HOSTS, "{ \"steps\": [ { \"to\": 2 }, { \"to\": \"100%\" } ], \"soak\": \"10s\" }");
	assert_int_equal(bench_plan(b), 0);
	if (frozen_write(b->fleet, b->plan, b->facts, false, false, &text, &len, &b->e) ||
	    frozen_read(text, len, &frozen, &b->e))
		fail_msg("%s", b->e.text);
	return frozen;
}

/* Of a step with two hosts, seven of a kind of counters, and three hosts that are left alone. */
static struct sample *fill(struct bench *b, const struct frozen *frozen)
{
	struct rollout_action action = {.kind = ROLLOUT_ACTION_SAMPLE, .round = 3};
	struct rollout_change change = {.name = "", .limits = frozen->changes[0].limits};
	struct rollout_step_plan step = {.count = HOSTS};
	struct rollout_plan plan = {&change, 1, &step, 1, NULL, HOSTS};
	struct rollout *rollout = NULL;
	struct sample *s = NULL;

	assert_int_equal(rollout_new(&plan, &rollout), 0);
	assert_int_equal(sample_new(frozen, rollout, &action, &s, &b->e), 0);
	rollout_free(rollout);
	assert_int_equal(s->host_count, HOSTS);
	assert_int_equal(s->treated_count, 2);
	for (size_t i = 0; i < HOSTS; i++) {
		struct counter_reading *readings = calloc(s->counter_count, sizeof(*readings));
		struct protocol_nic nic = {.info.guid = 16 + i, .devx_only = i == 1, .counters = readings};
		struct protocol_answer answer = {.boot = "b", .at_ns = 77, .nics = &nic, .nic_count = 1};

		if (i == 3) {
			assert_int_equal(sample_miss(s, i, "no answer", &b->e), 0);
			free(readings);
			continue;
		}
		readings[0] = (struct counter_reading){UINT32_MAX - i, COUNTER_PRESENT};
		readings[1].state = COUNTER_UNREADABLE;
		answer.counters = s->counters;
		answer.counter_count = nic.counter_count = s->counter_count;
		assert_int_equal(sample_take(s, i, &answer, NULL, &b->e), 0);
		free(readings);
	}
	return s;
}

static void write_pieces(struct bench *b, struct kit *kit, size_t max)
{
	size_t first = 0;

	kit->frozen = freeze(b);
	kit->sample = fill(b, kit->frozen);
	do {
		assert_true(kit->count < PIECES);
		assert_int_equal(sample_write(kit->sample, &first, max, &kit->pieces[kit->count++], &b->e), 0);
	} while (first < HOSTS);
}

static void end(struct kit *kit)
{
	for (size_t i = 0; i < kit->count; i++)
		free(kit->pieces[i]);
	sample_free(kit->sample);
	frozen_free(kit->frozen);
}

static void assert_same(const struct sample *a, const struct sample *b)
{
	assert_int_equal(b->filled, HOSTS);
	assert_int_equal(b->round, 3);
	assert_int_equal(b->treated_count, 2);
	assert_int_equal(b->counter_count, a->counter_count);
	for (size_t i = 0; i < HOSTS; i++) {
		const struct sample_host *x = &a->hosts[i], *y = sample_find(b, x->number);

		assert_non_null(y);
		assert_string_equal(x->name, y->name);
		assert_int_equal(x->treated, y->treated);
		assert_int_equal(x->answered, y->answered);
		assert_string_equal(x->why, y->why);
		assert_int_equal(x->nic_count, y->nic_count);
		if (!x->nic_count)
			continue;
		assert_string_equal(x->boot, y->boot);
		assert_int_equal(x->at_ns, y->at_ns);
		assert_int_equal(x->nics[0].guid, y->nics[0].guid);
		assert_int_equal(x->nics[0].devx_only, y->nics[0].devx_only);
		for (size_t c = 0; c < a->counter_count; c++) {
			assert_int_equal(x->nics[0].readings[c].state, y->nics[0].readings[c].state);
			assert_int_equal(x->nics[0].readings[c].value, y->nics[0].readings[c].value);
		}
	}
}

static void a_sample_comes_back_as_it_was(void **state)
{
	struct bench *b = *state;
	struct kit kit = {0};
	struct sample *s = NULL;

	write_pieces(b, &kit, 1 << 20);
	assert_int_equal(kit.count, 1);
	assert_int_equal(sample_read(kit.frozen, kit.pieces[0], &s, &b->e), 0);
	assert_same(kit.sample, s);
	sample_free(s);
	end(&kit);
}

static void a_large_sample_is_kept_in_pieces(void **state)
{
	struct bench *b = *state;
	struct kit kit = {0};
	struct sample *s = NULL;

	write_pieces(b, &kit, 1);
	assert_true(kit.count > 1);
	/* A piece that is left over from a larger sample that was replaced. */
	assert_int_equal(sample_read(kit.frozen, kit.pieces[kit.count - 1], &s, &b->e), 0);
	assert_null(s);
	for (size_t i = 0; i < kit.count; i++) {
		if (s)
			assert_true(s->filled < HOSTS);
		assert_int_equal(sample_read(kit.frozen, kit.pieces[i], &s, &b->e), 0);
	}
	assert_same(kit.sample, s);
	sample_free(s);
	end(&kit);
}

/* A second card of a treated host, that the change leaves alone, has nothing to say. */
static void only_cards_that_the_change_touches_count(void **state)
{
	struct bench *b = *state;
	struct kit kit = {0};
	struct protocol_card card = {.guid = 2};
	struct protocol_request touched = {.cards = &card, .card_count = 1};
	struct protocol_nic nics[] = {{.info.guid = 1}, {.info.guid = 2}};
	struct protocol_answer answer = {.nics = nics, .nic_count = 2};

	write_pieces(b, &kit, 1 << 20);
	assert_int_equal(sample_take(kit.sample, 0, &answer, &touched, &b->e), 0);
	assert_int_equal(kit.sample->hosts[0].nic_count, 1);
	assert_int_equal(kit.sample->hosts[0].nics[0].guid, 2);
	assert_int_equal(sample_take(kit.sample, 2, &answer, NULL, &b->e), 0);
	assert_int_equal(kit.sample->hosts[2].nic_count, 2);
	end(&kit);
}

static void damage_is_found(void **state)
{
	struct bench *b = *state;
	struct kit kit = {0};
	struct sample *s = NULL;
	size_t len, found = 0;
	char *text;

	write_pieces(b, &kit, 1 << 20);
	len = strlen(kit.pieces[0]);
	text = malloc(len + 1);
	assert_non_null(text);
	for (size_t i = 0; i < len; i++) {
		memcpy(text, kit.pieces[0], len + 1);
		text[i] = text[i] == '{' ? '[' : '{';
		if (sample_read(kit.frozen, text, &s, &b->e)) {
			assert_null(s);
			found++;
		}
		sample_free(s);
		s = NULL;
	}
	/* What stays may be the letters of a reason or a boot id. */
	assert_true(found > len / 2);
	free(text);
	end(&kit);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, bench_setup, bench_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(a_sample_comes_back_as_it_was),
		CASE(a_large_sample_is_kept_in_pieces),
		CASE(only_cards_that_the_change_touches_count),
		CASE(damage_is_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
