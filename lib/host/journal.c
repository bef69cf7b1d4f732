// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/host/journal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/copy_text.h"
#include "lib/host/journal_db.h"

static const char *const state_names[JOURNAL_STATE_COUNT] = {
	[JOURNAL_INTENT] = "intent",     [JOURNAL_WRITTEN] = "written",   [JOURNAL_CONFIRMED] = "confirmed",
	[JOURNAL_RESTORED] = "restored", [JOURNAL_DIRTY] = "dirty",       [JOURNAL_UNDOING] = "undoing",
	[JOURNAL_UNDONE] = "undone",     [JOURNAL_CONFLICT] = "conflict",
};

const char *journal_state_name(enum journal_state state)
{
	return state < JOURNAL_STATE_COUNT ? state_names[state] : "unknown";
}

bool journal_state_undoable(enum journal_state state)
{
	return state != JOURNAL_RESTORED && state != JOURNAL_UNDONE;
}

int journal_token_get(struct journal *journal, const char *host, struct token *token, struct ece_error *e)
{
	sqlite3_stmt *row;
	int ret = journal_bind(journal, SQL_TOKEN_GET, &row, e, "s", host);

	ret = ret ? ret : journal_first_row(journal, row, e);
	if (ret)
		return ret;
	ret = journal_string(journal, row, 0, token->store, sizeof(token->store), e);
	token->epoch = (uint32_t)sqlite3_column_int64(row, 1);
	token->number = (uint64_t)sqlite3_column_int64(row, 2);
	sqlite3_reset(row);
	return ret;
}

int journal_token_put(struct journal *journal, const char *host, const struct token *token, struct ece_error *e)
{
	sqlite3_stmt *statement;
	int ret = journal_bind(journal, SQL_TOKEN_PUT, &statement, e, "ssiu", host, token->store, (int64_t)token->epoch,
			       token->number);

	return ret ? ret : journal_run_to_end(journal, statement, e);
}

int journal_signed_get(struct journal *journal, const char *host, const char *store, struct token *token,
		       struct ece_error *e)
{
	sqlite3_stmt *row;
	int ret = journal_bind(journal, SQL_SIGNED_GET, &row, e, "ss", host, store);

	ret = ret ? ret : journal_first_row(journal, row, e);
	if (ret)
		return ret;
	copy_text(token->store, sizeof(token->store), store);
	token->epoch = (uint32_t)sqlite3_column_int64(row, 0);
	token->number = (uint64_t)sqlite3_column_int64(row, 1);
	sqlite3_reset(row);
	return 0;
}

int journal_signed_put(struct journal *journal, const char *host, const struct token *token, struct ece_error *e)
{
	sqlite3_stmt *statement;
	int ret = journal_bind(journal, SQL_SIGNED_PUT, &statement, e, "ssiu", host, token->store,
			       (int64_t)token->epoch, token->number);

	return ret ? ret : journal_run_to_end(journal, statement, e);
}

int journal_request_get(struct journal *journal, const char *host, const char *id, const char *run, enum protocol_op op,
			char **answer, struct ece_error *e)
{
	sqlite3_stmt *row;
	int ret = journal_bind(journal, SQL_REQUEST_GET, &row, e, "ssss", host, id, run, protocol_op_name(op));

	ret = ret ? ret : journal_first_row(journal, row, e);
	if (ret)
		return ret;
	*answer = NULL;
	if (!sqlite3_column_int64(row, 1)) {
		ret = ece_error_set(e, -EEXIST, ECE_ERROR_DUPLICATE,
				    "the id %s was that of another request: each one needs its own", id);
	} else if (sqlite3_column_type(row, 0) == SQLITE_TEXT) {
		*answer = strdup((const char *)sqlite3_column_text(row, 0));
		if (!*answer)
			ret = ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for an answer");
	}
	sqlite3_reset(row);
	return ret;
}

