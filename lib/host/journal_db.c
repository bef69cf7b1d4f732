// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/host/journal_db.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/base/clock.h"
#include "lib/base/fault.h"
#include "lib/base/lock_wait.h"
#include "lib/base/private_file.h"
#include "lib/host/journal.h"
#include "lib/host/journal_sql.h"

#define APPLICATION_ID  0x4543454a /* "ECEJ" in the file's header: somebody else's database is not taken for ours */
#define BUSY_MS         10000
#define CHECK_BYTES_MAX (16 << 20) /* a larger file is checked where it is read, not as a whole at every start */
#define ASIDE_MAX       1000

static int sqlite_errno(int code)
{
	switch (code & 0xff) {
	case SQLITE_NOMEM:
		return -ENOMEM;
	case SQLITE_FULL:
		return -ENOSPC;
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
		return -EBUSY;
	case SQLITE_READONLY:
	case SQLITE_PERM:
	case SQLITE_CANTOPEN:
		return -EACCES;
	case SQLITE_CORRUPT:
	case SQLITE_NOTADB:
		return -EUCLEAN;
	default:
		return -EIO;
	}
}

static enum ece_error_kind sqlite_kind(int err)
{
	switch (err) {
	case -ENOMEM:
		return ECE_ERROR_MEMORY;
	case -EBUSY:
		return ECE_ERROR_LOCKED;
	case -EACCES:
		return ECE_ERROR_DENIED;
	case -EUCLEAN:
		return ECE_ERROR_DAMAGED;
	default:
		return ECE_ERROR_IO;
	}
}

int journal_error(struct journal *journal, const char *what, struct ece_error *e)
{
	int err = sqlite_errno(sqlite3_extended_errcode(journal->db));

	ece_error_set(e, err, sqlite_kind(err), "%s the journal failed: %s", what, sqlite3_errmsg(journal->db));
	ece_error_place(e, "%s", journal->path);
	return err;
}

static int execute(struct journal *journal, const char *sql, const char *what, struct ece_error *e)
{
	if (sqlite3_exec(journal->db, sql, NULL /* no rows wanted */, NULL, NULL /* errmsg() has it */) == SQLITE_OK)
		return 0;
	return journal_error(journal, what, e);
}

/* The first column of the first row as a number; text "ok" is 1, no row is 0. */
static int query_number(struct journal *journal, const char *sql, int64_t *v, struct ece_error *e)
{
	sqlite3_stmt *statement;
	int ret;

	*v = 0;
	if (sqlite3_prepare_v2(journal->db, sql, -1, &statement, NULL /* one statement */) != SQLITE_OK)
		return journal_error(journal, "reading", e);
	ret = sqlite3_step(statement);
	if (ret == SQLITE_ROW && sqlite3_column_type(statement, 0) == SQLITE_TEXT)
		*v = !strcmp((const char *)sqlite3_column_text(statement, 0), "ok");
	else if (ret == SQLITE_ROW)
		*v = sqlite3_column_int64(statement, 0);
	ret = ret == SQLITE_ROW || ret == SQLITE_DONE ? 0 : journal_error(journal, "reading", e);
	sqlite3_finalize(statement);
	return ret;
}

static int open_handle(struct journal *journal, const char *path, int how, const char *vfs, struct ece_error *e)
{
	if (sqlite3_open_v2(path, &journal->db, how | SQLITE_OPEN_NOMUTEX, vfs) != SQLITE_OK)
		return journal->db ? journal_error(journal, "opening", e) :
				     ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for the journal");
	/* SQLITE_OPEN_EXRESCODE is newer than the SQLite of hosts that this also runs on */
	sqlite3_extended_result_codes(journal->db, 1);
	sqlite3_busy_timeout(journal->db, BUSY_MS);
	return 0;
}

