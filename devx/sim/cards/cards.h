/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The card types themselves, for cards.c; everybody else asks fw_card_type_find(). */
#ifndef ECE_DEVX_SIM_CARDS_CARDS_H
#define ECE_DEVX_SIM_CARDS_CARDS_H

#include "devx/sim/cards/card.h"

extern const struct fw_card_type fw_card_cx7;
extern const struct fw_card_type fw_card_cx7_2p;
extern const struct fw_card_type fw_card_cx7_2p_shared;
extern const struct fw_card_type fw_card_cx7_vf;
extern const struct fw_card_type fw_card_cx7_user;
extern const struct fw_card_type fw_card_cx7_closed;
extern const struct fw_card_type fw_card_bf3;
extern const struct fw_card_type fw_card_bf3_dpu;
extern const struct fw_card_type fw_card_cx6dx;
extern const struct fw_card_type fw_card_cx6dx_old;
extern const struct fw_card_type fw_card_cx4;

/* A page from an array of words. */
#define FW_PAGE(array)                                      \
	{                                                   \
		(array), sizeof(array) / sizeof((array)[0]) \
	}
#define FW_COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* The power-on values that all firmware dumps agree on; protocol 1 and 2 of the congestion commands. */
extern const struct fw_word fw_dcqcn_rp[];
extern const struct fw_word fw_dcqcn_np[];
#define FW_DCQCN_RP_WORDS 13
#define FW_DCQCN_NP_WORDS 2

/* The algorithms of ConnectX-7 firmware. */
#define FW_GEN7_ALGOS 2
extern const struct fw_ppcc_algo fw_gen7_algos[FW_GEN7_ALGOS];

/* NV configuration: what the firmware of a type knows and was made with, ended by a TLV of no bytes. */
extern const struct fw_nv_tlv fw_nv_gen7[]; /* ConnectX-7, BlueField-3 */
extern const struct fw_nv_tlv fw_nv_cx6dx[];
extern const struct fw_nv_tlv fw_nv_cx6dx_old[];
extern const struct fw_nv_tlv fw_nv_cx4[];

#endif
