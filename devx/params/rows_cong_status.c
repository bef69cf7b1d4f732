// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * DCQCN on and off, by priority: QUERY and MODIFY_CONG_STATUS. Fields: Linux mlx5_ifc.h. Which commands a door passes:
 * Linux drivers/infiniband/hw/mlx5/devx.c, drivers/fwctl/mlx5/main.c. The upstream debugfs has no file for them; the
 * vendor's driver has a directory with one a priority.
 *
 * That one priority moves all: of the receiver NVIDIA's DCQCN guide says so, of the sender the release notes of
 * firmware xx.45.1020 do (known issue 4394475).
 */
#include "devx/prm/cong.h"

#include "devx/params/rows.h"

#define ENABLE(its_protocol, vendor)                                                                     \
	.kind = ECE_PARAM_PRIORITIES, .unit = "", .max = 255, .words = NAMED({"none", 0}, {"all", 255}), \
	.scope = ECE_SCOPE_PRIORITY, .cost = ECE_COST_LIVE, .home = ECE_HOME_CONG_STATUS,                \
	.field = &prm_cong_status.enable, .protocol = (its_protocol),                                    \
	.reads = {ECE_BACKEND_DEVX, ECE_BACKEND_FWCTL, ECE_BACKEND_OFED},                                \
	.writes = {ECE_BACKEND_FWCTL, ECE_BACKEND_OFED}, .vendor_file = (vendor)

static const struct ece_param rows[] = {
	{
		.name = "dcqcn.rp.enable",
		ENABLE(PRM_CONG_ROCE_RP, "roce_rp/enable"),
		.counters = WORDS("rp_cnp_handled", "rp_cnp_ignored"),
		.aliases = WORDS("roce_rp.enable"),
		.text = "Priorities on which this sender slows down when congestion notifications come, as a text: "
			"\"3\" is priority 3; from firmware xx.45.1020 on one priority switches all, so that only "
			"none and all can be had there, and a write of others fails when it is read back",
	},
	{
		.name = "dcqcn.np.enable",
		ENABLE(PRM_CONG_ROCE_NP, "roce_np/enable"),
		.counters = WORDS("np_cnp_sent", "np_ecn_marked_roce_packets"),
		.aliases = WORDS("roce_np.enable"),
		.text = "Priorities on which this receiver answers marked packets with congestion notifications, as a "
			"text: \"3\" is priority 3; cards have one switch for all of a port, so that only none and "
			"all can be had, and a write of others fails when it is read back",
	},
};

const struct rows rows_cong_status = {rows, sizeof(rows) / sizeof(rows[0])};
