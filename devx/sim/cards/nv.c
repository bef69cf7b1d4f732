// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * NV configuration of the card types. Places: mstflint's TLV database. Values: public "mlxconfig -e q" dumps of a
 * ConnectX-6 Dx (MCX623432AN, and MCX623106AN for ROCE_CC_LEGACY_DCQCN) and a BlueField-3, whose firmware is of the time
 * of the ConnectX-7 here; no complete dump of a ConnectX-7 is public. Which capability bits a card has was taken from
 * which fields its dump shows. Versions and what reads as "holds nothing" are this model's own.
 *
 * The newer ones come as somebody has configured them who wants to use the accelerations: selective repeat and adaptive
 * routing may be used, which they may not from the factory.
 */
#include "devx/sim/cards/cards.h"

/* clang-format off */
/* Type words: the class in the top byte. */
#define GLOBAL(id)         (0x00000000U | (id))
#define PORT(id)           (0x01000000U | (id))
#define HOST_PF(id)        (0x03000000U | (id))
#define HOST(id)           (0x07000000U | (id))
#define WORDS(...)         { (const struct fw_word[]){__VA_ARGS__}, FW_COUNT_OF(((const struct fw_word[]){__VA_ARGS__})) }
#define ZEROS              { NULL, 0 }
#define SET(type, bytes, version, ...) { type, bytes, version, false, false, WORDS(__VA_ARGS__), ZEROS }
#define EMPTY(type, bytes)             { type, bytes, 0, false, true, ZEROS, ZEROS }
#define CAP(type, bytes, version, ...) { type, bytes, version, true, false, WORDS(__VA_ARGS__), ZEROS }

#define END                            { 0 }

/* The same in all dumps; the DCQCN values are those of dcqcn.c. */
#define ROCE_NEXT_PROTOCOL SET(GLOBAL(0x010), 4, 0, {0x00, 254})
#define ROCE_CC            SET(PORT(0x107), 4, 0, {0x00, 0x000000ff}) /* all priorities */
#define ROCE_CC_ECN        SET(PORT(0x108), 68, 1, {0x00, 0x40000000}, {0x04, 300}, {0x08, 32767}, {0x0c, 1}, {0x14, 5}, \
			       {0x18, 50}, {0x1c, 11}, {0x20, 50}, {0x24, 1}, {0x2c, 1019}, {0x30, 1}, {0x34, 4},          \
			       {0x38, 1023}, {0x3c, 4}, {0x40, 0x00003006})
#define ROCE_CC_QCN        SET(PORT(0x109), 40, 0, {0x00, 0})
#define LLDP               SET(PORT(0x10a), 12, 1, {0x00, 0}) /* off */
#define LLDP_CAP           CAP(PORT(0x10b), 12, 1, {0x00, 0xa8000000}) /* all, all, DCBX */
#define ROCE               SET(PORT(0x11b), 16, 0, {0x00, 0})
#define DCBX               SET(PORT(0x18e), 4, 0, {0x00, 0x00000007}) /* willing, CEE, IEEE */
#define HCA                SET(HOST_PF(0x112), 4, 0, {0x00, 0x08000000}) /* RoCE enabled */
#define HCA_CAP            CAP(HOST_PF(0x113), 4, 0, {0x00, 0x08000000})
#define PCI_CAP            CAP(GLOBAL(0x081), 20, 0, {0x00, 0x80000000}, {0x04, 0x8000007f}) /* SR-IOV, 127 VFs */
#define PF_PCI             SET(HOST_PF(0x080), 16, 0, {0x00, 0})
#define HOST_PCI           SET(HOST(0x080), 4, 0, {0x00, 0})
#define SW_ACCELERATE      SET(GLOBAL(0x11d), 8, 0, {0x00, 0x00000011}) /* log_max_queue 17 */
#define HOST_PRIV          SET(GLOBAL(0x123), 16, 0, {0x00, 0})
#define TUNING             SET(GLOBAL(0x117), 16, 0, {0x00, 0})

