/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Which NICs does this host have? From the kernel's trees of files, so that it works without rights, without rdma-core
 * and with half of the drivers missing. A door is asked only for what no file tells: the identity of a function without
 * an RDMA device of its own, and whether a BlueField runs as a DPU.
 */
#ifndef ECE_DEVX_BACKEND_DISCOVER_H
#define ECE_DEVX_BACKEND_DISCOVER_H

#include <stddef.h>

#include "devx/backend/identity.h"
#include "devx/base/error.h"

#define ECE_NIC_LIST_MAX 2048 /* NICs of one host, virtual functions included */

/**
 * ece_discover - PCI functions of vendor 0x15b3 with a network class, in the order of their addresses, each followed by
 *                its subfunctions
 * @list: receives an array; free() it. NULL when there is none
 *
 * Returns 0; -E2BIG for more than ECE_NIC_LIST_MAX, -ENOMEM, or the errno of listing the PCI devices, with @e filled.
 */
int ece_discover(const struct ece_os *os, struct ece_nic_info **list, size_t *count, struct ece_error *e);

#endif
