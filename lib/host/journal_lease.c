// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What the journal keeps of time: holds and when they end, generations, boots, and queue pairs from before a run. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/host/journal.h"
#include "lib/host/journal_db.h"

static int hold_from_row(struct journal *journal, sqlite3_stmt *row, struct journal_hold *hold, struct ece_error *e)
{
	int ret = journal_string(journal, row, 0, hold->run, sizeof(hold->run), e);

	hold->deadline_ns = (uint64_t)sqlite3_column_int64(row, 1);
	hold->keep_on_loss = sqlite3_column_int64(row, 2);
	hold->lease_ms = (uint64_t)sqlite3_column_int64(row, 3);
	hold->expire_ns = (uint64_t)sqlite3_column_int64(row, 4);
	hold->guid = (uint64_t)sqlite3_column_int64(row, 5);
	sqlite3_reset(row);
	return ret;
}

int journal_hold_get(struct journal *journal, const char *host, const struct journal_card *card,
		     struct journal_hold *hold, struct ece_error *e)
{
	sqlite3_stmt *row;
	int ret = journal_bind(journal, SQL_HOLD_GET, &row, e, "sus", host, card->guid, card->psid);

	ret = ret ? ret : journal_first_row(journal, row, e);
	return ret ? ret : hold_from_row(journal, row, hold, e);
}

int journal_hold_of_run(struct journal *journal, const char *host, const char *run, struct journal_hold *hold,
			struct ece_error *e)
{
	sqlite3_stmt *row;
	int ret = journal_bind(journal, SQL_HOLD_OF_RUN, &row, e, "ss", host, run);

	ret = ret ? ret : journal_first_row(journal, row, e);
	return ret ? ret : hold_from_row(journal, row, hold, e);
}

int journal_hold_put(struct journal *journal, const char *host, const struct journal_card *card,
		     const struct journal_hold *hold, struct ece_error *e)
{
	sqlite3_stmt *statement;
	int ret =
		journal_bind(journal, SQL_HOLD_PUT, &statement, e, "sussuiuu", host, card->guid, card->psid, hold->run,
			     hold->deadline_ns, (int64_t)hold->keep_on_loss, hold->lease_ms, hold->expire_ns);

	return ret ? ret : journal_run_to_end(journal, statement, e);
}

int journal_hold_renew(struct journal *journal, const char *host, const char *run, uint64_t deadline_ns,
		       uint64_t expire_ns, struct ece_error *e)
{
	sqlite3_stmt *statement;
	int ret = journal_bind(journal, SQL_HOLD_RENEW, &statement, e, "ssuu", host, run, deadline_ns, expire_ns);

	return ret ? ret : journal_run_to_end(journal, statement, e);
}

int journal_hold_drop_others(struct journal *journal, const char *host, const char *run, struct ece_error *e)
{
	sqlite3_stmt *statement;
	int ret = journal_bind(journal, SQL_HOLD_DROP_OTHERS, &statement, e, "ss", host, run);

	return ret ? ret : journal_run_to_end(journal, statement, e);
}

int journal_hold_drop(struct journal *journal, const char *host, const char *run, struct ece_error *e)
{
	sqlite3_stmt *statement;
	int ret = journal_bind(journal, SQL_HOLD_DROP, &statement, e, "ss", host, run);

	return ret ? ret : journal_run_to_end(journal, statement, e);
}

/* One text of the first row. */
static int get_text(struct journal *journal, enum journal_sql sql, const char *host, char *text, size_t size,
		    struct ece_error *e)
{
	sqlite3_stmt *row;
	int ret = journal_bind(journal, sql, &row, e, "s", host);

	ret = ret ? ret : journal_first_row(journal, row, e);
	if (ret)
		return ret;
	ret = journal_string(journal, row, 0, text, size, e);
	sqlite3_reset(row);
	return ret;
}

int journal_holder(struct journal *journal, const char *host, char *run, struct ece_error *e)
{
	return get_text(journal, SQL_HOLD_ANY, host, run, PROTOCOL_ID_MAX, e);
}

/* The runs of a bound statement, JOURNAL_HOLDS_MAX at most. */
static int list_runs(struct journal *journal, sqlite3_stmt *row, journal_run_name **runs, size_t *count,
		     struct ece_error *e)
{
	journal_run_name *list = calloc(JOURNAL_HOLDS_MAX, sizeof(*list));
	size_t n = 0;
	int ret = 0;

	if (!list) {
		sqlite3_reset(row);
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for runs");
	}
	while (!ret && (ret = journal_step(journal, row, e)) > 0)
		ret = journal_string(journal, row, 0, list[n++], sizeof(*list), e);
	if (ret) {
		sqlite3_reset(row);
		free(list);
		return ret;
	}
	*runs = list;
	*count = n;
	return 0;
}

int journal_holds_due(struct journal *journal, const char *host, uint64_t now_ns, journal_run_name **runs,
		      size_t *count, struct ece_error *e)
{
	sqlite3_stmt *row;
	int ret = journal_bind(journal, SQL_HOLD_DUE, &row, e, "sui", host, now_ns, (int64_t)JOURNAL_HOLDS_MAX);

	return ret ? ret : list_runs(journal, row, runs, count, e);
}

