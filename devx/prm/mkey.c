// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/prm/mkey.h"

PRM_DEFINE_LAYOUT(mkc, PRM_MKC);
PRM_DEFINE_LAYOUT(create_mkey_in, PRM_CREATE_MKEY_IN);
PRM_DEFINE_LAYOUT(klm, PRM_KLM);
