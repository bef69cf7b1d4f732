// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * What reading the NV configuration asks of the card, call by call, and what an answer makes of a value. Header words
 * are those that the kernel's nv_param.c sends: the length of the TLV, the type word, the access mode in bits 23:22.
 */
#include "tests/unit/devx/nic/calls.h"

#include <stdio.h>

#include "devx/nic/nv.h"

/* clang-format off */
#define NV_READ(id, bytes) REG(bytes), .scope = 1, .in = {{0x00, 0x08050000}, {0x04, 1}, {0x08, (id)}
#define MNVQC(type)        NV_READ(0x9030, 8), {0x10, (type)}}
#define MNVDA(head, type)  NV_READ(0x9024, 0x10c), {0x10, (head)}, {0x14, (type)}}
#define ANSWER(head, type, word) .out = {{0x10, (head)}, {0x14, (type)}, {0x1c, (word)}}
#define TELLS_ALL          {NV_TELLS, .out = {{0x10, 0x00000003}}}
#define SUPPORTED(version) .out = {{0x14, 0x00000003 | (version) << 4}}
#define SR_READ            {REG(0x80), REG_READ, .out = {{0x10, 0x00000040}}}
/* RDMA_SELECTIVE_REPEAT_EN: TLV 0x10a, bit 11; its capability is bit 18 of TLV 0x10b */
#define SR_ASKED           {MNVQC(0x10a), SUPPORTED(1)}, {MNVQC(0x10b), .out = {{0x14, 0x00000001}}}
#define SR_CAPABLE         {MNVDA(0x00000004, 0x10b), ANSWER(0x00000004, 0x10b, 0x00040000)}
#define SR_CURRENT(word)   {MNVDA(0x00400008, 0x10a), ANSWER(0x00400008, 0x10a, (word))}
#define SR_NEXT(word)      {MNVDA(0x00000008, 0x10a), ANSWER(0x00000008, 0x10a, (word))}
/* clang-format on */

static struct ece_value read_selective_repeat(const struct call *calls, size_t count)
{
	const struct ece_param *param = SELECTIVE_REPEAT;
	struct ece_value value;
	struct ece_nic *nic;
	struct double_os d;

	start(&d, &nic, calls, count);
	ece_nic_read(nic, &param, &value, 1);
	end(&d, nic);
	return value;
}

#define READ(calls) read_selective_repeat(calls, sizeof(calls) / sizeof((calls)[0]))

static void a_condition_that_is_met_leaves_no_trace(void **state)
{
	static const struct call calls[] = {OPEN, SR_READ, TELLS_ALL, SR_ASKED, SR_CAPABLE, SR_CURRENT(0x00000800)};
	struct ece_value value = READ(calls);

	(void)state;
	assert_int_equal(value.state, ECE_VALUE_SET);
	assert_string_equal(value.why, "");
}

static void a_condition_that_is_not_met_says_what_is_in_force(void **state)
{
	static const struct call calls[] = {
		OPEN, SR_READ, TELLS_ALL, SR_ASKED, SR_CAPABLE, SR_CURRENT(0xfffff7ff), SR_NEXT(0),
	};
	struct ece_value value = READ(calls);

	(void)state;
	assert_int_equal(value.state, ECE_VALUE_INERT);
	assert_int_equal(value.raw, 0);
	assert_string_equal(value.why, "NV config RDMA_SELECTIVE_REPEAT_EN is False(0): selective repeat stays off "
				       "whatever the register says");
	assert_true(ece_param_refused(SELECTIVE_REPEAT, value.state, 1));
	assert_false(ece_param_refused(SELECTIVE_REPEAT, value.state, 0));
}

static void what_waits_for_a_reset_is_said(void **state)
{
	static const struct call calls[] = {
		OPEN, SR_READ, TELLS_ALL, SR_ASKED, SR_CAPABLE, SR_CURRENT(0), SR_NEXT(0x00000800),
	};
	struct ece_value value = READ(calls);

	(void)state;
	assert_int_equal(value.state, ECE_VALUE_INERT);
	assert_string_equal(value.why, "NV config RDMA_SELECTIVE_REPEAT_EN is False(0) until the next firmware reset: "
				       "selective repeat stays off whatever the register says");
}