static int open_file(struct journal *journal, const char *path, const char *vfs, struct ece_error *e)
{
	int ret = open_handle(journal, path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, vfs, e);

	return ret ? ret : execute(journal, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;", "opening", e);
}

static void close_file(struct journal *journal)
{
	for (int i = 0; i < SQL_COUNT; i++) {
		sqlite3_finalize(journal->statements[i]);
		journal->statements[i] = NULL;
	}
	sqlite3_close(journal->db);
	journal->db = NULL;
	journal->in_transaction = false;
}

static int sync_dir(const char *dir)
{
	int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int ret = fd < 0 || fsync(fd) ? -errno : 0;

	if (fd >= 0)
		close(fd);
	return ret;
}

/*
 * A new journal gets its name only when it is whole. So a file of that name without tables is a damaged one, whatever
 * the moment at which an earlier start was killed.
 */
static int make(struct journal *journal, const char *dir, const char *vfs, struct ece_error *e)
{
	char fresh[JOURNAL_PATH_MAX + 8], sql[160];
	int ret;

	snprintf(fresh, sizeof(fresh), "%s.new", journal->path);
	unlink(fresh);
	private_file(fresh);
	ret = open_file(journal, fresh, vfs, e);
	snprintf(sql, sizeof(sql), "PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT", APPLICATION_ID,
		 JOURNAL_VERSION);
	ret = ret ? ret : execute(journal, "BEGIN", "creating", e);
	ret = ret ? ret : execute(journal, journal_schema, "creating", e);
	for (int version = 1; version < JOURNAL_VERSION && !ret; version++)
		ret = execute(journal, journal_migrations[version - 1], "creating", e);
	ret = ret ? ret : execute(journal, sql, "creating", e);
	ret = ret ? ret : execute(journal, "PRAGMA wal_checkpoint(TRUNCATE)", "creating", e);
	close_file(journal);
	if (ret)
		return ret;
	if (fault_hit("journal.create") || rename(fresh, journal->path) || sync_dir(dir))
		return ece_error_set(e, -EIO, ECE_ERROR_IO, "cannot create the journal %s: %s", journal->path,
				     strerror(errno));
	return 0;
}

static int lock_dir(const char *dir)
{
	int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC), err;

	if (fd < 0)
		return -errno;
	err = lock_wait_file(fd, clock_now() + BUSY_MS * CLOCK_MS_NS);
	if (!err)
		return fd;
	close(fd);
	return err;
}

/* One at a time: the second of two first starts would put an empty journal over one that is in use. */
static int create(struct journal *journal, const char *dir, const char *vfs, struct ece_error *e)
{
	int fd = lock_dir(dir), ret = 0;

	if (fd < 0) {
		ece_error_set(e, fd, ECE_ERROR_IO, "cannot create the journal: locking its directory failed: %s",
			      strerror(-fd));
		ece_error_place(e, "%s", journal->path);
		return fd;
	}
	if (access(journal->path, F_OK))
		ret = make(journal, dir, vfs, e);
	close(fd);
	return ret;
}

static int check_size(struct journal *journal, struct ece_error *e)
{
	struct stat st;
	int64_t ok = 1;
	int ret = 0;

	if (stat(journal->path, &st))
		return ece_error_set(e, -errno, ECE_ERROR_IO, "cannot look at the journal %s: %s", journal->path,
				     strerror(errno));
	if (st.st_size <= CHECK_BYTES_MAX)
		ret = query_number(journal, "PRAGMA quick_check(1)", &ok, e);
	if (ret || ok)
		return ret;
	return ece_error_set(e, -EUCLEAN, ECE_ERROR_DAMAGED, "the journal %s is damaged", journal->path);
}

/* All steps in one transaction: the file is of the old format or of the new one. Another program may be first. */
static int bring_up(struct journal *journal, struct ece_error *e)
{
	char sql[64];
	int64_t version;
	int ret = execute(journal, "BEGIN IMMEDIATE", "bringing up", e);

	if (ret)
		return ret;
	ret = query_number(journal, "PRAGMA user_version", &version, e);
	for (; version < JOURNAL_VERSION && !ret; version++)
		ret = execute(journal, journal_migrations[version - 1], "bringing up", e);
	snprintf(sql, sizeof(sql), "PRAGMA user_version = %d", JOURNAL_VERSION);
	ret = ret ? ret : execute(journal, sql, "bringing up", e);
	if (!ret && fault_hit("journal.migrate"))
		ret = ece_error_set(e, -EIO, ECE_ERROR_IO, "bringing up the journal %s failed: injected",
				    journal->path);
	ret = ret ? ret : execute(journal, "COMMIT", "bringing up", e);
	if (ret)
		execute(journal, "ROLLBACK", "rolling back", NULL /* SQLite may have done it by itself */);
	return ret;
}

static int check_format(struct journal *journal, int64_t *version, struct ece_error *e)
{
	int64_t id;
	int ret = query_number(journal, "PRAGMA application_id", &id, e);

	ret = ret ? ret : query_number(journal, "PRAGMA user_version", version, e);
	if (ret)
		return ret;
	if (id != APPLICATION_ID || *version < 1)
		return ece_error_set(e, -EUCLEAN, ECE_ERROR_DAMAGED, "%s is no journal of this program", journal->path);
	if (*version > JOURNAL_VERSION)
		return ece_error_set(e, -EPROTONOSUPPORT, ECE_ERROR_VERSION,
				     "the journal %s has format %" PRId64 ", this program knows up to %d: use the "
				     "newer program that wrote it",
				     journal->path, *version, JOURNAL_VERSION);
	return 0;
}

