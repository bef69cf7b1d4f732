/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The PCI window of one function: find it, take it, look into an address space, give it back. Everything between taking
 * and giving back is short: other tools and the kernel's own crash dump wait for the window.
 *
 * Functions return 0 or a negative errno, that of the seam unless they say more. Internal to devx/backend.
 */
#ifndef ECE_DEVX_BACKEND_WINDOW_H
#define ECE_DEVX_BACKEND_WINDOW_H

#include <stdbool.h>
#include <stdint.h>

#include "devx/backend/patience.h"
#include "devx/os/os.h"
#include "devx/prm/window.h"

/* How long the window may be somebody else's, and how long all the words of an access may be under way. */
#define WINDOW_WAIT_NS UINT64_C(3000000000)

struct window {
	const struct ece_os *os;
	struct ece_os_config *config;
	uint32_t at;           /* of the capability */
	struct patience words; /* how long the card may take for what is read and written from here on */
	bool taken;
	uint32_t ticket; /* what the semaphore holds while the window is taken; 0: there is nothing to give back */
};

/**
 * window_find - look for the capability
 * @config: open; stays the caller's
 *
 * Only reads. -ENODEV: not a function of vendor 0x15b3, or it has gone; -ENOENT: it has no such capability;
 * -ELOOP: the list of capabilities has no end.
 */
int window_find(struct window *window, const struct ece_os *os, struct ece_os_config *config);

/**
 * window_take - take the semaphore of the window
 * @patience: how long to wait for it
 *
 * -EBUSY: somebody else has it and did not let go of it; -ENXIO: the card has gone from the bus.
 */
int window_take(struct window *window, struct patience *patience);

/**
 * window_give - give it back, if it is ours
 */
void window_give(struct window *window);

/**
 * window_space - choose an address space; the window is taken
 *
 * -ENOSYS: the card has no such space.
 */
int window_space(struct window *window, enum prm_window_space space);

/**
 * window_read, window_write - a word of the chosen space; the window is taken
 *
 * -ETIMEDOUT: the card did not take the address, and the patience for words is used up.
 */
int window_read(struct window *window, uint32_t address, uint32_t *value);
int window_write(struct window *window, uint32_t address, uint32_t value);

#endif
