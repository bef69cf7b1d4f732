// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/fw/fw.h"

#include <string.h>

#include "devx/prm/hca_cap.h"
#include "devx/sim/cards/card.h"
#include "devx/sim/fw/nv.h"
#include "devx/sim/fw/object.h"
#include "devx/sim/fw/page.h"
#include "devx/sim/fw/register.h"

/* A type may have the capabilities of a real card over its own, see overlay.h. */
static uint32_t ece_of(const struct fw_card_type *type)
{
	uint32_t word = fw_page_word(&type->cap_general, prm_cap_general.ece_support.at);

	return word >> prm_cap_general.ece_support.low & 1 ? type->ece_options : 0;
}

void fw_power_on(struct fw *fw, uint64_t identity)
{
	fw_power_on_function(fw, identity, 0);
}

void fw_power_on_function(struct fw *fw, uint64_t identity, uint8_t function)
{
	memset(fw->state, 0, sizeof(*fw->state));
	fw->state->identity = identity;
	fw->state->function = function;
	fw->state->speed_mbps = fw->type->speed_mbps;
	fw->state->powered = 1;
	fw->state->ece = ece_of(fw->type);
	/* What functions share is in the state of the first one. */
	if (!fw->card)
		fw_nv_power_on(fw);
	fw_reset(fw);
}

void fw_reset(struct fw *fw)
{
	fw_registers_power_on(fw);
	memset(fw->state->counter, 0, sizeof(fw->state->counter));
	memset(&fw->state->phy, 0, sizeof(fw->state->phy));
	memset(&fw->state->pci, 0, sizeof(fw->state->pci));
	memset(&fw->state->ib_port, 0, sizeof(fw->state->ib_port));
	fw->state->rp_cur_flows = fw->state->sum_flows = 0;
	fw->state->rdma_tx_bytes = fw->state->rdma_rx_bytes = 0;
	fw->state->rdma_tx_packets = fw->state->rdma_rx_packets = 0;
	fw->state->window_semaphore = 0;
	fw->state->mailbox_semaphore = 0;
	fw_objects_clear(fw->objects);
}

void fw_firmware_reset(struct fw *fw)
{
	struct fw_nv *nv = &fw_card(fw)->nv;

	fw_nv_load(fw);
	nv->reset_trigger = 0;
	nv->started_ns = 0;
	nv->resets++;
	fw_reset(fw);
}
