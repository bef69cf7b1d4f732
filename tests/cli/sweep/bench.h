/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What the sweeps share: a state directory as it is before the reference run (6 hosts, 2 cards each, 3 parameters),
 * copies of it, the real programs run over them with a fault armed, and a judge.
 *
 * The judge trusts no reader of ours: it takes the values from the cards' file by literal offsets and what the journal
 * says by SQL.
 */
#ifndef ECE_TESTS_CLI_SWEEP_BENCH_H
#define ECE_TESTS_CLI_SWEEP_BENCH_H

#include <stdbool.h>
#include <stddef.h>

#define SWEEP_HOSTS  6
#define SWEEP_CARDS  2
#define SWEEP_PARAMS 3

/* What the values must be. */
enum sweep_want {
	SWEEP_OLD_OR_NEW, /* each of them for itself */
	SWEEP_OLD,
	SWEEP_NEW,
};

/**
 * sweep_begin - find the programs (environment ECE_APPLY, ECE_AGENT, ECE_SIM, SWEEP_FLEET) and make the state before the run
 *
 * sweep_end() removes all. Ends the test when it fails.
 */
void sweep_begin(void);
void sweep_end(void);

/* A fresh copy of the state before the run, in place of the last one. */
void sweep_fresh(void);

/* Keeps the copy as it is now; and puts it there again. */
void sweep_keep(void);
void sweep_back(void);

/* All cards of the copy have what they had before the run, as after a reload of their drivers; the journal has not. */
void sweep_lose(void);

/* How many values of all cards are new ones. */
unsigned int sweep_new(void);

/* The copy is not there at all, as before the first start. */
void sweep_empty(void);

#define SWEEP_KILLED (-9)

/**
 * sweep_apply - ece-apply with these words over the copy; "FILE" stands for the fleet file
 * @fault: for ECE_FAULT, or NULL
 *
 * Returns its exit code, or SWEEP_KILLED. What it said is in sweep_said().
 */
int sweep_apply(const char *fault, const char *const *words);

/**
 * sweep_agent - ece-agent on a simulated host of the copy
 * @input: its input
 */
int sweep_agent(const char *fault, const char *host, const char *input);

/**
 * sweep_drift - ece-sim writes a rate of 3 Mb/s to the cards of these hosts of the copy, behind everybody's back
 */
void sweep_drift(const char *hosts);

/* stdout and stderr of the last program; valid until the next one. */
const char *sweep_said(void);

/* The number behind "operations: " in what was said. */
unsigned int sweep_operations(void);

/*
 * Every how-many-th operation is tried, since each start of a program costs: all with SWEEP_ALL, every third one with
 * SWEEP_THIRDS, every 37th under a sanitizer. Which ones is another each day, and said; ECE_SWEEP_TURN=N repeats those of
 * a day. With ECE_TEST_FULL all are tried.
 */
enum sweep_part { SWEEP_ALL, SWEEP_THIRDS };
unsigned int sweep_stride(enum sweep_part part);

/* The turn of the day; the first operation of a sweep with this stride, from 1. */
unsigned int sweep_turn(void);
unsigned int sweep_first(unsigned int stride);

/* Is everything tried, whatever it costs? */
bool sweep_full(void);

/* The id of the newest run in the copy's store, "" when there is none; is it open? */
const char *sweep_run(bool *open);

/* Fails the test, naming @what and @n, when the values are not as wanted or the journal does not tell the truth. */
void sweep_judge(enum sweep_want want, const char *what, unsigned int n);

/* The number in the first column of the first row of a query over the copy's journal; -1: no such file. */
long sweep_journal(const char *sql);

#endif
