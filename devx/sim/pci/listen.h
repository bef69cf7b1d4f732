/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A listening unix socket with a name in the file system. */
#ifndef ECE_DEVX_SIM_PCI_LISTEN_H
#define ECE_DEVX_SIM_PCI_LISTEN_H

#include <sys/un.h>

#include "devx/base/error.h"

struct pci_listener {
	int fd; /* -1: closed */
	struct sockaddr_un address;
};

/**
 * pci_listener_open - listen, non-blocking, close-on-exec
 *
 * A socket left over by a dead process is replaced; one that somebody answers on is not, nor is any other file.
 * Returns 0 or a negative errno with @error filled.
 */
int pci_listener_open(struct pci_listener *listener, const char *path, struct ece_error *error);

/* pci_listener_close - and remove the name; harmless on one that is closed or all zero */
void pci_listener_close(struct pci_listener *listener);

/* pci_listener_accept - the next connection, non-blocking and close-on-exec, or -1 */
int pci_listener_accept(struct pci_listener *listener);

#endif
