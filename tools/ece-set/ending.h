/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* How a run ended: in words, as an exit status, as JSON. */
#ifndef ECE_TOOLS_ECE_SET_ENDING_H
#define ECE_TOOLS_ECE_SET_ENDING_H

#include <jansson.h>

#include "lib/host/guard.h"
#include "tools/common/report.h"
#include "tools/ece-set/args.h"

enum ending {
	ENDING_APPLIED,
	ENDING_UNCHANGED,
	ENDING_UNDONE,     /* --undo did what it was asked to */
	ENDING_PUT_BACK,   /* a write failed, everything is as before */
	ENDING_INCOMPLETE, /* a person is needed */
	ENDING_LOCKED,
	ENDING_REFUSED,
	ENDING_NO_NIC,
	ENDING_NOT_ASKED, /* nobody to ask, no --yes */
	ENDING_DECLINED,  /* the person said no */
	ENDING_ERROR,
};

/**
 * ending_of - that of a job, whose errors are reported
 */
enum ending ending_of(const struct guard_job *job, struct report *report);

/**
 * ending_of_error - that of an error which kept the job from being made
 */
enum ending ending_of_error(const struct ece_error *e, struct report *report);

/**
 * ending_exit - the exit status
 */
int ending_exit(enum ending ending);

/**
 * ending_say_undo - print the command that undoes a run
 * @label: what to call it
 */
void ending_say_undo(const struct set_args *args, const char *label, const char *run);

/**
 * ending_json - {version, simulated, host, run, result, changes, errors} on stdout
 * @run: NULL: nothing was carried out
 * @changes: taken over
 *
 * Returns the exit status.
 */
int ending_json(const struct set_args *args, enum ending ending, const char *run, json_t *changes,
		const struct report *report);

/**
 * ending_facts_json - what became of each value: [{pci, param, write, before, now, why}]
 */
json_t *ending_facts_json(const struct guard_job *job);

#endif