static int check(struct journal *journal, struct ece_error *e)
{
	int64_t version;
	int ret = check_format(journal, &version, e);

	ret = ret ? ret : check_size(journal, e);
	return ret || version == JOURNAL_VERSION ? ret : bring_up(journal, e);
}

/* What cannot be moved stays, and is found at the next start. */
static void rename_beside(const char *path, const char *aside, const char *suffix)
{
	char from[JOURNAL_PATH_MAX + 8], to[JOURNAL_PATH_MAX + 40];

	snprintf(from, sizeof(from), "%s%s", path, suffix);
	snprintf(to, sizeof(to), "%s%s", aside, suffix);
	rename(from, to);
}

/* Under the first free name. What was damaged is evidence: nothing is overwritten or removed. */
static int set_aside(struct journal *journal, struct ece_error *e)
{
	char aside[JOURNAL_PATH_MAX + 24];
	struct ece_error why = *e;
	int i = 1;

	close_file(journal);
	do
		snprintf(aside, sizeof(aside), "%s.damaged-%d", journal->path, i);
	while (!access(aside, F_OK) && i++ < ASIDE_MAX);
	if (rename(journal->path, aside) && errno != ENOENT)
		return ece_error_set(e, -errno, ECE_ERROR_DAMAGED,
				     "the journal is damaged and cannot be set aside as %s: %s", aside,
				     strerror(errno));
	rename_beside(journal->path, aside, "-wal");
	rename_beside(journal->path, aside, "-shm");
	ece_error_set(e, -EUCLEAN, ECE_ERROR_DAMAGED,
		      "the journal was damaged (%.200s) and is now %s; the next start begins a new one, which does not "
		      "know what was written before",
		      why.text, aside);
	ece_error_place(e, "%s", journal->path);
	return -EUCLEAN;
}

/*
 * SQLite would play the log of a lost journal into a new one. The log is looked for first: a journal that another program
 * makes meanwhile is there before its log.
 */
static int find_file(struct journal *journal, const char *dir, const char *vfs, struct ece_error *e)
{
	char log[JOURNAL_PATH_MAX + 8];
	bool has_log;

	snprintf(log, sizeof(log), "%s-wal", journal->path);
	has_log = !access(log, F_OK);
	if (!access(journal->path, F_OK))
		return 0;
	if (!has_log)
		return create(journal, dir, vfs, e);
	ece_error_set(e, -EUCLEAN, ECE_ERROR_DAMAGED, "the file is gone, and its log %s is still there", log);
	return set_aside(journal, e);
}

static int open_to_write(struct journal *journal, const char *dir, const char *vfs, struct ece_error *e)
{
	int ret = find_file(journal, dir, vfs, e);

	if (ret)
		return ret;
	ret = open_file(journal, journal->path, vfs, e);
	ret = ret ? ret : check(journal, e);
	return ret == -EUCLEAN ? set_aside(journal, e) : ret;
}

static int open_to_look(struct journal *journal, const char *dir, const char *vfs, struct ece_error *e)
{
	int64_t version;
	int ret;

	(void)dir;
	journal->looks = true;
	if (access(journal->path, F_OK) && errno == ENOENT)
		return ece_error_set(e, -ENOENT, ECE_ERROR_UNKNOWN_NAME, "there is no journal %s", journal->path);
	ret = open_handle(journal, journal->path, SQLITE_OPEN_READONLY, vfs, e);
	ret = ret ? ret : check_format(journal, &version, e);
	if (ret || version == JOURNAL_VERSION)
		return ret;
	return ece_error_set(e, -EPROTONOSUPPORT, ECE_ERROR_VERSION,
			     "the journal %s has format %" PRId64 ", which the next start of its agent brings up",
			     journal->path, version);
}

static int open_how(const char *dir, const char *vfs,
		    int (*how)(struct journal *journal, const char *dir, const char *vfs, struct ece_error *e),
		    struct journal **journal, struct ece_error *e)
{
	struct ece_error local;
	struct journal *new = calloc(1, sizeof(*new));
	int ret;

	e = e ? e : &local;
	if (!new)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for the journal");
	if (snprintf(new->path, sizeof(new->path), "%s/" JOURNAL_FILE, dir) >= (int)sizeof(new->path))
		ret = ece_error_set(e, -ENAMETOOLONG, ECE_ERROR_LIMIT, "the state directory's name is too long");
	else
		ret = how(new, dir, vfs, e);
	if (ret) {
		journal_close(new);
		return ret;
	}
	*journal = new;
	return 0;
}

