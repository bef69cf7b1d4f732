/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * NICs as a table of numbers, in place of devx/nic, so that a test can say what each read and write does. It follows the
 * contract of devx/nic/nic.h and nothing else.
 */
#ifndef ECE_TESTS_UNIT_LIB_HOST_FAKE_NIC_H
#define ECE_TESTS_UNIT_LIB_HOST_FAKE_NIC_H

#include <stdbool.h>
#include <stdint.h>

#include "devx/nic/nic.h"

#define FAKE_NICS   2
#define FAKE_PARAMS 4

enum fake_fault {
	FAKE_GOOD,
	FAKE_REFUSES,    /* the write fails, the old value stays */
	FAKE_STUCK,      /* takes the first write, refuses every later one */
	FAKE_BUSY,       /* refuses the next .busy writes as the firmware does that is busy, takes later ones */
	FAKE_UNREADABLE, /* neither reads nor writes */
};

struct fake_value {
	const char *name;
	uint64_t raw;
	enum fake_fault fault;
	uint64_t clip;       /* what the card takes instead of the first write, 0: what was written */
	uint64_t min, max;   /* that the card tells */
	bool closed;         /* it says that it cannot be written */
	unsigned int writes; /* that reached the card */
	unsigned int busy;
	bool lies; /* reads as true whatever it is, as the parameter without a trustworthy read-back does */
};

struct fake_nic {
	bool missing;
	enum ece_nic_kind kind;
	enum ece_nic_bar bar;
	const char *parent;
	uint64_t guid;
	struct fake_value values[FAKE_PARAMS];
};

extern struct fake_nic fake_nics[FAKE_NICS];
extern unsigned int fake_write_calls; /* of ece_nic_write(), ece_nic_put_back() */
extern uint64_t fake_rested_ns;       /* by the pauses of fake_os */
extern const struct ece_os fake_os;
extern void (*fake_on_write)(void); /* called before each of them, when set */

/* Called before a value changes, when set. */
extern void (*fake_on_value)(unsigned int nic, const char *name);

/* Cards a1 and b2, all parameters good, with the values 5, 0 and 6553. */
void fake_reset(void);
struct fake_value *fake_find(unsigned int nic, const char *name);

#endif
