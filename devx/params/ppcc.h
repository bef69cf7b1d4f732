/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What a card tells of a programmable algorithm's parameters: name, range, access, by index.
 *
 * Indices move between firmware versions, so a schema belongs to one algorithm version on one firmware of one board.
 * Enumerating costs a command for each parameter; cards of a fleet are alike, so schemas are remembered per process.
 * An index is only a hint: who uses it asks the card for its name first.
 */
#ifndef ECE_DEVX_PARAMS_PPCC_H
#define ECE_DEVX_PARAMS_PPCC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "devx/prm/ppcc.h"

#define ECE_PPCC_NAME_MAX    64
#define ECE_PPCC_TEXT_MAX    (PRM_PPCC_TEXT_BYTES + 1)
#define ECE_PPCC_PARAMS_MAX  128 /* of one algorithm; public libraries know of 44 */
#define ECE_PPCC_SCHEMAS_MAX 64  /* remembered; further ones are enumerated each time */

struct ece_ppcc_entry {
	char name[ECE_PPCC_NAME_MAX];
	uint32_t initial; /* the card's default */
	uint32_t min, max;
	uint8_t access; /* enum prm_ppcc_access */
};

struct ece_ppcc_key {
	uint16_t algo;
	uint8_t major, minor;
	char firmware[32];
	char psid[17];
};

struct ece_ppcc_schema {
	struct ece_ppcc_key key;
	bool cut; /* the card has more than fit here */
	size_t count;
	struct ece_ppcc_entry entries[ECE_PPCC_PARAMS_MAX];
};

/**
 * ece_ppcc_entry_parse - the answer to PRM_PPCC_GET_PARAM_INFO
 * @reg: PRM_PPCC_BYTES of the register
 *
 * The name is what stands before the first comma of the text, without blanks around it.
 * Returns 0; -EPROTO with @e filled when the text has no printable name.
 */
int ece_ppcc_entry_parse(const uint8_t *reg, struct ece_ppcc_entry *entry, struct ece_error *e);

/**
 * ece_ppcc_text_parse - the description behind the name in the answer to PRM_PPCC_GET_PARAM_INFO or _ALGO_INFO
 * @text: receives what stands behind the first comma, without blanks around it; empty where there is none
 *
 * What cannot be printed is replaced by '?'. Other bytes than the text's own are not looked at.
 */
void ece_ppcc_text_parse(const uint8_t *reg, char text[ECE_PPCC_TEXT_MAX]);

/**
 * ece_ppcc_schema_find - the index of a name
 *
 * Returns the index; -ENOENT when there is no such name; -E2BIG when it may be behind the entries of a cut schema.
 */
int ece_ppcc_schema_find(const struct ece_ppcc_schema *schema, const char *name);

/**
 * ece_ppcc_remember - keep a schema for the life of the process
 *
 * Replaces an older one of the same key. Nothing happens when the key has no firmware or no PSID, when there are
 * ECE_PPCC_SCHEMAS_MAX already, or when memory is short. Safe to call from any thread, as those below.
 */
void ece_ppcc_remember(const struct ece_ppcc_schema *schema);

/**
 * ece_ppcc_recall - the remembered index of a name
 *
 * Returns what ece_ppcc_schema_find() does, or -ESRCH when the schema is not known.
 */
int ece_ppcc_recall(const struct ece_ppcc_key *key, const char *name);

/**
 * ece_ppcc_recall_nearest - the remembered name that is most like one that is not there, for "did you mean"
 * @near: receives it, or nothing when none is near or the schema is not known
 */
void ece_ppcc_recall_nearest(const struct ece_ppcc_key *key, const char *name, char near[ECE_PPCC_NAME_MAX]);

/**
 * ece_ppcc_forget - drop a schema that turned out to be wrong
 */
void ece_ppcc_forget(const struct ece_ppcc_key *key);

#endif
