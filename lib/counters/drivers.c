// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * What other drivers call the counters of the table. Sources, in Linux: drivers/infiniband/hw/bnxt_re/hw_counters.c,
 * before and after it took over most names of mlx5, and drivers/net/ethernet/broadcom/bnxt/bnxt_ethtool.c;
 * drivers/infiniband/hw/irdma/verbs.c; drivers/infiniband/hw/efa/efa_verbs.c;
 * drivers/infiniband/sw/rxe/rxe_hw_counters.c. The names of ionic come from its firmware: AMD node-scraper
 * (PollaraRdmaStatistics), RCCL's telemetry. What means only nearly the same is left out: it is passed on as it is.
 */
#include <string.h>

#include "lib/counters/counter.h"

#define VPORT "vport_"

/* The PCI driver below an RDMA module is what sysfs tells of the device. */
static const struct {
	const char *driver, *module;
} modules[] = {
	{"mlx5_core", "mlx5_ib"}, {"bnxt_en", "bnxt_re"},  {"ice", "irdma"},    {"i40e", "irdma"},
	{"idpf", "irdma"},        {"ionic", "ionic_rdma"}, {"rxe", "rdma_rxe"},
};

/* clang-format off */
#define RDMA(module, theirs, ours)    { module, COUNTER_RDMA, theirs, ours }
#define ETHTOOL(module, theirs, ours) { module, COUNTER_ETHTOOL, theirs, ours }

static const struct counter_alias aliases[] = {
	RDMA("bnxt_re", "rx_write_req", "rx_write_requests"),
	RDMA("bnxt_re", "rx_read_req", "rx_read_requests"),
	RDMA("bnxt_re", "rx_atomic_req", "rx_atomic_requests"),
	RDMA("bnxt_re", "rx_out_of_buffer", "out_of_buffer"),
	RDMA("bnxt_re", "oos_drop_count", "out_of_sequence"),
	RDMA("bnxt_re", "dup_req", "duplicate_request"),
	RDMA("bnxt_re", "rnr_naks_rcvd", "rnr_nak_retry_err"),
	RDMA("bnxt_re", "seq_err_naks_rcvd", "packet_seq_err"),
	RDMA("bnxt_re", "missing_resp", "implied_nak_seq_err"),
	RDMA("bnxt_re", "to_retransmits", "local_ack_timeout_err"),
	RDMA("bnxt_re", "res_length_mismatch", "resp_local_length_error"),
	RDMA("bnxt_re", "remote_invalid_req_err", "req_remote_invalid_request"),
	RDMA("bnxt_re", "remote_access_err", "req_remote_access_errors"),
	RDMA("bnxt_re", "max_retry_exceeded", "req_transport_retries_exceeded"),
	RDMA("bnxt_re", "rx_cnp_pkts", "rp_cnp_handled"),
	RDMA("bnxt_re", "rx_ecn_marked_pkts", "np_ecn_marked_roce_packets"),
	RDMA("bnxt_re", "tx_cnp_pkts", "np_cnp_sent"),
	RDMA("bnxt_re", "np_cnp_pkts", "np_cnp_sent"),
	RDMA("bnxt_re", "tx_pkts", "rdma_tx_packets"),
	RDMA("bnxt_re", "tx_bytes", "rdma_tx_bytes"),
	RDMA("bnxt_re", "rx_pkts", "rdma_rx_packets"),
	RDMA("bnxt_re", "rx_bytes", "rdma_rx_bytes"),
	ETHTOOL("bnxt_re", "rx_pfc_ena_frames_priN", "rx_prioN_pause"),
	ETHTOOL("bnxt_re", "pfc_priN_rx_duration_us", "rx_prioN_pause_duration"),
	ETHTOOL("bnxt_re", "pfc_priN_rx_transitions", "rx_prioN_pause_transition"),
	ETHTOOL("bnxt_re", "tx_pfc_ena_frames_priN", "tx_prioN_pause"),
	ETHTOOL("bnxt_re", "pfc_priN_tx_duration_us", "tx_prioN_pause_duration"),

	RDMA("efa", "tx_pkts", "rdma_tx_packets"),
	RDMA("efa", "tx_bytes", "rdma_tx_bytes"),
	RDMA("efa", "rx_pkts", "rdma_rx_packets"),
	RDMA("efa", "rx_bytes", "rdma_rx_bytes"),

	RDMA("ionic_rdma", "resp_rx_outof_buf", "out_of_buffer"),
	RDMA("ionic_rdma", "resp_rx_outouf_seq", "out_of_sequence"),
	RDMA("ionic_rdma", "resp_rx_dup_request", "duplicate_request"),
	RDMA("ionic_rdma", "req_rx_rnr_retry_err", "rnr_nak_retry_err"),
	RDMA("ionic_rdma", "req_rx_pkt_seq_err", "packet_seq_err"),
	RDMA("ionic_rdma", "req_rx_impl_nak_seq_err", "implied_nak_seq_err"),
	RDMA("ionic_rdma", "tx_rdma_ack_timeout", "local_ack_timeout_err"),
	RDMA("ionic_rdma", "resp_rx_loc_len_err", "resp_local_length_error"),
	RDMA("ionic_rdma", "resp_rx_cqe_err", "resp_cqe_error"),
	RDMA("ionic_rdma", "req_rx_cqe_err", "req_cqe_error"),
	RDMA("ionic_rdma", "req_rx_rmt_req_err", "req_remote_invalid_request"),
	RDMA("ionic_rdma", "req_rx_rmt_acc_err", "req_remote_access_errors"),
	RDMA("ionic_rdma", "resp_tx_rmt_acc_err", "resp_remote_access_errors"),
	RDMA("ionic_rdma", "resp_rx_cqe_flush", "resp_cqe_flush_error"),
	RDMA("ionic_rdma", "req_rx_cqe_flush", "req_cqe_flush_error"),
	RDMA("ionic_rdma", "req_tx_retry_excd_err", "req_transport_retries_exceeded"),
	RDMA("ionic_rdma", "rx_rdma_cnp_pkts", "rp_cnp_handled"),
	RDMA("ionic_rdma", "rx_rdma_ecn_pkts", "np_ecn_marked_roce_packets"),
	RDMA("ionic_rdma", "tx_rdma_cnp_pkts", "np_cnp_sent"),
	RDMA("ionic_rdma", "tx_rdma_ucast_pkts", "rdma_tx_packets"),
	RDMA("ionic_rdma", "tx_rdma_ucast_bytes", "rdma_tx_bytes"),
	RDMA("ionic_rdma", "rx_rdma_ucast_pkts", "rdma_rx_packets"),
	RDMA("ionic_rdma", "rx_rdma_ucast_bytes", "rdma_rx_bytes"),

	RDMA("irdma", "InRdmaWrites", "rx_write_requests"),
	RDMA("irdma", "iwInRdmaWrites", "rx_write_requests"),
	RDMA("irdma", "InRdmaReads", "rx_read_requests"),
	RDMA("irdma", "iwInRdmaReads", "rx_read_requests"),
	RDMA("irdma", "Rx atomics", "rx_atomic_requests"),
	RDMA("irdma", "Rcvd Out of order packets", "out_of_sequence"),
	RDMA("irdma", "RNR received", "rnr_nak_retry_err"),
	RDMA("irdma", "Nak Sequence Error", "packet_seq_err"),
	RDMA("irdma", "Nak Sequence Error Implied", "implied_nak_seq_err"),
	RDMA("irdma", "RTO", "local_ack_timeout_err"),
	RDMA("irdma", "cnpIgnored", "rp_cnp_ignored"),
	RDMA("irdma", "cnpHandled", "rp_cnp_handled"),
	RDMA("irdma", "RxECNMrkd", "np_ecn_marked_roce_packets"),
	RDMA("irdma", "cnpSent", "np_cnp_sent"),
	RDMA("irdma", "CRC errors", "rx_icrc_encapsulated"),

	RDMA("rdma_rxe", "out_of_seq_request", "out_of_sequence"),
	RDMA("rdma_rxe", "rcvd_rnr_err", "rnr_nak_retry_err"),
	RDMA("rdma_rxe", "rcvd_seq_err", "packet_seq_err"),
	RDMA("rdma_rxe", "retry_exceeded_err", "req_transport_retries_exceeded"),
	RDMA("rdma_rxe", "retry_rnr_exceeded_err", "req_rnr_retries_exceeded"),
	RDMA("rdma_rxe", "sent_pkts", "rdma_tx_packets"),
	RDMA("rdma_rxe", "sent_bytes", "rdma_tx_bytes"),
	RDMA("rdma_rxe", "rcvd_pkts", "rdma_rx_packets"),
	RDMA("rdma_rxe", "rcvd_bytes", "rdma_rx_bytes"),
};
/* clang-format on */

