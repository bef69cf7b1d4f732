/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* For tests of lib/fleet: parse a text in which ' stands for ", and look at its faults one by one. */
#ifndef ECE_TESTS_UNIT_LIB_FLEET_FLEET_CASE_H
#define ECE_TESTS_UNIT_LIB_FLEET_FLEET_CASE_H

#include <stddef.h>

#include "devx/base/error.h"
#include "lib/fleet/fleet.h"

/* A file is START, what the test is about, and END. */
#define START    "{'version': 1,\n"
#define PROFILES "'profiles': {'p': {'set': {'dcqcn.rp.ai_rate': '20 Mb/s'}}},\n"
#define ASSIGN   "'assign': [{'hosts': 'gpu[1-4]', 'profile': 'p'}],\n"
#define END      "'transport': {'kind': 'sim'}}\n"
#define GOOD     START PROFILES ASSIGN END

/**
 * case_parse - parse, and keep the faults for case_fault()
 *
 * Returns what fleet_parse() returned; the fleet is freed by the next call.
 */
int case_parse(const char *text);

/**
 * case_good - the fleet of a text without a fault; the test fails when there is one
 */
const struct fleet *case_good(const char *text);

/**
 * case_bad - one fault and no more: its kind, its "line:column", and its sentence
 */
void case_bad(const char *text, enum ece_error_kind kind, const char *at, const char *sentence);

/**
 * case_bad_here - the same; in @text a @ stands before what the fault is said of, and is taken out
 */
void case_bad_here(const char *text, enum ece_error_kind kind, const char *sentence);

/**
 * case_fault_in - the next fault is in another text: @place as it is told
 */
void case_fault_in(enum ece_error_kind kind, const char *place, const char *sentence);

/**
 * case_fault - the next fault of the last parse is this one, in the order of the file
 */
void case_fault(enum ece_error_kind kind, const char *at, const char *sentence);

/**
 * case_no_more - there were no other faults
 */
void case_no_more(void);

/**
 * case_fault_count - how many faults the last parse had
 */
size_t case_fault_count(void);

/* What case_parse() hands to fleet_parse() beside the text. */
extern struct fleet_input case_input;

#endif
