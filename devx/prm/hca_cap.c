// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/prm/hca_cap.h"

PRM_DEFINE_LAYOUT(query_hca_cap, PRM_QUERY_HCA_CAP);
PRM_DEFINE_LAYOUT(cap_general, PRM_CAP_GENERAL_PAGE);
PRM_DEFINE_LAYOUT(cap_roce, PRM_CAP_ROCE_PAGE);
PRM_DEFINE_LAYOUT(cap_atomic, PRM_CAP_ATOMIC_PAGE);
PRM_DEFINE_LAYOUT(cap_debug, PRM_CAP_DEBUG_PAGE);
