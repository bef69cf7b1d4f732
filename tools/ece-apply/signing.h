/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What ece-apply does about signatures (docs/signing.md): fleet files and saved plans are checked, runs are signed. */
#ifndef ECE_TOOLS_ECE_APPLY_SIGNING_H
#define ECE_TOOLS_ECE_APPLY_SIGNING_H

#include "tools/ece-apply/fleet_load.h"
#include "tools/ece-apply/session.h"

/**
 * signing_file - is the text of a fleet file signed, where this machine requires it?
 *
 * Returns 0 or a negative errno with @e filled and placed.
 */
int signing_file(const struct apply_args *args, const char *text, size_t len, struct ece_error *e);

/**
 * signing_file_by - the same by the file's own list of signers, where it names one
 */
int signing_file_by(const struct apply_args *args, const struct fleet *fleet, const char *text, size_t len,
		    struct ece_error *e);

/**
 * signing_plan - is the text of a saved plan signed, where --require-signature asks for it?
 */
int signing_plan(const struct apply_args *args, const struct fleet *fleet, const char *text, size_t len,
		 struct ece_error *e);

/**
 * signing_wanted - are runs of this fleet signed as its file wants it?
 *
 * Returns false with the reason in the outcome when they are to be signed and --sign is missing. What only looks needs
 * none.
 */
bool signing_wanted(struct session *session, const struct fleet *fleet);

/**
 * signing_begin - the runs of this session are signed, where --sign says so
 * @fleet: NULL for a run that has its plan already
 *
 * Returns 0 or a negative errno with @e filled.
 */
int signing_begin(struct session *session, const struct fleet *fleet, struct ece_error *e);

#endif
