// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/prm/ppcc.h"

PRM_DEFINE_LAYOUT(ppcc, PRM_PPCC);
PRM_DEFINE_LAYOUT(ppcc_algo, PRM_PPCC_ALGO);
