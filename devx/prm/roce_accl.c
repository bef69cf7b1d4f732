// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/prm/roce_accl.h"

PRM_DEFINE_LAYOUT(roce_accl, PRM_ROCE_ACCL);
PRM_DEFINE_LAYOUT(roce_accl_range, PRM_ROCE_ACCL_TIMEOUT_RANGE);
PRM_DEFINE_LAYOUT(roce_accl_ranges, PRM_ROCE_ACCL_TIMEOUT_RANGES);
