/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* An agent over fake NICs and a journal in a temporary directory. */
#ifndef ECE_TESTS_UNIT_LIB_HOST_BENCH_H
#define ECE_TESTS_UNIT_LIB_HOST_BENCH_H

#include "lib/host/agent.h"
#include "lib/host/journal.h"
#include "lib/host/protocol.h"
#include "tests/unit/lib/host/fake_nic.h"

#define RATE  "dcqcn.rp.ai_rate"
#define SR    "roce_accl.selective_repeat_forced_en"
#define ALPHA "ztr_rtt.ALPHA"

extern char bench_dir[64];
extern struct journal *bench_journal;
extern uint64_t bench_now; /* the time that requests come at; starts at 1000 */

/* The SQLite VFS of the journal; NULL, as it starts: the default one. */
extern const char *bench_vfs;

/* Who may sign what is applied, NULL: nothing need be signed; and what this host is called then. */
extern struct signers *bench_signers;
extern const char *bench_name;

/* cmocka fixtures: an empty directory, an open journal, the fake NICs as they start; and away with it. */
int bench_setup(void **state);
int bench_teardown(void **state);

/* The guard under the agent, with the journal as it is open now. */
struct guard bench_guard(void);

/* Closes and opens the journal, as a new agent would. */
void bench_restart(void);

/* One request line through the agent; NULL when it has no true answer. protocol_answer_free() it. */
struct protocol_answer *bench_ask(const char *line);

/* Lines. Both cards, all three parameters: 5 -> 20, 0 -> 1, 6553 -> 7000. @number is that of the token. */
const char *bench_apply(const char *id, const char *run, unsigned int number);
const char *bench_apply_keep(const char *id, const char *run, unsigned int number); /* on the loss of the lease */
const char *bench_apply_one(const char *id, const char *run, unsigned int nic);     /* one card, token 1 */
const char *bench_op(const char *op, const char *id, const char *run, unsigned int number);

/* The state that the journal has for a parameter of a card in a run, "" for none. */
const char *bench_state(const char *run, unsigned int nic, const char *param);

/* All six values are those of before (or of the run). */
void bench_check_old(void);
void bench_check_new(void);

#endif
