// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/prm/address.h"

PRM_DEFINE_LAYOUT(ads, PRM_ADS);
PRM_DEFINE_LAYOUT(av, PRM_AV);
PRM_DEFINE_LAYOUT(roce_addr, PRM_ROCE_ADDR);
