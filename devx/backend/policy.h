/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The host's file of ECE policy for the programs of one function, as libece reads it: ECE_POLICY_DIR/PCI.json. A host
 * without it allows everything and requires nothing. Nothing here touches the card.
 */
#ifndef ECE_DEVX_BACKEND_POLICY_H
#define ECE_DEVX_BACKEND_POLICY_H

#include "devx/backend/doors.h"
#include "devx/base/error.h"
#include "ece/policy.h"

/**
 * ece_policy_read - what the file says
 * @e: why it cannot be read or understood, in words
 *
 * Returns a result whose .err is 0, or a negative errno with @policy as it was: a policy that is half understood is none.
 */
struct ece_result ece_policy_read(struct ece_doors *doors, struct ece_policy *policy, struct ece_error *e);

/**
 * ece_policy_write - make the file say this, whole or not at all
 */
struct ece_result ece_policy_write(struct ece_doors *doors, const struct ece_policy *policy);

#endif
