/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What all cards of one type share: identity words, capability pages and power-on values as literal bytes, and the
 * programmable algorithms of the firmware. Data only; adding a type is adding a file here and a line in cards.c.
 */
#ifndef ECE_DEVX_SIM_CARDS_CARD_H
#define ECE_DEVX_SIM_CARDS_CARD_H

#include <stdbool.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fw_ppcc_param {
	const char *text; /* "NAME, description", as the card answers it */
	uint32_t initial;
	uint32_t min;
	uint32_t max;
	uint8_t prm; /* 0 read only, 1 read-write, 2 read only and clearable */
};

struct fw_ppcc_counter {
	const char *text; /* as above */
	uint32_t wraps;   /* its largest value */
};

struct fw_ppcc_algo {
	uint8_t slot;
	uint16_t id;
	uint8_t major, minor;
	const char *text;
	const struct fw_ppcc_param *params;
	size_t param_count;
	const struct fw_ppcc_counter *counters;
	size_t counter_count;
};

/* One word of a capability or register page that is not zero. */
struct fw_word {
	uint16_t at;
	uint32_t value;
};

struct fw_page {
	const struct fw_word *words;
	size_t count;
};

/*
 * One TLV of the non-volatile configuration. Its type word has port 0 where it is of a port: each port has its own.
 * @factory is what the card was made with, @stored what somebody has set since; a TLV with neither holds nothing.
 */
struct fw_nv_tlv {
	uint32_t type;
	uint16_t bytes;
	uint8_t version;
	bool read_only; /* a capability */
	bool empty;     /* the firmware knows it and made nothing of it */
	struct fw_page factory;
	struct fw_page stored;
};

struct fw_card_type {
	const char *name;      /* "cx7", as on command lines and in fleet files */
	const char *title;     /* "ConnectX-7" */
	const char *psid;      /* 16 bytes at most */
	const char *part;      /* part number */
	uint16_t device_id;    /* PCI */
	uint16_t subsystem_id; /* PCI */
	uint32_t hw_id;        /* as the management tools read it */
	uint16_t fw_major, fw_minor, fw_sub;
	uint32_t speed_mbps; /* of a port when nothing else is said */
	uint8_t functions;   /* PCI functions, a port each; 0 is 1 */

	/* QUERY_QP in a user context knows the QPs of that context only. What cards do is not public. */
	bool own_qps_only;

	uint32_t
		ece_options; /* what the card offers as ECE word: version in the top four bits, then one bit an option */

	struct fw_page cap_general; /* QUERY_HCA_CAP pages, 4 KiB at most each */
	struct fw_page cap_ethernet;
	struct fw_page cap_atomic;
	struct fw_page cap_roce;
	struct fw_page cap_flow_table;
	struct fw_page cap_debug;
	struct fw_page cap_general2;

	struct fw_page roce_accl; /* register as it reads after power-on, select bits = supported */
	size_t roce_accl_bytes;   /* 0x40 or 0x80, by firmware generation; 0: no such register */
	bool roce_accl_of_card;   /* one register for all functions; else each has its own. Not public which is real */
	struct fw_page cong[4];   /* parameter blocks by cong_protocol */
	bool cong_rp_global;      /* one priority switches the reaction point of all */

	const struct fw_ppcc_algo *algos;
	size_t algo_count;

	const uint16_t *user_registers; /* that ACCESS_REGISTER_USER may read */
	size_t user_register_count;

	bool no_window;             /* its configuration space has no window for management tools */
	const struct fw_nv_tlv *nv; /* ended by a TLV of no bytes; NULL: none */
};

/* fw_card_functions - how many PCI functions a card of this type has */
static inline uint8_t fw_card_functions(const struct fw_card_type *type)
{
	return type->functions ? type->functions : 1;
}

/**
 * fw_card_type_find - a card type by its short name
 *
 * Returns a constant, or NULL when there is no such type.
 */
const struct fw_card_type *fw_card_type_find(const char *name);

/**
 * fw_card_type_at - the i-th type, for listings
 *
 * Returns NULL behind the last one.
 */
const struct fw_card_type *fw_card_type_at(size_t i);

#endif