int journal_holds(struct journal *journal, const char *host, journal_run_name **runs, size_t *count,
		  struct ece_error *e)
{
	sqlite3_stmt *row;
	int ret = journal_bind(journal, SQL_HOLD_RUNS, &row, e, "si", host, (int64_t)JOURNAL_HOLDS_MAX);

	return ret ? ret : list_runs(journal, row, runs, count, e);
}

/* One number of the first row; -ENOENT too where it is NULL, as MIN and MAX of nothing are. */
static int get_number(struct journal *journal, enum journal_sql sql, const char *host, uint64_t *v, struct ece_error *e)
{
	sqlite3_stmt *row;
	int ret = journal_bind(journal, sql, &row, e, "s", host);

	ret = ret ? ret : journal_first_row(journal, row, e);
	if (ret)
		return ret;
	if (sqlite3_column_type(row, 0) == SQLITE_NULL)
		ret = -ENOENT;
	else
		*v = (uint64_t)sqlite3_column_int64(row, 0);
	sqlite3_reset(row);
	return ret;
}

int journal_hold_next(struct journal *journal, const char *host, uint64_t *expire_ns, struct ece_error *e)
{
	return get_number(journal, SQL_HOLD_NEXT, host, expire_ns, e);
}

int journal_hold_first(struct journal *journal, char *host, size_t size, uint64_t *expire_ns, struct ece_error *e)
{
	sqlite3_stmt *row;
	int ret = journal_bind(journal, SQL_HOLD_FIRST, &row, e, "");

	ret = ret ? ret : journal_first_row(journal, row, e);
	if (ret)
		return ret;
	ret = journal_string(journal, row, 0, host, size, e);
	*expire_ns = (uint64_t)sqlite3_column_int64(row, 1);
	sqlite3_reset(row);
	return ret;
}

int journal_generation_get(struct journal *journal, const char *host, uint64_t *number, struct ece_error *e)
{
	return get_number(journal, SQL_GENERATION_GET, host, number, e);
}

int journal_generation_put(struct journal *journal, const char *host, const char *run, uint64_t number,
			   struct ece_error *e)
{
	sqlite3_stmt *statement;
	int ret = journal_bind(journal, SQL_GENERATION_PUT, &statement, e, "ssu", host, run, number);

	return ret ? ret : journal_run_to_end(journal, statement, e);
}

int journal_generation_drop(struct journal *journal, const char *host, const char *run, struct ece_error *e)
{
	sqlite3_stmt *statement;
	int ret = journal_bind(journal, SQL_GENERATION_DROP, &statement, e, "ss", host, run);

	return ret ? ret : journal_run_to_end(journal, statement, e);
}

int journal_boot_get(struct journal *journal, const char *host, struct journal_boot *boot, struct ece_error *e)
{
	sqlite3_stmt *row;
	int ret = journal_bind(journal, SQL_BOOT_GET, &row, e, "s", host);

	ret = ret ? ret : journal_first_row(journal, row, e);
	if (ret)
		return ret;
	ret = journal_string(journal, row, 0, boot->id, sizeof(boot->id), e);
	boot->restored = sqlite3_column_int64(row, 1);
	boot->ready = (int8_t)sqlite3_column_int64(row, 2);
	sqlite3_reset(row);
	return ret;
}

int journal_boot_put(struct journal *journal, const char *host, const struct journal_boot *boot, struct ece_error *e)
{
	sqlite3_stmt *statement;
	int ret = journal_bind(journal, SQL_BOOT_PUT, &statement, e, "ssii", host, boot->id, (int64_t)boot->restored,
			       (int64_t)boot->ready);

	return ret ? ret : journal_run_to_end(journal, statement, e);
}

int journal_seen_get(struct journal *journal, const char *host, const char *run, const struct journal_card *card,
		     struct journal_qp **qps, size_t *count, struct ece_error *e)
{
	struct journal_qp *list;
	sqlite3_stmt *row;
	size_t size;
	int ret = journal_bind(journal, SQL_SEEN_GET, &row, e, "ssus", host, run, card->guid, card->psid);

	ret = ret ? ret : journal_first_row(journal, row, e);
	if (ret)
		return ret;
	size = (size_t)sqlite3_column_bytes(row, 0);
	list = malloc(size + 1);
	if (!list)
		ret = ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for queue pairs");
	else if (size % sizeof(*list))
		ret = journal_damaged(journal, "a part of a queue pair", e);
	else if (size)
		memcpy(list, sqlite3_column_blob(row, 0), size);
	sqlite3_reset(row);
	if (ret) {
		free(list);
		return ret;
	}
	*qps = list;
	*count = size / sizeof(*list);
	return 0;
}

int journal_seen_add(struct journal *journal, const char *host, const char *run, const struct journal_card *card,
		     const struct journal_qp *qps, size_t count, struct ece_error *e)
{
	sqlite3_stmt *statement;
	int ret = journal_bind(journal, SQL_SEEN_ADD, &statement, e, "ssusb", host, run, card->guid, card->psid,
			       count ? (const void *)qps : "", count * sizeof(*qps));

	ret = ret ? ret : journal_run_to_end(journal, statement, e);
	ret = ret ? ret :
		    journal_bind(journal, SQL_SEEN_PRUNE, &statement, e, "ssi", host, run, (int64_t)JOURNAL_RUNS_KEPT);
	return ret ? ret : journal_run_to_end(journal, statement, e);
}
