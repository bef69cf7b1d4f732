/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* One vfio-user request: what it says and what the answer is. Private to vfu.c. */
#ifndef ECE_DEVX_SIM_PCI_VFU_REQUEST_H
#define ECE_DEVX_SIM_PCI_VFU_REQUEST_H

#include <stddef.h>
#include <stdint.h>

#include "devx/sim/pci/vfu.h"

#define PCI_VFU_HEADER_BYTES 16

/* pci_vfu_request_bytes - how long the message is that starts with this header; anything can stand there */
size_t pci_vfu_request_bytes(const uint8_t *header);

/**
 * pci_vfu_request - carry out the complete message in vfu->in
 *
 * Descriptors that are kept are replaced by -1 in vfu->in_fd. The reply, if one is wanted, is left in vfu->out.
 * Returns 0, or -EPROTO when the client does not speak the protocol.
 */
int pci_vfu_request(struct pci_vfu *vfu);

#endif