int journal_open(const char *dir, const char *vfs, struct journal **journal, struct ece_error *e)
{
	return open_how(dir, vfs, open_to_write, journal, e);
}

int journal_look(const char *dir, const char *vfs, struct journal **journal, struct ece_error *e)
{
	return open_how(dir, vfs, open_to_look, journal, e);
}

void journal_close(struct journal *journal)
{
	if (!journal)
		return;
	journal_rollback(journal);
	close_file(journal);
	free(journal);
}

int journal_commit(struct journal *journal, struct ece_error *e)
{
	int ret;

	if (!journal->in_transaction)
		return 0;
	ret = fault_hit("journal.commit");
	if (ret)
		ece_error_set(e, ret, ECE_ERROR_IO, "writing the journal %s failed: injected", journal->path);
	else
		ret = execute(journal, "COMMIT", "writing", e);
	if (ret)
		journal_rollback(journal);
	journal->in_transaction = false;
	return ret;
}

void journal_rollback(struct journal *journal)
{
	if (journal->in_transaction)
		execute(journal, "ROLLBACK", "rolling back", NULL /* SQLite may have done it by itself */);
	journal->in_transaction = false;
}

static int bind_one(sqlite3_stmt *statement, int i, char type, va_list *args)
{
	switch (type) {
	case 's':
		return sqlite3_bind_text(statement, i, va_arg(*args, const char *), -1, SQLITE_TRANSIENT);
	case 'i':
		return sqlite3_bind_int64(statement, i, va_arg(*args, int64_t));
	case 'b': {
		const void *bytes = va_arg(*args, const void *);

		return sqlite3_bind_blob64(statement, i, bytes, va_arg(*args, size_t), SQLITE_TRANSIENT);
	}
	default:
		return sqlite3_bind_int64(statement, i, (int64_t)va_arg(*args, uint64_t));
	}
}

int journal_bind(struct journal *journal, enum journal_sql sql, sqlite3_stmt **statement, struct ece_error *e,
		 const char *types, ...)
{
	va_list args;
	int ret = 0;

	if (!journal->in_transaction) {
		ret = execute(journal, journal->looks ? "BEGIN" : "BEGIN IMMEDIATE", "locking", e);
		if (ret)
			return ret;
		journal->in_transaction = true;
	}
	*statement = journal->statements[sql];
	if (!*statement) {
		ret = sqlite3_prepare_v3(journal->db, journal_sql_text[sql], -1, SQLITE_PREPARE_PERSISTENT, statement,
					 NULL /* one statement */);
		if (ret != SQLITE_OK)
			return journal_error(journal, "reading", e);
		journal->statements[sql] = *statement;
	}
	va_start(args, types);
	for (int i = 0; types[i] && ret == SQLITE_OK; i++)
		ret = bind_one(*statement, i + 1, types[i], &args);
	va_end(args);
	return ret == SQLITE_OK ? 0 : journal_error(journal, "using", e);
}

int journal_step(struct journal *journal, sqlite3_stmt *statement, struct ece_error *e)
{
	int ret = sqlite3_step(statement);

	if (ret == SQLITE_ROW)
		return 1;
	ret = ret == SQLITE_DONE ? 0 : journal_error(journal, "using", e);
	sqlite3_reset(statement);
	return ret;
}

int journal_run_to_end(struct journal *journal, sqlite3_stmt *statement, struct ece_error *e)
{
	int ret = journal_step(journal, statement, e);

	if (ret > 0)
		sqlite3_reset(statement);
	return ret < 0 ? ret : 0;
}

int journal_first_row(struct journal *journal, sqlite3_stmt *statement, struct ece_error *e)
{
	int ret = journal_step(journal, statement, e);

	return ret > 0 ? 0 : ret ? ret : -ENOENT;
}

int journal_damaged(struct journal *journal, const char *what, struct ece_error *e)
{
	ece_error_set(e, -EUCLEAN, ECE_ERROR_DAMAGED, "the journal holds %s", what);
	ece_error_place(e, "%s", journal->path);
	return -EUCLEAN;
}

int journal_string(struct journal *journal, sqlite3_stmt *row, int column, char *buf, size_t size, struct ece_error *e)
{
	const char *text = (const char *)sqlite3_column_text(row, column);

	if (!text || strlen(text) >= size)
		return journal_damaged(journal, "a text that is too long", e);
	memcpy(buf, text, strlen(text) + 1);
	return 0;
}
