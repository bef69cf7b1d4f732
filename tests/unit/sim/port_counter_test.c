// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Counters of the port in PPCNT and of its PCI side in MPCNT. Places: Linux mlx5_ifc.h (ppcnt_reg, mpcnt_reg and their
 * sets), as offsets into whole answers; groups: device.h.
 */
#include "tests/unit/sim/bench.h"

#include "devx/sim/fw/port_counter.h"

#define SET 0x18 /* register at 0x10, its counters behind 8 bytes */

static void ask(struct bench *b, uint16_t id, uint32_t group, uint32_t word)
{
	bench_access(b, id, BENCH_READ);
	bench_word(b, 0x10, 0x00010000 | group);
	bench_word(b, 0x14, word);
	assert_int_equal(bench_run(b, 0x110, 0x110), 0);
}

static void counters_of_a_priority_are_its_own(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_null(fw_priority_counter(&b.state, "rx_prio8_pause"));
	assert_null(fw_priority_counter(&b.state, "rx_prio3_paus"));
	*fw_priority_counter(&b.state, "rx_prio3_pause") = 0x100000007;
	*fw_priority_counter(&b.state, "tx_prio7_pause_duration") = 9;
	*fw_priority_counter(&b.state, "rx_prio7_discards") = 11;
	bench_access(&b, 0x5008, BENCH_READ);
	bench_word(&b, 0x10, 0x00010010);
	bench_word(&b, 0x14, 3);
	assert_int_equal(bench_run(&b, 0x110, 0x110), 0);
	assert_int_equal(bench_got(&b, 0x18 + 0x50), 1);
	assert_int_equal(bench_got(&b, 0x18 + 0x54), 7);
	assert_int_equal(bench_got(&b, 0x18 + 0x6c), 0);
	bench_access(&b, 0x5008, BENCH_READ);
	bench_word(&b, 0x10, 0x00010010);
	bench_word(&b, 0x14, 0x80000007); /* and clear */
	assert_int_equal(bench_run(&b, 0x110, 0x110), 0);
	assert_int_equal(bench_got(&b, 0x18 + 0x6c), 9);
	assert_int_equal(bench_got(&b, 0x18 + 0x7c), 11);
	assert_int_equal(*fw_priority_counter(&b.state, "rx_prio7_discards"), 0);
	bench_access(&b, 0x5008, BENCH_READ); /* all pause frames, as control frames */
	assert_int_equal(bench_run(&b, 0x110, 0x110), 0);
	assert_int_equal(bench_got(&b, 0x18 + 0x8c), 7);
	assert_int_equal(bench_got(&b, 0x18 + 0x94), 0);
}

/* Where each stands in the answer; wide ones in two words, of which the first is the higher. */
static void each_counter_has_its_place(void **state)
{
	static const struct {
		const char *name;
		uint16_t id;
		uint8_t group;
		uint8_t at;
		bool wide;
	} places[] = {
		{"rx_crc_errors_phy", 0x5008, 0x00, 0x10, true},
		{"rx_symbol_err_phy", 0x5008, 0x00, 0x68, true},
		{"rx_discards_phy", 0x5008, 0x01, 0x10, true},
		{"tx_discards_phy", 0x5008, 0x01, 0x38, true},
		{"link_down_events_phy", 0x5008, 0x12, 0xc0, false},
		{"rx_buffer_passed_thres_phy", 0x5008, 0x05, 0x28, true},
		{"rx_icrc_encapsulated", 0x5008, 0x05, 0x38, true},
		{"rx_pcs_symbol_err_phy", 0x5008, 0x16, 0x10, true},
		{"rx_corrected_bits_phy", 0x5008, 0x16, 0x18, true},
		{"tx_pause_storm_warning_events", 0x5008, 0x10, 0x80, true},
		{"tx_pause_storm_error_events", 0x5008, 0x10, 0x88, true},
		{"port_xmit_wait", 0x5008, 0x20, 0x24, false},
		{"rx_pci_signal_integrity", 0x9051, 0x00, 0x08, false},
		{"tx_pci_signal_integrity", 0x9051, 0x00, 0x0c, false},
		{"outbound_pci_buffer_overflow", 0x9051, 0x00, 0x28, true},
		{"outbound_pci_stalled_rd", 0x9051, 0x00, 0x30, false},
		{"outbound_pci_stalled_wr", 0x9051, 0x00, 0x34, false},
		{"outbound_pci_stalled_rd_events", 0x9051, 0x00, 0x38, false},
		{"outbound_pci_stalled_wr_events", 0x9051, 0x00, 0x3c, false},
	};
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		uint64_t *value = fw_port_counter(&b.state, places[i].name);

		assert_non_null(value);
		assert_int_equal(*value, 0);
		*value = 0x500000000 + i + 1;
	}
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		size_t at = SET + places[i].at;

		ask(&b, places[i].id, places[i].group, 0);
		assert_int_equal(bench_got(&b, at + (places[i].wide ? 4 : 0)),
				 places[i].group == 0x20 ? 0xffffffff : i + 1);
		if (places[i].wide)
			assert_int_equal(bench_got(&b, at), 5);
	}
	assert_null(fw_port_counter(&b.state, "rx_crc_errors"));
	fw_reset(&b.fw);
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++)
		assert_int_equal(*fw_port_counter(&b.state, places[i].name), 0);
}

