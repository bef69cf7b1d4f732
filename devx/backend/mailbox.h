/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Register accesses through the mailbox behind the PCI window. Internal to devx/backend. */
#ifndef ECE_DEVX_BACKEND_MAILBOX_H
#define ECE_DEVX_BACKEND_MAILBOX_H

#include <stddef.h>
#include <stdint.h>

#include "devx/backend/window.h"
#include "ece/result.h"
#include "devx/prm/access_reg.h"

/* How long the firmware may work on one access. */
#define MAILBOX_WAIT_NS UINT64_C(10000000000)

/**
 * mailbox_access_reg - read or write one register
 * @window: found, not taken; is given back in any case
 * @data: @len bytes, big endian: input in both directions; output of a read that succeeded
 * @len: PRM_ACCESS_REG_DATA_MAX at most
 *
 * A refusal that a command mailbox has a status for is told by that status. The others have an errno without one:
 * -EOPNOTSUPP the firmware does not have the register, -ENOSYS it takes no register access here, -EPROTO it did not
 * understand this one, -EROFS it is write-protected, -EIO it failed, -EINPROGRESS it had not finished. Of the way there:
 * -EBUSY another tool holds the window or its mailbox, -ENXIO the card has gone, -ETIMEDOUT no answer, -EMSGSIZE the
 * mailbox is too small, or what the seam said.
 */
struct ece_result mailbox_access_reg(struct window *window, enum prm_access_reg_method method, uint16_t id,
				     uint8_t *data, size_t len);

#endif