int journal_request_begin(struct journal *journal, const char *host, const char *id, const char *run,
			  enum protocol_op op, struct ece_error *e)
{
	sqlite3_stmt *statement;
	int ret = journal_bind(journal, SQL_REQUEST_BEGIN, &statement, e, "ssss", host, id, run, protocol_op_name(op));

	return ret ? ret : journal_run_to_end(journal, statement, e);
}

int journal_request_answer(struct journal *journal, const char *host, const char *id, const char *answer,
			   struct ece_error *e)
{
	sqlite3_stmt *statement;
	int ret = journal_bind(journal, SQL_REQUEST_ANSWER, &statement, e, "sss", host, id, answer);

	ret = ret ? ret : journal_run_to_end(journal, statement, e);
	ret = ret ? ret :
		    journal_bind(journal, SQL_REQUEST_PRUNE, &statement, e, "si", host, (int64_t)JOURNAL_RUNS_KEPT);
	return ret ? ret : journal_run_to_end(journal, statement, e);
}

int journal_request_forget(struct journal *journal, const char *host, const char *run, enum protocol_op op,
			   struct ece_error *e)
{
	sqlite3_stmt *statement;
	int ret = journal_bind(journal, SQL_REQUEST_FORGET, &statement, e, "sss", host, run, protocol_op_name(op));

	return ret ? ret : journal_run_to_end(journal, statement, e);
}

int journal_run_get(struct journal *journal, const char *host, const char *run, enum journal_run *state,
		    struct ece_error *e)
{
	sqlite3_stmt *row;
	int ret = journal_bind(journal, SQL_RUN_GET, &row, e, "ss", host, run);

	ret = ret ? ret : journal_first_row(journal, row, e);
	if (ret)
		return ret;
	*state = (enum journal_run)sqlite3_column_int64(row, 0);
	sqlite3_reset(row);
	return *state < JOURNAL_RUN_STATES ? 0 : journal_damaged(journal, "an unknown state of a run", e);
}

int journal_run_put(struct journal *journal, const char *host, const char *run, enum journal_run state,
		    struct ece_error *e)
{
	sqlite3_stmt *statement;
	int ret = journal_bind(journal, SQL_RUN_PUT, &statement, e, "ssi", host, run, (int64_t)state);

	return ret ? ret : journal_run_to_end(journal, statement, e);
}

int journal_run_newest(struct journal *journal, const char *host, const char *run, struct ece_error *e)
{
	sqlite3_stmt *statement;
	int ret = journal_bind(journal, SQL_RUN_NEWEST, &statement, e, "ss", host, run);

	return ret ? ret : journal_run_to_end(journal, statement, e);
}

int journal_runs(struct journal *journal, const char *host, size_t max, struct journal_run_entry **runs, size_t *count,
		 struct ece_error *e)
{
	struct journal_run_entry *list = calloc(max + 1, sizeof(*list));
	sqlite3_stmt *row = NULL;
	size_t n = 0;
	int ret;

	if (!list)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for %zu runs", max);
	ret = journal_bind(journal, SQL_RUNS, &row, e, "si", host, (int64_t)max);
	while (!ret && (ret = journal_step(journal, row, e)) > 0) {
		list[n].state = (enum journal_run)sqlite3_column_int64(row, 1);
		ret = journal_string(journal, row, 0, list[n].run, sizeof(list[n].run), e);
		if (!ret && list[n++].state >= JOURNAL_RUN_STATES)
			ret = journal_damaged(journal, "an unknown state of a run", e);
	}
	if (ret) {
		if (row)
			sqlite3_reset(row);
		free(list);
		return ret;
	}
	*runs = list;
	*count = n;
	return 0;
}

static int change_from_row(struct journal *journal, sqlite3_stmt *row, struct journal_change *change,
			   struct ece_error *e)
{
	char name[PROTOCOL_ID_MAX], state[16];
	int ret = journal_string(journal, row, 1, change->card.psid, sizeof(change->card.psid), e);

