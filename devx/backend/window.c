// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/backend/window.h"

#include <errno.h>
#include <stdbool.h>

#define VENDOR_MELLANOX 0x15b3

/* Configuration space. Source: linux/pci_regs.h. */
#define CONFIG_VENDOR           0x00
#define CONFIG_STATUS           0x04 /* the upper half of the word */
#define CONFIG_HAS_CAPABILITIES (0x10U << 16)
#define CONFIG_CAPABILITIES     0x34
#define CONFIG_HEADER_BYTES     0x40
#define CONFIG_BYTES            0x100 /* where capabilities of this kind lie */
#define CAPABILITIES_MAX        ((CONFIG_BYTES - CONFIG_HEADER_BYTES) / 4)

/* All ones: nothing answers on the bus. */
#define NOBODY UINT32_MAX

static int get(const struct window *window, enum prm_window_word word, uint32_t *value)
{
	return window->os->ops->config_read(window->config, window->at + word, value);
}

static int set(const struct window *window, enum prm_window_word word, uint32_t value)
{
	return window->os->ops->config_write(window->config, window->at + word, value);
}

static bool is_window(uint32_t at, uint32_t header)
{
	return (header & 0xff) == PRM_WINDOW_CAPABILITY && (header >> 16 & 0xff) >= PRM_WINDOW_BYTES &&
	       at + PRM_WINDOW_BYTES <= CONFIG_BYTES;
}

/* @at: of the pointer to the first capability */
static int walk(struct window *window, uint32_t pointer)
{
	for (int i = 0; i < CAPABILITIES_MAX; i++) {
		uint32_t at = pointer & 0xfc, header;
		int err;

		if (at < CONFIG_HEADER_BYTES)
			return -ENOENT;
		err = window->os->ops->config_read(window->config, at, &header);
		if (err)
			return err;
		if (header == NOBODY)
			return -ENODEV;
		if (is_window(at, header)) {
			window->at = at;
			return 0;
		}
		pointer = header >> 8;
	}
	return -ELOOP;
}

int window_find(struct window *window, const struct ece_os *os, struct ece_os_config *config)
{
	uint32_t vendor, status, first;
	int err;

	*window = (struct window){.os = os, .config = config};
	err = os->ops->config_read(config, CONFIG_VENDOR, &vendor);
	if (!err && (vendor & 0xffff) != VENDOR_MELLANOX)
		return -ENODEV;
	if (!err)
		err = os->ops->config_read(config, CONFIG_STATUS, &status);
	if (!err && !(status & CONFIG_HAS_CAPABILITIES))
		return -ENOENT;
	if (!err)
		err = os->ops->config_read(config, CONFIG_CAPABILITIES, &first);
	return err ? err : walk(window, first);
}

/* 0 would mean free. */
static bool is_ticket(uint32_t number)
{
	return number && number != NOBODY;
}

/* One try: draws a ticket and writes it into the free semaphore. Returns 1 when it is ours, 0 when it is not. */
static int try_to_take(struct window *window)
{
	uint32_t holder = 0;
	int err = get(window, PRM_WINDOW_SEMAPHORE, &holder);

	if (err || holder)
		return err ? err : holder == NOBODY ? -ENXIO : 0;
	err = get(window, PRM_WINDOW_TICKET, &window->ticket);
	if (!err && !is_ticket(window->ticket)) /* it has gone round */
		err = get(window, PRM_WINDOW_TICKET, &window->ticket);
	if (!err && !is_ticket(window->ticket))
		return 0;
	if (!err)
		err = set(window, PRM_WINDOW_SEMAPHORE, window->ticket);
	if (!err)
		err = get(window, PRM_WINDOW_SEMAPHORE, &holder);
	return err ? err : holder == window->ticket;
}

int window_take(struct window *window, struct patience *patience)
{
	do {
		int taken = try_to_take(window);

		window->taken = taken > 0;
		if (window->taken)
			return 0;
		/* Who broke off does not know. */
		window_give(window);
		if (taken)
			return taken;
	} while (patience_wait(patience));
	return -EBUSY;
}

void window_give(struct window *window)
{
	uint32_t holder = 0;

	/* If even this cannot be written, nothing can be done about it. */
	if (is_ticket(window->ticket) && !get(window, PRM_WINDOW_SEMAPHORE, &holder) && holder == window->ticket)
		(void)set(window, PRM_WINDOW_SEMAPHORE, 0);
	window->ticket = 0;
	window->taken = false;
}

int window_space(struct window *window, enum prm_window_space space)
{
	uint32_t answer = 0;
	int err = set(window, PRM_WINDOW_SPACE, space);

	if (!err)
		err = get(window, PRM_WINDOW_SPACE, &answer);
	if (err)
		return err;
	if (answer == NOBODY)
		return -ENXIO;
	return answer & PRM_WINDOW_SPACE_STATUS ? 0 : -ENOSYS;
}

/* The card turns the flag over when it has carried out the access. */
static int carried_out(struct window *window, uint32_t flag)
{
	uint32_t address;
	int err;

	do {
		err = get(window, PRM_WINDOW_ADDRESS, &address);
		if (err)
			return err;
		if (address == NOBODY)
			return -ENXIO;
		if ((address & PRM_WINDOW_FLAG) == flag)
			return 0;
	} while (patience_wait(&window->words));
	return -ETIMEDOUT;
}

int window_read(struct window *window, uint32_t address, uint32_t *value)
{
	int err = set(window, PRM_WINDOW_ADDRESS, address);

	if (!err)
		err = carried_out(window, PRM_WINDOW_FLAG);
	return err ? err : get(window, PRM_WINDOW_DATA, value);
}

int window_write(struct window *window, uint32_t address, uint32_t value)
{
	int err = set(window, PRM_WINDOW_DATA, value);

	if (!err)
		err = set(window, PRM_WINDOW_ADDRESS, address | PRM_WINDOW_FLAG);
	return err ? err : carried_out(window, 0);
}
