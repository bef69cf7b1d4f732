// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Names of other drivers. Sources: Linux drivers/infiniband/hw/{bnxt_re/hw_counters,irdma/verbs,mlx5/counters}.c,
 * drivers/infiniband/sw/rxe/rxe_hw_counters.c, drivers/net/ethernet/broadcom/bnxt/bnxt_ethtool.c; AMD node-scraper.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lib/counters/counter.h"

static void is(const char *driver, enum counter_source source, const char *theirs, const char *ours)
{
	const struct counter *row = counter_of_driver(driver, source, theirs);

	if (!row)
		fail_msg("%s of %s is no row", theirs, driver ? driver : "nobody");
	assert_string_equal(row->name, ours);
	assert_int_equal(row->source, source);
}

static void none(const char *driver, enum counter_source source, const char *theirs)
{
	assert_null(counter_of_driver(driver, source, theirs));
}

static void names_of_each_driver(void **state)
{
	(void)state;
	is("mlx5_core", COUNTER_RDMA, "packet_seq_err", "packet_seq_err");
	is("bnxt_re", COUNTER_RDMA, "np_cnp_pkts", "np_cnp_sent");
	is("bnxt_re", COUNTER_RDMA, "tx_cnp_pkts", "np_cnp_sent");
	is("bnxt_re", COUNTER_RDMA, "rp_cnp_handled", "rp_cnp_handled");
	is("bnxt_re", COUNTER_RDMA, "to_retransmits", "local_ack_timeout_err");
	is("ionic_rdma", COUNTER_RDMA, "tx_rdma_cnp_pkts", "np_cnp_sent");
	is("ionic_rdma", COUNTER_RDMA, "req_rx_pkt_seq_err", "packet_seq_err");
	is("irdma", COUNTER_RDMA, "cnpHandled", "rp_cnp_handled");
	is("irdma", COUNTER_RDMA, "Nak Sequence Error", "packet_seq_err");
	is("irdma", COUNTER_RDMA, "Nak Sequence Error Implied", "implied_nak_seq_err");
	is("rdma_rxe", COUNTER_RDMA, "sent_pkts", "rdma_tx_packets");
	is("rdma_rxe", COUNTER_RDMA, "duplicate_request", "duplicate_request");
	is("efa", COUNTER_RDMA, "rx_bytes", "rdma_rx_bytes");
}

/* sysfs tells the driver of the PCI device, which is not the RDMA module. */
static void a_driver_is_known_by_either_of_its_names(void **state)
{
	(void)state;
	is("bnxt_en", COUNTER_RDMA, "np_cnp_pkts", "np_cnp_sent");
	is("ice", COUNTER_RDMA, "RTO", "local_ack_timeout_err");
	is("i40e", COUNTER_RDMA, "iwInRdmaReads", "rx_read_requests");
	is("ionic", COUNTER_RDMA, "resp_rx_outof_buf", "out_of_buffer");
	is("rxe", COUNTER_RDMA, "rcvd_seq_err", "packet_seq_err");
}

static void priorities_are_found_by_their_number(void **state)
{
	(void)state;
	is("bnxt_en", COUNTER_ETHTOOL, "rx_pfc_ena_frames_pri3", "rx_prio3_pause");
	is("bnxt_en", COUNTER_ETHTOOL, "pfc_pri0_rx_duration_us", "rx_prio0_pause_duration");
	is("bnxt_en", COUNTER_ETHTOOL, "pfc_pri7_tx_duration_us", "tx_prio7_pause_duration");
	none("bnxt_en", COUNTER_ETHTOOL, "rx_pfc_ena_frames_pri8");
	none("bnxt_en", COUNTER_ETHTOOL, "rx_pfc_ena_frames_priN");
	none("bnxt_en", COUNTER_ETHTOOL, "rx_pfc_ena_frames_pri");
	none("bnxt_en", COUNTER_ETHTOOL, "rx_pfc_ena_frames_pri33");
	none("mlx5_core", COUNTER_ETHTOOL, "rx_pfc_ena_frames_pri3");
}