#define ALIASES (sizeof(aliases) / sizeof(aliases[0]))

const struct counter_alias *counter_alias_at(size_t i)
{
	return i < ALIASES ? &aliases[i] : NULL;
}

static const char *module_of(const char *driver)
{
	for (size_t i = 0; i < sizeof(modules) / sizeof(modules[0]); i++)
		if (!strcmp(modules[i].driver, driver))
			return modules[i].module;
	return driver;
}

/* Is @name what @pattern says, with a digit 0 to 7 for its "N" where it is one of priorities? */
static bool matches(const char *pattern, const char *name, bool priorities, char *digit)
{
	for (; *pattern && *name; pattern++, name++) {
		if (*pattern == *name)
			continue;
		if (!priorities || *pattern != 'N' || *name < '0' || *name > '7')
			return false;
		*digit = *name;
	}
	return *pattern == *name;
}

static const struct counter *row(enum counter_source source, const char *name)
{
	const struct counter *counter = counter_find(name);

	return counter && counter->source == source ? counter : NULL;
}

static const struct counter *row_of_priority(const struct counter_alias *alias, char digit)
{
	const struct counter *counter;
	char ignored;

	for (size_t i = 0; (counter = counter_at(i)); i++)
		if (counter->source == alias->source && counter->priority == digit - '0' &&
		    matches(alias->ours, counter->name, true, &ignored))
			return counter;
	return NULL;
}

static const struct counter *row_of_alias(const char *module, enum counter_source source, const char *name)
{
	for (size_t i = 0; i < ALIASES; i++) {
		bool priorities = aliases[i].source == COUNTER_ETHTOOL;
		char digit = 0;

		if (aliases[i].source != source || strcmp(aliases[i].driver, module) != 0 ||
		    !matches(aliases[i].theirs, name, priorities, &digit))
			continue;
		return digit ? row_of_priority(&aliases[i], digit) : row(source, aliases[i].ours);
	}
	return NULL;
}

const struct counter *counter_of_driver(const char *driver, enum counter_source source, const char *name)
{
	const char *module = driver ? module_of(driver) : "";
	const struct counter *counter = row_of_alias(module, source, name);

	if (counter)
		return counter;
	if (source == COUNTER_RDMA && !strcmp(module, "mlx5_ib") && !strncmp(name, VPORT, strlen(VPORT)))
		name += strlen(VPORT);
	return row(source, name);
}

uint8_t counter_width_of_driver(const char *driver, const struct counter *counter)
{
	if (counter->width != 32 || counter->sticks)
		return 64;
	return !driver || !driver[0] || !strcmp(module_of(driver), "mlx5_ib") ? 32 : 64;
}
