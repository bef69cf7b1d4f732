/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The profile of adaptive retransmission inside ROCE_ACCL: what its fields must be to each other. Rules: NVIDIA,
 * "Adaptive Retransmission: Parameters Control". Internal to devx/nic.
 */
#ifndef ECE_DEVX_NIC_ADP_RETX_H
#define ECE_DEVX_NIC_ADP_RETX_H

#include <stdbool.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "devx/nic/nic.h"
#include "devx/params/param.h"

/**
 * nic_adp_retx_has - is this a parameter of the profile?
 */
bool nic_adp_retx_has(const struct ece_param *param);

/**
 * nic_adp_retx_is_user - is the profile in this register the one that can be written?
 * @reg: PRM_ROCE_ACCL_BYTES_SHORT at least, as the functions below
 */
bool nic_adp_retx_is_user(const uint8_t *reg);

/**
 * nic_adp_retx_unit_known - are its times in microseconds, or is there no profile at all?
 */
bool nic_adp_retx_unit_known(const uint8_t *reg);

/**
 * nic_adp_retx_set_unit - write the unit that the times have
 *
 * A profile of zeros, as it may have been read before the first write, keeps its zero.
 */
void nic_adp_retx_set_unit(uint8_t *reg);

/**
 * nic_adp_retx_limits - what the card whose limits stand beside the profile takes of one parameter of it
 *
 * A profile of zeros is below them: the file of a fleet cannot ask for it, an undo can.
 */
void nic_adp_retx_limits(const uint8_t *reg, const struct ece_param *param, struct ece_nic_limits *limits);

/**
 * nic_adp_retx_check - may this profile be written to the card whose limits stand beside it?
 *
 * A profile of zeros passes: it is put back as it was read, and the card decides.
 * Returns 0; -EINVAL (kind RANGE) with @e filled.
 */
int nic_adp_retx_check(const uint8_t *reg, struct ece_error *e);

#endif
