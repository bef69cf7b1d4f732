/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A fleet of simulated hosts that stays: their cards are plain records in mapped files below DIR/sim, so that what was
 * written to a card outlives the program that wrote it, as on a real card. The journal of all their agents is one file
 * beside them, and there is one virtual clock.
 *
 * A host is a simulated kernel over its cards (devx/sim/kernel); the agent on it is the real one (lib/host). Several
 * programs may use the fleet at once: each host is locked while somebody is at work on it.
 *
 * Functions return 0 or a negative errno with @e filled, unless they say more.
 */
#ifndef ECE_LIB_SIMFLEET_SIMFLEET_H
#define ECE_LIB_SIMFLEET_SIMFLEET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "devx/os/os.h"
#include "devx/params/param.h"
#include "devx/sim/fw/state.h"
#include "lib/base/hostlist.h"
#include "lib/fleet/fleet.h"
#include "lib/host/agent.h"

/* 1: without traffic; 2: cards without an ECE word of their own; 3: without policies of ECE */
#define SIMFLEET_VERSION    5
#define SIMFLEET_NAME_MAX   (HOSTLIST_NAME_MAX + 1)
#define SIMFLEET_CARDS_MAX  64 /* of one host */
#define SIMFLEET_KERNEL_MAX 16
#define SIMFLEET_ANSWER_MAX 65536 /* of a card, see simfleet_tell() */

struct journal; /* lib/host/journal.h */
struct simfleet;

/**
 * simfleet_open - the fleet of a state directory
 * @dir: the state directory; the files are in @dir/sim
 * @fleet: hosts that are missing are made from its transport, cards that changed are replaced by new ones, changed
 *         faults are armed; what is already there stays as it is. NULL: the fleet must exist (-ENOENT else)
 * @vfs: of the journal, see journal_open()
 *
 * -EUCLEAN (kind DAMAGED), -EPROTONOSUPPORT (kind VERSION): the files cannot be used and were left alone. -EBUSY (kind
 * LOCKED): the fleet must change but another program uses it. simfleet_close() accepts NULL.
 */
int simfleet_open(const char *dir, const struct fleet *fleet, const char *vfs, struct simfleet **sim,
		  struct ece_error *e);
void simfleet_close(struct simfleet *sim);

/**
 * simfleet_tell_facts - its hosts answer FACTS with what this reads of them
 */
void simfleet_tell_facts(struct simfleet *sim, agent_facts *facts);

size_t simfleet_host_count(const struct simfleet *sim);

/* The name of a host and the reverse; -ENOENT for a host that the fleet does not have. Hosts are named by index. */
const char *simfleet_host_name(const struct simfleet *sim, size_t host);
int simfleet_host_find(const struct simfleet *sim, const char *name, size_t *host, struct ece_error *e);

/*
 * The virtual clock: nanoseconds, kept in the files. It never goes back: an earlier time is ignored. When it moves,
 * counters do, what the fleet file has planned for hosts happens, and hosts whose leases end act on that.
 */
uint64_t simfleet_now(const struct simfleet *sim);
void simfleet_advance(struct simfleet *sim, uint64_t to_ns);

/* Somebody else may have written to the journal: the clock looks at the leases in it anew. */
void simfleet_leases_changed(struct simfleet *sim);

/* Is the host unreachable because a person said so? */
bool simfleet_is_down(const struct simfleet *sim, size_t host);
void simfleet_set_down(struct simfleet *sim, size_t host, bool down);

/**
 * simfleet_power_off, simfleet_start - a host loses its power; it starts (again), and its cards forget what is volatile
 * @unready: its boot unit could not bring it to what was confirmed there; code 0: it is ready
 *
 * _is_off also where the fleet file let it die. _start returns as simfleet_host_open(), and as guard_boot() does.
 */
void simfleet_power_off(struct simfleet *sim, size_t host);
int simfleet_start(struct simfleet *sim, size_t host, struct ece_error *unready, struct ece_error *e);
bool simfleet_is_off(const struct simfleet *sim, size_t host);

/**
 * simfleet_kernel - the kernel that a host plays: "7.x" unless somebody chose another
 */
const char *simfleet_kernel(const struct simfleet *sim, size_t host);

/**
 * simfleet_set_kernel - another kernel, as after a reboot that keeps the cards powered
 * @name: of a persona (devx/sim/kernel)
 *
 * -EINVAL (kind UNKNOWN_NAME) names those that there are.
 */
int simfleet_set_kernel(struct simfleet *sim, size_t host, const char *name, struct ece_error *e);

struct simfleet_host; /* one host, opened and locked */