static void ports_of_a_switch_have_the_rows_of_others(void **state)
{
	(void)state;
	is("mlx5_core", COUNTER_RDMA, "vport_out_of_sequence", "out_of_sequence");
	is("mlx5_ib", COUNTER_RDMA, "vport_roce_adp_retrans", "roce_adp_retrans");
	none("mlx5_core", COUNTER_RDMA, "vport_no_such_thing");
	none("mlx5_core", COUNTER_ETHTOOL, "vport_out_of_sequence");
	none("mlx5_core", COUNTER_ETHTOOL, "vport_rx_discards_phy");
	none("bnxt_re", COUNTER_RDMA, "vport_out_of_sequence");
}

static void what_is_not_known_is_no_row(void **state)
{
	(void)state;
	none("bnxt_re", COUNTER_RDMA, "active_qps");
	none("bnxt_re", COUNTER_ETHTOOL, "rx_bytes");
	none("rdma_rxe", COUNTER_RDMA, "completer_retry_err");
	none("mlx5_core", COUNTER_RDMA, "np_cnp_pkts");
	none(NULL, COUNTER_RDMA, "sent_pkts");
	none("", COUNTER_RDMA, "");
	is(NULL, COUNTER_RDMA, "packet_seq_err", "packet_seq_err");
	is("a driver of next year", COUNTER_PORT, "port_rcv_data", "port_rcv_data");
	/* one name, two places: rxe has a hardware counter that is called like a file of the port */
	none("rdma_rxe", COUNTER_RDMA, "link_downed");
	is("rdma_rxe", COUNTER_PORT, "link_downed", "link_downed");
}

static void each_alias_leads_to_its_row(void **state)
{
	const struct counter_alias *alias;

	(void)state;
	for (size_t i = 0; (alias = counter_alias_at(i)); i++) {
		char theirs[64], ours[64], *digit;

		assert_true(snprintf(theirs, sizeof(theirs), "%s", alias->theirs) < (int)sizeof(theirs));
		assert_true(snprintf(ours, sizeof(ours), "%s", alias->ours) < (int)sizeof(ours));
		if (alias->source == COUNTER_ETHTOOL) {
			digit = strchr(theirs, 'N');
			assert_non_null(digit);
			*digit = '5';
			digit = strchr(ours, 'N');
			assert_non_null(digit);
			*digit = '5';
		}
		is(alias->driver, alias->source, theirs, ours);
		for (size_t k = 0; k < i; k++)
			if (!strcmp(counter_alias_at(k)->driver, alias->driver))
				assert_string_not_equal(counter_alias_at(k)->theirs, alias->theirs);
	}
}

static void only_mlx5_has_counters_of_32_bits(void **state)
{
	const struct counter *narrow = counter_find("packet_seq_err"), *wide = counter_find("np_cnp_sent");

	(void)state;
	assert_int_equal(counter_width_of_driver("mlx5_core", narrow), 32);
	assert_int_equal(counter_width_of_driver(NULL, narrow), 32);
	assert_int_equal(counter_width_of_driver("", narrow), 32);
	assert_int_equal(counter_width_of_driver("bnxt_en", narrow), 64);
	assert_int_equal(counter_width_of_driver("rxe", narrow), 64);
	assert_int_equal(counter_width_of_driver("mlx5_core", wide), 64);
	/* one that sticks never begins again */
	assert_int_equal(counter_width_of_driver("mlx5_core", counter_find("port_xmit_wait")), 64);
	assert_int_equal(counter_width_of_driver("mlx5_core", counter_find("symbol_error")), 64);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_of_each_driver),
		cmocka_unit_test(a_driver_is_known_by_either_of_its_names),
		cmocka_unit_test(priorities_are_found_by_their_number),
		cmocka_unit_test(ports_of_a_switch_have_the_rows_of_others),
		cmocka_unit_test(what_is_not_known_is_no_row),
		cmocka_unit_test(each_alias_leads_to_its_row),
		cmocka_unit_test(only_mlx5_has_counters_of_32_bits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
