// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Every pair of ends: versions 0 to 3, the two options that have names and one that has none, no ECE, another vendor, what
 * a policy allows and requires, what a device leaves out, messages in pieces of several sizes. What has to come of it is
 * worked out here bit by bit, without a line of the library.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "tests/unit/lib/ece/pair.h"

#define SR      0x1u
#define PCC     0x2u
#define UNNAMED 0x100u
#define ALL     0x0fffffffu

#define NVIDIA_CARDS 32 /* four versions by eight sets of options */
#define CARDS        (NVIDIA_CARDS + 2)

static const struct {
	uint32_t allow, require;
} policies[] = {
	{ALL, 0}, {ALL, SR}, {ALL, PCC}, {ALL, SR | PCC}, {SR, 0}, {SR, SR}, {PCC, 0}, {PCC, PCC}, {0, 0},
};

#define POLICIES (sizeof(policies) / sizeof(policies[0]))

static struct end make(size_t card, size_t policy, uint32_t leaves_out)
{
	uint32_t version = (uint32_t)card / 8 % 4, bits = ((uint32_t)card & 3) | (card & 4 ? UNNAMED : 0);

	return (struct end){
		.supported = card != NVIDIA_CARDS,
		.card = {card == NVIDIA_CARDS + 1 ? 0x1234 : 0x15b3, version << 28 | bits},
		.policy = {.allow = policies[policy].allow, .require = policies[policy].require},
		.leaves_out = leaves_out,
	};
}

struct expected {
	bool connects;
	uint32_t common;  /* nobody asks a device for more */
	uint32_t agreed;  /* the word */
	uint32_t working; /* option bits in effect at both ends */
};

static bool has_ece(const struct end *end)
{
	return end->supported && end->card.vendor_id == 0x15b3 && end->card.options >> 28;
}

static struct expected work_out(const struct end ends[2])
{
	uint32_t versions[2] = {ends[0].card.options >> 28, ends[1].card.options >> 28};
	uint32_t version = versions[0] < versions[1] ? versions[0] : versions[1];
	struct expected x = {.common = 0};

	if (has_ece(&ends[0]) && has_ece(&ends[1])) {
		for (uint32_t bit = 1; bit < 1u << 28; bit <<= 1)
			if ((ends[0].card.options & bit) && (ends[1].card.options & bit) &&
			    (ends[0].policy.allow & bit) && (ends[1].policy.allow & bit) && (bit != SR || version >= 2))
				x.common |= bit;
		x.agreed = version << 28 | (x.common & ~ends[1].leaves_out);
	}
	x.working = x.agreed & ALL & ~ends[0].leaves_out;
	x.connects = !((ends[0].policy.require | ends[1].policy.require) & ~x.working);
	return x;
}

static void check_connected(const struct end *end, const struct expected *x)
{
	const struct ece_outcome *o = ece_session_outcome(end->session);

	assert_int_equal(ece_session_want(end->session), ECE_WANT_DONE);
	assert_int_equal(ece_session_error(end->session)->code, 0);
	assert_int_equal(o->agreed.options, x->agreed);
	assert_int_equal(o->lacking, 0);
	assert_int_equal(o->effective.options & o->peer_effective.options & ALL, x->working);
	for (uint32_t bit = 1; bit <= UNNAMED; bit <<= 1)
		assert_int_equal(ece_outcome_why(o, bit) == ECE_MISSING_NOT, (x->working & bit) != 0);
}

static void check_refused(const struct end *end, const struct end *peer, const struct expected *x)
{
	const struct ece_outcome *o = ece_session_outcome(end->session);
	const struct ece_error *e = ece_session_error(end->session);
	uint32_t required = end->policy.require | peer->policy.require;

	assert_int_equal(ece_session_want(end->session), ECE_WANT_FAILED);
	assert_int_equal(e->code, -ECONNREFUSED);
	assert_int_not_equal(o->lacking, 0);
	assert_int_equal(o->lacking & ~(required & ~x->working), 0);
	assert_int_equal(o->lacking, ece_session_outcome(peer->session)->lacking);
	assert_int_equal(strstr(e->text, "this end's policy requires") != NULL,
			 (o->lacking & end->policy.require) != 0);
	assert_int_equal(strstr(e->text, "the peer's policy requires") != NULL,
			 (o->lacking & ~end->policy.require) != 0);
}

static void check(struct end ends[2], size_t piece)
{
	struct expected x = work_out(ends);

	pair_run(ends, piece);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(ends[i].asked.options & ALL & ~x.common, 0);
		if (x.connects)
			check_connected(&ends[i], &x);
		else
			check_refused(&ends[i], &ends[!i], &x);
	}
	pair_free(ends);
}

static void every_pair_comes_to_what_the_rules_say(void **state)
{
	static const size_t pieces[] = {1, 7, 8, 48, 1000};
	static const uint32_t left_out[] = {0, SR, SR | PCC};
	size_t runs = 0;

	(void)state;
	for (size_t a = 0; a < CARDS * POLICIES; a++)
		for (size_t b = 0; b < CARDS * POLICIES; b++, runs++) {
			/* Not each with each, but each with many. */
			size_t mixed = a * 5 + b * 7 + a / 9 + b / 9;
			struct end ends[2] = {
				make(a % CARDS, a / CARDS, left_out[mixed % 3]),
				make(b % CARDS, b / CARDS, left_out[mixed / 3 % 3]),
			};

			check(ends, pieces[(a + b + a / 5) % 5]);
		}
	assert_int_equal(runs, 93636);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_pair_comes_to_what_the_rules_say),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
