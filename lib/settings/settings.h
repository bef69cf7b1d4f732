/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Variables by which people decide on the ECE of applications: from which version on they are there and what they are
 * without one, what fits a wish, and what contradicts it. One table, by program.
 *
 * Pure: no file, no environment. None of the programs was run on a real card; every row says where it is from.
 */
#ifndef ECE_LIB_SETTINGS_SETTINGS_H
#define ECE_LIB_SETTINGS_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum settings_program {
	SETTINGS_NCCL,
	SETTINGS_UCX,
	SETTINGS_PROGRAM_COUNT,
};

/* What is wanted: the "ece" of a profile, or the policy of a device. */
struct settings_wish {
	uint32_t allow;     /* option bits that may be advertised */
	uint32_t require;   /* option bits that must be in effect; a part of @allow */
	bool forced_repeat; /* the card is told to repeat selectively without ECE */
};

/* What a variable is where nobody sets it. */
struct settings_default {
	const char *since; /* version of the program */
	const char *value; /* NULL: there is no such variable */
	const char *text;
};

enum settings_fit {
	SETTINGS_FITS,
	SETTINGS_NONE_FITS, /* this variable cannot say what is wanted */
};

#define SETTINGS_VALUE_MAX 16
#define SETTINGS_WHY_MAX   256

struct settings_variable {
	enum settings_program program;
	const char *name;
	const char *inherits;                    /* of which it takes its value without one of its own; NULL: of none */
	const struct settings_default *defaults; /* oldest version first, ended by a NULL since; NULL: as @inherits */
	const char *source;
	enum settings_fit (*fit)(const struct settings_wish *wish, char *value, char *why);
	bool (*contradicts)(const char *value, const struct settings_wish *wish, char *why);
};

/* When a note is worth a reader's time. */
enum settings_when {
	SETTINGS_ALWAYS,
	SETTINGS_WITH_ECE,    /* some option is allowed */
	SETTINGS_WITH_FORCED, /* settings_wish.forced_repeat */
};

/* A known fault, or what is easily taken wrongly. */
struct settings_note {
	enum settings_program program; /* SETTINGS_PROGRAM_COUNT: of all */
	enum settings_when when;
	const char *text;
	const char *source;
};

/**
 * settings_program_name - "nccl", "ucx"; settings_program_find - the program of a name
 *
 * settings_program_find() returns SETTINGS_PROGRAM_COUNT where there is none.
 */
const char *settings_program_name(enum settings_program program);
enum settings_program settings_program_find(const char *name);

/**
 * settings_variable_at, settings_note_at - the rows, NULL behind the last one
 */
const struct settings_variable *settings_variable_at(size_t i);
const struct settings_note *settings_note_at(size_t i);

/**
 * settings_variable_find - a variable by its name
 * @len: bytes of @name
 */
const struct settings_variable *settings_variable_find(const char *name, size_t len);

/**
 * settings_fit - the value that fits
 * @value: SETTINGS_VALUE_MAX bytes, written where one fits
 * @why: SETTINGS_WHY_MAX bytes, a sentence for people
 */
enum settings_fit settings_fit(const struct settings_variable *variable, const struct settings_wish *wish, char *value,
			       char *why);

/**
 * settings_contradicts - does a value keep a program from what is wanted, or let it do what is not?
 * @value: as it stands in a file or an environment
 * @why: SETTINGS_WHY_MAX bytes, written if so
 */
bool settings_contradicts(const struct settings_variable *variable, const char *value, const struct settings_wish *wish,
			  char *why);

/**
 * settings_note_for - is a note about this program and this wish?
 */
bool settings_note_for(const struct settings_note *note, enum settings_program program,
		       const struct settings_wish *wish);

#endif