/* None of these is taken for met or unmet: the value stays as it is, with a note. */
static void what_cannot_be_judged_is_a_note(void **state)
{
	static const struct call untold[] = {OPEN, SR_READ, NV_UNTOLD};
	static const struct call incapable[] = {
		OPEN,
		SR_READ,
		TELLS_ALL,
		SR_ASKED,
		{MNVDA(0x00000004, 0x10b), ANSWER(0x00000004, 0x10b, 0xfffbffff)},
		SR_CURRENT(0x00000800),
	};
	static const struct call absent[] = {OPEN, SR_READ, TELLS_ALL, {MNVQC(0x10a)}};
	static const struct call empty[] = {
		OPEN, SR_READ, TELLS_ALL, SR_ASKED, SR_CAPABLE, {MNVDA(0x00400008, 0x10a), .out = {{0x00, 0x05000000}}},
	};
	static const struct call refused[] = {
		OPEN,     SR_READ,    TELLS_ALL,
		SR_ASKED, SR_CAPABLE, {MNVDA(0x00400008, 0x10a), .out = {{0x00, 0x01000000}, {0x04, 0x1234}}},
	};
	static const struct call another[] = {
		OPEN,     SR_READ,    TELLS_ALL,
		SR_ASKED, SR_CAPABLE, {MNVDA(0x00400008, 0x10a), ANSWER(0x00400008, 0x111, 0x00000800)},
	};
	static const struct {
		const struct call *calls;
		size_t count;
		const char *why;
	} cases[] = {
#define CASE(calls, why) {calls, sizeof(calls) / sizeof((calls)[0]), why}
		CASE(untold, "this firmware does not tell current values"),
		CASE(incapable, "this card has no RDMA_SELECTIVE_REPEAT_EN"),
		CASE(absent, "this card has no NV configuration nv_sw_offload_conf"),
		CASE(empty, "not set: the card holds nothing for it"),
		CASE(refused, "fwctl: the firmware refused: internal error (status 0x01, syndrome 0x00001234)"),
		CASE(another, "the card answered with another TLV than nv_sw_offload_conf"),
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct ece_value value = read_selective_repeat(cases[i].calls, cases[i].count);
		char want[ECE_VALUE_WHY_MAX];

		snprintf(want, sizeof(want), "NV config RDMA_SELECTIVE_REPEAT_EN = True(1) is needed and not known: %s",
			 cases[i].why);
		assert_int_equal(value.state, ECE_VALUE_SET);
		assert_string_equal(value.why, want);
		assert_false(ece_param_refused(SELECTIVE_REPEAT, value.state, 1));
	}
}

/* A card that does not know MNVQC is old, not without the TLV. */
static void a_card_that_does_not_know_the_question_is_read_all_the_same(void **state)
{
	static const struct call calls[] = {
		OPEN,
		SR_READ,
		TELLS_ALL,
		{MNVQC(0x10a), .out = {{0x00, 0x03000000}}},
		{MNVQC(0x10b), .out = {{0x00, 0x03000000}}},
		SR_CAPABLE,
		SR_CURRENT(0x00000800),
	};
	struct ece_value value = READ(calls);

	(void)state;
	assert_int_equal(value.state, ECE_VALUE_SET);
	assert_string_equal(value.why, "");
}

/* Two conditions in one TLV, asked again: nothing is sent twice while the NIC is open. */
static void a_tlv_is_asked_for_once(void **state)
{
	static const struct call calls[] = {
		OPEN,
		TELLS_ALL,
		SR_ASKED,
		SR_CAPABLE,
		SR_NEXT(0x00000800),
		SR_CURRENT(0),
		{MNVDA(0x00800008, 0x10a), ANSWER(0x00800008, 0x10a, 0)},
	};
	const struct ece_nv_field *fields[] = {ece_nv_find("RDMA_SELECTIVE_REPEAT_EN"),
					       ece_nv_find("RDMA_SELECTIVE_REPEAT_EN"), ece_nv_find("UCTX_EN")};
	struct ece_nv_value values[3];
	struct ece_nic *nic;
	struct double_os d;

	(void)state;
	START(&d, &nic, calls);
	ece_nic_nv_read(nic, fields, values, 3);
	ece_nic_nv_read(nic, fields, values, 3);
	assert_int_equal(values[1].at[ECE_NV_NEXT].raw, 1);
	assert_int_equal(values[1].at[ECE_NV_CURRENT].raw, 0);
	assert_int_equal(values[1].at[ECE_NV_FACTORY].raw, 0);
	assert_true(values[1].pending);
	assert_int_equal(values[1].port, 0);
	assert_int_equal(values[2].at[ECE_NV_NEXT].state, ECE_VALUE_UNSUPPORTED);
	assert_string_equal(values[2].at[ECE_NV_NEXT].why, "this card has no UCTX_EN");
	assert_false(values[2].pending);
	end(&d, nic);
}

