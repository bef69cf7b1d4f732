// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * What holds for every plan, on random fleets: labels, changes, units and steps are drawn, and so is who has what, who
 * is down and who is left alone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/lib/plan/bench.h"

#define HOSTS    48
#define SEEDS    400
#define TEXT_MAX 16384

static const char *const units[] = {"host", "label:rack", "label:domain"};

static size_t add(char *text, size_t at, const char *more)
{
	return at + (size_t)snprintf(text + at, TEXT_MAX - at, "%s", more);
}

static size_t add_inventory(char *text, size_t at)
{
	char entry[160];

	at = add(text, at, "\"inventory\": [");
	for (unsigned int i = 1; i <= HOSTS; i++) {
		long rack = random() % 6, domain = random() % 9;

		snprintf(entry, sizeof(entry), "%s{ \"hosts\": \"a%02u\", \"labels\": { \"rack\": \"r%ld\"%s",
			 i > 1 ? "," : "", i, rack, domain ? ", \"domain\": " : "");
		at = add(text, at, entry);
		if (domain)
			snprintf(entry, sizeof(entry), "\"d%ld\" } }", domain);
		at = add(text, at, domain ? entry : " } }");
	}
	return add(text, at, "],");
}

static size_t add_rollout(char *text, size_t at, const char *name)
{
	char entry[512];

	snprintf(entry, sizeof(entry),
		 "\"%s\": { \"unit\": \"%s\", \"mixed\": \"%s\", \"steps\": [ { \"to\": %ld }, { \"to\": \"%ld%%\","
		 " \"batch\": %ld }, { \"to\": \"100%%\" } ], \"budget\": { \"unreachable\": \"50%%\" } }",
		 name, units[random() % 3], random() % 3 ? "forbid" : "allow", 1 + random() % 5, 40 + random() % 50,
		 1 + random() % 8);
	return add(text, at, entry);
}

static void begin(struct bench *b)
{
	char *text = malloc(TEXT_MAX);
	size_t at;

	assert_non_null(text);
	at = add(text, 0, "{ \"version\": 1, ");
	at = add_inventory(text, at);
	at = add(text, at,
		 "\"profiles\": { \"p\": { \"set\": { \"" BENCH_RATE "\": 20, \"" BENCH_SR "\": true, \"" BENCH_ALPHA
		 "\": 0.08 } } },"
		 "\"assign\": [ { \"hosts\": \"a[01-48]\", \"profile\": \"p\" } ],");
	if (random() % 2)
		at = add(text, at, "\"exclude\": [ { \"hosts\": \"a[05-06]\", \"why\": \"RMA\" } ],");
	at = add(text, at,
		 "\"changes\": [ { \"id\": \"one\", \"params\": [\"" BENCH_RATE "\"], \"rollout\": \"x\" } ],"
		 "\"rollouts\": { ");
	at = add_rollout(text, at, "x");
	at = add(text, at, ", ");
	at = add_rollout(text, at, "default");
	add(text, at, "}, \"transport\": { \"kind\": \"sim\" } }");
	bench_begin(b, text, 2);
	free(text);
}

static void disturb(struct bench *b)
{
	for (size_t i = 0; i < HOSTS; i++) {
		if (!(random() % 24))
			b->hosts[i].state = FACTS_HOST_UNREACHABLE;
		for (size_t nic = 0; nic < 2; nic++) {
			if (!(random() % 3))
				bench_reading(b, i, nic, BENCH_RATE)->raw = 20;
			if (!(random() % 3))
				bench_reading(b, i, nic, BENCH_SR)->raw = 1;
			if (!(random() % 2))
				bench_reading(b, i, nic, BENCH_ALPHA)->raw = 5243;
		}
	}
}

/* Steps cover the order without gaps, those of one part stand together, and parts come in the order of the file. */
static void check_steps(const struct bench *b)
{
	uint32_t first = 0, part = 0;

	for (size_t s = 0; s < b->plan->step_count; s++) {
		const struct plan_step *step = &b->plan->steps[s];

		assert_int_equal(step->first, first);
		assert_true(step->count > 0);
		assert_true(step->part >= part);
		part = step->part;
		first += step->count;
	}
	assert_int_equal(first, b->plan->order_count);
}

static size_t step_of(const struct bench *b, uint32_t host, uint32_t part)
{
	size_t found = SIZE_MAX;

	for (size_t s = 0; s < b->plan->step_count; s++)
		for (uint32_t i = 0; i < b->plan->steps[s].count; i++)
			if (b->plan->steps[s].part == part && b->plan->order[b->plan->steps[s].first + i] == host) {
				assert_int_equal(found, SIZE_MAX); /* once */
				found = s;
			}
	return found;
}

