/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* PCI configuration space: identity, BAR 0, PCI Express, MSI-X, power management, the tools' window. */
#ifndef ECE_DEVX_SIM_PCI_CONFIG_SPACE_H
#define ECE_DEVX_SIM_PCI_CONFIG_SPACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/sim/cards/card.h"

#define PCI_CONFIG_BYTES 4096

struct pci_card;

struct pci_config {
	uint8_t byte[PCI_CONFIG_BYTES];
	bool window;
};

/* pci_config_init - @window: with the vendor-specific capability that management tools use */
void pci_config_init(struct pci_config *config, const struct fw_card_type *type, bool window);

/* pci_config_read, pci_config_write - an access inside the space, any size and alignment */
void pci_config_read(struct pci_card *card, uint64_t at, uint8_t *to, size_t bytes);
void pci_config_write(struct pci_card *card, uint64_t at, const uint8_t *from, size_t bytes);

#endif