const struct fw_nv_tlv fw_nv_gen7[] = {
	ROCE_NEXT_PROTOCOL,
	SET(GLOBAL(0x080), 12, 0, {0x00, 0x80000000}, {0x04, 0x80000008}), /* SR-IOV, 8 VFs */
	PCI_CAP,
	{
		GLOBAL(0x10a), 8, 1, false, false,
		WORDS({0x00, 0x00000500}, {0x04, 0x0709d876}), /* uctx_en, real time; wqe 7, psn 9, LRO 13 8 7 6 */
		WORDS({0x00, 0x00000d00}, {0x04, 0x2709d876}), /* sr_enable; ar_enable */
	},
	CAP(GLOBAL(0x10b), 4, 0, {0x00, 0x005e2500}), /* 8, 10, 13, 17, 18, 19, 20, 22 */
	SET(GLOBAL(0x111), 4, 0, {0x00, 0}),
	SET(GLOBAL(0x114), 16, 0, {0x00, 0x401a0000}), /* RTT v0, DSCP 26, not valid */
	CAP(GLOBAL(0x115), 16, 0, {0x00, 0x277c0000}), /* 18 to 22, 24, 25, 26, 29 */
	EMPTY(GLOBAL(0x116), 32),
	TUNING,
	CAP(GLOBAL(0x118), 16, 0, {0x00, 0x00340000}), /* 18, 20, 21 */
	SET(GLOBAL(0x119), 16, 0, {0x00, 0}),
	CAP(GLOBAL(0x11a), 4, 0, {0x00, 0x0fc00000}), /* 22 to 27: no legacy DCQCN */
	SW_ACCELERATE,
	HOST_PRIV,
	SET(PORT(0x012), 4, 0, {0x00, 0x00000008}), /* Ethernet */
	ROCE_CC,
	ROCE_CC_ECN,
	ROCE_CC_QCN,
	LLDP,
	LLDP_CAP,
	ROCE,
	DCBX,
	SET(PORT(0x192), 12, 1, {0x00, 0x00090803}), /* trust PCP, 8 PFC, 8 TCs, 4 VLs */
	CAP(PORT(0x193), 4, 0, {0x00, 0x000f0804}),
	HCA,
	HCA_CAP,
	PF_PCI,
	HOST_PCI,
	END,
};

const struct fw_nv_tlv fw_nv_cx6dx[] = {
	ROCE_NEXT_PROTOCOL,
	SET(GLOBAL(0x080), 12, 0, {0x00, 0x80000000}),
	PCI_CAP,
	{
		GLOBAL(0x10a), 8, 1, false, false,
		WORDS({0x00, 0x00000100}, {0x04, 0x0707d876}), /* uctx_en; wqe 7, psn 7 */
		WORDS({0x00, 0x00000900}),                     /* sr_enable */
	},
	CAP(GLOBAL(0x10b), 4, 0, {0x00, 0x005e0100}), /* 8, 17 to 20, 22: no adaptive routing */
	SET(GLOBAL(0x111), 4, 0, {0x00, 0}),
	CAP(GLOBAL(0x115), 16, 0, {0x00, 0}),
	EMPTY(GLOBAL(0x116), 32),
	TUNING,
	CAP(GLOBAL(0x118), 16, 0, {0x00, 0}),
	SET(GLOBAL(0x119), 16, 0, {0x00, 0}),         /* legacy DCQCN off */
	CAP(GLOBAL(0x11a), 4, 0, {0x00, 0xf0000000}), /* 28 to 31 */
	SW_ACCELERATE,
	HOST_PRIV,
	ROCE_CC,
	ROCE_CC_ECN,
	ROCE_CC_QCN,
	LLDP,
	LLDP_CAP,
	ROCE,
	DCBX,
	SET(PORT(0x192), 12, 1, {0x00, 0x00000803}),
	CAP(PORT(0x193), 4, 0, {0x00, 0x00000804}),
	HCA,
	HCA_CAP,
	PF_PCI,
	HOST_PCI,
	END,
};

/* Legacy DCQCN alone, as on a card that has no programmable congestion control. */
const struct fw_nv_tlv fw_nv_cx6dx_old[] = {
	ROCE_NEXT_PROTOCOL,
	SET(GLOBAL(0x080), 12, 0, {0x00, 0x80000000}),
	PCI_CAP,
	SET(GLOBAL(0x10a), 8, 1, {0x00, 0x00000100}, {0x04, 0x0707d876}),
	CAP(GLOBAL(0x10b), 4, 0, {0x00, 0x005e0100}),
	SET(GLOBAL(0x119), 16, 0, {0x00, 0x80000000}),
	CAP(GLOBAL(0x11a), 4, 0, {0x00, 0x80000000}),
	ROCE_CC,
	ROCE_CC_ECN,
	ROCE_CC_QCN,
	SET(PORT(0x192), 12, 0, {0x00, 0x00000803}),
	CAP(PORT(0x193), 4, 0, {0x00, 0x00000804}),
	HCA,
	HCA_CAP,
	PF_PCI,
	HOST_PCI,
	END,
};

/* Of a time before all this. */
const struct fw_nv_tlv fw_nv_cx4[] = {
	ROCE_NEXT_PROTOCOL,
	SET(GLOBAL(0x080), 12, 0, {0x00, 0x80000000}),
	PCI_CAP,
	SET(GLOBAL(0x10a), 8, 1, {0x00, 0x00000100}, {0x04, 0x0707d876}),
	CAP(GLOBAL(0x10b), 4, 0, {0x00, 0x00120100}), /* 8, 17, 20 */
	ROCE_CC,
	ROCE_CC_ECN,
	ROCE_CC_QCN,
	SET(PORT(0x192), 12, 0, {0x00, 0x00000803}),
	CAP(PORT(0x193), 4, 0, {0x00, 0x00000804}),
	PF_PCI,
	HOST_PCI,
	END,
};
/* clang-format on */
