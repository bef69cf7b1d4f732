// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Counters of an RDMA port that always count: which ones there are, and the two directories of sysfs with them.
 * Source: Linux drivers/infiniband/hw/mlx5/{counters,mad}.c.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "devx/prm/cmd.h"
#include "devx/sim/cards/card.h"
#include "devx/sim/fw/counter.h"
#include "devx/sim/fw/port_counter.h"
#include "devx/sim/kernel/kernel_internal.h"

#define HW_DIR   "ports/1/hw_counters"
#define PORT_DIR "ports/1/counters"

#define CONG_STATISTICS_BYTES 0x110

/* By which capability a counter is there. */
enum group {
	BASIC,
	OUT_OF_SEQ,
	RETRANSMISSION,
	ENHANCED_ERROR,
	ROCE_ACCL,
	CONGESTION,
	INVARIANT_CRC, /* a feature of PCAM that all card types have */
	GROUPS,
};

/* Words of the general capabilities, and the bit in each. */
static const struct {
	uint16_t word;
	uint8_t bit;
} capabilities[GROUPS] = {
	[OUT_OF_SEQ] = {0x30, 31}, [RETRANSMISSION] = {0x30, 29}, [ENHANCED_ERROR] = {0x34, 14},
	[ROCE_ACCL] = {0x28, 22},  [CONGESTION] = {0x2c, 30},
};

static const struct {
	const char *name;
	enum group group;
	bool newer; /* than 6.1 */
	bool wide;
} counters[] = {
	{"rx_write_requests", BASIC, false, false},
	{"rx_read_requests", BASIC, false, false},
	{"rx_atomic_requests", BASIC, false, false},
	{"rx_dct_connect", BASIC, true, false},
	{"out_of_buffer", BASIC, false, false},
	{"out_of_sequence", OUT_OF_SEQ, false, false},
	{"duplicate_request", RETRANSMISSION, false, false},
	{"rnr_nak_retry_err", RETRANSMISSION, false, false},
	{"packet_seq_err", RETRANSMISSION, false, false},
	{"implied_nak_seq_err", RETRANSMISSION, false, false},
	{"local_ack_timeout_err", RETRANSMISSION, false, false},
	{"resp_local_length_error", ENHANCED_ERROR, false, false},
	{"resp_cqe_error", ENHANCED_ERROR, false, false},
	{"req_cqe_error", ENHANCED_ERROR, false, false},
	{"req_remote_invalid_request", ENHANCED_ERROR, false, false},
	{"req_remote_access_errors", ENHANCED_ERROR, false, false},
	{"resp_remote_access_errors", ENHANCED_ERROR, false, false},
	{"resp_cqe_flush_error", ENHANCED_ERROR, false, false},
	{"req_cqe_flush_error", ENHANCED_ERROR, false, false},
	{"req_transport_retries_exceeded", ENHANCED_ERROR, true, false},
	{"req_rnr_retries_exceeded", ENHANCED_ERROR, true, false},
	{"roce_adp_retrans", ROCE_ACCL, false, false},
	{"roce_adp_retrans_to", ROCE_ACCL, false, false},
	{"roce_slow_restart", ROCE_ACCL, false, false},
	{"roce_slow_restart_cnps", ROCE_ACCL, false, false},
	{"roce_slow_restart_trans", ROCE_ACCL, false, false},
	{"rp_cnp_ignored", CONGESTION, false, true},
	{"rp_cnp_handled", CONGESTION, false, true},
	{"np_ecn_marked_roce_packets", CONGESTION, false, true},
	{"np_cnp_sent", CONGESTION, false, true},
	{"rx_icrc_encapsulated", INVARIANT_CRC, false, true},
};

#define COUNTERS (sizeof(counters) / sizeof(counters[0]))

_Static_assert(COUNTERS <= SIM_PORT_COUNTERS_MAX, "there is room for all counters");

static bool has_group(const struct sim_card *card, enum group group)
{
	if (group == BASIC || group == INVARIANT_CRC)
		return true;
	return sim_cap_general(card, capabilities[group].word) >> capabilities[group].bit & 1;
}

/* The rows that this kernel shows of this card. Returns their number. */
static size_t shown(const struct sim_kernel *kernel, const struct sim_card *card, uint8_t row[SIM_PORT_COUNTERS_MAX])
{
	bool has[GROUPS];
	size_t count = 0;

	for (size_t i = 0; i < GROUPS; i++)
		has[i] = has_group(card, (enum group)i);
	for (size_t i = 0; i < COUNTERS; i++)
		if (has[counters[i].group] && (!counters[i].newer || kernel->persona->counts_retries))
			row[count++] = (uint8_t)i;
	return count;
}

/* The driver asks for congestion statistics too, and one refusal is that of all. */
static int ask_card(struct sim_kernel *kernel, struct sim_card *card)
{
	uint8_t in[PRM_MBOX_MIN] = {0}, out[CONG_STATISTICS_BYTES];

	if (!has_group(card, CONGESTION))
		return 0;
	prm_set(in, &prm_mbox_in.opcode, PRM_OP_QUERY_CONG_STATISTICS);
	return sim_driver_command(kernel, card, in, sizeof(in), out, sizeof(out));
}

/* Queue counters are taken from the state, since the sets that the driver made of them are not played. */
void sim_port_counters_known(const struct sim_kernel *kernel, const struct sim_card *card, struct sim_port_counters *to)
{
	uint8_t row[SIM_PORT_COUNTERS_MAX];

	to->count = shown(kernel, card, row);
	for (size_t i = 0; i < to->count; i++) {
		uint64_t value = card->fw.state->counter[fw_counter_find(counters[row[i]].name)];

		to->name[i] = counters[row[i]].name;
		to->value[i] = counters[row[i]].wide ? value : (uint32_t)value;
		to->by_set[i] = counters[row[i]].group < CONGESTION;
	}
}