	ret = ret ? ret : journal_string(journal, row, 2, name, sizeof(name), e);
	ret = ret ? ret : journal_string(journal, row, 5, state, sizeof(state), e);
	if (ret)
		return ret;
	change->card.guid = (uint64_t)sqlite3_column_int64(row, 0);
	change->old_raw = (uint64_t)sqlite3_column_int64(row, 3);
	change->new_raw = (uint64_t)sqlite3_column_int64(row, 4);
	change->param = ece_param_find(name);
	if (!change->param)
		return journal_damaged(journal, "a parameter that this program does not know", e);
	for (int i = 0; i < JOURNAL_STATE_COUNT; i++)
		if (!strcmp(state, state_names[i])) {
			change->state = (enum journal_state)i;
			return 0;
		}
	return journal_damaged(journal, "an unknown state of a change", e);
}

int journal_changes(struct journal *journal, const char *host, const char *run, struct journal_change **changes,
		    size_t *count, struct ece_error *e)
{
	struct journal_change *list = NULL;
	size_t n = 0, room = 0;
	sqlite3_stmt *row;
	int ret = journal_bind(journal, SQL_CHANGES, &row, e, "ss", host, run);

	while (!ret && (ret = journal_step(journal, row, e)) > 0) {
		if (n == room) {
			struct journal_change *more;

			room = room ? 2 * room : 32;
			more = realloc(list, room * sizeof(*list));
			if (!more) {
				ret = ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for changes");
				break;
			}
			list = more;
		}
		list[n] = (struct journal_change){0};
		ret = change_from_row(journal, row, &list[n++], e);
	}
	if (ret < 0) {
		sqlite3_reset(row);
		free(list);
		return ret;
	}
	*changes = list;
	*count = n;
	return 0;
}

int journal_change_put(struct journal *journal, const char *host, const char *run, const struct journal_change *change,
		       struct ece_error *e)
{
	const struct journal_card *card = &change->card;
	const char *name = change->param->name;
	sqlite3_stmt *statement;
	int ret = journal_bind(journal, SQL_CHANGE_PUT, &statement, e, "ssussuus", host, run, card->guid, card->psid,
			       name, change->old_raw, change->new_raw, journal_state_name(change->state));

	ret = ret ? ret : journal_run_to_end(journal, statement, e);
	ret = ret ? ret :
		    journal_bind(journal, SQL_ORIGINAL_ADD, &statement, e, "sussu", host, card->guid, card->psid, name,
				 change->old_raw);
	return ret ? ret : journal_run_to_end(journal, statement, e);
}

int journal_later(struct journal *journal, const char *host, const char *run, const struct journal_change *change,
		  char *later, struct ece_error *e)
{
	sqlite3_stmt *row;
	int ret = journal_bind(journal, SQL_LATER, &row, e, "ssuss", host, run, change->card.guid, change->card.psid,
			       change->param->name);

	ret = ret ? ret : journal_first_row(journal, row, e);
	if (ret)
		return ret;
	ret = journal_string(journal, row, 0, later, PROTOCOL_ID_MAX, e);
	sqlite3_reset(row);
	return ret;
}

static int get_raw(struct journal *journal, enum journal_sql sql, const char *host, const struct journal_card *card,
		   const struct ece_param *param, uint64_t *raw, struct ece_error *e)
{
	sqlite3_stmt *row;
	int ret = journal_bind(journal, sql, &row, e, "suss", host, card->guid, card->psid, param->name);

	ret = ret ? ret : journal_first_row(journal, row, e);
	if (ret)
		return ret;
	*raw = (uint64_t)sqlite3_column_int64(row, 0);
	sqlite3_reset(row);
	return 0;
}

int journal_original(struct journal *journal, const char *host, const struct journal_card *card,
		     const struct ece_param *param, uint64_t *raw, struct ece_error *e)
{
	return get_raw(journal, SQL_ORIGINAL_GET, host, card, param, raw, e);
}

int journal_confirmed_get(struct journal *journal, const char *host, const struct journal_card *card,
			  const struct ece_param *param, uint64_t *raw, struct ece_error *e)
{
	return get_raw(journal, SQL_CONFIRMED_GET, host, card, param, raw, e);
}

