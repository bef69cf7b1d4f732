/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * By which NIC the one who asks has come: a change that cuts that link cuts off whoever could undo it. sshd tells it
 * (SSH_CONNECTION); an agent that pulls its requests has the connection itself. Of other ways nothing is known.
 */
#ifndef ECE_TOOLS_ECE_AGENT_MANAGEMENT_H
#define ECE_TOOLS_ECE_AGENT_MANAGEMENT_H

#include <net/if.h>
#include <stdbool.h>
#include <stddef.h>

#include "devx/base/error.h"

#define MANAGEMENT_MAX 16 /* an interface, and what it lies on: a VLAN, a bond, its ports */

struct management {
	char names[MANAGEMENT_MAX][IFNAMSIZ];
	size_t count; /* 0: not known */
};

/**
 * management_find - the interface that has the address of this end of @connection, and all that it lies on
 * @connection: as sshd writes it, "CLIENT PORT SERVER PORT"; NULL: there is none
 * @net: where the kernel tells of interfaces; NULL: /sys/class/net
 */
void management_find(const char *connection, const char *net, struct management *management);

/**
 * management_of_address - the same by the address itself; "": nothing is known
 */
void management_of_address(const char *address, const char *net, struct management *management);

/**
 * management_mark - say of each NIC in an answer whether it is one of them ("use", "management")
 * @answer: of malloc(); replaced where there is something to say
 *
 * Returns 0, or -ENOMEM with @e filled and @answer as it was.
 */
int management_mark(const struct management *management, char **answer, size_t *len, struct ece_error *e);

#endif
