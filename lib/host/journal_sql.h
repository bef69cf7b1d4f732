/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The journal's tables and statements as text. Private to lib/host. */
#ifndef ECE_LIB_HOST_JOURNAL_SQL_H
#define ECE_LIB_HOST_JOURNAL_SQL_H

#include "lib/host/journal.h"
#include "lib/host/journal_db.h"

extern const char journal_schema[];
extern const char *const journal_migrations[JOURNAL_VERSION - 1]; /* from format n + 1 to n + 2 */
extern const char *const journal_sql_text[SQL_COUNT];

#endif
