/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The registers of the non-volatile configuration. One register carries it all: MNVDA, a header of twelve bytes and the
 * data of one TLV, named by its type word. Layouts of the TLVs: devx/prm/nv_tlv.h.
 * Source: mstflint register_access_table.adb (config_item, mnvda_reg, mnvqc_reg, mnvgc_reg, mnvgn_reg, mnvia_reg),
 * Linux drivers/net/ethernet/mellanox/mlx5/core/lib/nv_param.c.
 */
#ifndef ECE_DEVX_PRM_NV_H
#define ECE_DEVX_PRM_NV_H

#include "devx/prm/field.h"

/* The top byte of a type word. The same id is another TLV in another class. */
enum prm_nv_class {
	PRM_NV_GLOBAL = 0x00,
	PRM_NV_PORT = 0x01,
	PRM_NV_HOST_PF = 0x03,
	PRM_NV_HOST = 0x07,
};

/* access_mode. CURRENT and FACTORY only where MNVGC says so, and never in a write. */
enum prm_nv_mode {
	PRM_NV_NEXT = 0,    /* what the next load of the configuration will apply */
	PRM_NV_CURRENT = 1, /* what the running firmware has loaded */
	PRM_NV_FACTORY = 2,
};

/* writer_id: who wrote a TLV. */
enum prm_nv_writer {
	PRM_NV_WRITER_UNSPECIFIED = 0x00,
	PRM_NV_WRITER_COMMAND_INTERFACE = 0x04,
};

/* priority: the owner in the life cycle. What MNVDA writes is the user's. */
enum prm_nv_priority {
	PRM_NV_PRIORITY_USER = 0,
	PRM_NV_PRIORITY_MLNX = 3,
};

#define PRM_NV_DATA_MAX 0x100 /* of one TLV */

/* The header in front of a TLV, in MNVDA, MNVDI and MNVGN. */
#define PRM_NV_ITEM_BYTES 0x0c
#define PRM_NV_ITEM(ROW)               \
	ROW(priority, 0x00, 29, 28)    \
	ROW(ovr_en, 0x00, 25, 25)      \
	ROW(rd_en, 0x00, 24, 24)       \
	ROW(access_mode, 0x00, 23, 22) \
	ROW(writer_id, 0x00, 20, 16)   \
	ROW(version, 0x00, 15, 12)     \
	ROW(host_id_valid, 0x00, 9, 9) \
	ROW(length, 0x00, 8, 0)        \
	ROW(type, 0x04, 31, 0)
PRM_DECLARE_LAYOUT(nv_item, PRM_NV_ITEM);

#define PRM_MNVDA_BYTES (PRM_NV_ITEM_BYTES + PRM_NV_DATA_MAX)

#define PRM_MNVQC_BYTES 0x08
#define PRM_MNVQC(ROW)              \
	ROW(type, 0x00, 31, 0)      \
	ROW(support_rd, 0x04, 0, 0) \
	ROW(support_wr, 0x04, 1, 1) \
	ROW(version, 0x04, 7, 4)
PRM_DECLARE_LAYOUT(mnvqc, PRM_MNVQC);

#define PRM_MNVGC_BYTES 0x10
#define PRM_MNVGC(ROW)                              \
	ROW(nvda_read_factory_settings, 0x00, 0, 0) \
	ROW(nvda_read_current_settings, 0x00, 1, 1) \
	ROW(priv_nv_other_host, 0x00, 2, 2)
PRM_DECLARE_LAYOUT(mnvgc, PRM_MNVGC);

/* Walks the TLVs that are stored: 0 begins, what comes back is fed back, 0 ends. The item stands at PRM_MNVGN_ITEM. */
#define PRM_MNVGN_ITEM      0x10
#define PRM_MNVGN_BYTES     0x1c /* without data */
#define PRM_MNVGN_BYTES_MAX (PRM_MNVGN_BYTES + PRM_NV_DATA_MAX)
#define PRM_MNVGN(ROW)      ROW(nv_pointer, 0x00, 31, 0)
PRM_DECLARE_LAYOUT(mnvgn, PRM_MNVGN);

#define PRM_MNVIA_BYTES 0x08
#define PRM_MNVIA(ROW)          \
	ROW(target, 0x00, 2, 0) \
	ROW(writer_id, 0x00, 8, 4)
PRM_DECLARE_LAYOUT(mnvia, PRM_MNVIA);

/**
 * prm_nv_type - the type word of a TLV
 * @port: from 1; only used by the class of ports
 *
 * The host and function of PRM_NV_HOST_PF and PRM_NV_HOST stay 0, which means the caller's own.
 */
uint32_t prm_nv_type(enum prm_nv_class nv_class, uint8_t port, uint16_t id);

#endif