/* Every host with a change of a part is in one step of it, and nobody else is. */
static void check_cover(const struct bench *b)
{
	size_t positions = 0;

	for (uint32_t part = 0; part < b->plan->part_count; part++) {
		size_t hosts = 0;

		for (uint32_t host = 0; host < HOSTS; host++) {
			bool changes = false;

			for (size_t c = 0; c < b->plan->change_count; c++)
				changes |= b->plan->changes[c].host == host && b->plan->changes[c].part == part;
			assert_int_equal(changes, step_of(b, host, part) != SIZE_MAX);
			hosts += changes;
		}
		assert_int_equal(b->plan->parts[part].host_count, hosts);
		positions += hosts;
	}
	assert_int_equal(b->plan->order_count, positions);
}

static const struct fleet_rollout *rollout_of(const struct bench *b, uint32_t part)
{
	return &b->fleet->rollouts[b->fleet->changes[part].rollout];
}

/* Two hosts with one value of the unit's label are never parted. */
static void check_units(const struct bench *b)
{
	for (uint32_t part = 0; part < b->plan->part_count; part++) {
		const char *label = rollout_of(b, part)->unit_label;

		for (uint32_t x = 0; label && x < HOSTS; x++)
			for (uint32_t y = 0; y < x; y++) {
				const char *of_x = fleet_label(b->fleet, x, label),
					   *of_y = fleet_label(b->fleet, y, label);
				size_t in_x = step_of(b, x, part), in_y = step_of(b, y, part);

				if (of_x && of_x == of_y && in_x != SIZE_MAX && in_y != SIZE_MAX)
					assert_int_equal(in_x, in_y);
			}
	}
}

static bool gets_pairwise(const struct bench *b, uint32_t host)
{
	for (size_t c = 0; c < b->plan->change_count; c++)
		if (b->plan->changes[c].host == host && ece_param_at(b->plan->changes[c].param)->pairwise)
			return true;
	return false;
}

/* A plan that is not refused parts no domain by a pairwise value, unless the file lets it; no label: all are one. */
static void check_domains(const struct bench *b)
{
	uint32_t part = fleet_change_of(b->fleet, ece_param_find(BENCH_SR));

	if (b->plan->refused || rollout_of(b, part)->mixed)
		return;
	for (uint32_t x = 0; x < HOSTS; x++)
		for (uint32_t y = 0; y < x; y++)
			if (fleet_label(b->fleet, x, "domain") == fleet_label(b->fleet, y, "domain") &&
			    gets_pairwise(b, x) && gets_pairwise(b, y))
				assert_int_equal(step_of(b, x, part), step_of(b, y, part));
}

/* nmstate/kubernetes-nmstate#474: every host is counted, in one place only. */
static void check_counts(const struct bench *b)
{
	size_t counts[PLAN_HOST_STATE_COUNT] = {0};

	for (size_t i = 0; i < HOSTS; i++) {
		counts[b->plan->host_states[i]]++;
		assert_int_equal(b->plan->owed_why[i] != NULL, b->plan->host_states[i] == PLAN_HOST_UNREACHABLE ||
								       b->plan->host_states[i] == PLAN_HOST_EXCLUDED);
	}
	assert_int_equal(counts[PLAN_HOST_CHANGED], b->plan->changed_count);
	assert_int_equal(counts[PLAN_HOST_UNCHANGED], b->plan->unchanged_count);
	assert_int_equal(counts[PLAN_HOST_UNREACHABLE], b->plan->unreachable_count);
	assert_int_equal(counts[PLAN_HOST_EXCLUDED], b->plan->excluded_count);
}

/* A value is never written where it is, nor from anything but what was read; the order is that of the table. */
static void check_changes(struct bench *b)
{
	for (size_t i = 0; i < b->plan->change_count; i++) {
		const struct plan_change *c = &b->plan->changes[i];
		const struct ece_param *param = ece_param_at(c->param);

		assert_int_equal(c->from, bench_reading(b, c->host, c->nic, param->name)->raw);
		assert_false(ece_param_matches(param, c->to, c->from));
		if (i)
			assert_true(c[-1].host < c->host || (c[-1].host == c->host && c[-1].nic < c->nic) ||
				    (c[-1].host == c->host && c[-1].nic == c->nic && c[-1].param < c->param));
	}
}

static void every_plan_keeps_its_word(void **state)
{
	size_t refused = 0, empty = 0;

	(void)state;
	for (unsigned int seed = 1; seed <= SEEDS; seed++) {
		struct bench b;

		srandom(seed);
		begin(&b);
		disturb(&b);
		assert_int_equal(bench_plan(&b), 0);
		check_steps(&b);
		check_cover(&b);
		check_units(&b);
		check_domains(&b);
		check_counts(&b);
		check_changes(&b);
		refused += b.plan->refused;
		empty += !b.plan->order_count;
		bench_end(&b);
	}
	print_message("%d fleets, %zu plans refused, %zu empty\n", SEEDS, refused, empty);
	assert_true(refused > SEEDS / 10 && refused < SEEDS * 9 / 10); /* otherwise half of it was not tried */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_plan_keeps_its_word),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
