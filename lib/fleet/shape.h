/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The form of a fleet file as data: which keys there are and what each takes. The check of a file and the JSON schema
 * are both made from these tables; there is no other list of keys.
 */
#ifndef ECE_LIB_FLEET_SHAPE_H
#define ECE_LIB_FLEET_SHAPE_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/fleet/fleet.h"

#define SHAPE_NAME_MAX 32

enum shape_kind {
	SHAPE_ANY,      /* anything: for keys that this version only knows by name */
	SHAPE_BOOL,     /* true or false */
	SHAPE_TEXT,     /* a string that is not empty */
	SHAPE_NAME,     /* a string of at most SHAPE_NAME_MAX letters, digits, '.', '_', '-' */
	SHAPE_URL,      /* "http://..." or "https://..." */
	SHAPE_WORD,     /* one of @words */
	SHAPE_INTEGER,  /* @min to @max */
	SHAPE_NUMBER,   /* any number that is finite */
	SHAPE_DURATION, /* "60s" */
	SHAPE_SIZE,     /* "5 TB" */
	SHAPE_RATE,     /* "10/min" */
	SHAPE_DATE,     /* "2099-12-31", or "2099-12-31T18:00Z" */
	SHAPE_AMOUNT,   /* a number of hosts from @min, or a percentage */
	SHAPE_HOSTS,    /* a host list, an array of them, or labels with a value or an array of values */
	SHAPE_PARAM,    /* the name of a parameter */
	SHAPE_COUNTER,  /* the name of a counter */
	SHAPE_OPTIONS,  /* an array of ECE options, or a value as "set" takes it for @param */
	SHAPE_VALUE,    /* a value of the parameter that is its key */
	SHAPE_OBJECT,   /* exactly @keys */
	SHAPE_MAP,      /* any keys, each an @of */
	SHAPE_PARAMS,   /* names of parameters, each an @of */
	SHAPE_ARRAY,    /* of @of, at least @min, at most @max unless that is 0 */
	SHAPE_EITHER,   /* @other when it is an object, else @of */
};

struct shape_word {
	const char *name; /* NULL ends the list */
	bool not_yet;     /* known, not in this version */
	bool beginning;   /* anything that begins so */
};

struct shape {
	enum shape_kind kind;
	const struct shape_key *keys; /* ended by a key without name */
	const struct shape *of, *other;
	const struct shape_word *words;
	const char *param; /* SHAPE_OPTIONS: what this is another way to write */
	int64_t min, max;
};

struct shape_key {
	const char *name;
	const struct shape *shape;
	bool required;
	bool not_yet;     /* known, not in this version */
	const char *text; /* what it is for, one sentence */
};

/**
 * shape_fleet - the form of the whole file
 *
 * Returns a constant.
 */
const struct shape *shape_fleet(void);

/**
 * shape_exec_output - the form of what a command of the file prints
 *
 * Returns a constant.
 */
const struct shape *shape_exec_output(enum fleet_exec_kind kind);

#endif
