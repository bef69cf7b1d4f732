/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The parameter table: the only list of parameters. The fleet file's parser, the schema, help, man pages, the diff,
 * printers and exporters read it; adding a parameter is adding one row (devx/params/rows_*.c).
 */
#ifndef ECE_DEVX_PARAMS_PARAM_H
#define ECE_DEVX_PARAMS_PARAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "devx/params/value.h"
#include "devx/prm/field.h"

enum ece_param_kind {
	ECE_PARAM_BOOL,
	ECE_PARAM_COUNT_OF,   /* a plain number */
	ECE_PARAM_RATE,       /* in the row's unit */
	ECE_PARAM_TIME,       /* in the row's unit */
	ECE_PARAM_FRACTION,   /* raw / 2^fraction_bits */
	ECE_PARAM_WORD,       /* one of the row's words and nothing else */
	ECE_PARAM_PRIORITIES, /* a set, bit n for priority n; written as text only: "3,4", or a word of the row */
	ECE_PARAM_OPTIONS,    /* a set of ECE options, as ece_bits_parse() takes it: "selective_repeat,0x4" */
};

/* A value that has a name. */
struct ece_param_word {
	const char *name;
	uint64_t raw;
};

/*
 * A second field under the same select bit, where its halves make no sense alone: while it reads @at, the value is the
 * row's only word, and the number in the row's own field is not looked at. A number clears it.
 */
struct ece_param_switch {
	const struct prm_field *field;
	const char *file; /* CONG: name under debugfs cc_params */
	bool at;
};

/* What follows where a condition is not met. */
enum ece_need_unmet {
	ECE_UNMET_REFUSE, /* another value than 0 would have no effect, so nobody is let to ask for it */
	ECE_UNMET_INERT,  /* the value is stored, and does not act or may not act */
	ECE_UNMET_NOTE,   /* worth knowing, no more */
};

/*
 * A condition of a parameter: what a field of the NV configuration in force must be. A condition that cannot be judged,
 * since the card or the host does not tell, is never taken for met nor for unmet.
 */
struct ece_need {
	const char *nv; /* the field's name in devx/params/nv.h */
	uint64_t raw;
	bool differs; /* it must be anything but @raw */
	enum ece_need_unmet unmet;
	const char *text; /* what it means when it is not met, for people */
};

enum ece_param_scope {
	ECE_SCOPE_UNKNOWN, /* probed: does the other port's value follow? */
	ECE_SCOPE_CARD,
	ECE_SCOPE_FUNCTION,
	ECE_SCOPE_PORT,
	ECE_SCOPE_PRIORITY,
	ECE_SCOPE_SLOT,
};

enum ece_param_cost {
	ECE_COST_LIVE,    /* acts at once */
	ECE_COST_NEXT_QP, /* acts on queue pairs made afterwards */
	ECE_COST_LINK_FLAP,
	ECE_COST_DRIVER_RELOAD,
	ECE_COST_FIRMWARE_RESET,
	ECE_COST_REBOOT,
	ECE_COST_COUNT,
};

/* Where the bits are; each family has its own way there (devx/nic). */
enum ece_param_home {
	ECE_HOME_ROCE_ACCL,   /* register 0x402c: value field and select bit */
	ECE_HOME_CONG,        /* QUERY/MODIFY_CONG_PARAMS: field of a protocol's block, or its debugfs file */
	ECE_HOME_CONG_STATUS, /* QUERY/MODIFY_CONG_STATUS: a switch of each priority */
	ECE_HOME_PPCC,        /* register 0x506e: found by name on the card */
	ECE_HOME_PPCC_SLOT,   /* register 0x506e: whether an algorithm runs, counts, traces */
	ECE_HOME_POLICY,      /* no card: the host's file of ECE policy for the function's programs, ece/policy.h */
	ECE_HOME_COUNT,
};

#define ECE_PARAM_BACKENDS 5  /* per direction, ended by ECE_BACKEND_NONE */
#define ECE_PARAM_NAME_MAX 64 /* of names and aliases, with the NUL */

struct ece_param {
	const char *name; /* dotted, lower case but for names that the card itself gives */
	enum ece_param_kind kind;
	const char *unit;      /* of the raw value: "Mb/s", "us", "%", or "" */
	uint64_t min, max;     /* raw, of numbers; for PPCC both 0: the card tells */
	uint8_t fraction_bits; /* for ECE_PARAM_FRACTION: 24 at most */
	const struct ece_param_word
		*words; /* ended by a NULL name; may be NULL. Beside numbers unless ECE_PARAM_WORD */
	enum ece_param_scope scope;
	enum ece_param_cost cost;
	bool pairwise;       /* two ends that differ can hurt each other: never mixed inside a domain */
	bool no_verify;      /* no trustworthy read-back */
	const char *ceiling; /* name of the row that this one must not exceed, see ece_param_exceeds(); may be NULL */