int sim_port_counters(struct sim_kernel *kernel, struct sim_card *card, struct sim_port_counters *to)
{
	sim_port_counters_known(kernel, card, to);
	return ask_card(kernel, card);
}

/* Files of the other directory; data is told in words of 4 bytes. One without a counter here stands at zero. */
static const struct {
	const char *name;
	const char *counter; /* of the vport, or of the port */
	uint8_t unit;
	uint8_t bits;  /* it stays at its largest value */
	uint8_t shown; /* bits, the lowest ones */
} port_files[] = {
	{"port_xmit_data", "rdma_tx_bytes", 4, 64, 64},
	{"port_rcv_data", "rdma_rx_bytes", 4, 64, 64},
	{"port_xmit_packets", "rdma_tx_packets", 1, 64, 64},
	{"port_rcv_packets", "rdma_rx_packets", 1, 64, 64},
	{"unicast_xmit_packets", "rdma_tx_packets", 1, 64, 64},
	{"unicast_rcv_packets", "rdma_rx_packets", 1, 64, 64},
	{"multicast_xmit_packets", NULL, 1, 64, 64},
	{"multicast_rcv_packets", NULL, 1, 64, 64},
	{"symbol_error", "symbol_error", 1, 16, 16},
	{"link_error_recovery", "link_error_recovery", 1, 8, 8},
	{"link_downed", "link_downed", 1, 8, 8},
	{"port_rcv_errors", "port_rcv_errors", 1, 16, 16},
	{"port_rcv_remote_physical_errors", "port_rcv_remote_physical_errors", 1, 16, 16},
	{"port_rcv_switch_relay_errors", "port_rcv_switch_relay_errors", 1, 16, 16},
	{"port_xmit_discards", "port_xmit_discards", 1, 16, 16},
	{"port_xmit_constraint_errors", "port_xmit_constraint_errors", 1, 8, 8},
	{"port_rcv_constraint_errors", "port_rcv_constraint_errors", 1, 8, 8},
	/* one field of 8 bits, of which sysfs shows the halves */
	{"local_link_integrity_errors", "excessive_buffer_overrun_errors", 16, 8, 4},
	{"excessive_buffer_overrun_errors", "excessive_buffer_overrun_errors", 1, 8, 4},
	{"VL15_dropped", "VL15_dropped", 1, 16, 16},
	{"port_xmit_wait", "port_xmit_wait", 1, 32, 32},
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

/* Which row a file of hw_counters is, or COUNTERS. */
static size_t hw_file(const struct sim_kernel *kernel, const struct sim_card *card, const char *rest)
{
	const char *name = name_below(rest, HW_DIR);
	uint8_t row[SIM_PORT_COUNTERS_MAX];
	size_t count = name ? shown(kernel, card, row) : 0;

	for (size_t i = 0; i < count; i++)
		if (!strcmp(counters[row[i]].name, name))
			return row[i];
	return COUNTERS;
}

bool sim_counters_is_dir(const char *rest)
{
	return !strcmp(rest, HW_DIR) || !strcmp(rest, PORT_DIR);
}

bool sim_counters_is_file(const struct sim_kernel *kernel, const struct sim_card *card, const char *rest)
{
	return port_file(rest) < PORT_FILES || hw_file(kernel, card, rest) < COUNTERS;
}

int sim_counters_list(const struct sim_kernel *kernel, const struct sim_card *card, const char *rest,
		      int (*each)(void *arg, const char *name), void *arg)
{
	uint8_t row[SIM_PORT_COUNTERS_MAX];
	size_t count = shown(kernel, card, row);
	int stop = 0;

	if (!strcmp(rest, PORT_DIR)) {
		for (size_t i = 0; !stop && i < PORT_FILES; i++)
			stop = each(arg, port_files[i].name);
		return stop;
	}
	for (size_t i = 0; !stop && i < count; i++)
		stop = each(arg, counters[row[i]].name);
	return stop;
}

static uint64_t named(const struct sim_port_counters *list, const char *name)
{
	for (size_t i = 0; i < list->count; i++)
		if (!strcmp(list->name[i], name))
			return list->value[i];
	return 0;
}

static uint64_t port_value(struct fw_state *state, size_t file)
{
	const char *name = port_files[file].counter;
	uint64_t most = UINT64_MAX >> (64 - port_files[file].bits), value;
	const uint64_t *at;

	if (!name)
		return 0;
	at = fw_vport_counter(state, name);
	if (!at)
		at = fw_port_counter(state, name);
	value = (*at > most ? most : *at) / port_files[file].unit;
	return value & UINT64_MAX >> (64 - port_files[file].shown);
}

int sim_counters_read(struct sim_kernel *kernel, struct sim_card *card, const char *rest, char *buf, size_t size)
{
	size_t file = port_file(rest);
	struct sim_port_counters all;
	char text[32];
	uint64_t value;
	int err, len;

	if (file < PORT_FILES) {
		value = port_value(card->fw.state, file);
	} else {
		err = sim_port_counters(kernel, card, &all);
		if (err)
			return err;
		value = named(&all, counters[hw_file(kernel, card, rest)].name);
	}
	len = snprintf(text, sizeof(text), "%" PRIu64 "\n", value);
	if ((size_t)len > size)
		return -EFBIG;
	memcpy(buf, text, (size_t)len);
	return len;
}
