/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Commands about the function as a whole. Source: Linux include/linux/mlx5/mlx5_ifc.h. */
#ifndef ECE_DEVX_PRM_HCA_H
#define ECE_DEVX_PRM_HCA_H

#include "devx/prm/field.h"

#define PRM_QUERY_ISSI_OUT(ROW)        \
	ROW(current_issi, 0x08, 15, 0) \
	ROW(supported_issi_dw0, 0x6c, 31, 0)
PRM_DECLARE_LAYOUT(query_issi_out, PRM_QUERY_ISSI_OUT);

/* op_mod of QUERY_PAGES: when the pages are needed. */
enum prm_query_pages {
	PRM_QUERY_PAGES_BOOT = 1,
	PRM_QUERY_PAGES_INIT = 2,
	PRM_QUERY_PAGES_REGULAR = 3,
};

#define PRM_QUERY_PAGES_OUT(ROW) ROW(num_pages, 0x0c, 31, 0)
PRM_DECLARE_LAYOUT(query_pages_out, PRM_QUERY_PAGES_OUT);

/* op_mod of MANAGE_PAGES, seen from the driver. */
enum prm_manage_pages {
	PRM_MANAGE_PAGES_CANNOT_GIVE = 0,
	PRM_MANAGE_PAGES_GIVE = 1,
	PRM_MANAGE_PAGES_TAKE = 2,
};

#define PRM_MANAGE_PAGES_LIST_AT 0x10 /* 64-bit addresses, in both directions */
#define PRM_MANAGE_PAGES_IN(ROW) ROW(input_num_entries, 0x0c, 31, 0)
PRM_DECLARE_LAYOUT(manage_pages_in, PRM_MANAGE_PAGES_IN);
#define PRM_MANAGE_PAGES_OUT(ROW) ROW(output_num_entries, 0x08, 31, 0)
PRM_DECLARE_LAYOUT(manage_pages_out, PRM_MANAGE_PAGES_OUT);

#define PRM_QUERY_ADAPTER_PSID_AT  0x100 /* vsd_contd_psid, 16 bytes of text */
#define PRM_QUERY_ADAPTER_OUT(ROW) ROW(ieee_vendor_id, 0x28, 23, 0)
PRM_DECLARE_LAYOUT(query_adapter_out, PRM_QUERY_ADAPTER_OUT);

#define PRM_QUERY_SPECIAL_CONTEXTS_OUT(ROW) \
	ROW(dump_fill_mkey, 0x08, 31, 0)    \
	ROW(resd_lkey, 0x0c, 31, 0)         \
	ROW(null_mkey, 0x10, 31, 0)
PRM_DECLARE_LAYOUT(query_special_contexts_out, PRM_QUERY_SPECIAL_CONTEXTS_OUT);

#endif
