// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/prm/nv.h"

PRM_DEFINE_LAYOUT(nv_item, PRM_NV_ITEM);
PRM_DEFINE_LAYOUT(mnvqc, PRM_MNVQC);
PRM_DEFINE_LAYOUT(mnvgc, PRM_MNVGC);
PRM_DEFINE_LAYOUT(mnvgn, PRM_MNVGN);
PRM_DEFINE_LAYOUT(mnvia, PRM_MNVIA);

uint32_t prm_nv_type(enum prm_nv_class nv_class, uint8_t port, uint16_t id)
{
	return (uint32_t)nv_class << 24 | (nv_class == PRM_NV_PORT ? (uint32_t)port << 16 : 0) | id;
}