/* The function's number is the port, where MGIR says that the card has so many. */
static void a_field_of_a_port_is_that_of_the_function(void **state)
{
	static const struct ece_nic_info second = {.pci = "0000:3b:00.1", .fwctl = "fwctl0", .port = 1};
	static const struct call two_ports[] = {OPEN,
						{NV_TELLS, .out = {{0x10, 0}}},
						{NV_READ(0x9020, 0xa0)},
						.out = {{0x14, 0x00020000}}},
				 {MNVQC(0x01020107), SUPPORTED(0)},
				 {MNVDA(0x00000004, 0x01020107), ANSWER(0x00000004, 0x01020107, 0x00000008)},
};
static const struct call no_such_port[] = {OPEN,
					   {NV_TELLS, .out = {{0x10, 0}}},
					   {NV_READ(0x9020, 0xa0)},
					   .out = {{0x14, 0x00010000}}},
			 {MNVQC(0x01010107), SUPPORTED(0)},
			 {MNVDA(0x00000004, 0x01010107), ANSWER(0x00000004, 0x01010107, 0x000000ff)},
}
;
static const struct {
	const struct call *calls;
	uint8_t port;
	uint64_t raw;
} cases[] = {{two_ports, 2, 8}, {no_such_port, 1, 255}};
const struct ece_nv_field *mask = ece_nv_find("ROCE_CC_PRIO_MASK_P2");
struct ece_nv_value value;
struct ece_nic *nic;
struct ece_error e;
struct double_os d;

(void)state;
for (size_t i = 0; i < 2; i++) {
	double_start(&d, cases[i].calls, 6);
	assert_int_equal(ece_nic_open(&d.os, &second, &nic, &e), 0);
	ece_nic_nv_read(nic, &mask, &value, 1);
	assert_int_equal(value.port, cases[i].port);
	assert_int_equal(value.at[ECE_NV_NEXT].raw, cases[i].raw);
	assert_int_equal(value.at[ECE_NV_CURRENT].state, ECE_VALUE_UNREADABLE);
	end(&d, nic);
}
}

/* CNP_RES_PRIO_MODE came with version 1 of its TLV; what older firmware has in that place is another thing. */
static void a_field_younger_than_the_firmware_is_absent(void **state){
	static const struct call older[] = {OPEN, {NV_TELLS, .out = {{0x10, 0}}}, {NV_READ(0x9020, 0xa0)}},
	{MNVQC(0x01010108), SUPPORTED(0)},
};
static const struct call newer[] = {OPEN, {NV_TELLS, .out = {{0x10, 0}}}, {NV_READ(0x9020, 0xa0)}},
			 {MNVQC(0x01010108), SUPPORTED(1)},
			 {MNVDA(0x00000044, 0x01010108),
			  .out = {{0x10, 0x00000044}, {0x14, 0x01010108}, {0x5c, 0x00000008}}},
}
;
const struct ece_nv_field *mode = ece_nv_find("CNP_RES_PRIO_MODE");
struct ece_nv_value value;
struct ece_nic *nic;
struct double_os d;

(void)state;
START(&d, &nic, older);
ece_nic_nv_read(nic, &mode, &value, 1);
assert_int_equal(value.at[ECE_NV_NEXT].state, ECE_VALUE_UNSUPPORTED);
assert_string_equal(value.at[ECE_NV_NEXT].why,
		    "this card has no CNP_RES_PRIO_MODE: its firmware is older than the field");
end(&d, nic);
START(&d, &nic, newer);
ece_nic_nv_read(nic, &mode, &value, 1);
assert_int_equal(value.at[ECE_NV_NEXT].state, ECE_VALUE_SET);
assert_int_equal(value.at[ECE_NV_NEXT].raw, 1);
end(&d, nic);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_condition_that_is_met_leaves_no_trace),
		cmocka_unit_test(a_condition_that_is_not_met_says_what_is_in_force),
		cmocka_unit_test(what_waits_for_a_reset_is_said),
		cmocka_unit_test(what_cannot_be_judged_is_a_note),
		cmocka_unit_test(a_card_that_does_not_know_the_question_is_read_all_the_same),
		cmocka_unit_test(a_tlv_is_asked_for_once),
		cmocka_unit_test(a_field_of_a_port_is_that_of_the_function),
		cmocka_unit_test(a_field_younger_than_the_firmware_is_absent),
	};

	return cmocka_run_group_tests_name("nv_calls", tests, NULL, NULL);
}