	enum ece_param_home home;
	/* ROCE_ACCL: value; CONG: value in the block; PPCC_SLOT: value in the answer to PRM_PPCC_GET_ALGO_STATUS */
	const struct prm_field *field;
	const struct prm_field *select;         /* ROCE_ACCL: its select bit */
	const struct ece_param_switch *instead; /* may be NULL; the row then has one word, above its max */
	uint8_t protocol;                       /* CONG, CONG_STATUS: cong_protocol */
	uint8_t select_bit;                     /* CONG: bit number in field_select */
	const char *file;                       /* CONG: name under debugfs cc_params */
	const char
		*vendor_file;  /* CONG: name under the vendor driver's ecn; NULL: it has none. CONG_STATUS: directory */
	const char *card_name; /* PPCC: the name to look for on the card */
	uint8_t slot;          /* PPCC_SLOT */
	bool policy_require;   /* POLICY: what is required, else what is allowed */

	enum ece_backend_id reads[ECE_PARAM_BACKENDS]; /* in the order they are tried */
	enum ece_backend_id writes[ECE_PARAM_BACKENDS];

	const struct ece_need *needs; /* conditions, ended by a NULL name; may be NULL */
	const char *const *counters;  /* that move when it works, NULL-ended; may be NULL */
	const char *const *aliases;   /* other names people type, NULL-ended; may be NULL */
	const char *text;             /* one sentence for people, traps included */
};

/*
 * What a card tells of itself has no end: names of the parameters of its algorithms, slots. For these there are
 * patterns, and a row is made from one when ece_param_find() is first asked for its name.
 */
struct ece_param_pattern {
	struct ece_param row; /* N or NAME in its name stands for what differs */
	const char *regex;    /* of the names it takes, as JSON schemas write it */
	const char *stands;   /* what in its text stands for the number or name; a row made from it says that instead */
};

#define ECE_PARAM_INTERNED_MAX 128 /* rows made from patterns in one process; further names are not found */

/**
 * ece_param_pattern_at - the i-th pattern, or NULL behind the last one
 */
const struct ece_param_pattern *ece_param_pattern_at(size_t i);

/**
 * ece_param_count - number of rows of the table, which never changes
 *
 * ece_param_at(0 .. count-1) are its rows, in the order people see them. Behind them come the rows made from patterns,
 * then NULL.
 */
size_t ece_param_count(void);
const struct ece_param *ece_param_at(size_t i);

/**
 * ece_param_limit - more than any index there will ever be, for arrays that must hold rows made from patterns too
 */
size_t ece_param_limit(void);

/**
 * ece_param_index - the position of a row, for arrays beside the table
 */
size_t ece_param_index(const struct ece_param *param);

/**
 * ece_param_together - does one command write both, where both change?
 */
bool ece_param_together(const struct ece_param *a, const struct ece_param *b);

/**
 * ece_param_find - a row by its name or one of its aliases (exact, case counts), or by a name that a pattern takes
 *
 * Safe to call from any thread.
 * Returns a constant row, or NULL.
 */
const struct ece_param *ece_param_find(const char *name);

/**
 * ece_param_is_too_many - is a name not found for no other reason than that ECE_PARAM_INTERNED_MAX rows were made?
 *
 * Safe to call from any thread.
 */
bool ece_param_is_too_many(const char *name);

/**
 * ece_param_nearest - the row whose name is most like @name, for "did you mean"
 *
 * Returns a constant row, or NULL when nothing is near.
 */
const struct ece_param *ece_param_nearest(const char *name);

/**
 * ece_param_parse - text to raw: "true", "20 Mb/s", "0.1", "300 us", "5"
 *
 * Words are taken as they are. A number without unit is raw; units are never guessed, and a value that is no whole
 * number of raw units is refused, not rounded. Only a fraction written with a point is rounded, to the nearest raw
 * step. Takes back all that ece_param_format() makes. A whole number of a fraction is its raw value, but 1 to 16 are
 * refused: 1 may be meant as 1.0, which is another value. @raw is only written on success.
 * Returns 0; -EINVAL (kind TYPE: not of this form; RANGE: outside min..max; of ECE options as ece_bits_parse()) with @e
 * filled.
 */
