// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Counters of an RDMA port: which ones there are, and the two directories of sysfs with them.
 * Source: Linux drivers/infiniband/hw/mlx5/{counters,mad}.c. Optional counters are off, as they are after every boot.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "devx/prm/cmd.h"
#include "devx/sim/cards/card.h"
#include "devx/sim/fw/counter.h"
#include "devx/sim/kernel/kernel_internal.h"

#define HW_DIR   "ports/1/hw_counters"
#define PORT_DIR "ports/1/counters"

#define CONG_STATISTICS_BYTES 0x110

/* Words of the general capabilities, and the bit of each that names a group of counters. */
struct group {
	uint16_t word;
	uint8_t bit;
};

static const struct group basic = {0, 0};
static const struct group out_of_seq_cnt = {0x30, 31};
static const struct group retransmission_q_counters = {0x30, 29};
static const struct group enhanced_error_q_counters = {0x34, 14};
static const struct group roce_accl = {0x28, 22};
static const struct group cc_query_allowed = {0x2c, 30};

static const struct {
	const char *name;
	const struct group *group;
	bool newer; /* than 6.1 */
	bool wide;
} counters[] = {
	{"rx_write_requests", &basic, false, false},
	{"rx_read_requests", &basic, false, false},
	{"rx_atomic_requests", &basic, false, false},
	{"rx_dct_connect", &basic, true, false},
	{"out_of_buffer", &basic, false, false},
	{"out_of_sequence", &out_of_seq_cnt, false, false},
	{"duplicate_request", &retransmission_q_counters, false, false},
	{"rnr_nak_retry_err", &retransmission_q_counters, false, false},
	{"packet_seq_err", &retransmission_q_counters, false, false},
	{"implied_nak_seq_err", &retransmission_q_counters, false, false},
	{"local_ack_timeout_err", &retransmission_q_counters, false, false},
	{"resp_local_length_error", &enhanced_error_q_counters, false, false},
	{"resp_cqe_error", &enhanced_error_q_counters, false, false},
	{"req_cqe_error", &enhanced_error_q_counters, false, false},
	{"req_remote_invalid_request", &enhanced_error_q_counters, false, false},
	{"req_remote_access_errors", &enhanced_error_q_counters, false, false},
	{"resp_remote_access_errors", &enhanced_error_q_counters, false, false},
	{"resp_cqe_flush_error", &enhanced_error_q_counters, false, false},
	{"req_cqe_flush_error", &enhanced_error_q_counters, false, false},
	{"req_transport_retries_exceeded", &enhanced_error_q_counters, true, false},
	{"req_rnr_retries_exceeded", &enhanced_error_q_counters, true, false},
	{"roce_adp_retrans", &roce_accl, false, false},
	{"roce_adp_retrans_to", &roce_accl, false, false},
	{"roce_slow_restart", &roce_accl, false, false},
	{"roce_slow_restart_cnps", &roce_accl, false, false},
	{"roce_slow_restart_trans", &roce_accl, false, false},
	{"rp_cnp_ignored", &cc_query_allowed, false, true},
	{"rp_cnp_handled", &cc_query_allowed, false, true},
	{"np_ecn_marked_roce_packets", &cc_query_allowed, false, true},
	{"np_cnp_sent", &cc_query_allowed, false, true},
};

#define COUNTERS (sizeof(counters) / sizeof(counters[0]))

_Static_assert(COUNTERS <= SIM_PORT_COUNTERS_MAX, "there is room for all counters");

static bool has_group(const struct sim_card *card, const struct group *group)
{
	return group == &basic || (sim_cap_general(card, group->word) >> group->bit & 1);
}

/* The row of the i-th counter that this kernel shows of this card; COUNTERS behind the last. */
static size_t row_of(const struct sim_kernel *kernel, const struct sim_card *card, size_t i)
{
	size_t row;

	for (row = 0; row < COUNTERS; row++)
		if ((!counters[row].newer || kernel->persona->counts_retries) && has_group(card, counters[row].group) &&
		    !i--)
			break;
	return row;
}

const char *sim_port_counter(const struct sim_kernel *kernel, const struct sim_card *card, size_t i)
{
	size_t row = row_of(kernel, card, i);

	return row < COUNTERS ? counters[row].name : NULL;
}

