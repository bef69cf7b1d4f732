// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * PCI configuration space of a card, as sysfs gives it to root: what the card is, a list of capabilities, and one of
 * them alive, the management tools' window. Everything else can be written without effect.
 *
 * Kernel lockdown refuses the write, not the open and not the read. Source: Linux drivers/pci/pci-sysfs.c.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "devx/sim/cards/card.h"
#include "devx/sim/fw/window.h"
#include "devx/sim/kernel/kernel_internal.h"

/* Somebody with the file open; what the window is set up for belongs to them, its semaphores to the card. */
struct ece_os_config {
	struct sim_kernel *kernel;
	struct sim_card *card;
	struct fw_window window;
};

/* Where things lie is as on the card's other front, devx/sim/pci. */
enum {
	VENDOR_DEVICE = 0x00,
	COMMAND_STATUS = 0x04,
	CLASS = 0x08,
	SUBSYSTEM = 0x2c,
	CAPABILITIES = 0x34,
	POWER = 0x40,
	EXPRESS = 0x60,
	MSIX = 0x9c,
	WINDOW = 0xc0,
	CONFIG_BYTES = 4096,
};

#define VENDOR_MELLANOX     0x15b3
#define BUS_MASTER          0x0006 /* with memory space: a driver has set the card up */
#define STATUS_CAPABILITIES 0x0010
#define CLASS_ETHERNET      0x02000000

#define CAPABILITY(id, next, value) ((uint32_t)(id) | (uint32_t)(next) << 8 | (uint32_t)(value) << 16)

/* A virtual function has none. */
static bool has_window(const struct sim_card *card)
{
	return !card->fw.type->no_window && !sim_odd(card)->parent;
}

static uint32_t fixed_word(const struct sim_card *card, uint32_t at)
{
	const struct fw_card_type *type = card->fw.type;
	uint16_t device_id = sim_odd(card)->device_id ? sim_odd(card)->device_id : type->device_id;

	switch (at) {
	case VENDOR_DEVICE:
		return VENDOR_MELLANOX | (uint32_t)device_id << 16;
	case COMMAND_STATUS:
		return BUS_MASTER | (uint32_t)STATUS_CAPABILITIES << 16;
	case CLASS:
		return CLASS_ETHERNET;
	case SUBSYSTEM:
		return VENDOR_MELLANOX | (uint32_t)type->subsystem_id << 16;
	case CAPABILITIES:
		return EXPRESS;
	case EXPRESS:
		return CAPABILITY(0x10, MSIX, 0x0002);
	case MSIX:
		return CAPABILITY(0x11, has_window(card) ? WINDOW : POWER, 0x0007);
	case WINDOW:
		return has_window(card) ? CAPABILITY(0x09, POWER, FW_WINDOW_BYTES) : 0;
	case POWER:
		return CAPABILITY(0x01, 0, 0x0003);
	default:
		return 0;
	}
}

static bool in_window(const struct ece_os_config *config, uint32_t at)
{
	return has_window(config->card) && at >= WINDOW + FW_WINDOW_FIRST && at < WINDOW + FW_WINDOW_BYTES;
}

int sim_config_open(void *ctx, const char *pci, struct ece_os_config **config)
{
	struct sim_kernel *kernel = ctx;
	struct sim_card *card = NULL;

	for (size_t i = 0; !card && i < kernel->card_count; i++)
		if (!strcmp(kernel->cards[i].pci, pci) && !sim_odd(&kernel->cards[i])->subfunction)
			card = &kernel->cards[i];
	if (!card)
		return -ENOENT;
	if (kernel->flags & SIM_UNPRIVILEGED)
		return -EACCES;
	*config = calloc(1, sizeof(**config));
	if (!*config)
		return -ENOMEM;
	(*config)->kernel = kernel;
	(*config)->card = card;
	return 0;
}

int sim_config_read(struct ece_os_config *config, uint32_t at, uint32_t *value)
{
	struct fw *fw = &config->card->fw;

	/* Behind the end nothing is transferred; the seam takes that for a lack of rights. */
	if (at >= CONFIG_BYTES)
		return -EPERM;
	/* A card that has vanished from the bus answers with ones. */
	if (fw->state->vanished)
		*value = UINT32_MAX;
	else if (in_window(config, at))
		*value = fw_window_read(&config->window, fw, at - WINDOW);
	else
		*value = fixed_word(config->card, at);
	return 0;
}

int sim_config_write(struct ece_os_config *config, uint32_t at, uint32_t value)
{
	if (at >= CONFIG_BYTES)
		return -EFBIG;
	if (config->kernel->flags & SIM_LOCKDOWN)
		return -EPERM;
	if (in_window(config, at) && !config->card->fw.state->vanished)
		fw_window_write(&config->window, &config->card->fw, sim_now(config->kernel), at - WINDOW, value);
	return 0;
}

void sim_config_close(struct ece_os_config *config)
{
	free(config);
}

void sim_pause(void *ctx, uint64_t ns)
{
	struct sim_kernel *kernel = ctx;

	kernel->due_ns = sim_now(kernel) + ns;
}
