/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The state of one card as plain bytes: no pointers, so that a whole fleet can be one mapped file which survives the
 * death of the process that uses it, as a card survives the death of a driver.
 */
#ifndef ECE_DEVX_SIM_FW_STATE_H
#define ECE_DEVX_SIM_FW_STATE_H

#include <stdbool.h>
#include <stdint.h>

#define FW_STATE_MAX 2496 /* bytes: 800,000 cards fit in 2 GiB */

#define FW_ROCE_ACCL_BYTES 0x80
#define FW_CONG_BYTES      0x70 /* as much of the 256-byte block as has fields */
#define FW_CONG_PROTOCOLS  4    /* index is the cong_protocol of the command */
#define FW_PPCC_SLOTS      16
#define FW_PPCC_PARAMS     48 /* of the one programmable algorithm that a card can run in a slot below 15 */
#define FW_PPCC_COUNTERS   16 /* likewise */
#define FW_FAULTS          4
#define FW_COUNTERS        32 /* index: fw_counter_find() */
#define FW_PRIORITIES      8
#define FW_DSCPS           64
#define FW_NV_WORDS        32 /* of the NV configuration that are not as the card was made */

enum fw_fault_action {
	FW_FAULT_NONE,
	FW_FAULT_STATUS, /* answer with .status and do nothing */
	FW_FAULT_IGNORE, /* answer "ok" and do nothing */
	FW_FAULT_DELAY,  /* do it, answer .delay_ms later */
	FW_FAULT_VANISH, /* from now on the card does not answer at all */
};

/* One rule: the next @left commands that match, after letting @skip of them pass. */
struct fw_fault {
	uint16_t opcode;      /* 0: any */
	uint16_t register_id; /* for ACCESS_REG; 0: any */
	uint8_t action;       /* enum fw_fault_action */
	uint8_t status;
	uint8_t op_mod_plus_1; /* 0: any */
	uint8_t reserved;
	uint32_t skip;
	uint32_t left;
	uint32_t delay_ms;
	uint32_t syndrome;
};

/* Classes of service, as the registers have them. */
struct fw_qos {
	uint8_t trust;              /* QPTS */
	uint8_t pfc_tx, pfc_rx;     /* bit n: priority n */
	uint8_t pause_tx, pause_rx; /* global pause */
	uint8_t dcbx_version, dcbx_willing;
	uint8_t rdma_priority; /* of RDMA traffic without frames, which simulated hosts have */
	uint8_t dscp_priority[FW_DSCPS];
	uint8_t priority_tc[FW_PRIORITIES];
	uint8_t tc_group[FW_PRIORITIES];
	uint8_t tc_bandwidth[FW_PRIORITIES]; /* percent */
	uint8_t tc_rate_unit[FW_PRIORITIES];
	uint8_t tc_rate[FW_PRIORITIES];
	uint16_t stall_minor_ms, stall_critical_ms; /* sending pause so long is a storm; 0: never */
};

/* Counters of one priority; durations in microseconds. */
struct fw_priority {
	uint64_t rx_pause, rx_pause_duration;
	uint64_t tx_pause, tx_pause_duration;
	uint64_t rx_pause_transition;
	uint64_t rx_discards;
	uint64_t rx_buf_discard, rx_cong_discard, rx_marked;
};

/* Counters of the port's electrical side. */
struct fw_phy {
	uint64_t rx_symbol_err, rx_crc_errors, rx_discards, tx_discards, link_down_events;
	uint64_t rx_pcs_symbol_err, rx_corrected_bits, rx_buffer_passed_thres;
	uint64_t tx_pause_storm_warnings, tx_pause_storm_errors;
};

/* Counters of its PCI side. */
struct fw_pci {
	uint64_t rx_errors, tx_errors, overflow;
	uint64_t stalled_reads, stalled_writes, stalled_read_events, stalled_write_events;
};

/* Counters that an InfiniBand port has; on Ethernet they are there and nothing maintains them. */
struct fw_ib_port {
	uint64_t symbol_error, link_error_recovery, link_downed;
	uint64_t rcv_errors, rcv_remote_physical_errors, rcv_switch_relay_errors;
	uint64_t xmit_discards, xmit_constraint_errors, rcv_constraint_errors;
	uint64_t overrun_errors, vl15_dropped, xmit_wait;
};

enum {
	FW_NV_IN_NEXT = 1,
	FW_NV_IN_CURRENT = 2,
};

/* One word of a TLV that somebody has set; of a TLV that was set the first word is always here. */
struct fw_nv_word {
	uint8_t tlv;      /* its place in the card type's list */
	uint8_t instance; /* the port or function that has it, from 1; 0: the card */
	uint8_t word;
	uint8_t in; /* FW_NV_IN_...; 0: free */
	uint32_t value;
};

/* What outlives a reset of the function, and what a reset of the firmware makes of it. */
struct fw_nv {
	struct fw_nv_word word[FW_NV_WORDS];
	uint64_t started_ns;   /* when this firmware ran its first command; 0: it has not */
	uint32_t resets;       /* of the firmware, since power-on */
	uint8_t reset_trigger; /* armed by MFRL */
	uint8_t reserved[3];
};

struct fw_state {
	uint64_t identity;
	uint64_t commands; /* ever executed */
	uint32_t speed_mbps;
	uint8_t link_down;
	uint8_t vanished;
	uint8_t health_syndrome;
	uint8_t powered;    /* 0: fw_power_on() was never called */
	uint8_t function;   /* of the card, from 0 */
	uint8_t no_carrier; /* on a cable, and not both of its ends are up */
	uint8_t reserved_function[2];
	uint32_t ece; /* what the card offers as ECE word; 0: it does not know ECE */

	/* Of the management tools' window, see window.h; 0: free. */
	uint32_t window_semaphore, mailbox_semaphore;
	uint32_t window_tickets; /* handed out */

	uint8_t roce_accl[FW_ROCE_ACCL_BYTES]; /* the register as a read returns it */
	uint8_t cong[FW_CONG_PROTOCOLS][FW_CONG_BYTES];
	uint8_t cong_status[FW_CONG_PROTOCOLS]; /* bit n: priority n enabled */
	uint8_t cong_tag[FW_CONG_PROTOCOLS];    /* the same for tag_enable */

	uint16_t ppcc_enabled; /* bit n: slot n runs */
	uint16_t ppcc_counters;
	uint16_t ppcc_trace;
	uint16_t reserved;
	uint32_t ppcc_param[FW_PPCC_PARAMS];
	uint32_t ppcc_counter[FW_PPCC_COUNTERS];

	uint64_t counter[FW_COUNTERS];
	uint64_t rdma_tx_bytes, rdma_rx_bytes; /* of RDMA traffic, as the vport counts it */
	uint64_t rdma_tx_packets, rdma_rx_packets;
	uint32_t rp_cur_flows, sum_flows; /* that the reaction point slows down now, and all it knows */

	struct fw_qos qos;
	struct fw_priority priority[FW_PRIORITIES];
	struct fw_phy phy;
	struct fw_pci pci;
	struct fw_ib_port ib_port;

	struct fw_nv nv;

	struct fw_fault fault[FW_FAULTS];
};

/* fw_link_up - does the port have a link, as drivers are told? */
static inline bool fw_link_up(const struct fw_state *state)
{
	return !state->link_down && !state->no_carrier;
}

_Static_assert(sizeof(struct fw_state) <= FW_STATE_MAX, "a card must stay small");

#endif
