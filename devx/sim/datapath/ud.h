/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Unreliable datagrams, and the queue pair for management datagrams (QP1, GSI), which is one of them. Their transport
 * is dp_ud of internal.h.
 * Source: IBTA volume 1, 9.2 (datagram extended header) and 13.5 (GSI); rdma-core and Linux mlx5 for what they make of
 * completions.
 */
#ifndef ECE_DEVX_SIM_DATAPATH_UD_H
#define ECE_DEVX_SIM_DATAPATH_UD_H

#include <stdint.h>

#define DP_UD_QP1         1
#define DP_UD_QP1_QKEY    UINT32_C(0x80010000)
#define DP_UD_MESSAGE_MAX 4096

#endif
