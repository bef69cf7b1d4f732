/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef ECE_DEVX_OS_LINUX_H
#define ECE_DEVX_OS_LINUX_H

#include "devx/os/os.h"

/**
 * ece_os_linux - the real operating system
 *
 * libibverbs and libmlx5 are loaded when the first DevX context is opened, so a host without rdma-core still works
 * through the other doors. Returns a constant; there is nothing to free.
 */
const struct ece_os *ece_os_linux(void);

#endif
