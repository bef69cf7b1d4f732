// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/prm/port.h"

PRM_DEFINE_LAYOUT(query_vport_state_out, PRM_QUERY_VPORT_STATE_OUT);
PRM_DEFINE_LAYOUT(nic_vport_context, PRM_NIC_VPORT_CONTEXT);
PRM_DEFINE_LAYOUT(modify_nic_vport_select, PRM_MODIFY_NIC_VPORT_SELECT);
PRM_DEFINE_LAYOUT(roce_address_in, PRM_ROCE_ADDRESS_IN);
PRM_DEFINE_LAYOUT(ptys, PRM_PTYS);
PRM_DEFINE_LAYOUT(pmtu, PRM_PMTU);
PRM_DEFINE_LAYOUT(paos, PRM_PAOS);