/**
 * simfleet_host_open - lock a host and get at its kernel
 *
 * -EBUSY (kind LOCKED) when somebody else is at work on it for longer than a few seconds. What is done through the seam
 * counts as operations of lib/base/fault.h. simfleet_host_close() unlocks and accepts NULL.
 */
int simfleet_host_open(struct simfleet *sim, size_t host, struct simfleet_host **open, struct ece_error *e);
void simfleet_host_close(struct simfleet_host *open);

/**
 * simfleet_host_leave, simfleet_host_enter - unlock a host that stays open, and lock it again
 *
 * For programs that look again and again: between the two others may work on it, the clock may move, and its seam must
 * not be used. _enter counts the traffic of that time and returns as simfleet_host_open(). A host that was left may be
 * closed; one with a workload is not left.
 */
void simfleet_host_leave(struct simfleet_host *open);
int simfleet_host_enter(struct simfleet_host *open, struct ece_error *e);
const struct ece_os *simfleet_host_os(const struct simfleet_host *open);

/* The boot id of its kernel; as long as the host is open. */
const char *simfleet_host_boot(const struct simfleet_host *open);

/**
 * simfleet_host_start_workload - have processes use the cards of an open host, so that there are queue pairs to look at
 *
 * It is made up and gone when the host is closed. On each card: the kernel's GSI queue pair; two of a process that are
 * connected with each other and asked for all the ECE options that the card offers and the host's policy allows; one of
 * it in RESET; and one that another process made by DevX, which asked for a version and no option. Returns as above;
 * -EREMOTEIO where a fault of the fleet file fails the commands.
 */
int simfleet_host_start_workload(struct simfleet_host *open, struct ece_error *e);

/* When the last answer of a card of this host was due, on the virtual clock. */
uint64_t simfleet_host_due(const struct simfleet_host *open);

/* Beside its files: who may sign what is written to simulated hosts. Where it is not, nothing need be signed. */
#define SIMFLEET_SIGNERS "allowed_signers"
struct signers *simfleet_signers(const struct simfleet *sim);

/* The journal of all agents of the fleet; a host is told apart by its name. */
struct journal *simfleet_journal(const struct simfleet *sim);

/*
 * The cards of a host as they are in the file, for those who judge by the bytes; NULL behind the last. Counters are as
 * of when the host was opened last.
 */
const struct fw_state *simfleet_card(const struct simfleet *sim, size_t host, size_t card);

/* "cx7"; for a card that simfleet_card() knows. */
const char *simfleet_card_type(const struct simfleet *sim, size_t host, size_t card);

/**
 * simfleet_drift - somebody changes a parameter of every card of a host, past agent and journal
 */
int simfleet_drift(struct simfleet *sim, size_t host, const struct ece_param *param, uint64_t raw, struct ece_error *e);

/**
 * simfleet_tell - say something to a card: faults, counters, its dump (devx/sim/words/words.h has the words)
 * @line: changed by parsing
 * @answer: SIMFLEET_ANSWER_MAX bytes, filled with "ok" or "ok VALUE"
 *
 * -EINVAL when the card does not understand, -ENOENT (kind UNKNOWN_NAME) without such a card, and as
 * simfleet_host_open(). Cards of a fleet remember no mark: compare two dumps.
 */
int simfleet_tell(struct simfleet *sim, size_t host, size_t card, char *line, char *answer, struct ece_error *e);

/* One request to the agent of one host. */
struct simfleet_call {
	size_t host;
	const char *line;
	size_t len;
	char *answer; /* receives the answer for free(), or NULL: there is none, as .why says */
	size_t answer_len;
	uint64_t due_ns; /* when the host's cards had answered, on the virtual clock */
	struct ece_error why;
};

/**
 * simfleet_serve - let the agents of several hosts carry out one request each, with two commits for all of them
 * @calls: hosts must differ
 *
 * What goes wrong on a host is told by its call.
 */
void simfleet_serve(struct simfleet *sim, struct simfleet_call *calls, size_t count);

/* What the network and the host's faults do with a request. */
struct simfleet_fate {
	bool down;         /* it does not arrive */
	bool lost;         /* it is carried out and the answer is lost */
	bool twice;        /* the answer comes twice */
	uint64_t delay_ns; /* until the answer is there, or until it is clear that there will be none */
};

/**
 * simfleet_fate - decide it for the next request of a host, from the seed and the clock
 *
 * Counts down the faults that end by themselves. An answer is only lost for a request that writes: reading a host that
 * never answers makes it unreachable, which is another fault.
 */
struct simfleet_fate simfleet_fate(struct simfleet *sim, size_t host, const char *line, size_t len);

#endif
