/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* All that the toolkit reads of a NIC, for the sake of a recording: what comes of it is not looked at. */
#ifndef ECE_LIB_RECORD_SURVEY_H
#define ECE_LIB_RECORD_SURVEY_H

#include "devx/backend/identity.h"
#include "devx/base/error.h"
#include "devx/os/os.h"

/**
 * record_survey - read every parameter through every backend, the NV configuration and the capabilities
 * @os: the seam of a recorder (lib/record/record.h)
 *
 * Writes nothing. Returns 0, or a negative errno with @e filled when the NIC cannot be opened at all.
 */
int record_survey(const struct ece_os *os, const struct ece_nic_info *info, struct ece_error *e);

#endif
