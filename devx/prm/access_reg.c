// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/prm/access_reg.h"

PRM_DEFINE_LAYOUT(access_reg, PRM_ACCESS_REG);
