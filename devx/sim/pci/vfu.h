/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The server side of vfio-user for one PCI function: messages of one client over a connected unix stream socket.
 * Source: the vfio-user protocol specification (QEMU docs/interop/vfio-user.rst); indices as in linux/vfio.h.
 *
 * Nothing here waits. Every message is read into a buffer of fixed size and checked before it is used; a client that
 * breaks the framing is dropped, one that asks for nonsense gets an error reply.
 */
#ifndef ECE_DEVX_SIM_PCI_VFU_H
#define ECE_DEVX_SIM_PCI_VFU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/sim/pci/memory.h"

#define PCI_VFU_REGIONS     9
#define PCI_VFU_BAR0        0
#define PCI_VFU_CONFIG      7
#define PCI_VFU_VECTORS     8
#define PCI_VFU_FDS_MAX     16
#define PCI_VFU_DATA_MAX    4096 /* of one region access */
#define PCI_VFU_MESSAGE_MAX (PCI_VFU_DATA_MAX + 256)

struct pci_vfu_ops {
	/* An access that lies inside the region; @bytes is at most PCI_VFU_DATA_MAX. */
	void (*read)(void *ctx, uint32_t region, uint64_t at, uint8_t *to, size_t bytes);
	void (*write)(void *ctx, uint32_t region, uint64_t at, const uint8_t *from, size_t bytes);
	void (*reset)(void *ctx);
};

struct pci_vfu {
	int fd; /* -1: no client */
	const struct pci_vfu_ops *ops;
	void *ctx;
	uint64_t region_bytes[PCI_VFU_REGIONS];
	struct pci_memory memory;
	int vector_fd[PCI_VFU_VECTORS]; /* -1: not set */
	bool agreed;                    /* the version was negotiated */

	uint8_t in[PCI_VFU_MESSAGE_MAX];
	size_t in_len;
	int in_fd[PCI_VFU_FDS_MAX];
	size_t in_fds;
	uint8_t out[PCI_VFU_MESSAGE_MAX];
	size_t out_len;
	size_t out_done;
};

/**
 * pci_vfu_init - a function without a client
 * @region_bytes: sizes of the regions; 0 where there is none
 */
void pci_vfu_init(struct pci_vfu *vfu, const struct pci_vfu_ops *ops, void *ctx,
		  const uint64_t region_bytes[PCI_VFU_REGIONS]);

/* pci_vfu_attach - take a connected, non-blocking socket; it is owned and closed by pci_vfu_detach() */
void pci_vfu_attach(struct pci_vfu *vfu, int fd);

/* pci_vfu_detach - drop the client with its memory and interrupts; harmless without one */
void pci_vfu_detach(struct pci_vfu *vfu);

/* pci_vfu_events - what to poll the socket for: replies go first, requests wait for them */
short pci_vfu_events(const struct pci_vfu *vfu);

/**
 * pci_vfu_serve - read, answer and write as much as goes without waiting
 *
 * Returns 0, or -EPROTO, -ECONNRESET or another negative errno when the client is gone or has to be dropped.
 */
int pci_vfu_serve(struct pci_vfu *vfu);

/* pci_vfu_interrupt - raise a vector; one that is not set is ignored */
void pci_vfu_interrupt(struct pci_vfu *vfu, unsigned int vector);

#endif
