/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Cards on a cable, each with a host that drives it, all in one process and on one clock: what a protocol test
 * stands on.
 *
 *	struct driver d;
 *	struct driver_qp a, b;
 *
 *	driver_start(&d, "cx7", "cx7");
 *	driver_make_qp(&d.card[0], &a, &(struct driver_qp_options){.service = PRM_QP_RC});    objects.h, qp.h
 *	...
 *	driver_connect(&a, &b, &driver_link);
 *	driver_post_send(&a, &(struct driver_send){.opcode = DP_OP_SEND, ...});               post.h
 *	driver_settle(&d);
 *	driver_poll(a.send_cq, &cqe);
 *	driver_stop(&d);
 *
 * Objects are made by commands with mailboxes, as a driver does; nothing reaches into the model. Whatever a test did
 * not expect to fail ends the process with a line that says where.
 */
#ifndef ECE_TESTS_UNIT_DEVX_SIM_DATAPATH_DRIVER_H
#define ECE_TESTS_UNIT_DEVX_SIM_DATAPATH_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/sim/datapath/dp.h"
#include "devx/sim/fw/fw.h"
#include "devx/sim/wire/cable.h"
#include "tests/unit/devx/sim/datapath/arena.h"

#define DRIVER_CARDS_MAX   4
#define DRIVER_EVENTS_MAX  64
#define DRIVER_PAGES       4096
#define DRIVER_MAILBOX_MAX 8192

#define DRIVER_US UINT64_C(1000)
#define DRIVER_MS UINT64_C(1000000)
#define DRIVER_S  UINT64_C(1000000000)

/* Entries of the RoCE address table that each card has from the start, in the order of Linux. */
enum driver_gid {
	DRIVER_GID_V1 = 0,      /* fe80::, RoCE v1 */
	DRIVER_GID_IPV6 = 1,    /* the same, RoCE v2 */
	DRIVER_GID_V1_IPV4 = 2, /* ::ffff:10.0.0.N, RoCE v1 */
	DRIVER_GID_IPV4 = 3,    /* the same, RoCE v2 */
};

/* An asynchronous event as the card raised it. */
struct driver_event {
	uint8_t type, sub_type;
	uint8_t data[28];
};

struct driver_card {
	struct driver *driver;
	int port; /* of the cable */
	struct fw fw;
	struct fw_state state;
	struct arena memory;
	struct dp *dp;
	uint8_t mac[6];
	uint32_t eqn;
	uint32_t pd;
	uint32_t counters;    /* a set */
	uint64_t completions; /* events of completion queues */
	uint32_t last_cqn;    /* of the last one */
	struct driver_event event[DRIVER_EVENTS_MAX];
	size_t events; /* also those that found no room */
};

/* Sees each command that the driver runs, before it does. */
typedef void driver_watch(void *ctx, const uint8_t *in, size_t in_bytes);

struct driver {
	struct wire_cable *cable;
	driver_watch *watch; /* may be NULL */
	void *watch_ctx;
	uint64_t now_ns;
	uint64_t activity; /* frames that moved so far */
	struct driver_card card[DRIVER_CARDS_MAX];
	size_t cards;
};

/**
 * driver_start - a cable and two cards, powered on, with addresses, links up
 * @one, @other: names of card types, as fw_card_type_find() knows them
 *
 * The card with index i has the address 10.0.0.(i + 1). Ends with driver_stop().
 */
void driver_start(struct driver *driver, const char *one, const char *other);

/* driver_start_sized - the same with so many pages of memory for each host, a power of two */
void driver_start_sized(struct driver *driver, const char *one, const char *other, size_t pages);

/* driver_add - one more card on the same cable, which becomes a switch by the third; @pages as above */
struct driver_card *driver_add(struct driver *driver, const char *type, size_t pages);

void driver_stop(struct driver *driver);

/**
 * driver_command - run a command
 * @in: the mailbox, its opcode set
 *
 * Returns the status; 0 is good.
 */
uint8_t driver_command(struct driver_card *card, const uint8_t *in, size_t in_bytes, uint8_t *out, size_t out_bytes);

/* driver_create - the same for commands that must work and answer the number of an object at 0x08; out of 16 bytes */
uint32_t driver_create(struct driver_card *card, uint16_t opcode, uint8_t *in, size_t in_bytes);

/* driver_destroy - a command with a number at 0x08 that must work */
void driver_destroy(struct driver_card *card, uint16_t opcode, uint32_t number);

/* driver_address - set or clear (@gid NULL) an entry of the RoCE address table; @vlan WIRE_NO_VLAN for none */
void driver_address(struct driver_card *card, uint16_t index, const uint8_t *gid, enum wire_network network,
		    uint16_t vlan);

/* driver_gid - the GID that an entry of the table has from the start */
void driver_gid(const struct driver_card *card, enum driver_gid index, uint8_t gid[16]);

/* driver_reset_card - as a function-level reset does; the host's objects are gone, addresses are set anew */
void driver_reset_card(struct driver_card *card);

/* driver_weather - what the cable does from now on; the seed may be 0 */
void driver_weather(struct driver *driver, const struct wire_weather *weather);

/* driver_link_up - plug or pull the cable at this card */
void driver_link_up(struct driver_card *card, bool up);

/**
 * driver_settle - let time pass until nobody waits for anything
 *
 * Ends the process when that takes more turns, or more time on the clock, than anything sane does.
 */
void driver_settle(struct driver *driver);

/* driver_step - one turn, then the clock goes to what comes next; false, and no time passes, when nobody waits */
bool driver_step(struct driver *driver);

/* driver_run - let @ns pass */
void driver_run(struct driver *driver, uint64_t ns);

/**
 * driver_turn - everybody once, now; no time passes
 *
 * Returns when there is more to do: now, later, or DP_NEVER.
 */
uint64_t driver_turn(struct driver *driver);

#endif
