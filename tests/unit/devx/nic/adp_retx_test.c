// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The profile of adaptive retransmission: one write for all of it, and nothing that the card's limits forbid. */
#include "tests/unit/devx/nic/model.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "devx/base/be.h"

#define COUNT_OF(list) (sizeof(list) / sizeof((list)[0]))
#define AT(name)       "roce_accl.adp_retx." name

struct want {
	const char *name;
	uint64_t raw;
};

/* A card that never had a profile, as far as it shows. */
static void start_empty(struct model *m)
{
	model_start(m, "7.x", "cx7", 0);
	memset(m->state.roce_accl + 0x10, 0, 0x30);
}

static int write_all(struct model *m, const struct want *wants, size_t n, struct ece_write *writes)
{
	for (size_t i = 0; i < n; i++)
		writes[i] = (struct ece_write){.param = param(wants[i].name), .raw = wants[i].raw};
	return ece_nic_write(m->nic, writes, n);
}

static const struct want whole[] = {
	{AT("time_base"), 4},        {AT("range_num"), 2},         {AT("start_range"), 0},
	{AT("init_low_bound"), 4},   {AT("init_size"), 2},         {AT("total_timeout"), 256},
	{AT("range0.low_bound"), 4}, {AT("range0.size"), 4},       {AT("range0.retry_num"), 1},
	{AT("range1.low_bound"), 9}, {AT("range1.size"), 3},       {AT("range1.retry_num"), 2},
	{AT("range1.dec_mode"), 2},  {AT("range1.prev_range"), 0}, {"roce_accl.roce_tx_window_en", 1},
};

static void a_profile_goes_out_in_one_write(void **state)
{
	struct ece_write writes[COUNT_OF(whole)];
	uint64_t before;
	struct model m;

	(void)state;
	start_empty(&m);
	before = m.state.commands;
	assert_int_equal(write_all(&m, whole, COUNT_OF(whole), writes), 0);
	/* Read it and its profile, write, read both back. */
	assert_int_equal(m.state.commands - before, 5);
	assert_int_equal(ece_be32(m.state.roce_accl + 0x04), 0x00000007);
	assert_int_equal(ece_be32(m.state.roce_accl + 0x10), 0xa0400004);
	assert_int_equal(ece_be32(m.state.roce_accl + 0x14), 0x00000402);
	assert_int_equal(ece_be32(m.state.roce_accl + 0x18), 0x00010404);
	assert_int_equal(ece_be32(m.state.roce_accl + 0x1c), 0x08020903);
	assert_int_equal(ece_be32(m.state.roce_accl + 0x20), 0);
	model_stop(&m);
}

static void check_failure(const struct ece_write *writes, size_t n, const char *says)
{
	size_t i = 0;

	while (i < n && writes[i].state != ECE_WRITE_FAILED)
		i++;
	assert_true(i < n);
	assert_int_equal(writes[i].error.kind, ECE_ERROR_RANGE);
	if (!strstr(writes[i].error.text, says))
		fail_msg("%s", writes[i].error.text);
	assert_non_null(strstr(writes[i].error.place, "0000:01:00.0/roce_accl.adp_retx."));
}