static void what_a_buffer_drops_is_of_its_priority(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	*fw_priority_counter(&b.state, "rx_prio3_buf_discard") = 4;
	*fw_priority_counter(&b.state, "rx_prio3_cong_discard") = 5;
	*fw_priority_counter(&b.state, "rx_prio3_marked") = 0x600000007;
	ask(&b, 0x5008, 0x11, 3);
	assert_int_equal(bench_got(&b, SET + 0x0c), 4);
	ask(&b, 0x5008, 0x13, 3);
	assert_int_equal(bench_got(&b, SET + 0x04), 5);
	assert_int_equal(bench_got(&b, SET + 0x08), 6);
	assert_int_equal(bench_got(&b, SET + 0x0c), 7);
	ask(&b, 0x5008, 0x13, 2);
	assert_int_equal(bench_got(&b, SET + 0x0c), 0);
}

/* IBTA volume 1, 16.1.3: they stop at their largest value. */
static void counters_of_infiniband_do_not_go_round(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	*fw_port_counter(&b.state, "symbol_error") = 0x10001;
	*fw_port_counter(&b.state, "link_error_recovery") = 0x12;
	*fw_port_counter(&b.state, "link_downed") = 0x100;
	*fw_port_counter(&b.state, "port_rcv_errors") = 0x1234;
	*fw_port_counter(&b.state, "port_xmit_discards") = 0x4321;
	*fw_port_counter(&b.state, "port_xmit_constraint_errors") = 1;
	*fw_port_counter(&b.state, "port_rcv_constraint_errors") = 2;
	*fw_port_counter(&b.state, "excessive_buffer_overrun_errors") = 0x34;
	*fw_port_counter(&b.state, "VL15_dropped") = 9;
	ask(&b, 0x5008, 0x20, 0);
	assert_int_equal(bench_got(&b, SET + 0x00), 0xffff12ff);
	assert_int_equal(bench_got(&b, SET + 0x04), 0x12340000);
	assert_int_equal(bench_got(&b, SET + 0x08), 0x00004321);
	assert_int_equal(bench_got(&b, SET + 0x0c), 0x01020034);
	assert_int_equal(bench_got(&b, SET + 0x10), 9);
}

static void a_short_register_is_refused(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	bench_access(&b, 0x5008, BENCH_READ);
	assert_int_equal(bench_run(&b, 0x10c, 0x110), 0x50);
	bench_access(&b, 0x9051, BENCH_READ);
	assert_int_equal(bench_run(&b, 0x110, 0x10c), 0x50);
}

/* What Linux looks for before it asks: PCAM and MCAM, as masks whose last word has bits 31 to 0. */
static void the_port_says_what_it_counts(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	bench_access(&b, 0x507f, BENCH_READ);
	assert_int_equal(bench_run(&b, 0x60, 0x60), 0);
	/* rx_icrc_encapsulated_counter, pfcc_mask, rx_buffer_fullness_counters, ppcnt_statistical_group */
	assert_int_equal(bench_got(&b, 0x10 + 0x34) & 0x00040211, 0x00040211);
	bench_access(&b, 0x907f, BENCH_READ);
	assert_int_equal(bench_run(&b, 0x58, 0x58), 0);
	/* pcie_outbound_stalled, tx_overflow_buffer_pkt, pcie_performance_group */
	assert_int_equal(bench_got(&b, 0x10 + 0x34) & 0x00000019, 0x00000019);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counters_of_a_priority_are_its_own),
		cmocka_unit_test(each_counter_has_its_place),
		cmocka_unit_test(what_a_buffer_drops_is_of_its_priority),
		cmocka_unit_test(counters_of_infiniband_do_not_go_round),
		cmocka_unit_test(a_short_register_is_refused),
		cmocka_unit_test(the_port_says_what_it_counts),
	};

	return cmocka_run_group_tests_name("port_counter", tests, NULL, NULL);
}
