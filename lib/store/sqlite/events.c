// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The events of a run, in order. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "lib/store/sqlite/internal.h"

static int last_seq(struct sqlite_store *store, int64_t row, int64_t *seq, struct ece_error *e)
{
	sqlite3_stmt *stmt;
	int err = sqlite_prepare(store, "SELECT coalesce(max(seq), 0) FROM event WHERE run = ?1", &stmt, e);
	int rc;

	if (err)
		return err;
	sqlite3_bind_int64(stmt, 1, row);
	rc = sqlite3_step(stmt);
	if (rc == SQLITE_ROW)
		*seq = sqlite3_column_int64(stmt, 0);
	else
		err = sqlite_error(store, rc, "cannot read the events of a run", e);
	sqlite3_finalize(stmt);
	return err;
}

static int select_run(struct sqlite_store *store, const char *id, struct ece_error *e)
{
	int err;

	if (!strcmp(store->event_run_id, id))
		return 0;
	store->event_run_id[0] = '\0';
	err = sqlite_row(store, id, &store->event_run, e);
	if (!err)
		err = last_seq(store, store->event_run, &store->event_seq, e);
	if (!err)
		snprintf(store->event_run_id, sizeof(store->event_run_id), "%s", id);
	return err;
}

static int insert_event(struct sqlite_store *store, uint64_t now_ns, const struct rollout_event *event,
			struct ece_error *e)
{
	sqlite3_stmt *stmt;
	int err = sqlite_prepared(store, SQL_EVENT, &stmt, e);
	int rc;

	if (err)
		return err;
	sqlite3_bind_int64(stmt, 1, store->event_run);
	sqlite3_bind_int64(stmt, 2, store->event_seq + 1);
	sqlite3_bind_int64(stmt, 3, (sqlite3_int64)now_ns);
	sqlite3_bind_int(stmt, 4, (int)event->kind);
	sqlite3_bind_int64(stmt, 5, event->host);
	sqlite3_bind_int(stmt, 6, (int)event->request);
	sqlite3_bind_int64(stmt, 7, event->attempt);
	sqlite3_bind_int(stmt, 8, (int)event->answer);
	sqlite3_bind_int64(stmt, 9, event->step);
	sqlite3_bind_int64(stmt, 10, event->round);
	sqlite3_bind_int(stmt, 11, (int)event->sample);
	sqlite3_bind_int64(stmt, 12, event->gate);
	sqlite3_bind_int(stmt, 13, (int)event->verdict);
	rc = sqlite3_step(stmt);
	sqlite3_reset(stmt);
	if (rc != SQLITE_DONE)
		return sqlite_error(store, rc, "cannot write an event", e);
	store->event_seq++;
	return 0;
}

int sqlite_event_append(struct store *self, const char *id, uint64_t now_ns, const struct rollout_event *event,
			struct ece_error *e)
{
	struct sqlite_store *store = sqlite_store_of(self);
	int err = sqlite_begin(store, e);

	if (!err)
		err = select_run(store, id, e);
	if (!err)
		err = insert_event(store, now_ns, event, e);
	return err ? sqlite_end(store, err, e) : 0;
}

int sqlite_commit(struct store *self, struct ece_error *e)
{
	struct sqlite_store *store = sqlite_store_of(self);
	return sqlite_end(store, 0, e);
}

static int read_event(struct sqlite_store *store, sqlite3_stmt *stmt, struct rollout_event *event, struct ece_error *e)
{
	*event = (struct rollout_event){
		.kind = (enum rollout_event_kind)sqlite3_column_int(stmt, 1),
		.host = (uint32_t)sqlite3_column_int64(stmt, 2),
		.request = (enum rollout_request)sqlite3_column_int(stmt, 3),
		.attempt = (uint32_t)sqlite3_column_int64(stmt, 4),
		.answer = (enum rollout_answer)sqlite3_column_int(stmt, 5),
		.step = (uint32_t)sqlite3_column_int64(stmt, 6),
		.round = (uint32_t)sqlite3_column_int64(stmt, 7),
		.sample = (enum rollout_sample)sqlite3_column_int(stmt, 8),
		.gate = (uint32_t)sqlite3_column_int64(stmt, 9),
		.verdict = (enum rollout_verdict)sqlite3_column_int(stmt, 10),
	};
	if (event->kind < ROLLOUT_EVENT_COUNT && event->request < ROLLOUT_REQUEST_COUNT &&
	    event->answer < ROLLOUT_ANSWER_COUNT && event->sample < ROLLOUT_SAMPLE_COUNT &&
	    event->verdict < ROLLOUT_VERDICT_COUNT)
		return 0;
	return ece_error_set(e, -EUCLEAN, ECE_ERROR_DAMAGED, "%s: an event that no version writes", store->path);
}

int sqlite_event_each(struct store *self, const char *id,
		      int (*each)(void *ctx, uint64_t now_ns, const struct rollout_event *event), void *ctx,
		      struct ece_error *e)
{
	struct sqlite_store *store = sqlite_store_of(self);
	struct rollout_event event;
	sqlite3_stmt *stmt;
	int64_t row = 0;
	int rc = SQLITE_DONE, err = sqlite_row(store, id, &row, e);

	if (!err)
		err = sqlite_prepare(store,
				     "SELECT now, kind, host, request, attempt, answer, step, round, sample, gate, "
				     "verdict FROM event WHERE run = ?1 ORDER BY seq",
				     &stmt, e);
	if (err)
		return err;
	sqlite3_bind_int64(stmt, 1, row);
	while (!err && (rc = sqlite3_step(stmt)) == SQLITE_ROW) {
		err = read_event(store, stmt, &event, e);
		if (!err)
			err = each(ctx, (uint64_t)sqlite3_column_int64(stmt, 0), &event);
	}
	if (!err && rc != SQLITE_DONE)
		err = sqlite_error(store, rc, "cannot read the events of a run", e);
	sqlite3_finalize(stmt);
	return err;
}
