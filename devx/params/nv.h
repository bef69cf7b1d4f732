/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The one table of the non-volatile configuration: what mlxconfig shows and this toolkit reads, never writes. Adding a
 * field is adding one row (devx/params/nv_rows.c).
 *
 * Source of names, places, gates and words: mstflint's TLV database (mlxconfig_dbs).
 */
#ifndef ECE_DEVX_PARAMS_NV_H
#define ECE_DEVX_PARAMS_NV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/params/param.h"
#include "devx/prm/field.h"
#include "devx/prm/nv.h"

#define ECE_NV_TLV_BYTES_MAX 68 /* of those in the table */

/* A TLV is found by class and id together: the same id is another TLV in another class. */
struct ece_nv_tlv {
	const char *name; /* in the database: "nv_roce_cc" */
	enum prm_nv_class nv_class;
	uint16_t id;
	uint16_t bytes;
};

#define ECE_NV_GATES 7

struct ece_nv_field {
	const char *name; /* mlxconfig's, without a port: "ROCE_CC_PRIO_MASK"; where it has none, the database's */
	const struct ece_nv_tlv *tlv;
	const struct prm_field *field;
	const struct prm_field *valid; /* in the same TLV: the field counts only while this bit is 1; may be NULL */
	const struct ece_nv_tlv *gate; /* capability TLV; NULL: every card that has the TLV has the field */
	const struct prm_field
		*gates[ECE_NV_GATES];       /* in it, NULL behind the last: the card has the field if one is not 0 */
	uint8_t version;                    /* of the TLV from which the field is there */
	bool flag;                          /* False or True */
	const char *unit;                   /* "us", "Mb/s", or "" */
	const struct ece_param_word *words; /* names of values, ended by a NULL name; may be NULL */
	const char *text;                   /* one sentence for people, traps included */
};

/**
 * ece_nv_count - number of fields; ece_nv_at(0 .. count-1) are the fields, those of one TLV in a row
 */
size_t ece_nv_count(void);
const struct ece_nv_field *ece_nv_at(size_t i);

/**
 * ece_nv_find - a field by its name, with or without a port behind it ("ROCE_CC_PRIO_MASK_P1")
 *
 * Returns a constant field, or NULL.
 */
const struct ece_nv_field *ece_nv_find(const char *name);

/**
 * ece_nv_tlv_count - number of TLVs, capabilities included; ece_nv_tlv_index() is the place of one, for arrays beside
 */
size_t ece_nv_tlv_count(void);
const struct ece_nv_tlv *ece_nv_tlv_at(size_t i);
size_t ece_nv_tlv_index(const struct ece_nv_tlv *tlv);

/**
 * ece_nv_name - the name as mlxconfig writes it: "ROCE_CC_PRIO_MASK_P1", "USER_PROGRAMMABLE_CC"
 * @port: from 1, or 0 where it is not known; not looked at where the field is not of a port
 *
 * Always NUL-terminates. Returns @buf.
 */
const char *ece_nv_name(const struct ece_nv_field *field, uint8_t port, char *buf, size_t size);

/**
 * ece_nv_format - a value as mlxconfig writes it: "True(1)", "ETH(2)", "48"; with the unit behind a plain number
 *
 * A value that has no name prints as its number. Always NUL-terminates. Returns @buf.
 */
const char *ece_nv_format(const struct ece_nv_field *field, uint64_t raw, char *buf, size_t size);

enum ece_nv_presence {
	ECE_NV_ABSENT, /* the card's capability TLV says that it has no such field */
	ECE_NV_UNSET,  /* its valid bit is 0: the card takes its default, whatever the field reads */
	ECE_NV_SET,
};

/**
 * ece_nv_decode - one field of a TLV as a card answered it
 * @data: the TLV's data, ECE_NV_TLV_BYTES_MAX bytes, zeros behind what was read
 * @gate: the data of the capability TLV, as long; NULL: not looked at
 * @raw: receives the number in the field, also when it does not count
 */
enum ece_nv_presence ece_nv_decode(const struct ece_nv_field *field, const uint8_t *data, const uint8_t *gate,
				   uint64_t *raw);

#endif
