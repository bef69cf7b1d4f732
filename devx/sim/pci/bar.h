/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * BAR 0: the initialization segment, then UAR pages of 4 KiB with doorbells. Words are big endian.
 * Source: Linux include/linux/mlx5/{device,driver,cq,doorbell}.h (struct mlx5_init_seg).
 */
#ifndef ECE_DEVX_SIM_PCI_BAR_H
#define ECE_DEVX_SIM_PCI_BAR_H

#include <stddef.h>
#include <stdint.h>

#define PCI_BAR_BYTES        (32U << 20)
#define PCI_BAR_MSIX_TABLE   0x2000
#define PCI_BAR_MSIX_PENDING 0x3000
#define PCI_BAR_UAR          0x10000 /* what lies below belongs to the function; UAR numbers start behind it */

struct pci_card;

/* pci_bar_read, pci_bar_write - an access inside BAR 0, any size and alignment */
void pci_bar_read(struct pci_card *card, uint64_t at, uint8_t *to, size_t bytes);
void pci_bar_write(struct pci_card *card, uint64_t at, const uint8_t *from, size_t bytes);

#endif
