// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/prm/window.h"

PRM_DEFINE_LAYOUT(mailbox_control, PRM_MAILBOX_CONTROL_WORD);
PRM_DEFINE_LAYOUT(reg_tlv, PRM_REG_TLV);
