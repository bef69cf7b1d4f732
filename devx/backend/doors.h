/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The doors of one PCI function on this host. Each is opened when a backend first needs it and kept until
 * ece_doors_close(); a door that could not be opened stays shut, with the reason in words.
 */
#ifndef ECE_DEVX_BACKEND_DOORS_H
#define ECE_DEVX_BACKEND_DOORS_H

#include <stdbool.h>

#include "ece/result.h"
#include "devx/os/os.h"

#define ECE_DOOR_WHY_MAX 192

struct ece_door {
	bool tried;
	int err;                    /* 0 when it is open, else the negative errno of trying */
	char why[ECE_DOOR_WHY_MAX]; /* for people, when it is not open */
};

/* What the firmware said when a user context first asked for a register. */
struct ece_user_register {
	uint16_t id;
	struct ece_result result;
};

#define ECE_USER_REGISTERS_MAX 8

/*
 * After so many commands in a row without an answer no door is opened any more: the kernel waits up to a minute for
 * each, and a card in a reset answers none. One may be lost on the way.
 */
#define ECE_SILENT_MAX 2

struct ece_doors {
	const struct ece_os *os;
	char pci[ECE_OS_NAME_MAX];
	char rdma[ECE_OS_NAME_MAX];    /* empty: no RDMA device */
	bool rdma_elsewhere;           /* there is one, in another network namespace */
	char rdma_on[ECE_OS_NAME_MAX]; /* the function that has the RDMA device, when that is another one */
	char fwctl[ECE_OS_NAME_MAX];   /* empty: no fwctl node */
	char netdev[ECE_OS_NAME_MAX];  /* empty: no interface */
	struct ece_door door[ECE_BACKEND_COUNT];
	struct ece_os_devx *devx;
	struct ece_os_fwctl *handle; /* of the fwctl node */
	struct ece_os_config *config;
	uint32_t window; /* where in the configuration space the PCI window is */
	/* ACCESS_REGISTER_USER through DevX */
	bool user_asked, user_can; /* for the capability */
	uint8_t user_count;
	struct ece_user_register user[ECE_USER_REGISTERS_MAX];
	unsigned int silent; /* commands in a row that the firmware did not answer */
	bool old_errnos;     /* DevX does not tell a refusal of the firmware from one of the kernel */
};

/**
 * ece_door_shut - record why a door is not open
 * @err: negative errno
 *
 * Returns @err.
 */
__attribute__((format(printf, 3, 4))) int ece_door_shut(struct ece_door *door, int err, const char *format, ...);

/**
 * ece_doors_heard - count how often the firmware did not answer
 * @err: of a command: 0 or a negative errno
 */
void ece_doors_heard(struct ece_doors *doors, int err);

/**
 * ece_doors_close - close what is open; the structure can be used again
 */
void ece_doors_close(struct ece_doors *doors);

#endif
