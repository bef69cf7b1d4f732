// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/prm/hca.h"

PRM_DEFINE_LAYOUT(query_issi_out, PRM_QUERY_ISSI_OUT);
PRM_DEFINE_LAYOUT(query_pages_out, PRM_QUERY_PAGES_OUT);
PRM_DEFINE_LAYOUT(manage_pages_in, PRM_MANAGE_PAGES_IN);
PRM_DEFINE_LAYOUT(manage_pages_out, PRM_MANAGE_PAGES_OUT);
PRM_DEFINE_LAYOUT(query_adapter_out, PRM_QUERY_ADAPTER_OUT);
PRM_DEFINE_LAYOUT(query_special_contexts_out, PRM_QUERY_SPECIAL_CONTEXTS_OUT);
