/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The rows of each program, and what their rules share. */
#ifndef ECE_LIB_SETTINGS_ROWS_H
#define ECE_LIB_SETTINGS_ROWS_H

#include "lib/settings/settings.h"

extern const struct settings_variable settings_nccl_rows[], settings_ucx_rows[];
extern const size_t settings_nccl_row_count, settings_ucx_row_count;

/**
 * settings_named - the option bits that have a name: only these are known well enough to be judged
 */
uint32_t settings_named(void);

/**
 * settings_forbidden - the named options that a wish does not allow
 */
uint32_t settings_forbidden(const struct settings_wish *wish);

/**
 * settings_say - a sentence into @why, cut to SETTINGS_WHY_MAX; returns true
 */
__attribute__((format(printf, 2, 3))) bool settings_say(char *why, const char *format, ...);

/* settings_names - the names of some options: "selective_repeat,0x4"; returns @buf, of ECE_OFFER_TEXT_MAX bytes */
const char *settings_names(uint32_t bits, char *buf);

#endif
