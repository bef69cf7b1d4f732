/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The ways to a NIC, whatever goes through them. What each needs of the kernel is told, with its source, where it is
 * opened: devx/backend.
 */
#ifndef ECE_DEVX_NIC_DOOR_H
#define ECE_DEVX_NIC_DOOR_H

#include "devx/nic/nic.h"

/**
 * ece_nic_door - is a backend's door open here? Opens it, once
 * @why: receives why not, for people; empty when it is open
 *
 * Returns 0, or the negative errno of opening it; -EOPNOTSUPP for ECE_BACKEND_NONE and ids that are none.
 */
int ece_nic_door(struct ece_nic *nic, enum ece_backend_id id, char why[ECE_VALUE_WHY_MAX]);

/* ece_nic_door_is_open - has it been opened? Opens nothing */
bool ece_nic_door_is_open(const struct ece_nic *nic, enum ece_backend_id id);

#endif