int journal_confirmed_by(struct journal *journal, const char *host, const struct journal_card *card,
			 const struct ece_param *param, char *run, uint64_t *raw, struct ece_error *e)
{
	sqlite3_stmt *row;
	int ret = journal_bind(journal, SQL_CONFIRMED_BY, &row, e, "suss", host, card->guid, card->psid, param->name);

	ret = ret ? ret : journal_first_row(journal, row, e);
	if (ret)
		return ret;
	ret = journal_string(journal, row, 0, run, PROTOCOL_ID_MAX, e);
	*raw = (uint64_t)sqlite3_column_int64(row, 1);
	sqlite3_reset(row);
	return ret;
}

int journal_confirmed_put(struct journal *journal, const char *host, const struct journal_card *card,
			  const struct ece_param *param, uint64_t raw, struct ece_error *e)
{
	sqlite3_stmt *statement;
	int ret = journal_bind(journal, SQL_CONFIRMED_PUT, &statement, e, "sussu", host, card->guid, card->psid,
			       param->name, raw);

	return ret ? ret : journal_run_to_end(journal, statement, e);
}

int journal_confirmed_drop(struct journal *journal, const char *host, const struct journal_card *card,
			   const struct ece_param *param, struct ece_error *e)
{
	sqlite3_stmt *statement;
	int ret = journal_bind(journal, SQL_CONFIRMED_DROP, &statement, e, "suss", host, card->guid, card->psid,
			       param->name);

	return ret ? ret : journal_run_to_end(journal, statement, e);
}

static int value_from_row(struct journal *journal, sqlite3_stmt *row, struct journal_value *value, struct ece_error *e)
{
	char name[PROTOCOL_ID_MAX];
	int ret = journal_string(journal, row, 1, value->card.psid, sizeof(value->card.psid), e);

	ret = ret ? ret : journal_string(journal, row, 2, name, sizeof(name), e);
	if (ret)
		return ret;
	value->card.guid = (uint64_t)sqlite3_column_int64(row, 0);
	value->raw = (uint64_t)sqlite3_column_int64(row, 3);
	value->param = ece_param_find(name);
	return value->param ? 0 : journal_damaged(journal, "a parameter that this program does not know", e);
}

static int list_values(struct journal *journal, enum journal_sql sql, const char *host, struct journal_value **values,
		       size_t *count, struct ece_error *e)
{
	struct journal_value *list = NULL, *more;
	size_t n = 0, room = 0;
	sqlite3_stmt *row;
	int ret = journal_bind(journal, sql, &row, e, "s", host);

	if (ret)
		return ret;
	while ((ret = journal_step(journal, row, e)) > 0) {
		if (n == room) {
			room = room ? 2 * room : 32;
			more = realloc(list, room * sizeof(*list));
			if (!more) {
				ret = ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for values");
				break;
			}
			list = more;
		}
		ret = value_from_row(journal, row, &list[n++], e);
		if (ret)
			break;
	}
	if (ret) {
		sqlite3_reset(row);
		free(list);
		return ret;
	}
	*values = list;
	*count = n;
	return 0;
}

int journal_originals(struct journal *journal, const char *host, struct journal_value **values, size_t *count,
		      struct ece_error *e)
{
	return list_values(journal, SQL_ORIGINALS, host, values, count, e);
}

int journal_confirmed(struct journal *journal, const char *host, struct journal_value **values, size_t *count,
		      struct ece_error *e)
{
	return list_values(journal, SQL_CONFIRMED, host, values, count, e);
}

int journal_confirmed_forget(struct journal *journal, const char *host, const struct journal_card *card,
			     struct ece_error *e)
{
	sqlite3_stmt *statement;
	int ret = journal_bind(journal, SQL_CONFIRMED_FORGET, &statement, e, "sus", host, card->guid, card->psid);

	return ret ? ret : journal_run_to_end(journal, statement, e);
}
