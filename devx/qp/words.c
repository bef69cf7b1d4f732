// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/prm/queue.h"
#include "devx/qp/internal.h"

const char *ece_qp_way_name(enum ece_qp_way way)
{
	static const char *const names[ECE_QP_WAY_COUNT] = {
		[ECE_QP_WAY_NONE] = "none", [ECE_QP_WAY_FWCTL] = "fwctl", [ECE_QP_WAY_NETLINK] = "netlink",
		[ECE_QP_WAY_VSC] = "vsc",   [ECE_QP_WAY_DEVX] = "devx",
	};

	return (unsigned int)way < ECE_QP_WAY_COUNT ? names[way] : names[ECE_QP_WAY_NONE];
}

const char *qp_service_name(uint8_t service)
{
	static const char *const names[] = {
		[PRM_QP_RC] = "RC",
		[PRM_QP_UC] = "UC",
		[PRM_QP_UD] = "UD",
		[PRM_QP_XRC] = "XRC",
		[PRM_QP_MLX] = "MLX",
		[PRM_QP_DCI] = "DCI",
		[PRM_QP_DCT] = "DCT",
		[PRM_QP_QP0] = "SMI",
		[PRM_QP_QP1] = "GSI",
		[PRM_QP_RAW_ETHERTYPE] = "RAW_ETHER",
		[PRM_QP_RAW_IPV6] = "RAW_IPV6",
		[PRM_QP_REG_UMR] = "REG_UMR",
	};

	return service < sizeof(names) / sizeof(names[0]) ? names[service] : NULL;
}

const char *qp_card_state_name(uint8_t state)
{
	switch (state) {
	case PRM_QP_RST:
		return "RESET";
	case PRM_QP_INIT:
		return "INIT";
	case PRM_QP_RTR:
		return "RTR";
	case PRM_QP_RTS:
		return "RTS";
	case PRM_QP_SQER:
		return "SQE";
	case PRM_QP_SQD:
	case PRM_QP_SQ_DRAINING:
		return "SQD";
	case PRM_QP_ERR:
		return "ERR";
	case PRM_QP_SUSPENDED:
		return "SUSPENDED";
	default:
		return NULL;
	}
}
