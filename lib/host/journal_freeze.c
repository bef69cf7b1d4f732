// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What the journal keeps of freezes, and of the generation that a host was told it is owed. */
#include <errno.h>

#include "lib/host/journal.h"
#include "lib/host/journal_db.h"

static int freeze_from_row(struct journal *journal, sqlite3_stmt *row, struct journal_freeze *freeze,
			   struct ece_error *e)
{
	int ret = journal_string(journal, row, 1, freeze->token.store, sizeof(freeze->token.store), e);

	ret = ret ? ret : journal_string(journal, row, 4, freeze->who, sizeof(freeze->who), e);
	ret = ret ? ret : journal_string(journal, row, 5, freeze->why, sizeof(freeze->why), e);
	freeze->frozen = sqlite3_column_int64(row, 0);
	freeze->token.epoch = (uint32_t)sqlite3_column_int64(row, 2);
	freeze->token.number = (uint64_t)sqlite3_column_int64(row, 3);
	freeze->since_s = (uint64_t)sqlite3_column_int64(row, 6);
	sqlite3_reset(row);
	return ret;
}

int journal_freeze_get(struct journal *journal, const char *host, bool by_hand, struct journal_freeze *freeze,
		       struct ece_error *e)
{
	sqlite3_stmt *row;
	int ret = journal_bind(journal, SQL_FREEZE_GET, &row, e, "si", host, (int64_t)by_hand);

	ret = ret ? ret : journal_first_row(journal, row, e);
	return ret ? ret : freeze_from_row(journal, row, freeze, e);
}

int journal_freeze_put(struct journal *journal, const char *host, bool by_hand, const struct journal_freeze *freeze,
		       struct ece_error *e)
{
	sqlite3_stmt *statement;
	int ret = journal_bind(journal, SQL_FREEZE_PUT, &statement, e, "siisiussu", host, (int64_t)by_hand,
			       (int64_t)freeze->frozen, freeze->token.store, (int64_t)freeze->token.epoch,
			       freeze->token.number, freeze->who, freeze->why, freeze->since_s);

	return ret ? ret : journal_run_to_end(journal, statement, e);
}

int journal_wanted_get(struct journal *journal, const char *host, uint64_t *number, struct ece_error *e)
{
	sqlite3_stmt *row;
	int ret = journal_bind(journal, SQL_WANTED_GET, &row, e, "s", host);

	ret = ret ? ret : journal_first_row(journal, row, e);
	if (ret)
		return ret;
	*number = (uint64_t)sqlite3_column_int64(row, 0);
	sqlite3_reset(row);
	return 0;
}

int journal_wanted_put(struct journal *journal, const char *host, uint64_t number, struct ece_error *e)
{
	sqlite3_stmt *statement;
	int ret = journal_bind(journal, SQL_WANTED_PUT, &statement, e, "su", host, number);

	return ret ? ret : journal_run_to_end(journal, statement, e);
}
