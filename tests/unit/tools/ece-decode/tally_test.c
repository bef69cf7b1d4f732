// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Counts over exchanges, and their limits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "devx/base/be.h"
#include "tools/ece-decode/tally.h"

#define NVIDIA 0x15b3

static struct tally *tally_new(void)
{
	static struct tally tally;

	memset(&tally, 0, sizeof(tally));
	tally.hosts = hosts_new();
	assert_non_null(tally.hosts);
	return &tally;
}

/* Established between hosts of these numbers. */
static struct capture_exchange between(uint32_t a, uint32_t b, uint32_t offered, uint32_t answered)
{
	struct capture_exchange exchange = {
		.seen = CAPTURE_SEEN(CAPTURE_REQ) | CAPTURE_SEEN(CAPTURE_REP) | CAPTURE_SEEN(CAPTURE_RTU),
		.requester = {.known = true, .word = {offered ? NVIDIA : 0, offered}},
		.responder = {.known = true, .word = {answered ? NVIDIA : 0, answered}},
	};

	ece_put_be32(exchange.requester.address + 12, a);
	ece_put_be32(exchange.responder.address + 12, b);
	return exchange;
}

static void add(struct tally *tally, struct capture_exchange exchange, uint32_t want)
{
	tally_add(tally, &exchange, want);
}

static void more_than_was_offered_is_seen(void **state)
{
	static const struct {
		struct ece_offer offered, answered;
		uint32_t more;
	} cases[] = {
		{{NVIDIA, 0x30000003}, {NVIDIA, 0x30000003}, 0},
		{{NVIDIA, 0x30000003}, {NVIDIA, 0x20000001}, 0},
		{{NVIDIA, 0x30000003}, {0, 0}, 0},
		{{NVIDIA, 0x30000003}, {0, 0x30000003}, 0},
		{{NVIDIA, 0x30000003}, {0x1234, 0}, 0},
		{{NVIDIA, 0x30000001}, {NVIDIA, 0x30000003}, 2},
		{{NVIDIA, 0x20000001}, {NVIDIA, 0x30000001}, 0x30000000},
		{{NVIDIA, 0x20000001}, {0x1234, 5}, 5},
		{{0, 0}, {NVIDIA, 0x30000003}, 0x30000003},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_int_equal(word_more(&cases[i].offered, &cases[i].answered), cases[i].more);
}

static void what_is_wanted_is_held_against_what_was_agreed(void **state)
{
	struct tally *tally = tally_new();

	(void)state;
	add(tally, between(1, 2, 0x30000003, 0x30000003), 1);
	add(tally, between(1, 2, 0x30000003, 0x30000002), 1);
	add(tally, between(1, 2, 0x30000003, 0), 1);
	add(tally, between(1, 2, 0, 0), 1);
	assert_int_equal(tally->connections, 4);
	assert_int_equal(tally->lacking, 3);
	assert_int_equal(tally->word_count, 2);
	assert_int_equal(tally->none[TALLY_NOT_ANSWERED], 1);
	assert_int_equal(tally->none[TALLY_NOT_OFFERED], 1);
	hosts_free(tally->hosts);
}

static void bits_of_other_vendors_are_not_what_is_wanted(void **state)
{
	struct capture_exchange exchange = between(1, 2, 3, 3);
	struct tally *tally = tally_new();

	(void)state;
	exchange.requester.word.vendor_id = exchange.responder.word.vendor_id = 0x1234;
	add(tally, exchange, 1);
	assert_int_equal(tally->lacking, 1);
	exchange.responder.word.vendor_id = NVIDIA;
	add(tally, exchange, 0);
	assert_int_equal(tally->none[TALLY_OTHER_VENDOR], 1);
	hosts_free(tally->hosts);
}

/* For those who mark a name where it is shown. */
static void bits_of_any_word_are_remembered(void **state)
{
	struct capture_exchange exchange = between(1, 2, 0, 0x20000001);
	struct tally *tally = tally_new();

	(void)state;
	add(tally, between(1, 2, 0x30000004, 0), 0);
	assert_int_equal(tally->shown, 4);
	exchange.seen = CAPTURE_SEEN(CAPTURE_REP);
	add(tally, exchange, 0);
	assert_int_equal(tally->shown, 5);
	exchange.responder.word = (struct ece_offer){0x1234, 2};
	add(tally, exchange, 0);
	assert_int_equal(tally->shown, 5);
	hosts_free(tally->hosts);
}

static void words_and_reasons_have_a_limit(void **state)
{
	struct capture_exchange rejected = {.seen = CAPTURE_SEEN(CAPTURE_REJ), .reason = TALLY_REASONS_MAX};
	struct tally *tally = tally_new();

	(void)state;
	for (uint32_t i = 0; i < TALLY_WORDS_MAX + 5; i++)
		add(tally, between(1, 2, 0xffffffff, 0x30000100 + i), 0);
	add(tally, between(1, 2, 0xffffffff, 0x30000100), 0);
	assert_int_equal(tally->word_count, TALLY_WORDS_MAX);
	assert_int_equal(tally->other_words, 5);
	assert_int_equal(tally->words[0].count, 2);
	add(tally, rejected, 0);
	rejected.reason--;
	add(tally, rejected, 0);
	assert_int_equal(tally->other_reasons, 1);
	assert_int_equal(tally->reasons[TALLY_REASONS_MAX - 1], 1);
	hosts_free(tally->hosts);
}

static void odd_hosts_come_first(void **state)
{
	struct tally *tally = tally_new();
	const struct host_counts *odd;
	size_t count;

	(void)state;
	add(tally, between(1, 2, 0x30000003, 0x30000003), 0);
	add(tally, between(1, 3, 0x30000003, 0), 0);
	add(tally, between(4, 1, 0, 0), 0);
	add(tally, between(4, 2, 0, 0), 0);
	odd = hosts_odd(tally->hosts, &count);
	assert_int_equal(count, 2);
	assert_int_equal(odd[0].address[15], 4);
	assert_int_equal(odd[0].offered_none, 2);
	assert_int_equal(odd[0].took_none, 0);
	assert_int_equal(odd[1].address[15], 3);
	assert_int_equal(odd[1].took_none, 1);
	assert_int_equal(odd[1].connections, 1);
	hosts_free(tally->hosts);
	hosts_free(NULL);
}

static void hosts_have_a_limit(void **state)
{
	struct tally *tally = tally_new();
	size_t count;

	(void)state;
	for (uint32_t i = 0; i < HOSTS_MAX; i++)
		add(tally, between(i, i, 0, 0), 0);
	assert_int_equal(hosts_uncounted(tally->hosts), 0);
	add(tally, between(HOSTS_MAX, HOSTS_MAX + 1, 0, 0), 0);
	add(tally, between(0, HOSTS_MAX, 0, 0), 0);
	assert_int_equal(hosts_uncounted(tally->hosts), 3);
	assert_int_equal(hosts_odd(tally->hosts, &count)->address[15], 0);
	assert_int_equal(count, HOSTS_MAX);
	hosts_free(tally->hosts);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(more_than_was_offered_is_seen),
		cmocka_unit_test(what_is_wanted_is_held_against_what_was_agreed),
		cmocka_unit_test(bits_of_other_vendors_are_not_what_is_wanted),
		cmocka_unit_test(bits_of_any_word_are_remembered),
		cmocka_unit_test(words_and_reasons_have_a_limit),
		cmocka_unit_test(odd_hosts_come_first),
		cmocka_unit_test(hosts_have_a_limit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