/* Each with the field of a whole profile that it spoils, and a word of the message. */
static void what_the_limits_forbid_is_never_sent(void **state)
{
	static const struct {
		const char *name;
		uint64_t raw;
		const char *says;
	} wrong[] = {
		{AT("time_base"), 5, "power of two, not 5 us"},
		{AT("time_base"), 0, "power of two, not 0 us"},
		{AT("time_base"), 2, "at least 4 us on this card, not 2 us"},
		{AT("range_num"), 0, "1 to 4 on this card, not 0"},
		{AT("range_num"), 5, "1 to 4 on this card, not 5"},
		{AT("start_range"), 2, "0 to 1, not 2"},
		{AT("range1.prev_range"), 2, "range1.prev_range must name a range in use, 0 to 1, not 2"},
		{AT("range1.low_bound"), 4, "range1.low_bound 4 is not above the 4 of range0"},
		{AT("range1.low_bound"), 3, "range1.low_bound 3 is not above the 4 of range0"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(wrong); i++) {
		struct ece_write writes[COUNT_OF(whole)];
		struct want wants[COUNT_OF(whole)];
		struct model m;

		memcpy(wants, whole, sizeof(wants));
		for (size_t w = 0; w < COUNT_OF(wants); w++)
			if (!strcmp(wants[w].name, wrong[i].name))
				wants[w].raw = wrong[i].raw;
		start_empty(&m);
		/* Nothing that the card has may have been written, not even what has no fault. */
		assert_int_equal(write_all(&m, wants, COUNT_OF(wants), writes), -EINVAL);
		check_failure(writes, COUNT_OF(wants), wrong[i].says);
		assert_int_equal(ece_be32(m.state.roce_accl + 0x04), 0x00000005);
		assert_int_equal(ece_be32(m.state.roce_accl + 0x10), 0);
		model_stop(&m);
	}
}

/* One field of a card without profile makes no profile. */
static void a_part_of_a_profile_is_refused(void **state)
{
	static const struct want one[] = {{AT("time_base"), 64}};
	struct ece_write writes[1];
	struct model m;

	(void)state;
	start_empty(&m);
	assert_int_equal(write_all(&m, one, 1, writes), -EINVAL);
	assert_non_null(strstr(writes[0].error.text, "range_num must be 1 to 4"));
	model_stop(&m);
}

/* Zeros are what was there, so they are sent; this model refuses them, and that is what is said. */
static void an_undo_to_no_profile_is_tried(void **state)
{
	struct ece_write writes[COUNT_OF(whole)];
	struct want zeros[COUNT_OF(whole)];
	struct model m;

	(void)state;
	start_empty(&m);
	assert_int_equal(write_all(&m, whole, COUNT_OF(whole), writes), 0);
	for (size_t i = 0; i < COUNT_OF(whole); i++)
		zeros[i] = (struct want){whole[i].name, writes[i].before.raw};
	assert_true(write_all(&m, zeros, COUNT_OF(zeros), writes) < 0);
	assert_int_equal(writes[0].error.kind, ECE_ERROR_REFUSED);
	assert_int_equal(writes[0].error.result.status, 0x03);
	assert_int_equal(ece_be32(m.state.roce_accl + 0x10), 0xa0400004);
	model_stop(&m);
}

static void a_profile_that_nothing_uses_is_inert(void **state)
{
	const struct ece_param *base = param(AT("time_base"));
	struct ece_value value;
	struct model m;

	(void)state;
	model_start(&m, "7.x", "cx7", 0);
	ece_nic_read(m.nic, &base, &value, 1);
	assert_int_equal(value.state, ECE_VALUE_SET);
	assert_int_equal(value.raw, 16);
	m.state.roce_accl[7] &= 0xfe;
	ece_nic_read(m.nic, &base, &value, 1);
	assert_int_equal(value.state, ECE_VALUE_INERT);
	assert_int_equal(value.raw, 16);
	assert_non_null(strstr(value.why, "roce_adp_retrans_en is false"));
	model_stop(&m);
}

static void a_unit_that_is_not_known_is_not_guessed(void **state)
{
	const struct ece_param *base = param(AT("time_base"));
	struct ece_value value;
	struct model m;

	(void)state;
	model_start(&m, "7.x", "cx7", 0);
	m.state.roce_accl[0x11] = 0x80;
	ece_nic_read(m.nic, &base, &value, 1);
	assert_int_equal(value.state, ECE_VALUE_UNREADABLE);
	model_stop(&m);
}

static void a_card_without_profiles_is_not_asked_for_one(void **state)
{
	const struct ece_param *base = param(AT("time_base"));
	struct ece_value value;
	uint64_t before;
	struct model m;

	(void)state;
	model_start(&m, "7.x", "cx6dx", 0);
	before = m.state.commands;
	ece_nic_read(m.nic, &base, &value, 1);
	assert_int_equal(value.state, ECE_VALUE_UNSUPPORTED);
	/* The long form and the short one. */
	assert_int_equal(m.state.commands - before, 2);
	model_stop(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_profile_goes_out_in_one_write),
		cmocka_unit_test(what_the_limits_forbid_is_never_sent),
		cmocka_unit_test(a_part_of_a_profile_is_refused),
		cmocka_unit_test(an_undo_to_no_profile_is_tried),
		cmocka_unit_test(a_profile_that_nothing_uses_is_inert),
		cmocka_unit_test(a_unit_that_is_not_known_is_not_guessed),
		cmocka_unit_test(a_card_without_profiles_is_not_asked_for_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
