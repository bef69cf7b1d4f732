// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Source of places and bits: linux/pci_regs.h. QEMU plays the bus and most of what can be written; the card keeps the
 * command register and what it says about itself.
 */
#include "devx/sim/pci/config_space.h"

#include <endian.h>
#include <string.h>

#include "devx/sim/pci/bar.h"
#include "devx/sim/pci/card.h"

enum {
	VENDOR = 0x00,
	DEVICE = 0x02,
	COMMAND = 0x04,
	STATUS = 0x06,
	CLASS = 0x08,
	BAR0 = 0x10,
	SUBSYSTEM_VENDOR = 0x2c,
	SUBSYSTEM = 0x2e,
	CAPABILITIES = 0x34,
	INTERRUPT_LINE = 0x3c,
	INTERRUPT_PIN = 0x3d,
	POWER = 0x40,
	EXPRESS = 0x60,
	MSIX = 0x9c,
	WINDOW = 0xc0,
};

#define VENDOR_MELLANOX     0x15b3
#define STATUS_CAPABILITIES 0x0010
#define CLASS_ETHERNET      0x02000000
#define BAR_64_PREFETCHABLE 0x0000000c
#define ID_POWER            0x01
#define ID_VENDOR_SPECIFIC  0x09
#define ID_EXPRESS          0x10
#define ID_MSIX             0x11
#define CONNECTX7           0x1021
#define LINK_X16            0x0100
#define LINK_SLOT_CLOCK     0x1000
#define LINK_ASPM_OPTIONAL  0x00400000
#define EXPRESS_V2_ENDPOINT 0x0002
#define EXPRESS_DEVICE      0x10008fe2 /* 512-byte payloads, role-based errors, function-level reset */
#define EXPRESS_CONTROL     0x2910
#define EXPRESS_RESET       0x80 /* in the upper byte of the control word: reset this function */
#define EXPRESS_DEVICE2     0x00000012

static void put(struct pci_config *config, size_t at, uint32_t value, size_t bytes)
{
	value = htole32(value);
	memcpy(config->byte + at, &value, bytes);
}

static void header(struct pci_config *config, const struct fw_card_type *type)
{
	put(config, VENDOR, VENDOR_MELLANOX, 2);
	put(config, DEVICE, type->device_id, 2);
	put(config, STATUS, STATUS_CAPABILITIES, 2);
	put(config, CLASS, CLASS_ETHERNET, 4);
	put(config, BAR0, BAR_64_PREFETCHABLE, 4);
	put(config, SUBSYSTEM_VENDOR, VENDOR_MELLANOX, 2);
	put(config, SUBSYSTEM, type->subsystem_id, 2);
	put(config, INTERRUPT_PIN, 1, 1);
}

/* Id, pointer to the next one, and the 16 bits behind them. */
static void capability(struct pci_config *config, size_t at, uint8_t id, uint8_t next, uint16_t value)
{
	put(config, at, id | (uint32_t)next << 8 | (uint32_t)value << 16, 4);
}

static void express(struct pci_config *config, const struct fw_card_type *type, uint8_t next)
{
	uint32_t generation = type->device_id >= CONNECTX7 ? 5 : 4;

	capability(config, EXPRESS, ID_EXPRESS, next, EXPRESS_V2_ENDPOINT);
	put(config, EXPRESS + 0x04, EXPRESS_DEVICE, 4);
	put(config, EXPRESS + 0x08, EXPRESS_CONTROL, 2);
	put(config, EXPRESS + 0x0c, LINK_ASPM_OPTIONAL | LINK_X16 | generation, 4);
	put(config, EXPRESS + 0x12, LINK_SLOT_CLOCK | LINK_X16 | generation, 2);
	put(config, EXPRESS + 0x24, EXPRESS_DEVICE2, 4);
	put(config, EXPRESS + 0x2c, (1U << (generation + 1)) - 2, 4); /* all speeds up to this one */
	put(config, EXPRESS + 0x30, generation, 2);
}

void pci_config_init(struct pci_config *config, const struct fw_card_type *type, bool window)
{
	memset(config, 0, sizeof(*config));
	config->window = window;
	header(config, type);
	put(config, CAPABILITIES, EXPRESS, 1);
	express(config, type, MSIX);
	capability(config, MSIX, ID_MSIX, window ? WINDOW : POWER, PCI_VFU_VECTORS - 1);
	put(config, MSIX + 4, PCI_BAR_MSIX_TABLE, 4);
	put(config, MSIX + 8, PCI_BAR_MSIX_PENDING, 4);
	if (window)
		capability(config, WINDOW, ID_VENDOR_SPECIFIC, POWER, FW_WINDOW_BYTES);
	capability(config, POWER, ID_POWER, 0, 3);
}

static bool in_window(const struct pci_config *config, uint64_t at, size_t bytes)
{
	return config->window && bytes == 4 && (at & 3) == 0 && at >= WINDOW + FW_WINDOW_FIRST &&
	       at < WINDOW + FW_WINDOW_BYTES;
}

void pci_config_read(struct pci_card *card, uint64_t at, uint8_t *to, size_t bytes)
{
	uint32_t word;

	if (!in_window(&card->config, at, bytes)) {
		memcpy(to, card->config.byte + at, bytes);
		return;
	}
	word = htole32(fw_window_read(&card->window, &card->fw, (uint32_t)(at - WINDOW)));
	memcpy(to, &word, sizeof(word));
}

static void window_write(struct pci_card *card, uint32_t at, uint32_t value)
{
	struct fw_window *window = &card->window;
	uint32_t before = window->accesses;

	fw_window_write(window, &card->fw, card->now_ns, at, value);
	if (window->accesses != before)
		pci_card_log(card, "window: register %#x %s %zu bytes: status %#x", window->register_id,
			     window->read ? "read" : "write", window->bytes, window->status);
}

static bool writable(uint64_t at)
{
	return at == COMMAND || at == COMMAND + 1 || at == INTERRUPT_LINE;
}

/* Function-level reset: what was configured goes too, and is the driver's to put back. */
static void function_reset(struct pci_card *card)
{
	put(&card->config, COMMAND, 0, 2);
	pci_card_reset(card);
}

void pci_config_write(struct pci_card *card, uint64_t at, const uint8_t *from, size_t bytes)
{
	uint32_t word;
	size_t i;

	if (in_window(&card->config, at, bytes)) {
		memcpy(&word, from, sizeof(word));
		window_write(card, (uint32_t)(at - WINDOW), le32toh(word));
		return;
	}
	for (i = 0; i < bytes; i++) {
		if (writable(at + i))
			card->config.byte[at + i] = from[i];
		else if (at + i == EXPRESS + 0x09 && from[i] & EXPRESS_RESET)
			function_reset(card);
	}
}