/* The driver asks for congestion statistics too, and one refusal is that of all. */
static int ask_card(struct sim_kernel *kernel, struct sim_card *card)
{
	uint8_t in[PRM_MBOX_MIN] = {0}, out[CONG_STATISTICS_BYTES];

	if (!has_group(card, &cc_query_allowed))
		return 0;
	prm_set(in, &prm_mbox_in.opcode, PRM_OP_QUERY_CONG_STATISTICS);
	return sim_driver_command(kernel, card, in, sizeof(in), out, sizeof(out));
}

/* Queue counters are taken from the state, since the sets that the driver made of them are not played. */
int sim_port_counters(struct sim_kernel *kernel, struct sim_card *card, uint64_t values[SIM_PORT_COUNTERS_MAX])
{
	int err = ask_card(kernel, card);
	size_t row;

	for (size_t i = 0; !err && (row = row_of(kernel, card, i)) < COUNTERS; i++) {
		uint64_t value = card->fw.state->counter[fw_counter_find(counters[row].name)];

		values[i] = counters[row].wide ? value : (uint32_t)value;
	}
	return err;
}

/* Files of the other directory; data is told in words of 4 bytes. */
static const struct {
	const char *name;
	const char *counter; /* of the vport */
	uint8_t unit;
} port_files[] = {
	{"port_xmit_data", "rdma_tx_bytes", 4},         {"port_rcv_data", "rdma_rx_bytes", 4},
	{"port_xmit_packets", "rdma_tx_packets", 1},    {"port_rcv_packets", "rdma_rx_packets", 1},
	{"unicast_xmit_packets", "rdma_tx_packets", 1}, {"unicast_rcv_packets", "rdma_rx_packets", 1},
};

#define PORT_FILES (sizeof(port_files) / sizeof(port_files[0]))

static const char *name_below(const char *rest, const char *dir)
{
	size_t len = strlen(dir);

	return !strncmp(rest, dir, len) && rest[len] == '/' ? rest + len + 1 : NULL;
}

static size_t port_file(const char *rest)
{
	const char *name = name_below(rest, PORT_DIR);
	size_t i = name ? 0 : PORT_FILES;

	while (i < PORT_FILES && strcmp(port_files[i].name, name) != 0)
		i++;
	return i;
}

/* Which counter a file of hw_counters is, or SIM_PORT_COUNTERS_MAX. */
static size_t hw_file(const struct sim_kernel *kernel, const struct sim_card *card, const char *rest)
{
	const char *name = name_below(rest, HW_DIR), *counter;

	for (size_t i = 0; name && (counter = sim_port_counter(kernel, card, i)); i++)
		if (!strcmp(counter, name))
			return i;
	return SIM_PORT_COUNTERS_MAX;
}

bool sim_counters_is_dir(const char *rest)
{
	return !strcmp(rest, HW_DIR) || !strcmp(rest, PORT_DIR);
}

bool sim_counters_is_file(const struct sim_kernel *kernel, const struct sim_card *card, const char *rest)
{
	return port_file(rest) < PORT_FILES || hw_file(kernel, card, rest) < SIM_PORT_COUNTERS_MAX;
}

int sim_counters_list(const struct sim_kernel *kernel, const struct sim_card *card, const char *rest,
		      int (*each)(void *arg, const char *name), void *arg)
{
	const char *name;
	int stop = 0;

	if (!strcmp(rest, PORT_DIR)) {
		for (size_t i = 0; !stop && i < PORT_FILES; i++)
			stop = each(arg, port_files[i].name);
		return stop;
	}
	for (size_t i = 0; !stop && (name = sim_port_counter(kernel, card, i)); i++)
		stop = each(arg, name);
	return stop;
}

int sim_counters_read(struct sim_kernel *kernel, struct sim_card *card, const char *rest, char *buf, size_t size)
{
	uint64_t values[SIM_PORT_COUNTERS_MAX], value;
	size_t file = port_file(rest);
	char text[32];
	int err, len;

	if (file < PORT_FILES) {
		value = *fw_vport_counter(card->fw.state, port_files[file].counter) / port_files[file].unit;
	} else {
		err = sim_port_counters(kernel, card, values);
		if (err)
			return err;
		value = values[hw_file(kernel, card, rest)];
	}
	len = snprintf(text, sizeof(text), "%" PRIu64 "\n", value);
	if ((size_t)len > size)
		return -EFBIG;
	memcpy(buf, text, (size_t)len);
	return len;
}