int ece_param_parse(const struct ece_param *param, const char *text, uint64_t *raw, struct ece_error *e);

/**
 * ece_param_from_bool, ece_param_from_integer, ece_param_from_real - the same for values that are not text
 *
 * An integer is raw, also for a fraction (but 1 to 16, see ece_param_parse()). Only a fraction takes a real. Sets of
 * priorities and of ECE options take none of them: 3 may be meant as priority 3, and is not 0 and 1.
 * Returns as ece_param_parse().
 */
int ece_param_from_bool(const struct ece_param *param, bool v, uint64_t *raw, struct ece_error *e);
int ece_param_from_integer(const struct ece_param *param, int64_t v, uint64_t *raw, struct ece_error *e);
int ece_param_from_real(const struct ece_param *param, double v, uint64_t *raw, struct ece_error *e);

/**
 * ece_param_check_raw - does the table allow a raw value?
 *
 * For values that nobody wrote by hand: what a card told is put back as it was, whatever it could be mistaken for.
 * Beside min..max these are the raw values of the row's words.
 * Returns 0; -EINVAL (kind RANGE) with @e filled.
 */
int ece_param_check_raw(const struct ece_param *param, uint64_t raw, struct ece_error *e);

/**
 * ece_param_get, ece_param_put - the value in the register or block that has the row's field
 * @bytes: as for prm_get()
 *
 * ece_param_put() changes no bit beyond the row's own fields. A word in place of a number makes the number 0, as the
 * kernel's files do.
 * Not for PPCC rows, which have no field.
 */
uint64_t ece_param_get(const struct ece_param *param, const void *bytes);
void ece_param_put(const struct ece_param *param, void *bytes, uint64_t raw);

/**
 * ece_param_format - raw to the text that ece_param_parse() takes back: "true", "20 Mb/s", "0.1 (6553)" for fractions
 *
 * Words print as they are written; a value of an ECE_PARAM_WORD that has none prints as its number, and is not taken
 * back.
 * Always NUL-terminates. Returns @buf.
 */
const char *ece_param_format(const struct ece_param *param, uint64_t raw, char *buf, size_t size);

/**
 * ece_param_words - the words of a row in a list for people, with @before in front: "4 KB, 8 KB"; empty without words
 *
 * Always NUL-terminates. Returns @buf.
 */
const char *ece_param_words(const struct ece_param *param, const char *before, char *buf, size_t size);

/**
 * ece_param_matches - is @have what @want asks for?
 *
 * Equal, or for a fraction within one raw step, since vendor values are rounded both ways: 6553 and 6554 are both
 * written for 0.1. Zero matches only zero.
 */
bool ece_param_matches(const struct ece_param *param, uint64_t want, uint64_t have);

/**
 * ece_param_exceeds - would a value be above what the row's ceiling has?
 *
 * Of numbers a ceiling of 0 is no limit. A set of ECE options exceeds one that does not have all of it.
 * ece_param_above() is the word for that: "above", "not all in".
 */
bool ece_param_exceeds(const struct ece_param *param, uint64_t raw, uint64_t ceiling);
const char *ece_param_above(const struct ece_param *param);

/**
 * ece_param_inferred - the name in a value's text that no vendor text has, "programmable_cc", for those who show it
 *
 * Returns a constant; NULL for most values, and where no name is shown ("all").
 */
const char *ece_param_inferred(const struct ece_param *param, uint64_t raw);

#define ECE_PARAM_INFERRED_TEXT "is a name by inference: no vendor text has it"

/**
 * ece_need_met - does the number in the field meet a condition?
 */
bool ece_need_met(const struct ece_need *need, uint64_t raw);

/**
 * ece_need_text - a condition in words: "NV config ROCE_CC_LEGACY_DCQCN = False(0)"
 *
 * Always NUL-terminates. Returns @buf.
 */
const char *ece_need_text(const struct ece_need *need, char *buf, size_t size);

/**
 * ece_param_refused - would this value have no effect on a card, as its NV configuration is?
 * @have: what was read of the card
 *
 * Only a condition that is known to be unmet refuses a value, and 0 is always taken. @have->why says which condition.
 */
bool ece_param_refused(const struct ece_param *param, enum ece_value_state have, uint64_t raw);

const char *ece_param_kind_name(enum ece_param_kind kind);
const char *ece_param_scope_name(enum ece_param_scope scope);
const char *ece_param_cost_name(enum ece_param_cost cost);

#endif
