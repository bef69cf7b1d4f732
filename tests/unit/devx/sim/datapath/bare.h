/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A data path without a card around it: objects from literal mailboxes, memory in one array, and what it says to its
 * front written down. For tests that reach into single files of the room; those of protocols use driver.h.
 */
#ifndef ECE_TESTS_UNIT_DEVX_SIM_DATAPATH_BARE_H
#define ECE_TESTS_UNIT_DEVX_SIM_DATAPATH_BARE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "devx/sim/datapath/internal.h"

#define BARE_BASE  UINT64_C(0x100000) /* bus address of page 0 */
#define BARE_PAGE  4096
#define BARE_PAGES 64
#define BARE_SAID  8

struct bare {
	struct fw_objects *objects;
	struct fw_state state;
	struct fw fw;
	struct dp *dp;
	uint8_t memory[BARE_PAGES * BARE_PAGE];
	uint64_t unwritable; /* bit n: page n may only be read */
	unsigned int completions;
	uint32_t eqn, cqn; /* of the last one */
	unsigned int events;
	uint8_t event[BARE_SAID]; /* their types */
	uint8_t data[BARE_SAID][28];
};

/* bare_up, bare_down - for cmocka_unit_test_setup_teardown(): *state is a struct bare */
int bare_up(void **state);
int bare_down(void **state);

/* bare_page - the bus address of page @n; bare_at - what lies at a bus address. No access may leave its page. */
uint64_t bare_page(unsigned int n);
uint8_t *bare_at(struct bare *bare, uint64_t address);

/* bare_create - an object from a creation command */
struct fw_object *bare_create(struct bare *bare, enum fw_object_kind kind, const uint8_t *in, size_t bytes);

/* bare_cq - a CQ with entries of 64 bytes in page @page, on EQ 5; its record lies at @record */
struct fw_object *bare_cq(struct bare *bare, unsigned int page, uint8_t log_entries, uint64_t record);

#endif
