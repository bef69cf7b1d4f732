/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What tells the cards of one type apart, made from the one number of fw_power_on().
 *
 * The functions of a card have one system image GUID and one base MAC; the n-th has GUID and MAC n numbers further, as
 * ibv_devinfo of two-port cards shows it.
 */
#ifndef ECE_DEVX_SIM_FW_IDENTITY_H
#define ECE_DEVX_SIM_FW_IDENTITY_H

#include <stdint.h>

#include "devx/sim/fw/state.h"

/**
 * fw_system_image_guid - the GUID of the card
 *
 * An identity of 40 bits or less is completed with the vendor's prefix 0c42:a103:..; a longer one is a GUID already.
 */
uint64_t fw_system_image_guid(const struct fw_state *state);

/* fw_node_guid - of the function, also used for its port */
uint64_t fw_node_guid(const struct fw_state *state);

/* fw_base_mac - of the card, in the low 48 bits: vendor prefix and low 24 bits of its GUID */
uint64_t fw_base_mac(const struct fw_state *state);

/* fw_mac - of the function, in the low 48 bits */
uint64_t fw_mac(const struct fw_state *state);

/* fw_vhca_id - must differ between functions of one host: the low 16 bits of the GUID */
uint16_t fw_vhca_id(const struct fw_state *state);

#endif
